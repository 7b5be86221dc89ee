//! Converts games to documents.

use super::actions::actions;
use super::heading::{Heading, heading};
use super::restore::restore;
use super::{ConvertError, Lost, OnLoss};
use crate::core::tags::Tag;
use crate::format::json::quoted;
use crate::format::pcn::document::{Document, Member, Move, keys};
use crate::format::pcn::mapping::Table;
use crate::game::{Game, NodeId, RemarkKind};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{InitialState, Position, Variant};

/// Converts a game to a document, and says what is lost. The set of variants is that of the reader the game
/// comes from.
///
/// ```
/// use movetext::pcn::{OnLoss, Layout, from_game};
/// use movetext::variants::Standard;
/// use movetext::{Game, Reader};
///
/// let pgn = "[Event \"A\"] [White \"Reti\"] [FEN \"8/8/8/8/8/8/4k3/K6R w - - 0 1\"] 1. Rh2+ *";
/// let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
/// let mut game = Game::new();
/// reader.read_game(&mut game, &mut ())?;
/// let (document, lost) = from_game::<Standard>(&game, OnLoss::Report).expect("chess has a form");
/// assert_eq!(lost.tags, 1);
/// let json = document.to_json();
/// assert!(json.contains(r#""previous_moves":[[[[7,7],"shift",[6,7]]]]"#), "{json}");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the game cannot be represented in a document.
pub fn from_game<S: VariantSet>(
    game: &Game,
    on_loss: OnLoss,
) -> Result<(Document, Lost), ConvertError> {
    let index = game.info.and_then(|info| S::find(info.id));
    let index = index.ok_or(ConvertError::Variant(""))?;
    S::run(index, FromGame { game, on_loss })
}

/// The maximum number of moves in a document. The largest game that is read
/// ([`Limits::game`](crate::Limits::game)) has fewer.
const LONGEST: usize = 1 << 16;

struct FromGame<'g> {
    game: &'g Game,
    on_loss: OnLoss,
}

impl WithVariant for FromGame<'_> {
    type Output = Result<(Document, Lost), ConvertError>;

    fn run<V: Variant>(self) -> Self::Output {
        let FromGame { game, on_loss } = self;
        let info = const { &V::INFO };
        let table = Table::of::<V>().ok_or(ConvertError::Variant(info.name))?;
        if !game.replayed {
            return Err(ConvertError::NotPlayed);
        }
        if game.line(NodeId::ROOT).nth(LONGEST).is_some() {
            return Err(ConvertError::TooLong(LONGEST));
        }
        let start: InitialState<V> =
            V::initial_state(&game.tags(), &mut Vec::new()).map_err(|_| ConvertError::NotPlayed)?;
        let Heading {
            mut document,
            offer_held,
            mut lost,
        } = heading(game, info);
        document.start = Some(table.board(&start.position));
        document.moves = Some(moves(game, &table, start.position, &mut lost));
        count_remarks(game, offer_held, &mut lost);
        restore(game, &mut document, &mut lost);
        if on_loss == OnLoss::Refuse && !lost.is_nothing() {
            return Err(ConvertError::Lossy(lost));
        }
        let kept = match on_loss {
            OnLoss::Keep => std::mem::take(&mut lost),
            _ => Lost::default(),
        };
        document.further.extend(extension(game, info.id, kept));
        Ok((document, lost))
    }
}

/// The member that keeps what would be lost, if anything.
fn extension(game: &Game, variant: &str, lost: Lost) -> Option<Member> {
    let mut members = Vec::new();
    if let Some(setup) = &game.setup {
        members.push(format!("\"setup\":{}", quoted(setup)));
    }
    if lost.needs_text() {
        members.push(format!("\"text\":{}", quoted(&game.source().decode())));
    } else if !lost.is_nothing() {
        let pair = |tag: Tag<'_>| format!("[{},{}]", quoted(&tag.name()), quoted(&tag.value()));
        let pairs: Vec<String> = game.tags().iter().map(pair).collect();
        members.push(format!("\"tags\":[{}]", pairs.join(",")));
    }
    (!members.is_empty()).then(|| Member {
        name: keys::EXTENSION.to_owned(),
        json: format!("{{\"variant\":{},{}}}", quoted(variant), members.join(",")),
    })
}

/// The moves of the main line, up to the first that could not be played.
fn moves<P: Position>(game: &Game, table: &Table, start: P, lost: &mut Lost) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = start;
    let mut line = game.line(NodeId::ROOT);
    while let Some(node) = line.next() {
        let Some(mv) = game.mv(node) else {
            lost.moves = 1 + line.count() as u64;
            break;
        };
        let mut after = position.clone();
        after.play(&mv);
        moves.push(Move::Actions(actions(table, &mv, &position, &after)));
        position = after;
    }
    moves
}

/// Counts the remarks on the moves, and the variations.
fn count_remarks(game: &Game, offer_held: bool, lost: &mut Lost) {
    let last = game.line(NodeId::ROOT).last();
    for node in game.nodes() {
        for (kind, _) in game.remarks(node) {
            match kind {
                RemarkKind::DrawOffer if offer_held && Some(node) == last => {}
                // It belongs to its variation.
                RemarkKind::Label(_) => {}
                RemarkKind::Nag(_) | RemarkKind::DrawOffer => lost.nags += 1,
                RemarkKind::Comment(_) | RemarkKind::Outcome(_) | RemarkKind::Unrecognized => {
                    lost.comments += 1;
                }
            }
        }
        lost.variations += game.variations(node).count() as u64;
    }
}
