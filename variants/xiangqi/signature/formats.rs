//! Formats of other programs that hold games of Xiangqi: known by name, not read.

use super::super::info::INFO;
use crate::variant::formats::{Kind, Known};

const ID: &str = INFO.id;

pub(in super::super) static FORMATS: &[Known] = &[
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
    .games(ID),
    Known::binary(
        "cbl",
        "a CCBridge library",
        &[(0, b"CCBridgeLibrary\0")],
        &["cbl"],
    )
    .games(ID),
    Known::binary(
        "cbr",
        "a CCBridge record",
        &[(0, b"CCBridge Record\0")],
        &["cbr"],
    )
    .games(ID),
    Known::binary(
        "xqr",
        "an XQR file (Xiangqi Replay)",
        &[(0, b"\0\x02\x20\x17")],
        &["xqr"],
    )
    .games(ID),
    Known::binary("ccm", "a CCM file", &[], &["ccm"]).games(ID),
    Known::binary("mxq", "an MXQ file", &[], &["mxq"]).games(ID),
    Known::binary("che", "a CHE file (QQ Xiangqi)", &[], &["che"]).games(ID),
    Known {
        kind: Kind::Games,
        variant: Some(ID),
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
        variant: Some(ID),
        ..Known::text(
            "cbf-xml",
            "a Xiangqi record as XML (CBF)",
            &[],
            &[(b"<ChineseChessRecord", 60), (b"<MoveList>", 10)],
            &["cbf", "pfc"],
        )
    },
];
