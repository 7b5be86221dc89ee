//! The editor: what it does can be undone, and a game that it refuses to change stays as it was.

use movetext::edit::Editor;
use movetext::game::NodeId;
use movetext::{Game, Reader};

/// An operation of the editor: whether it was done.
type Operation = Box<dyn Fn(&mut Editor) -> bool>;

/// Each operation succeeds with a text that is one game, or leaves the game alone.
pub fn changes_what_it_says(bytes: &[u8]) {
    let mut reader = Reader::builder()
        .from_reader(bytes)
        .expect("bytes in memory");
    let mut game = Game::new();
    if !reader.read_game(&mut game, &mut ()).unwrap_or(false) {
        return;
    }
    let Ok(editor) = <Editor>::new(&game) else {
        return;
    };
    let nodes: Vec<NodeId> = editor.game().line(NodeId::ROOT).take(3).collect();
    let last = editor.game().line(NodeId::ROOT).last();
    let word: String = String::from_utf8_lossy(bytes).chars().take(12).collect();
    let mut operations: Vec<Operation> = vec![
        Box::new({
            let word = word.clone();
            move |editor| editor.set_tag("Annotator", &word).is_ok()
        }),
        Box::new(|editor| editor.set_tag("Variant", "xiangqi").is_ok()),
        Box::new(|editor| editor.rename_tag("Event", "Variant").is_ok()),
        Box::new(|editor| editor.remove_tag("Variant").is_ok()),
    ];
    for node in nodes.into_iter().chain(last) {
        let word = word.clone();
        operations.push(Box::new(move |editor| {
            editor.add_comment(node, &word).is_ok()
        }));
        operations.push(Box::new(move |editor| editor.add_nag(node, 3).is_ok()));
        operations.push(Box::new(move |editor| editor.remove(node).is_ok()));
        operations.push(Box::new(move |editor| editor.append(node, "e5").is_ok()));
    }
    for operation in operations {
        let mut editor = editor.clone();
        let before = editor.game().source().as_bytes().to_vec();
        if operation(&mut editor) {
            let text = editor.game().source().as_bytes().to_vec();
            assert!(
                <Editor>::new(editor.game()).is_ok(),
                "{}",
                text.escape_ascii()
            );
        } else {
            assert!(
                editor.game().source().as_bytes() == before,
                "a refused change is none"
            );
        }
    }
}
