//! Games are the same however far their movetext is read: [`Level`] changes what is told of a game,
//! never where it begins and ends.

use crate::common::{files, own_files};
use movetext::event::{GameSummary, Level, Skip, Visitor};
use movetext::{Reader, Tags, VariantInfo};
use std::path::Path;

/// Reads at one level, and keeps what was read of each game.
struct At {
    level: Level,
    variations: bool,
    games: Vec<GameSummary>,
}

impl Visitor for At {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        self.level
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        Skip(!self.variations)
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.games.push(summary.clone());
    }
}

fn read(path: &Path, level: Level, variations: bool) -> Vec<GameSummary> {
    let mut visitor = At {
        level,
        variations,
        games: Vec::new(),
    };
    let mut reader = Reader::from_path(path).expect("a readable file");
    let stats = reader.read(&mut visitor, &mut ()).expect("a readable file");
    assert_eq!(stats.accounted, reader.bytes_read(), "{}", path.display());
    visitor.games
}

#[test]
fn games_are_the_same_at_every_level() {
    let mut paths = own_files();
    paths.extend(
        movetext_generate::real_files("")
            .into_iter()
            .flat_map(files),
    );
    paths.retain(|path| {
        let extension = path.extension();
        extension.is_some_and(|extension| extension == "pgn" || extension == "ctl-pgn")
    });
    assert!(paths.len() > 6);
    for path in paths {
        let name = path.display();
        let played = read(&path, Level::Play, true);
        let tokens = read(&path, Level::Tokens, true);
        let passed = read(&path, Level::Skip, true);
        let main = read(&path, Level::Play, false);
        for (index, game) in played.iter().enumerate() {
            for other in [&tokens, &passed, &main] {
                let other = other
                    .get(index)
                    .unwrap_or_else(|| panic!("{name}: fewer games"));
                assert_eq!(
                    (other.ordinal, &other.span, other.variant),
                    (game.ordinal, &game.span, game.variant),
                    "{name}"
                );
            }
            // Whatever can be played can be taken apart.
            let all = |game: &GameSummary| game.plies + game.variation_plies + game.unresolved;
            assert_eq!(
                all(&tokens[index]),
                all(game),
                "{name}: game {}",
                game.ordinal
            );
            assert_eq!(passed[index].plies, 0);
            assert_eq!(
                main[index].plies, game.plies,
                "{name}: game {}",
                game.ordinal
            );
        }
        assert_eq!(
            [tokens.len(), passed.len(), main.len()],
            [played.len(); 3],
            "{name}"
        );
    }
}
