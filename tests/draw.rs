//! Boards as pictures. `DRAWINGS=overwrite cargo test --test draw` writes `tests/drawings/` anew.

mod common;

use common::{games_as, only};
use movetext::draw::{Characters, Diagram, Style, Theme, drawings};
use movetext::game::NodeId;
use movetext::pcn;
use movetext::registry::VariantSet;
use movetext::variants::{Cescacs, Chess, Standard, Xiangqi};
use movetext::{Game, Piece, Position, Role, Side, Square, Variant};
use quick_xml::events::Event;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Variant, and a position of a middle game with a king in check or many pieces.
const MIDDLES: [(&str, &str, &str); 3] = [
    (
        "chess",
        "FEN",
        "rnbQkb1r/pp3ppp/2p5/4q3/4n3/8/PPPB1PPP/2KR1BNR b kq - 1 9",
    ),
    (
        "xiangqi",
        "FEN",
        "2bakab2/1C2n2C1/4c1n2/p1R1R3p/6p2/P1P6/2r1r3P/2N1C1N2/4A1c2/2BAK1B2 b - - 0 9",
    ),
    (
        "cescacs",
        "PDTL",
        "/27:1k/25:r3/22:1P1P3/16:3J3/13:1p3P2/9:2p2p2/3:R2R/1:1K/ w RKRrk - 0 1",
    ),
];

fn game(tags: &str, variant: &str) -> Game {
    let text = format!("{tags}\n*\n");
    only(games_as(text.as_bytes(), Some(variant)), &text)
}

fn position(variant: &str, tag: &str, value: &str) -> Diagram {
    let game = game(&format!("[{tag} \"{value}\"]\n"), variant);
    assert!(game.setup.is_some(), "{variant}: {value}");
    Diagram::at_node::<Standard>(&game, NodeId::ROOT).expect("a position")
}

fn start(variant: &str) -> Diagram {
    Diagram::at_node::<Standard>(&game("", variant), NodeId::ROOT).expect("a start")
}

fn middle(variant: &str) -> Diagram {
    let (_, tag, value) = MIDDLES
        .iter()
        .find(|middle| middle.0 == variant)
        .expect("one");
    position(variant, tag, value)
}

/// Every diagram that the tests know, with a name.
fn all() -> Vec<(String, Diagram)> {
    let mut all = Vec::new();
    for info in Standard::VARIANTS {
        for set in start(info.id).piece_sets() {
            for (name, mut diagram) in [("start", start(info.id)), ("middle", middle(info.id))] {
                diagram.set_pieces(set).expect("a set of its own");
                all.push((format!("{} {name} {set}", info.id), diagram));
            }
        }
    }
    all
}

fn styles() -> Vec<Style> {
    let mut styles = Vec::new();
    for theme in [Theme::Light, Theme::Dark] {
        for flip in [false, true] {
            for coordinates in [true, false] {
                styles.push(Style {
                    theme,
                    flip,
                    coordinates,
                    ..Style::default()
                });
            }
        }
    }
    styles
}

#[test]
fn pictures_are_those_that_were_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drawings");
    let overwrite = std::env::var("DRAWINGS").as_deref() == Ok("overwrite");
    for info in Standard::VARIANTS {
        for (name, diagram) in [("start", start(info.id)), ("middle", middle(info.id))] {
            for theme in [Theme::Light, Theme::Dark] {
                // The dark ones are seen from the other side.
                let style = Style {
                    theme,
                    flip: theme == Theme::Dark,
                    ..Style::default()
                };
                let svg = diagram.svg(&style);
                let path = folder.join(format!("{}-{name}-{}.svg", info.id, theme.name()));
                if overwrite {
                    fs::create_dir_all(&folder).expect("a folder");
                    fs::write(&path, &svg).expect("a file");
                }
                let expected = fs::read_to_string(&path).unwrap_or_default();
                let differs = svg
                    .lines()
                    .zip(expected.lines())
                    .find(|(is, was)| is != was);
                assert!(svg == expected, "{}: {differs:#?}", path.display());
            }
        }
    }
}

/// What a picture is made of: names of elements with their attributes, in order.
fn elements(svg: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut elements = Vec::new();
    loop {
        match reader.read_event().expect("XML") {
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name().as_ref().to_owned();
                let attributes = element.attributes().map(|attribute| {
                    let attribute = attribute.expect("an attribute");
                    let key = attribute.key.as_ref().to_owned();
                    (key, attribute.value.into_owned())
                });
                elements.push((name, attributes.collect()));
            }
            Event::Eof => return elements,
            _ => {}
        }
    }
}

#[test]
fn pictures_are_sound() {
    const KNOWN: [&str; 10] = [
        "svg", "title", "desc", "defs", "symbol", "g", "path", "circle", "rect", "use",
    ];
    for (name, diagram) in all() {
        for style in styles() {
            let svg = diagram.svg(&style);
            assert_eq!(svg, diagram.clone().svg(&style), "{name}");
            let mut ids = BTreeSet::new();
            let mut links = Vec::new();
            for (element, attributes) in elements(&svg) {
                // No text, script, style, link or image.
                assert!(KNOWN.contains(&&*element), "{name}: {element}");
                for (key, value) in attributes {
                    assert!(!key.starts_with("on"), "{name}: {key}");
                    assert!(
                        !value.contains("NaN") && !value.contains("inf"),
                        "{name}: {value}"
                    );
                    match &*key {
                        "id" => assert!(ids.insert(value.clone()), "{name}: {value} twice"),
                        "href" => links.push(value),
                        _ => {}
                    }
                }
            }
            let figures = links.len();
            for link in links {
                assert!(ids.contains(&link[1..]), "{name}: {link}");
            }
            assert_eq!(svg.matches("<use ").count(), figures);
            assert!(
                svg.contains("role=\"img\" aria-labelledby=\"movetext-"),
                "{name}"
            );
        }
    }
}

/// Each square has a place of its own inside the picture; seen from the other side it is turned by half.
#[test]
fn squares_have_their_places() {
    fn places<V: Variant>() {
        let diagram = Diagram::board::<V>();
        for coordinates in [false, true] {
            let style = |flip| Style {
                flip,
                coordinates,
                ..Style::default()
            };
            let (width, height) = diagram.size(&style(false));
            let mut seen: Vec<(f32, f32)> = Vec::new();
            for square in (0..V::INFO.geometry.squares).map(Square) {
                let (x, y) = diagram.centre(square, &style(false)).expect("a square");
                assert!(x > 40.0 && y > 40.0 && x < width - 40.0 && y < height - 40.0);
                for (other_x, other_y) in &seen {
                    assert!((x - other_x).hypot(y - other_y) > 80.0, "{square:?}");
                }
                seen.push((x, y));
                let turned = diagram.centre(square, &style(true)).expect("a square");
                assert!((turned.0 - (width - x)).abs() < 0.1, "{square:?}");
                assert!((turned.1 - (height - y)).abs() < 0.1, "{square:?}");
            }
            assert_eq!(
                diagram.centre(Square(V::INFO.geometry.squares), &style(false)),
                None
            );
        }
    }
    places::<Chess>();
    places::<Xiangqi>();
    places::<Cescacs>();
    let a1 = Diagram::board::<Chess>()
        .centre(Square(0), &Style::default())
        .expect("a1");
    let h1 = Diagram::board::<Chess>()
        .centre(Square(7), &Style::default())
        .expect("h1");
    assert!(
        a1.0 < h1.0 && a1.1 == h1.1 && a1.1 > 700.0,
        "White is below"
    );
}

#[test]
fn every_piece_has_a_drawing() {
    fn pieces<V: Variant>() {
        for set in V::PICTURE.sets {
            for side in [Side::First, Side::Second] {
                let mut seen = BTreeSet::new();
                for index in 1..=V::INFO.roles.len() {
                    let role = Role::from_index(index as u8).expect("a role");
                    let drawing = (set.drawing)(Piece { role, side });
                    let drawing = format!("{:?}", drawing.expect("a drawing"));
                    assert!(seen.insert(drawing), "{} {} {index}", V::INFO.id, set.name);
                }
            }
            let mut board = Diagram::board::<V>();
            board.set_pieces(set.name).expect("a set of its own");
            let symbols = board.symbols::<V>();
            assert_eq!(symbols.matches("<symbol ").count(), 2 * V::INFO.roles.len());
            let king = Piece {
                role: Role::new(1),
                side: Side::Second,
            };
            assert!(symbols.contains(&format!("id=\"{}\"", board.symbol_id::<V>(king))));
        }
    }
    pieces::<Chess>();
    pieces::<Xiangqi>();
    pieces::<Cescacs>();
    assert!(
        drawings::ALL
            .iter()
            .all(|(name, drawing)| drawings::find(name) == Some(*drawing))
    );
    assert_eq!(drawings::find("fool"), None);
}

#[test]
fn hostile_texts_are_text() {
    let hostile = "</title><script>alert(1)</script>\" onload='x' & \u{1}\u{fffe}\u{7}\u{202e}]]>";
    let mut diagram = start("chess");
    let svg = diagram.set_title(hostile).svg(&Style::default());
    assert!(elements(&svg).iter().all(|(name, _)| name != "script"));
    assert!(!svg.contains("<script") && !svg.contains('\u{1}') && !svg.contains('\u{fffe}'));
    assert!(
        svg.contains(
            "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&#39;x&#39;"
        )
    );
    // The same from a record.
    let pgn = "[White \"<script>\"]\n[Black \"&amp;\"]\n\n1. e4 {[%csl Gzz9,\"><script>][%cal Ge2\"e4]} *\n";
    let game = only(games_as(pgn.as_bytes(), None), pgn);
    let last = game.nodes().last().expect("a move");
    let diagram = Diagram::at::<Chess>(&game, last).expect("a position");
    assert_eq!(diagram.title(), "<script> – &amp;, after e4");
    let svg = diagram.svg(&Style::default());
    assert!(svg.contains("&lt;script&gt; – &amp;amp;, after e4") && !svg.contains("<script"));
}

#[test]
fn positions_are_told_in_words() {
    let pgn = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# {[%csl Re7,Gzz9][%cal Gh5e5]} *\n";
    let game = only(games_as(pgn.as_bytes(), None), pgn);
    let last = game.nodes().last().expect("a move");
    let diagram = Diagram::at::<Chess>(&game, last).expect("a position");
    assert_eq!(diagram.title(), "Chess, after Qxe5#");
    let told = diagram.description();
    assert!(
        told.starts_with("White: pawn a2, b2, c2, d2, f2, g2, h2, e4; knight b1, g1;"),
        "{told}"
    );
    let end = "Black to move, in check. Last move from h5 to e5. e7 is red. \
               A green arrow from h5 to e5.";
    assert!(told.ends_with(end), "{told}");
    let svg = diagram.svg(&Style::default());
    for class in ["last-move", "check", "square", "arrow"] {
        assert_eq!(
            svg.matches(&format!("class=\"{class}\"")).count(),
            1,
            "{class}"
        );
    }
    assert!(
        start("xiangqi")
            .description()
            .ends_with("soldier a6, c6, e6, g6, i6. Red to move.")
    );
    assert_eq!(Diagram::board::<Chess>().description(), "No pieces.");
}

#[test]
fn squares_are_found_by_their_names() {
    let mut diagram = start("cescacs");
    assert!(diagram.arrow("F8", "F14", 'G') && diagram.colour_square("f14", 'R'));
    assert!(!diagram.arrow("F8", "F9", 'G') && !diagram.colour_square("J3", 'R'));
    diagram.annotate("[%cal GE7E11,RF8J1] [%csl YP7]");
    let told = diagram.description();
    assert!(
        told.ends_with("A green arrow from F8 to F14. A green arrow from E7 to E11."),
        "{told}"
    );
    assert!(told.contains("P7 is yellow."), "{told}");
    // A comment of any size costs a picture of bounded size.
    let many = format!("[%cal {}Ga1a2]", "Ga1a2,".repeat(100_000));
    let mut diagram = start("chess");
    let svg = diagram.annotate(&many).svg(&Style::default());
    assert!(svg.len() < 200_000, "{}", svg.len());
}

#[test]
fn boards_are_text_in_terminals() {
    assert_eq!(
        middle("chess").text(Characters::Ascii, true),
        "1 R N B . R K . .\n2 P P P . B P P P\n3 . . . . . . . .\n4 . . . n . . . .\n\
         5 . . . q . . . .\n6 . . . . . p . .\n7 p p p . . . p p\n8 r . b k Q b n r\n  h g f e d c b a\n"
    );
    assert_eq!(
        middle("xiangqi").text(Characters::Unicode, false),
        "9 ┌─┬─象士將士象┬─┐\n8 ├─炮┼─┼─馬┼─┼─炮┤\n7 ├─┼─┼─┼─砲┼─馬┼─┤\n\
         6 卒┼─俥┼─俥┼─┼─┼─卒\n5 ├─┼─┼─┼─┼─┼─卒┼─┤\n4 兵┼─兵┼─┼─┼─┼─┼─┤\n\
         3 ├─┼─車┼─車┼─┼─┼─兵\n2 ├─┼─傌┼─炮┼─傌┼─┤\n1 ├─┼─┼─┼─仕┼─砲┼─┤\n\
         0 └─┴─相仕帥┴─相┴─┘\n  a b c d e f g h i\n"
    );
    let cescacs = start("cescacs").text(Characters::Ascii, false);
    assert_eq!(cescacs.lines().count(), 30);
    assert!(
        cescacs.contains("\n 5       P     P     E     E     P     P\n"),
        "{cescacs}"
    );
    assert!(cescacs.ends_with("\n   P  T  A  B  C  D  E  F  G  H  I  K  L  X  Z\n"));
}

#[test]
fn sets_of_pieces_have_names() {
    let mut diagram = start("xiangqi");
    let sets = ["traditional", "simplified", "western", "letters"];
    assert_eq!(diagram.piece_sets(), sets);
    let pictures: BTreeSet<String> = sets
        .iter()
        .map(|set| {
            diagram
                .set_pieces(set)
                .expect("a set")
                .svg(&Style::default())
        })
        .collect();
    assert_eq!(pictures.len(), sets.len());
    let error = diagram
        .set_pieces("merida")
        .expect_err("no such set")
        .to_string();
    assert_eq!(
        error,
        "the sets of pieces are traditional, simplified, western, letters"
    );
}

#[test]
fn widths_are_bounded() {
    let picture = |width| {
        let style = Style {
            width,
            ..Style::default()
        };
        start("xiangqi").svg(&style)
    };
    assert!(picture(0).starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"16\" "));
    assert!(picture(u32::MAX).contains(" width=\"16384\" "));
    assert!(picture(480).contains(" width=\"480\" height=\"528\" "));
}

#[test]
fn boards_of_documents_are_drawn() {
    let board = |text: &str| pcn::read(text).replay.expect("a board").board().clone();
    // PN-I03, PN-007: squares are counted from zero; boards of one dimension are a row.
    let row = r#"{"starting_position": ["w:k", "w:p", null, "X:S", "+S:B"]}"#;
    let row = Diagram::of_pcn::<Standard>(&board(row)).expect("a board");
    assert_eq!(
        row.text(Characters::Ascii, false),
        " k  p  .  P  +B\n 0  1  2  3  4\n"
    );
    assert_eq!(
        row.piece_sets(),
        [
            "staunton",
            "traditional",
            "simplified",
            "western",
            "letters"
        ]
    );
    let told = row.description();
    assert_eq!(
        told,
        "Upper case: +S:B 4; soldier 3. Lower case: pawn 1; king 0."
    );
    // A board of the shape of chess, with its pieces, is one of chess.
    let empty = r#"[null,null,null,null,null,null,null,null]"#;
    let rows = [empty; 7].join(",");
    let king = r#"[null,null,null,null,"W:K",null,null,null]"#;
    let chess = format!(r#"{{"starting_position": [{rows},{king}]}}"#);
    let chess = Diagram::of_pcn::<Standard>(&board(&chess)).expect("a board");
    assert_eq!(chess.description(), "White: king e1.");
    // With another piece it is not.
    let other = format!(
        r#"{{"starting_position": [{rows},{}]}}"#,
        king.replace("W:K", "S:K")
    );
    let other = Diagram::of_pcn::<Standard>(&board(&other)).expect("a board");
    assert_eq!(other.description(), "Upper case: S:K 7,4.");
    let svg = other.svg(&Style::default());
    assert!(svg.contains("movetext-any-letters-first-K"));
    elements(&svg);
    // More dimensions than a picture has, and a board that is too large.
    let cube = r#"{"starting_position": [[["w:k",null],[null,null]],[[null,null],[null,null]]]}"#;
    assert!(Diagram::of_pcn::<Standard>(&board(cube)).is_none());
    let huge = pcn::Board::from_rows(vec![vec![None; 200]; 100]);
    assert!(Diagram::of_pcn::<Standard>(&huge).is_none());
    let empty = pcn::Board::from_rows(Vec::new());
    let empty = Diagram::of_pcn::<Standard>(&empty).expect("a board");
    elements(&empty.svg(&Style::default()));
    assert_eq!(empty.text(Characters::Unicode, false), "\n");
}

/// The position at each node is that on which its move was read: the next move is legal there.
#[test]
fn positions_at_all_nodes_are_those_of_the_reader() {
    fn nodes<V: Variant>(folder: &str) -> usize {
        let mut seen = 0;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("corpus")
            .join(folder);
        let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").collect();
        files.sort_by_key(|file| file.as_ref().expect("a file").file_name());
        for file in files {
            let bytes = fs::read(file.expect("a file").path()).expect("it can be read");
            for game in games_as(&bytes, None) {
                let Ok(replay) = game.replay::<V>() else {
                    continue;
                };
                for node in game.nodes() {
                    let Some(next) = game.next(node) else {
                        continue;
                    };
                    let (Some(position), Some(mv)) = (replay.at(node), game.mv(next)) else {
                        continue;
                    };
                    let mut legal = Vec::new();
                    position.moves(&mut legal);
                    assert!(legal.contains(&mv), "{}", position.describe());
                    seen += 1;
                }
                for (node, mv, position) in replay.main_line() {
                    assert_eq!(game.mv(node), Some(mv));
                    let at = replay.at(node).expect("it was played");
                    assert_eq!(at.describe(), position.describe());
                }
            }
        }
        seen
    }
    let seen = [
        nodes::<Chess>("chess"),
        nodes::<Xiangqi>("xiangqi"),
        nodes::<Cescacs>("cescacs"),
    ];
    assert!(seen.iter().all(|seen| *seen > 30), "{seen:?}");
}

#[test]
fn what_cannot_be_played_has_no_position() {
    let pgn = "1. e4 (1. d4 (1. c4 c5) d5) e5 2. Ke3 Nf6 *\n";
    let game = only(games_as(pgn.as_bytes(), None), pgn);
    let at = |text: &str| {
        let node = game
            .nodes()
            .find(|node| game.text(*node) == text)
            .expect("a move");
        let replay = game.replay::<Chess>().expect("a game of chess");
        replay.at(node).map(|position| position.describe())
    };
    let board = |text| at(text).map(|fen| fen.split(' ').next().unwrap_or_default().to_owned());
    assert_eq!(
        board("c5").as_deref(),
        Some("rnbqkbnr/pp1ppppp/8/2p5/2P5/8/PP1PPPPP/RNBQKBNR")
    );
    assert_eq!(
        board("d5").as_deref(),
        Some("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR")
    );
    assert_eq!(
        board("e5").as_deref(),
        Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
    );
    assert_eq!((at("Ke3"), at("Nf6")), (None, None));
    let last = game.nodes().last().expect("a move");
    let error = Diagram::at::<Chess>(&game, last)
        .expect_err("not played")
        .to_string();
    assert_eq!(error, "a move before this position cannot be played");
    let error = Diagram::at::<Xiangqi>(&game, last)
        .expect_err("another game")
        .to_string();
    assert_eq!(error, "the game is one of chess");
}
