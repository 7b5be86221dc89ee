//! Ready-made parts for your own variants on a board of files and ranks ([`Geometry::grid`]): moves in SAN and
//! the board of a FEN, both based on the variant's pieces ([`VariantInfo::roles`]) and legal moves
//! ([`Position::moves`]).
//!
//! The first role is the pawn: its moves have no letter. Castling is not covered. `examples/own_variant.rs`
//! shows the use.

use super::{GameEnd, Lexed, Position, VariantInfo};
use crate::core::board::{Geometry, Piece, Role, Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind};
use crate::core::outcome::Outcome;
use std::fmt::Write;

/// A move in SAN, not yet resolved: `Nxd4`, `exf6=Q`, `R1b3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct San {
    role: Role,
    /// The file of the origin, from 0.
    file: Option<u8>,
    /// The rank of the origin, from 1.
    rank: Option<u8>,
    to: Square,
    promotion: Option<Role>,
}

/// Lexes the move that `text` begins with, if it begins with one; see [`Variant::lex`](super::Variant::lex).
pub fn lex(text: &[u8], info: &VariantInfo) -> Option<Lexed<San>> {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'=' | b'+' | b'#');
    let len = text.iter().take_while(is_part).count();
    let written = std::str::from_utf8(&text[..len]).ok()?;
    let written = written.trim_end_matches(['+', '#']);
    let (written, promotion) = match written.split_once('=') {
        Some((before, letter)) => (before, Some(role(letter.parse().ok()?, info)?)),
        None => (written, None),
    };
    let (origin, to) = written.split_at(written.rfind(|c: char| c.is_ascii_lowercase())?);
    let letter = origin.chars().next().filter(char::is_ascii_uppercase);
    let origin = &origin[usize::from(letter.is_some())..];
    let origin = origin.strip_suffix('x').unwrap_or(origin);
    let file = origin.bytes().next().filter(u8::is_ascii_lowercase);
    let rank = &origin[usize::from(file.is_some())..];
    let token = San {
        role: letter.map_or(Some(Role::new(1)), |letter| role(letter, info))?,
        file: file.map(|file| file - b'a'),
        rank: match rank {
            "" => None,
            _ => Some(rank.parse().ok()?),
        },
        to: (info.geometry.square)(to)?,
        promotion,
    };
    Some(Lexed { token, len })
}

/// Finds the legal move that the token stands for; see [`Variant::resolve`](super::Variant::resolve).
///
/// # Errors
///
/// If no legal move fits, or more than one.
pub fn resolve(san: San, position: &impl Position, info: &VariantInfo) -> Result<Move, MoveError> {
    let fits = |mv: &Move| {
        let (file, rank) = coordinates(mv.from, &info.geometry);
        (mv.piece, mv.to, mv.promotion) == (san.role, san.to, san.promotion)
            && san.file.is_none_or(|wanted| wanted == file)
            && san.rank.is_none_or(|wanted| wanted == rank)
    };
    position.only_move(fits).map_err(|error| {
        let name = info.roles.get(san.role.index());
        let name = name.map_or("piece", |role| role.name);
        let to = info.square_name(san.to);
        let detail = match error.kind {
            MoveErrorKind::Ambiguous => format!("more than one {name} can move to {to}"),
            _ => format!("no {name} can move to {to} like this"),
        };
        MoveError::new(error.kind, detail)
    })
}

/// Appends a legal move of the position in SAN, with a mark for check or mate; see
/// [`Variant::write`](super::Variant::write).
pub fn write(mv: &Move, position: &impl Position, info: &VariantInfo, out: &mut String) {
    let geometry = &info.geometry;
    let mut legal = Vec::new();
    position.moves(&mut legal);
    legal.retain(|other| (other.piece, other.to) == (mv.piece, mv.to) && other.from != mv.from);
    let (file, rank) = coordinates(mv.from, geometry);
    let shares = |part: fn((u8, u8)) -> u8| {
        let own = part((file, rank));
        legal
            .iter()
            .any(|other| part(coordinates(other.from, geometry)) == own)
    };
    let (same_file, same_rank) = (shares(|at| at.0), shares(|at| at.1));
    let pawn = mv.piece.get() == 1;
    if !pawn {
        out.push(letter(mv.piece, info));
    }
    if pawn && mv.captured.is_some() || !legal.is_empty() && (!same_file || same_rank) {
        out.push(char::from(b'a' + file));
    }
    if same_file {
        let _ = write!(out, "{rank}");
    }
    if mv.captured.is_some() {
        out.push('x');
    }
    out.push_str(info.square_name(mv.to).as_str());
    if let Some(promotion) = mv.promotion {
        out.push('=');
        out.push(letter(promotion, info));
    }
    let mut after = position.clone();
    after.play(mv);
    if after.is_check() {
        legal.clear();
        after.moves(&mut legal);
        out.push(if legal.is_empty() { '#' } else { '+' });
    }
}

/// How the board ends the game in games with a king: checkmate wins, and stalemate is a draw; see
/// [`Variant::game_end`](super::Variant::game_end).
pub fn ending(position: &impl Position) -> Option<GameEnd> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let (outcome, name) = match (moves.is_empty(), position.is_check(), position.turn()) {
        (false, ..) => return None,
        (true, false, _) => (Outcome::Draw, "stalemate"),
        (true, true, Side::First) => (Outcome::SecondWins, "checkmate"),
        (true, true, Side::Second) => (Outcome::FirstWins, "checkmate"),
    };
    Some(GameEnd { outcome, name })
}

/// Reads the board of a FEN, its first field: the pieces by square, a1 first. `None` if it does not have the
/// board's ranks and files, or has a letter that is not a piece's.
pub fn read_board(text: &str, info: &VariantInfo) -> Option<Vec<Option<Piece>>> {
    let (files, ranks) = size(&info.geometry);
    let lines: Vec<&str> = text.split('/').collect();
    let mut board = Vec::with_capacity(files * ranks);
    for line in lines.iter().rev() {
        let mut empty = 0;
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as usize;
                (empty <= files).then_some(())?;
                continue;
            }
            board.resize(board.len() + std::mem::take(&mut empty), None);
            let side = if c.is_ascii_uppercase() {
                Side::First
            } else {
                Side::Second
            };
            let role = role(c.to_ascii_uppercase(), info)?;
            board.push(Some(Piece { role, side }));
        }
        board.resize(board.len() + empty, None);
        (board.len() % files == 0 && !line.is_empty()).then_some(())?;
    }
    (lines.len() == ranks && board.len() == files * ranks).then_some(board)
}

/// The board of a position as the first field of a FEN.
pub fn write_board(position: &impl Position, info: &VariantInfo) -> String {
    let (files, ranks) = size(&info.geometry);
    let mut out = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let piece = position.piece_on(Square((rank * files + file) as u8));
            if piece.is_some() && empty > 0 {
                let _ = write!(out, "{}", std::mem::take(&mut empty));
            }
            match piece {
                Some(Piece { role, side }) => out.push(match side {
                    Side::First => letter(role, info),
                    Side::Second => letter(role, info).to_ascii_lowercase(),
                }),
                None => empty += 1,
            }
        }
        if empty > 0 {
            let _ = write!(out, "{empty}");
        }
        if rank > 0 {
            out.push('/');
        }
    }
    out
}

fn role(letter: char, info: &VariantInfo) -> Option<Role> {
    let index = info.roles.iter().position(|role| role.letter == letter)?;
    Role::from_index(u8::try_from(index + 1).ok()?)
}

fn letter(role: Role, info: &VariantInfo) -> char {
    info.roles.get(role.index()).map_or('?', |role| role.letter)
}

/// The file, from 0, and the rank, from 1.
fn coordinates(square: Square, geometry: &Geometry) -> (u8, u8) {
    let name = (geometry.name)(square);
    let (file, rank) = name.as_str().split_at(1);
    let file = file.bytes().next().unwrap_or(b'a').wrapping_sub(b'a');
    (file, rank.parse().unwrap_or(0))
}

/// The number of files and ranks.
fn size(geometry: &Geometry) -> (usize, usize) {
    let (file, rank) = coordinates(Square(geometry.squares - 1), geometry);
    (usize::from(file) + 1, usize::from(rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;
    use crate::core::moves::MoveKind;
    use crate::event::{Ply, Visitor};
    use crate::variant::Variant;
    use crate::variants::chess::Chess;

    /// Compares every legal move before each ply with the variant's own notation.
    #[derive(Default)]
    struct Compare {
        moves: usize,
    }

    impl Visitor for Compare {
        fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
            let (position, info) = (ply.before, &V::INFO);
            let mut legal = Vec::new();
            position.moves(&mut legal);
            legal.retain(|mv| mv.kind == MoveKind::Normal);
            for mv in &legal {
                let (mut own, mut expected) = (String::new(), String::new());
                write(mv, position, info, &mut own);
                V::write(mv, position, Default::default(), &mut expected);
                assert_eq!(own, expected, "{}", position.describe());
                let token = lex(own.as_bytes(), info).unwrap();
                assert_eq!(token.len, own.len());
                assert_eq!(resolve(token.token, position, info).as_ref(), Ok(mv));
                self.moves += 1;
            }
            let fen = position.describe();
            let board = fen.split(' ').next().unwrap();
            assert_eq!(write_board(position, info), board);
            let pieces = read_board(board, info).unwrap();
            for (index, piece) in pieces.into_iter().enumerate() {
                assert_eq!(position.piece_on(Square(index as u8)), piece);
            }
            let end = V::game_end(ply.after).filter(|_| {
                let mut moves = Vec::new();
                ply.after.moves(&mut moves);
                moves.is_empty()
            });
            assert_eq!(ending(ply.after), end);
        }
    }

    /// For orthodox chess, apart from castling and en passant, this SAN equals its own.
    #[test]
    fn the_san_is_that_of_chess() {
        let mut compare = Compare::default();
        for game in [
            include_str!("../../corpus/chess/disambiguation.pgn"),
            include_str!("../../corpus/chess/setups.pgn"),
            include_str!("../../corpus/chess/variations.pgn"),
            include_str!("../../corpus/chess/comments.pgn"),
        ] {
            let mut reader = Reader::builder().from_reader(game.as_bytes()).unwrap();
            reader.read(&mut compare, &mut ()).unwrap();
        }
        assert!(compare.moves > 1000, "{}", compare.moves);
    }

    fn start() -> <Chess as Variant>::Position {
        let tags = crate::core::tags::Tags::new(&[], b"", encoding_rs::UTF_8);
        Chess::initial_state(&tags, &mut Vec::new())
            .unwrap()
            .position
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let info = &Chess::INFO;
        for text in [
            "", "e", "Ne", "N", "e9", "Xe4", "e8=", "e8=X", "N-f3", "1. e4", "Nfx3", "éa1",
        ] {
            assert_eq!(lex(text.as_bytes(), info), None, "{text}");
        }
        for (text, message) in [
            ("Nd4", "no knight can move to d4 like this"),
            ("Nbf3", "no knight can move to f3 like this"),
            ("e8=Q", "no pawn can move to e8 like this"),
        ] {
            let token = lex(text.as_bytes(), info).unwrap().token;
            let error = resolve(token, &start(), info).unwrap_err();
            assert_eq!(error.detail, message);
        }
        for board in [
            "",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/9",
            "8/8/8/8/8/8/8/7x",
            "8/8/8/8/8/8/8/99999999999999999999",
            "8/8/8/8/8/8/16",
            "8/8/8/8/8/8//16",
        ] {
            assert_eq!(read_board(board, info), None, "{board}");
        }
    }
}
