//! Reading the output again, where it might be read as something else.
//!
//! Words that could not be played may contain anything, and so may comments. How they were read depends on the
//! text around them, which changes with the layout.

use crate::game::Game;
use crate::io::Chunk;
use crate::scan::{ScanOptions, Scanner};
use crate::variant::registry::VariantSet;

/// The only game of a text, in the variant with this index if its tags do not name one.
pub(crate) fn reread<S: VariantSet>(text: &str, variant: usize) -> Option<Game> {
    let options = ScanOptions {
        hint: variant,
        ..ScanOptions::default()
    };
    only_game::<S>(text, options)
}

/// The only game of a text.
pub(crate) fn only_game<S: VariantSet>(text: &str, options: ScanOptions) -> Option<Game> {
    let chunk = Chunk::from(text.as_bytes());
    let mut scanner = Scanner::<S>::new(options);
    scanner.begin(0, false);
    let mut game = Game::new();
    scanner.game(&chunk, &mut game, &mut ())?;
    let one = scanner.game(&chunk, &mut (), &mut ()).is_none();
    one.then_some(game)
}
