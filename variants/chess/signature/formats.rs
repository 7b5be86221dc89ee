//! Formats of other programs that hold games of chess, and notations of former times: known by name, not read.

use super::super::info::INFO;
use crate::variant::Signature;
use crate::variant::formats::{Kind, Known, digits, seen, signature};

const ID: &str = INFO.id;

pub(in super::super) static FORMATS: &[Known] = &[
    Known::binary(
        "cbh",
        "a ChessBase database (CBH)",
        &[(0, b"\0\0\x2C\0\x2E\x01"), (0, b"\0\0\x24\0\x2E\x01")],
        &["cbh"],
    )
    .games(ID),
    Known::binary("cbv", "a ChessBase archive (CBV)", &[], &["cbv", "cbz"]).games(ID),
    Known::binary(
        "cbf",
        "a ChessBase database of old (CBF)",
        &[],
        &["cbf", "cbi"],
    )
    .games(ID),
    Known::binary(
        "si4",
        "a Scid database (si4)",
        &[(0, b"Scid.si\0")],
        &["si4"],
    )
    .games(ID),
    Known::binary("si5", "a Scid database (si5)", &[], &["si5"]).games(ID),
    Known::binary(
        "scid-names",
        "the names of a Scid database",
        &[(0, b"Scid.sn\0")],
        &["sn4", "sn5"],
    ),
    Known {
        variant: Some(ID),
        ..Known::binary(
            "abk",
            "an Arena opening book (ABK)",
            &[(0, b"\x03ABK")],
            &["abk"],
        )
    },
    Known {
        variant: Some(ID),
        ..Known::binary("ctg", "a ChessBase opening book (CTG)", &[], &["ctg"])
    },
    Known {
        variant: Some(ID),
        ..Known::binary("polyglot", "a Polyglot opening book", &[], &["bin"])
    },
    Known {
        kind: Kind::Games,
        variant: Some(ID),
        notation: Some("descriptive"),
        signature: Some(&DESCRIPTIVE),
        ..Known::text(
            "descriptive",
            "chess records in descriptive notation",
            &[],
            &[],
            &[],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some(ID),
        notation: Some("iccf"),
        signature: Some(&ICCF),
        ..Known::text(
            "iccf",
            "chess records in ICCF numeric notation",
            &[],
            &[],
            &[],
        )
    },
    Known {
        kind: Kind::Other,
        variant: Some(ID),
        ..Known::text(
            "uci-log",
            "a log of a chess engine (UCI)",
            &[b"uci\n", b"uci\r\n", b"uciok"],
            &[
                (b"info depth ", 30),
                (b"info score cp ", 20),
                (b" seldepth ", 15),
                (b" score cp ", 15),
                (b" nps ", 8),
                (b"bestmove ", 30),
                (b"uciok", 25),
                (b"readyok", 25),
                (b"isready", 15),
                (b"option name ", 25),
                (b"setoption name ", 25),
                (b"ucinewgame", 30),
                (b"id name ", 15),
                (b"go movetime ", 20),
                (b"go depth ", 20),
                (b"go wtime ", 20),
            ],
            &["log"],
        )
    },
];

static ICCF: Signature = signature(&["iccf"], &[b'1'..=b'8'], |text| {
    let len = digits(text);
    let square = |at: usize| matches!(text[at], b'1'..=b'8');
    if len != 4 || !(0..4).all(square) || text[..2] == text[2..4] {
        return None;
    }
    let promoted = usize::from(matches!(text.get(4), Some(b'1'..=b'4')));
    let ends = !text
        .get(4 + promoted)
        .is_some_and(u8::is_ascii_alphanumeric);
    if ends { seen(4 + promoted, 6) } else { None }
});

static DESCRIPTIVE: Signature = signature(&["descriptive"], &[b'A'..=b'Z'], |text| {
    let castling: [&[u8]; 2] = [b"O-O-O", b"O-O"];
    if let Some(castling) = castling.iter().find(|castling| text.starts_with(castling)) {
        return seen(castling.len(), 6);
    }
    // P-K4, QxP, N-KB3, B/N5xP, R(1)-K1, KPxP
    let officer = |byte: u8| b"KQRBN".contains(&byte);
    let piece = |byte: u8| byte == b'P' || officer(byte) || byte == b'K' || byte == b't';
    let len = text.iter().take(4).take_while(|byte| piece(**byte)).count();
    let mut at = len;
    if len == 0 || len > 3 {
        return None;
    }
    if let [b'(', rest @ ..] = &text[at..]
        && let Some(end) = rest.iter().take(5).position(|byte| *byte == b')')
    {
        at += end + 2;
    }
    let sign = *text.get(at)?;
    let rest = &text[at + 1..];
    let letters = rest.iter().take(4).take_while(|byte| piece(**byte)).count();
    let rank = matches!(rest.get(letters), Some(b'1'..=b'8'));
    let ends = |len: usize| {
        !rest
            .get(len)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() && *byte != b'c')
    };
    match sign {
        b'-' if (1..=3).contains(&letters) && rank && ends(letters + 1) => {
            seen(at + 1 + letters + 1, 12)
        }
        b'x' if (1..=3).contains(&letters) && ends(letters) => seen(at + 1 + letters, 11),
        _ => None,
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_notations_are_known_by_their_shape() {
        let cases: [(&Signature, &str, usize); 6] = [
            (&ICCF, "5254", 4),
            (&ICCF, "1998", 0),
            (&DESCRIPTIVE, "P-K4", 4),
            (&DESCRIPTIVE, "N-KB3", 5),
            (&DESCRIPTIVE, "BxN", 3),
            (&DESCRIPTIVE, "K-9", 0),
        ];
        for (signature, text, len) in cases {
            let seen = (signature.sight)(text.as_bytes()).map_or(0, |seen| seen.len);
            assert_eq!(seen, len, "{text}");
        }
    }
}
