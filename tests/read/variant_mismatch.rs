//! Tags that name another variant than that whose moves follow: the game is read as what it is, and a
//! finding says so.

use movetext::{Diagnostic, Game, Reader};

/// The start of a message, how the moves of a game are written, and how many they are.
const GAMES: &[(&str, &str, u32)] = &[
    ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *", 6),
    ("chess", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *", 4),
    ("chess", "e2e4 e7e5 g1f3 b8c6 *", 4),
    (
        "chess",
        "{King's pawn} 1. e4 (1. d4 d5) 1... e5 2. Nf3 *",
        5,
    ),
    (
        "Xiangqi in Chinese",
        "1. 炮二平五 马8进7 2. 马二进三 车9平8 *",
        4,
    ),
    (
        "Xiangqi in Chinese",
        "1. 炮二平五 馬8進7 2. 傌二進三 車9平8 *",
        4,
    ),
    ("Xiangqi in WXF", "1. C2.5 H8+7 2. H2+3 R9.8 *", 4),
    ("Xiangqi in ICCS", "1. H2-E2 H9-G7 2. H0-G2 I9-H9 *", 4),
    ("Xiangqi in ICCS", "1. h2e2 h9g7 2. h0g2 i9h9 *", 4),
    ("C'escacs", "1. E7-E13, E21-E15\n2. F8-F12, F20-F16 :\n*", 4),
    ("C'escacs", "1. H6-H12, I23-I19\n2. JF6-C15 :\n*", 3),
];

/// Tags, and the variant that they name.
const TAGS: &[(&str, &str)] = &[
    ("[Variant \"Standard\"]", "chess"),
    ("[Variant \"Chess\"]", "chess"),
    ("[Game \"Chess\"]", "chess"),
    ("[Game \"Chinese Chess\"]", "Xiangqi"),
    // By the tag Variant a game is WinBoard's, where `e4` is a move of Xiangqi, too.
    ("[Game \"Xiangqi\"]", "Xiangqi"),
    ("[Variant \"C'escacs\"]", "C'escacs"),
    ("[Event \"x\"]\n[Variant \"C'escacs\"]", "C'escacs"),
];

/// The only game of a text, and what was found in it.
fn read(text: &str) -> (Game, Vec<Diagnostic>) {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    let mut game = Game::new();
    assert!(reader.read_game(&mut game, &mut found).unwrap(), "{text}");
    let mut next = Game::new();
    assert!(!reader.read_game(&mut next, &mut found).unwrap(), "{text}");
    (game, found)
}

/// What is said of the tag.
fn mismatch(found: &[Diagnostic]) -> Vec<&Diagnostic> {
    let told = found.iter();
    told.filter(|finding| finding.code.id == "variant-mismatch")
        .collect()
}

/// Every tag over every game.
#[test]
fn the_moves_tell_which_game_it_is() {
    let mut wrong = String::new();
    for (tags, declared) in TAGS {
        for (name, moves, plies) in GAMES {
            let text = format!("{tags}\n\n{moves}\n");
            let (game, found) = read(&text);
            let variant = game.info.expect("a variant").name;
            let read = game.summary.plies + game.summary.variation_plies;
            let told = mismatch(&found);
            let right = match name.starts_with(declared) {
                true => told.is_empty(),
                false => matches!(&told[..], [one]
                    if one.message.starts_with(&format!("this tag says {declared}, but"))
                        && one.message.contains(&format!("the moves are {name}"))
                        && one.span.start == text.find(tags.lines().last().unwrap()).unwrap() as u64),
            };
            if !right
                || !name.to_lowercase().starts_with(&variant.to_lowercase())
                || u64::from(read) != u64::from(*plies)
            {
                wrong += &format!("{text}{variant} {read} {found:#?}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// One move that fits elsewhere proves nothing, nor does a game whose first move is possible.
#[test]
fn what_may_be_the_declared_game_is_read_as_that() {
    for (text, variant) in [
        ("[Game \"Chinese Chess\"]\n\n1. e4 *\n", "Xiangqi"),
        ("[Variant \"C'escacs\"]\n\n1. e4 *\n", "C'escacs"),
        ("[Variant \"C'escacs\"]\n\n1. 炮二平五 *\n", "C'escacs"),
        ("[Variant \"Standard\"]\n\n1. 炮二平五 *\n", "chess"),
        // The second move is wrong, not the tag.
        ("[Variant \"Standard\"]\n\n1. e4 Ke4 2. Nf3 *\n", "chess"),
        ("[Variant \"Standard\"]\n\n*\n", "chess"),
        ("[Game \"Chinese Chess\"]\n\n{no moves} *\n", "Xiangqi"),
        // The moves are those of no variant.
        (
            "[Variant \"C'escacs\"]\n\n1. Zz9 Yy8 2. Xx7 *\n",
            "C'escacs",
        ),
    ] {
        let (game, found) = read(text);
        assert_eq!(game.info.expect("a variant").name, variant, "{text}");
        assert!(mismatch(&found).is_empty(), "{text}{found:#?}");
    }
}
