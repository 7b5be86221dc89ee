//! Small files by hand: formats that are known by name, and documents that are no records.

/// A file and what it is.
pub struct Sample {
    pub name: &'static str,
    pub kind: &'static str,
    pub format: &'static str,
    pub variant: &'static str,
    pub notation: &'static str,
    pub encoding: &'static str,
    pub bytes: &'static [u8],
}

const fn sample(
    name: &'static str,
    label: [&'static str; 4],
    encoding: &'static str,
    bytes: &'static [u8],
) -> Sample {
    let [kind, format, variant, notation] = label;
    Sample {
        name,
        kind,
        format,
        variant,
        notation,
        encoding,
        bytes,
    }
}

const fn binary(name: &'static str, label: [&'static str; 3], bytes: &'static [u8]) -> Sample {
    let [kind, format, variant] = label;
    sample(name, [kind, format, variant, "-"], "-", bytes)
}

const U: &str = "UTF-8";

pub const FOREIGN: &[Sample] = &[
    binary("a.xqf", ["games", "xqf", "xiangqi"], b"XQ\x12\0\x3A\x51\x88\0\0\0\0\0\0\0\0\0"),
    binary("b.dat", ["games", "xqf", "xiangqi"], b"XQ\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0"),
    binary("a.cbr", ["games", "cbr", "xiangqi"], b"CCBridge Record\0\x02\0\0\0\0\0\0\0\0\0"),
    binary("b.bin", ["games", "cbl", "xiangqi"], b"CCBridgeLibrary\0\x02\0\0\0\x10\0\0\0\0\0"),
    binary("a.xqr", ["games", "xqr", "xiangqi"], b"\0\x02\x20\x17\x01\x02\x01\0\x06\x05Hello\x07\x05World"),
    binary("a.ccm", ["games", "ccm", "xiangqi"], b"\x01\0\0\x02\0\0\x10\0\0\0\x03\x02\x01\0\0\x09\x01\x01\x02\0\0\x03\x01\x07"),
    binary("a.mxq", ["games", "mxq", "xiangqi"], b"\x04\xC9\xCF\xBA\xA3\x01\x02\x03\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08\0\0\0\0\0\0\x01"),
    binary("a.cbh", ["games", "cbh", "chess"], b"\0\0\x2C\0\x2E\x01\0\0\0\x15\0\0\0\x02\0\0\0\x03"),
    binary("b.cbh", ["games", "cbh", "chess"], b"\0\0\x24\0\x2E\x01\0\0\0\x15\0\0\0\x02\0\0\0\x03"),
    binary("a.cbv", ["games", "cbv", "chess"], b"\x02\0\0\0\x01\0\0\0\x09\x08\x07\0\0\0\0\x11\x12\x13\x14\x15\0\0\0\0"),
    binary("old.cbf", ["games", "cbf", "chess"], b"\x01\x02\x03\x04\x05\0\0\0\0\x08\x01\x11\x12\x13\x14\x15\0\0\0\0\x07\x06\x05\x04"),
    binary("a.si4", ["games", "si4", "chess"], b"Scid.si\0\x01\x90\0\0\0\0\0\0\x05"),
    binary("a.si5", ["games", "si5", "chess"], b"\0\0\0\0\x01\x02\x03\x04\x05\x06\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08"),
    binary("a.abk", ["other", "abk", "chess"], b"\x03ABK\0\0\0\0\x01\x02\x03\x04"),
    binary("a.ctg", ["other", "ctg", "chess"], b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x05"),
    binary(
        "book.bin",
        ["other", "polyglot", "chess"],
        b"\0\x01\x02\x03\x04\x05\x06\x07\x03\x1C\0\x05\0\0\0\0\
          \0\x01\x02\x03\x04\x05\x06\x07\x02\xDB\0\x03\0\0\0\0\
          \0\x41\x02\x03\x04\x05\x06\x07\x03\x1C\0\x05\0\0\0\0\
          \x10\x01\x02\x03\x04\x05\x06\x07\x01\x52\0\x01\0\0\0\0\
          \x90\x01\x02\x03\x04\x05\x06\x07\x01\x52\0\x01\0\0\0\0",
    ),
    binary("a.zip", ["other", "zip", "-"], b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0games.pgn"),
    binary("games.pgn", ["other", "zip", "-"], b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0games.pgn"),
    binary("a.7z", ["other", "7z", "-"], b"7z\xBC\xAF\x27\x1C\0\x04\0\0\0\0"),
    binary("a.rar", ["other", "rar", "-"], b"Rar!\x1A\x07\x01\0\0\0\0\0"),
    binary("a.png", ["other", "png", "-"], b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x08"),
    binary("b.pgn", ["other", "png", "-"], b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x08"),
    binary("a.jpg", ["other", "jpeg", "-"], b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01"),
    binary("a.gif", ["other", "gif", "-"], b"GIF89a\x01\0\x01\0\x80\0\0"),
    binary("a.pdf", ["other", "pdf", "-"], b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj\n"),
    binary("a.db", ["other", "sqlite", "-"], b"SQLite format 3\0\x10\0\x01\x01\0\x40\x20\x20"),
    binary("a.o", ["other", "elf", "-"], b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0"),
    binary("a.wasm", ["other", "wasm", "-"], b"\0asm\x01\0\0\0"),
    sample("empty.pgn", ["other", "empty", "-", "-"], "-", b""),
    sample(
        "dhtmlxq.txt",
        ["games", "dhtmlxq", "xiangqi", "-"],
        U,
        b"[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_title]A game[/DhtmlXQ_title]\n[DhtmlXQ_binit]0919293949596979891777062646668600102030405060708012720323436383[/DhtmlXQ_binit]\n[DhtmlXQ_movelist]774770627967807089798070[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n",
    ),
    sample(
        "record.cbf",
        ["games", "cbf-xml", "xiangqi", "-"],
        U,
        b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\"><Head><FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w</FEN></Head><MoveList><Move value=\"00-00\"/></MoveList></ChineseChessRecord>\n",
    ),
    sample(
        "kif.kif",
        ["games", "kif", "shogi", "kif"],
        U,
        "# ---- Kifu for Windows ----\n手合割：平手\n先手：先の人\n後手：後の人\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   ( 0:00/00:00:16)\n   3 中断         ( 0:03/ 0:00:19)\n".as_bytes(),
    ),
    sample(
        "kif-middle.txt",
        ["games", "kif", "shogi", "kif"],
        U,
        "  11 ７八銀(79)   ( 0:02/00:01:16)\n  12 ４二銀(31)   ( 0:05/00:01:10)\n  13 ４八銀(39)   ( 0:02/00:01:18)\n  14 ５四歩(53)   ( 0:04/00:01:14)\n  15 ５六歩(57)   ( 0:02/00:01:20)\n".as_bytes(),
    ),
    sample(
        "kif-sjis.kif",
        ["games", "kif", "shogi", "kif"],
        "Shift_JIS",
        b"\x8E\xE8\x8D\x87\x8A\x84\x81F\x95\xBD\x8E\xE8\n\x90\xE6\x8E\xE8\x81F\x8AC\n\x8C\xE3\x8E\xE8\x81F\x8ER\n\x8E\xE8\x90\x94----\x8Ew\x8E\xE8---------\x8F\xC1\x94\xEF\x8E\x9E\x8A\xD4--\n   1 \x82V\x98Z\x95\xE0(77)   ( 0:16/00:00:16)\n",
    ),
    sample(
        "ki2.ki2",
        ["games", "ki2", "shogi", "ki2"],
        U,
        "▲７六歩    △３四歩    ▲６六歩    △８四歩\n▲６八飛    △６二銀    ▲１六歩    △１四歩\n".as_bytes(),
    ),
    sample(
        "csa.csa",
        ["games", "csa", "shogi", "csa"],
        U,
        b"V2.2\nN+NAKAHARA\nN-YONENAGA\n$EVENT:13th World Computer Shogi Championship\nPI\n+\n+2726FU\nT12\n-3334FU\nT6\n+7776FU\n-4344FU\n%TORYO\n",
    ),
    sample(
        "csa-middle.txt",
        ["games", "csa", "shogi", "csa"],
        U,
        b"T6\n+7776FU\nT5\n-4344FU\nT3\n+3948GI\nT1\n-2232HI\nT2\n+5968OU\nT1\n",
    ),
    sample(
        "usi.txt",
        ["moves", "usi", "shogi", "usi"],
        U,
        b"position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f 3c3d 2g2f 8c8d\n",
    ),
    sample(
        "go.sgf",
        ["games", "sgf", "-", "-"],
        U,
        b"(;FF[4]GM[1]SZ[19]PB[Black]PW[White]KM[6.5]RE[B+R];B[pd];W[dp];B[pp];W[dd];B[fq])\n",
    ),
    sample(
        "go-middle.txt",
        ["games", "sgf", "-", "-"],
        U,
        b"c];B[qf];W[nc];B[rd];W[qc];B[qi];W[fc];B[cf];W[db];B[cc];W[ic];B[jp];W[cn];B[fp];W[bp];B[hq]\n",
    ),
    sample(
        "go.gib",
        ["games", "gib", "go", "-"],
        U,
        b"\\HS\n\\[GAMEBLACKNAME=Black (9D)\\]\n\\[GAMEWHITENAME=White (9D)\\]\n\\HE\n\\GS\n2 1 0\nINI 0 1 0\nSTO 0 2 1 15 3\nSTO 0 3 2 3 15\n\\GE\n",
    ),
    sample(
        "draughts.pdn",
        ["games", "pdn", "draughts", "pdn"],
        U,
        b"[Event \"World championship\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 4. 41-37 14-19 5. 34-30 20-25 1-1\n",
    ),
    sample(
        "draughts.pgn",
        ["games", "pdn", "draughts", "pdn"],
        U,
        b"[Event \"Match\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 5. 7x16 20x11 6. 3-7 28-24 0-1\n",
    ),
    sample(
        "backgammon.mat",
        ["games", "mat", "backgammon", "mat"],
        U,
        b" 7 point match\n\n Game 1\n A : 0                             B : 0\n  1) 31: 8/5 6/5                     52: 13/8 13/11\n  2) 64: 24/18 18/14                 Doubles => 2\n  3)  Takes                          61: 13/7 8/7\n",
    ),
    sample(
        "bughouse.bpgn",
        ["games", "bpgn", "bughouse", "bpgn"],
        U,
        b"[Event \"rated bughouse match\"]\n[WhiteA \"A\"][WhiteAElo \"2000\"]\n[BlackA \"B\"][BlackAElo \"2000\"]\n[WhiteB \"C\"]\n[BlackB \"D\"]\n[Result \"1-0\"]\n\n1A. e4{120} 1B. d4{119} 1a. e5{120} 1b. d5{118} 2A. Nf3{117} 2a. Nc6{118} 2B. Nc3{118} 3A. P@e6{110} 1-0\n",
    ),
    sample(
        "bughouse-middle.txt",
        ["games", "bpgn", "bughouse", "bpgn"],
        U,
        b"21A. N@f5{60.1} 20b. Bxf2+{55.0} 21a. gxf5{61.2} 21B. Kxf2{50.3} 22A. Q@g7#{59.8} 21b. N@g4+{54.1}\n",
    ),
    sample(
        "engine.log",
        ["other", "uci-log", "chess", "-"],
        U,
        b"uci\nid name Engine 15\nid author A\noption name Hash type spin default 16 min 1 max 33554432\nuciok\nisready\nreadyok\nucinewgame\nposition startpos moves e2e4\ngo movetime 1000\ninfo depth 1 seldepth 1 multipv 1 score cp 38 nodes 20 nps 20000 time 1 pv c7c5\ninfo depth 2 seldepth 2 score cp 30 nodes 40 pv e7e5 g1f3\nbestmove e7e5 ponder g1f3\n",
    ),
    sample(
        "lichess.ndjson",
        ["games", "lichess-json", "-", "-"],
        U,
        b"{\"id\":\"q7ZvsdUF\",\"rated\":true,\"variant\":\"standard\",\"speed\":\"blitz\",\"perf\":\"blitz\",\"createdAt\":1514505150384,\"lastMoveAt\":1514505592843,\"status\":\"draw\",\"players\":{\"white\":{\"user\":{\"name\":\"A\",\"id\":\"a\"},\"rating\":2388,\"ratingDiff\":4}},\"moves\":\"d4 d5 c4 c6 Nc3 e6 e4 Nd7\"}\n",
    ),
    sample(
        "chesscom.json",
        ["games", "chesscom-json", "-", "-"],
        U,
        b"{\"games\":[{\"url\":\"https://www.chess.com/game/live/1\",\"pgn\":\"[Event \\\"Live Chess\\\"]\\n\\n1. e4 e5 1-0\\n\",\"time_control\":\"180\",\"end_time\":1,\"rated\":true,\"tcn\":\"mCZJ\",\"time_class\":\"blitz\",\"rules\":\"chess\"}]}\n",
    ),
    sample(
        "descriptive.txt",
        ["games", "descriptive", "chess", "descriptive"],
        U,
        b"1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 P-QR3 4. B-R4 N-B3 5. O-O B-K2 6. R-K1 P-QN4 7. B-N3 P-Q3 8. P-B3 O-O\n",
    ),
    sample(
        "iccf.txt",
        ["games", "iccf", "chess", "iccf"],
        U,
        b"1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 2514 7866 5. 5171 6857 6. 6151 2725 7. 1423 4746 8. 3233 5878\n",
    ),
    sample(
        "query.cql",
        ["other", "cql", "-", "-"],
        U,
        b"cql(input games.pgn output mates.pgn)\nbtm\nmate\nN attacks k\n",
    ),
    sample(
        "positions.fen",
        ["positions", "positions", "chess", "fen"],
        U,
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n8/8/8/8/8/8/4k3/K6R w - - 0 1\n",
    ),
    sample(
        "suite.epd",
        ["positions", "positions", "chess", "epd"],
        U,
        b"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - bm d5; id \"BK.02\";\n",
    ),
    sample(
        "positions-of-xiangqi.txt",
        ["positions", "positions", "xiangqi", "fen"],
        U,
        b"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\nrnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1\n",
    ),
    sample(
        "cut.fen",
        ["positions", "positions", "chess", "fen"],
        U,
        b"pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n8/8/8/8/8/8/4k3/K6R w - - 0 1\n8/8/8/8/8/8/4k3/K5",
    ),
    sample(
        "moves.txt",
        ["moves", "moves", "chess", "uci"],
        U,
        b"position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\nposition startpos moves d2d4 d7d5 c2c4\n",
    ),
    sample(
        "moves-of-xiangqi.txt",
        ["moves", "moves", "xiangqi", "iccs"],
        U,
        b"position startpos moves h2e2 h9g7 h0g2 i9h9 b0c2 b9c7\nposition startpos moves c3c4 b7c7\n",
    ),
    sample(
        "scrap.txt",
        ["moves", "pgn", "chess", "uci"],
        U,
        b"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5\n",
    ),
    sample(
        "scrap-of-xiangqi.txt",
        ["moves", "pgn", "xiangqi", "iccs"],
        U,
        b"h2e2 h9g7 h0g2 i9h9 b0c2 b9c7 a0b0 a9b9 i0h0 h7h3\n",
    ),
    sample(
        "winboard.pgn",
        ["games", "pgn", "xiangqi", "winboard"],
        U,
        b"[Variant \"xiangqi\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. Che2 Hg7 2. Hg2 Rh9 3. Hc2 Hc7 4. Rb0 Rb9 5. Rh0 g5 6. Cbd2 Ae8 7. Rb6 Eg0 *\n",
    ),
    sample(
        "pcn.json",
        ["games", "pcn", "-", "-"],
        U,
        b"{\"started_at\": \"2012-09-29T18:48:40+02:00\", \"topside_player\": \"A\", \"bottomside_player\": \"B\", \"starting_position\": [[\"r\", null], [null, \"R\"]], \"previous_moves\": [[[[0, 1], \"shift\", [1, 1]]]]}\n",
    ),
    sample(
        "games.jsonl",
        ["games", "movetext-json", "chess", "-"],
        U,
        b"{\"schema\":\"movetext-game/2\",\"variant\":\"chess\",\"tags\":[],\"moves\":[]}\n",
    ),
    sample(
        "games.xml",
        ["games", "xml", "chess", "san"],
        U,
        b"<?xml version=\"1.0\"?>\n<pgns><pgn><tags>\n[White \"A\"]\n[Black \"B\"]\n</tags>\n<moves>\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n</moves></pgn></pgns>\n",
    ),
    sample(
        "page-with-a-game.html",
        ["games", "html", "chess", "san"],
        U,
        b"<!DOCTYPE html>\n<html><head><title>A game</title></head><body>\n<h1>A game</h1>\n<p>Here it is:</p>\n<pre>\n[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0\n</pre>\n</body></html>\n",
    ),
    sample(
        "mixed-prose.txt",
        ["games", "pgn", "chess", "san"],
        U,
        b"Dear friend, this is the game:\n\n1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. O-O Nc6 8. d5 Ne7 9. Ne1 Nd7 10. Nd3 f5 1/2-1/2\n",
    ),
];

/// Names, formats and texts of documents that are no records.
pub const DOCUMENTS: &[(&str, &str, &str)] = &[
    (
        "page.html",
        "html",
        "<!DOCTYPE html>\n<html><head><title>Hello</title></head><body><div><p>Hello, world.</p></div></body></html>\n",
    ),
    (
        "page.pgn",
        "html",
        "<html>\n<body>\n<h1>404 Not Found</h1>\n<p>The page is not here.</p>\n</body>\n</html>\n",
    ),
    (
        "feed.xml",
        "markup",
        "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>News</title></channel></rss>\n",
    ),
    (
        "a.svg",
        "svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>\n",
    ),
    (
        "package.json",
        "json",
        "{\n  \"name\": \"a\",\n  \"version\": \"1.0.0\",\n  \"scripts\": {\"test\": \"run\"},\n  \"setup\": true,\n  \"players\": []\n}\n",
    ),
    ("list.json", "json", "[{\"a\": 1}, {\"a\": 2}]\n"),
    (
        "meta.pcn",
        "json",
        "{\"meta\": {\"generator\": \"x\"}, \"data\": [1, 2, 3]}\n",
    ),
    (
        "a.pl",
        "text",
        "#!/usr/bin/perl\nuse strict;\nmy @list = [ \"a\", \"b\" ];\nprint \"$_\\n\" foreach (1 .. 9);\n[name \"value\"];\n",
    ),
    (
        "config",
        "text",
        "# Settings\n[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.org/a.git\n[branch \"main\"]\n\tremote = origin\n",
    ),
    (
        "Cargo.toml",
        "text",
        "# A crate\n[package]\nname = \"a\"\nversion = \"0.1.0\"\n\n[dependencies]\nb1 = \"2\"\nc3 = \"4\"\n",
    ),
    (
        "a.rs",
        "text",
        "//! A crate.\n\nfn main() {\n    let e4 = 4;\n    let d5 = e4 + 1;\n    println!(\"{d5}\");\n}\n// Nf3 is a move, d4 another; the rest of this file is about neither of them.\n",
    ),
    (
        "a.py",
        "text",
        "\"\"\"A module.\"\"\"\nimport os\n\ndef a1(b2, c3):\n    return b2 + c3\n",
    ),
    (
        "a.css",
        "unknown",
        "/* Style */\nh1, h2, h3, h4, h5, h6 { margin: 0; }\n.a1 .b2 .c3 { color: #e4e5d4; }\n",
    ),
    (
        "a.csv",
        "text",
        "Name,Date,Score\nA,2020-01-01,1-0\nB,2020-01-02,0-1\nC,2020-01-03,1-0\nD,2020-01-04,3-0\n",
    ),
    (
        "hex.txt",
        "unknown",
        "Offset: 00000000\n00000000: a1b2 c3d4 e5f6 0708 e2e4 e7e5 0011 2233\n00000010: 4455 6677 8899 aabb ccdd eeff 1234 5678\n00000020: a1b2 c3d4 e5f6 0708 9081 7263 5445 3627\n",
    ),
    (
        "cells.txt",
        "text",
        "Formulas of the sheet: =A1+B2, =SUM(C3:D4), =E5*F6; the cells a1, b2 and c3 are empty.\nAll others have values.\n",
    ),
    (
        "wing.txt",
        "unknown",
        "Part list of the wing: C2.5 bolts, R8+6 washers, and four H2 nuts. Nothing else is needed for this step.\n",
    ),
    (
        "notes.md",
        "text",
        "# Notes\n\n1. Buy bread.\n2. Call Nf at 3.\n3. Go to bed.\n\nIt was 3-0 in the end, and 1-0 before that.\n",
    ),
    (
        "english.txt",
        "text",
        "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.\n",
    ),
    (
        "german.txt",
        "text",
        "Über allen Gipfeln ist Ruh, in allen Wipfeln spürest du kaum einen Hauch; die Vögelein schweigen im Walde.\n",
    ),
    (
        "french.txt",
        "text",
        "Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite.\n",
    ),
    (
        "spanish.txt",
        "text",
        "En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo.\n",
    ),
    (
        "catalan.txt",
        "text",
        "Tots els éssers humans neixen lliures i iguals en dignitat i en drets. Són dotats de raó i de consciència.\n",
    ),
    (
        "italian.txt",
        "text",
        "Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura, ché la diritta via era smarrita.\n",
    ),
    (
        "polish.txt",
        "text",
        "Litwo! Ojczyzno moja! ty jesteś jak zdrowie; ile cię trzeba cenić, ten tylko się dowie, kto cię stracił.\n",
    ),
    (
        "russian.txt",
        "text",
        "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.\n",
    ),
    (
        "greek.txt",
        "text",
        "Ἄνδρα μοι ἔννεπε, Μοῦσα, πολύτροπον, ὃς μάλα πολλὰ πλάγχθη, ἐπεὶ Τροίης ἱερὸν πτολίεθρον ἔπερσεν.\n",
    ),
    (
        "chinese.txt",
        "text",
        "《道德經》\n道可道，非常道。名可名，非常名。無名天地之始；有名萬物之母。故常無欲以觀其妙；常有欲以觀其徼。\n",
    ),
    (
        "japanese.txt",
        "text",
        "【坊っちゃん】\n親譲りの無鉄砲で小供の時から損ばかりしている。小学校に居る時分学校の二階から飛び降りた。\n",
    ),
    (
        "arabic.txt",
        "text",
        "«يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا.»\n",
    ),
    (
        "log.txt",
        "text",
        "Jan 01 00:00:01 host kernel: [    0.000000] Linux version 6.1\nJan 01 00:00:02 host systemd[1]: Started a1.service\nJan 01 00:00:03 host sshd[22]: Accepted\n",
    ),
    (
        "mail.eml",
        "text",
        "From: A <a@example.org>\nTo: B <b@example.org>\nSubject: Chess on Friday\n\nShall we play on Friday? I open with the Ruy Lopez this time.\n",
    ),
];
