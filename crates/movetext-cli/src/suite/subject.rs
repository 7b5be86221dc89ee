//! What movetext itself makes of a vector.

use super::vector::{
    Answer, Aspect, Class, Diagnostic, Form, Game, Move, Outcome, Position, Variation, Vector,
};
use movetext::check::{Checker, Conformance};
use movetext::event::{Event, Recorder};
use movetext::game::{NodeId, RemarkKind};
use movetext::grammar::{self, Entry, Grammar};
use movetext::io::Chunk;
use movetext::pgn::Options;
use movetext::registry::{VariantSet, WithVariant};
use movetext::scan::{ScanOptions, Scanner};
use movetext::variant::replay::Replay;
use movetext::variants::{Cescacs, Chess, Standard, Xiangqi};
use movetext::writing::WriteGame;
use movetext::{Format, Limits, Position as _, Reader, Severity, Variant, pcn, pgn, xml};
use std::io;

/// One of the two readers of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// The scanner.
    Scanner,
    /// The reference parsers, which are strict, and read records alone.
    Grammar,
}

impl Lane {
    pub fn as_str(self) -> &'static str {
        match self {
            Lane::Scanner => "scanner",
            Lane::Grammar => "grammar",
        }
    }
}

/// What a lane makes of a vector; none if it does not read such texts.
pub fn answer(vector: &Vector, lane: Lane) -> Option<Answer> {
    let bytes = vector.bytes().ok()?;
    let subject = Subject {
        vector,
        bytes: &bytes,
        variant: vector.variant.as_deref().and_then(Standard::find),
    };
    match lane {
        Lane::Scanner => Some(subject.scanned()),
        Lane::Grammar => subject.parsed(),
    }
}

/// What a specification says of the text, as movetext understands it.
pub fn class(vector: &Vector) -> Class {
    let bytes = vector.bytes().unwrap_or_default();
    let subject = Subject {
        vector,
        bytes: &bytes,
        variant: vector.variant.as_deref().and_then(Standard::find),
    };
    match vector.form {
        _ if !subject.accepts() => Class::Invalid,
        Form::Import if !subject.findings(Conformance::Import).is_empty() => Class::Lenient,
        _ => Class::Valid,
    }
}

struct Subject<'v> {
    vector: &'v Vector,
    bytes: &'v [u8],
    /// The variant that the vector names.
    variant: Option<usize>,
}

impl Subject<'_> {
    fn scanned(&self) -> Answer {
        let mut outcome = Outcome {
            games: Some(Vec::new()),
            positions: Some(Vec::new()),
            ..Outcome::default()
        };
        let accepted = self.accepts();
        if let Ok(games) = self.games() {
            for (index, game) in games.iter().enumerate() {
                let (tree, positions) = tree(game, index + 1);
                outcome.games.get_or_insert_default().push(tree);
                outcome.positions.get_or_insert_default().extend(positions);
            }
            outcome.canonical = self.canonical(&games);
        }
        let found = self.findings(self.conformance());
        outcome.diagnostics = Some(found.iter().map(diagnostic).collect());
        Answer { accepted, outcome }
    }

    /// The reference parser accepts what conforms and can be played. It must have understood it as the scanner
    /// does.
    fn parsed(&self) -> Option<Answer> {
        let text = std::str::from_utf8(self.bytes).ok()?;
        if self.vector.format != Format::Records.as_str() || self.vector.form == Form::Export {
            return None;
        }
        let agree = match self.vector.variant.as_deref() {
            Some("chess") => agree::<Chess>(text),
            Some("xiangqi") => agree::<Xiangqi>(text),
            Some("cescacs") => agree::<Cescacs>(text),
            _ => return None,
        };
        let mut answer = self.scanned();
        // What is wrong is the checker's to say.
        let mut claims = Aspect::ALL.to_vec();
        claims.retain(|aspect| !matches!(aspect, Aspect::Diagnostics | Aspect::Canonical));
        answer.outcome.claims = Some(claims);
        match agree {
            // A value, and what the board says, are no matter of grammar.
            Some(true) => {}
            Some(false) if self.vector.class == Class::Valid => {
                answer.outcome.games = Some(Vec::new());
            }
            // Where a text is not as it should be, only the scanner looks for what was meant.
            Some(false) => return None,
            None if self.vector.class != Class::Valid && answer.accepted => return None,
            None => answer.accepted = false,
        }
        Some(answer)
    }

    fn conformance(&self) -> Conformance {
        match self.vector.form {
            Form::Import => Conformance::Import,
            Form::Export => Conformance::Export,
        }
    }

    /// Whether nothing is lost in reading; for the export form, whether the text is in it.
    fn accepts(&self) -> bool {
        match self.vector.form {
            // What stands around the games counts, too.
            Form::Export => {
                let written = self.games().ok().and_then(|games| self.canonical(&games));
                written.is_some_and(|written| written.as_bytes() == self.bytes)
                    && self.findings(Conformance::Export).is_empty()
            }
            Form::Import => {
                let found = self.findings(Conformance::Consistency);
                found.iter().all(|one| one.code.severity < Severity::Error)
            }
        }
    }

    fn reader(&self) -> io::Result<Reader<'_>> {
        let mut builder = Reader::builder();
        builder.variant(self.variant);
        if let Some(format) = Format::of_games(&self.vector.format) {
            builder.format(format, self.variant.unwrap_or_default());
        }
        builder.from_reader(self.bytes)
    }

    fn findings(&self, conformance: Conformance) -> Vec<movetext::Diagnostic> {
        let mut found = Vec::new();
        let mut checker = Checker::new(conformance);
        let read = self
            .reader()
            .and_then(|mut reader| reader.read(&mut checker, &mut found));
        // The failure is among the findings.
        drop(read);
        found
    }

    fn games(&self) -> io::Result<Vec<movetext::Game>> {
        let mut reader = self.reader()?;
        let mut games = Vec::new();
        loop {
            let mut game = movetext::Game::new();
            if !reader.read_game(&mut game, &mut ())? {
                return Ok(games);
            }
            games.push(game);
        }
    }

    /// The games in the form that programs write.
    fn canonical(&self, games: &[movetext::Game]) -> Option<String> {
        let mut out = Vec::new();
        let mut writer: Box<dyn WriteGame> = match Format::of_games(&self.vector.format)? {
            Format::Positions => {
                let lines = games.iter().map(|game| start(game).map(|fen| fen + "\n"));
                return lines.collect();
            }
            Format::Pcn => Box::new(<pcn::Writer>::new(pcn::OnLoss::Report, pcn::Layout::Line)),
            Format::Xml => Box::new(<xml::Writer>::default()),
            _ => Box::new(<pgn::Writer>::new(Options::default())),
        };
        for game in games {
            if writer.write_game(game, &mut out).is_err() {
                return None;
            }
        }
        String::from_utf8(out).ok()
    }
}

/// Whether a text conforms and both lanes report the same events; none if it does not conform.
fn agree<V: Grammar>(text: &str) -> Option<bool> {
    let limits = Limits::default();
    grammar::check::<V>(Entry::Document, text, &limits).ok()?;
    let options = ScanOptions {
        variant: Standard::find(V::INFO.id),
        ..ScanOptions::default()
    };
    let mut recorder = Recorder::default();
    let chunk = Chunk::from(text.as_bytes());
    Scanner::<Standard>::new(options).scan(&chunk, &mut recorder, &mut ());
    let parsed: Option<Vec<Event>> = grammar::events::<V>(text, &limits).ok();
    Some(parsed.is_some_and(|events| events == recorder.events))
}

fn diagnostic(found: &movetext::Diagnostic) -> Diagnostic {
    Diagnostic {
        code: Some(found.code.id.to_owned()),
        byte_start: Some(found.span.start),
        byte_end: Some(found.span.end),
        line: Some(found.place.line),
        column: Some(found.place.column),
    }
}

/// The start position of a game in its variant's notation.
fn start(game: &movetext::Game) -> Option<String> {
    struct Start<'g>(&'g movetext::Game);
    impl WithVariant for Start<'_> {
        type Output = Option<String>;
        fn run<V: Variant>(self) -> Option<String> {
            let replay = self.0.replay::<V>().ok()?;
            Some(replay.start().describe())
        }
    }
    let index = Standard::find(game.info?.id)?;
    Standard::run(index, Start(game))
}

/// A game as a tree, and the positions of its main line.
fn tree(game: &movetext::Game, number: usize) -> (Game, Vec<Position>) {
    let task = Tree { game, number };
    match game.info.and_then(|info| Standard::find(info.id)) {
        Some(index) => Standard::run(index, task),
        None => (heading(game), Vec::new()),
    }
}

/// A game without its moves.
fn heading(game: &movetext::Game) -> Game {
    let tags = game.tags();
    let pair = |tag: movetext::Tag<'_>| (tag.name().into_owned(), tag.value().into_owned());
    Game {
        tags: Some(tags.iter().map(pair).collect()),
        comments: Vec::new(),
        moves: None,
        result: game.result().map(|result| result.into_owned()),
    }
}

struct Tree<'g> {
    game: &'g movetext::Game,
    number: usize,
}

impl WithVariant for Tree<'_> {
    type Output = (Game, Vec<Position>);

    fn run<V: Variant>(self) -> (Game, Vec<Position>) {
        let mut tree = heading(self.game);
        let replay = self.game.replay::<V>().ok().filter(|_| self.game.replayed);
        let walk = Walk {
            game: self.game,
            replay: replay.as_ref(),
        };
        let line = walk.line(NodeId::ROOT);
        tree.comments = line.comments;
        tree.moves = Some(line.moves);
        let mut positions = Vec::new();
        let mut add = |ply, fen| {
            positions.push(Position {
                game: self.number,
                ply,
                fen,
            });
        };
        if let Some(replay) = &replay {
            add(0, replay.start().describe());
            for (index, (_, _, position)) in replay.main_line().enumerate() {
                add(index + 1, position.describe());
            }
        }
        (tree, positions)
    }
}

/// Makes the lines of a game.
struct Walk<'w, 'g, V: Variant> {
    game: &'g movetext::Game,
    replay: Option<&'w Replay<'g, V>>,
}

impl<V: Variant> Walk<'_, '_, V> {
    /// A line from its root on.
    fn line(&self, root: NodeId) -> Variation {
        let game = self.game;
        let mut before = self.replay.and_then(|replay| replay.at(root));
        let mut line = Variation::default();
        let mut next = Some(root);
        // Variations before any move hang on the root, which then is in the list without a move.
        if game.variations(root).next().is_none() {
            line.comments = comments(game, root);
            next = game.next(root);
        }
        while let Some(node) = next {
            let mut made = self.made(node, before.as_ref());
            made.variations = game.variations(node).map(|root| self.line(root)).collect();
            line.moves.push(made);
            match (&mut before, game.mv(node)) {
                (Some(position), Some(mv)) => position.play(&mv),
                _ if node == root => {}
                _ => before = None,
            }
            next = game.next(node);
        }
        line
    }

    fn made(&self, node: NodeId, before: Option<&V::Position>) -> Move {
        let game = self.game;
        let info = const { &V::INFO };
        let mut made = Move {
            text: Some(game.text(node).into_owned()),
            comments: comments(game, node),
            ..Move::default()
        };
        for (kind, text) in game.remarks(node) {
            match kind {
                RemarkKind::Nag(nag) => made.nags.push(nag.into()),
                RemarkKind::Comment(_) => {}
                _ => made.remarks.push(text.into_owned()),
            }
        }
        if let Some(mv) = game.mv(node) {
            made.from = Some(info.square_name(mv.from).to_string());
            made.to = Some(info.square_name(mv.to).to_string());
            let letter = |role: movetext::Role| info.roles[role.index()].letter.to_string();
            made.promotion = mv.promotion.map(letter);
            if let Some(position) = before {
                let mut text = String::new();
                V::write(&mv, position, V::Notation::default(), &mut text);
                made.text = Some(text);
            }
        }
        made
    }
}

fn comments(game: &movetext::Game, node: NodeId) -> Vec<String> {
    let remarks = game.remarks(node);
    let comments = remarks.filter(|(kind, _)| matches!(kind, RemarkKind::Comment(_)));
    comments.map(|(_, text)| text.into_owned()).collect()
}
