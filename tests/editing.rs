//! Editing real games: what was added can be removed without a trace, whatever the layout. Skips, and
//! says so, where the corpora are not there.

mod common;

use common::files;
use movetext::edit::{EditError, Editor};
use movetext::game::{NodeId, RemarkKind};
use movetext::{Game, Reader};

/// All nodes of a game.
fn nodes(game: &Game) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut open = vec![NodeId::ROOT];
    while let Some(head) = open.pop() {
        for node in std::iter::once(head).chain(game.line(head)) {
            found.push(node);
            open.extend(game.variations(node));
        }
    }
    found
}

/// The moves of all lines, each from the start of the game, in no order that tells which is the main
/// one.
fn lines(game: &Game) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![(NodeId::ROOT, Vec::new())];
    while let Some((head, before)) = open.pop() {
        let mut path: Vec<String> = before;
        for node in std::iter::once(head).chain(game.line(head)) {
            open.extend(game.variations(node).map(|inner| (inner, path.clone())));
            if game.is_move(node) {
                path.push(game.text(node).into_owned());
            }
        }
        found.push(path);
    }
    found.sort();
    found
}

/// Steps through a sequence of numbers that looks random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Adds a tag, a glyph and a comment somewhere, and takes them away again.
fn there_and_back(editor: &mut Editor, node: NodeId) -> Result<(), EditError> {
    editor.set_tag("Xyz", "a \"b\"")?;
    editor.remove_tag("Xyz")?;
    if editor.game().is_move(node) {
        editor.add_nag(node, 200)?;
        editor.remove_nag(node, 200)?;
    }
    let new = "this is new";
    editor.add_comment(node, new)?;
    let is_comment = |kind: &RemarkKind| matches!(kind, RemarkKind::Comment(_));
    let index = editor
        .game()
        .remarks(node)
        .filter(|(kind, _)| is_comment(kind))
        .position(|(_, text)| text == new)
        .expect("the comment is there");
    editor.remove_comment(node, index)
}

/// All files under a folder.
#[test]
fn real_games_are_edited_without_a_trace() {
    let Some(folder) = movetext_generate::real_files("") else {
        return;
    };
    let mut dice = Dice(1);
    let (mut games, mut promoted) = (0u64, 0u64);
    for path in files(folder) {
        let Ok(mut reader) = Reader::from_path(&path) else {
            continue;
        };
        let mut game = Game::new();
        let mut ordinal = 0;
        while matches!(reader.read_game(&mut game, &mut ()), Ok(true)) {
            ordinal += 1;
            if ordinal > 20 && ordinal % 10 != 0 {
                continue;
            }
            games += 1;
            let place = format!("{}, game {ordinal}", path.display());
            let mut editor = <Editor>::new(&game).expect(&place);
            let before = editor.game().source().as_bytes().to_vec();
            let nodes = nodes(&game);
            let node = nodes[dice.below(nodes.len())];
            match there_and_back(&mut editor, node) {
                Ok(()) => {
                    let after = editor.game().source().as_bytes();
                    assert_eq!(
                        String::from_utf8_lossy(after),
                        String::from_utf8_lossy(&before),
                        "{place}, {node:?}"
                    );
                }
                // A comment that is never closed takes whatever is written behind it.
                Err(error) => assert_eq!(error, EditError::Unfaithful, "{place}, {node:?}"),
            }
            let heads: Vec<NodeId> = nodes
                .into_iter()
                .filter(|&node| node != NodeId::ROOT && !game.is_move(node))
                .collect();
            if heads.is_empty() {
                continue;
            }
            let head = heads[dice.below(heads.len())];
            let old = lines(editor.game());
            if editor.promote_to_main(head).is_ok() {
                promoted += 1;
                assert_eq!(lines(editor.game()), old, "{place}, {head:?}");
            }
        }
    }
    assert!(
        games > 5_000 && promoted > 100,
        "{games} games, {promoted} promoted"
    );
}

/// What anybody reads as a game stays such a text: a change after which the variant or the encoding would
/// be judged otherwise is refused.
#[test]
fn what_strangers_read_stays() {
    let edited = |text: &[u8], encoding, edit: &dyn Fn(&mut Editor) -> Result<(), EditError>| {
        let mut game = Game::new();
        let mut reader = Reader::builder()
            .encoding(encoding)
            .from_reader(text)
            .expect("memory");
        assert!(reader.read_game(&mut game, &mut ()).expect("memory"));
        let mut editor = <Editor>::new(&game).expect("one game");
        let result = edit(&mut editor);
        if result.is_err() {
            assert_eq!(editor.game().source().as_bytes(), game.source().as_bytes());
        }
        result
    };
    let refused = Err(EditError::Unfaithful);
    let xiangqi = "[Game \"Chinese Chess\"]\n\n*".as_bytes();
    let away = edited(xiangqi, None, &|editor| editor.rename_tag("Game", "Foo"));
    assert_eq!(away, refused);
    let unknown = "[Foo \"Chinese Chess\"]\n\n*".as_bytes();
    let towards = edited(unknown, None, &|editor| editor.rename_tag("Foo", "Game"));
    assert_eq!(towards, refused);
    let latin = Some(encoding_rs::WINDOWS_1252);
    // What is a letter and a sign in the one encoding is one letter in the other.
    let comment = |text: &'static str| {
        edited(b"1. e4 e5 *", latin, &|editor| {
            editor.add_comment(NodeId::ROOT, text)
        })
    };
    assert_eq!(comment("Ã©"), refused);
    assert_eq!(comment("good"), Ok(()));
}
