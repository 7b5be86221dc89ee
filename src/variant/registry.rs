//! Sets of variants, and running code for the variant of a game.
//!
//! Dispatch happens once a game: [`VariantSet::run`] calls a [`WithVariant`] that is generic over the
//! variant. A set is a tuple of variants, so a user's own variant joins without a change here:
//! `type Mine = (MyVariant, movetext::variants::Chess);`

use crate::variant::{Variant, VariantInfo};

/// A task that needs the variant at compile time.
pub trait WithVariant {
    /// Its result.
    type Output;
    /// Performs the task.
    fn run<V: Variant>(self) -> Self::Output;
}

/// A set of variants; implemented for tuples.
pub trait VariantSet: 'static {
    /// The properties of the variants in the order of the set.
    const VARIANTS: &'static [&'static VariantInfo];

    /// Runs the task for the variant with this index in [`VARIANTS`](Self::VARIANTS).
    ///
    /// # Panics
    ///
    /// If there is no such index.
    fn run<T: WithVariant>(index: usize, task: T) -> T::Output;

    /// The index of the variant with this id.
    fn find(id: &str) -> Option<usize> {
        Self::VARIANTS.iter().position(|info| info.id == id)
    }
}

macro_rules! tuple {
    ($($index:literal $name:ident),+) => {
        impl<$($name: Variant),+> VariantSet for ($($name,)+) {
            const VARIANTS: &'static [&'static VariantInfo] = &[$(&$name::INFO),+];

            #[inline]
            fn run<T: WithVariant>(index: usize, task: T) -> T::Output {
                match index {
                    $($index => task.run::<$name>(),)+
                    _ => panic!("no variant {index} in this set"),
                }
            }
        }
    };
}

tuple!(0 A);
tuple!(0 A, 1 B);
tuple!(0 A, 1 B, 2 C);
tuple!(0 A, 1 B, 2 C, 3 D);
tuple!(0 A, 1 B, 2 C, 3 D, 4 E);
tuple!(0 A, 1 B, 2 C, 3 D, 4 E, 5 F);
