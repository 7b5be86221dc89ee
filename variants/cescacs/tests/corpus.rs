//! The real records, move by move.

use super::*;

fn folder() -> Option<PathBuf> {
    movetext_generate::real_files("cescacs")
}

/// The tags and the words of the main line, the latter without comments and variations.
fn cut(text: &str) -> (Vec<(String, String)>, Vec<String>) {
    let mut tags = Vec::new();
    let mut movetext = String::new();
    let mut rest = text;
    let mut depth = 0;
    while let Some(c) = rest.chars().next() {
        let skip = match c {
            '[' if depth == 0 && !rest.starts_with("[$") => {
                let end = rest.find("\"]").expect("tag") + 2;
                let (name, value) = rest[1..end - 2].split_once(" \"").expect("tag");
                tags.push((name.to_owned(), value.to_owned()));
                end
            }
            '{' => rest.find('}').expect("comment") + 1,
            '(' if rest.starts_with("(=)") => 3,
            '(' => {
                depth += 1;
                1
            }
            ')' => {
                depth -= 1;
                1
            }
            _ => {
                if depth == 0 {
                    movetext.push(c);
                }
                c.len_utf8()
            }
        };
        rest = &rest[skip..];
    }
    let words = movetext
        .split(|c: char| c.is_whitespace() || ",:?!".contains(c))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
        .map(str::to_owned)
        .collect();
    (tags, words)
}

/// Plays a file's main line; the number of half-moves, and the move that fails with its error.
fn replay(path: &Path, strictness: Strictness) -> (CescacsPosition, usize, Option<String>) {
    let text = std::fs::read_to_string(path).expect("readable");
    let (tags, words) = cut(&text);
    let pairs: Vec<(&str, &str)> = tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let start = set_up(&pairs).0.expect("start");
    let dialect = start.dialect.with_strictness(strictness);
    let mut position = start.position;
    for (played, word) in words.iter().enumerate() {
        let lexed = notation::lex(word.as_bytes(), &dialect).expect(word);
        assert_eq!(lexed.len, word.len(), "{path:?} {word}");
        let mv = match Cescacs::resolve(lexed.token, &position, &dialect) {
            Ok(mv) => mv,
            Err(error) => return (position, played, Some(format!("{word}: {error}"))),
        };
        // CE-089, CE-097: every check is marked, and every mark is true.
        let check = position.check_after(&mv);
        assert!(lexed.token.check.agrees(check), "{path:?} {word} {check:?}");
        position.play(&mv);
        let again = set_up(&[("PDTL", &position.describe())]).0;
        assert_eq!(again.expect("described").position, position);
    }
    (position, words.len(), None)
}

/// Every game is played to its end, read strictly or not, but for the specification's first record
/// (CE-381, CE-I43): an elephant goes two hexes at most, and the pawn's target is occupied.
#[test]
fn games() {
    let Some(folder) = folder() else { return };
    let entries = std::fs::read_dir(folder).expect("a folder");
    let files: Vec<PathBuf> = entries.map(|entry| entry.expect("entry").path()).collect();
    let mut half_moves = 0;
    for path in &files {
        let name = path.file_stem().expect("name").to_string_lossy();
        let known = name == "seed_01" || name.starts_with("page_") && name.ends_with("_01");
        for (strictness, plies, error) in [
            (
                Strictness::Legal,
                2,
                "EE5-E11: an elephant does not move from E5 to E11",
            ),
            (Strictness::Minimal, 4, "G7-E13: E13 holds White's own pawn"),
        ] {
            let (_, played, failed) = replay(path, strictness);
            assert_eq!(failed.as_deref(), known.then_some(error), "{name}");
            if known {
                assert_eq!(played, plies, "{name}")
            } else {
                assert!(played > 4, "{name}")
            }
            half_moves += played;
        }
    }
    eprintln!("{} games, {half_moves} half-moves", files.len());
}

/// The numbers of half-moves of the specification's nine records, by independent replay.
#[test]
fn seeds() {
    let Some(folder) = folder() else { return };
    for (number, expected) in (1..).zip([2, 12, 12, 86, 69, 39, 30, 100, 69]) {
        let path = folder.join(format!("seed_0{number}.ctl-pgn"));
        let (_, played, _) = replay(&path, Strictness::Legal);
        assert_eq!(played, expected, "{number}");
    }
    // CE-385: the position of record 7 is that after record 6.
    let end = replay(&folder.join("seed_06.ctl-pgn"), Strictness::Legal).0;
    assert_eq!(
        end.describe(),
        "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/8:3G3/\
         7:2NN1P2/6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b RKrkr - 2 20"
    );
}
