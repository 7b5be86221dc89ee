//! Written moves, taken apart.

use super::*;

fn step(
    piece: crate::Role,
    from: &str,
    separator: Separator,
    captured: Option<crate::Role>,
    to: &str,
    promotion: Promotion,
) -> Option<Written> {
    Some(Written::Step {
        piece,
        from: hex(from),
        separator,
        captured,
        to: hex(to),
        promotion,
    })
}

#[test]
fn steps() {
    use Promotion as P;
    use Separator::*;
    let dialect = Dialect::default();
    let table = [
        // CE-043, CE-046, CE-047, CE-048, CE-050, CE-051
        ("E7-E13", step(PAWN, "E7", Quiet, None, "E13", P::None)),
        ("E7‐E13", step(PAWN, "E7", Quiet, None, "E13", P::None)),
        ("P7-P9", step(PAWN, "P7", Quiet, None, "P9", P::None)),
        ("EE5-E9", step(ELEPHANT, "E5", Quiet, None, "E9", P::None)),
        ("KG1-H4", step(KING, "G1", Quiet, None, "H4", P::None)),
        ("K4-K10", step(PAWN, "K4", Quiet, None, "K10", P::None)),
        ("DE1-E3", step(QUEEN, "E1", Quiet, None, "E3", P::None)),
        // CE-044, CE-052, CE-054, CE-061, CE-062
        (
            "JD8×EE11",
            step(BISHOP, "D8", Capture, Some(ELEPHANT), "E11", P::None),
        ),
        (
            "JD8*EE11",
            step(BISHOP, "D8", Capture, Some(ELEPHANT), "E11", P::None),
        ),
        (
            "E13*F16",
            step(PAWN, "E13", Capture, Some(PAWN), "F16", P::None),
        ),
        (
            "GL5×GE5",
            step(PEGASUS, "L5", Capture, Some(PEGASUS), "E5", P::None),
        ),
        // CE-056, CE-057, CE-058, CE-066
        (
            "F14@G11",
            step(PAWN, "F14", Passant, Some(PAWN), "G11", P::None),
        ),
        (
            "F12@@G9",
            step(PAWN, "F12", LongPassant, Some(PAWN), "G9", P::None),
        ),
        (
            "A23@DT20",
            step(PAWN, "A23", Passant, Some(QUEEN), "T20", P::None),
        ),
        // CE-072, CE-074, CE-075
        (
            "F26-F28=D",
            step(PAWN, "F26", Quiet, None, "F28", P::To(QUEEN)),
        ),
        ("T20-P21=&", step(PAWN, "T20", Quiet, None, "P21", P::Await)),
        (
            "E25×VF28=D",
            step(PAWN, "E25", Capture, Some(WYVERN), "F28", P::To(QUEEN)),
        ),
        (
            "B22@A23=V",
            step(PAWN, "B22", Passant, Some(PAWN), "A23", P::To(WYVERN)),
        ),
        // CE-087
        (
            "P21=J",
            Some(Written::InPlace {
                hex: hex("P21"),
                role: BISHOP,
            }),
        ),
        (
            "F0=R",
            Some(Written::InPlace {
                hex: hex("F0"),
                role: ROOK,
            }),
        ),
    ];
    for (text, expected) in table {
        assert!(expected.is_some());
        assert_eq!(written(text, &dialect), expected, "{text}");
    }
}

/// CE-089 to CE-098: every mark after every form of move.
#[test]
fn checks() {
    let dialect = Dialect::default();
    let marks = [
        ("", Check::None),
        ("+", Check::Plain),
        ("+∞", Check::Distant),
        ("+^", Check::Close),
        ("^+", Check::Close),
        ("++", Check::Double),
        ("#", Check::Mate),
    ];
    for text in [
        "GL5-H6",
        "E25×VF28=D",
        "KRD-HG",
        "KRK-HIOO",
        "P21=J",
        "F12@@G9",
    ] {
        for (mark, check) in marks {
            for tail in ["", " ", ", ", "?!", ":", ")"] {
                let line = format!("{text}{mark}{tail}");
                let lexed = notation::lex(line.as_bytes(), &dialect).expect(&line);
                assert_eq!(lexed.token.check, check, "{line}");
                assert_eq!(lexed.len, text.len() + mark.len(), "{line}");
            }
        }
    }
}

/// CE-078 to CE-084: the names, with both hyphens.
#[test]
fn castlings() {
    for (index, castling) in CASTLINGS.iter().enumerate() {
        let dialect = Dialect::default().with_ruleset(castling.ruleset);
        let name = castling.name;
        let expected = Some(Written::Castling(index as u8));
        assert_eq!(written(name, &dialect), expected, "{name}");
        let hyphen = name.replace('-', "‐");
        assert_eq!(written(&hyphen, &dialect), expected, "{hyphen}");
    }
}

#[test]
fn refused() {
    let dialect = Dialect::default();
    let table: &[(&str, &[&str])] = &[
        ("CE-001", &["e4", "Nf3", "f5-f6", "O-O", "0-0", "e2-e4"]),
        ("CE-043", &["JC15", "E13", "J-C15", "JF-C15"]),
        ("CE-047", &["♙E7-E13", "P-E7"]),
        ("CE-048", &["E-E7"]),
        ("CE-049", &["J F6-C15", "J:F6-C15"]),
        (
            "CE-050",
            &["E7\u{2012}E13", "E7~E13", "E7E13", "E7 E13", "E7_E13"],
        ),
        ("CE-052", &["E13✕F16", "E13⨯F16", "E13:F16", "E13-×F16"]),
        ("CE-053", &["GH6XRI3", "GL5xxGE5+^", "E13XF16"]),
        ("CE-055", &["JA23 × C23", "E7 - E13", "JA23× C23"]),
        ("CE-056", &["C11×@D14", "C11@×D14"]),
        ("CE-058", &["F12@ @G9", "F12@@@G9", "F12××G9"]),
        ("CE-061", &["EF12×F14N", "EF12N×F14"]),
        ("CE-062", &["E13-PF16", "E13×pF16"]),
        ("CE-063", &["JF6-NC15", "JF6-JC15", "E7-EE13"]),
        ("CE-065", &["C11@pD14", "F12@@PPG9"]),
        ("CE-071", &["GX16×L", "RI3×G", "GX16×21"]),
        (
            "CE-072",
            &["F26-F28D", "F26-F28 =D", "F26-F28/D", "F26-F28(D)"],
        ),
        ("CE-074", &["F26-F28=", "F26-F28=P", "F26-F28=d"]),
        ("CE-075", &["T20-P21&", "T20-P21=?", "T20-P21=-"]),
        (
            "CE-078",
            &[
                "KRk-II", "KK-II", "KRQ-DE", "KD-DE", "KRKR-HGG", "RKR-HGG", "KRKII", "KRD×DE",
            ],
        ),
        (
            "CE-082",
            &[
                "KRK-I",
                "KRD-DED",
                "KRD-D2E1",
                "KRK-GH",
                "KRR-HG",
                "KRR-HGGG",
                "KRK-HI0O0",
                "KRK-0",
            ],
        ),
        ("CE-085", &["KR8-R10"]),
        (
            "CE-087",
            &["PP21-J", "-P21=J", "=J", "P21--=J", "P21\u{2010}=J"],
        ),
        ("CE-088", &["P21=&"]),
        ("CE-091", &["F26-F28+∞=D"]),
        (
            "CE-094",
            &["GL5-H6^", "DB10-D10∞", "GE7-G1+++", "GL5-H6##", "GL5-H6+^#"],
        ),
        (
            "CE-373",
            &["E7-E14", "J7-J9", "F26-F30", "E007-E13", "E7-E131"],
        ),
        (
            "CE-008",
            &["AF6-C15", "CG25-L17", "QE1-E3", "♗F6-C15", "KTK-II"],
        ),
    ];
    for (requirement, texts) in table {
        for text in *texts {
            assert_eq!(written(text, &dialect), None, "{requirement} {text}");
        }
    }
}

/// CE-006, CE-009, CE-077, CE-085, CE-086, CE-312 to CE-315, CE-I07: other letters.
#[test]
fn dialects() {
    /// A Redefine value, moves in it and in the standard letters, and moves that it excludes.
    type Case = (
        &'static str,
        &'static [(&'static str, &'static str)],
        &'static [&'static str],
    );
    let table: &[Case] = &[
        (
            "A@J, C@N, T@R",
            &[
                ("AF6-C15", "JF6-C15"),
                ("CG25-L17", "NG25-L17"),
                ("TC3-D4", "RC3-D4"),
                ("KT6-T8", "KT6-T8"),
                ("A5-A7", "A5-A7"),
                ("F26-F28=A", "F26-F28=J"),
                ("JD8×EE11", ""),
                ("AD8×TE11", "JD8×RE11"),
                ("KTK-II", "KRK-II"),
                ("KTD-DE+", "KRD-DE+"),
                ("KTT-HIH", "KRR-HIH"),
            ],
            &["JF6-C15", "NG25-L17", "RC3-D4", "KRK-II", "KTR-HIH"],
        ),
        (
            "B@J, Q@D, W@V",
            &[
                ("BF6-C15", "JF6-C15"),
                ("QE1-E3", "DE1-E3"),
                ("F26-F28=Q", "F26-F28=D"),
                ("WF0-G5", "VF0-G5"),
                ("KRD-DE", "KRD-DE"),
                ("KRQ-DE", "KRD-DE"),
                ("D6-D10", "D6-D10"),
            ],
            &["F26-F28=D", "DE1-E3", "VF0-G5"],
        ),
        (
            "L@J, S@N, T@R, W@V",
            &[("LF6-C15", "JF6-C15"), ("SG25-L17", "NG25-L17")],
            &["NG25-L17"],
        ),
        (
            "F@J, C@N, T@R, W@V",
            &[("FF6-C15", "JF6-C15"), ("F6-F8", "F6-F8")],
            &["JF6-C15"],
        ),
        (
            // CE-011, CE-012, CE-013, CE-016, CE-I05: either colour in moves.
            "FAN",
            &[
                ("♗D8×☖E11", "JD8×EE11"),
                ("♝D8×☗E11", "JD8×EE11"),
                ("\u{1FA50}L5×\u{1FA53}E5+^", "GL5×GE5+^"),
                ("\u{1FA4F}F0-E5", "VF0-E5"),
                ("\u{1FA52}F28-E23", "VF28-E23"),
                ("♘E3-F8", "NE3-F8"),
                ("F26-F28=♕", "F26-F28=D"),
                ("P21=♗", "P21=J"),
                ("♔G1-H4", "KG1-H4"),
                ("♔♖♔-II", "KRK-II"),
                ("♔♖♕-DE", "KRD-DE"),
                ("KRR-HIH", "KRR-HIH"),
            ],
            &["JD8×EE11", "♗D8×EE11", "F26-F28=D"],
        ),
    ];
    let standard = Dialect::default();
    for (value, pairs, refused) in table {
        let (start, notes) = set_up(&[("Variant", "C'escacs"), ("Redefine", value)]);
        assert!(notes.is_empty(), "{value}");
        let dialect = start.expect(value).dialect;
        for (text, same_as) in *pairs {
            assert_eq!(
                written(text, &dialect),
                written(same_as, &standard),
                "{value}: {text}"
            );
        }
        for text in *refused {
            assert_eq!(written(text, &dialect), None, "{value}: {text}");
        }
    }
}

/// CE-010: without tags everything that has one meaning is read.
#[test]
fn informal() {
    let dialect = set_up(&[]).0.expect("start").dialect;
    for text in [
        "AF6-C15",
        "JF6-C15",
        "SG3-F8",
        "QE1-E3",
        "KTK-II",
        "KRK-II",
        "♗F6-C15",
    ] {
        assert!(written(text, &dialect).is_some(), "{text}");
    }
}

/// CE-108, CE-114, CE-119 and the separators of rounds.
#[test]
fn punctuation() {
    let table = [
        (", E21", Some((Punctuation::Separator, 1))),
        (":", Some((Punctuation::Stop, 1))),
        ("(=):", Some((Punctuation::DrawOffer, 3))),
        ("(= )", None),
        ("(4. GD2-F6", None),
        ("…, G5", Some((Punctuation::Ellipsis, "…".len()))),
        ("◇(=)", Some((Punctuation::Nag(7), "◇".len()))),
        ("♗F6-C15", None),
        ("∞", None),
        ("", None),
    ];
    for (text, expected) in table {
        assert_eq!(Cescacs::punctuation(text.as_bytes()), expected, "{text}");
        assert_eq!(
            notation::lex(text.as_bytes(), &Dialect::default()),
            None,
            "{text}"
        );
    }
}

proptest::proptest! {
    /// Any bytes are lexed without a panic, and no more of them than there are.
    #[test]
    fn any_bytes(
        bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..24),
        symbols in "[A-Z♔♖🩐∞^+#=&@×*‐0-9-]{0,12}",
    ) {
        for dialect in [Dialect::default(), Dialect::informal(), Dialect::figurines()] {
            for text in [bytes.as_slice(), symbols.as_bytes()] {
                if let Some(lexed) = notation::lex(text, &dialect) {
                    proptest::prop_assert!(lexed.len > 0 && lexed.len <= text.len());
                }
                for end in 0..text.len() {
                    let _ = notation::lex(&text[..end], &dialect);
                    let _ = punctuation::sign(&text[..end]);
                }
            }
        }
    }

    /// Any PDTL is read or rejected without a panic; what was read describes itself.
    #[test]
    fn any_position(text in "/(2[0-8]|1?[0-9]):[pkKPRV1-9]{1,5}/27:dk/1:DK/ [wb] [RKrk-]{1,6} [-EFG0-9@]{1,6} [0-9?]{1,2} [0-9?]{1,3}") {
        if let (Ok(start), _) = set_up(&[("PDTL", &text)]) {
            let described = start.position.describe();
            let (again, notes) = set_up(&[("PDTL", &described)]);
            let again = again.expect("described").position;
            proptest::prop_assert_eq!(&again, &start.position);
            proptest::prop_assert!(notes.iter().all(|note| note.code.id == "impossible-setup"));
        }
    }
}
