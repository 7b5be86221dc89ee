//! A position as a board of letters.

use movetext::registry::{VariantSet, WithVariant};
use movetext::tags::TagSpan;
use movetext::variants::Standard;
use movetext::{Cells, Position, Side, Square, Tags, Variant};

/// The rows of the board of a position in the variant's own notation, as the first player sees it: capital letters
/// for the first player, small ones for the second. None if the position cannot be set up.
pub fn draw(variant: &str, position: &str) -> Option<Vec<String>> {
    Standard::run(Standard::find(variant)?, Draw { position })
}

struct Draw<'p> {
    position: &'p str,
}

impl WithVariant for Draw<'_> {
    type Output = Option<Vec<String>>;

    fn run<V: Variant>(self) -> Self::Output {
        let name = V::INFO.setup.first()?;
        let text = format!("{name} {}", self.position);
        let value = name.len() + 1..text.len();
        let span = TagSpan {
            span: 0..text.len(),
            name: 0..name.len(),
            value,
        };
        let spans = [span];
        let tags = Tags::new(&spans, text.as_bytes(), encoding_rs::UTF_8);
        let start = V::initial_state(&tags, &mut Vec::new()).ok()?;
        Some(rows::<V>(&start.position))
    }
}

fn rows<V: Variant>(position: &V::Position) -> Vec<String> {
    let geometry = V::INFO.geometry;
    // Hexagons of neighbouring columns stand half a hexagon apart.
    let (across, up) = match geometry.cells {
        Cells::Squares | Cells::Points => (2.0, 1.0),
        Cells::Hexagons => (8.0 / 3.0, 4.0 / 3f32.sqrt()),
    };
    let squares = (0..geometry.squares).map(Square);
    let placed: Vec<(i32, i32, char)> = squares
        .map(|square| {
            let (x, y) = (geometry.centre)(square);
            let letter = position.piece_on(square).map(|piece| {
                let role = V::INFO.roles.get(piece.role.index());
                let letter = role.map_or('?', |role| role.letter);
                match piece.side {
                    Side::First => letter.to_ascii_uppercase(),
                    Side::Second => letter.to_ascii_lowercase(),
                }
            });
            let place = ((x * across).round() as i32, (y * up).round() as i32);
            (place.0, place.1, letter.unwrap_or('.'))
        })
        .collect();
    let least = |of: fn(&(i32, i32, char)) -> i32| placed.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&(i32, i32, char)) -> i32| placed.iter().map(of).max().unwrap_or(0);
    let (left, right) = (least(|place| place.0), most(|place| place.0));
    let (bottom, top) = (least(|place| place.1), most(|place| place.1));
    let mut rows = vec![vec![' '; (right - left + 1) as usize]; (top - bottom + 1) as usize];
    for (x, y, letter) in placed {
        rows[(top - y) as usize][(x - left) as usize] = letter;
    }
    let text = rows
        .into_iter()
        .map(|row| row.into_iter().collect::<String>());
    text.map(|row| row.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn boards_are_as_the_first_player_sees_them() {
        let chess = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
        let rows = draw("chess", chess).expect("a position");
        assert_eq!(rows.len(), 8);
        assert_eq!(rows[0], "r n b q k b n r");
        assert_eq!(rows[3], ". . . . p . . .");
        assert_eq!(rows[7], "R N B Q K B N R");
        let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1";
        let rows = draw("xiangqi", xiangqi).expect("a position");
        assert_eq!((rows.len(), &*rows[9]), (10, "R N B A K A B N R"));
        assert_eq!(draw("chess", "nonsense"), None);
        assert_eq!(draw("draughts", chess), None);
    }
}
