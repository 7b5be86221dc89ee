//! The result: termination marker and tag.

use super::patch::Meant;
use super::{EditError, Editor, Kind, Patches};
use crate::core::outcome::Outcome;
use crate::variant::registry::VariantSet;

impl<S: VariantSet> Editor<S> {
    /// Sets the result: the termination marker, and the tag Result unless the game has no tags at all (CH-133).
    ///
    /// ```
    /// # use movetext::{Game, Outcome, Reader, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4#\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// editor.set_result(Outcome::SecondWins)?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "[White \"A\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If games of the variant cannot have this outcome.
    pub fn set_result(&mut self, outcome: Outcome) -> Result<(), EditError> {
        let info = self.reading.game.info;
        let token = info.and_then(|info| info.result(outcome));
        let token = token.ok_or(EditError::Outcome(outcome))?;
        let mut patches = Patches::new(&self.reading);
        if !self.reading.game.tags().is_empty() {
            self.put_tag("Result", token, &mut patches)?;
        }
        let meant = Meant::New(Kind::Outcome(outcome, true), Vec::new());
        let bytes = self.encode(token)?;
        let end = self.reading.line(0).end;
        match self.reading.items.get(end) {
            Some(marker) => {
                patches.replace(marker.span.clone(), bytes);
                patches.items()[end] = meant;
            }
            None => {
                self.put_last(&bytes, &mut patches);
                patches.items().push(meant);
            }
        }
        self.apply(patches)
    }
}
