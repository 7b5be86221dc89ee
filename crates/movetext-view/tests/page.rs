//! What stands in a page: every position of every game, as the library has it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::DeflateDecoder;
use movetext::check::Checker;
use movetext::diagnostic::Finding;
use movetext::draw::Diagram;
use movetext::event::Tee;
use movetext::game::NodeId;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::grid::{self, San};
use movetext::variant::{Lexed, RoleInfo, SetupError};
use movetext::variants::Standard;
use movetext::{
    Game, Geometry, InitialState, Move, MoveError, Piece, Position, Reader, ReaderBuilder, Role,
    Side, Square, Tags, Variant, VariantInfo, pcn,
};
use movetext_view::{Collector, Options, Page};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    for folder in ["chess", "xiangqi", "cescacs", "regressions"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            files.push(entry.expect("an entry").path());
        }
    }
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    for folder in ["cescacs", "xiangqi"] {
        let folder = shared.join(folder);
        match fs::read_dir(&folder) {
            Ok(entries) => files.extend(entries.filter_map(|entry| Some(entry.ok()?.path()))),
            Err(_) => println!("skipped: there are no real games in {}", folder.display()),
        }
    }
    files.retain(|path| path.is_file());
    files.sort();
    files
}

/// A file, or as much of it as can be compared in a moment.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("a file");
    bytes.truncate(48 << 10);
    bytes
}

/// The page of some bytes, with the trees of its games.
fn page<S: VariantSet>(bytes: &[u8], options: &ReaderBuilder) -> (String, Vec<Game>) {
    let mut page = Page::new(Options::default(), Cursor::new(Vec::new()));
    page.source("source.pgn");
    let mut games = Vec::new();
    let mut reader = options
        .with_variants::<S>(bytes)
        .expect("bytes can be read");
    let mut all = Tee::new(Tee::new(Collector::new(), Game::new()), Checker::default());
    while let Some(summary) = reader
        .next_game(&mut all, &mut ())
        .expect("bytes can be read")
    {
        page.add(all.first.first.take(&summary).prepare(&[]))
            .expect("memory takes it");
        games.push(all.first.second.clone());
    }
    let mut html = Vec::new();
    page.write(&mut html).expect("memory takes it");
    (String::from_utf8(html).expect("UTF-8"), games)
}

fn unpack(base64: &str) -> Value {
    let data = STANDARD.decode(base64).expect("base64");
    let mut json = String::new();
    DeflateDecoder::new(&data[..])
        .read_to_string(&mut json)
        .expect("deflated");
    serde_json::from_str(&json).expect("JSON")
}

/// The index of a page, and its games.
fn data(html: &str) -> (Value, Vec<Value>) {
    let mut parts = html
        .split("<script type=\"text/plain\" id=\"")
        .skip(1)
        .map(|part| {
            let text = part.split_once('>').expect("an element").1;
            unpack(text.split_once('<').expect("an end").0)
        });
    let index = parts.next().expect("an index");
    let games = parts.flat_map(|block| block.as_array().expect("games").clone());
    (index, games.collect())
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// Texts of a line each.
fn lines(value: &Value) -> Vec<&str> {
    value.as_str().expect("lines").lines().collect()
}

/// The text of a position, as the page makes it.
fn text(board: &Value, cells: &[usize], rest: &str) -> String {
    if let Some(whole) = rest.strip_prefix('=') {
        return whole.to_owned();
    }
    let assembly = &board["assembly"];
    let labelled = assembly["labelled"] == true;
    let mut rows = Vec::new();
    for row in assembly["rows"].as_array().expect("rows") {
        let (mut text, mut empty, mut bare) = (String::new(), 0, true);
        for square in row[1].as_array().expect("squares") {
            match cells[number(square)] {
                0 => empty += 1,
                code => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    (empty, bare) = (0, false);
                    text += assembly["letters"][code].as_str().expect("a letter");
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        match row[0].as_str().expect("a label") {
            label if labelled && !bare => rows.push(format!("{label}:{text}/")),
            _ if labelled => {}
            _ => rows.push(text),
        }
    }
    let board = if labelled {
        format!("/{}", rows.concat())
    } else {
        rows.join("/")
    };
    format!("{board} {rest}")
}

/// The positions behind all moves of a game, none where one before could not be played.
fn positions(index: &Value, game: &Value) -> Vec<Option<String>> {
    let board = &index["boards"][game["board"].as_str().expect("a board")];
    let start = if game["start"].is_null() {
        &board["start"]
    } else {
        &game["start"]
    };
    let cells = start[0]
        .as_array()
        .expect("cells")
        .iter()
        .map(number)
        .collect::<Vec<_>>();
    let mut boards = vec![Some(cells.clone())];
    let mut texts = vec![Some(text(
        board,
        &cells,
        start[1].as_str().expect("a rest"),
    ))];
    let open: Vec<usize> = match game["open"].as_array() {
        Some(open) => open.iter().map(number).collect(),
        None => Vec::new(),
    };
    let rests: Vec<&str> = lines(&game["rest"]);
    let diff: Vec<usize> = game["diff"]
        .as_array()
        .expect("squares")
        .iter()
        .map(number)
        .collect();
    let mut diff = diff.chunks(2);
    for (index, back) in game["back"].as_array().expect("moves").iter().enumerate() {
        let changes: Vec<&[usize]> = diff
            .by_ref()
            .take(number(&game["changed"][index]))
            .collect();
        let node = index + 1;
        let before = boards[node - number(back)].clone();
        let after = before.filter(|_| !open.contains(&node)).map(|mut cells| {
            for change in changes {
                cells[change[0]] = change[1];
            }
            cells
        });
        texts.push(after.as_ref().map(|cells| text(board, cells, rests[index])));
        boards.push(after);
    }
    texts
}

/// The positions behind all moves of a tree, in the order of the source.
struct Expected<'g>(&'g Game);

impl WithVariant for Expected<'_> {
    type Output = Vec<Option<String>>;
    fn run<V: Variant>(self) -> Self::Output {
        let replay = self.0.replay::<V>().expect("a start");
        let moves = self.0.nodes().filter(|node| self.0.is_move(*node));
        let moves = moves.map(|node| replay.at(node).map(|position| position.describe()));
        std::iter::once(Some(replay.start().describe()))
            .chain(moves)
            .collect()
    }
}

#[test]
fn positions_are_those_of_the_library() {
    let (mut seen, mut varied) = (0, 0);
    for path in corpus() {
        let bytes = beginning(&path);
        let (html, games) = page::<Standard>(&bytes, &Reader::builder());
        let (index, stored) = data(&html);
        assert_eq!(stored.len(), games.len(), "{}", path.display());
        for (game, stored) in games.iter().zip(&stored) {
            if !game.replayed {
                assert!(stored["board"].is_null());
                continue;
            }
            let variant = game
                .info
                .and_then(|info| Standard::find(info.id))
                .expect("a variant");
            let expected = Standard::run(variant, Expected(game));
            assert_eq!(positions(&index, stored), expected, "{}", path.display());
            seen += expected.len();
            varied += stored["begin"].as_array().map_or(0, Vec::len);
        }
    }
    assert!(
        seen > 500 && varied > 50,
        "{seen} positions, {varied} variations"
    );
}

#[test]
fn texts_are_kept() {
    for path in corpus() {
        let bytes = beginning(&path);
        let (html, games) = page::<Standard>(&bytes, &Reader::builder());
        let (_, stored) = data(&html);
        for (game, stored) in games.iter().zip(&stored) {
            assert_eq!(stored["text"], game.source().decode().as_ref());
            let moves: Vec<NodeId> = game.nodes().filter(|node| game.is_move(*node)).collect();
            let first = lines(&stored["moves"][0]);
            for (index, node) in moves.iter().enumerate() {
                let written = &stored["written"][(index + 1).to_string()];
                let shown = written.as_str().unwrap_or(first[index]);
                assert_eq!(shown, game.text(*node).replace('\n', " "));
            }
        }
    }
}

#[test]
fn the_same_games_give_the_same_bytes() {
    for path in corpus().into_iter().take(12) {
        let bytes = beginning(&path);
        let (once, _) = page::<Standard>(&bytes, &Reader::builder());
        let (again, _) = page::<Standard>(&bytes, Reader::builder().chunk(600));
        assert!(once == again, "{}", path.display());
    }
}

/// The size of chunks decides nothing, nor do deep brackets and long lines cost a stack.
#[test]
fn hostile_games_are_stored() {
    let deep = format!(
        "1. e4 {}1. d4{} e5 *\n",
        "(".repeat(20_000),
        ")".repeat(20_000)
    );
    let long = format!("{} *\n", "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(20_000));
    let wide = format!("1. e4 {} e5 *\n", "(1. d4) ".repeat(20_000));
    for source in [deep, long, wide] {
        let (html, games) = page::<Standard>(source.as_bytes(), &Reader::builder());
        let (_, stored) = data(&html);
        assert_eq!(stored.len(), games.len());
    }
}

/// Texts of games cannot leave the data.
#[test]
fn texts_are_no_markup() {
    let evil = "</script><script>alert(1)</script>%data%\n";
    let source = format!("[White \"{evil}\"]\n[Black \"%style%%policy%\"]\n\n1. e4 {{{evil}}} *\n");
    let (html, _) = page::<Standard>(source.as_bytes(), &Reader::builder());
    assert_eq!(html.matches("<script").count(), 3);
    assert_eq!(html.matches("</script").count(), 3);
    assert!(!html.contains("alert(1)</script"));
}

/// Chess with kings alone, on 3 × 4 squares.
struct Kings;

#[derive(Clone, Debug)]
struct KingsBoard(Vec<Option<Piece>>, Side);

impl Position for KingsBoard {
    fn turn(&self) -> Side {
        self.1
    }
    fn piece_on(&self, square: Square) -> Option<Piece> {
        *self.0.get(square.index())?
    }
    fn play(&mut self, mv: &Move) {
        self.0[mv.to.index()] = self.0[mv.from.index()].take();
        self.1 = self.1.other();
    }
    fn moves(&self, out: &mut Vec<Move>) {
        for from in (0..12).map(Square) {
            if self.piece_on(from).is_none_or(|piece| piece.side != self.1) {
                continue;
            }
            let near = |to: &Square| {
                let files = (to.0 % 3).abs_diff(from.0 % 3);
                files.max((to.0 / 3).abs_diff(from.0 / 3)) == 1
            };
            let free = (0..12)
                .map(Square)
                .filter(near)
                .filter(|to| self.piece_on(*to).is_none());
            out.extend(free.map(|to| Move::quiet(Role::new(1), from, to)));
        }
    }
    fn describe(&self) -> String {
        let turn = ["w", "b"][self.1.index()];
        format!("{} {turn}", grid::write_board(self, &Kings::INFO))
    }
}

impl Variant for Kings {
    type Position = KingsBoard;
    type Token = San;
    type Dialect = ();
    type Notation = ();
    const INFO: VariantInfo = VariantInfo {
        id: "kings",
        name: "Kings alone",
        selectors: &[("Variant", &["kings"])],
        roles: &[RoleInfo::new('K', "king")],
        geometry: Geometry::grid::<3, 4>(),
        ..VariantInfo::PGN
    };
    fn initial_state(_: &Tags<'_>, _: &mut Vec<Finding>) -> Result<InitialState<Self>, SetupError> {
        let squares = grid::read_board("1k1/3/3/1K1", &Self::INFO).expect("a board");
        Ok(InitialState {
            position: KingsBoard(squares, Side::First),
            dialect: (),
            custom: false,
        })
    }
    fn lex(text: &[u8], (): &()) -> Option<Lexed<San>> {
        grid::lex(text, &Self::INFO)
    }
    fn resolve(san: San, position: &KingsBoard, (): &()) -> Result<Move, MoveError> {
        grid::resolve(san, position, &Self::INFO)
    }
    fn write(mv: &Move, position: &KingsBoard, (): (), out: &mut String) {
        grid::write(mv, position, &Self::INFO, out);
    }
}

#[test]
fn variants_of_ones_own_have_boards() {
    let source = "[Variant \"Kings\"]\n\n1. Kb2 Ka3 (1... Kc4 2. Kb3) 2. Kc1 *\n";
    let (html, games) =
        page::<(Kings, movetext::variants::Chess)>(source.as_bytes(), &Reader::builder());
    let (index, stored) = data(&html);
    assert_eq!(
        positions(&index, &stored[0]),
        Expected(&games[0]).run::<Kings>()
    );
    let board = &index["boards"]["kings"];
    assert_eq!(board["names"].as_array().map(Vec::len), Some(12));
    assert_eq!(board["notations"], serde_json::json!([""]));
    let sets: Vec<&str> = board["sets"]
        .as_array()
        .expect("sets")
        .iter()
        .filter_map(|set| set["name"].as_str())
        .collect();
    assert_eq!(sets, ["figures", "letters"]);
    // The first kind of piece is written without its letter, as pawns are.
    assert_eq!(stored[0]["moves"][0], "b2\na3\nc4\nb3\nc1\n");
}

#[test]
fn documents_of_other_boards_have_theirs() {
    let text = r#"{"starting_position": [["s:k", null, null], [null, null, "s:p"], ["S:K", null, "S:R"]],
        "previous_moves": [[[8, "capture", 5]], [[0, "shift", 1]], [[0, "shift", 1]]]}"#;
    let reading = pcn::read(text);
    let game = movetext_view::Game::of_document::<Standard>(&reading, 1).expect("a game");
    let mut page = Page::new(Options::default(), Cursor::new(Vec::new()));
    page.source("own.pcn");
    page.add(game.prepare(&[])).expect("memory takes it");
    let mut html = Vec::new();
    page.write(&mut html).expect("memory takes it");
    let (index, stored) = data(&String::from_utf8(html).expect("UTF-8"));
    let game = &stored[0];
    assert_eq!(game["moves"][0], "8×5\n0–1\n0–1\n");
    assert_eq!(game["open"], serde_json::json!([3]));
    assert_eq!(game["hands"]["1"], serde_json::json!([[[6, 1]], []]));
    let board = &index["boards"][game["board"].as_str().expect("a board")];
    assert_eq!(board["names"].as_array().map(Vec::len), Some(9));
    // Each piece that occurs has a picture.
    let set = &board["sets"][0];
    let symbols = set["symbols"].as_str().expect("symbols");
    for id in set["ids"].as_array().expect("ids").iter().skip(2) {
        assert!(symbols.contains(&format!("id={id}")), "{id}");
    }
}

#[test]
fn boards_are_pictures_of_the_library() {
    let (html, _) = page::<Standard>(b"1. e4 *", &Reader::builder());
    let (index, _) = data(&html);
    let board = &index["boards"]["chess"];
    let diagram = Diagram::board::<movetext::variants::Chess>();
    assert_eq!(
        board["sets"][0]["symbols"],
        diagram.symbols::<movetext::variants::Chess>()
    );
    let colours = index["colours"].as_array().expect("colours");
    let picture = board["pictures"][0].as_str().expect("a picture");
    assert!(picture.contains("var(--b0)") && !picture.contains("\"#") && colours.len() < 12);
}

/// What a text with choices says: `a[b|c]d` stands for `abd` and `acd`.
fn spread(form: &str) -> Vec<String> {
    let Some((before, rest)) = form.split_once('[') else {
        return vec![form.to_owned()];
    };
    let (choices, after) = rest.split_once(']').expect("an end of choices");
    let forms = choices.split('|');
    forms
        .flat_map(|choice| spread(&format!("{before}{choice}{after}")))
        .collect()
}

/// CH-293: each language of the page has a meaning for every NAG that has one, and says whom it concerns.
#[test]
fn nags_have_a_meaning_in_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/strings");
    let mut tables = 0;
    for language in ["ca", "es", "ru", "zh"] {
        let path = folder.join(language).with_extension("js");
        let text = fs::read_to_string(path).expect("a table of words");
        for table in text.split("nags: [").skip(1) {
            let list = table.split_once("\n    ],").expect("an end of the list").0;
            // What stands between quotes.
            let forms = list.split('\'').skip(1).step_by(2);
            let mut meanings = forms.flat_map(spread);
            let mut seen = BTreeSet::new();
            for nag in (1..=255).filter(|nag| *nag < 14 || nag % 2 == 0) {
                let Some(known) = movetext::nags::meaning(nag) else {
                    continue;
                };
                let meaning = meanings.next();
                let meaning = meaning.unwrap_or_else(|| panic!("{language} lacks ${nag}: {known}"));
                let names_side = meaning.contains("{0}") || meaning.contains("{1}");
                assert_eq!(
                    names_side,
                    known.side.is_some(),
                    "{language} ${nag}: {meaning}"
                );
                assert!(seen.insert(meaning.clone()), "{language} ${nag}: {meaning}");
            }
            assert_eq!(meanings.next(), None, "{language}");
            tables += 1;
        }
    }
    assert_eq!(tables, 5, "with both scripts of Chinese");
}
