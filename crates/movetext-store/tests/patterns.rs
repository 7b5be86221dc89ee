//! Patterns, beside a plain replay that looks at every position of the same games.

mod common;

use common::{Folder, generated, import};
use movetext::board::Geometry;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::RoleInfo;
use movetext::variants::Standard;
use movetext::{
    Game, Move, MoveKind, Piece, Position, Reader, Role, Side, Square, Variant, VariantInfo,
};
use movetext_store::line::Board;
use movetext_store::pattern::{Matcher, Pattern};
use movetext_store::{ImportOptions, Query};
use std::fs;
use std::path::Path;

/// A position as a list of pieces, and the move that led to it.
struct Plain {
    pieces: Vec<Option<Piece>>,
    turn: Side,
    mv: Option<Move>,
}

struct Positions<'g>(&'g Game);

impl WithVariant for Positions<'_> {
    type Output = Vec<Plain>;

    fn run<V: Variant>(self) -> Vec<Plain> {
        fn plain<P: Position>(position: &P, squares: u8, mv: Option<Move>) -> Plain {
            let squares = (0..squares).map(Square);
            Plain {
                pieces: squares.map(|square| position.piece_on(square)).collect(),
                turn: position.turn(),
                mv,
            }
        }
        let squares = V::INFO.geometry.squares;
        let replay = self.0.replay::<V>().expect("it can be replayed");
        let mut all = vec![plain(replay.start(), squares, None)];
        all.extend(
            replay
                .main_line()
                .map(|(_, mv, position)| plain(&position, squares, Some(mv))),
        );
        all
    }
}

/// What is asked of one position: a text in the words of the variant, and what it means.
#[derive(Clone, Debug)]
enum Ask {
    On(Piece, Square),
    Empty(Square),
    /// So many of a piece at least, or at most.
    Many(Piece, usize, bool),
    /// More of one piece than of another.
    More(Piece, Piece),
    Turn(Side),
    Moved(Piece, Option<Square>),
    Captured(Piece),
    Castled,
    Before(usize),
    And(Box<Ask>, Box<Ask>),
    Or(Box<Ask>, Box<Ask>),
    Not(Box<Ask>),
}

fn letter(info: &VariantInfo, piece: Piece) -> String {
    let role = &info.roles[piece.role.index()];
    // Once by letter, once by name.
    if piece.role.get() % 3 == 1 {
        format!(
            "{} {}",
            info.sides[piece.side.index()].to_lowercase(),
            role.name
        )
    } else if piece.side == Side::First {
        role.letter.to_string()
    } else {
        role.letter.to_lowercase().to_string()
    }
}

impl Ask {
    fn text(&self, info: &VariantInfo) -> String {
        let name = |square: &Square| info.square_name(*square).as_str().to_owned();
        match self {
            Ask::On(piece, square) => format!("{}[{}]", letter(info, *piece), name(square)),
            Ask::Empty(square) => format!("empty[{}]", name(square)),
            Ask::Many(piece, count, true) => format!("{} >= {count}", letter(info, *piece)),
            Ask::Many(piece, count, false) => format!("{count} >= {}", letter(info, *piece)),
            Ask::More(one, other) => {
                format!(
                    "2*{} - 1 > 2 * {}",
                    letter(info, *one),
                    letter(info, *other)
                )
            }
            Ask::Turn(side) => format!("{} to move", info.sides[side.index()].to_lowercase()),
            Ask::Moved(piece, None) => format!("moved {}", letter(info, *piece)),
            Ask::Moved(piece, Some(to)) => {
                format!("moved {} to [{}]", letter(info, *piece), name(to))
            }
            Ask::Captured(piece) => format!("captured {}", letter(info, *piece)),
            Ask::Castled => "castled".to_owned(),
            Ask::Before(ply) => format!("ply < {ply}"),
            Ask::And(a, b) => format!("({}) and ({})", a.text(info), b.text(info)),
            Ask::Or(a, b) => format!("({} or {})", a.text(info), b.text(info)),
            Ask::Not(a) => format!("not ({})", a.text(info)),
        }
    }

    fn holds(&self, at: &Plain, ply: usize) -> bool {
        let count = |piece: &Piece| at.pieces.iter().filter(|on| **on == Some(*piece)).count();
        let mover = at.mv.map(|mv| (mv, at.turn.other()));
        match self {
            Ask::On(piece, square) => at.pieces[square.index()] == Some(*piece),
            Ask::Empty(square) => at.pieces[square.index()].is_none(),
            Ask::Many(piece, number, true) => count(piece) >= *number,
            Ask::Many(piece, number, false) => count(piece) <= *number,
            Ask::More(one, other) => 2 * count(one) > 2 * count(other) + 1,
            Ask::Turn(side) => at.turn == *side,
            Ask::Moved(piece, to) => mover.is_some_and(|(mv, side)| {
                mv.kind != MoveKind::Null
                    && (mv.piece, side) == (piece.role, piece.side)
                    && to.is_none_or(|to| to == mv.to)
            }),
            Ask::Captured(piece) => mover.is_some_and(|(mv, side)| {
                mv.captured == Some(piece.role) && side == piece.side.other()
            }),
            Ask::Castled => mover.is_some_and(|(mv, _)| matches!(mv.kind, MoveKind::Castling(_))),
            Ask::Before(number) => ply < *number,
            Ask::And(a, b) => a.holds(at, ply) && b.holds(at, ply),
            Ask::Or(a, b) => a.holds(at, ply) || b.holds(at, ply),
            Ask::Not(a) => !a.holds(at, ply),
        }
    }
}

/// What is asked of a game.
#[derive(Clone, Debug)]
enum Sequence {
    One(Ask),
    Then(Ask, Ask),
    Within(Ask, usize, Ask),
    For(Ask, usize),
}

impl Sequence {
    fn text(&self, info: &VariantInfo) -> String {
        match self {
            Sequence::One(ask) => ask.text(info),
            Sequence::Then(a, b) => format!("{} then {}", a.text(info), b.text(info)),
            Sequence::Within(a, 1, b) => format!("{}\nnext {}", a.text(info), b.text(info)),
            Sequence::Within(a, n, b) => format!("{} within {n} {}", a.text(info), b.text(info)),
            Sequence::For(a, n) => format!("({}) for {n} plies # so long", a.text(info)),
        }
    }

    fn found(&self, game: &[Plain]) -> Option<usize> {
        let holds = |ask: &Ask, ply: usize| ask.holds(&game[ply], ply);
        (0..game.len()).find(|&ply| match self {
            Sequence::One(ask) => holds(ask, ply),
            Sequence::Then(a, b) => holds(b, ply) && (0..ply).any(|ply| holds(a, ply)),
            Sequence::Within(a, most, b) => {
                holds(b, ply) && (ply.saturating_sub(*most)..ply).any(|ply| holds(a, ply))
            }
            Sequence::For(a, many) => {
                ply + 1 >= *many && (ply + 1 - many..=ply).all(|ply| holds(a, ply))
            }
        })
    }
}

/// Numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }

    /// Something that holds in a position, or might.
    fn ask(&mut self, info: &VariantInfo, at: &Plain, deep: usize) -> Ask {
        let stand: Vec<(Square, Piece)> = (0..)
            .map(Square)
            .zip(&at.pieces)
            .filter_map(|(square, piece)| Some((square, (*piece)?)))
            .collect();
        let (square, piece) = stand[self.roll(stand.len())];
        let other = Piece {
            role: piece.role,
            side: piece.side.other(),
        };
        let number = at.pieces.iter().filter(|on| **on == Some(piece)).count();
        let choice = self.roll(if deep > 0 { 15 } else { 11 });
        match choice {
            0 | 1 => Ask::On(piece, square),
            2 => {
                let empty = (0..).map(Square).zip(&at.pieces);
                let empty: Vec<Square> = empty
                    .filter_map(|(square, piece)| piece.is_none().then_some(square))
                    .collect();
                Ask::Empty(empty[self.roll(empty.len())])
            }
            3 => Ask::Many(piece, number, true),
            4 => Ask::Many(piece, number, false),
            5 => Ask::More(piece, other),
            6 => Ask::Turn(at.turn),
            7 => match at.mv {
                Some(mv) => {
                    let piece = Piece {
                        role: mv.piece,
                        side: at.turn.other(),
                    };
                    Ask::Moved(piece, (self.roll(2) == 0).then_some(mv.to))
                }
                None => Ask::Moved(piece, None),
            },
            8 => Ask::Captured(piece),
            9 => match info.castlings {
                [] => Ask::Captured(other),
                _ => Ask::Castled,
            },
            10 => Ask::Before(self.roll(80)),
            11 | 12 => Ask::And(
                Box::new(self.ask(info, at, deep - 1)),
                Box::new(self.ask(info, at, deep - 1)),
            ),
            13 => Ask::Or(
                Box::new(self.ask(info, at, deep - 1)),
                Box::new(self.ask(info, at, deep - 1)),
            ),
            _ => Ask::Not(Box::new(self.ask(info, at, deep - 1))),
        }
    }
}

/// More than 150 patterns in each variant, made from positions of the games so that they occur.
#[test]
fn patterns_are_found_where_a_replay_finds_them() {
    for (index, info) in Standard::VARIANTS.iter().enumerate() {
        compare(index, info.id, &generated(info.id, 60));
    }
}

fn compare(index: usize, name: &str, text: &[u8]) {
    let info = Standard::VARIANTS[index];
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let options = ImportOptions::default();
    import(&mut store, &folder.write("a.pgn", text), &options);
    let mut games = Vec::new();
    let mut game = Game::new();
    let mut reader = Reader::builder().from_reader(text).expect("text");
    let mut id = 0;
    while reader.read_game(&mut game, &mut ()).expect("text") {
        id += 1;
        // A game of other rules has no positions here.
        let own = game.replayed && game.info.is_some_and(|own| own.id == info.id);
        let positions = if own {
            Standard::run(index, Positions(&game))
        } else {
            Vec::new()
        };
        games.push((id, positions));
    }
    let long: Vec<usize> = (0..games.len())
        .filter(|game| games[*game].1.len() > 14)
        .collect();
    let mut dice = Dice(17);
    let (mut found, mut plies) = (0, 0);
    for asked in 0..160 {
        let (_, game) = &games[long[dice.roll(long.len())]];
        let from = dice.roll(game.len() - 12);
        let ask = dice.ask(info, &game[from], 2);
        let near = from + 1 + dice.roll(10);
        let sequence = match asked % 5 {
            0..2 => Sequence::One(ask),
            2 => Sequence::Then(ask, dice.ask(info, &game[near], 1)),
            3 => {
                let next = dice.ask(info, &game[near], 1);
                Sequence::Within(ask, [1, near - from][dice.roll(2)], next)
            }
            _ => Sequence::For(ask, 2 + dice.roll(9)),
        };
        let text = sequence.text(info);
        let expected: Vec<(i64, Option<u32>)> = games
            .iter()
            .filter_map(|(id, game)| Some((*id, Some(sequence.found(game)? as u32))))
            .collect();
        let query = Query::new().variant(info.id).pattern(&text);
        let query = query.unwrap_or_else(|error| panic!("{text}: {error}"));
        let hits = store.find(&query, 1 + asked % 2).expect("it can be read");
        let hits: Vec<_> = hits.iter().map(|hit| (hit.game, hit.ply)).collect();
        assert_eq!(hits, expected, "{name}: {text}");
        found += usize::from(!hits.is_empty());
        plies += hits.iter().filter(|(_, ply)| *ply > Some(0)).count();
    }
    assert!(found > 100 && plies > 500, "{name}: {found}, {plies}");
}

/// The patterns on the page are patterns of the variants that they are said to be in.
#[test]
fn examples_are_patterns() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/PATTERNS.md");
    let page = fs::read_to_string(page).expect("the page");
    let mut count = 0;
    for block in page.split("```text\n").skip(1) {
        let mut lines = block.split("```").next().unwrap_or_default().lines();
        let Some(id) = lines.next().and_then(|line| line.strip_prefix("# in ")) else {
            continue;
        };
        let index = Standard::find(id).expect("a variant");
        for line in lines {
            let pattern = Pattern::new(line, Standard::VARIANTS[index]);
            assert!(pattern.is_ok(), "{}", pattern.unwrap_err());
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
    let shown = page.split("```text\nerror: ").nth(1).expect("an error");
    let shown = shown.split("```").next().expect("an end").trim_end();
    let error = Pattern::new("N[f5] and R[e9]", chess()).expect_err("no square");
    assert_eq!(error.to_string(), shown);
}

fn chess() -> &'static VariantInfo {
    Standard::VARIANTS[Standard::find("chess").expect("chess")]
}

#[test]
fn errors_say_what_is_expected() {
    for (text, span, message) in [
        ("", 0..0, "found the end"),
        ("R[e9]", 2..4, "chess has no square `e9`"),
        ("R[e4", 4..4, "found the end"),
        ("R[e4] R[e5]", 6..7, "found `R`"),
        (
            "X[e4]",
            0..1,
            "`X` is no piece of chess: there are P (pawn), N (knight)",
        ),
        ("white camel[e4]", 6..11, "`camel` is no piece of chess"),
        (
            "green rook",
            0..5,
            "expected `white` or `black`, found `green`",
        ),
        (
            "P[d4, e4]",
            0..9,
            "several squares: put `all`, `some` or `no`",
        ),
        ("all P", 4..5, "`all` needs squares"),
        ("3", 1..1, "expected a comparison"),
        ("R + r", 5..5, "expected a comparison"),
        ("R > ", 4..4, "found the end"),
        ("red to move", 0..3, "expected `white` or `black`"),
        ("captured empty", 9..14, "not empty squares"),
        ("Q for 0 plies", 6..7, "expected a number from 1"),
        ("Q[z*]", 2..4, "no square of chess is called so"),
        ("R > 99999999", 4..11, "too large"),
        ("empty[e*]", 0..9, "several squares"),
    ] {
        let error = Pattern::new(text, chess()).expect_err(text);
        assert!(error.message().contains(message), "{text}: {error}");
        assert_eq!(error.span(), span, "{text}: {error}");
    }
    // What would go deep is refused, and so is what would be long.
    for hostile in [
        "(".repeat(4000),
        "not ".repeat(1200),
        "Q and ".repeat(5000),
        "(".repeat(60) + &")".repeat(60),
    ] {
        assert!(Pattern::new(&hostile, chess()).is_err());
    }
    let nots = "not ".repeat(900) + "Q";
    assert!(Pattern::new(&nots, chess()).is_ok());
    let many: Vec<String> = (1..=8)
        .flat_map(|rank| (b'a'..=b'h').map(move |file| format!("R[{}{rank}]", char::from(file))))
        .collect();
    assert!(Pattern::new(&many.join(" or "), chess()).is_ok());
    assert!(Pattern::new(&(many.join(" or ") + " or q"), chess()).is_err());
}

/// A variant of one's own: its squares and pieces by its names.
#[test]
fn a_variant_of_ones_own_has_its_own_words() {
    static MINI: VariantInfo = VariantInfo {
        id: "mini",
        name: "Mini chess",
        sides: ["Gold", "Silver"],
        roles: &[RoleInfo::new('D', "dragon"), RoleInfo::new('馬', "horse")],
        geometry: Geometry::grid::<5, 12>(),
        ..VariantInfo::PGN
    };
    #[derive(Clone, Debug)]
    struct Standing(Vec<(Square, Piece)>);
    impl Position for Standing {
        fn turn(&self) -> Side {
            Side::Second
        }
        fn piece_on(&self, square: Square) -> Option<Piece> {
            let found = self.0.iter().find(|(on, _)| *on == square);
            found.map(|(_, piece)| *piece)
        }
        fn play(&mut self, _: &Move) {}
        fn moves(&self, _: &mut Vec<Move>) {}
        fn describe(&self) -> String {
            String::new()
        }
    }
    let square = |name: &str| (MINI.geometry.square)(name).expect(name);
    let piece = |role, side| Piece {
        role: Role::new(role),
        side,
    };
    let standing = Standing(vec![
        (square("a1"), piece(1, Side::First)),
        (square("c12"), piece(1, Side::Second)),
        (square("e11"), piece(2, Side::First)),
    ]);
    let board = Board::of(&standing, MINI.geometry.squares);
    for (text, holds) in [
        ("D[a1] and d[c12]", true),
        ("gold dragon[*12]", false),
        ("silver dragon[c*]", true),
        ("some horse[e1-e12]", true),
        ("馬[e11]", true),
        ("silver to move and gold = 2", true),
        ("silver horse", false),
        ("pieces[*11] = 1 and empty = 57", true),
        ("all empty[b1-d11]", true),
        ("moved D", false),
    ] {
        let pattern = Pattern::new(text, &MINI).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(Matcher::new(&pattern).start(&board), holds, "{text}");
    }
    assert!(Pattern::new("rook", &MINI).is_err());
}
