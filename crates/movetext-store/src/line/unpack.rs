//! From bytes to moves.

use super::{
    Board, FIRST_SPECIALS, INLINE, LineError, MORE_SPECIALS, NUMBERED, PAGES, Reach, Reaches,
    SINGLE, Special, read_number, side, take,
};
use crate::blob;
use movetext::{Move, MoveKind, Role, Square};
use std::borrow::Cow;

/// The main lines of some games that follow one another: a row of the table `lines`.
#[derive(Debug)]
pub struct Block {
    games: u64,
    specials: Vec<Special>,
    bytes: Vec<u8>,
    /// Where the first line begins.
    start: usize,
    /// Whether no special move puts more pieces on the board than it takes off.
    shrinks: bool,
}

const CUT: LineError = LineError("they are cut short");

impl Block {
    /// Reads the column `data`.
    ///
    /// # Errors
    ///
    /// If it is no such block.
    pub fn unpack(data: &[u8]) -> Result<Block, LineError> {
        let bytes = blob::unpack(data).map_err(LineError)?;
        let mut rest = &bytes[..];
        let games = read_number(&mut rest).ok_or(CUT)?;
        let count = read_number(&mut rest).ok_or(CUT)?;
        let mut specials = Vec::new();
        for _ in 0..count {
            specials.push(Special::read(&mut rest)?);
        }
        let start = bytes.len() - rest.len();
        // Where specials have no number left, there may be others in the lines.
        let shrinks = specials.len() < NUMBERED && specials.iter().all(Special::only_shrinks);
        Ok(Block {
            games,
            specials,
            bytes,
            start,
            shrinks,
        })
    }

    /// How many games it has.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The lines, in the order of the games.
    pub fn lines<'b>(&'b self, reaches: &'b Reaches) -> Lines<'b> {
        Lines {
            block: self,
            reaches,
            reach: None,
            rest: &self.bytes[self.start..],
            left: self.games,
        }
    }
}

/// The lines of a block, one after another.
#[derive(Debug)]
pub struct Lines<'b> {
    block: &'b Block,
    reaches: &'b Reaches,
    reach: Option<&'b Reach>,
    rest: &'b [u8],
    left: u64,
}

impl<'b> Lines<'b> {
    fn read(&mut self) -> Result<Line<'b>, LineError> {
        let rest = &mut self.rest;
        let head = read_number(rest).ok_or(CUT)?;
        if head & 2 != 0 {
            let len = read_number(rest).ok_or(CUT)? as usize;
            let (name, behind) = rest.split_at_checked(len).ok_or(CUT)?;
            *rest = behind;
            let id = std::str::from_utf8(name).unwrap_or_default();
            self.reach = self.reaches.find(id);
        }
        let start = if head & 1 == 0 {
            None
        } else {
            let [turn] = take(rest).ok_or(CUT)?;
            let mut board = Board::empty(side(turn));
            for _ in 0..read_number(rest).ok_or(CUT)? {
                let [square, piece] = take(rest).ok_or(CUT)?;
                board.put(Square(square), piece);
            }
            Some(Box::new(board))
        };
        let len = usize::try_from(head >> 2).unwrap_or(usize::MAX);
        let (codes, behind) = rest.split_at_checked(len).ok_or(CUT)?;
        *rest = behind;
        Ok(Line {
            block: self.block,
            reach: self.reach,
            start,
            codes,
        })
    }
}

impl<'b> Iterator for Lines<'b> {
    type Item = Result<Line<'b>, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let line = self.read();
        if line.is_err() {
            self.left = 0;
        }
        Some(line)
    }
}

/// The main line of a game.
#[derive(Clone, Debug)]
pub struct Line<'b> {
    block: &'b Block,
    reach: Option<&'b Reach>,
    start: Option<Box<Board>>,
    codes: &'b [u8],
}

impl<'b> Line<'b> {
    /// The variant's tables; none if the variant is not known here. Then there are no moves to be had.
    pub fn reach(&self) -> Option<&'b Reach> {
        self.reach
    }

    /// Whether the game begins elsewhere than its variant does.
    pub fn is_custom(&self) -> bool {
        self.start.is_some()
    }

    /// Whether it has no moves.
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// The bytes of its moves.
    pub fn codes(&self) -> &'b [u8] {
        self.codes
    }

    /// Whether no move puts more pieces on the board than there were.
    pub(crate) fn only_shrinks(&self) -> bool {
        self.block.shrinks
    }

    /// The board before the first move.
    pub fn start(&self) -> Cow<'_, Board> {
        match (&self.start, self.reach) {
            (Some(start), _) => Cow::Borrowed(&**start),
            (None, Some(reach)) => Cow::Borrowed(reach.start()),
            (None, None) => Cow::Owned(Board::empty(movetext::Side::First)),
        }
    }

    /// Takes the next move; `board` stands before it, and then after it.
    ///
    /// # Errors
    ///
    /// If there is no such move on the board.
    #[inline]
    pub fn play(&mut self, board: &mut Board) -> Option<Result<Move, LineError>> {
        Some(self.step(board)?.map(|(mv, _)| mv))
    }

    /// Like [`play`](Line::play); and whether it is a special move, which may change any squares.
    #[inline]
    pub(crate) fn step(&mut self, board: &mut Board) -> Option<Result<(Move, bool), LineError>> {
        self.step_seen(board, |_, _, _| {})
    }

    /// Like [`step`](Line::step), and says of each square that changes what stood there and what stands there
    /// afterwards.
    #[inline]
    pub(crate) fn step_seen(
        &mut self,
        board: &mut Board,
        mut see: impl FnMut(Square, u8, u8),
    ) -> Option<Result<(Move, bool), LineError>> {
        let (&code, rest) = self.codes.split_first()?;
        self.codes = rest;
        let Some(reach) = self.reach else {
            self.codes = &[];
            return Some(Err(LineError("the variant is not known")));
        };
        let number = match code {
            0..FIRST_SPECIALS => u32::from(code),
            PAGES..MORE_SPECIALS => match self.second() {
                Some(low) => SINGLE + (u32::from(code - PAGES) << 8) + low,
                None => return Some(Err(CUT)),
            },
            _ => return Some(self.play_special(code, board, see).map(|mv| (mv, true))),
        };
        let Some((from, to)) = reach.squares(board, number) else {
            self.codes = &[];
            return Some(Err(LineError("there is no such move on the board")));
        };
        let Some(piece) = board.role(from) else {
            return Some(Err(LineError("a move has no piece")));
        };
        let captured = board.role(to);
        see(from, board.on(from), 0);
        see(to, board.on(to), board.on(from));
        board.go(from, to);
        let mv = Move {
            captured,
            ..Move::quiet(piece, from, to)
        };
        Some(Ok((mv, false)))
    }

    fn second(&mut self) -> Option<u32> {
        take(&mut self.codes).map(|[byte]| u32::from(byte))
    }

    #[cold]
    fn play_special(
        &mut self,
        code: u8,
        board: &mut Board,
        mut see: impl FnMut(Square, u8, u8),
    ) -> Result<Move, LineError> {
        let first = u32::from(PAGES - FIRST_SPECIALS);
        let index = match code {
            FIRST_SPECIALS..PAGES => u32::from(code - FIRST_SPECIALS),
            MORE_SPECIALS..INLINE => {
                first + (u32::from(code - MORE_SPECIALS) << 8) + self.second().ok_or(CUT)?
            }
            INLINE => {
                let special = Special::read(&mut self.codes)?;
                self.verify(&special)?;
                board.change_seen(&special, &mut see);
                return Ok(special.mv);
            }
            _ => return Err(LineError("a byte stands for nothing")),
        };
        let special = self.block.specials.get(index as usize);
        let special = special.ok_or(LineError("a special move is missing"))?;
        self.verify(special)?;
        board.change_seen(special, &mut see);
        Ok(special.mv)
    }

    /// Refuses a special move that is none of the variant: others play it on.
    fn verify(&self, special: &Special) -> Result<(), LineError> {
        let info = self
            .reach
            .ok_or(LineError("the variant is not known"))?
            .info();
        let mv = &special.mv;
        let on_board = |square: Square| square.0 < info.geometry.squares;
        let is_role = |role: Role| role.index() < info.roles.len();
        let kind = match mv.kind {
            MoveKind::EnPassant { victim } => on_board(victim),
            MoveKind::Castling(index) => usize::from(index) < info.castlings.len(),
            _ => true,
        };
        let roles = [Some(mv.piece), mv.captured, mv.promotion];
        let fits = kind
            && on_board(mv.from)
            && on_board(mv.to)
            && roles.into_iter().flatten().all(is_role)
            && special.changes.iter().all(|(square, _)| on_board(*square));
        if fits {
            Ok(())
        } else {
            Err(LineError("a special move is none of the variant"))
        }
    }
}

/// The moves, up to the first that cannot be read.
impl Iterator for Line<'_> {
    type Item = Result<Move, LineError>;

    /// Plays from the start of what is left: use [`play`](Line::play) to see the board, too.
    fn next(&mut self) -> Option<Self::Item> {
        let mut board = match self.start.take() {
            Some(board) => board,
            None => Box::new(self.reach?.start().clone()),
        };
        let mv = self.play(&mut board);
        self.start = Some(board);
        mv
    }
}
