//! Letters for the pieces of chess in other languages, CH-I24: by explicit option only, never guessed.

use movetext::check::Checker;
use movetext::event::{Event, Recorder};
use movetext::pgn::{Options, Writer};
use movetext::{Diagnostic, Game, Move, Reader};

/// A game with moves of all pieces, captures, both castlings and a promotion that gives mate.
const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. h3 Qd6 7. hxg4 O-O-O \
    8. d3 Nh6 9. Bxh6 gxh6 10. Nbd2 Rg8 11. Rb1 Rxg4 12. Kh1 h5 13. c3 h4 14. a3 h3 15. b4 hxg2+ \
    16. Kh2 gxf1=N+ 17. Kh1 *";

/// Each language with its letters for king, queen, rook, bishop and knight.
const LANGUAGES: [(&str, &str); 27] = [
    ("english", "KQRBN"),
    ("german", "KDTLS"),
    ("danish", "KDTLS"),
    ("norwegian", "KDTLS"),
    ("swedish", "KDTLS"),
    ("slovenian", "KDTLS"),
    ("croatian", "KDTLS"),
    ("french", "RDTFC"),
    ("spanish", "RDTAC"),
    ("italian", "RDTAC"),
    ("catalan", "RDTAC"),
    ("dutch", "KDTLP"),
    ("portuguese", "RDTBC"),
    ("romanian", "RDTNC"),
    ("polish", "KHWGS"),
    ("czech", "KDVSJ"),
    ("slovak", "KDVSJ"),
    ("hungarian", "KVBFH"),
    ("finnish", "KDTLR"),
    ("icelandic", "KDHBR"),
    ("estonian", "KLVOR"),
    ("russian", "кФЛСК"),
    ("ukrainian", "кФТСК"),
    ("bulgarian", "ЦДТОК"),
    ("serbian", "КДТЛС"),
    ("macedonian", "КДТЛС"),
    ("greek", "ΡΒΠΑΙ"),
];

/// The text in these letters. A small `к` stands for the two letters `Кр`.
fn spelt(text: &str, letters: &str) -> String {
    let spell = |c: char| match "KQRBN".find(c) {
        Some(at) => letters.chars().nth(at).unwrap(),
        None => c,
    };
    text.chars()
        .map(spell)
        .collect::<String>()
        .replace('к', "Кр")
}

/// The moves that are played, and what is found.
fn read(text: &str, notation: &str) -> (Vec<Move>, Vec<Diagnostic>) {
    let mut builder = Reader::builder();
    if !notation.is_empty() {
        builder.notation(notation.to_owned());
    }
    let mut reader = builder.from_reader(text.as_bytes()).unwrap();
    let (mut recorder, mut found) = (Recorder::default(), Vec::new());
    reader.read(&mut recorder, &mut found).unwrap();
    let played = recorder.events.into_iter().filter_map(|event| match event {
        Event::Ply { mv, .. } => Some(mv),
        _ => None,
    });
    (played.collect(), found)
}

#[test]
fn moves_are_read_and_written_in_the_letters_that_are_asked_for() {
    let (moves, found) = read(GAME, "");
    assert_eq!((moves.len(), found.len()), (33, 0), "{found:?}");
    for (language, letters) in LANGUAGES {
        let text = spelt(GAME, letters);
        for form in ["san", "lan"] {
            let notation = format!("{form},pieces={language}");
            let (played, found) = read(&text, &notation);
            assert!(found.is_empty(), "{language}: {found:?}");
            assert_eq!(played, moves, "{language}");
            // And written so.
            let mut reader = Reader::builder().from_reader(GAME.as_bytes()).unwrap();
            let mut game = Game::new();
            assert!(reader.read_game(&mut game, &mut ()).unwrap());
            let options = Options {
                notation: notation.clone().into(),
                ..Options::default()
            };
            let mut out = Vec::new();
            let _ = <Writer>::new(options).write(&game, &mut out).unwrap();
            let out = String::from_utf8(out).unwrap();
            let knight = letters.chars().nth(4).unwrap();
            let wanted = match form {
                "san" => format!("{knight}bd2"),
                _ => format!("{knight}b1-d2"),
            };
            assert!(out.contains(&wanted), "{out}");
            assert!(out.contains(&format!("={knight}+")), "{out}");
            let (played, found) = read(&out, &notation);
            assert_eq!((played, found.len()), (moves.clone(), 0), "{language}");
        }
    }
    assert!(movetext::pgn::notation::<movetext::variants::Chess>("san,pieces=klingon").is_none());
    assert!(movetext::pgn::notation::<movetext::variants::Chess>("uci,pieces=german").is_none());
}

#[test]
fn letters_are_not_guessed_but_named() {
    for (language, letters) in LANGUAGES {
        if letters == "KQRBN" {
            continue;
        }
        let (played, found) = read(&spelt(GAME, letters), "");
        assert!(played.len() < 33, "{language}");
        let first = &found[0];
        assert!(
            matches!(first.code.id, "unknown-token" | "illegal-move"),
            "{language}: {found:?}"
        );
        // The first of those that have these letters is named.
        let same = LANGUAGES.iter().find(|(_, other)| *other == letters);
        let expected = format!("(pieces={})", same.unwrap().0);
        assert!(first.message.ends_with(&expected), "{language}: {first:?}");
        let others = found[1..].iter().filter(|d| d.message.contains("pieces="));
        assert_eq!(others.count(), 0);
        // And the other way round.
        let (_, found) = read(GAME, &format!("san,pieces={language}"));
        assert!(found[0].message.ends_with("(pieces=english)"), "{found:?}");
    }
    // Several may fit; in none of them are all moves of these legal; a slip is no language.
    for (text, hint) in [
        (
            "1. e4 e5 2. Dh5 *",
            "with German, French, Spanish, Dutch, Portuguese, Romanian, Czech, Finnish or Icelandic \
             piece letters (pieces=german)",
        ),
        ("1. e4 {Sf3} (1. Sf3) e5 $1 2. Sf3! Sc6 3. Lb5 Xx6 *", ""),
        ("1. e4 e5 2. Rd1 *", ""),
        ("1. e4 e5 2. Ke2 Ke7 3. Re8 *", ""),
        ("1. e4 e5 (1... d5 2. Sf3) 2. Nf3 *", ""),
    ] {
        let (_, found) = read(text, "");
        assert!(!found.is_empty());
        match hint {
            "" => assert!(
                found.iter().all(|d| !d.message.contains("pieces=")),
                "{found:?}"
            ),
            hint => assert!(found[0].message.ends_with(hint), "{found:?}"),
        }
    }
    // One game's moves end where the next one begins.
    let two = "[White \"a\"]\n\n1. Sf3 Sf6 *\n\n[White \"b\"]\n\n1. Nf3 Nf6 *\n";
    let (_, found) = read(two, "");
    assert!(found[0].message.contains("pieces=german"), "{found:?}");
}

#[test]
fn strange_letters_are_no_moves() {
    // Other letters than those of the language; a promotion to none of its pieces; castling and null moves
    // are as ever; coordinates have letters of their own.
    for (language, text, played) in [
        ("german", "1. e4 e5 2. Nf3 *", 2),
        ("german", "1. e4 e5 2. Sf3 Sc6 3. Lb5 Lc5 4. 0-0 Sf6 *", 8),
        ("german", "1. Pe4 e5 2. -- *", 3),
        ("dutch", "1. Pf3 Pf6 2. Pe5 *", 3),
        ("estonian", "1. e4 e5 2. Oc4 Oc5 3. Rf3 Rf6 4. O-O O-O *", 8),
    ] {
        let (moves, _) = read(text, &format!("san,pieces={language}"));
        assert_eq!(moves.len(), played, "{text}");
    }
    let promotion = |mv| format!("[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {mv} *");
    for (mv, plies) in [
        ("a8=D+", 1),
        ("a8D+", 1),
        ("a8(D)+", 1),
        ("a7-a8=D", 1),
        ("a7a8q", 1),
        ("a8=Q+", 0),
        ("a8=X", 0),
    ] {
        let (moves, found) = read(&promotion(mv), "san,pieces=german");
        assert_eq!(moves.len(), plies, "{mv}: {found:?}");
    }
}

#[test]
fn a_checker_offers_the_letters_of_the_specification() {
    // CH-166, CH-167
    let mut found = Vec::new();
    let mut builder = Reader::builder();
    let mut reader = builder
        .notation("san,pieces=german")
        .from_reader("1. e4 e5 2. Sf3 Sc6 *".as_bytes())
        .unwrap();
    reader.read(&mut Checker::default(), &mut found).unwrap();
    let told: Vec<_> = found
        .iter()
        .map(|d| (d.code.id, &*d.fix.as_ref().unwrap().text))
        .collect();
    assert_eq!(told, [("move-spelling", "Nf3"), ("move-spelling", "Nc6")]);
}

/// Cyrillic letters in windows-1251, where each is a byte.
#[test]
fn cyrillic_letters_in_one_byte_each() {
    let (moves, _) = read(GAME, "");
    let text = spelt(GAME, "кФЛСК");
    let (bytes, _, lost) = encoding_rs::WINDOWS_1251.encode(&text);
    assert!(!lost);
    let mut builder = Reader::builder();
    builder.notation("san,pieces=russian".to_owned());
    builder.encoding(Some(encoding_rs::WINDOWS_1251));
    let mut reader = builder.from_reader(&bytes[..]).unwrap();
    let (mut recorder, mut found) = (Recorder::default(), Vec::new());
    reader.read(&mut recorder, &mut found).unwrap();
    assert!(found.is_empty(), "{found:?}");
    let plies = recorder
        .events
        .iter()
        .filter(|event| matches!(event, Event::Ply { .. }));
    assert_eq!(plies.count(), moves.len());
}
