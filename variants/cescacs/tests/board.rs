//! The hexes, their names and the steps between them.

use super::*;

/// CE-020, CE-026, CE-030, CE-033, CE-034: the table of columns.
#[test]
fn columns() {
    let table = [
        ('P', 7, 21, 8),
        ('T', 6, 22, 9),
        ('A', 5, 23, 10),
        ('B', 4, 24, 11),
        ('C', 3, 25, 12),
        ('D', 2, 26, 13),
        ('E', 1, 27, 14),
        ('F', 0, 28, 15),
        ('G', 1, 27, 14),
        ('H', 2, 26, 13),
        ('I', 3, 25, 12),
        ('K', 4, 24, 11),
        ('L', 5, 23, 10),
        ('X', 6, 22, 9),
        ('Z', 7, 21, 8),
    ];
    let mut all = 0;
    for (letter, first, last, count) in table {
        let lines: Vec<u32> = (0..100)
            .filter(|line| geometry::square(&format!("{letter}{line}")).is_some())
            .collect();
        assert_eq!(lines.first(), Some(&first), "{letter}");
        assert_eq!(lines.last(), Some(&last), "{letter}");
        assert_eq!(lines.len(), count, "{letter}");
        all += count;
    }
    assert_eq!(all, geometry::HEXES);
}

/// CE-032, CE-035, CE-036: names both ways.
#[test]
fn names() {
    let mut names = HashSet::new();
    for index in 0..geometry::HEXES as u8 {
        let name = geometry::name(Square(index));
        assert_eq!(geometry::square(name.as_str()), Some(Square(index)));
        assert!(names.insert(name.to_string()));
    }
    assert_eq!(geometry::name(Square(0)).as_str(), "P7");
    assert_eq!(geometry::name(Square(168)).as_str(), "Z21");
    for wrong in [
        "", "E", "E7 ", "e7", "E07", "F00", "J7", "E6", "E29", "F30", "P5", "P23", "É7", "E71",
        "M9", "7E",
    ] {
        assert_eq!(geometry::square(wrong), None, "{wrong}");
    }
}

/// CE-154, CE-158: the hexes of a line in PDTL order.
#[test]
fn rows() {
    let table = [
        (0, "F"),
        (1, "EG"),
        (2, "DFH"),
        (3, "CEGI"),
        (4, "BDFHK"),
        (5, "ACEGIL"),
        (6, "TBDFHKX"),
        (7, "PACEGILZ"),
        (14, "TBDFHKX"),
        (21, "PACEGILZ"),
        (22, "TBDFHKX"),
        (23, "ACEGIL"),
        (27, "EG"),
        (28, "F"),
    ];
    for (line, columns) in table {
        let expected: Vec<Square> = columns
            .chars()
            .map(|column| hex(&format!("{column}{line}")))
            .collect();
        assert_eq!(geometry::row(line).collect::<Vec<_>>(), expected, "{line}");
    }
    let all: usize = (0..=28).map(|line| geometry::row(line).count()).sum();
    assert_eq!(all, geometry::HEXES);
}

/// CE-021, CE-024, CE-042: colours, and that a diagonal step keeps them.
#[test]
fn colours() {
    let mut counts = [0; 3];
    for index in 0..geometry::HEXES as u8 {
        let from = Square(index);
        let colour = geometry::colour(from);
        counts[usize::from(colour)] += 1;
        for way in geometry::DIAGONAL {
            if let Some(to) = geometry::step(from, way) {
                assert_eq!(geometry::colour(to), colour);
            }
        }
        for way in geometry::ORTHOGONAL {
            if let Some(to) = geometry::step(from, way) {
                assert_ne!(geometry::colour(to), colour);
            }
        }
    }
    assert_eq!(counts, [57, 57, 55]);
    assert_eq!(geometry::colour(hex("F14")), 2);
}

/// CE-038, CE-040: the steps from the centre.
#[test]
fn steps() {
    let reached = |ways: &[(i8, i8)]| {
        let mut names: Vec<String> = ways
            .iter()
            .filter_map(|&way| geometry::step(hex("F14"), way))
            .map(|hex| geometry::name(hex).to_string())
            .collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(reached(&geometry::ORTHOGONAL), "E13 E15 F12 F16 G13 G15");
    assert_eq!(reached(&geometry::DIAGONAL), "D14 E11 E17 G11 G17 H14");
    assert_eq!(
        reached(&geometry::JUMPS),
        "C13 C15 D10 D18 E19 E9 G19 G9 H10 H18 I13 I15"
    );
}

/// CE-073: the promotion hexes.
#[test]
fn promotion_hexes() {
    let white = "P21 T22 A23 B24 C25 D26 E27 F28 G27 H26 I25 K24 L23 X22 Z21";
    let black = "P7 T6 A5 B4 C3 D2 E1 F0 G1 H2 I3 K4 L5 X6 Z7";
    for (side, names) in [(Side::First, white), (Side::Second, black)] {
        let expected: Vec<Square> = names.split(' ').map(hex).collect();
        for index in 0..geometry::HEXES as u8 {
            let square = Square(index);
            assert_eq!(
                geometry::is_promotion_hex(square, side),
                expected.contains(&square),
                "{side:?} {square:?}"
            );
        }
    }
}

/// CE-022, CE-023, CE-025, CE-027, CE-028, CE-031: columns, lines and their colours.
#[test]
fn orientation() {
    use geometry::{HEXES, LAST_LINE, at, colour, column, row, step};
    let hexes = || (0..HEXES as u8).map(Square);
    // CE-022: a column runs from one player to the other.
    let centre = |hex| (geometry::GEOMETRY.centre)(hex);
    for from in hexes() {
        let Some(to) = step(from, (0, 2)) else {
            continue;
        };
        assert_eq!(centre(from).0, centre(to).0);
        assert!(centre(from).1 < centre(to).1);
    }
    // CE-023: the hexes of a line lie in a row and have one colour.
    for line in 0..=LAST_LINE {
        let mut row = row(line);
        let first = row.next().expect("no line is empty");
        assert!(row.all(|hex| colour(hex) == colour(first) && centre(hex).1 == centre(first).1));
    }
    // CE-025: king and queen on hexes of their own colour, 1 white and 0 black.
    for (king, queen, own) in [("G1", "E1", 1), ("G27", "E27", 0)] {
        let position = CescacsPosition::START;
        for (name, role) in [(king, KING), (queen, QUEEN)] {
            let piece = position.pieces().get(hex(name)).expect("a piece");
            assert_eq!((piece.role, colour(hex(name))), (role, own), "{name}");
        }
    }
    // CE-027, CE-028: columns in the order of the board, F in the middle.
    let columns: String = (-7..=7)
        .map(|c| geometry::name(at(c, 14 + c % 2).expect("a hex")).as_str()[..1].to_owned())
        .collect();
    assert_eq!(columns, "PTABCDEFGHIKLXZ");
    assert_eq!(column(hex("F14")), 0);
    // CE-031: the middle line is of the third colour.
    let middle: Vec<String> = row(14).map(|hex| geometry::name(hex).to_string()).collect();
    assert_eq!(middle, ["T14", "B14", "D14", "F14", "H14", "K14", "X14"]);
    assert!(row(14).all(|hex| colour(hex) == 2));
    assert!(
        ["P14", "E14", "Z14"]
            .iter()
            .all(|name| geometry::square(name).is_none())
    );
}

/// Neighbouring hexes are drawn at one and the same distance, all inside the picture.
#[test]
fn centres() {
    let centre = geometry::GEOMETRY.centre;
    for index in 0..geometry::HEXES as u8 {
        let (x, y) = centre(Square(index));
        assert!(x >= 0.5 && y > 0.4, "{index}");
        for way in geometry::ORTHOGONAL {
            if let Some(to) = geometry::step(Square(index), way) {
                let (a, b) = centre(to);
                let distance = (a - x).hypot(b - y);
                assert!((distance - 0.866).abs() < 0.001, "{distance}");
            }
        }
    }
}
