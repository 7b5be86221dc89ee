//! Games of C'escacs written as CTL-PGN: by the requirements, by the specification's own records, and
//! read back.

use crate::common;
use crate::common::{games_as, try_write};
use movetext::check::{Checker, Conformance};
use movetext::game::{Game, NodeId, RemarkKind};
use movetext::grammar::{Entry, check};
use movetext::pgn::{Form, Options, Selection, WriteError, Writer, Written};
use movetext::registry::VariantSet;
use movetext::variants::Cescacs;
use movetext::variants::Standard;
use movetext::variants::cescacs::{Comment, Dialect, RecordId, mentions, reference};
use movetext::{Diagnostic, Limits, Reader, Side};
use movetext_generate::{Database, Style, real_files};
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};

/// The games of a text.
fn games(text: &[u8]) -> Vec<Game> {
    games_as(text, Some("cescacs"))
}

fn only(text: &str) -> Game {
    common::only(games(text.as_bytes()), text)
}

fn options(notation: &str, form: Form) -> Options {
    Options {
        form,
        notation: notation.to_owned().into(),
        ..Options::default()
    }
}

/// A part of a game as a record of its own.
fn part(game: &Game, selection: Selection) -> Result<String, WriteError> {
    let options = Options {
        part: Some(selection),
        ..Options::default()
    };
    try_write(game, &options).map(|(text, _)| text)
}

fn write(game: &Game, notation: &str, form: Form) -> String {
    common::write(game, &options(notation, form)).0
}

fn export(text: &str) -> String {
    write(&only(text), "", Form::Export)
}

/// How many findings there are that a text is not in export format.
fn not_export(text: &str) -> usize {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder()
        .from_reader(text.as_bytes())
        .expect("memory");
    let mut checker = Checker::new(Conformance::Export);
    reader.read(&mut checker, &mut findings).expect("memory");
    let code = &movetext::diagnostic::NOT_EXPORT_FORMAT;
    findings.iter().filter(|d| d.code == code).count()
}

/// The tags of a model, and its moves.
fn model(moves: &str) -> String {
    format!("[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n{moves}")
}

/// What comes out for the moves of a model.
fn movetext(moves: &str) -> String {
    let out = export(&model(moves));
    let moves = out.strip_prefix(&model("")).expect("the tags stay");
    moves
        .strip_suffix("\n\n")
        .expect("an empty line")
        .to_owned()
}

/// A game as a tree in one text: moves, marks and labels; and all its comments, without the players
/// that they begin with, in any order.
fn tree(game: &Game) -> (String, Vec<String>) {
    let mut out = String::new();
    let mut comments = Vec::new();
    let mut remarks = |node: NodeId, out: &mut String| {
        for (kind, text) in game.remarks(node) {
            match kind {
                RemarkKind::Nag(nag) => *out += &format!(" ${nag}"),
                RemarkKind::DrawOffer => *out += " (=)",
                RemarkKind::Label(label) => *out += &format!(" [{label}]"),
                RemarkKind::Comment(_) => {
                    let body = Comment::parse(&text).body;
                    comments.push(text[body..].trim().replace("\r\n", "\n"));
                }
                RemarkKind::Outcome(_) | RemarkKind::Unrecognized => {
                    *out += &format!(" {kind:?} {text}")
                }
            }
        }
    };
    // A node to write, or a text.
    let mut stack = vec![Ok(NodeId::ROOT)];
    while let Some(next) = stack.pop() {
        let node = match next {
            Ok(node) => node,
            Err(text) => {
                out += text;
                continue;
            }
        };
        match game.mv(node) {
            Some(mv) => out += &format!(" {mv:?}"),
            None => out += &format!(" {}", game.text(node)),
        }
        remarks(node, &mut out);
        let variations: Vec<NodeId> = game.variations(node).collect();
        stack.extend(game.next(node).map(Ok));
        for head in variations.into_iter().rev() {
            stack.extend([Err(" )"), Ok(head), Err(" (")]);
        }
    }
    comments.sort();
    (out, comments)
}

const NOTATIONS: [&str; 7] = [
    "",
    "ctl-an,hyphen=unicode",
    "ctl-fan",
    "ctl-fan,hyphen=unicode",
    "letters=ACT",
    "letters=BQW",
    "letters=LSTW",
];

/// Writes a game in every notation, and each of these in the standard one again: nothing is lost, the
/// text conforms, and what was written is not changed by writing it.
fn hold(game: &Game, context: &str) {
    let plain = write(game, "ctl-an", Form::Export);
    let expected = tree(game);
    for notation in NOTATIONS {
        let (text, written) =
            try_write(game, &options(notation, Form::Export)).expect("all notations");
        let again = only(&text);
        assert_eq!(tree(&again).0, expected.0, "{context} {notation}\n{text}");
        if written == Written::default() {
            // CE-389: back in the standard letters the comments are those that they were.
            let back = write(&again, "ctl-an", Form::Export);
            assert_eq!(back, plain, "{context} {notation}");
            let same = write(&again, notation, Form::Export);
            assert_eq!(same, text, "{context} {notation}");
        }
        if game.summary.unresolved == 0 {
            let conforms = check::<Cescacs>(Entry::Document, &text, &Limits::default());
            assert!(
                conforms.is_ok(),
                "{context} {notation}: {conforms:?}\n{text}"
            );
        }
    }
    let again = tree(&only(&plain));
    assert_eq!(again.1, expected.1, "{context}");
}

/// CE-120, CE-121, CE-128, CE-190, CE-338 to CE-343, CE-347, CE-371, CE-I10, CE-I11, CE-I38, CE-I39: one
/// tag, one round, one comment a line, wherever they stood.
#[test]
fn canonical() {
    for (ids, from, to) in [
        (
            "CE-121 CE-122 CE-128 CE-343",
            "1. E7-E13, E21-E15 2. F8-F12, F20-F16:\n*",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16 :\n*",
        ),
        // CE-050, CE-051, CE-052, CE-I19, CE-I20: one hyphen, one sign of capture
        (
            "CE-050 CE-051 CE-I19",
            "1. E7\u{2010}E13, F20-F16\n2. E13*F16 :\n*",
            "1. E7-E13, F20-F16\n2. E13×F16 :\n*",
        ),
        // CE-100 to CE-108, CE-110, CE-117: valuations, offers and the end, glued
        (
            "CE-100 CE-110 CE-117",
            "1. E7-E13!, E21-E15 (=)\n2. F8-F12 ?! (=) :\n*",
            "1. E7-E13 !, E21-E15 (=)\n2. F8-F12 ?!(=):\n*",
        ),
        (
            "CE-108",
            "1. E7-E13 $7, E21-E15◇:\n*",
            "1. E7-E13 ◇, E21-E15 ◇:\n*",
        ),
        // CE-113, CE-127: the sign of the end that was missing
        ("CE-113", "1. E7-E13, E21-E15\n*", "1. E7-E13, E21-E15 :\n*"),
        // Comments after the round that they concern
        (
            "CE-347 CE-349 CE-350",
            "1. E7-E13 { abre }, E21-E15 { sigue } 2. F8-F12 :\n*",
            "1. E7-E13, E21-E15\n{ @W: abre }\n{ sigue }\n2. F8-F12 :\n*",
        ),
        (
            "CE-344 CE-345 CE-351",
            "{inicio}\n1. E7-E13, E21-E15\n{:@B: $6}\n2. F8-F12 :\n*\n{ fin }",
            "{inicio}\n1. E7-E13, E21-E15\n{:@B: $6}\n2. F8-F12 :\n*\n{ fin }",
        ),
        // Glyphs without a sign of their own
        (
            "CE-351 CE-369",
            "1. E7-E13 $24, E21-E15 !$13 :\n*",
            "1. E7-E13, E21-E15 !:\n{: @W: $24 }\n{: @B: $13 }\n*",
        ),
        // CE-322 to CE-335: variations after the round, each move of both players
        (
            "CE-322 CE-326 CE-328 CE-329 CE-330 CE-335",
            "1. E7-E13 ($[2] 1. F8-F12, F20-F16 2. E7-E9), E21-E15 (1. ..., F20-F16) 2. F8-F12 :\n*",
            "1. E7-E13, E21-E15\n($[2] 1. F8-F12, F20-F16\n2. E7-E9)\n(1. …, F20-F16)\n2. F8-F12 :\n*",
        ),
        (
            "CE-324 CE-325 CE-331 CE-332 CE-334 CE-I38 CE-I39",
            "1. E7-E13, E21-E15\n(1. F8-F12, F20-F16\n.{ @W: otra }\n.(1. …, G21-G15\n..{ @B: más }\n..)\n)\n2. F8-F12 :\n*",
            "1. E7-E13, E21-E15\n(1. F8-F12, F20-F16\n{ @W: otra }\n(1. …, G21-G15\n{ @B: más }\n)\n)\n2. F8-F12 :\n*",
        ),
    ] {
        let out = movetext(&format!("{from}\n"));
        assert_eq!(out, to, "{ids}");
        assert_eq!(movetext(&format!("{to}\n")), to, "{ids}: again");
    }
}

/// CE-190, CE-193, CE-194, CE-196, CE-197, CE-214, CE-216, CE-221, CE-222, CE-239, CE-240, CE-251, CE-291,
/// CE-319, CE-I25, CE-I32, CE-I34, CE-I35: the order of the tags, and the seven that a game needs.
#[test]
fn tags() {
    // CE-I32: the specification's records of this kind
    let text = "[Variant \"C'escacs\"] [Event \"CG\"] [Site \"Barcelona, Catalunya ESP\"] \
        [Date \"2022.08.14\"] [White \"Ros, Xus\"] [Black \"Sasal, Cesc\"] [Id \"Cescacs-A0001-43\"] \
        [Annotator \"Cescacs\"] [AnnotatorId \"0001\"] [Timecontrol \"4500\"] [Opening \"x\"] \
        [Result \"0-3\"] [Lang \"es\"] 1. E7-E13, E21-E15 :\n0-3\n";
    assert_eq!(
        export(text),
        "[Variant \"C'escacs\"]\n[Event \"CG\"]\n[Site \"Barcelona, Catalunya ESP\"]\n\
         [Date \"2022-08-14\"]\n[Round \"-\"]\n[White \"Ros, Xus\"]\n[Black \"Sasal, Cesc\"]\n\
         [Result \"0-3\"]\n[Id \"Cescacs-A0001-43\"]\n[Annotator \"Cescacs\"]\n\
         [AnnotatorId \"0001\"]\n[TimeControl \"4500\"]\n[Lang \"es\"]\n[Opening \"x\"]\n\
         1. E7-E13, E21-E15 :\n0-3\n\n"
    );
    // CE-239, CE-I25: a draft
    let text = "[Variant \"C'escacs\"]\n[Id \"Cescacs-A0001-24\"]\n[Annotator \"Cescacs\"]\n\
        [AnnotatorId \"0001\"]\n[Date \"2020-07-20\"]\n[Result \"3-0\"]\n1. E7-E13 :\n3-0\n";
    assert_eq!(
        export(text),
        "[Variant \"C'escacs\"]\n[Id \"Cescacs-A0001-24\"]\n[Date \"2020-07-20\"]\n[Result \"3-0\"]\n\
         [Annotator \"Cescacs\"]\n[AnnotatorId \"0001\"]\n1. E7-E13 :\n3-0\n\n"
    );
    // CE-196: moves alone become a game of which nothing is known.
    assert_eq!(
        export("1. E7-E13, E21-E15 :\n*\n"),
        "[Variant \"C'escacs\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????-??-??\"]\n[Round \"-\"]\n\
         [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n1. E7-E13, E21-E15 :\n*\n\n"
    );
    // CE-214, CE-291: an address in the place of a player
    let anonymous = "[Variant \"C'escacs\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????-??-??\"]\n\
        [Round \"-\"]\n[WhiteNA \"a@b.org\"]\n[WhiteAlias \"anna\"]\n[Black \"?\"]\n[Result \"*\"]\n\
        1. E7-E13 :\n*\n\n";
    assert_eq!(export(anonymous), anonymous);
    // CE-I14, CE-I15, CE-I16: the start position under its proper name
    let setup = "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[DPTL \"/27:1k/7:3P4/1:1K/ b -- - 2\"]\n\
        [Annotator \"Club\"]\n1? …, KG27-E27 :\n*\n";
    assert_eq!(
        export(setup),
        "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n\
         [PDTL \"/27:1k/7:3P4/1:1K/ b -- - 2 ?\"]\n1? …, KG27-E27 :\n*\n\n"
    );
    // CE-I12: a result that the board alone tells
    let mate = "1. H6-H12, I23-I19\n2. JF6-C15, GH26-Z11\n3. L5-L7, NG25-L17\n4. EH4-H8, GZ11-L5\n\
        5. I5-I9, NL17-G9\n6. K4-K10, GL5-H6#\n";
    assert!(export(&model(mate)).ends_with("GL5-H6#\n0-3\n\n"));
    assert!(export(&model(&format!("{mate}*\n"))).ends_with("GL5-H6#\n*\n\n"));
    // CE-194: a game of Grand C'escacs stays one.
    let grand = "[Variant \"Grand C'escacs\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????-??-??\"]\n\
        [Round \"-\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n1. B6-B12, MA21-C17+^ :\n*\n\n";
    assert_eq!(export(grand), grand);
}

/// CE-003, CE-017 to CE-019, CE-085, CE-086, CE-310 to CE-321, CE-389, CE-I05, CE-I07: other letters and
/// figurines, in moves, castlings, positions and references.
#[test]
fn symbols() {
    let text = "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n\
        [PDTL \"/27:1k/25:r3/16:3J3/3:R2R/1:1K/ w RKRrk - 0 1\"]\n1. KRR-HGG+∞, KG27-E27\n\
        { @W: ~J mira ~rC25, ~J[c] y ~JF16-I25; ~RG5-G23+^ }\n2. RG5×RC25 :\n*\n\n";
    // The last move is not possible: only the forms are looked at.
    let text = text.replace("2. RG5×RC25 :", "2. JF16-E19 :");
    let game = only(&text);
    assert_eq!(write(&game, "", Form::Export), text);
    for (notation, expected) in [
        (
            "letters=AT",
            "[Redefine \"A@J, T@R\"]\n[PDTL \"/27:1k/25:t3/16:3A3/3:T2T/1:1K/ w TKTtk - 0 1\"]\n\
             1. KTT-HGG+∞, KG27-E27\n{ @W: ~A mira ~tC25, ~A[c] y ~AF16-I25; ~TG5-G23+^ }\n2. AF16-E19 :",
        ),
        (
            "ctl-fan",
            "[Redefine \"FAN\"]\n[PDTL \"/27:1♚/25:♜3/16:3♗3/3:♖2♖/1:1♔/ w ♖♔♖♜♚ - 0 1\"]\n\
             1. KRR-HGG+∞, ♔G27-E27\n{ @W: ~♗ mira ~♜C25, ~♗[c] y ~♗F16-I25; ~♖G5-G23+^ }\n2. ♗F16-E19 :",
        ),
        (
            "letters=Q,hyphen=unicode",
            "[Redefine \"Q@D\"]\n[PDTL \"/27:1k/25:r3/16:3J3/3:R2R/1:1K/ w RKRrk - 0 1\"]\n\
             1. KRR\u{2010}HGG+∞, KG27\u{2010}E27\n\
             { @W: ~J mira ~rC25, ~J[c] y ~JF16-I25; ~RG5-G23+^ }\n2. JF16\u{2010}E19 :",
        ),
    ] {
        let out = write(&game, notation, Form::Export);
        let tail = out.split_once("[Annotator \"Club\"]\n").expect("a tag").1;
        assert_eq!(tail, format!("{expected}\n*\n\n"), "{notation}");
        assert_eq!(
            write(&only(&out), "ctl-an", Form::Export),
            text,
            "{notation}"
        );
        // A record keeps the symbols that it declares.
        let kept = match notation.contains("unicode") {
            true => out.replace('\u{2010}', "-"),
            false => out,
        };
        assert_eq!(write(&only(&kept), "", Form::Export), kept, "{notation}");
        assert_eq!(not_export(&kept), 0, "{notation}");
    }
    // CE-003: no letters but the standard ones and those declared.
    for wrong in [
        "letters=X",
        "letters=AB",
        "san",
        "ctl-fan,letters=A",
        "hyphen=no",
    ] {
        let refused = try_write(&game, &options(wrong, Form::Export));
        assert!(matches!(refused, Err(WriteError::Notation(..))), "{wrong}");
    }
}

/// CE-372, CE-383, CE-384, CE-387, CE-390, CE-391: what a minimal reader takes.
#[test]
fn minimal() {
    let text = "[Variant \"C'escacs\"]\n[Id \"Club-X1-V-II-es\"]\n[Annotator \"Club\"]\n[Lang \"es\"]\n\
        [Redefine \"A@J\"]\n{ inicio }\n1. H6-H12 ?!, I23-I19 ?!(=)\n{ @W: ~A }\n(1. E7-E13)\n\
        2. AF6-C15 !: \n*\n{ fin }\n";
    assert_eq!(
        write(&only(text), "", Form::Reduced),
        "[Variant \"C'escacs\"]\n[Id \"Club-X1-es\"]\n[Annotator \"Club\"]\n[Lang \"es\"]\n\
         1. H6-H12, I23-I19 (=)\n2. JF6-C15 :\n*\n\n"
    );
    // CE-137, CE-386: the position stays, in standard letters; and no figurines are written.
    let text = "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n[Redefine \"T@R\"]\n\
        [PDTL \"/27:1k/25:t3/3:T2T/1:1K/ w TKTtk - 0 1\"]\n1. KTT-HGG+∞ :\n*\n";
    assert_eq!(
        write(&only(text), "ctl-fan", Form::Reduced),
        "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n\
         [PDTL \"/27:1k/25:r3/3:R2R/1:1K/ w RKRrk - 0 1\"]\n1. KRR-HGG+∞ :\n*\n\n"
    );
}

/// CE-247 to CE-250, CE-I29: one variation as a line.
/// CE-139: what was not played keeps the number and the sign that say whose move it is.
#[test]
fn unplayed_words_keep_their_sides() {
    let moves = "1. E7-E13, zz22\n2. …, E21-E15\n3. E13-E14, E15-E14 :";
    let written = export(&format!("[Variant \"C'escacs\"]\n{moves}\n*\n"));
    assert!(written.contains(moves), "{written}");
}

#[test]
fn variations_as_lines() {
    let text = "[Variant \"C'escacs\"]\n[Id \"Club-X1-V-II-es\"]\n[Annotator \"Club\"]\n[Lang \"es\"]\n\
        1. E7-E13, E21-E15\n(1. F8-F12, F20-F16\n(1. …, G21-G15)\n2. E7-E9)\n(1. …, F20-F16)\n\
        2. F8-F12, F20-F16\n{ @W: ~P }\n(2. G7-G11)\n3. D6-D10 :\n3-0\n{ fin }\n";
    let game = only(text);
    let lines = |path: &[u32]| part(&game, Selection::Variation(path.to_vec()));
    let head = |path: &str| {
        format!(
            "[Variant \"C'escacs\"]\n[Id \"Club-X1-V-II-S:{path}-es\"]\n[Annotator \"Club\"]\n\
             [Lang \"es\"]\n"
        )
    };
    for (path, written, moves) in [
        (&[1][..], "1", "1. F8-F12, F20-F16\n2. E7-E9 :\n*\n\n"),
        (&[1, 0], "1", "1. F8-F12, F20-F16\n2. E7-E9 :\n*\n\n"),
        (&[1, 1], "1:1", "1. F8-F12, G21-G15 :\n*\n\n"),
        (&[0, 1], "0:1", "1. E7-E13, F20-F16 :\n*\n\n"),
        (
            &[0, 0, 1],
            "0:0:1",
            "1. E7-E13, E21-E15\n2. G7-G11 :\n*\n\n",
        ),
    ] {
        let out = lines(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(out, format!("{}{moves}", head(written)), "{path:?}");
    }
    // CE-249: the main line is no variation; and some are not there.
    for path in [&[][..], &[0], &[0, 0, 0], &[2], &[1, 2], &[0, 1, 0, 1]] {
        assert!(
            matches!(
                lines(path),
                Err(WriteError::Part("the game has no such variation"))
            ),
            "{path:?}"
        );
    }
}

/// CE-136 to CE-143, CE-254 to CE-262: parts of a game, from the position that they begin with.
#[test]
fn parts() {
    let text = "[Variant \"C'escacs\"]\n[Event \"CG\"]\n[Site \"?\"]\n[Date \"2020-08-15\"]\n[Round \"-\"]\n\
        [White \"?\"]\n[Black \"?\"]\n[Result \"3-0\"]\n[Id \"Club-137\"]\n[Annotator \"Club\"]\n\
        1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n{ @W: ~P }\n(2. G7-G11)\n3. E13×F16, E15×F12 :\n3-0\n{ fin }\n";
    let game = only(text);
    let part = |game: &Game, from, to| part(game, Selection::Moves { from, to });
    let (white, black) = (Side::First, Side::Second);
    let after = |pdtl: &str| format!("[Annotator \"Club\"]\n[PDTL \"{pdtl}\"]\n");
    let second = "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:4p3/20:3p3/15:3p4/13:3P4/\
        8:3P3/7:4P3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr E15@19-17 0 2";
    for (from, to, id, tail) in [
        (
            None,
            None,
            "Club-137",
            "[Annotator \"Club\"]\n1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n\
            { @W: ~P }\n(2. G7-G11)\n3. E13×F16, E15×F12 :\n3-0\n{ fin }\n\n"
                .to_owned(),
        ),
        (
            None,
            Some((1, black)),
            "Club-137-O1",
            "[Annotator \"Club\"]\n1. E7-E13, E21-E15 :\n*\n\n".into(),
        ),
        (
            None,
            Some((1, white)),
            "Club-137-O1w",
            "[Annotator \"Club\"]\n1. E7-E13 :\n*\n\n".into(),
        ),
        (
            Some((2, white)),
            Some((2, black)),
            "Club-137-C2-2",
            format!(
                "{}2. F8-F12, F20-F16 :\n{{ @W: ~P }}\n(2. G7-G11)\n*\n\n",
                after(second)
            ),
        ),
    ] {
        let out = part(&game, from, to).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(out.contains(&format!("[Id \"{id}\"]\n")), "{id}\n{out}");
        assert!(out.ends_with(&tail), "{id}\n{out}");
        // The part is a record in order.
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder()
            .from_reader(out.as_bytes())
            .expect("memory");
        reader
            .read(&mut Checker::default(), &mut findings)
            .expect("memory");
        assert_eq!(findings, [], "{id}\n{out}");
    }
    // From Black's move to the end
    let ending = part(&game, Some((3, black)), None).expect("a part");
    assert!(ending.contains("[Id \"Club-137-E3b\"]\n"), "{ending}");
    assert!(
        ending.contains(" b RKRrkr - 0 3\"]\n3. …, E15×F12 :\n3-0\n{ fin }\n"),
        "{ending}"
    );
    // CE-385: a part of the part is one of the game.
    let middle = part(&only(&ending), Some((3, black)), Some((3, black))).expect("a part");
    assert!(
        middle.contains(" b RKRrkr - 0 3\"]\n3. …, E15×F12 :\n3-0\n"),
        "{middle}"
    );
    for (from, to) in [
        (Some((4, white)), None),
        (None, Some((9, white))),
        (Some((3, white)), Some((2, white))),
        (Some((0, white)), None),
    ] {
        let refused = part(&game, from, to);
        assert!(
            matches!(refused, Err(WriteError::Part("the game has no such moves"))),
            "{from:?} {to:?}: {refused:?}"
        );
    }
    // CE-259: where the number is unknown they are counted.
    let unknown = ending
        .replace("- 0 3\"]\n3. …", "- 0 ?\"]\n1? …")
        .replace("-E3b", "");
    let counted = part(&only(&unknown), None, None).expect("all of it");
    assert!(counted.contains("1? …, E15×F12 :"), "{counted}");
}

/// CE-003, CE-018, CE-019, CE-389, and the order of all else: every record of the specification and every
/// published game in every notation and back.
#[test]
fn published_records() {
    let Some(folder) = real_files("cescacs") else {
        return;
    };
    let mut records = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read(&path).expect("readable");
        for game in games(&text) {
            records += 1;
            let context = path.display().to_string();
            if game.summary.unresolved == 0 {
                hold(&game, &context);
            } else {
                // CE-I43: what cannot be played stays as it was.
                let (text, written) = try_write(&game, &options("", Form::Export)).expect(&context);
                assert_eq!(written.unresolved, 3, "{context}");
                assert_eq!(tree(&only(&text)), tree(&game), "{context}");
            }
            let mut lossless = Vec::new();
            let options = options("", Form::Lossless);
            let _ = <Writer>::new(options)
                .write(&game, &mut lossless)
                .expect("memory");
            assert!(lossless.starts_with(game.source().as_bytes()), "{context}");
        }
    }
    assert_eq!(records, 37);
}

/// Games made up, with variations, comments and glyphs, in every notation and back, and cut in two.
#[test]
fn generated_games() {
    for (seed, style) in [
        (1, Style::Annotated),
        (2, Style::Annotated),
        (3, Style::Otb),
    ] {
        let mut text = Vec::new();
        let database = Database {
            style,
            seed,
            games: Some(12),
            ..Database::new("cescacs")
        };
        database.write(&mut text).expect("memory");
        let games = games(&text);
        assert_eq!(games.len(), 12);
        if style == Style::Annotated {
            let (trees, comments): (String, Vec<_>) = games.iter().map(tree).unzip();
            assert!(trees.contains(" ("), "there are variations");
            assert!(comments.concat().len() > 20, "there are comments");
        }
        for (index, game) in games.iter().enumerate() {
            let context = format!("{style:?} {seed} {index}");
            hold(game, &context);
            halves(game, &context);
        }
    }
}

/// CE-137, CE-262, CE-318: a game goes on from the position in which it was left.
fn halves(game: &Game, context: &str) {
    let moves: Vec<_> = game.line(NodeId::ROOT).map(|node| game.mv(node)).collect();
    let Some(middle) = moves.len().checked_sub(2).map(|_| moves.len() / 2) else {
        return;
    };
    let place = |ply: usize| {
        let side = [Side::First, Side::Second][ply % 2];
        (ply as u32 / 2 + 1, side)
    };
    let mut joined = Vec::new();
    for (from, to) in [(None, Some(place(middle - 1))), (Some(place(middle)), None)] {
        let out = part(game, Selection::Moves { from, to })
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        let half = only(&out);
        assert_eq!(half.summary.unresolved, 0, "{context}\n{out}");
        joined.extend(half.line(NodeId::ROOT).map(|node| half.mv(node)));
    }
    assert_eq!(joined, moves, "{context}");
}

/// Records that nobody would write are checked and written in time that grows with their length.
#[test]
fn hostile_records() {
    let head = "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n";
    let many = |text: &str, bytes: usize| text.repeat(bytes / text.len());
    const BYTES: usize = 400_000;
    let rounds: String = (0..4_000)
        .map(|n| match n % 2 {
            0 => format!("{}. NE3-D8, NE25-D20\n", n + 1),
            _ => format!("{}. ND8-E3, ND20-E25\n", n + 1),
        })
        .collect();
    let nested = "(1. F8-F12\n".repeat(200) + &")".repeat(200);
    let begun = std::time::Instant::now();
    for text in [
        format!(
            "{head}1. E7-E13, E21-E15\n{{ @W: {} }}\n*",
            many("#1[#1.1", BYTES)
        ),
        format!(
            "{head}1. E7-E13, E21-E15\n{{ @W: {} }}\n*",
            many("~F13", BYTES)
        ),
        format!(
            "{head}1. E7-E13, E21-E15\n{{ @W: {} }}\n*",
            many("#1[#1.1] ", BYTES)
        ),
        format!("{head}{rounds}{}*", many("{ @W: #1@W }\n", BYTES)),
        format!(
            "{head}1. E7-E13, E21-E15\n{}*",
            many("($[1] 1. F8-F12)\n", BYTES)
        ),
        format!("{head}1. E7-E13, E21-E15\n{}*", many("()\n", BYTES)),
        format!(
            "{head}1. E7-E13, E21-E15\n{nested}\n{{ {} }}\n*",
            many("#1@W ", BYTES)
        ),
        format!(
            "{head}{}1. E7-E13 :\n*",
            many("[Annotator \"Club\"]\n", BYTES)
        ),
        format!("{head}{}1. E7-E13 :\n*", many("{ @W: x }", BYTES)),
        format!("{head}1. {}E7-E13 :\n*", many("1. ", BYTES)),
        format!(
            "[Variant \"C'escacs\"]\n[Id \"C-X1-V-S{}\"]\n1. E7-E13 :\n*",
            many(":0", 100_000)
        ),
    ] {
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("memory");
        let mut findings: Vec<Diagnostic> = Vec::new();
        reader
            .read(&mut Checker::default(), &mut findings)
            .expect("memory");
        for game in games(text.as_bytes()) {
            let out = try_write(&game, &options("ctl-fan", Form::Export));
            assert!(out.is_ok_and(|(out, _)| out.len() < 4 * text.len()));
        }
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

/// Pieces of movetext, sensible and not.
const PIECES: [&str; 30] = [
    "1.",
    "2.",
    "3.",
    "1?",
    "E7-E13",
    "E21-E15",
    "F8-F12",
    "F20-F16",
    "NE3-D8",
    "NE25-D20",
    ",",
    ",",
    "…",
    "...",
    "(",
    ")",
    "(1.",
    "{ @W: ~E }",
    "{ b }",
    "{:x}",
    "$[1]",
    "$24",
    "?!",
    "(=)",
    ":",
    "*",
    "0-3",
    "junk",
    "XX9-Z1",
    "; line\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever is read is checked, written and read again as the same moves; and writing what was
    /// written changes nothing.
    #[test]
    fn any_pieces(picked in vec(select(&PIECES[..]), 0..24), glued in vec(any::<bool>(), 24), tagged in any::<bool>()) {
        let mut text = String::new();
        if tagged {
            text += "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n";
        }
        for (piece, glued) in picked.iter().zip(glued) {
            text += piece;
            text += if glued { " " } else { "\n" };
        }
        let mut reader = Reader::builder()
            .variant(Standard::find("cescacs"))
            .from_reader(text.as_bytes())
            .expect("memory");
        let mut findings: Vec<Diagnostic> = Vec::new();
        reader.read(&mut Checker::default(), &mut findings).expect("memory");
        for game in games(text.as_bytes()) {
            for notation in ["", "ctl-fan"] {
                let (out, written) = match try_write(&game, &options(notation, Form::Export)) {
                    Ok(done) => done,
                    Err(WriteError::Unfaithful) => continue,
                    Err(error) => panic!("{error}"),
                };
                // Nothing that was said is lost.
                let said = |game: &Game| {
                    let node_says = |node| game.remarks(node).filter(|(kind, _)| *kind != RemarkKind::DrawOffer).count();
                    game.nodes().map(node_says).sum::<usize>()
                };
                let again = games(out.as_bytes());
                prop_assert_eq!(again.len(), 1, "{}", out);
                prop_assert!(said(&again[0]) >= said(&game), "{}\n{}", text, out);
                prop_assert_eq!(moves(&again[0]), moves(&game), "{}", out);
                let (twice, _) = try_write(&again[0], &options(notation, Form::Export)).expect("again");
                prop_assert_eq!(&twice, &out);
                if written.unresolved == 0 {
                    let conforms = check::<Cescacs>(Entry::Document, &out, &Limits::default());
                    prop_assert!(conforms.is_ok(), "{:?}\n{}", conforms, out);
                }
            }
        }
    }

    /// Comments and identifiers of any sort are taken apart.
    #[test]
    fn any_comment(text in "[ -~@#~$\\[\\]E13×♗ÀW:.]{0,40}") {
        let comment = Comment::parse(&text);
        prop_assert!(text.is_char_boundary(comment.body));
        for dialect in [Dialect::default(), Dialect::figurines()] {
            for mention in mentions(&text, &dialect) {
                let words = &text[mention.span];
                prop_assert_eq!(reference(words, &dialect).is_some(), mention.reference.is_some(), "{}", words);
            }
        }
        if let Ok(id) = RecordId::parse(&text) {
            prop_assert_eq!(RecordId::parse(&id.to_string()), Ok(id));
        }
    }
}

/// The moves of a game in all its lines; brackets without a move are of no account.
fn moves(game: &Game) -> String {
    let mut out = String::new();
    let mut stack = vec![Ok(NodeId::ROOT)];
    while let Some(next) = stack.pop() {
        let node = match next {
            Ok(node) => node,
            Err(text) => {
                out += text;
                continue;
            }
        };
        match game.mv(node) {
            Some(mv) => out += &format!(" {mv:?}"),
            None => out += &format!(" {}", game.text(node)),
        }
        stack.extend(game.next(node).map(Ok));
        let heads: Vec<NodeId> = game.variations(node).collect();
        for head in heads.into_iter().rev() {
            stack.extend([Err(")"), Ok(head), Err("(")]);
        }
    }
    while out.contains("( )") {
        out = out.replace("( )", "");
    }
    out
}
