//! Positions in PDTL and the symbols that tags declare.

use super::*;

/// CE-004, CE-155 to CE-165, CE-310 to CE-321: the start in all the samples' spellings.
#[test]
fn starts() {
    let table = [
        (None, START),
        (
            Some("A@J, T@R, C@N"),
            "/28:v/27:dk/26:gag/25:tcct/24:peaep/23:ppeepp/22:2pap2/21:3pp3/20:3p3/8:3P3/\
             7:3PP3/6:2PAP2/5:PPEEPP/4:PEAEP/3:TCCT/2:GAG/1:DK/0:V/ w TKTtkt - 0 1",
        ),
        (
            Some("B@J, W@V, Q@D"),
            "/28:w/27:qk/26:gbg/25:rnnr/24:pebep/23:ppeepp/22:2pbp2/21:3pp3/20:3p3/8:3P3/\
             7:3PP3/6:2PBP2/5:PPEEPP/4:PEBEP/3:RNNR/2:GBG/1:QK/0:W/ w RKRrkr - 0 1",
        ),
        (
            Some("FAN"),
            "/28:🩒/27:♛♚/26:🩓♝🩓/25:♜♞♞♜/24:♟☗♝☗♟/23:♟♟☗☗♟♟/22:2♟♝♟2/21:3♟♟3/20:3♟3/8:3♙3/\
             7:3♙♙3/6:2♙♗♙2/5:♙♙☖☖♙♙/4:♙☖♗☖♙/3:♖♘♘♖/2:🩐♗🩐/1:♕♔/0:🩏/ w ♖♔♖♜♚♜ - 0 1",
        ),
    ];
    for (redefine, pdtl) in table {
        let mut tags = vec![("Variant", "C'escacs")];
        tags.extend(redefine.map(|value| ("Redefine", value)));
        tags.push(("PDTL", pdtl));
        let (start, notes) = set_up(&tags);
        let start = start.expect(pdtl);
        assert!(notes.is_empty(), "{pdtl}: {notes:?}");
        assert!(!start.custom, "{pdtl}");
        assert_eq!(start.position.describe(), START);
    }
    assert_eq!(CescacsPosition::START.describe(), START);
    let pieces = (0..169).filter_map(|i| CescacsPosition::START.piece_on(Square(i)));
    assert_eq!(pieces.count(), 54);
}

/// CE-006 to CE-009, CE-310, CE-311, CE-316, CE-386, CE-I23.
#[test]
fn redefine() {
    let wrong = [
        "X@J",
        "A@N",
        "H@E",
        "",
        "J@A",
        "A=J",
        "A@J; C@N",
        "A@J, B@J",
        "a@j",
        "FAN, T@R",
        "fan",
        "♖@R",
        "A@J, T@R\\\", C@N",
    ];
    for value in wrong {
        let (start, _) = set_up(&[("Redefine", value)]);
        assert_eq!(start.expect_err(value).tag, 0, "{value}");
    }
    let (start, notes) = set_up(&[("Redefine", "A@J,T@R")]);
    assert!(start.is_ok());
    assert_eq!(notes.len(), 1);
    let (start, _) = set_up(&[("Redefine", "A@J"), ("Redefine", "T@R")]);
    let dialect = start.expect("two tags").dialect;
    assert!(written("AF6-C15", &dialect).is_some());
    assert!(written("TC3-D4", &dialect).is_some());
    assert!(
        set_up(&[("Redefine", "A@J"), ("Redefine", "B@J")])
            .0
            .is_err()
    );
}

/// CE-318: strings that describe themselves.
#[test]
fn round_trips() {
    let table = [
        // The corrected position of the specification's fragment.
        "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/8:3G3/\
         7:2NN1P2/6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b RKrkr - 2 20",
        // CE-166, CE-167
        "/27:1k/1:1K/ w -- - 0 1",
        "/27:1k/1:1K/ b Kk - 12 40",
        "/27:1k/25:r2r/3:R2R/1:1K/ w -rkr - 0 ?",
        "/27:1k/25:r2r/3:R2R/1:1K/ w RKR- - 0 1",
        "/27:1k/25:r2r/3:R2R/1:1K/ w KRrk - 3 7",
        // CE-170 to CE-176
        "/27:1k/14:3p3/13:4P3/1:1K/ b -- G13@9-11 0 1",
        "/27:1k/13:4P3/1:1K/ b -- G13@11 0 1",
        "/27:1k/15:4p3/1:1K/ w -- G15@19-17 0 1",
        "/27:1k/14:3p3/13:4P3/1:1K/ w -- F14 0 2",
        "/27:1k/14:3p3/13:3PP3/1:1K/ w -- F14 0 2",
        "/28:k/27:d1/23:p5/22:D6/1:1K/ b -- T22@20 0 1",
    ];
    for pdtl in table {
        assert_eq!(position(pdtl).describe(), pdtl);
    }
}

/// Deviations that are accepted, and how they are read.
#[test]
fn tolerated() {
    let table = [
        // CE-149
        (
            "27:1k/1:1K w -- - 0 1",
            "/27:1k/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        // CE-151
        (
            "/1:1K/27:1k/ w -- - 0 1",
            "/27:1k/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        // CE-153
        (
            "/27:1k/14:7/1:1K/ w -- - 0 1",
            "/27:1k/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        // CE-155
        (
            "/27:1k/14:33J/1:1K/ w -- - 0 1",
            "/27:1k/14:6J/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        // CE-157, CE-320: an alternative letter without its tag
        (
            "/27:qk/1:1K/ w -- - 0 1",
            "/27:dk/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        // CE-167 and the author's program
        (
            "/27:1k/1:1K/ w - - 0 1",
            "/27:1k/1:1K/ w -- - 0 1",
            "tag-value",
        ),
        (
            "/27:1k/25:r2r/1:1K/ w rkr - 0 1",
            "/27:1k/25:r2r/1:1K/ w -rkr - 0 1",
            "tag-value",
        ),
        (
            "/27:1k/3:R2R/1:1K/ w RKR - 0 1",
            "/27:1k/3:R2R/1:1K/ w RKR- - 0 1",
            "tag-value",
        ),
        (
            "/27:1k/13:4P3/1:1K/ b -- P@G11[G13] 0 1",
            "/27:1k/13:4P3/1:1K/ b -- G13@11 0 1",
            "tag-value",
        ),
        (
            "/27:1k/13:4P3/1:1K/ b -- P@G9,11[G13] 0 1",
            "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 1",
            "tag-value",
        ),
        (
            "/27:1k/14:3p3/13:4P3/1:1K/ w -- G13@F14 0 2",
            "/27:1k/14:3p3/13:4P3/1:1K/ w -- F14 0 2",
            "tag-value",
        ),
        // CE-168
        (
            "/27:1k/1:1K/ w RKRrkr - 0 1",
            "/27:1k/1:1K/ w Kk - 0 1",
            "impossible-setup",
        ),
        (
            "/26:k2/2:K2/ w Kk - 0 1",
            "/26:k2/2:K2/ w -- - 0 1",
            "impossible-setup",
        ),
        // CE-165, CE-I16
        (
            "/27:1k/3:R3/1:1K/ w KR- - 0 1",
            "/27:1k/3:R3/1:1K/ w RK- - 0 1",
            "impossible-setup",
        ),
        // CE-174
        (
            "/27:1k/13:4P3/1:1K/ w -- G13@9-11 0 1",
            "/27:1k/13:4P3/1:1K/ w -- - 0 1",
            "impossible-setup",
        ),
        (
            "/27:1k/1:1K/ b -- G13@9-11 0 1",
            "/27:1k/1:1K/ b -- - 0 1",
            "impossible-setup",
        ),
        (
            "/27:1k/13:4P3/1:1K/ b -- G13@10 0 1",
            "/27:1k/13:4P3/1:1K/ b -- - 0 1",
            "impossible-setup",
        ),
        // CE-159
        (
            "/27:1k/1:DK/0:D/ w -- - 0 1",
            "/27:1k/1:DK/0:D/ w -- - 0 1",
            "impossible-setup",
        ),
        (
            "/27:1k/6:3J3/0:J/ w -- - 0 1",
            "/27:1k/6:3J3/0:J/ w -- - 0 1",
            "impossible-setup",
        ),
        // CE-181, CE-183
        (
            "/27:1k/1:1K/ w -- - ? 12",
            "/27:1k/1:1K/ w -- - 0 12",
            "tag-value",
        ),
        (
            "/27:1k/1:1K/ w -- - 2 -",
            "/27:1k/1:1K/ w -- - 2 ?",
            "tag-value",
        ),
        (
            "/27:1k/1:1K/ w -- - 2 0",
            "/27:1k/1:1K/ w -- - 2 ?",
            "tag-value",
        ),
        (
            "/27:1k/1:1K/ w -- - 2",
            "/27:1k/1:1K/ w -- - 2 ?",
            "tag-value",
        ),
        (
            "/27:1k/1:1K/ w -- -",
            "/27:1k/1:1K/ w -- - 0 ?",
            "tag-value",
        ),
    ];
    for (text, expected, code) in table {
        let (start, notes) = set_up(&[("PDTL", text)]);
        assert_eq!(start.expect(text).position.describe(), expected, "{text}");
        assert!(
            notes.iter().any(|note| note.code.id == code),
            "{text}: {notes:?}"
        );
    }
}

/// CE-173, CE-I17, CE-I18: other hyphens, and the lines in either order, are no deviation.
#[test]
fn same_meaning() {
    for (text, expected) in [
        ("/27:1k/1:1K/ w ‐‐ ‐ 0 1", "/27:1k/1:1K/ w -- - 0 1"),
        (
            "/27:1k/13:4P3/1:1K/ b -- G13@9‐11 0 1",
            "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 1",
        ),
        (
            "/27:1k/15:4p3/1:1K/ w -- G15@17-19 0 1",
            "/27:1k/15:4p3/1:1K/ w -- G15@19-17 0 1",
        ),
    ] {
        assert_eq!(position(text).describe(), expected);
    }
}

#[test]
fn refused() {
    let table = [
        ("CE-146", "/27:1k/1:1K/ w", "six fields"),
        ("CE-146", "/27:1k/1:1K/ w - - -- 0 1", "six fields"),
        ("CE-146", "/27:1k/1:1K/ 1 w -- - 0", "turn"),
        ("CE-149", "/27:1k//1:1K/ w -- - 0 1", "not a line"),
        (
            "CE-151",
            "/27:d1/27:1k/1:DK/ w -- - 0 1",
            "line 27 is given twice",
        ),
        ("CE-152", "/14.3J3/ w -- - 0 1", "not a line"),
        ("CE-152", "/014:3J3/ w -- - 0 1", "no line \"014\""),
        ("CE-152", "/29:1/ w -- - 0 1", "no line \"29\""),
        (
            "CE-156",
            "/26:1j/ w -- - 0 1",
            "line 26 has 3 hexes, but 2 are described",
        ),
        (
            "CE-156",
            "/4:PE1EPP/ w -- - 0 1",
            "line 4 has 5 hexes, but 6 are described",
        ),
        (
            "CE-385",
            "/27:1k1/1:1K/ w -- - 0 1",
            "line 27 has 2 hexes, but 3 are described",
        ),
        (
            "CE-157",
            "/24:xejex/ w -- - 0 1",
            "invalid piece letter \"x\"",
        ),
        ("CE-157", "/24:mejem/ w -- - 0 1", "Grand C'escacs"),
        (
            "CE-158",
            "/2:3P3/ w -- - 0 1",
            "line 2 has 3 hexes, but 7 are described",
        ),
        ("CE-160", "/27:1k/1:1K/ W -- - 0 1", "the turn is w or b"),
        ("CE-162", "/27:1k/1:1K/ w rkrRKR - 0 1", "castle"),
        ("CE-162", "/27:1k/1:1K/ w RKRRKR - 0 1", "castle"),
        ("CE-166", "/27:1k/1:1K/ w RR - 0 1", "castle"),
        ("CE-167", "/27:1k/1:1K/ w --- - 0 1", "castle"),
        (
            "CE-172",
            "/27:1k/13:4P3/1:1K/ b -- G13-11 0 1",
            "pawn to capture",
        ),
        (
            "CE-172",
            "/27:1k/13:4P3/1:1K/ b -- G13@ 0 1",
            "pawn to capture",
        ),
        (
            "CE-173",
            "/27:1k/13:4P3/1:1K/ b -- G13@9,11 0 1",
            "pawn to capture",
        ),
        (
            "CE-173",
            "/27:1k/13:4P3/1:1K/ b -- G13@7-9-11 0 1",
            "pawn to capture",
        ),
        ("CE-177", "/27:1k/1:1K/ w -- 0 1", "pawn to capture"),
        ("CE-177", "/27:1k/1:1K/ w -- – 0 1", "pawn to capture"),
        ("CE-178", "/27:1k/1:1K/ w -- - -1 1", "move counter"),
        ("CE-178", "/27:1k/1:1K/ w -- - 0.5 1", "move counter"),
        ("CE-182", "/27:1k/1:1K/ w -- - 0 +1", "move number"),
        ("CE-318", "", "six fields"),
        ("CE-318", "start", "six fields"),
    ];
    for (requirement, text, message) in table {
        let (start, _) = set_up(&[("Variant", "C'escacs"), ("PDTL", text)]);
        let error = start.expect_err(text);
        assert_eq!(error.tag, 1);
        assert!(
            error.message.contains(message),
            "{requirement} {text}: {}",
            error.message
        );
    }
}

/// CE-148, CE-I14 to CE-I16: the specification's sample with its three faults.
#[test]
fn old_names() {
    let board = "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/\
        8:3G3/7:2NN1P2/6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b";
    let sample = format!("{board} KRrkr - 2");
    for name in ["DPTL", "TLPD"] {
        let (start, notes) = set_up(&[("Variant", "C'escacs"), (name, &sample)]);
        let start = start.expect(name);
        assert!(start.custom);
        assert_eq!(start.position.describe(), format!("{board} RKrkr - 2 ?"));
        let codes: Vec<&str> = notes.iter().map(|note| note.code.id).collect();
        assert_eq!(codes, ["tag-name", "tag-value", "impossible-setup"]);
        // The second pair begins on the second line.
        let second = "[Variant \"C'escacs\"]\n".len();
        assert!(notes.iter().all(|note| note.span.start == second));
    }
}
