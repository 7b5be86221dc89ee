//! Reading again what was written, where that might be read as something else.
//!
//! Words that could not be played may hold anything. What they were taken for depends on what
//! stands around them, and that changes with the layout.

use super::{Form, Options};
use crate::game::Game;
use crate::io::Chunk;
use crate::registry::VariantSet;
use crate::scan::{ScanOptions, Scanner};

/// Whether a text is read as this game, its unplayed words included.
pub(super) fn is_same<S: VariantSet>(
    game: &Game,
    options: &Options,
    text: &str,
    variant: usize,
) -> bool {
    if options.form == Form::Reduced {
        // Its main line is all that is left, and there are no words to compare the rest with.
        return reread::<S>(text, variant).is_some_and(|again| again.same_line(game));
    }
    reread::<S>(text, variant).is_some_and(|again| again.same_moves(game))
}

/// The one game of a text.
fn reread<S: VariantSet>(text: &str, variant: usize) -> Option<Game> {
    let chunk = Chunk::from(text.as_bytes());
    let mut scanner = Scanner::<S>::new(ScanOptions {
        hint: variant,
        ..ScanOptions::default()
    });
    scanner.begin(0, false);
    let mut game = Game::new();
    scanner.game(&chunk, &mut game, &mut ())?;
    let one = scanner.game(&chunk, &mut (), &mut ()).is_none();
    one.then_some(game)
}
