//! What is drawn comes out as pixels, and the same ones each time.

use movetext::draw::{Diagram, Style, Theme};
use movetext::game::NodeId;
use movetext::registry::VariantSet;
use movetext::variants::{Cescacs, Chess, Standard, Xiangqi};
use movetext::{Game, Reader, Variant};
use movetext_png::{Error, render};

fn start<V: Variant>() -> Diagram {
    let mut game = Game::new();
    let variant = Standard::find(V::INFO.id);
    let reader = Reader::builder().variant(variant).from_reader(&b"*\n"[..]);
    let mut reader = reader.expect("a text");
    reader.read_game(&mut game, &mut ()).expect("a game");
    Diagram::at::<V>(&game, NodeId::ROOT).expect("a start")
}

/// Width and height, as the header of the file has them.
fn size(png: &[u8]) -> (u32, u32) {
    let number = |at: usize| {
        png[at..at + 4]
            .iter()
            .fold(0, |n, byte| n << 8 | u32::from(*byte))
    };
    (number(16), number(20))
}

#[test]
fn pictures_of_every_board_are_the_same_each_time() {
    for diagram in [start::<Chess>(), start::<Xiangqi>(), start::<Cescacs>()] {
        let mut all = Vec::new();
        for theme in [Theme::Light, Theme::Dark] {
            for flip in [false, true] {
                let style = Style {
                    theme,
                    flip,
                    width: 300,
                    ..Style::default()
                };
                let svg = diagram.svg(&style);
                let png = render(&svg).expect("a picture");
                assert_eq!(png, render(&svg).expect("a picture"));
                assert_eq!(size(&png).0, 300);
                all.push(png);
            }
        }
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 4, "every style looks different");
    }
}

/// Each piece leaves its own pixels: none is invisible, and none is drawn like another.
#[test]
fn every_piece_can_be_seen() {
    fn pieces<V: Variant>(sets: &[&str]) {
        for set in sets {
            let mut diagram = Diagram::board::<V>();
            diagram.set_pieces(set).expect("a set");
            let symbols = diagram.symbols::<V>();
            let mut seen = vec![picture("")];
            for symbol in symbols.lines() {
                let id = symbol.split('"').nth(1).expect("an id");
                seen.push(picture(&format!("{symbol}<use href=\"#{id}\"/>")));
            }
            let all = seen.len();
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), all, "{} {set}", V::INFO.id);
            assert_eq!(all, 1 + 2 * V::INFO.roles.len());
        }
    }
    fn picture(content: &str) -> Vec<u8> {
        render(&format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='60' height='60' \
             viewBox='0 0 100 100'><rect width='100' height='100' fill='#a88'/>{content}</svg>"
        ))
        .expect("a picture")
    }
    pieces::<Chess>(&["staunton", "letters"]);
    pieces::<Xiangqi>(&["traditional", "simplified", "western", "letters"]);
    pieces::<Cescacs>(&["cescacs", "letters"]);
}

#[test]
fn what_is_no_picture_is_refused() {
    assert!(matches!(render("1. e4 e5"), Err(Error::Svg(_))));
    let huge = "<svg xmlns='http://www.w3.org/2000/svg' width='99999' height='99999'/>";
    assert_eq!(render(huge), Err(Error::Size(99_999, 99_999)));
}
