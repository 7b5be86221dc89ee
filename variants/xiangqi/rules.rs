//! How the pieces move, and resolving written moves.
//!
//! Published rules for naming one of several equal pieces contradict each other and are often not followed, so
//! legality decides: all pieces that the text could name are tried, and exactly one of them must have a
//! matching legal move.

use super::geometry::{
    self, FILES, Set, at, beyond_river, checked, file, in_palace, name, numbered_file, on_file,
    one, own_rank, points, rank,
};
use super::info::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, INFO, SOLDIER};
use super::notation::{self, Direction, Head, Mark, Token};
use super::position::{Board, leg};
use super::write::Scheme;
use crate::core::board::{Role, Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind};
use crate::core::outcome::Outcome;
use crate::variant::{GameEnd, Position};

/// Finds the one legal move that a written move stands for.
#[inline]
pub fn resolve(token: Token, board: &Board, scheme: Option<Scheme>) -> Result<Move, MoveError> {
    match token {
        Token::Points { from, to, .. } | Token::Tens { from, to } => {
            let Some(role) = board.own(from) else {
                return Err(no_piece_on(board, from));
            };
            match step(board, role, from, to) {
                Ok(()) if is_safe(board, from, to) => Ok(made(board, role, from, to)),
                Ok(()) => Err(leaves_check(board, role, from, to)),
                Err(bar) => Err(barred(board, role, from, to, bar)),
            }
        }
        Token::Short {
            role,
            file,
            rank,
            to,
            ..
        } => short(board, role, file, rank, to),
        Token::Path {
            head,
            direction,
            number,
        } => {
            let path = Path { direction, number };
            match head {
                Head::OnFile { role, file } => {
                    let file = numbered_file(board.turn(), file);
                    path.choose(
                        board,
                        head,
                        role,
                        board.pieces(board.turn(), role) & on_file(file),
                    )
                }
                _ => path.resolve(board, head, scheme),
            }
        }
    }
}

/// The only piece of a role, from this file and rank if given, that can legally move to a point.
#[cold]
fn short(
    board: &Board,
    role: Role,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
) -> Result<Move, MoveError> {
    let side = board.turn();
    // Without a file, soldiers move straight ahead; captures and sideways moves have the file.
    let from_file = from_file.or((role == SOLDIER).then(|| file(to)));
    let fits = |from: &Square| {
        from_file.is_none_or(|given| given == file(*from))
            && from_rank.is_none_or(|given| given == rank(*from))
    };
    let pieces = || points(board.pieces(side, role)).filter(fits);
    let can = |from: &Square| {
        *from != to && step(board, role, *from, to).is_ok() && is_safe(board, *from, to)
    };
    let mut found = pieces().filter(can);
    match (found.next(), found.next()) {
        (Some(from), None) => Ok(made(board, role, from, to)),
        (Some(_), Some(_)) => {
            let moves: Vec<String> = pieces()
                .filter(can)
                .map(|from| format!("{}-{}", name(from), name(to)))
                .collect();
            Err(MoveError::new(
                MoveErrorKind::Ambiguous,
                format!("it can mean {}", moves.join(" or ")),
            ))
        }
        (None, _) => {
            let reached = pieces().find(|&from| from != to && step(board, role, from, to).is_ok());
            let mut others = pieces();
            Err(match (reached, others.next(), others.next()) {
                (Some(from), _, _) => leaves_check(board, role, from, to),
                (None, Some(from), None) if from != to => match step(board, role, from, to) {
                    Err(bar) => barred(board, role, from, to, bar),
                    Ok(()) => leaves_check(board, role, from, to),
                },
                _ => MoveError::new(
                    MoveErrorKind::NoSuchMove,
                    format!("no {} can move to {}", called(role), name(to)),
                ),
            })
        }
    }
}

/// How the board ends the game: a player without legal moves has lost, in check or not.
pub(super) fn ending(board: &Board) -> Option<GameEnd> {
    // A position without a general is an odd set-up, not the end of a game.
    if board.pieces(board.turn(), GENERAL) == 0 || super::movegen::has_legal_moves(board) {
        return None;
    }
    Some(GameEnd {
        outcome: match board.turn() {
            Side::First => Outcome::SecondWins,
            Side::Second => Outcome::FirstWins,
        },
        name: if board.is_check() {
            "checkmate"
        } else {
            "stalemate"
        },
    })
}

#[inline]
pub(super) fn made(board: &Board, role: Role, from: Square, to: Square) -> Move {
    Move {
        captured: board.enemy(to),
        ..Move::quiet(role, from, to)
    }
}

/// Whether the general of the side to move is safe after a step.
#[inline]
pub(super) fn is_safe(board: &Board, from: Square, to: Square) -> bool {
    board.attacker(Some((from, to))).is_none()
}

/// What prevents a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bar {
    /// Pieces of this kind do not move like this.
    Shape,
    /// A piece of the same side is on the target.
    Own,
    /// The other side's general is there.
    General,
    /// A piece is on the horse's leg or the elephant's eye.
    Held(Square),
    /// This many pieces are between.
    Between(u32),
    /// The target is outside the palace.
    Palace,
    /// The target is beyond the river.
    River,
    /// A soldier would move back.
    Backwards,
    /// A soldier would move sideways on its own side of the river.
    Sideways,
}

/// Whether a piece of the side to move can make a step, ignoring the safety of its general.
#[inline]
pub(super) fn step(board: &Board, role: Role, from: Square, to: Square) -> Result<(), Bar> {
    let side = board.turn();
    let across = file(from).abs_diff(file(to));
    let along = rank(from).abs_diff(rank(to));
    let need = |condition, bar| if condition { Ok(()) } else { Err(bar) };
    match role {
        CHARIOT => {
            let between = board.between(from, to).ok_or(Bar::Shape)?;
            need(between == 0, Bar::Between(between))?;
        }
        CANNON => {
            let between = board.between(from, to).ok_or(Bar::Shape)?;
            let over = u32::from(!board.is_empty(to));
            need(between == over, Bar::Between(between))?;
        }
        HORSE => {
            need(across * along == 2, Bar::Shape)?;
            let leg = leg(from, to);
            need(board.is_empty(leg), Bar::Held(leg))?;
        }
        SOLDIER => {
            need(across + along == 1, Bar::Shape)?;
            if across == 0 {
                let ahead = own_rank(side, rank(to)) > own_rank(side, rank(from));
                need(ahead, Bar::Backwards)?;
            } else {
                need(beyond_river(side, from), Bar::Sideways)?;
            }
        }
        ELEPHANT => {
            need(across == 2 && along == 2, Bar::Shape)?;
            need(!beyond_river(side, to), Bar::River)?;
            let eye = at((file(from) + file(to)) / 2, (rank(from) + rank(to)) / 2);
            need(board.is_empty(eye), Bar::Held(eye))?;
        }
        ADVISOR => {
            need(across == 1 && along == 1, Bar::Shape)?;
            need(in_palace(side, to), Bar::Palace)?;
        }
        _ => {
            need(across + along == 1, Bar::Shape)?;
            need(in_palace(side, to), Bar::Palace)?;
        }
    }
    need(board.enemy(to) != Some(GENERAL), Bar::General)?;
    need(board.own(to).is_none(), Bar::Own)
}

/// The second half of a Chinese or WXF move.
#[derive(Clone, Copy)]
struct Path {
    direction: Direction,
    number: u8,
}

impl Path {
    /// The target of a piece from a point, by the meaning of the number for its role.
    #[inline]
    fn end(self, side: Side, role: Role, from: Square) -> Option<Square> {
        let steps = match (role, self.direction) {
            (ADVISOR | ELEPHANT | HORSE, Direction::Sideways) => return None,
            (ADVISOR | ELEPHANT | HORSE, _) => {
                let across = numbered_file(side, self.number).abs_diff(file(from));
                match (role, across) {
                    (ADVISOR, 1) | (HORSE, 2) => 1,
                    (ELEPHANT, 2) | (HORSE, 1) => 2,
                    _ => return None,
                }
            }
            (_, Direction::Sideways) => 0,
            (_, _) => self.number as i8,
        };
        let file = match (role, self.direction) {
            (ADVISOR | ELEPHANT | HORSE, _) | (_, Direction::Sideways) => {
                numbered_file(side, self.number)
            }
            _ => file(from),
        };
        let upwards = (side == Side::First) == (self.direction == Direction::Forward);
        let rank = rank(from) as i8 + if upwards { steps } else { -steps };
        checked(file as i8, rank).filter(|&to| to != from)
    }

    /// The only legal move along this path among the pieces in a set.
    #[inline]
    fn choose(self, board: &Board, head: Head, role: Role, pieces: Set) -> Result<Move, MoveError> {
        let mut found = None;
        let mut movers = 0;
        for from in points(pieces) {
            if let Some(to) = self.end(board.turn(), role, from)
                && step(board, role, from, to).is_ok()
                && is_safe(board, from, to)
            {
                found = Some((from, to));
                movers |= one(from);
            }
        }
        match found {
            Some((from, to)) if movers == one(from) => Ok(made(board, role, from, to)),
            Some(_) => self.choose_soldier(board, head, role, pieces, movers),
            None => Err(self.failure(board, head, role, pieces)),
        }
    }

    /// The older WXF rule names the middle one of three or five soldiers by the file alone.
    #[cold]
    fn choose_soldier(
        self,
        board: &Board,
        head: Head,
        role: Role,
        pieces: Set,
        movers: Set,
    ) -> Result<Move, MoveError> {
        if let Head::Soldier { .. } = head
            && let Some(from) = pick(board.turn(), pieces, Mark::Middle)
            && movers & one(from) != 0
            && let Some(to) = self.end(board.turn(), role, from)
        {
            return Ok(made(board, role, from, to));
        }
        Err(self.ambiguous(board, role, movers))
    }

    /// A move that does not simply name its piece by the file.
    fn resolve(self, board: &Board, head: Head, scheme: Option<Scheme>) -> Result<Move, MoveError> {
        let side = board.turn();
        let column = |role, file| board.pieces(side, role) & on_file(numbered_file(side, file));
        match head {
            Head::OnFile { role, file } => self.choose(board, head, role, column(role, file)),
            Head::Soldier { file } => self.choose(board, head, SOLDIER, column(SOLDIER, file)),
            Head::Guard { file } => {
                let general = self.choose(board, head, GENERAL, column(GENERAL, file));
                let guards = column(ADVISOR, file);
                match general {
                    Err(_) if guards != 0 => self.choose(board, head, ADVISOR, guards),
                    _ => general,
                }
            }
            Head::Marked { role, mark } => {
                let pieces = (1..=FILES)
                    .filter_map(|file| pick(side, column(role, file), mark))
                    .fold(0, |pieces, square| pieces | one(square));
                self.choose(board, head, role, pieces)
            }
            Head::MarkedOnFile { role, mark, file } => {
                let pieces = pick(side, column(role, file), mark).map_or(0, one);
                self.choose(board, head, role, pieces)
            }
            Head::Nth { role, ordinal } => {
                let mut before = 0;
                let pieces = (1..=FILES).find_map(|file| {
                    let pieces = column(role, file);
                    let index = ordinal - before;
                    match pieces.count_ones() as u8 {
                        0..=1 => None,
                        count if index <= count => pick(side, pieces, Mark::Number(index)),
                        count => {
                            before += count;
                            None
                        }
                    }
                });
                self.choose(board, head, role, pieces.map_or(0, one))
            }
            Head::Ordinal { ordinal, file } => {
                let pieces = column(SOLDIER, file);
                let counted = pick(side, pieces, Mark::Number(ordinal)).map_or(0, one);
                // The older rule doubles the file for the middle soldier if two files have several.
                let shared = || {
                    (1..=FILES)
                        .filter(|&file| column(SOLDIER, file).count_ones() > 1)
                        .count()
                };
                let middle = if ordinal == file && shared() > 1 {
                    pick(side, pieces, Mark::Middle).map_or(0, one)
                } else {
                    0
                };
                let pieces = match scheme {
                    Some(Scheme::Axf) if middle != 0 => middle,
                    Some(Scheme::Wxr2018 | Scheme::Axf) => counted,
                    // Its own names are different.
                    Some(Scheme::Xqbase) | None => counted | middle,
                };
                self.choose(board, head, SOLDIER, pieces)
            }
        }
    }
}

/// The piece with a mark among those on one file, if there are several and the mark suits their number.
fn pick(side: Side, pieces: Set, mark: Mark) -> Option<Square> {
    let count = pieces.count_ones() as u8;
    let last = count.checked_sub(1).filter(|&last| last > 0)?;
    let index = match (mark, count) {
        (Mark::Front, _) | (Mark::Plus, 2 | 3) | (Mark::DoublePlus, 4..) => 0,
        (Mark::Rear, _) | (Mark::Minus, 2 | 3) | (Mark::DoubleMinus, 4..) => last,
        (Mark::Plus, _) => 1,
        (Mark::Minus, _) => last - 1,
        (Mark::Middle, 3 | 5) => last / 2,
        (Mark::Number(number), _) if number <= count => number - 1,
        _ => return None,
    };
    let from_below = match side {
        Side::First => last - index,
        Side::Second => index,
    };
    points(pieces).nth(from_below as usize)
}

/// Whether only one of the soldiers on the file named in a move can legally make it.
pub(super) fn is_only_one(text: &[u8], board: &Board) -> bool {
    let lexed = notation::lex(text, false).map(|lexed| lexed.token);
    let Some(Token::Path {
        head: Head::Soldier { file },
        direction,
        number,
    }) = lexed
    else {
        return false;
    };
    let path = Path { direction, number };
    let role = SOLDIER;
    let pieces = board.pieces(board.turn(), role) & on_file(numbered_file(board.turn(), file));
    let head = Head::OnFile { role, file };
    path.choose(board, head, role, pieces).is_ok()
}

// Failures: messages, built only if something failed.

/// The English name of a role.
fn called(role: Role) -> &'static str {
    INFO.roles[role.index()].name
}

/// A piece and its point: `chariot on a0`.
fn placed(board: &Board, square: Square) -> String {
    match board.piece_on(square) {
        Some(piece) => format!("{} on {}", called(piece.role), name(square)),
        None => name(square).to_string(),
    }
}

fn side_name(side: Side) -> &'static str {
    INFO.sides[side.index()]
}

#[cold]
fn no_piece_on(board: &Board, from: Square) -> MoveError {
    let detail = match board.piece_on(from) {
        Some(piece) => format!("the {} is {}'s", placed(board, from), side_name(piece.side)),
        None => format!("there is no piece on {}", name(from)),
    };
    MoveError::new(MoveErrorKind::NoSuchMove, detail)
}

#[cold]
fn leaves_check(board: &Board, role: Role, from: Square, to: Square) -> MoveError {
    let piece = called(role);
    let (a, b) = (name(from), name(to));
    let detail = match board.attacker(Some((from, to))) {
        Some(by) if board.enemy(by) == Some(GENERAL) => {
            format!("the {piece} cannot move {a}-{b}, since the generals would face each other")
        }
        Some(by) => {
            let by = placed(board, by);
            format!("the {piece} cannot move {a}-{b}, since the {by} would attack the general")
        }
        None => format!("the {piece} cannot move {a}-{b}"),
    };
    MoveError::new(MoveErrorKind::LeavesCheck, detail)
}

#[cold]
fn barred(board: &Board, role: Role, from: Square, to: Square, bar: Bar) -> MoveError {
    let piece = called(role);
    let reason = match bar {
        Bar::Shape => format!("{piece}s do not move like this"),
        Bar::General => "a general is never captured".to_owned(),
        Bar::Own => format!("the {} is on its own side", placed(board, to)),
        Bar::Held(by) => format!("the {} blocks it", placed(board, by)),
        Bar::Between(count) if role == CANNON && board.enemy(to).is_some() => match count {
            0 => "cannons capture over exactly one piece, and none is between".to_owned(),
            _ => format!("cannons capture over exactly one piece, and {count} are between"),
        },
        Bar::Between(_) => match first_between(board, from, to) {
            Some(by) => format!("the {} is in the way", placed(board, by)),
            None => format!("the {} is on its own side", placed(board, to)),
        },
        Bar::Palace => format!("{piece}s stay in the palace"),
        Bar::River => format!("{piece}s do not cross the river"),
        Bar::Backwards => format!("{piece}s do not move back"),
        Bar::Sideways => format!("{piece}s move sideways only beyond the river"),
    };
    let (a, b) = (name(from), name(to));
    MoveError::new(
        MoveErrorKind::NoSuchMove,
        format!("the {piece} cannot move {a}-{b}, since {reason}"),
    )
}

/// The first piece between two points in line.
fn first_between(board: &Board, from: Square, to: Square) -> Option<Square> {
    let dx = (file(to) as i8 - file(from) as i8).signum();
    let dy = (rank(to) as i8 - rank(from) as i8).signum();
    (1..)
        .map_while(|n| checked(file(from) as i8 + n * dx, rank(from) as i8 + n * dy))
        .take_while(|&square| square != to)
        .find(|&square| !board.is_empty(square))
}

impl Path {
    /// Why none of the pieces can move like this.
    #[cold]
    fn failure(self, board: &Board, head: Head, role: Role, pieces: Set) -> MoveError {
        let side = board.turn();
        let mut reason = None;
        for from in points(pieces) {
            let Some(to) = self.end(side, role, from) else {
                continue;
            };
            match step(board, role, from, to) {
                Ok(()) => return leaves_check(board, role, from, to),
                Err(bar) => reason = reason.or(Some((from, to, bar))),
            }
        }
        match (reason, geometry::lowest(pieces)) {
            (Some((from, to, bar)), _) => barred(board, role, from, to, bar),
            (None, Some(from)) => self.no_end(board, role, from),
            (None, None) => missing(board, head, role),
        }
    }

    /// The piece exists, but the text leads off the board.
    fn no_end(self, board: &Board, role: Role, from: Square) -> MoveError {
        let side = board.turn();
        let slants = matches!(role, ADVISOR | ELEPHANT | HORSE);
        let piece = placed(board, from);
        let number = self.number;
        let detail = match self.direction {
            Direction::Sideways if slants => format!("the {piece} cannot move sideways"),
            Direction::Sideways => format!("the {piece} is already on file {number}"),
            _ if slants && numbered_file(side, number).abs_diff(file(from)) > 2 => {
                format!("the {piece} cannot reach file {number}")
            }
            _ if slants => format!("the {piece} has no such step to file {number}"),
            _ => format!("the {piece} would leave the board"),
        };
        MoveError::new(MoveErrorKind::NoSuchMove, detail)
    }

    /// More than one piece can move like this.
    fn ambiguous(self, board: &Board, role: Role, movers: Set) -> MoveError {
        let moves: Vec<String> = points(movers)
            .filter_map(|from| {
                let to = self.end(board.turn(), role, from)?;
                Some(format!("{}-{}", name(from), name(to)))
            })
            .collect();
        MoveError::new(
            MoveErrorKind::Ambiguous,
            format!("it can mean {}", moves.join(" or ")),
        )
    }
}

/// The piece named by the text is not on the board.
fn missing(board: &Board, head: Head, role: Role) -> MoveError {
    let side = board.turn();
    let piece = called(role);
    let who = side_name(side);
    let detail = match head {
        _ if board.pieces(side, role) == 0 => format!("{who} has no {piece}"),
        Head::OnFile { file, .. } | Head::Guard { file } | Head::Soldier { file } => {
            let files: Vec<String> = (1..=FILES)
                .filter(|&file| board.pieces(side, role) & on_file(numbered_file(side, file)) != 0)
                .map(|file| file.to_string())
                .collect();
            let files = files.join(", ");
            format!("{who} has no {piece} on file {file}, but on {files}")
        }
        Head::MarkedOnFile { file, .. } | Head::Ordinal { file, .. } => {
            format!("{who} has no such {piece} on file {file}")
        }
        Head::Marked { mark, .. } => match mark {
            Mark::Front | Mark::Rear => format!("{who} has no two {piece}s on one file"),
            _ => format!("{who} has no such {piece} among several on one file"),
        },
        Head::Nth { ordinal, .. } => {
            format!("{who} has no {piece} number {ordinal} among those that share a file")
        }
    };
    MoveError::new(MoveErrorKind::NoSuchMove, detail)
}
