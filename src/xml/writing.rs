//! Writing games as XML.

use super::{COMMENT, GAME, MOVE, NAG, OWN, RESULT, TAG, TEXT, VARIATION, tag_of};
use crate::game::{Game, NodeId, RemarkKind};
use crate::pgn::{WriteError, Written};
use crate::registry::{Standard, VariantSet};
use crate::writing::WriteGame;
use std::io::Write;
use std::marker::PhantomData;

/// What stands before the games of a document.
pub const BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pgns>\n";
/// What stands behind them.
pub const END: &str = "</pgns>\n";

/// Writes games as elements `pgn`, in UTF-8. A document of one game is such an element; one of several
/// has [`BEGIN`] before and [`END`] behind them.
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
    /// How many moves stand on the last line.
    moves: u32,
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
            let plain = tag_of::<S>(&element).is_some_and(|proper| proper == name);
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

    /// The id of the variant, if no tag says it.
    fn silent_variant(&self) -> Option<&'static str> {
        let profile = self.game.profile?;
        let mut names = profile.selectors.iter().map(|(name, _)| *name);
        names
            .all(|name| self.game.tag(name).is_none())
            .then_some(profile.id)
    }

    /// All lines, without recursion.
    fn lines(&mut self) {
        let game = self.game;
        let first = |node| game.variations(node).next();
        self.remarks_of(NodeId::ROOT);
        let mut open = vec![(NodeId::ROOT, first(NodeId::ROOT))];
        while let Some((node, variation)) = open.last_mut() {
            if let Some(head) = *variation {
                *variation = game.next_variation(head);
                self.open(VARIATION);
                open.push((head, first(head)));
                self.remarks_of(head);
                // Without anything in it, it could be the tag of that name.
                if game.next(head).is_none() && self.out.ends_with("<variation>\n") {
                    self.element(TEXT, "", "");
                    self.out.push('\n');
                }
            } else if let Some(next) = game.next(*node) {
                (*node, *variation) = (next, first(next));
                self.begin_move();
                self.element(MOVE, "", &game.text(next));
                self.remarks_of(next);
            } else {
                open.pop();
                if !open.is_empty() {
                    self.end_line();
                    self.close(VARIATION);
                }
            }
        }
    }

    /// Two moves stand on a line.
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

    /// What is written about a move, but for what stands after the result.
    fn remarks_of(&mut self, node: NodeId) {
        let end = self.game.result_span().map(|span| span.end);
        self.remarks(node, |at| end.is_none_or(|end| at < end));
    }

    /// What stands after the result; it belongs to the last move.
    fn remarks_after_result(&mut self) {
        if let Some(span) = self.game.result_span() {
            let last = self.game.line(NodeId::ROOT).last();
            self.remarks(last.unwrap_or(NodeId::ROOT), |at| at >= span.end);
        }
    }

    fn remarks(&mut self, node: NodeId, stands: impl Fn(usize) -> bool) {
        let game = self.game;
        let remarks = game.remarks(node).zip(game.remarks_in_place(node));
        for ((kind, text), (_, place)) in remarks {
            if !stands(place.start) {
                continue;
            }
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
                    self.element(COMMENT, "", &text);
                    self.out.push('\n');
                }
                _ => {
                    self.end_line();
                    self.element(TEXT, "", text.trim());
                    self.out.push('\n');
                }
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

    /// An element with a text, which has a blank on either side (XQ-096).
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

/// Characters as XML has them. Those that it cannot have are replaced.
fn escape(text: &str, attribute: bool, out: &mut String, replaced: &mut u64) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if attribute => out.push_str("&quot;"),
            '\n' | '\t' if attribute => out.push_str(&format!("&#{};", u32::from(c))),
            // Readers take it for a line end.
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
