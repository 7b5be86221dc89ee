//! Moves of chess in standard algebraic notation: every form, and what people write instead.

use super::{Case, section, set_up};
use serde_json::json;

/// A move: requirements, class, as written, its squares with the promotion, canonical form, and a note. Of invalid
/// moves nothing else is known.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// A family: its name, its position, its moves.
type Family = (&'static str, &'static str, &'static [Row]);

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// All of White's pieces have squares to go to and pieces to capture.
const OPEN: &str = "4k3/2p1p3/8/1p1n1b2/8/1B1N1Q2/8/R3K3 w - - 0 1";

const FAMILIES: &[Family] = &[
    (
        "pawn",
        START,
        &[
            ("CH-166 CH-168 CH-170", "valid", "e4", "e2e4", "e4", ""),
            ("CH-166 CH-170", "valid", "a3", "a2a3", "a3", ""),
            ("CH-171", "lenient", "Pe4", "e2e4", "e4", ""),
            ("CH-168", "lenient", "E4", "e2e4", "e4", ""),
            ("CH-173 CH-196", "lenient", "e2e4", "e2e4", "e4", ""),
            ("CH-173 CH-196", "lenient", "e2-e4", "e2e4", "e4", ""),
            ("CH-143", "invalid", "e5", "", "", ""),
            ("CH-143 CH-175", "invalid", "exd3", "", "", ""),
            ("CH-168", "invalid", "i4", "", "", ""),
            ("CH-168", "invalid", "e9", "", "", ""),
        ],
    ),
    (
        "pawn-capture",
        "4k3/8/3n1b2/4P3/8/8/8/4K3 w - - 0 1",
        &[
            ("CH-174 CH-175", "valid", "exd6", "e5d6", "exd6", ""),
            ("CH-174 CH-175", "valid", "exf6", "e5f6", "exf6", ""),
            ("CH-170", "valid", "e6", "e5e6", "e6", ""),
            ("CH-171 CH-175", "lenient", "Pexd6", "e5d6", "exd6", ""),
            ("CH-174 CH-175", "lenient", "ed6", "e5d6", "exd6", ""),
            ("CH-174", "lenient", "e:d6", "e5d6", "exd6", ""),
            ("CH-174", "lenient", "eXd6", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "e5xd6", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "xd6", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "exf", "e5f6", "exf6", ""),
        ],
    ),
    (
        "piece",
        OPEN,
        &[
            (
                "CH-166 CH-167 CH-169 CH-173",
                "valid",
                "Kd2",
                "e1d2",
                "Kd2",
                "",
            ),
            ("CH-166 CH-167 CH-169", "valid", "Qe3", "f3e3", "Qe3", ""),
            ("CH-166 CH-167 CH-169", "valid", "Rc1", "a1c1", "Rc1", ""),
            ("CH-166 CH-167 CH-169", "valid", "Ba2", "b3a2", "Ba2", ""),
            ("CH-166 CH-167 CH-169", "valid", "Nf4", "d3f4", "Nf4", ""),
            ("CH-174", "valid", "Bxd5", "b3d5", "Bxd5", ""),
            ("CH-174", "valid", "Qxf5", "f3f5", "Qxf5", ""),
            ("CH-064 CH-169", "lenient", "nf4", "d3f4", "Nf4", ""),
            ("CH-064", "lenient", "NF4", "d3f4", "Nf4", ""),
            ("CH-174", "lenient", "Bd5", "b3d5", "Bxd5", ""),
            ("CH-174", "lenient", "B:d5", "b3d5", "Bxd5", ""),
            ("CH-174", "lenient", "Nxf4", "d3f4", "Nf4", ""),
            ("CH-173 CH-196", "lenient", "Nd3-f4", "d3f4", "Nf4", ""),
            ("CH-173 CH-196", "lenient", "d3f4", "d3f4", "Nf4", ""),
            ("CH-173", "lenient", "N-f4", "d3f4", "Nf4", ""),
            ("CH-143", "invalid", "Nd4", "", "", ""),
            ("CH-143", "invalid", "Rb2", "", "", ""),
            ("CH-167 CH-169", "invalid", "Sf4", "", "", ""),
            ("CH-167 CH-169", "invalid", "Tc1", "", "", ""),
            ("CH-167 CH-169", "invalid", "Dxf5", "", "", ""),
            ("CH-021 CH-167", "invalid", "Кd2", "", "", ""),
            ("CH-173", "invalid", "N f4", "", "", ""),
        ],
    ),
    (
        "disambiguation-file",
        "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
        &[
            ("CH-184", "valid", "Nbd2", "b1d2", "Nbd2", ""),
            ("CH-184", "valid", "Nfd2", "f3d2", "Nfd2", ""),
            ("CH-184 CH-185", "lenient", "N1d2", "b1d2", "Nbd2", ""),
            ("CH-184 CH-195", "lenient", "Nb1d2", "b1d2", "Nbd2", ""),
            ("CH-184", "invalid", "Nd2", "", "", ""),
            ("CH-183 CH-195", "lenient", "Nbc3", "b1c3", "Nc3", ""),
            ("CH-183 CH-195", "lenient", "N1c3", "b1c3", "Nc3", ""),
            ("CH-187", "invalid", "bNd2", "", "", ""),
        ],
    ),
    (
        "disambiguation-rank",
        "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1",
        &[
            ("CH-185", "valid", "R1a3", "a1a3", "R1a3", ""),
            ("CH-185", "valid", "R5a3", "a5a3", "R5a3", ""),
            ("CH-185 CH-195", "lenient", "Ra1a3", "a1a3", "R1a3", ""),
            ("CH-185", "invalid", "Ra3", "", "", ""),
            ("CH-185", "invalid", "Raa3", "", "", ""),
        ],
    ),
    (
        "disambiguation-both",
        "4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1",
        &[
            ("CH-186", "valid", "Qa1b2", "a1b2", "Qa1b2", ""),
            ("CH-184 CH-186", "valid", "Qcb2", "c1b2", "Qcb2", ""),
            ("CH-185 CH-186", "valid", "Q3b2", "a3b2", "Q3b2", ""),
            ("CH-186", "invalid", "Qab2", "", "", ""),
            ("CH-186", "invalid", "Q1b2", "", "", ""),
            ("CH-186", "invalid", "Qb2", "", "", ""),
        ],
    ),
    (
        "disambiguation-capture",
        "7k/3p4/1N3N2/8/8/8/8/4K3 w - - 0 1",
        &[
            ("CH-187", "valid", "Nbxd7", "b6d7", "Nbxd7", ""),
            ("CH-187", "lenient", "Nbd7", "b6d7", "Nbxd7", ""),
            ("CH-187", "lenient", "Nb6xd7", "b6d7", "Nbxd7", ""),
            ("CH-187", "invalid", "Nxd7", "", "", ""),
        ],
    ),
    (
        "pinned",
        "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1",
        &[
            ("CH-188 CH-195", "valid", "Nc2", "a1c2", "Nc2", ""),
            ("CH-188 CH-195", "lenient", "Nac2", "a1c2", "Nc2", ""),
            ("CH-143", "invalid", "Nc3", "", "", ""),
        ],
    ),
    (
        "promotion",
        "3rk3/2P5/8/8/8/8/6p1/4K2R w - - 0 1",
        &[
            ("CH-181 CH-182 CH-189", "valid", "c8=Q", "c7c8q", "c8=Q", ""),
            ("CH-181 CH-182", "valid", "c8=R", "c7c8r", "c8=R", ""),
            ("CH-181 CH-182", "valid", "c8=B", "c7c8b", "c8=B", ""),
            ("CH-181 CH-182", "valid", "c8=N", "c7c8n", "c8=N", ""),
            ("CH-181 CH-189", "valid", "cxd8=Q+", "c7d8q", "cxd8=Q+", ""),
            ("CH-181 CH-189", "valid", "cxd8=R+", "c7d8r", "cxd8=R+", ""),
            ("CH-181 CH-182", "valid", "cxd8=N", "c7d8n", "cxd8=N", ""),
            ("CH-181", "lenient", "c8Q", "c7c8q", "c8=Q", ""),
            ("CH-181", "lenient", "c8(Q)", "c7c8q", "c8=Q", ""),
            ("CH-181", "lenient", "c8/Q", "c7c8q", "c8=Q", ""),
            ("CH-181 CH-064", "lenient", "c8=q", "c7c8q", "c8=Q", ""),
            ("CH-181 CH-189", "lenient", "cxd8Q+", "c7d8q", "cxd8=Q+", ""),
            ("CH-181 CH-189", "lenient", "cxd8=Q", "c7d8q", "cxd8=Q+", ""),
            ("CH-181", "lenient", "c7c8q", "c7c8q", "c8=Q", ""),
            ("CH-182", "invalid", "c8=K", "", "", ""),
            ("CH-182", "invalid", "c8=P", "", "", ""),
            ("CH-181", "invalid", "c8", "", "", ""),
            ("CH-181", "invalid", "Kd2=Q", "", "", ""),
        ],
    ),
    (
        "castling",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        &[
            ("CH-176", "valid", "O-O", "e1g1", "O-O", ""),
            ("CH-177", "valid", "O-O-O", "e1c1", "O-O-O", ""),
            ("CH-176 CH-178 CH-179", "lenient", "0-0", "e1g1", "O-O", ""),
            (
                "CH-177 CH-178 CH-179",
                "lenient",
                "0-0-0",
                "e1c1",
                "O-O-O",
                "",
            ),
            ("CH-176 CH-064", "lenient", "o-o", "e1g1", "O-O", ""),
            ("CH-177 CH-064", "lenient", "o-o-o", "e1c1", "O-O-O", ""),
            ("CH-176", "lenient", "OO", "e1g1", "O-O", ""),
            (
                "CH-176 CH-177",
                "lenient",
                "Kg1",
                "e1g1",
                "O-O",
                "the king's move alone",
            ),
            ("CH-176", "lenient", "e1g1", "e1g1", "O-O", ""),
            ("CH-177", "lenient", "e1c1", "e1c1", "O-O-O", ""),
            ("CH-176", "invalid", "O-O-", "", "", ""),
            ("CH-178", "invalid", "O--O", "", "", ""),
        ],
    ),
    (
        "castling-black",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        &[
            ("CH-176", "valid", "O-O", "e8g8", "O-O", ""),
            ("CH-177", "valid", "O-O-O", "e8c8", "O-O-O", ""),
            ("CH-176 CH-179", "lenient", "0-0", "e8g8", "O-O", ""),
        ],
    ),
    (
        "castling-check",
        "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        &[
            ("CH-176 CH-189", "valid", "O-O+", "e1g1", "O-O+", ""),
            ("CH-176 CH-189", "lenient", "O-O", "e1g1", "O-O+", ""),
            ("CH-177 CH-189", "lenient", "O-O-O+", "e1c1", "O-O-O", ""),
            ("CH-179", "lenient", "0-0+", "e1g1", "O-O+", ""),
        ],
    ),
    (
        "castling-attacked",
        "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",
        &[
            ("CH-143 CH-176", "invalid", "O-O", "", "", ""),
            ("CH-177", "valid", "O-O-O", "e1c1", "O-O-O", ""),
        ],
    ),
    (
        "castling-in-check",
        "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1",
        &[
            ("CH-143 CH-176", "invalid", "O-O", "", "", ""),
            ("CH-143 CH-177", "invalid", "O-O-O", "", "", ""),
            ("CH-143", "valid", "Kf2", "e1f2", "Kf2", ""),
            ("CH-143", "invalid", "Rh3", "", "", ""),
        ],
    ),
    (
        "castling-without-right",
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        &[
            ("CH-143 CH-176", "invalid", "O-O", "", "", ""),
            ("CH-143 CH-177", "invalid", "0-0-0", "", "", ""),
            ("CH-143", "invalid", "Kg1", "", "", ""),
        ],
    ),
    (
        "en-passant",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &[
            ("CH-174 CH-175", "valid", "exd6", "e5d6", "exd6", ""),
            ("CH-063 CH-175", "lenient", "exd6e.p.", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "exd6 e.p.", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "ed6", "e5d6", "exd6", ""),
            ("CH-175", "lenient", "e5d6", "e5d6", "exd6", ""),
            ("CH-143 CH-175", "invalid", "d6", "", "", ""),
        ],
    ),
    (
        "en-passant-late",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        &[("CH-143 CH-175", "invalid", "exd6", "", "", "")],
    ),
    (
        "check",
        "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1",
        &[
            ("CH-189", "valid", "Qe3+", "d2e3", "Qe3+", ""),
            ("CH-189", "valid", "Qd7+", "d2d7", "Qd7+", ""),
            ("CH-189", "lenient", "Qe3", "d2e3", "Qe3+", ""),
            ("CH-189", "lenient", "Qe3ch", "d2e3", "Qe3+", ""),
            ("CH-189", "lenient", "Qe3 +", "d2e3", "Qe3+", ""),
            ("CH-189", "lenient", "Qe3++", "d2e3", "Qe3+", ""),
            ("CH-190", "lenient", "Qe3#", "d2e3", "Qe3+", ""),
            ("CH-189", "lenient", "Qd4+", "d2d4", "Qd4", ""),
        ],
    ),
    (
        "mate",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        &[
            ("CH-190", "valid", "Ra8#", "a1a8", "Ra8#", ""),
            ("CH-190", "lenient", "Ra8+", "a1a8", "Ra8#", ""),
            ("CH-190", "lenient", "Ra8", "a1a8", "Ra8#", ""),
            ("CH-190", "lenient", "Ra8++", "a1a8", "Ra8#", ""),
            ("CH-190", "lenient", "Ra8mate", "a1a8", "Ra8#", ""),
        ],
    ),
    (
        "double-check",
        "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1",
        &[
            ("CH-192", "valid", "Nd6+", "e4d6", "Nd6+", ""),
            ("CH-192", "valid", "Nf6+", "e4f6", "Nf6+", ""),
            ("CH-192", "lenient", "Nd6++", "e4d6", "Nd6+", ""),
            ("CH-192", "lenient", "Nd6", "e4d6", "Nd6+", ""),
        ],
    ),
    (
        "null-move",
        START,
        &[
            ("", "implementation-defined", "--", "", "", ""),
            ("", "implementation-defined", "Z0", "", "", ""),
            ("", "implementation-defined", "0000", "", "", ""),
        ],
    ),
];

/// The square a move goes from or to, and the piece that it makes.
fn squares(coordinates: &str) -> (&str, &str, Option<String>) {
    let promotion = coordinates.get(4..).filter(|letter| !letter.is_empty());
    (
        &coordinates[..2],
        &coordinates[2..4],
        promotion.map(str::to_uppercase),
    )
}

/// A game of one move for every row.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (family, fen, rows) in FAMILIES {
        let tags = if *fen == START {
            super::heading(&[])
        } else {
            set_up(fen)
        };
        // Mate is White's in all of them.
        let result = if *family == "mate" { "1-0" } else { "*" };
        let result_tag = |tag: (String, String)| match tag.0.as_str() {
            "Result" => (tag.0, result.to_owned()),
            _ => tag,
        };
        let tags: Vec<_> = tags.into_iter().map(result_tag).collect();
        let number = if fen.contains(" b ") { "1..." } else { "1." };
        for (requirements, class, text, coordinates, canonical, note) in *rows {
            let input = format!("{}{number}{text} {result}\n", section(&tags));
            let games = (!coordinates.is_empty()).then(|| {
                let (from, to, promotion) = squares(coordinates);
                let mut made = json!({"text": canonical, "from": from, "to": to});
                if let Some(promotion) = promotion {
                    made["promotion"] = json!(promotion);
                }
                json!([{"tags": tags, "moves": [made], "result": result}])
            });
            cases.push(Case {
                games,
                note: (!note.is_empty()).then_some(note),
                ..Case::pgn(family, requirements, class, input)
            });
        }
    }
    cases
}
