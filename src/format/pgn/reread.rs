//! Reading again what was written, where that might be read as something else.
//!
//! Words that could not be played may hold anything, and so may comments. What they were taken for
//! depends on what stands around them, and that changes with the layout.

use crate::game::Game;
use crate::io::Chunk;
use crate::scan::{ScanOptions, Scanner};
use crate::variant::registry::VariantSet;

/// The one game of a text, in the variant of this index if its tags are silent.
pub(crate) fn reread<S: VariantSet>(text: &str, variant: usize) -> Option<Game> {
    let options = ScanOptions {
        hint: variant,
        ..ScanOptions::default()
    };
    only_game::<S>(text, options)
}

/// The one game of a text.
pub(crate) fn only_game<S: VariantSet>(text: &str, options: ScanOptions) -> Option<Game> {
    let chunk = Chunk::from(text.as_bytes());
    let mut scanner = Scanner::<S>::new(options);
    scanner.begin(0, false);
    let mut game = Game::new();
    scanner.game(&chunk, &mut game, &mut ())?;
    let one = scanner.game(&chunk, &mut (), &mut ()).is_none();
    one.then_some(game)
}
