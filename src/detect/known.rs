//! Formats that are known by name but not read: one entry each, as data.

use super::signatures::{BPGN, CSA, KI2, KIF, MAT, PDN, USI};
use crate::variant::Variant;
use crate::variant::formats::{Kind, Known};
use crate::variant::registry::{VariantSet, WithVariant};

/// The weight of a typical beginning.
pub(super) const START: i32 = 45;
/// The weight of the extension, if the bytes do not contradict it.
pub(super) const EXTENSION: i32 = 6;

/// The formats that a detector for these variants knows: those of the variants first.
pub(super) fn formats<S: VariantSet>() -> Vec<&'static Known> {
    struct Own;
    impl WithVariant for Own {
        type Output = &'static [Known];

        fn run<V: Variant>(self) -> &'static [Known] {
            V::FORMATS
        }
    }
    let variants = 0..S::VARIANTS.len();
    let own = variants.flat_map(|variant| S::run(variant, Own));
    own.chain(KNOWN).collect()
}

/// The formats that belong to no variant of the set.
static KNOWN: &[Known] = &[
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Standard;
    use std::collections::HashSet;

    #[test]
    fn every_format_has_a_name_of_its_own_and_something_to_know_it_by() {
        let mut ids = HashSet::new();
        for known in formats::<Standard>() {
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
}
