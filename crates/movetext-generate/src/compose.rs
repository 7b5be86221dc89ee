//! One game as text.

use crate::dice::Dice;
use crate::habits::{Habits, Rounds};
use crate::heading::Heading;
use crate::layout::Layout;
use crate::play::{Moment, Player};
use crate::{Options, Style, words};
use movetext::{Move, Outcome, Position, Side, Tags};
use std::fmt::Write as _;

/// A game that was made up.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The whole record, up to the blank line after it.
    pub text: String,
    /// All moves in the order of the text, those of variations included.
    pub moves: Vec<Move>,
    /// How many of them are of the main line.
    pub plies: u32,
}

/// Makes up games, each by its number, whatever was asked before.
pub struct Composer<V: Habits> {
    options: Options<V>,
    player: Player<V>,
    body: Layout,
    rounds: Rounds,
    /// A move while it is written.
    word: String,
    game: Game,
    /// Hundredths of a pawn, and the seconds that the players have left.
    balance: i32,
    clocks: [u32; 2],
    /// Stands for the opening.
    opening: u64,
}

impl<V: Habits> Composer<V> {
    /// A composer of games of this kind.
    pub fn new(options: Options<V>) -> Composer<V> {
        let eol = match options.style {
            Style::Otb => "\r\n",
            Style::Online | Style::Annotated => "\n",
        };
        let rounds = V::layout(options.style);
        let width = match options.style {
            // A round that stays whole has its line.
            _ if rounds.whole => None,
            Style::Otb | Style::Annotated => Some(80),
            Style::Online => None,
        };
        Composer {
            rounds,
            options,
            player: Player::new(),
            body: Layout::new(width, eol),
            word: String::new(),
            game: Game::default(),
            balance: 0,
            clocks: [0; 2],
            opening: 0,
        }
    }

    /// The game of this number, from 0.
    pub fn game(&mut self, index: u64) -> &Game {
        let mut dice = Dice::new(self.options.seed, index);
        self.body.clear();
        self.game.moves.clear();
        self.balance = 20;
        self.clocks = [600; 2];
        let outcome = self.main_line(&mut dice);
        let result = V::INFO.result(outcome).unwrap_or("*");
        let eol = self.body.eol;
        let out = &mut self.game.text;
        out.clear();
        let mut heading = Heading {
            out,
            dice: &mut dice,
            eol,
            seed: self.options.seed,
            index,
            outcome,
            result,
            opening: self.opening,
            chinese: V::CHINESE,
            dates: V::DATES,
            accents: self.options.accents,
        };
        V::head(&mut heading, self.options.style, self.options.notation);
        for part in [eol, &self.body.text] {
            self.game.text.push_str(part);
        }
        let gap = match self.options.style {
            _ if self.rounds.whole => eol,
            Style::Otb => "  ",
            Style::Online | Style::Annotated => " ",
        };
        for part in [gap, result, eol, eol] {
            self.game.text.push_str(part);
        }
        &self.game
    }

    /// Plays a game and writes it; says how it ends.
    fn main_line(&mut self, dice: &mut Dice) -> Outcome {
        let tags = Tags::new(&[], b"", encoding_rs::UTF_8);
        let start =
            V::initial_state(&tags, &mut Vec::new()).expect("every variant has a usual start");
        let mut position = start.position;
        let mut plies = 20 + dice.below(71) + dice.below(51);
        if dice.permille(60) {
            plies += dice.below(120);
        }
        let book = dice.within(8, 24);
        let mut moment = Moment::START;
        let mut number = true;
        self.game.plies = 0;
        if self.options.style == Style::Annotated && dice.permille(500) {
            self.comment(dice);
        }
        for ply in 0..plies {
            let leaves = if ply < 8 { 5 } else { 30 };
            moment.book &= ply < book && !dice.permille(leaves);
            moment.ply = ply;
            let Some(mv) = self.player.choose(&position, moment, None, dice) else {
                return stuck::<V>(&position);
            };
            moment.path = moment.path_after(&mv);
            moment.last = Some(mv);
            if ply < 8 {
                self.opening = moment.path;
            }
            self.mv(&mv, &position, ply, std::mem::take(&mut number), dice);
            if ply + 1 == plies && !self.word.ends_with('#') {
                self.body.glue(self.rounds.stop);
            }
            self.game.plies += 1;
            let before = position.clone();
            position.play(&mv);
            number = match self.options.style {
                Style::Otb => false,
                Style::Online => self.clock(before.turn(), ply, dice),
                Style::Annotated => self.annotate(&before, &mv, moment, ply, 0, dice),
            };
        }
        if self.player.choose(&position, moment, None, dice).is_none() {
            return stuck::<V>(&position);
        }
        match dice.below(100) {
            0..38 => Outcome::FirstWins,
            38..68 => Outcome::SecondWins,
            _ => Outcome::Draw,
        }
    }

    /// Writes a move, with its number where that is due.
    fn mv(&mut self, mv: &Move, position: &V::Position, ply: u32, number: bool, dice: &mut Dice) {
        self.word.clear();
        let second = position.turn() == Side::Second;
        if self.rounds.whole && !second && self.options.style == Style::Otb {
            self.body.break_line();
        }
        if !second || number {
            let gap = match second {
                true => self.rounds.second,
                false => self.rounds.first,
            };
            let _ = write!(self.word, "{}{gap}", ply / 2 + 1);
        } else {
            self.body.glue(self.rounds.comma);
        }
        V::write(mv, position, self.options.notation, &mut self.word);
        // A line may end between a number and its move.
        let mut parts = self.word.split(' ');
        if let Some(first) = parts.next() {
            self.body.word(first);
        }
        for part in parts {
            self.body.word(part);
        }
        // Nothing is said of mate.
        let mate = self.word.ends_with('#');
        if self.options.style == Style::Annotated && !mate && dice.permille(60) {
            self.body.glue(if self.rounds.whole { " " } else { "" });
            let glyphs = ["!", "?", "!?", "?!", "!!", "??"];
            self.body.glue(dice.pick(&glyphs));
        }
        self.game.moves.push(*mv);
    }

    /// Writes a server's comment; says whether the number comes again.
    fn clock(&mut self, side: Side, ply: u32, dice: &mut Dice) -> bool {
        if self.rounds.whole && side == Side::First {
            return false;
        }
        self.balance += dice.below(61) as i32 - 30;
        if dice.permille(40) {
            self.balance += dice.below(601) as i32 - 300;
        }
        let spent = if ply < 8 { 2 } else { 12 };
        let clock = &mut self.clocks[side.index()];
        *clock = clock.saturating_sub(dice.below(spent));
        let (hours, minutes, seconds) = (*clock / 3600, *clock / 60 % 60, *clock % 60);
        self.word.clear();
        let _ = write!(
            self.word,
            "{{ [%eval {}] [%clk {hours}:{minutes:02}:{seconds:02}] }}",
            f64::from(self.balance) / 100.0
        );
        self.beside_comment();
        self.body.word(&self.word);
        self.beside_comment();
        self.rounds.again
    }

    /// Writes glyphs, a comment and variations as they come; says whether the number comes again.
    fn annotate(
        &mut self,
        before: &V::Position,
        mv: &Move,
        moment: Moment,
        ply: u32,
        depth: u32,
        dice: &mut Dice,
    ) -> bool {
        if self.rounds.whole && before.turn() == Side::First {
            return false;
        }
        if !self.rounds.whole && dice.permille(40) {
            let nag = match dice.permille(500) {
                true => dice.within(1, 6),
                false => dice.within(10, 19),
            };
            self.body.word(&format!("${nag}"));
        }
        let mut again = false;
        if dice.permille(120) {
            self.comment(dice);
            again = true;
        }
        while depth < 4 && dice.permille(60) {
            self.body.open("(");
            let mut position = before.clone();
            let mut moment = Moment {
                book: false,
                ..moment
            };
            let mut number = true;
            let mut avoid = Some(*mv);
            for ply in ply..ply + dice.within(1, 9) {
                let choice = self
                    .player
                    .choose(&position, moment, avoid.take().as_ref(), dice);
                let Some(mv) = choice else { break };
                moment.last = Some(mv);
                self.mv(&mv, &position, ply, number, dice);
                let before = position.clone();
                position.play(&mv);
                number = self.annotate(&before, &mv, moment, ply, depth + 1, dice);
            }
            self.body.glue(")");
            again = true;
        }
        again && self.rounds.again
    }

    fn comment(&mut self, dice: &mut Dice) {
        self.beside_comment();
        self.body.open("{");
        for word in words::comment(dice, V::CHINESE).split(' ') {
            self.body.word(word);
        }
        self.body.glue("}");
        self.beside_comment();
    }

    /// Comments stand among the moves, or on lines of their own.
    fn beside_comment(&mut self) {
        if self.rounds.whole {
            self.body.break_line();
        }
    }
}

/// What it means that there is no legal move.
fn stuck<V: Habits>(position: &V::Position) -> Outcome {
    match position.turn() {
        side if !position.is_check() => V::stalemate(side),
        Side::First => Outcome::SecondWins,
        Side::Second => Outcome::FirstWins,
    }
}
