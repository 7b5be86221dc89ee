//! A variant of one's own: Los Alamos chess, played by the computer MANIAC I in 1956. The board has
//! 6 × 6 squares; there are no bishops, no castling, no double steps and no promotion to bishops.
//!
//!     cargo run --example own_variant

use movetext::check::{Checker, Conformance};
use movetext::diagnostic::Finding;
use movetext::draw::{Characters, Diagram};
use movetext::game::NodeId;
use movetext::pgn::{self, ExportStyle};
use movetext::variant::grid::{self, San};
use movetext::variant::{GameEnd, Lexed, RoleInfo, SetupError};
use movetext::variants::Chess;
use movetext::{Diagnostic, Game, Geometry, Move, MoveError, Piece, Position};
use movetext::{InitialState, Reader, Role, Side, Square, Tags, Variant, VariantInfo, fen};

const PAWN: Role = Role::new(1);
const KNIGHT: Role = Role::new(2);
const ROOK: Role = Role::new(3);
const QUEEN: Role = Role::new(4);
const KING: Role = Role::new(5);

const START: &str = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1";
#[rustfmt::skip]
const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
#[rustfmt::skip]
const LINES: [(i8, i8); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The pieces on the 36 squares, a1 first, and whose turn it is.
#[derive(Clone, Debug)]
struct Board {
    squares: Vec<Option<Piece>>,
    turn: Side,
    ply: u32,
}

impl Board {
    fn parse(fen: &str) -> Option<Board> {
        let mut fields = fen.split_ascii_whitespace();
        let squares = grid::read_board(fields.next()?, &LosAlamos::INFO)?;
        let turn = match fields.next()? {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return None,
        };
        let number: u32 = fields.nth(3).unwrap_or("1").parse().ok()?;
        let ply = number.checked_sub(1)?.checked_mul(2)? + turn.index() as u32;
        Some(Board { squares, turn, ply })
    }

    /// All moves of one side, whether or not they leave its king in check.
    fn pseudo_legal(&self, side: Side, out: &mut Vec<Move>) {
        for from in (0..36).map(Square) {
            let Some(piece) = self.piece_on(from).filter(|piece| piece.side == side) else {
                continue;
            };
            match piece.role {
                PAWN => {
                    let up = if side == Side::First { 1 } else { -1 };
                    self.walk(from, piece, &[(0, up)], 1, Some(false), out);
                    self.walk(from, piece, &[(-1, up), (1, up)], 1, Some(true), out);
                }
                KNIGHT => self.walk(from, piece, &KNIGHT_STEPS, 1, None, out),
                ROOK => self.walk(from, piece, &LINES[..4], 5, None, out),
                QUEEN => self.walk(from, piece, &LINES, 5, None, out),
                _ => self.walk(from, piece, &LINES, 1, None, out),
            }
        }
    }

    /// The moves in some directions, so many steps at most; with captures, without, or only captures.
    fn walk(
        &self,
        from: Square,
        piece: Piece,
        directions: &[(i8, i8)],
        steps: i8,
        captures: Option<bool>,
        out: &mut Vec<Move>,
    ) {
        let (file, rank) = (from.0 as i8 % 6, from.0 as i8 / 6);
        for (files, ranks) in directions {
            for step in 1..=steps {
                let (file, rank) = (file + step * files, rank + step * ranks);
                if !(0..6).contains(&file) || !(0..6).contains(&rank) {
                    break;
                }
                let to = Square((rank * 6 + file) as u8);
                let there = self.piece_on(to);
                let own = there.is_some_and(|there| there.side == piece.side);
                if own || captures.is_some_and(|captures| captures != there.is_some()) {
                    break;
                }
                let captured = there.map(|there| there.role);
                let mv = Move {
                    captured,
                    ..Move::quiet(piece.role, from, to)
                };
                if piece.role == PAWN && (rank == 0 || rank == 5) {
                    let promotions = [KNIGHT, ROOK, QUEEN].map(Some);
                    out.extend(promotions.map(|promotion| Move { promotion, ..mv }));
                } else {
                    out.push(mv);
                }
                if there.is_some() {
                    break;
                }
            }
        }
    }

    fn is_attacked(&self, king: Side) -> bool {
        let mut replies = Vec::new();
        self.pseudo_legal(king.other(), &mut replies);
        replies.iter().any(|reply| reply.captured == Some(KING))
    }
}

impl Position for Board {
    fn turn(&self) -> Side {
        self.turn
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        *self.squares.get(square.index())?
    }

    fn play(&mut self, mv: &Move) {
        let role = mv.promotion.unwrap_or(mv.piece);
        self.squares[mv.from.index()] = None;
        self.squares[mv.to.index()] = Some(Piece {
            role,
            side: self.turn,
        });
        (self.turn, self.ply) = (self.turn.other(), self.ply + 1);
    }

    fn is_check(&self) -> bool {
        self.is_attacked(self.turn)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let mut moves = Vec::new();
        self.pseudo_legal(self.turn, &mut moves);
        out.extend(moves.into_iter().filter(|mv| {
            let mut after = self.clone();
            after.play(mv);
            !after.is_attacked(self.turn)
        }));
    }

    fn describe(&self) -> String {
        let board = grid::write_board(self, &LosAlamos::INFO);
        let turn = ["w", "b"][self.turn.index()];
        format!("{board} {turn} - - 0 {}", self.ply / 2 + 1)
    }
}

/// Los Alamos chess.
struct LosAlamos;

impl Variant for LosAlamos {
    type Position = Board;
    type Token = San;
    type Dialect = ();
    type Notation = ();

    const INFO: VariantInfo = VariantInfo {
        id: "los-alamos",
        name: "Los Alamos chess",
        selectors: &[("Variant", &["los alamos", "losalamos", "los alamos chess"])],
        roles: &[
            RoleInfo::new('P', "pawn"),
            RoleInfo::new('N', "knight"),
            RoleInfo::new('R', "rook"),
            RoleInfo::new('Q', "queen"),
            RoleInfo::new('K', "king"),
        ],
        geometry: Geometry::grid::<6, 6>(),
        ..VariantInfo::PGN
    };
    const EXPORT_STYLE: Option<ExportStyle> = Some(ExportStyle::PGN);

    fn initial_state(
        tags: &Tags<'_>,
        _: &mut Vec<Finding>,
    ) -> Result<InitialState<Self>, SetupError> {
        let fen = tags.get("FEN").map(|tag| tag.value());
        let position = Board::parse(fen.as_deref().unwrap_or(START)).ok_or_else(|| SetupError {
            tag: tags.position("FEN").unwrap_or_default(),
            message: "not a FEN of Los Alamos chess".into(),
        })?;
        Ok(InitialState {
            position,
            dialect: (),
            custom: fen.is_some(),
        })
    }

    fn lex(text: &[u8], (): &()) -> Option<Lexed<San>> {
        grid::lex(text, &Self::INFO)
    }

    fn resolve(san: San, position: &Board, (): &()) -> Result<Move, MoveError> {
        grid::resolve(san, position, &Self::INFO)
    }

    fn write(mv: &Move, position: &Board, (): (), out: &mut String) {
        grid::write(mv, position, &Self::INFO, out);
    }

    fn game_end(position: &Board) -> Option<GameEnd> {
        grid::ending(position)
    }
}

/// The variants to read: one's own beside those of the library.
type Mine = (LosAlamos, Chess);

const GAME: &str = "\
[Event \"Los Alamos\"]
[Date \"1956.??.??\"]
[White \"MANIAC I\"]
[Black \"A beginner\"]
[Result \"1-0\"]
[Variant \"Los Alamos\"]
[PlyCount \"46\"]

1. d3 b4 2. Nf3 d4 3. b3 e4 4. Ne1 a4 5. bxa4 Nxa4 6. Kd2 Nc3 7. Nxc3 bxc3+ 8. Kd1 f4 9. a3 Rb6
10. a4 Ra6 11. a5 Kd5 12. Qa3 Qb5 13. Qa2+ Ke5 14. Rb1 Rxa5 15. Rxb5 Rxa2 16. Rb1 Ra5 17. f3 Ra4
18. fxe4 c4 19. Nf3+ Kd6 20. e5+ Kd5 21. exf6=Q Nc5 22. Qxd4+ Kc6 23. Ne5# 1-0
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Check the game: the tag PlyCount contradicts the moves.
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().with_variants::<Mine>(GAME.as_bytes())?;
    reader.read(
        &mut Checker::new(Conformance::Consistency),
        &mut diagnostics,
    )?;
    for diagnostic in &diagnostics {
        println!("{}: {}", diagnostic.place, diagnostic.message);
    }

    // Read it as a tree, and convert it to PGN and to positions.
    let mut game = Game::new();
    let mut reader = Reader::builder().with_variants::<Mine>(GAME.as_bytes())?;
    reader.read_game(&mut game, &mut ())?;
    let mut out = Vec::new();
    let written = pgn::Writer::<Mine>::new(pgn::Options::default()).write(&game, &mut out)?;
    assert_eq!(written.unresolved, 0);
    fen::write_positions::<Mine>(&game, fen::Form::Fen, &mut out)?;
    print!("{}", String::from_utf8(out)?);

    // Show the last position. Its pieces are drawn by their names.
    let last = game.line(NodeId::ROOT).last().unwrap_or(NodeId::ROOT);
    let diagram = Diagram::at::<LosAlamos>(&game, last)?;
    assert_eq!(diagram.piece_sets(), ["figures", "letters"]);
    print!("{}", diagram.text(Characters::Unicode, false));
    Ok(())
}
