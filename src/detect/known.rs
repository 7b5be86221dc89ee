//! Formats that are known by name but not read: one entry each, as data.

use super::Kind;
use crate::variant::{Sighting, Signature};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// A format that is recognized by name.
///
/// Third-party formats are added with [`Detector::format`](super::Detector::format).
#[derive(Clone, Copy)]
pub struct Known {
    /// The name in data: lower case, no blanks.
    pub id: &'static str,
    /// A short description.
    pub name: &'static str,
    /// What it contains.
    pub kind: Kind,
    /// The game, if the format has only one.
    pub variant: Option<&'static str>,
    /// The notation of its moves, if it has only one.
    pub notation: Option<&'static str>,
    /// Whether it is not text.
    pub binary: bool,
    /// Magic bytes at an offset; any of them is sufficient.
    pub magic: &'static [(usize, &'static [u8])],
    /// What its text begins with, ignoring blanks.
    pub starts: &'static [&'static [u8]],
    /// Strings that occur in its text, with their weights in decibans.
    pub marks: &'static [(&'static [u8], i16)],
    /// What its moves look like, if they have a form of their own.
    pub signature: Option<&'static Signature>,
    /// The extensions of its file names, without the dot.
    pub extensions: &'static [&'static str],
}

impl Known {
    /// Defaults for the entries of the table.
    pub const NONE: Known = Known {
        id: "",
        name: "",
        kind: Kind::Other,
        variant: None,
        notation: None,
        binary: false,
        magic: &[],
        starts: &[],
        marks: &[],
        signature: None,
        extensions: &[],
    };

    const fn binary(
        id: &'static str,
        name: &'static str,
        magic: &'static [(usize, &'static [u8])],
        extensions: &'static [&'static str],
    ) -> Known {
        Known {
            id,
            name,
            binary: true,
            magic,
            extensions,
            ..Known::NONE
        }
    }

    const fn games(self, variant: &'static str) -> Known {
        Known {
            kind: Kind::Games,
            variant: Some(variant),
            ..self
        }
    }

    const fn text(
        id: &'static str,
        name: &'static str,
        starts: &'static [&'static [u8]],
        marks: &'static [(&'static [u8], i16)],
        extensions: &'static [&'static str],
    ) -> Known {
        Known {
            id,
            name,
            starts,
            marks,
            extensions,
            ..Known::NONE
        }
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        self.id == other.id
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// The weight of a typical beginning.
pub(super) const START: i32 = 45;
/// The weight of the extension, if the bytes do not contradict it.
pub(super) const EXTENSION: i32 = 6;

/// The formats.
pub(super) static KNOWN: &[Known] = &[
    // Game records of programs.
    Known::binary(
        "xqf",
        "an XQF file (XQStudio)",
        &[
            (0, b"XQ\x01"),
            (0, b"XQ\x0A"),
            (0, b"XQ\x0B"),
            (0, b"XQ\x0C"),
            (0, b"XQ\x0D"),
            (0, b"XQ\x0E"),
            (0, b"XQ\x0F"),
            (0, b"XQ\x10"),
            (0, b"XQ\x11"),
            (0, b"XQ\x12"),
        ],
        &["xqf"],
    )
    .games("xiangqi"),
    Known::binary(
        "cbl",
        "a CCBridge library",
        &[(0, b"CCBridgeLibrary\0")],
        &["cbl"],
    )
    .games("xiangqi"),
    Known::binary(
        "cbr",
        "a CCBridge record",
        &[(0, b"CCBridge Record\0")],
        &["cbr"],
    )
    .games("xiangqi"),
    Known::binary(
        "xqr",
        "an XQR file (Xiangqi Replay)",
        &[(0, b"\0\x02\x20\x17")],
        &["xqr"],
    )
    .games("xiangqi"),
    Known::binary("ccm", "a CCM file", &[], &["ccm"]).games("xiangqi"),
    Known::binary("mxq", "an MXQ file", &[], &["mxq"]).games("xiangqi"),
    Known::binary("che", "a CHE file (QQ Xiangqi)", &[], &["che"]).games("xiangqi"),
    Known {
        kind: Kind::Games,
        variant: Some("xiangqi"),
        ..Known::text(
            "dhtmlxq",
            "a DhtmlXQ/UBB record",
            &[b"[DhtmlXQ"],
            &[
                (b"[DhtmlXQ]", 30),
                (b"[DhtmlXQ_movelist]", 40),
                (b"[DhtmlXQ_binit]", 40),
                (b"[DhtmlXQ_", 20),
                (b"[/DhtmlXQ_", 30),
                (b"[DhtmlXQHTML]", 40),
            ],
            &["ubb"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("xiangqi"),
        ..Known::text(
            "cbf-xml",
            "a Xiangqi record as XML (CBF)",
            &[],
            &[(b"<ChineseChessRecord", 60), (b"<MoveList>", 10)],
            &["cbf", "pfc"],
        )
    },
    Known::binary(
        "cbh",
        "a ChessBase database (CBH)",
        &[(0, b"\0\0\x2C\0\x2E\x01"), (0, b"\0\0\x24\0\x2E\x01")],
        &["cbh"],
    )
    .games("chess"),
    Known::binary("cbv", "a ChessBase archive (CBV)", &[], &["cbv", "cbz"]).games("chess"),
    Known::binary(
        "cbf",
        "a ChessBase database of old (CBF)",
        &[],
        &["cbf", "cbi"],
    )
    .games("chess"),
    Known::binary(
        "si4",
        "a Scid database (si4)",
        &[(0, b"Scid.si\0")],
        &["si4"],
    )
    .games("chess"),
    Known::binary("si5", "a Scid database (si5)", &[], &["si5"]).games("chess"),
    Known::binary(
        "scid-names",
        "the names of a Scid database",
        &[(0, b"Scid.sn\0")],
        &["sn4", "sn5"],
    ),
    // Opening books.
    Known {
        variant: Some("chess"),
        ..Known::binary(
            "abk",
            "an Arena opening book (ABK)",
            &[(0, b"\x03ABK")],
            &["abk"],
        )
    },
    Known {
        variant: Some("chess"),
        ..Known::binary("ctg", "a ChessBase opening book (CTG)", &[], &["ctg"])
    },
    Known {
        variant: Some("chess"),
        ..Known::binary("polyglot", "a Polyglot opening book", &[], &["bin"])
    },
    // Records in text.
    Known {
        kind: Kind::Games,
        variant: Some("shogi"),
        notation: Some("kif"),
        signature: Some(&KIF),
        ..Known::text(
            "kif",
            "a Shogi record (KIF)",
            &[
                "手合割".as_bytes(),
                "# ---- Kifu".as_bytes(),
                "#KIF".as_bytes(),
            ],
            &[
                ("手数----指手".as_bytes(), 50),
                ("手合割：".as_bytes(), 40),
                ("先手：".as_bytes(), 14),
                ("後手：".as_bytes(), 14),
            ],
            &["kif", "kifu"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("shogi"),
        notation: Some("ki2"),
        signature: Some(&KI2),
        ..Known::text("ki2", "a Shogi record (KI2)", &[], &[], &["ki2", "ki2u"])
    },
    Known {
        kind: Kind::Games,
        variant: Some("shogi"),
        notation: Some("csa"),
        signature: Some(&CSA),
        ..Known::text(
            "csa",
            "a Shogi record (CSA)",
            &[
                b"V2\n", b"V2.2", b"V2.1", b"V2.0", b"V2\r", b"'CSA", b"V3.0",
            ],
            &[
                (b"\nP1-KY-KE-GI", 50),
                (b"\n%TORYO", 30),
                (b"\nPI\n", 20),
                (b"\nPI\r\n", 20),
            ],
            &["csa"],
        )
    },
    Known {
        kind: Kind::Moves,
        variant: Some("shogi"),
        notation: Some("usi"),
        signature: Some(&USI),
        ..Known::text(
            "usi",
            "Shogi moves for engines (USI)",
            &[b"position sfen ", b"sfen "],
            &[
                (b"position sfen ", 40),
                (b"lnsgkgsnl/1r5b1/ppppppppp", 60),
                (b"usinewgame", 40),
            ],
            &["usi", "sfen"],
        )
    },
    Known {
        kind: Kind::Games,
        ..Known::text(
            "sgf",
            "an SGF record (Go and others)",
            &[
                b"(;FF[", b"(;GM[", b"(;CA[", b"(;SZ[", b"(;AP[", b"(; FF[", b"(;EV[", b"(;PB[",
            ],
            &[
                (b"(;", 8),
                (b"]FF[", 12),
                (b"]GM[", 12),
                (b"]SZ[", 12),
                (b";B[", 18),
                (b";W[", 18),
                (b"]PB[", 12),
                (b"]PW[", 12),
            ],
            &["sgf"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("go"),
        ..Known::text(
            "gib",
            "a Go record (GIB)",
            &[b"\\HS"],
            &[
                (b"\\[GAMEBLACKNAME=", 40),
                (b"\\HE", 10),
                (b"\\GS", 10),
                (b"\nSTO 0 ", 30),
            ],
            &["gib"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("draughts"),
        notation: Some("pdn"),
        signature: Some(&PDN),
        ..Known::text(
            "pdn",
            "draughts records (PDN)",
            &[],
            &[(b"[GameType \"2", 50), (b"[GameType \"", 30)],
            &["pdn"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("backgammon"),
        notation: Some("mat"),
        signature: Some(&MAT),
        ..Known::text(
            "mat",
            "a backgammon match (MAT)",
            &[],
            &[
                (b" point match", 25),
                (b"\n Game 1", 10),
                (b"; [Variation \"Backgammon\"]", 50),
                (b"; [Match ID", 30),
                (b"; [Player 1 ", 20),
                (b"Doubles => ", 20),
            ],
            &["mat"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("bughouse"),
        notation: Some("bpgn"),
        signature: Some(&BPGN),
        ..Known::text(
            "bpgn",
            "Bughouse records (BPGN)",
            &[],
            &[
                (b"[WhiteA \"", 40),
                (b"[BlackA \"", 40),
                (b"[WhiteB \"", 40),
                (b"[BlackB \"", 40),
            ],
            &["bpgn"],
        )
    },
    Known {
        kind: Kind::Games,
        variant: Some("chess"),
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
        variant: Some("chess"),
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
        variant: Some("chess"),
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
    Known {
        kind: Kind::Games,
        ..Known::text(
            "lichess-json",
            "games of lichess as JSON",
            &[],
            &[
                (b"\"rated\":", 15),
                (b"\"variant\":", 8),
                (b"\"perf\":", 15),
                (b"\"moves\":\"", 20),
                (b"\"lastMoveAt\":", 25),
                (b"\"createdAt\":", 8),
                (b"\"players\":{\"white\":", 20),
                (b"\"ratingDiff\":", 15),
                (b"\"speed\":", 10),
            ],
            &["ndjson"],
        )
    },
    Known {
        kind: Kind::Games,
        ..Known::text(
            "chesscom-json",
            "games of chess.com as JSON",
            &[],
            &[
                (b"\"pgn\":\"[Event", 40),
                (b"\"pgn\": \"[Event", 40),
                (b"chess.com/game/", 20),
                (b"api.chess.com/pub/", 30),
                (b"\"time_control\":", 12),
                (b"\"time_class\":", 15),
                (b"\"rules\":", 8),
                (b"\"tcn\":", 20),
                (b"\"initial_setup\":", 15),
            ],
            &[],
        )
    },
    Known::text(
        "cql",
        "a query of chess positions (CQL)",
        &[b"cql(", b"cql (", b";cql", b"(match"],
        &[
            (b"cql(input", 40),
            (b"cql (", 20),
            (b"(position ", 12),
            (b"piecepath", 12),
        ],
        &["cql"],
    ),
    // Archives and other compressed files.
    Known::binary(
        "zip",
        "a ZIP archive",
        &[(0, b"PK\x03\x04"), (0, b"PK\x05\x06"), (0, b"PK\x07\x08")],
        &["zip"],
    ),
    Known::binary("7z", "a 7z archive", &[(0, b"7z\xBC\xAF\x27\x1C")], &["7z"]),
    Known::binary("rar", "a RAR archive", &[(0, b"Rar!\x1A\x07")], &["rar"]),
    Known::binary("tar", "a TAR archive", &[(257, b"ustar")], &["tar"]),
    Known::binary("xz", "XZ", &[(0, b"\xFD7zXZ\0")], &["xz"]),
    Known::binary("lzip", "LZIP", &[(0, b"LZIP\x01")], &["lz"]),
    Known::binary("lz4", "LZ4", &[(0, b"\x04\x22\x4D\x18")], &["lz4"]),
    Known::binary("cab", "a cabinet", &[(0, b"MSCF\0\0\0\0")], &["cab"]),
    Known::binary("ar", "an ar archive", &[(0, b"!<arch>\n")], &["a", "deb"]),
    // Images, sound, film.
    Known::binary("png", "a PNG image", &[(0, b"\x89PNG\r\n\x1A\n")], &["png"]),
    Known::binary(
        "jpeg",
        "a JPEG image",
        &[(0, b"\xFF\xD8\xFF")],
        &["jpg", "jpeg"],
    ),
    Known::binary(
        "gif",
        "a GIF image",
        &[(0, b"GIF87a"), (0, b"GIF89a")],
        &["gif"],
    ),
    Known::binary("webp", "a WebP image", &[(8, b"WEBPVP8")], &["webp"]),
    Known::binary(
        "bmp",
        "a BMP image",
        &[
            (14, b"\x28\0\0\0"),
            (14, b"\x7C\0\0\0"),
            (14, b"\x6C\0\0\0"),
        ],
        &["bmp"],
    ),
    Known::binary(
        "tiff",
        "a TIFF image",
        &[(0, b"II*\0"), (0, b"MM\0*")],
        &["tif", "tiff"],
    ),
    Known::binary(
        "ico",
        "an icon",
        &[
            (0, b"\0\0\x01\0\x01\0"),
            (0, b"\0\0\x01\0\x02\0"),
            (0, b"\0\0\x01\0\x03\0"),
        ],
        &["ico"],
    ),
    Known::binary("avif", "an AVIF image", &[(4, b"ftypavif")], &["avif"]),
    Known::binary(
        "riff",
        "a RIFF file (sound or film)",
        &[(0, b"RIFF")],
        &["wav", "avi"],
    ),
    Known::binary("ogg", "Ogg", &[(0, b"OggS")], &["ogg"]),
    Known::binary(
        "mp3",
        "MP3",
        &[(0, b"ID3\x02"), (0, b"ID3\x03"), (0, b"ID3\x04")],
        &["mp3"],
    ),
    Known::binary("mp4", "MP4", &[(4, b"ftyp")], &["mp4", "m4a", "mov"]),
    Known::binary("flac", "FLAC", &[(0, b"fLaC")], &["flac"]),
    // Documents and programs.
    Known::binary("pdf", "a PDF document", &[(0, b"%PDF-")], &["pdf"]),
    Known::binary(
        "ole",
        "an old Office document",
        &[(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")],
        &["doc", "xls"],
    ),
    Known::binary(
        "sqlite",
        "an SQLite database",
        &[(0, b"SQLite format 3\0")],
        &["db", "sqlite"],
    ),
    Known::binary("elf", "a program (ELF)", &[(0, b"\x7FELF")], &["so", "o"]),
    Known::binary(
        "exe",
        "a program (PE)",
        &[(0, b"MZ\x90\0"), (0, b"MZ\0\0"), (0, b"MZx\0")],
        &["exe", "dll"],
    ),
    Known::binary(
        "java-class",
        "a Java class",
        &[(0, b"\xCA\xFE\xBA\xBE")],
        &["class"],
    ),
    Known::binary("wasm", "WebAssembly", &[(0, b"\0asm")], &["wasm"]),
    Known::binary("par1", "Parquet", &[(0, b"PAR1")], &["parquet"]),
    Known::binary(
        "font",
        "a font",
        &[
            (0, b"\0\x01\0\0\0"),
            (0, b"OTTO\0"),
            (0, b"wOFF"),
            (0, b"wOF2"),
            (0, b"ttcf\0"),
        ],
        &["ttf", "otf", "woff", "woff2"],
    ),
    Known::text(
        "html",
        "HTML",
        &[
            b"<!DOCTYPE html",
            b"<!doctype html",
            b"<!DOCTYPE HTML",
            b"<html",
            b"<HTML",
        ],
        &[
            (b"<html", 20),
            (b"</html>", 30),
            (b"<body", 20),
            (b"</body>", 20),
            (b"<head>", 15),
            (b"<div", 12),
            (b"</div>", 12),
            (b"</p>", 8),
            (b"<br>", 8),
            (b"</td>", 8),
            (b"<a href=", 8),
            (b"</a>", 6),
            (b"<script", 10),
            (b"</span>", 8),
        ],
        &["html", "htm", "xhtml"],
    ),
    Known::text(
        "svg",
        "an SVG image",
        &[b"<svg"],
        &[(b"<svg ", 45), (b"</svg>", 30)],
        &["svg"],
    ),
];

const fn signature(
    name: &'static [&'static str],
    begins: &'static [RangeInclusive<u8>],
    sight: fn(&[u8]) -> Option<Sighting>,
) -> Signature {
    Signature {
        notations: name,
        begins,
        sight,
        tags: &[],
    }
}

fn seen(len: usize, weight: i16) -> Option<Sighting> {
    Some(Sighting {
        len,
        notations: 1,
        weight,
    })
}

fn digits(text: &[u8]) -> usize {
    text.iter()
        .take(4)
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}

static PDN: Signature = signature(&["pdn"], &[b'0'..=b'9'], |text| {
    let number = |text: &[u8]| {
        let len = digits(text);
        let value = text[..len]
            .iter()
            .fold(0u32, |value, byte| 10 * value + u32::from(byte - b'0'));
        (len <= 2 && (1..=50).contains(&value)).then_some(len)
    };
    let mut len = number(text)?;
    let sign = *text.get(len)?;
    while text.get(len) == Some(&sign) && matches!(sign, b'-' | b'x') {
        len += 1 + number(&text[len + 1..])?;
    }
    match sign {
        // A result, too.
        b'-' if len < 4 => None,
        b'-' => seen(len, 7),
        b'x' if len > 2 => seen(len, 8),
        _ => None,
    }
});

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

static BPGN: Signature = signature(
    &["bpgn"],
    &[b'0'..=b'9', b'A'..=b'Z', b'a'..=b'h'],
    |text| {
        let len = digits(text);
        match text.get(len..len + 2) {
            Some([b'A' | b'a' | b'B' | b'b', b'.']) if len > 0 => return seen(len + 2, 12),
            _ => {}
        }
        // Drops, and moves that resemble those of chess: only the letters after the numbers distinguish them.
        let square = |at: usize| matches!(text.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']));
        match text {
            [b'P' | b'N' | b'B' | b'R' | b'Q', b'@', ..] if square(2) => seen(4, 2),
            [b'N' | b'B' | b'R' | b'Q' | b'K', ..] if square(1) => seen(3, 1),
            [b'N' | b'B' | b'R' | b'Q' | b'K' | b'a'..=b'h', b'x', ..] if square(2) => seen(4, 1),
            [b'O', b'-', b'O', ..] => seen(3, 1),
            _ if square(0) => seen(2, 1),
            _ => None,
        }
    },
);

/// The bytes that full-width digits, Chinese characters and the signs of the sides begin with.
const WIDE: &[RangeInclusive<u8>] = &[0xE2..=0xE2, 0xE5..=0xE5, 0xEF..=0xEF];

static KIF: Signature = signature(&["kif"], WIDE, |text| {
    // １ to ９, 同
    if !matches!(text, [0xEF, 0xBC, 0x91..=0x99, ..] | [0xE5, 0x90, 0x8C, ..]) {
        return None;
    }
    let text = str::from_utf8(&text[..text.len().min(40)])
        .or_else(|error| str::from_utf8(&text[..error.valid_up_to()]));
    let mut chars = text.ok()?.char_indices();
    let (_, first) = chars.next()?;
    if first != '同' && !"一二三四五六七八九".contains(chars.next()?.1) {
        return None;
    }
    let end = chars.find(|(_, c)| *c == '(' || *c == '打')?;
    if end.0 > 20 {
        return None;
    }
    seen(end.0 + end.1.len_utf8(), 18)
});

static KI2: Signature = signature(&["ki2"], WIDE, |text| {
    // ▲ △ ☗ ☖
    if !matches!(
        text,
        [0xE2, 0x96, 0xB2 | 0xB3, ..] | [0xE2, 0x98, 0x96 | 0x97, ..]
    ) {
        return None;
    }
    let head = &text[..text.len().min(24)];
    let valid = match str::from_utf8(head) {
        Ok(valid) => valid,
        Err(error) => str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut chars = valid.chars();
    chars.next()?;
    match chars.next()? {
        '１'..='９' | '1'..='9' if "一二三四五六七八九".contains(chars.next()?) => {
            seen(9, 20)
        }
        '同' => seen(6, 18),
        _ => None,
    }
});

static CSA: Signature = signature(&["csa"], &[b'+'..=b'+', b'-'..=b'-'], |text| match text {
    [
        b'+' | b'-',
        a @ b'0'..=b'9',
        b @ b'0'..=b'9',
        b'1'..=b'9',
        b'1'..=b'9',
        c,
        d,
        ..,
    ] if (*a == b'0') == (*b == b'0') => {
        const PIECES: [&[u8; 2]; 14] = [
            b"FU", b"KY", b"KE", b"GI", b"KI", b"KA", b"HI", b"OU", b"TO", b"NY", b"NK", b"NG",
            b"UM", b"RY",
        ];
        if PIECES.contains(&&[*c, *d]) {
            seen(7, 16)
        } else {
            None
        }
    }
    _ => None,
});

static USI: Signature = signature(&["usi"], &[b'1'..=b'9', b'A'..=b'Z'], |text| match text {
    [
        b'1'..=b'9',
        b'a'..=b'i',
        b'1'..=b'9',
        b'a'..=b'i',
        rest @ ..,
    ] => seen(4 + usize::from(rest.first() == Some(&b'+')), 9),
    [
        b'P' | b'L' | b'N' | b'S' | b'G' | b'B' | b'R',
        b'*',
        b'1'..=b'9',
        b'a'..=b'i',
        ..,
    ] => seen(4, 11),
    _ => None,
});

static MAT: Signature = signature(&["mat"], &[b'1'..=b'9', b'b'..=b'b'], |text| match text {
    // The dice.
    [b'1'..=b'6', b'1'..=b'6', b':', ..] => seen(3, 9),
    [b'1'..=b'9', ..] => {
        let from = digits(text);
        if from > 2 || text.get(from) != Some(&b'/') {
            return None;
        }
        let rest = &text[from + 1..];
        let to = digits(rest);
        match rest {
            [b'o', b'f', b'f', ..] => seen(from + 4, 9),
            _ if to == 0 || to > 2 => None,
            _ => {
                let taken = usize::from(rest.get(to) == Some(&b'*'));
                seen(from + 1 + to + taken, 6)
            }
        }
    }
    [b'b', b'a', b'r', b'/', b'1'..=b'9', ..] => seen(4 + digits(&text[4..]), 9),
    _ => None,
});

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_format_has_a_name_of_its_own_and_something_to_know_it_by() {
        let mut ids = HashSet::new();
        for known in KNOWN {
            assert!(ids.insert(known.id), "{}", known.id);
            assert!(
                known
                    .id
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            );
            assert!(!known.name.is_empty());
            let ways =
                known.magic.len() + known.starts.len() + known.marks.len() + known.extensions.len();
            assert!(ways > 0 || known.signature.is_some(), "{}", known.id);
        }
    }

    #[test]
    fn moves_of_other_games_are_known_by_their_shape() {
        let cases: [(&Signature, &str, usize); 18] = [
            (&PDN, "32-28", 5),
            (&PDN, "18x29x40", 8),
            (&PDN, "2-0", 0),
            (&ICCF, "5254", 4),
            (&ICCF, "1998", 0),
            (&DESCRIPTIVE, "P-K4", 4),
            (&DESCRIPTIVE, "N-KB3", 5),
            (&DESCRIPTIVE, "BxN", 3),
            (&DESCRIPTIVE, "K-9", 0),
            (&BPGN, "12A.", 4),
            (&BPGN, "N@f3", 4),
            (&KIF, "７六歩(77)", 10),
            (&KI2, "▲７六歩", 9),
            (&CSA, "+7776FU", 7),
            (&USI, "7g7f", 4),
            (&USI, "P*5e", 4),
            (&MAT, "31:", 3),
            (&MAT, "13/11", 5),
        ];
        for (signature, text, len) in cases {
            let seen = (signature.sight)(text.as_bytes()).map_or(0, |seen| seen.len);
            assert_eq!(seen, len, "{text}");
        }
    }
}
