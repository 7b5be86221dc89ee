//! Writing games as XML.

use super::{COMMENT, GAME, MOVE, NAG, OWN, RESULT, TAG, TEXT, VARIATION, tag_of};
use crate::format::pgn::{WriteError, Written};
use crate::format::writing::WriteGame;
use crate::game::{Annotation, Game, NodeId, RemarkKind};
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use std::io::Write;
use std::marker::PhantomData;

/// The beginning of a document with several games.
pub const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pgns>\n";
/// The end of such a document.
pub const END: &str = "</pgns>\n";

/// Writes games as elements `pgn`, in UTF-8. A document with one game is such an element; one with several has
/// [`BEGIN`] before and [`END`] after them.
///
/// ```
/// use movetext::writing::WriteGame;
/// use movetext::{Game, Reader, xml};
///
/// let pgn = "[Game \"Chinese Chess\"]\n1. 炮二平五! (1. 兵七进一) 马8进7 {稳} *";
/// let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
/// let mut game = Game::new();
/// reader.read_game(&mut game, &mut ())?;
/// let mut out = Vec::new();
/// <xml::Writer>::default().write_game(&game, &mut out).expect("memory takes it all");
/// assert_eq!(String::from_utf8_lossy(&out), "\
/// <pgn>
/// <game> Chinese Chess </game>
/// <move> 炮二平五 </move> <nag> 1 </nag>
/// <variation>
/// <move> 兵七进一 </move>
/// </variation>
/// <move> 马8进7 </move>
/// <comment> 稳 </comment>
/// <end> * </end>
/// </pgn>
/// ");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Writer<S = Standard> {
    text: String,
    set: PhantomData<S>,
}

impl<S> Default for Writer<S> {
    fn default() -> Writer<S> {
        Writer {
            text: String::new(),
            set: PhantomData,
        }
    }
}

impl<S: VariantSet> WriteGame for Writer<S> {
    fn write_game(&mut self, game: &Game, out: &mut dyn Write) -> Result<Written, WriteError> {
        self.text.clear();
        let mut elements = Elements {
            game,
            out: &mut self.text,
            replaced: 0,
            moves: 0,
            numbered: game.replayed && has_unrecognized_text(game),
        };
        elements.game::<S>();
        let replaced = elements.replaced;
        out.write_all(self.text.as_bytes())?;
        Ok(Written {
            replaced,
            ..Written::default()
        })
    }
}

struct Elements<'a> {
    game: &'a Game,
    out: &'a mut String,
    replaced: u64,
    /// The number of moves on the last line.
    moves: u32,
    /// Whether played moves have their numbers, too.
    numbered: bool,
}

impl Elements<'_> {
    fn game<S: VariantSet>(&mut self) {
        let game = self.game;
        self.out.push('<');
        self.out.push_str(GAME);
        if let Some(id) = self.silent_variant() {
            self.out.push_str(" variant=\"");
            self.out.push_str(id);
            self.out.push('"');
        }
        self.out.push_str(">\n");
        for tag in game.tags().iter() {
            let name = tag.name();
            let element = name.to_ascii_lowercase();
            let plain = tag_of::<S>(&element).is_some_and(|canonical| canonical == name);
            if plain && !OWN.contains(&&*element) {
                self.element(&element, "", &tag.value());
            } else {
                let mut attribute = String::from(" name=\"");
                escape(&name, true, &mut attribute, &mut self.replaced);
                attribute.push('"');
                self.element(TAG, &attribute, &tag.value());
            }
            self.out.push('\n');
        }
        self.lines();
        self.end_line();
        if let Some(result) = game.result() {
            self.element(RESULT, "", &result);
            self.out.push('\n');
        }
        self.remarks_after_result();
        self.end_line();
        self.close(GAME);
    }

    /// The id of the variant, if no tag names it.
    fn silent_variant(&self) -> Option<&'static str> {
        let info = self.game.info?;
        let mut names = info.selectors.iter().map(|(name, _)| *name);
        names
            .all(|name| self.game.tag(name).is_none())
            .then_some(info.id)
    }

    /// All lines, without recursion.
    fn lines(&mut self) {
        let game = self.game;
        let mut open = vec![(NodeId::ROOT, game.ordered(NodeId::ROOT))];
        while let Some((node, annotations)) = open.last_mut() {
            match annotations.next() {
                Some((_, Annotation::Variation(head))) => {
                    open.push((head, game.ordered(head)));
                    self.open(VARIATION);
                    // Empty, it could be the tag of that name.
                    if game.next(head).is_none() && game.annotations(head).next().is_none() {
                        self.element(TEXT, "", "");
                        self.out.push('\n');
                    }
                }
                Some((_, Annotation::Remark { kind, text, span })) => {
                    if !self.is_behind_result(span.start) {
                        self.remark(kind, &text);
                    }
                }
                None => {
                    if let Some(next) = game.next(*node) {
                        (*node, *annotations) = (next, game.ordered(next));
                        self.lead(next);
                        self.begin_move();
                        self.element(MOVE, "", &game.text(next));
                    } else {
                        open.pop();
                        if !open.is_empty() {
                            self.end_line();
                            self.close(VARIATION);
                        }
                    }
                }
            }
        }
    }

    /// Whether a position in the game's text is after the result.
    fn is_behind_result(&self, at: usize) -> bool {
        self.game.result_span().is_some_and(|span| at >= span.end)
    }

    /// There are two moves per line.
    fn begin_move(&mut self) {
        match self.moves {
            1 => self.out.push(' '),
            0 => {}
            _ => {
                self.out.push('\n');
                self.moves = 0;
            }
        }
        self.moves += 1;
    }

    fn end_line(&mut self) {
        if std::mem::take(&mut self.moves) > 0 {
            self.out.push('\n');
        }
    }

    /// The number of a word that was not played, as text: without it, no reader knows whose move it is. If
    /// there are words between the moves, only the numbers show that they stand for no moves.
    fn lead(&mut self, node: NodeId) {
        let game = self.game;
        if !game.replayed || game.mv(node).is_some() && !self.numbered {
            return;
        }
        let lead = if game.mv(node).is_some() {
            String::from_utf8_lossy(number_before(game, node)).into_owned()
        } else {
            game.lead(node)
        };
        let lead = lead.trim();
        if !lead.is_empty() {
            self.end_line();
            self.element(TEXT, "", lead);
            self.out.push('\n');
        }
    }

    /// The remarks after the result; they belong to the last move.
    fn remarks_after_result(&mut self) {
        let game = self.game;
        let last = game.line(NodeId::ROOT).last().unwrap_or(NodeId::ROOT);
        for annotation in game.annotations(last) {
            if let Annotation::Remark { kind, text, span } = annotation
                && self.is_behind_result(span.start)
            {
                self.remark(kind, &text);
            }
        }
    }

    /// A remark on a move.
    fn remark(&mut self, kind: RemarkKind, text: &str) {
        match kind {
            RemarkKind::Nag(nag) => {
                if self.moves > 0 {
                    self.out.push(' ');
                }
                self.element(NAG, "", &nag.to_string());
                self.moves = self.moves.max(1);
            }
            RemarkKind::Comment(_) => {
                self.end_line();
                self.element(COMMENT, "", text);
                self.out.push('\n');
            }
            _ => {
                self.end_line();
                self.element(TEXT, "", text.trim());
                self.out.push('\n');
            }
        }
    }

    fn open(&mut self, name: &str) {
        self.end_line();
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(">\n");
    }

    fn close(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push_str(">\n");
    }

    /// An element with a text between blanks (XQ-096).
    fn element(&mut self, name: &str, attributes: &str, text: &str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push_str(attributes);
        self.out.push_str("> ");
        escape(text, false, self.out, &mut self.replaced);
        self.out.push_str(" </");
        self.out.push_str(name);
        self.out.push('>');
    }
}

/// Whether a game has unrecognized text.
fn has_unrecognized_text(game: &Game) -> bool {
    game.nodes().any(|node| {
        let mut remarks = game.remarks(node);
        remarks.any(|(kind, _)| kind == RemarkKind::Unrecognized)
    })
}

/// The number before a move, with its dots; empty if there is none.
fn number_before(game: &Game, node: NodeId) -> &[u8] {
    /// It begins at most this far before the move.
    const FAR: usize = 32;
    let source = game.source().as_bytes();
    let end = game.span(node).start;
    let before = &source[end.saturating_sub(FAR)..end];
    let behind = |wanted: fn(&u8) -> bool, text: &[u8]| {
        let other = text.iter().rposition(|byte| !wanted(byte));
        other.map_or(0, |at| at + 1)
    };
    let dots = behind(|b| b.is_ascii_whitespace() || *b == b'.', before);
    let digits = behind(u8::is_ascii_digit, &before[..dots]);
    let apart = digits == 0 || before[digits - 1].is_ascii_whitespace();
    if apart && digits < dots {
        &before[digits..]
    } else {
        b""
    }
}

/// Characters escaped for XML. Those that XML does not allow are replaced.
fn escape(text: &str, attribute: bool, out: &mut String, replaced: &mut u64) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\n' | '\t' if attribute => out.push_str(&format!("&#{};", u32::from(c))),
            // Readers convert it to a line end.
            '\r' => out.push_str("&#13;"),
            '\n' | '\t' => out.push(c),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {
                out.push(char::REPLACEMENT_CHARACTER);
                *replaced += 1;
            }
            c => out.push(c),
        }
    }
}
