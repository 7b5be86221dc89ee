//! Placeholder.
use crate::board::*;
use crate::lexis::Lexis;
use crate::moves::*;
use crate::tags::Tags;
use crate::variant::*;
/// Placeholder.
#[derive(Debug)]
pub struct Cescacs;
/// Placeholder.
#[derive(Clone, Debug)]
pub struct Pos;
impl Position for Pos {
    fn turn(&self) -> Side {
        Side::First
    }
    fn piece_on(&self, _: Square) -> Option<Piece> {
        None
    }
    fn play(&mut self, _: &Move) {}
    fn is_check(&self) -> bool {
        false
    }
    fn key(&self) -> u64 {
        0
    }
    fn describe(&self) -> String {
        String::new()
    }
}
impl Variant for Cescacs {
    type Position = Pos;
    type Token = ();
    type Dialect = ();
    const PROFILE: Profile = Profile {
        id: "cescacs",
        name: "Cescacs",
        selectors: &[],
        kin: &[],
        first: &["White"],
        second: &["Black"],
        sides: ["White", "Black"],
        roster: &[],
        roles: &[],
        castlings: &[],
        results: &[],
        setup: &[],
        geometry: Geometry {
            squares: 64,
            cells: Cells::Squares,
            name: |_| SquareName::new(b"a1"),
            square: |_| None,
            centre: |_| (0.0, 0.0),
        },
        lexis: Lexis::PGN,
        extensions: &[],
    };
    fn start(_: &Tags<'_>, _: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        Ok(Start {
            position: Pos,
            dialect: (),
            custom: false,
        })
    }
    fn lex(_: &[u8], _: &()) -> Option<Lexed<()>> {
        None
    }
    fn resolve(_: (), _: &Pos, _: &()) -> Result<Move, MoveError> {
        Err(MoveError::new(MoveErrorKind::NoSuchMove, ""))
    }
}
