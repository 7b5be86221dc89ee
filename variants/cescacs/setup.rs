//! Where a game starts: the tags Redefine and PDTL.

use super::Cescacs;
use super::geometry::{LAST_LINE, forward, is_promotion_hex, line, mirror, name, read, row, step};
use super::notation::{ALTERNATIVES, Dialect, figurine};
use super::position::{CescacsPosition, Men, Rights, Special, crossed};
use super::profile::{ARMY, BISHOP, KING, PAWN, ROLES, ROOK, SETUP};
use super::rules::attacks::is_attacked;
use super::rules::castling::{KING as KING_HOME, KINGS_ROOK, QUEENS_ROOK};
use crate::board::{Piece, Role, Side, Square};
use crate::diagnostic::{Code, IMPOSSIBLE_SETUP, TAG_NAME, TAG_VALUE};
use crate::tags::Tags;
use crate::variant::{Note, SetupError, Start};
use std::borrow::Cow;
use std::num::NonZeroU32;

type Text = Cow<'static, str>;

/// Reads the start from the tags.
///
/// A record without any tags is informal: it may use all letters and figurines undeclared.
pub fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Cescacs>, SetupError> {
    let dialect = if tags.is_empty() {
        Dialect::informal()
    } else {
        dialect(tags, notes)?
    };
    let mut position = CescacsPosition::START;
    if let Some((index, name)) = SETUP
        .iter()
        .find_map(|&name| Some((tags.position(name)?, name)))
    {
        let mut notes = Notes { tag: index, notes };
        if name != SETUP[0] {
            notes.add(&TAG_NAME, format!("the tag {name} is now called PDTL"));
        }
        let value = tags.get(name).map(|tag| tag.value()).unwrap_or_default();
        position = pdtl(&value, &dialect, &mut notes).map_err(|message| SetupError {
            tag: index,
            message,
        })?;
    }
    let custom = position != CescacsPosition::START;
    Ok(Start {
        position,
        dialect,
        custom,
    })
}

/// Collects what deviates in one tag.
pub struct Notes<'a> {
    /// The index of the tag.
    pub tag: usize,
    /// Where the notes go.
    pub notes: &'a mut Vec<Note>,
}

impl Notes<'_> {
    fn add(&mut self, code: &'static Code, message: impl Into<Text>) {
        self.notes.push(Note {
            code,
            tag: self.tag,
            message: message.into(),
        });
    }
}

/// Reads all Redefine tags; pairs add up.
fn dialect(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Dialect, SetupError> {
    let mut redefined = Redefined::default();
    for (tag, pair) in tags.iter().enumerate() {
        if pair.is("Redefine") {
            let mut notes = Notes { tag, notes };
            redefined
                .read(&pair.value(), &mut notes)
                .map_err(|message| SetupError { tag, message })?;
        }
    }
    Ok(redefined.dialect)
}

#[derive(Default)]
struct Redefined {
    dialect: Dialect,
    roles: Vec<Role>,
    figurines: bool,
}

impl Redefined {
    /// Reads `FAN` or pairs such as `A@J, T@R`.
    fn read(&mut self, value: &str, notes: &mut Notes<'_>) -> Result<(), Text> {
        if value.trim() == "FAN" && self.roles.is_empty() {
            self.dialect = Dialect::figurines();
            self.figurines = true;
            return Ok(());
        }
        if self.figurines || value.contains("FAN") {
            return Err("FAN is not combined with other letters".into());
        }
        let pairs: Vec<&str> = value.split(',').map(str::trim).collect();
        if pairs.join(", ") != value {
            notes.add(&TAG_VALUE, "pairs are parted by a comma and a space");
        }
        for pair in pairs {
            let (letter, role) = read_pair(pair)?;
            if self.roles.contains(&role) {
                let name = ROLES[role.index()].name;
                return Err(format!("the {name} is redefined twice").into());
            }
            self.roles.push(role);
            self.dialect = self.dialect.clone().redefine(letter, role);
        }
        Ok(())
    }
}

fn read_pair(pair: &str) -> Result<(u8, Role), Text> {
    let &[letter, b'@', standard] = pair.as_bytes() else {
        return Err(format!("\"{pair}\" is not a pair such as A@J").into());
    };
    ALTERNATIVES
        .iter()
        .find(|&&(alternative, role)| {
            alternative == letter && ROLES[role.index()].letter == char::from(standard)
        })
        .copied()
        .ok_or_else(|| format!("\"{pair}\" is not one of the alternative letters").into())
}

/// Reads a position.
///
/// Read as well, with a note: five fields or four, the author's program's own forms, unordered
/// lines, letters that are not declared.
pub fn pdtl(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<CescacsPosition, Text> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[placement, turn, rights, special, ref counters @ ..] = fields.as_slice() else {
        return Err(format!("six fields are expected, {} are there", fields.len()).into());
    };
    if counters.len() > 2 {
        return Err(format!("six fields are expected, {} are there", fields.len()).into());
    }
    if counters.len() < 2 {
        notes.add(
            &TAG_VALUE,
            match counters.len() {
                0 => "the move counter and the move number are missing",
                _ => "the move number is missing; unknown, it is written ?",
            },
        );
    }
    let men = read_placement(placement, dialect, notes)?;
    let turn = match turn {
        "w" => Side::First,
        "b" => Side::Second,
        other => return Err(format!("the turn is w or b, not \"{other}\"").into()),
    };
    let rights = read_rights(rights, dialect, notes)?;
    let rights = at_home(rights, &men, notes);
    let special = read_special(special, notes)?;
    let special = plausible(special, &men, turn.other(), notes);
    let clock = counters
        .first()
        .map_or(Ok(0), |text| read_clock(text, notes))?;
    let number = counters
        .get(1)
        .map_or(Ok(None), |text| read_number(text, notes))?;
    check_army(&men, notes);
    if let Some(king) = men.king(turn.other())
        && is_attacked(&men, king, turn)
    {
        let mover = super::profile::PROFILE.sides[turn.other().index()];
        notes.add(
            &IMPOSSIBLE_SETUP,
            format!(
                "{mover} has just moved and left the king on {} attacked",
                name(king)
            ),
        );
    }
    Ok(CescacsPosition::new(
        men, turn, rights, special, clock, number,
    ))
}

fn read_placement(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Men, Text> {
    let inner = text.strip_prefix('/').unwrap_or(text);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.len() + 2 != text.len() {
        notes.add(&TAG_VALUE, "the lines are not enclosed in slashes");
    }
    let mut men = Men::EMPTY;
    let mut seen = [false; LAST_LINE as usize + 1];
    let mut above = LAST_LINE + 1;
    for value in inner.split('/') {
        let (number, cells) = value
            .split_once(':')
            .ok_or_else(|| format!("\"{value}\" is not a line such as 27:dk"))?;
        let line = (0..=LAST_LINE)
            .find(|line| line.to_string() == number)
            .ok_or_else(|| format!("there is no line \"{number}\""))?;
        if std::mem::replace(&mut seen[line as usize], true) {
            return Err(format!("line {line} is given twice").into());
        }
        if line > above {
            notes.add(
                &TAG_VALUE,
                format!("line {line} does not stand in descending order"),
            );
        }
        above = line;
        read_cells(line, cells, &mut men, dialect, notes)?;
    }
    Ok(men)
}

fn read_cells(
    line: i8,
    cells: &str,
    men: &mut Men,
    dialect: &Dialect,
    notes: &mut Notes<'_>,
) -> Result<(), Text> {
    let mut hexes = row(line);
    let mut described = 0_usize;
    let mut digit_before = false;
    let mut loose_digits = false;
    let mut any = false;
    for symbol in cells.chars() {
        if let Some(empty) = symbol.to_digit(10) {
            loose_digits |= digit_before || empty == 0;
            digit_before = true;
            described += empty as usize;
            for _ in 0..empty {
                hexes.next();
            }
            continue;
        }
        digit_before = false;
        any = true;
        described += 1;
        let piece = read_man(symbol, dialect, notes)?;
        if let Some(hex) = hexes.next() {
            men.put(hex, piece.role, piece.side);
        }
    }
    let expected = row(line).count();
    if described != expected {
        return Err(
            format!("line {line} has {expected} hexes, but {described} are described").into(),
        );
    }
    if loose_digits {
        notes.add(
            &TAG_VALUE,
            format!("line {line} counts empty hexes with more digits than one"),
        );
    }
    if !any {
        notes.add(
            &TAG_VALUE,
            format!("line {line} is empty and would be left out"),
        );
    }
    Ok(())
}

/// A symbol that the record does not declare is read if it can mean one man only.
fn read_man(symbol: char, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Piece, Text> {
    if let Some(piece) = dialect.piece(symbol) {
        return Ok(piece);
    }
    let Some(piece) = Dialect::informal().piece(symbol) else {
        return Err(match symbol {
            'M' | 'm' => format!("\"{symbol}\" is a man of Grand C'escacs"),
            _ => format!("\"{symbol}\" is no man"),
        }
        .into());
    };
    let message = if figurine(symbol).is_some() {
        "figurines need the tag Redefine \"FAN\"".into()
    } else {
        format!("the record does not use the letter \"{symbol}\"")
    };
    let told = notes.notes.iter().any(|note| note.message == message);
    if !told {
        notes.add(&TAG_VALUE, message);
    }
    Ok(piece)
}

/// Reads `RKRrkr`: for each side its queen's rook, king and king's rook, or a hyphen.
fn read_rights(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Rights, Text> {
    let unreadable = || -> Text { format!("\"{text}\" does not tell who may castle").into() };
    let mut symbols = text.chars().peekable();
    let mut rights = Rights::NONE;
    for side in [Side::First, Side::Second] {
        if symbols.next_if(|&symbol| is_hyphen(symbol)).is_some() {
            continue;
        }
        let mut read = |role: Role| {
            let is_it = |&symbol: &char| {
                let piece = dialect.piece(symbol);
                piece.or_else(|| Dialect::informal().piece(symbol)) == Some(Piece { role, side })
            };
            symbols.next_if(is_it).is_some()
        };
        let queens_rook = read(ROOK);
        if read(KING) {
            rights = rights.with(side, queens_rook, read(ROOK));
        } else if queens_rook {
            return Err(unreadable());
        } else {
            notes.add(&TAG_VALUE, "a king that has moved is written as a hyphen");
        }
    }
    match symbols.next() {
        None => Ok(rights),
        Some(_) => Err(unreadable()),
    }
}

/// Only a man at home can be one that has not moved.
///
/// Where the one rook has a right that only the other, at home, can have, they were mixed up (as in
/// the specification's own sample), and the board decides.
fn at_home(rights: Rights, men: &Men, notes: &mut Notes<'_>) -> Rights {
    let mut possible = Rights::NONE;
    for side in [Side::First, Side::Second] {
        if !rights.king(side) {
            continue;
        }
        let at_home = |home: Square, role| {
            let home = match side {
                Side::First => home,
                Side::Second => mirror(home),
            };
            men.is(home, role, side)
        };
        if !at_home(KING_HOME, KING) {
            notes.add(&IMPOSSIBLE_SETUP, "a king that is not at home has moved");
            continue;
        }
        let said = (rights.queens_rook(side), rights.kings_rook(side));
        let home = (at_home(QUEENS_ROOK, ROOK), at_home(KINGS_ROOK, ROOK));
        let exchanged = matches!(
            (said, home),
            ((true, false), (false, true)) | ((false, true), (true, false))
        );
        let granted = if exchanged {
            notes.add(
                &IMPOSSIBLE_SETUP,
                "queen's and king's rook are exchanged in the castling field; the board decides",
            );
            home
        } else {
            (said.0 && home.0, said.1 && home.1)
        };
        if granted != said && !exchanged {
            notes.add(&IMPOSSIBLE_SETUP, "a rook that is not at home has moved");
        }
        possible = possible.with(side, granted.0, granted.1);
    }
    possible
}

/// What the field of the special capture says.
#[derive(Clone, Copy)]
enum Field {
    None,
    /// A pawn, and the line or lines where it can be captured.
    Passant(Square, i8, Option<i8>),
    /// A scornful pawn, and the pawn that it faced if that is said.
    Scornful(Square, Option<Square>),
}

/// Reads `-`, `G15@13`, `G13@9-11`, `F14`; of the author's program `P@G13[G15]`,
/// `P@G9,11[G13]` and `G13@F14`.
fn read_special(text: &str, notes: &mut Notes<'_>) -> Result<Field, Text> {
    let mut symbols = text.chars();
    if symbols.next().is_some_and(is_hyphen) && symbols.next().is_none() {
        return Ok(Field::None);
    }
    let (field, proper) = spec_special(text)
        .map(|field| (field, true))
        .or_else(|| program_special(text).map(|field| (field, false)))
        .ok_or_else(|| format!("\"{text}\" does not name a pawn to capture"))?;
    if !proper {
        notes.add(
            &TAG_VALUE,
            format!("\"{text}\" is not the specification's form of the pawn to capture"),
        );
    }
    Ok(field)
}

fn spec_special(text: &str) -> Option<Field> {
    let (pawn, rest) = read_hex(text)?;
    if rest.is_empty() {
        return Some(Field::Scornful(pawn, None));
    }
    let lines = rest.strip_prefix('@')?;
    let (first, second) = match lines.split_once(is_hyphen) {
        Some((first, second)) => (first, Some(second)),
        None => (lines, None),
    };
    let second = second.map(read_line);
    if second == Some(None) {
        return None;
    }
    Some(Field::Passant(pawn, read_line(first)?, second.flatten()))
}

fn program_special(text: &str) -> Option<Field> {
    if let Some((faced, rest)) = read_hex(text) {
        let (pawn, rest) = read_hex(rest.strip_prefix('@')?)?;
        return rest
            .is_empty()
            .then_some(Field::Scornful(pawn, Some(faced)));
    }
    let (lines, pawn) = text
        .strip_prefix("P@")?
        .strip_suffix(']')?
        .split_once('[')?;
    let (pawn, rest) = read_hex(pawn)?;
    let lines = lines.strip_prefix(name(pawn).as_str().get(..1)?)?;
    if !rest.is_empty() {
        return None;
    }
    match lines.split_once(',') {
        None => Some(Field::Passant(pawn, read_line(lines)?, None)),
        Some((first, second)) => Some(Field::Passant(
            pawn,
            read_line(first)?,
            Some(read_line(second)?),
        )),
    }
}

fn read_hex(text: &str) -> Option<(Square, &str)> {
    let (hex, len) = read(text.as_bytes())?;
    Some((hex, &text[len..]))
}

fn read_line(text: &str) -> Option<i8> {
    let line = text.parse().ok()?;
    (text.starts_with(|c: char| c.is_ascii_digit()) && (0..=LAST_LINE).contains(&line))
        .then_some(line)
}

/// The special capture, if the board allows that `mover` has just made such a move.
fn plausible(field: Field, men: &Men, mover: Side, notes: &mut Notes<'_>) -> Special {
    let special = match field {
        Field::None => return Special::None,
        Field::Passant(pawn, line, second) => passant(pawn, line, second, men, mover),
        Field::Scornful(pawn, faced) => scornful(pawn, faced, men, mover),
    };
    special.unwrap_or_else(|| {
        notes.add(
            &IMPOSSIBLE_SETUP,
            "the board does not hold the pawn that was to be captured specially",
        );
        Special::None
    })
}

fn passant(pawn: Square, first: i8, second: Option<i8>, men: &Men, mover: Side) -> Option<Special> {
    let special = match second {
        None => Special::Double(pawn),
        Some(_) => Special::Triple(pawn),
    };
    let hexes: Vec<Square> = crossed(special, mover).collect();
    let mut said = vec![first];
    said.extend(second);
    let mut lines: Vec<i8> = hexes.iter().map(|&hex| line(hex)).collect();
    said.sort_unstable();
    lines.sort_unstable();
    (said == lines
        && is_advanced_pawn(pawn, men, mover)
        && hexes.iter().all(|&hex| men.is_empty(hex)))
    .then_some(special)
}

/// The faced pawn stands beside the way that the scornful pawn left, one hex further on.
fn scornful(pawn: Square, faced: Option<Square>, men: &Men, mover: Side) -> Option<Special> {
    let ahead = forward(mover);
    let candidates: Vec<Square> = [-1, 1]
        .into_iter()
        .filter_map(|columns| {
            let origin = step(pawn, (columns, -ahead))?;
            let ahead = step(pawn, (columns, ahead))?;
            (men.is_empty(origin) && men.is(ahead, PAWN, mover.other())).then_some(ahead)
        })
        .filter(|&hex| faced.is_none_or(|faced| faced == hex))
        .collect();
    if !is_advanced_pawn(pawn, men, mover) {
        return None;
    }
    match candidates.as_slice() {
        [] => None,
        &[faced] => Some(Special::Scornful {
            pawn,
            faced: Some(faced),
        }),
        _ => Some(Special::Scornful { pawn, faced: None }),
    }
}

/// A pawn of the mover, or what it became on its last hex.
fn is_advanced_pawn(hex: Square, men: &Men, mover: Side) -> bool {
    men.get(hex).is_some_and(|piece| {
        piece.side == mover && (piece.role == PAWN || is_promotion_hex(hex, mover))
    })
}

fn read_clock(text: &str, notes: &mut Notes<'_>) -> Result<u16, Text> {
    if text == "?" || text.chars().all(is_hyphen) {
        notes.add(&TAG_VALUE, "an unknown move counter is written 0");
        return Ok(0);
    }
    digits(text)
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| format!("\"{text}\" is no move counter").into())
}

fn read_number(text: &str, notes: &mut Notes<'_>) -> Result<Option<NonZeroU32>, Text> {
    if text == "?" {
        return Ok(None);
    }
    let unknown = text.chars().all(is_hyphen) || text == "0";
    if unknown {
        notes.add(&TAG_VALUE, "an unknown move number is written ?");
        return Ok(None);
    }
    digits(text)
        .and_then(|digits| digits.parse().ok())
        .map(Some)
        .ok_or_else(|| format!("\"{text}\" is no move number").into())
}

fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|b| b.is_ascii_digit()).then_some(text)
}

fn is_hyphen(symbol: char) -> bool {
    matches!(symbol, '-' | '\u{2010}')
}

/// One king a side, and no more men than a side starts with.
fn check_army(men: &Men, notes: &mut Notes<'_>) {
    for side in [Side::First, Side::Second] {
        let name = super::profile::PROFILE.sides[side.index()];
        if men.find(KING, side).count() == 0 {
            notes.add(&IMPOSSIBLE_SETUP, format!("{name} has no king"));
        }
        for (index, &most) in ARMY.iter().enumerate() {
            let role = Role::new(index as u8 + 1);
            let count = men.find(role, side).count();
            if count > usize::from(most) {
                let role = ROLES[index].name;
                notes.add(
                    &IMPOSSIBLE_SETUP,
                    format!("{name} has {count} men of the kind {role}"),
                );
            }
        }
        let mut colours = [0; 3];
        for hex in men.find(BISHOP, side) {
            colours[super::geometry::colour(hex) as usize] += 1;
        }
        if colours.iter().any(|&bishops| bishops > 1) {
            notes.add(
                &IMPOSSIBLE_SETUP,
                format!("{name} has two bishops on one colour"),
            );
        }
    }
}
