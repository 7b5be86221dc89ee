//! Whose turn it is: where numbers, dots, words and numerals contradict the board, no move is played that
//! the record does not hold at that place.

use movetext::check::Checker;
use movetext::event::Level;
use movetext::event::{Ply, Skip, Visitor};
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::{Diagnostic, Move, Reader, Severity, Variant};
use movetext::{InitialState, Position, Side, Tags, VariantInfo};
use movetext_generate::{Composer, Habits, Options, Style};
use std::collections::BTreeMap;
use std::ops::Range;

/// Numbers of a requirement, a text, half-moves played and words kept as text, and the findings of severity
/// warning and error with their columns in the last line.
type Case = (
    &'static str,
    &'static str,
    (u32, u32),
    &'static [&'static str],
);

fn hold(cases: &[Case]) {
    let mut wrong = String::new();
    for (what, text, counts, findings) in cases {
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
        let mut checker = Checker::default();
        let stats = reader.read(&mut checker, &mut found).unwrap();
        assert_eq!(stats.accounted, text.len() as u64);
        let told: Vec<String> = found
            .iter()
            .filter(|finding| finding.code.severity > Severity::Info)
            .filter(|finding| !SAID_OF_BARE_GAMES.contains(&finding.code.id))
            .map(|finding| format!("{} {}", finding.code.id, finding.place.column))
            .collect();
        let read = (
            stats.counts.plies + stats.counts.variation_plies,
            stats.counts.unresolved,
        );
        if read != (u64::from(counts.0), u64::from(counts.1)) || told != *findings {
            wrong += &format!(
                "{what}: {text}\n  {read:?} {told:?}\n  expected {counts:?} {findings:?}\n"
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What is said of games without tags.
const SAID_OF_BARE_GAMES: [&str; 5] = [
    "missing-tag",
    "missing-game-tag",
    "notation-mismatch",
    "missing-result",
    "unplayed-moves",
];

#[test]
fn a_missing_move_ends_its_line() {
    hold(&[
        (
            "CH-153",
            "1. e4 e5 2. Nf3 3. Bb5 a6 4. Ba4 *",
            (3, 3),
            &["missing-move 17"],
        ),
        ("CH-154", "1. e4 2. Nf3 Nc6 *", (1, 2), &["missing-move 7"]),
        (
            "CH-154",
            "1. a3 a6 2. h3 3. b3 *",
            (3, 1),
            &["missing-move 16"],
        ),
        (
            "CH-156",
            "1. e4 e5 2... Nc6 3. Bb5 a6 *",
            (2, 3),
            &["missing-move 10"],
        ),
        (
            "CH-157",
            "1. e4 e5 2. ... Nc6 3. Bb5 a6 *",
            (2, 3),
            &["missing-move 10"],
        ),
        (
            "CH-156",
            "1. a3 a6 2. h6 3. b3 b6 4. c3 *",
            (2, 4),
            &["illegal-move 13"],
        ),
        // The number stays, or goes with its move.
        (
            "CH-156",
            "1. a3 a6 2. h3 {why} 2... 3. b3 b6 *",
            (3, 2),
            &["missing-move 27"],
        ),
        (
            "CH-156",
            "1. Nf3 Nf6 2. Nc3 {} 3. Rb1 Rg8 4. Ra1 *",
            (3, 3),
            &["missing-move 22"],
        ),
        // One too many.
        (
            "CH-156",
            "1. a3 a6 h3 2. b3 b6 3. c3 *",
            (3, 3),
            &["illegal-move 16"],
        ),
        (
            "CH-156",
            "1. a3 a6 2. h3 h6 b3 3. b6 c3 *",
            (5, 2),
            &["missing-move 22"],
        ),
        ("CH-156", "1. Nf3 Nf6 Ng1 2. Ng8 *", (4, 0), &[]),
        // In a variation, and before it.
        (
            "CH-203",
            "1. e4 e5 (1... c5 2. Nf3 3. d4 cxd4) 2. Nf3 *",
            (5, 2),
            &["missing-move 26"],
        ),
        (
            "CH-203",
            "1. e4 e5 2. Nf3 3. Bb5 (3. Bc4 Nf6) a6 *",
            (3, 4),
            &["missing-move 17"],
        ),
        (
            "CH-269",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 32. e5 *",
            (2, 1),
            &["missing-move 18"],
        ),
        (
            "XQ-048",
            "1. 炮二平五 2. 马二进三 马8进7 3. 车一平二 *",
            (1, 3),
            &["missing-move 9"],
        ),
        (
            "XQ-048",
            "1. C2=5 2. H2+3 H8+7 3. R1=2 *",
            (1, 3),
            &["missing-move 9"],
        ),
        (
            "XQ-048",
            "1. H2-E2 2. H0-G2 B9-C7 *",
            (1, 2),
            &["missing-move 10"],
        ),
        (
            "XQ-048",
            "1. 炮二平五 马8进7 2. 马二进三 3. 车一平二 车9平8 4. 兵七进一 *",
            (3, 3),
            &["missing-move 22"],
        ),
        // Red's numerals are Chinese, Black's are digits.
        (
            "XQ-080",
            "1. 马8进7 2. 马二进三 马2进3 3. 车一平二 *",
            (0, 4),
            &["missing-move 4"],
        ),
        (
            "XQ-080",
            "1. 兵七进一 马8进7 马2进3 马二进三 车9进1 *",
            (2, 3),
            &["missing-move 14"],
        ),
        (
            "XQ-080",
            "1. 炮二平五 马八进七 2. 马二进三 车九平八 *",
            (4, 0),
            &[],
        ),
        ("XQ-080", "1. 炮2平5 马8进7 2. 马2进3 车9平8 *", (4, 0), &[]),
        (
            "CE-123",
            "[Variant \"C'escacs\"]\n\n1. E7-E13, 2. F8-F12, F20-F16 :",
            (1, 2),
            &["missing-move 12"],
        ),
    ]);
}

#[test]
fn a_slip_or_a_jump_ends_nothing() {
    hold(&[
        (
            "CH-154",
            "1. e4 e5 3. Nf3 Nc6 3. Bb5 *",
            (5, 0),
            &["move-number 10"],
        ),
        (
            "CH-154",
            "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *",
            (2, 4),
            &["missing-move 10"],
        ),
        (
            "CH-154",
            "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 3. Ba4 *",
            (7, 0),
            &["move-number 21"],
        ),
        (
            "CH-154",
            "1. e4 2. e5 3. Nf3 4. Nc6 *",
            (4, 0),
            &["move-number 7", "move-number 13", "move-number 20"],
        ),
        (
            "CH-154",
            "1. e4 e5 2. Nf3 3... Nc6 3. Bb5 *",
            (5, 0),
            &["move-number 17"],
        ),
        ("CH-154", "1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 *", (5, 0), &[]),
        ("CH-154", "1. e4 e5 2. Nf3 {c} 2. Nc6 3. Bb5 *", (5, 0), &[]),
        ("CH-154", "1. e4 1. ... e5 2. Nf3 2 ... Nc6 *", (4, 0), &[]),
        (
            "CH-154",
            "1. e4 e5 2... Nf3 Nc6 3. Bb5 *",
            (5, 0),
            &["move-number 10"],
        ),
        (
            "CH-269",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 30\"]\n\n1. e4 Kd7 2. e5 *",
            (3, 0),
            &["setup-number 1"],
        ),
        // Where a game does not begin at the beginning, its first number may be any, wherever it stands.
        (
            "CH-154",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 12\"]\n\ne4 (12. e3 Ke7) 12... Kd7 13. e5 *",
            (5, 0),
            &[],
        ),
        (
            "CH-154",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 12\"]\n\ne4 Kd7 13. e5 Kd8 15. e6 Ke7 16. Kd2 *",
            (4, 3),
            &["missing-move 19"],
        ),
        // A jump whose moves cannot be played is none.
        (
            "CH-154",
            "1. e4 e5 3. Bxc6 dxc6 4. O-O *",
            (2, 3),
            &["missing-move 10"],
        ),
        // No move follows.
        (
            "CH-154",
            "1. e4 e5 2. Nf3 3. *",
            (3, 0),
            &["move-number 17"],
        ),
    ]);
}

#[test]
fn a_word_in_the_place_of_a_move_ends_its_line() {
    hold(&[
        (
            "CH-142",
            "1. e4 pass 2. Nf3 Nc6 *",
            (1, 3),
            &["unknown-token 7"],
        ),
        (
            "CH-142",
            "1. e4 null 2. Nf3 Nc6 *",
            (1, 3),
            &["unknown-token 7"],
        ),
        (
            "CH-142",
            "1. e4 e5 2. BaB Nf6 3. d3 *",
            (2, 3),
            &["unknown-token 13"],
        ),
        (
            "CH-142",
            "1. e4 e5 2. O-O-O-O Nc6 3. Bb5 *",
            (2, 3),
            &["unknown-token 13"],
        ),
        ("CH-142", "e4 pass Nf3 *", (1, 2), &["unknown-token 4"]),
        (
            "CH-142",
            "1. e4 foo bar 2. Nf3 Nc6 *",
            (1, 4),
            &["unknown-token 7"],
        ),
        // Words between moves.
        (
            "CH-142",
            "1. e4 e5 novelty 2. Nf3 Nc6 *",
            (4, 0),
            &["unknown-token 10"],
        ),
        (
            "CH-142",
            "1. e4 novelty e5 2. Nf3 Nc6 *",
            (4, 0),
            &["unknown-token 7"],
        ),
        (
            "CH-142",
            "1. e4 e5 2. Nf3 novelty Nc6 *",
            (4, 0),
            &["unknown-token 17"],
        ),
        (
            "CH-142",
            "1. e4 e5 (a fine move) 2. Nf3 *",
            (3, 0),
            &["unknown-token 11"],
        ),
        (
            "XQ-048",
            "1. 炮二平五 pass 2. 马二进三 马8进7 *",
            (1, 3),
            &["unknown-token 9"],
        ),
        (
            "CE-082",
            "[Variant \"C'escacs\"]\n[Redefine \"T@R\"]\n\n1. KRD-DE, KRD-DE 2. TI3-H2, TI25-H26 :",
            (0, 4),
            &["unknown-token 4"],
        ),
        (
            "CE-082",
            "[Variant \"C'escacs\"]\n\n1. O-O, B13-B12 2. C7-C8, C13-C12 :",
            (0, 4),
            &["unknown-token 4"],
        ),
    ]);
}

#[test]
fn a_word_is_told_with_its_likely_meaning() {
    let told = |text: &str| {
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
        reader.read(&mut (), &mut found).unwrap();
        let first = found
            .into_iter()
            .find(|finding| finding.code.id == "unknown-token");
        first
            .map(|finding| finding.message.into_owned())
            .unwrap_or_default()
    };
    for (text, meaning) in [
        ("1. e4 e5 2. OO-OO Nc6 3. Bb5 *", ""),
        ("1. e4 pass 2. Nf3 *", "a null move is written --"),
        (
            "[Variant \"C'escacs\"]\n[Redefine \"T@R\"]\n\n1. KRD-DE, KRD-DE 2. TI3-H2, TI25-H26 :",
            "it is written KTD-DE",
        ),
        (
            "[Variant \"C'escacs\"]\n\n1. KRK-XX, B13-B12 2. C7-C8, C13-C12 :",
            "castling is written",
        ),
    ] {
        assert!(told(text).contains(meaning), "{text}: {}", told(text));
    }
}

#[test]
fn kings_are_never_taken() {
    hold(&[
        (
            "CH-143",
            "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- 4. Qxe8 *",
            (5, 2),
            &["illegal-move 30"],
        ),
        (
            "CH-143",
            "[FEN \"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Qxe8 *",
            (0, 1),
            &["impossible-setup 1", "illegal-move 4"],
        ),
        (
            "CH-143",
            "[FEN \"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. dxe8=Q *",
            (0, 1),
            &["impossible-setup 1", "illegal-move 4"],
        ),
        (
            "XQ-029",
            "[Game \"Chinese Chess\"]\n[FEN \"4k4/4R4/9/9/9/9/9/9/9/3K5 w - - 0 1\"]\n\n1. 车五进一 *",
            (0, 1),
            &["impossible-setup 1", "illegal-move 4"],
        ),
    ]);
}

#[test]
fn one_move_proves_no_other_ranks() {
    const PINNED: &str = "[FEN \"4k4/4a4/9/9/9/9/9/4r4/4R4/4K4 w - - 0 1\"]\n";
    let cases = [
        ("[Format \"ICCS\"]\n\n1. E1-D1 *", 0),
        ("\n1. E1-D1 *", 0),
        ("\n1. e1d1 *", 0),
    ];
    for (rest, plies) in cases {
        let text = format!("{PINNED}{rest}");
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
        let stats = reader.read(&mut (), &mut found).unwrap();
        assert_eq!(stats.counts.plies, plies, "{text} {found:?}");
        assert!(
            found
                .iter()
                .any(|finding| finding.code.id == "illegal-move"),
            "{text}"
        );
    }
    // A game is read by them, and a warning says so (XQ-035).
    let text = "1. h3e3 h10g8 2. h1g3 i10h10 *";
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    let stats = reader.read(&mut (), &mut found).unwrap();
    assert_eq!(stats.counts.plies, 4);
    let ranks = found
        .iter()
        .find(|finding| finding.code.id == "ranks-from-one");
    assert_eq!(ranks.unwrap().code.severity, Severity::Warning);
}

/// Wherever text is nested and numbered wrongly, a game is looked at once.
#[test]
fn many_wrong_numbers_take_no_longer() {
    let mut text = String::from("1. e4 ");
    for depth in 0..250 {
        text += &format!("({}. Nf3 {}... Nf6 7. foo ", depth, depth + 9);
    }
    text += &")".repeat(250);
    for round in 0..100_000 {
        text += &format!(
            "{}. Nf3 {}... Nf6 Ng1 {}. Ng8 ",
            round * 7 % 99,
            round,
            round % 11
        );
    }
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    let stats = reader.read(&mut (), &mut found).unwrap();
    assert_eq!(stats.accounted, text.len() as u64);
    assert!(
        found
            .iter()
            .any(|finding| finding.code.severity == Severity::Error)
    );
}

// Planted corruptions.

/// What a game holds: each move with its place in the text, how many plies precede it, and its line.
#[derive(Default)]
struct Plies {
    moves: BTreeMap<usize, (Move, i64)>,
    /// The moves of the main line.
    main: Vec<Range<usize>>,
    /// Numbers of the main line.
    numbers: Vec<Range<usize>>,
    count: i64,
    around: Vec<i64>,
}

impl Visitor for Plies {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.count = i64::from(start.position.turn() == Side::Second);
    }

    fn number(&mut self, _: u32, text: movetext::Text<'_>) {
        if self.around.is_empty() {
            self.numbers.push(text.span());
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let span = ply.text.span();
        self.moves.insert(span.start, (ply.mv, self.count));
        if self.around.is_empty() {
            self.main.push(span);
        }
        self.count += 1;
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.around.push(self.count);
        self.count -= i64::from(back);
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.count = self.around.pop().unwrap();
    }
}

/// What is done to a move of the main line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Corruption {
    /// It is left out.
    Delete,
    /// It is left out with the number before it.
    DeleteNumbered,
    /// A word stands in its place.
    Word(&'static str),
    /// It stands twice.
    Duplicate,
    /// It changes places with the next one.
    Swap,
}

const CORRUPTIONS: [Corruption; 8] = [
    Corruption::Delete,
    Corruption::DeleteNumbered,
    Corruption::Word("pass"),
    Corruption::Word("O\u{2013}\u{2013}O"),
    Corruption::Word("novelty"),
    Corruption::Word("xx7"),
    Corruption::Duplicate,
    Corruption::Swap,
];

/// Numbers that look random and are the same everywhere.
struct Picks(u64);

impl Picks {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}

fn read(text: &str) -> (Plies, u64) {
    let mut plies = Plies::default();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    let stats = reader.read(&mut plies, &mut found).unwrap();
    assert_eq!(stats.accounted, text.len() as u64);
    (plies, stats.counts.errors)
}

/// Reads games of a style and notation with a corruption each, and looks for moves that the original does
/// not have at their place, without an error.
fn plant<V: Habits>(style: Style, notation: &str, games: u64) {
    let mut options = Options::<V>::new(style, 7);
    if let Some((_, known)) = V::NOTATIONS.iter().find(|(name, _)| *name == notation) {
        options.notation = *known;
    }
    let mut composer = Composer::new(options);
    let mut picks = Picks(games);
    let mut silent = Vec::new();
    for number in 0..games {
        let text = composer.game(number).text.clone();
        let (original, errors) = read(&text);
        assert_eq!(errors, 0, "{text}");
        let corruption = CORRUPTIONS[number as usize % CORRUPTIONS.len()];
        let plies = original.main.len();
        if plies < 6 {
            continue;
        }
        let ply = picks.below(plies - 1);
        // Nothing tells of the last round that its first move is missing, or that a move stands twice in it; or
        // that two moves of letters and squares alone stand in each other's place.
        let last_round = ply + 2 >= plies;
        let plain = V::INFO.id == "chess" || notation == "wxf";
        match corruption {
            Corruption::Delete | Corruption::DeleteNumbered | Corruption::Duplicate
                if last_round =>
            {
                continue;
            }
            Corruption::Swap if plain => continue,
            _ => {}
        }
        let span = original.main[ply].clone();
        let mv = &text[span.clone()];
        let (edit, with) = match corruption {
            Corruption::Delete => (span, String::new()),
            Corruption::DeleteNumbered => {
                let before = original.numbers.iter().rfind(|number| {
                    number.end <= span.start && text[number.end..span.start].trim().is_empty()
                });
                let begin = before.map_or(span.start, |number| number.start);
                (begin..span.end, String::new())
            }
            Corruption::Word(word) => (span, word.to_owned()),
            Corruption::Duplicate => (span.clone(), format!("{mv} {mv}")),
            Corruption::Swap => {
                let next = original.main[ply + 1].clone();
                let between = &text[span.end..next.start];
                let swapped = format!("{}{between}{mv}", &text[next.clone()]);
                (span.start..next.end, swapped)
            }
        };
        let corrupt = format!("{}{with}{}", &text[..edit.start], &text[edit.end..]);
        let (read, errors) = read(&corrupt);
        let longer = with.len() as i64 - edit.len() as i64;
        let same = |(place, mv): (&usize, &(Move, i64))| {
            let origin = match *place {
                place if place < edit.start + with.len() => place,
                place => (place as i64 - longer) as usize,
            };
            original.moves.get(&origin) == Some(mv)
        };
        if errors == 0 && !read.moves.iter().all(same) {
            silent.push(format!("{corruption:?} at {edit:?}:\n{corrupt}"));
        }
    }
    let first = silent.first().cloned().unwrap_or_default();
    assert!(
        silent.is_empty(),
        "{} of {games} {}: {first}",
        silent.len(),
        V::INFO.id
    );
}

#[test]
fn no_move_is_invented_in_chess() {
    plant::<Chess>(Style::Otb, "san", 1600);
    plant::<Chess>(Style::Online, "san", 800);
    plant::<Chess>(Style::Annotated, "san", 800);
}

#[test]
fn no_move_is_invented_in_xiangqi() {
    for notation in ["chinese", "wxf", "iccs"] {
        plant::<Xiangqi>(Style::Otb, notation, 800);
        plant::<Xiangqi>(Style::Annotated, notation, 400);
    }
}

#[test]
fn no_move_is_invented_in_cescacs() {
    plant::<Cescacs>(Style::Otb, "ctl-an", 800);
    plant::<Cescacs>(Style::Annotated, "ctl-an", 400);
}
