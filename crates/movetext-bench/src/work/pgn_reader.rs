//! Reading with pgn-reader and shakmaty: `main` lines or all `vars` by full legality, or `tokens` of
//! all lines only.

use super::Count;
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

struct Replay {
    variations: bool,
    replay: bool,
    count: Count,
}

struct Movetext {
    position: Chess,
    before: Chess,
    enclosing: Vec<(Chess, Chess)>,
    failed: bool,
}

impl Visitor for Replay {
    type Tags = Option<Chess>;
    type Movetext = Movetext;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        self.count.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN"
            && let Ok(fen) = Fen::from_ascii(value.as_bytes())
            && let Ok(position) = fen.into_position(CastlingMode::Chess960)
        {
            *start = Some(position);
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Movetext> {
        let position = start.unwrap_or_default();
        ControlFlow::Continue(Movetext {
            before: position.clone(),
            position,
            enclosing: Vec::new(),
            failed: false,
        })
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<()> {
        if !self.replay {
            self.count.moves += 1;
            return ControlFlow::Continue(());
        }
        if movetext.failed {
            return ControlFlow::Continue(());
        }
        match san.san.to_move(&movetext.position) {
            Ok(mv) => {
                if self.variations {
                    movetext.before.clone_from(&movetext.position);
                }
                movetext.position.play_unchecked(mv);
                self.count.moves += 1;
            }
            Err(_) => {
                movetext.failed = true;
                self.count.rejected += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, movetext: &mut Movetext) -> ControlFlow<(), Skip> {
        if self.variations {
            let current = (movetext.position.clone(), movetext.before.clone());
            movetext.enclosing.push(current);
            movetext.position = movetext.before.clone();
        }
        ControlFlow::Continue(Skip(!self.variations))
    }

    fn end_variation(&mut self, movetext: &mut Movetext) -> ControlFlow<()> {
        if let Some((position, before)) = movetext.enclosing.pop() {
            (movetext.position, movetext.before) = (position, before);
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Movetext) -> Self::Output {}
}

pub fn run(mode: &str, path: &Path) -> io::Result<Option<Count>> {
    if !matches!(mode, "tokens" | "main" | "vars") {
        return Ok(None);
    }
    let mut replay = Replay {
        variations: mode != "main",
        replay: mode != "tokens",
        count: Count::default(),
    };
    Reader::new(File::open(path)?).visit_all_games(&mut replay)?;
    Ok(Some(replay.count))
}
