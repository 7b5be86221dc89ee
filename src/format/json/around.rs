//! Games together with the text around them in their source.

use super::Around;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::game::Game;
use crate::variant::{InitialState, Variant, VariantInfo};
use encoding_rs::Encoding;
use std::io::{self, Write};
use std::mem::{swap, take};

/// Keeps games with the text around them, so that they can be written with
/// [`write_game_around`](super::write_game_around).
///
/// It is a [`Visitor`](crate::Visitor) to read into; after each game, and once more at the end of the source,
/// [`next`](Surrounded::next) returns the previous game.
///
/// ```
/// use movetext::Reader;
/// use movetext::json::{Surrounded, write_game_around};
///
/// let pgn = "% head\n\n1. e4 *\n\n\n1. d4 *\n% end\n";
/// let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
/// let (mut games, mut json) = (Surrounded::default(), Vec::new());
/// loop {
///     let more = reader.next_game(&mut games, &mut ())?.is_some();
///     if let Some((game, around)) = games.next(more) {
///         write_game_around(&mut json, game, "games.pgn", Some(around))?;
///         json.push(b'\n');
///     }
///     if !more {
///         break;
///     }
/// }
/// // Read again, these are the bytes of the source.
/// #[derive(Default)]
/// struct Copy(Vec<u8>);
/// impl movetext::Visitor for Copy {
///     fn original(&mut self, bytes: &[u8], _: &'static encoding_rs::Encoding) {
///         self.0.extend_from_slice(bytes);
///     }
///     fn inter_game(&mut self, bytes: &[u8]) {
///         self.0.extend_from_slice(bytes);
///     }
/// }
/// let mut copy = Copy::default();
/// Reader::builder().from_reader(json.as_slice())?.read(&mut copy, &mut ())?;
/// assert_eq!(copy.0, pgn.as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Surrounded {
    /// The game being read.
    current: Game,
    /// The previous one; what follows it is not yet known.
    waiting: Game,
    waits: bool,
    /// The bytes before the waiting game.
    before: Vec<u8>,
    /// The bytes since the waiting game; up to the mark, they precede the current one.
    buffer: Vec<u8>,
    mark: usize,
    /// The game being returned.
    out: Game,
    out_before: Vec<u8>,
    out_after: Vec<u8>,
    /// Bytes that were not kept because there were too many.
    dropped: u64,
}

impl Surrounded {
    /// The maximum number of bytes kept between two games.
    pub const MOST: usize = 8 << 20;

    /// The game before the one that was read last; the last one, if there are no more. `None` if there is none.
    pub fn next(&mut self, more: bool) -> Option<(&Game, Around<'_>)> {
        let known = self.waits;
        let rest = if more {
            self.buffer.split_off(self.mark)
        } else {
            Vec::new()
        };
        let gap = std::mem::replace(&mut self.buffer, rest);
        self.mark = 0;
        if known {
            swap(&mut self.out, &mut self.waiting);
            self.out_before = take(&mut self.before);
            self.out_after = gap;
        } else {
            self.before = gap;
        }
        if more {
            swap(&mut self.waiting, &mut self.current);
        }
        self.waits = more;
        known.then_some((
            &self.out,
            Around {
                before: &self.out_before,
                after: &self.out_after,
            },
        ))
    }

    /// The bytes of a source that has no game, once that is known.
    pub fn text(&self) -> &[u8] {
        if self.waits { b"" } else { &self.before }
    }

    /// The number of bytes between games that were not kept: those beyond 8 MiB in one place.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

/// A game as JSON with the text around it, made from a part of a source: how many games stand before that part, and what
/// follows it, is added later.
///
/// The line is that of [`write_game_around`](super::write_game_around).
#[derive(Clone, Debug)]
pub struct Line {
    /// The object without the game's number and the text around it.
    json: Vec<u8>,
    /// Where the number belongs.
    number_at: usize,
    number: u64,
    encoding: &'static Encoding,
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Line {
    /// A game from the source with this name.
    pub fn new(game: &Game, file: &str, around: Around<'_>) -> Line {
        let mut line = Line::around(game, around);
        let mut json = Vec::with_capacity(8 * game.source().as_bytes().len() + 1024);
        line.write_object(&mut json, game, file);
        line.json = json;
        line
    }

    /// A game without its object.
    fn around(game: &Game, around: Around<'_>) -> Line {
        Line {
            json: Vec::new(),
            number_at: 0,
            number: game.summary.ordinal,
            encoding: game.original().encoding(),
            before: around.before.to_vec(),
            after: around.after.to_vec(),
        }
    }

    /// Appends the object as far as it is known.
    fn write_object(&mut self, out: &mut Vec<u8>, game: &Game, file: &str) {
        // Memory takes it all.
        let _ = super::head(out, file);
        self.number_at = out.len();
        let _ = super::body(out, game);
    }

    /// Counts further games of the source before it.
    pub fn add_games(&mut self, games: u64) {
        self.number += games;
    }

    /// Takes the text that precedes the game.
    pub fn take_before(&mut self) -> Vec<u8> {
        take(&mut self.before)
    }

    /// Adds text before what precedes the game. Returns the number of bytes that were too many to be kept.
    pub fn precede(&mut self, text: &[u8]) -> u64 {
        let mut before = text.to_vec();
        let dropped = extend(&mut before, &self.before);
        self.before = before;
        dropped
    }

    /// Adds text behind what follows the game. Returns the number of bytes that were too many to be kept.
    pub fn follow(&mut self, text: &[u8]) -> u64 {
        extend(&mut self.after, text)
    }

    /// Writes the object and a line end.
    ///
    /// # Errors
    ///
    /// If the output fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (head, body) = self.json.split_at(self.number_at);
        out.write_all(head)?;
        write!(out, "{}", self.number)?;
        out.write_all(body)?;
        self.write_tail(out)
    }

    fn write_tail(&self, out: &mut impl Write) -> io::Result<()> {
        let around = Around {
            before: &self.before,
            after: &self.after,
        };
        super::tail(out, self.encoding, Some(around))?;
        out.write_all(b"\n")
    }
}

/// Games as JSON one after another, all from one part of a source: as [`Line`], but in one text.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines without the games' numbers. The last one ends before the text around its game.
    text: Vec<u8>,
    /// Where the numbers of complete lines belong, and what these are in the part.
    numbers: Vec<(usize, u64)>,
    last: Option<Last>,
}

/// The last game of [`Lines`], by its line without the text so far.
#[derive(Clone, Debug)]
struct Last {
    begin: usize,
    line: Line,
}

impl Lines {
    /// Adds a game; nothing more follows the one before.
    pub fn push(&mut self, game: &Game, file: &str, around: Around<'_>) {
        self.complete();
        let begin = self.text.len();
        let mut line = Line::around(game, around);
        line.write_object(&mut self.text, game, file);
        line.number_at -= begin;
        self.last = Some(Last { begin, line });
    }

    /// The number of bytes so far.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes all lines but the last, which may not be complete: their text without the games' numbers, and where these
    /// belong.
    pub fn take(&mut self) -> (Vec<u8>, Vec<(usize, u64)>) {
        let begin = self
            .last
            .as_ref()
            .map_or(self.text.len(), |last| last.begin);
        let rest = self.text.split_off(begin);
        if let Some(last) = &mut self.last {
            last.begin = 0;
        }
        (
            std::mem::replace(&mut self.text, rest),
            take(&mut self.numbers),
        )
    }

    /// Takes the last game, after [`take`](Lines::take).
    pub fn take_last(&mut self) -> Option<Line> {
        let Last { begin, mut line } = self.last.take()?;
        line.json = self.text.split_off(begin);
        Some(line)
    }

    /// Completes the last line.
    fn complete(&mut self) {
        if let Some(Last { begin, line }) = self.last.take() {
            self.numbers.push((begin + line.number_at, line.number));
            // Memory takes it all.
            let _ = line.write_tail(&mut self.text);
        }
    }
}

/// Adds as many bytes as are kept in one place; returns the number of the others.
fn extend(kept: &mut Vec<u8>, bytes: &[u8]) -> u64 {
    let room = Surrounded::MOST.saturating_sub(kept.len()).min(bytes.len());
    kept.extend_from_slice(&bytes[..room]);
    (bytes.len() - room) as u64
}

/// Everything but the bytes between games goes to the game.
impl Visitor for Surrounded {
    fn begin_game(&mut self) {
        self.mark = self.buffer.len();
        self.current.begin_game();
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        Visitor::tags(&mut self.current, tags, info)
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.current.begin_movetext(start);
    }

    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        self.current.begin_unresolved(info);
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        self.current.number(number, text);
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.current.ply(ply);
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.current.unresolved(text);
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.current.nag(nag, text);
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        self.current.prefix_nag(nag, text);
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.current.draw_offer(text);
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.current.comment(text, form);
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.current.begin_variation(back)
    }

    fn label(&mut self, number: u32, text: Text<'_>) {
        self.current.label(number, text);
    }

    fn end_variation(&mut self) {
        self.current.end_variation();
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        Visitor::outcome(&mut self.current, outcome, text);
    }

    fn trivia(&mut self, text: Text<'_>) {
        self.current.trivia(text);
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.current.unrecognized(text);
    }

    fn source(&mut self, text: Text<'_>) {
        Visitor::source(&mut self.current, text);
    }

    fn original(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        Visitor::original(&mut self.current, bytes, encoding);
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.dropped += extend(&mut self.buffer, bytes);
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.current.end_game(summary);
    }
}
