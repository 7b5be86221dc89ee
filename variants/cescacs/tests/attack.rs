//! Which pieces attack which hexes.

use super::*;

/// A piece on F14 attacks these of the hexes around it, one king's hex at a time.
#[test]
fn patterns() {
    let orthogonal = "E13 E15 F12 F16 G13 G15";
    let diagonal = "D14 E11 E17 G11 G17 H14";
    let jumps = "C13 C15 D10 D18 E19 E9 G19 G9 H10 H18 I13 I15";
    let far_orthogonal = "F18 F10 A9 L19";
    let far_diagonal = "B14 C23 I5";
    let table: [(char, &[&str]); 8] = [
        ('K', &[orthogonal, diagonal]),
        ('R', &[orthogonal, far_orthogonal]),
        ('J', &[diagonal, far_diagonal]),
        ('N', &[jumps]),
        ('V', &[orthogonal, far_orthogonal, jumps]),
        ('G', &[diagonal, far_diagonal, jumps]),
        ('E', &["F16 F18 E17 G17 E11 G11"]),
        ('P', &["E17 G17"]),
    ];
    let all = [orthogonal, diagonal, jumps, far_orthogonal, far_diagonal];
    for (piece, hexes) in table {
        let attacked: HashSet<&str> = hexes.iter().flat_map(|names| names.split(' ')).collect();
        for target in all.iter().flat_map(|names| names.split(' ')) {
            for side in [Side::First, Side::Second] {
                let role = crate::Role::new(
                    ROLES.iter().position(|r| r.letter == piece).expect("role") as u8 + 1,
                );
                let flip = |square| match side {
                    Side::First => square,
                    Side::Second => geometry::mirror(square),
                };
                let mut pieces = crate::variants::cescacs::position::Pieces::EMPTY;
                pieces.put(flip(hex("F14")), role, side);
                assert_eq!(
                    crate::variants::cescacs::rules::attacks::is_attacked(
                        &pieces,
                        flip(hex(target)),
                        side
                    ),
                    attacked.contains(target),
                    "{piece} {side:?} {target}"
                );
            }
        }
    }
}

/// Pieces in the way stop slides and the elephant's second hex, not jumps or diagonal steps.
#[test]
fn blocked() {
    let table = [
        ("/18:3k3/16:3p3/14:3R3/1:1K/ b -- - 0 1", false),
        ("/18:3k3/14:3R3/1:1K/ b -- - 0 1", true),
        ("/18:3k3/16:3p3/14:3E3/1:1K/ b -- - 0 1", false),
        ("/18:3k3/14:3E3/1:1K/ b -- - 0 1", true),
        ("/17:4k3/16:3p3/15:4p3/14:3J3/1:1K/ b -- - 0 1", true),
        ("/19:4k3/16:3p3/15:4p3/14:3N3/1:1K/ b -- - 0 1", true),
        ("/27:1k/1:1K/ b -- - 0 1", false),
    ];
    for (pdtl, check) in table {
        assert_eq!(position(pdtl).is_check(), check, "{pdtl}");
    }
}
