//! The format of a text by its form as a whole: JSON, markup, lists of positions and of moves.

use super::walk::blanks;
use crate::detect::format::Format;
use crate::format::fen;
use crate::format::json;
use crate::format::movelist;
use crate::format::wxf;
use crate::format::xml;
use crate::variant::Variant;
use crate::variant::registry::{VariantSet, WithVariant};
use memchr::{memchr, memmem};
use std::ops::Range;

/// Keys of a PCN document, in either of its versions, with their weights in decibans. `setup` is not among
/// them: documents of many kinds have it.
const PCN_KEYS: &[(&[u8], i32)] = &[
    (b"previous_moves", 45),
    (b"...cache", 45),
    (b"...result?", 45),
    (b"...movetext", 45),
    (b"starting_position", 40),
    (b"startpos", 40),
    (b"topside_player", 45),
    (b"bottomside_player", 30),
    (b"is_turn_to_topside", 45),
    (b"is_topside_better", 30),
    (b"setup", 20),
    (b"meta", 18),
    (b"sides", 18),
    (b"plies", 18),
    (b"players", 14),
    (b"moves", 10),
    (b"indexes", 6),
];

/// Keys further inside such documents; they count where the outermost keys cannot be seen.
const PCN_INSIDE: &[(&[u8], i32)] = &[
    (b"\"previous_moves\"", 45),
    (b"\"starting_position\"", 40),
    (b"\"startpos\"", 30),
    (b"\"topside_player\"", 40),
    (b"\"bottomside_player\"", 40),
    (b"\"...result?\"", 45),
    (b"\"...cache\"", 45),
    (b"\"...movetext\"", 45),
    (b"\"shift\"", 28),
    (b"\"capture\"", 24),
    (b"\"is_topside_better\"", 40),
];

/// A form that a text has.
pub(super) struct Form {
    pub(super) format: Format,
    pub(super) score: i32,
    pub(super) what: &'static str,
    pub(super) range: Range<usize>,
    /// The id of the variant that the form itself implies.
    pub(super) variant: Option<&'static str>,
    pub(super) notation: Option<&'static str>,
}

impl Form {
    fn new(format: Format, score: i32, what: &'static str, range: Range<usize>) -> Form {
        Form {
            format,
            score,
            what,
            range,
            variant: None,
            notation: None,
        }
    }

    /// Whether it is a document of games.
    pub(super) fn is_document(&self) -> bool {
        let holds_games = matches!(
            self.format,
            Format::Games | Format::Pcn | Format::Xml | Format::Wxf
        );
        holds_games && self.score >= 45
    }
}

/// The forms that a text may have.
pub(super) fn forms<S: VariantSet>(text: &[u8], out: &mut Vec<Form>) {
    json::<S>(text, out);
    markup(text, out);
    game_file::<S>(text, out);
    positions::<S>(text, out);
    moves::<S>(text, out);
}

fn json<S: VariantSet>(text: &[u8], out: &mut Vec<Form>) {
    let begin = blanks(text);
    let trimmed = &text[begin..];
    let Some(&first) = trimmed.first() else {
        return;
    };
    if matches!(first, b'{' | b'[')
        && looks_json(trimmed)
        && let Some(at) = schema(trimmed)
    {
        let at = begin + at;
        let range = at..at + json::MARK.len();
        let mut form = Form::new(Format::Games, 90, "the schema of games as JSON", range);
        form.variant = S::VARIANTS.iter().map(|info| info.id).find(|id| {
            let key = format!("\"variant\":\"{id}\"");
            memmem::find(trimmed, key.as_bytes()).is_some()
        });
        out.push(form);
        return;
    }
    if matches!(first, b'{' | b'[') && looks_json(trimmed) && !closes_more(trimmed) {
        let mut score = 0;
        let mut range = begin..begin + 1;
        for key in outer_keys(trimmed) {
            let name = &trimmed[key.clone()];
            if let Some((_, weight)) = PCN_KEYS.iter().find(|(known, _)| *known == name) {
                if score == 0 {
                    range = begin + key.start..begin + key.end;
                }
                score += weight;
            }
        }
        if score >= 36 {
            let form = Form::new(Format::Pcn, 15 + score, "keys of a PCN document", range);
            out.push(form);
            return;
        }
        // A fragment may be part of anything.
        if is_closed(trimmed) || trimmed.len() > WHOLE {
            let what = "the brackets and keys of JSON";
            out.push(Form::new(Format::Json, 45, what, begin..begin + 1));
            return;
        }
    }
    const SHAPES: [u8; 256] = {
        let mut shapes = [0; 256];
        let mut rest: &[u8] = b"\"[]{},:";
        while let [first, others @ ..] = rest {
            shapes[*first as usize] = 1;
            rest = others;
        }
        shapes
    };
    let shapes = text
        .iter()
        .map(|byte| usize::from(SHAPES[usize::from(*byte)]));
    let shape: usize = shapes.sum();
    if shape * 12 < text.len() {
        return;
    }
    let (mut score, mut range) = arrays(text);
    for (mark, weight) in PCN_INSIDE {
        // A key or an element of a list.
        let is_part = |at: &usize| {
            let after = &text[at + mark.len()..];
            matches!(after.get(blanks(after)), None | Some(b',' | b']' | b':'))
        };
        let mut found = memmem::find_iter(text, mark).filter(is_part);
        if let Some(at) = found.next() {
            if score == 0 {
                range = at..at + mark.len();
            }
            // A single occurrence may be a word of anything.
            score += weight + 8 * found.take(3).count() as i32;
        }
    }
    if score > 0 {
        out.push(Form::new(
            Format::Pcn,
            score,
            "keys and actions of a PCN document",
            range,
        ));
    }
}

/// From this size on, JSON that is not closed is read as the beginning of a document.
const WHOLE: usize = 8 << 10;

/// Whether a text that begins with a bracket closes all brackets.
fn is_closed(text: &[u8]) -> bool {
    let last = text.trim_ascii_end().last();
    let mut depth = 0i32;
    let mut quoted = false;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth -= 1,
            // Several values are a part of a list.
            b',' if !quoted && depth == 0 => return false,
            _ => {}
        }
        at += 1;
    }
    depth == 0 && !quoted && matches!(last, Some(b'}' | b']'))
}

/// Whether more brackets are closed than were opened: the text begins in the middle.
fn closes_more(text: &[u8]) -> bool {
    let mut depth = 0u32;
    let mut quoted = false;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'\\' if quoted => at += 1,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => match depth {
                0 => return true,
                _ => depth -= 1,
            },
            _ => {}
        }
        at += 1;
    }
    false
}

/// The evidence for boards and moves of a PCN document: lists that consist almost entirely of short names of
/// pieces, squares and `null`.
fn arrays(text: &[u8]) -> (i32, Range<usize>) {
    let (mut pieces, mut numbers, mut nulls, mut others) = (0i32, 0i32, 0i32, 0i32);
    let mut first = 0..0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let is_end = |byte: &u8| {
            matches!(
                byte,
                b' ' | b'\t' | b'\r' | b'\n' | b',' | b'[' | b']' | b'{' | b'}'
            )
        };
        let len = rest.iter().position(is_end).unwrap_or(rest.len());
        let word = &rest[..len];
        // What the ends of the window cut is no evidence.
        let cut = at == 0 || at + len == text.len();
        match word {
            [] => {}
            b"null" => nulls += 1,
            b"\"shift\"" | b"\"capture\"" | b"\"remove\"" => {}
            [b'"', name @ .., b'"'] if is_piece(name) => {
                if pieces == 0 {
                    first = at..at + len;
                }
                pieces += 1;
            }
            _ if word.len() <= 3 && word.iter().all(u8::is_ascii_digit) => numbers += 1,
            _ => others += i32::from(!cut),
        }
        at += len + 1;
    }
    let all = pieces + numbers + nulls + others;
    if pieces < 2 || others * 5 > all || pieces + nulls < 8 && numbers < 2 * pieces.min(4) {
        return (0, 0..0);
    }
    ((6 * pieces + nulls + numbers).min(44), first)
}

/// Whether a text has a string that names a piece by a character beyond ASCII.
pub(super) fn has_wide_piece(text: &[u8]) -> bool {
    let strings = text.split(|byte| *byte == b'"').skip(1);
    let mut short = strings.filter(|string| string.len() <= 8 && !string.is_ascii());
    short.any(is_piece)
}

/// Whether a string may name a piece: a letter, perhaps with a style and a promotion (`x:+r`), or a figurine.
fn is_piece(name: &[u8]) -> bool {
    let Ok(name) = str::from_utf8(name) else {
        return false;
    };
    let name = name
        .split_once(':')
        .map_or(name, |(style, name)| match style.len() {
            1..=3 => name,
            _ => "",
        });
    let name = name
        .trim_start_matches(['+', '-'])
        .trim_end_matches(['^', '\'', '~']);
    let mut chars = name.chars();
    match (chars.next(), chars.next()) {
        (Some(letter), None) => letter.is_ascii_alphabetic() || !letter.is_ascii(),
        _ => false,
    }
}

/// The keys of the outermost object, or of the objects of the outermost list.
fn outer_keys(text: &[u8]) -> Vec<Range<usize>> {
    let mut keys = Vec::new();
    let lists = text.first() == Some(&b'[');
    let wanted = 1 + usize::from(lists);
    let mut depth = 0usize;
    let mut at = 0;
    while at < text.len() && keys.len() < 64 {
        match text[at] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let begin = at + 1;
                let mut end = begin;
                while let Some(&byte) = text.get(end) {
                    match byte {
                        b'"' => break,
                        b'\\' => end += 2,
                        _ => end += 1,
                    }
                }
                let end = end.min(text.len());
                at = end;
                let after = (end + 1).min(text.len());
                let colon = text.get(after + blanks(&text[after..])) == Some(&b':');
                if depth == wanted && colon {
                    keys.push(begin..end);
                }
            }
            _ => {}
        }
        at += 1;
    }
    keys
}

/// The position where a member of a JSON text names the schema of games. Other strings may quote that name.
fn schema(text: &[u8]) -> Option<usize> {
    let mut places = memmem::find_iter(text, json::MARK.as_bytes());
    places.find(|&at| text[..at].trim_ascii_end().ends_with(b":"))
}

/// Whether a text that begins with a bracket continues like JSON.
fn looks_json(text: &[u8]) -> bool {
    let rest = text[1..].trim_ascii_start();
    match text[0] {
        b'{' => {
            rest.starts_with(b"\"") && memmem::find(rest, b"\":").is_some()
                || rest.starts_with(b"\"") && memmem::find(rest, b"\" :").is_some()
                || rest.starts_with(b"}")
        }
        _ => matches!(
            rest.first(),
            Some(b'{' | b'[' | b'"' | b']' | b'-' | b'0'..=b'9')
        ),
    }
}

fn markup(text: &[u8], out: &mut Vec<Form>) {
    let begin = blanks(text);
    let trimmed = &text[begin..];
    if trimmed.first() != Some(&b'<') {
        return;
    }
    let range = begin
        ..begin
            + 1
            + trimmed[1..]
                .iter()
                .take(30)
                .take_while(|b| **b > b' ')
                .count();
    if xml::is_document(trimmed) {
        out.push(Form::new(Format::Xml, 90, "an element pgn", range));
    } else if matches!(
        trimmed.get(1),
        Some(b'?' | b'!' | b'a'..=b'z' | b'A'..=b'Z')
    ) {
        out.push(Form::new(
            Format::Markup,
            45,
            "an element or declaration",
            range,
        ));
    }
}

fn game_file<S: VariantSet>(text: &[u8], out: &mut Vec<Form>) {
    let begin = blanks(text);
    let trimmed = &text[begin..];
    if !wxf::is_document(trimmed) {
        return;
    }
    let line = memchr(b'\n', trimmed).unwrap_or(trimmed.len());
    let line = trimmed[..line].trim_ascii_end();
    let range = begin..begin + line.len();
    let mut form = Form::new(Format::Wxf, 90, "the first line of a game file", range);
    form.variant = wxf::variant::<S>().map(|variant| S::VARIANTS[variant].id);
    form.notation = wxf::notation(&String::from_utf8_lossy(line));
    out.push(form);
}

/// The number of lines examined.
const LINES: usize = 64;
/// The number of them that are set up as positions.
const TRIED: usize = 4;

fn positions<S: VariantSet>(text: &[u8], out: &mut Vec<Form>) {
    let mut lines = 0;
    let mut others = 0;
    let mut first = 0..0;
    let mut counts = vec![0i32; S::VARIANTS.len()];
    let mut tried = 0;
    let mut operations = false;
    let mut at = 0;
    let mut seen = 0;
    while at < text.len() && seen < LINES {
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end);
        let line = &text[at..end];
        let range = at + blanks(line)..at + line.trim_ascii_end().len();
        let whole_line = end < text.len();
        let (begins, next) = (at == 0, end + 1);
        at = next;
        if range.is_empty() || text[range.start] == b'#' {
            continue;
        }
        seen += 1;
        let line = &text[range.clone()];
        if !fen::is_line(line) {
            // The first and the last line may be incomplete.
            others += i32::from(!begins && whole_line);
            continue;
        }
        lines += 1;
        if first.is_empty() {
            first = range;
        }
        operations |= line.contains(&b';');
        if tried < TRIED {
            tried += 1;
            let line = String::from_utf8_lossy(line);
            for (variant, count) in counts.iter_mut().enumerate() {
                *count += i32::from(S::run(variant, IsPosition(&line)));
            }
        }
    }
    if lines == 0 || others > lines {
        return;
    }
    let score = super::weights::POSITION_LINE * lines.min(3) + super::weights::OTHER_LINE * others;
    let (best, count) = counts
        .iter()
        .enumerate()
        .max_by_key(|(index, count)| (**count, usize::MAX - index))
        .map_or((0, 0), |(index, count)| (index, *count));
    let mut form = Form::new(
        Format::Positions,
        score,
        "lines that are positions",
        first.clone(),
    );
    form.notation = Some(match &text[first] {
        line if line.starts_with(b"/") => "pdtl",
        _ if operations => "epd",
        line => {
            let fields = line
                .split(|byte| *byte == b' ')
                .filter(|field| !field.is_empty());
            if fields.count() > 4 { "fen" } else { "epd" }
        }
    });
    if count > 0 {
        form.variant = Some(S::VARIANTS[best].id);
    } else {
        form.score -= 20;
    }
    out.push(form);
}

struct IsPosition<'a>(&'a str);

impl WithVariant for IsPosition<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        fen::is_position::<V>(self.0)
    }
}

fn moves<S: VariantSet>(text: &[u8], out: &mut Vec<Form>) {
    let (mut lines, mut others) = (0, 0);
    let mut first = None;
    let mut at = 0;
    while at < text.len() && lines + others < LINES as i32 {
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end);
        let line = &text[at..end];
        let begins = at == 0;
        if movelist::is_line(line) {
            lines += 1;
            first.get_or_insert(at + blanks(line));
        } else if !line.trim_ascii().is_empty() && !begins && end < text.len() {
            others += 1;
        }
        at = end + 1;
    }
    let Some(first) = first else { return };
    if others > lines {
        return;
    }
    let score = super::weights::MOVES_LINE * lines.min(2) + super::weights::OTHER_LINE * others;
    let range = first..first + b"position".len();
    let mut form = Form::new(
        Format::Moves,
        score,
        "games in the form that engines take",
        range,
    );
    let line = &text[first..];
    let line = &line[..memchr(b'\n', line).unwrap_or(line.len())];
    if let Some(at) = memmem::find(line, b"fen ") {
        let position = &line[at + 4..];
        let position = &position[..memmem::find(position, b" moves").unwrap_or(position.len())];
        let position = String::from_utf8_lossy(position);
        let mut variants = 0..S::VARIANTS.len();
        let found = variants.find(|variant| S::run(*variant, IsPosition(&position)));
        form.variant = found.map(|variant| S::VARIANTS[variant].id);
    }
    out.push(form);
}
