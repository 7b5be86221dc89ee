//! The figures of pieces, drawn for movetext.
//!
//! Each is a list of layers in a box of 100 × 100 with y downwards. Figures stand on a base at y = 90, look to
//! the left where they look anywhere, and leave some room at each side.

use crate::variant::picture::{Drawing, Layer};

/// The figure of a piece with this name, if there is one: `knight`, `cannon`.
pub fn find(name: &str) -> Option<Drawing> {
    let (_, drawing) = ALL.iter().find(|(known, _)| *known == name)?;
    Some(*drawing)
}

/// All figures with their names.
pub const ALL: [(&str, Drawing); 15] = [
    ("pawn", PAWN),
    ("knight", KNIGHT),
    ("bishop", BISHOP),
    ("rook", ROOK),
    ("queen", QUEEN),
    ("king", KING),
    ("elephant", ELEPHANT),
    ("pegasus", PEGASUS),
    ("wyvern", WYVERN),
    ("almogavar", ALMOGAVAR),
    ("general", GENERAL),
    ("advisor", ADVISOR),
    ("chariot", CHARIOT),
    ("cannon", CANNON),
    ("soldier", SOLDIER),
];

/// A pawn.
pub const PAWN: Drawing = Drawing::Figure(&[
    Layer::body("M27 90C27 85 30 81 36 81H64C70 81 73 85 73 90Z"),
    Layer::body("M50 46L45 46C44 60 40 70 33 81L50 81L67 81C60 70 56 60 55 46L50 46Z"),
    Layer::body(
        "M36.5 48.5C36.5 45.5 39 43.5 42 43.5H58C61 43.5 63.5 45.5 63.5 48.5C63.5 50.5 62 51.5 60 51.5H40C38 51.5 36.5 50.5 36.5 48.5Z",
    ),
    Layer::body("M37 31.5a13 13 0 1 1 26 0a13 13 0 1 1 -26 0z"),
]);

/// A horse's head.
pub const KNIGHT: Drawing = Drawing::Figure(&[
    Layer::body(
        "M33 81C32 70 40 64 46 57C47.5 55 48.2 53.5 48 52C43 55.5 38 55.5 34.5 58.5C31.5 61.5 29.5 65.5 25 65C20.5 64.5 15.5 59.5 16.5 54C17.5 49.5 22 46.5 24 42C26.5 36.5 28.5 31 34 27C34.5 22.5 35 18 38.5 13.5C41.5 15.5 44 18 45.5 21C64 22 79 38 77 62C76.5 69 74.5 75 72 81Z",
    ),
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::line("M50 27.5C63 33 70 46 66 70"),
    Layer::detail("M34.7 34.6a2.9 2.6 0 1 1 5.8 0a2.9 2.6 0 1 1 -5.8 0z"),
    Layer::detail("M20.1 56a1.9 2.3 0 1 1 3.8 0a1.9 2.3 0 1 1 -3.8 0z"),
    Layer::line("M25.5 61.5C27 59.5 29 58.5 31 58"),
]);

/// A bishop with his mitre.
pub const BISHOP: Drawing = Drawing::Figure(&[
    Layer::body("M24 90C24 85 27 81 33 81H67C73 81 76 85 76 90Z"),
    Layer::body("M50 54L42 54C42 66 39 74 32 81L50 81L68 81C61 74 58 66 58 54L50 54Z"),
    Layer::body(
        "M50 19C41 26 33.5 34 33.5 43C33.5 48 36 52 40 55.5L50 55.5L60 55.5C64 52 66.5 48 66.5 43C66.5 34 59 26 50 19Z",
    ),
    Layer::body(
        "M35 58.5C35 55.5 37 54 40 54H60C63 54 65 55.5 65 58.5C65 61 63.5 62.5 61 62.5H39C36.5 62.5 35 61 35 58.5Z",
    ),
    Layer::body("M45 15.5a5 5 0 1 1 10 0a5 5 0 1 1 -10 0z"),
    Layer::line("M57.5 29L49.5 41"),
]);

/// A tower.
pub const ROOK: Drawing = Drawing::Figure(&[
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M50 42L36 42C36 58 34 68 29.5 81L50 81L70.5 81C66 68 64 58 64 42L50 42Z"),
    Layer::body("M26 19H37V26H44.5V19H55.5V26H63V19H74V36C74 41 71 45 66 45H34C29 45 26 41 26 36Z"),
    Layer::line("M31.5 72.5H68.5"),
]);

/// A crown with five points.
pub const QUEEN: Drawing = Drawing::Figure(&[
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M50 66L36 66C36 73 34 77 29.5 81L50 81L70.5 81C66 77 64 73 64 66L50 66Z"),
    Layer::body(
        "M50 20L42 44.5L33 23.5L31.5 47L17.5 32C20 44 26 54 31 62.5L50 62.5L69 62.5C74 54 80 44 82.5 32L68.5 47L67 23.5L58 44.5L50 20Z",
    ),
    Layer::body(
        "M28 66C28 63 30 61.5 33 61.5H67C70 61.5 72 63 72 66C72 68.5 70.5 70 68 70H32C29.5 70 28 68.5 28 66Z",
    ),
    Layer::body("M12.4 28.5a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0z"),
    Layer::body("M28.4 19.5a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0z"),
    Layer::body("M45.4 15.5a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0z"),
    Layer::body("M62.4 19.5a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0z"),
    Layer::body("M78.4 28.5a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0z"),
    Layer::line("M32 54.5C43 51.5 57 51.5 68 54.5"),
]);

/// A crown with a cross.
pub const KING: Drawing = Drawing::Figure(&[
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M50 66L36 66C36 73 34 77 29.5 81L50 81L70.5 81C66 77 64 73 64 66L50 66Z"),
    Layer::body("M46.3 32V25H40V17.5H46.3V11H53.7V17.5H60V25H53.7V32Z"),
    Layer::body(
        "M50 35C44 29.5 34 27 26 30.5C15.5 35 15 46 21.5 54C25 58.5 28.5 60.5 31 62.5L50 62.5L69 62.5C71.5 60.5 75 58.5 78.5 54C85 46 84.5 35 74 30.5C66 27 56 29.5 50 35Z",
    ),
    Layer::body(
        "M28 66C28 63 30 61.5 33 61.5H67C70 61.5 72 63 72 66C72 68.5 70.5 70 68 70H32C29.5 70 28 68.5 28 66Z",
    ),
    Layer::line(
        "M50 61V37M50 37C42.5 30.5 31.5 32 26.5 36.5C22 41 24.5 49 31.5 54.5M50 37C57.5 30.5 68.5 32 73.5 36.5C78 41 75.5 49 68.5 54.5",
    ),
]);

/// An elephant's head.
pub const ELEPHANT: Drawing = Drawing::Figure(&[
    Layer::body("M42 81C40 72 43 66 46 60L72 50C77 58 77 70 74 81Z"),
    Layer::body(
        "M40 22C52 14 68 18 74 31C80 46 74 62 58 64C52 65 46 62 42 58C40 62 36.5 66 35.5 71C35 75.5 31.5 79 26 78.5C20 78 16.5 73 17.5 67.5L24 67.5C24 70.5 26.5 71.5 27.5 69.5C29 64 28 52 27 44C26.5 35 31 27 40 22Z",
    ),
    Layer::body(
        "M51 29C60 21 78 24 81 38C83.5 50 77 62 67 63.5C60 64 57.5 57 55.5 51C52 46 46.5 38 51 29Z",
    ),
    Layer::body("M41.5 54.5C40 61 34 65.5 26.5 63.5C30 61.5 33.5 58 34.5 52.5Z"),
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::detail("M36.2 37.5a2.8 2.8 0 1 1 5.6 0a2.8 2.8 0 1 1 -5.6 0z"),
    Layer::line("M58 33.5C62 30.5 70 32 73 38.5"),
]);

/// A winged horse.
pub const PEGASUS: Drawing = Drawing::Figure(&[
    Layer::body(
        "M52 60C55 44 60 25 66 12C77 12 88 14 93 19C91 24 89 26 86 28C89 29 91 31 92 34C89 39 86 41 83 42C86 43.5 87 45.5 87.5 48C83 54 77 57 72 59C70 64 66 69 60 70Z",
    ),
    Layer::line("M68 28C74 26 80 26.5 86 28"),
    Layer::line("M65.5 43C71 40.5 77 40.5 83 42"),
    Layer::body(
        "M27 81C27 72 33 66 38 60C39.5 58 40 56.5 39.5 55C35 58 31.5 58.5 28.5 61C26 63.5 24 67 20 66.5C15.5 66 11.5 61 12.5 56.5C13.5 52.5 17 50 19 46C21 41 23 36.5 27.5 33C28 29 28.5 25.5 31.5 21.5C34 23 36 25.5 37 28C53 29.5 65 43 64 64C63.5 71 62 76 60 81Z",
    ),
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::line("M41 34.5C51 39 57 50 54 71"),
    Layer::detail("M28 39.5a2.5 2.2 0 1 1 5 0a2.5 2.2 0 1 1 -5 0z"),
    Layer::detail("M15.4 58a1.6 2 0 1 1 3.2 0a1.6 2 0 1 1 -3.2 0z"),
    Layer::line("M20 63C21.5 61.5 23 60.8 24.5 60.5"),
]);

/// A dragon with wings.
pub const WYVERN: Drawing = Drawing::Figure(&[
    Layer::body(
        "M55 68C54 50 58 28 70 12C80 16 89 26 92.5 42C88 39.5 84 40.5 81 44.5C82 48 82 52 80.5 57C76.5 53 72.5 54 70 58.5C69.5 64 68 70 64 75Z",
    ),
    Layer::line("M70 14C70 28 71 44 70 57"),
    Layer::line("M71 15C76 24 80 34 81 44"),
    Layer::body(
        "M26 81C28 68 42 66 42 54C42 51 40.5 49.5 38 50C35 54 31.5 57 27 57.5C24 61 20 60.5 18 58L21.5 55.5C17 55.5 12.5 53.5 10.5 49.5L20 46.5C15 45.5 10 45 8.5 41C12.5 34.5 20 34 26 30.5C28 23.5 34 17.5 43 15.5C42 19 41 21.5 40.5 24C46 22.5 51 23 55 26C50.5 27 48.5 29 47.5 31C58 36 62.5 46 61 58C60 66 60 75 62 81Z",
    ),
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::detail("M28.8 36a2.7 2.4 0 1 1 5.4 0a2.7 2.4 0 1 1 -5.4 0z"),
    Layer::line("M47.5 38C52.5 44 53 56 46 64C42 68.5 39.5 74 39.5 80"),
]);

/// A soldier of the Crown of Aragon: leather cap, beard, round shield and javelin.
pub const ALMOGAVAR: Drawing = Drawing::Figure(&[
    Layer::body("M74 89L80 36L75.5 34.5L84.5 9L88.5 36L84 36L78 89Z"),
    Layer::body("M50 54L41 54C29 57 25 68 24 81L50 81L76 81C75 68 71 57 59 54L50 54Z"),
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M36.5 33H63.5V42C63.5 52 57 59 50 59C43 59 36.5 52 36.5 42Z"),
    Layer::detail(
        "M37 43.5C40.5 48.5 44 47 47 46.2C49 45.7 51 45.7 53 46.2C56 47 59.5 48.5 63 43.5C63.5 53.5 57 59 50 59C43 59 36.5 53.5 37 43.5Z",
    ),
    Layer::detail("M42.6 39.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
    Layer::detail("M53.6 39.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
    Layer::body(
        "M32.5 35C32.5 20.5 40.5 12 50 12C59.5 12 67.5 20.5 67.5 35C61 32 56 31 50 31C44 31 39 32 32.5 35Z",
    ),
    Layer::line(
        "M50 12V31M41 16.5C39.8 21 39.8 26.5 40.8 31.5M59 16.5C60.2 21 60.2 26.5 59.2 31.5",
    ),
    Layer::body("M21.5 71a16.5 16.5 0 1 1 33 0a16.5 16.5 0 1 1 -33 0z"),
    Layer::line("M28.5 71a9.5 9.5 0 1 1 19 0a9.5 9.5 0 1 1 -19 0z"),
    Layer::detail("M34.4 71a3.6 3.6 0 1 1 7.2 0a3.6 3.6 0 1 1 -7.2 0z"),
]);

/// A general with helmet and plume.
pub const GENERAL: Drawing = Drawing::Figure(&[
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M50 58L40 60C28 62 25 72 24.5 81L50 81L75.5 81C75 72 72 62 60 60L50 58Z"),
    Layer::line("M36 81C38 75 44 71 50 71C56 71 62 75 64 81"),
    Layer::body(
        "M50 24C47 18 42 16 43 9.5C47 12 49 10 50 6.5C51 10 53 12 57 9.5C58 16 53 18 50 24Z",
    ),
    Layer::body("M30 40L27 60C35 64 38 66 41 69L44 50H56L59 69C62 66 65 64 73 60L70 40Z"),
    Layer::body("M39 40H61V50C61 58 56 64 50 64C44 64 39 58 39 50Z"),
    Layer::body("M28 42C28 29 38 22 50 21.5C62 22 72 29 72 42C58 38.5 42 38.5 28 42Z"),
    Layer::detail("M50 25.5L54.5 32L50 38L45.5 32Z"),
    Layer::detail("M43.1 47.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
    Layer::detail("M53.1 47.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
]);

/// An official with the winged hat of the court.
pub const ADVISOR: Drawing = Drawing::Figure(&[
    Layer::body("M22 90C22 85 25 81 31 81H69C75 81 78 85 78 90Z"),
    Layer::body("M50 60L42 61C30 64 27 72 26.5 81L50 81L73.5 81C73 72 70 64 58 61L50 60Z"),
    Layer::line("M44 62L50 72L56 62"),
    Layer::line("M50 72V81"),
    Layer::body("M38 36H62V48C62 57 56.5 64 50 64C43.5 64 38 57 38 48Z"),
    Layer::body("M36 31C28 27.5 17 26.5 9 29C7 32.5 8 35.5 10 37.5C18 39 29 38 36 35Z"),
    Layer::body("M64 31C72 27.5 83 26.5 91 29C93 32.5 92 35.5 90 37.5C82 39 71 38 64 35Z"),
    Layer::body(
        "M35 39C33.5 32 35 27 38 26C37.5 17 42 12 50 12C58 12 62.5 17 62 26C65 27 66.5 32 65 39C56 36.5 44 36.5 35 39Z",
    ),
    Layer::line("M38 26.5C46 24 54 24 62 26.5"),
    Layer::detail("M43.1 46.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
    Layer::detail("M53.1 46.5a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0z"),
    Layer::line("M44 55C47 53 49 53 50 55C51 53 53 53 56 55"),
]);

/// A chariot with a canopy.
pub const CHARIOT: Drawing = Drawing::Figure(&[
    Layer::body(
        "M14 32C22 19 36 13 50 13C64 13 78 19 86 32C76 29 68 29 62 32C56 29 44 29 38 32C32 29 24 29 14 32Z",
    ),
    Layer::body("M47.5 30H52.5V56H47.5Z"),
    Layer::body("M20 50H80L76 68H24Z"),
    Layer::line("M33 51L35 67"),
    Layer::line("M67 51L65 67"),
    Layer::body("M29 70a21 21 0 1 1 42 0a21 21 0 1 1 -42 0z"),
    Layer::line("M35.5 70a14.5 14.5 0 1 1 29 0a14.5 14.5 0 1 1 -29 0z"),
    Layer::line("M50 56V84M36 70H64M40 60L60 80M60 60L40 80"),
    Layer::detail("M45.5 70a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0z"),
]);

/// A cannon on its carriage.
pub const CANNON: Drawing = Drawing::Figure(&[
    Layer::body("M36 56L88 80L86 88H76L40 73Z"),
    Layer::body(
        "M12 24L21 15C23 13 26 13.5 27.5 16L70 46C78 52 79 62 73 68C67 74 57 73.5 51 66L13.5 30.5C11 29 10.5 26 12 24Z",
    ),
    Layer::body("M71 70.5a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1 -9 0z"),
    Layer::line("M28.5 16.5L14.5 30.5"),
    Layer::line("M45 29L32 47"),
    Layer::line("M65 43L48 62"),
    Layer::body("M27 72a18 18 0 1 1 36 0a18 18 0 1 1 -36 0z"),
    Layer::line("M33 72a12 12 0 1 1 24 0a12 12 0 1 1 -24 0z"),
    Layer::line("M45 60V84M33 72H57M36.5 63.5L53.5 80.5M53.5 63.5L36.5 80.5"),
    Layer::detail("M41 72a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z"),
]);

/// A foot soldier with hat and spear.
pub const SOLDIER: Drawing = Drawing::Figure(&[
    Layer::body("M74 89V34H70L76.5 10L83 34H79V89Z"),
    Layer::body("M50 56L41 57C30 61 27.5 72 27 81L50 81L73 81C72.5 72 70 61 59 57L50 56Z"),
    Layer::line("M43 58L55 81"),
    Layer::body("M38 40H62V47C62 56 56.5 62 50 62C43.5 62 38 56 38 47Z"),
    Layer::body("M22 42C31 36 41 29 50 16C59 29 69 36 78 42C68 46 59 47 50 47C41 47 32 46 22 42Z"),
    Layer::line("M36 36C44 39 56 39 64 36"),
    Layer::body("M24 90C24 85 27 81 33 81H67C73 81 76 85 76 90Z"),
    Layer::detail("M43.7 52a1.8 1.8 0 1 1 3.6 0a1.8 1.8 0 1 1 -3.6 0z"),
    Layer::detail("M52.7 52a1.8 1.8 0 1 1 3.6 0a1.8 1.8 0 1 1 -3.6 0z"),
]);
