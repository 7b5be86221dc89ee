//! Fixes: once made, there is nothing left to be made, and the games are the same.

use movetext::check::{Checker, Conformance};
use movetext::diagnostic::{ENCODING_CHANGE, UNREAD_TEXT};
use movetext::event::Pair;
use movetext::game::NodeId;
use movetext::io::{Compression, EncodingDecision, How, encode};
use movetext::{Format, Game, Move, Reader};
use std::cmp::Reverse;

/// A text as it is read, and with all fixes made.
struct Fixed {
    /// Moves of the main line of each game.
    games: Vec<Vec<Option<Move>>>,
    /// None if nothing is to be fixed here.
    text: Option<Vec<u8>>,
    /// Whether its encoding is one, and known for certain. Else few bytes more or less may show another one:
    /// the command reads what it fixed once more, and leaves a file alone whose games come out otherwise.
    certain: bool,
}

fn fix(bytes: &[u8], conformance: Conformance) -> Option<Fixed> {
    let mut reader = Reader::builder()
        .from_reader(bytes)
        .expect("bytes in memory");
    if reader.compression() != Compression::None || reader.format() != Format::Records {
        return None;
    }
    let mut both = Pair::new(Game::new(), Checker::new(conformance));
    let (mut games, mut found) = (Vec::new(), Vec::new());
    while reader.next_game(&mut both, &mut found).ok()?.is_some() {
        let game = &both.first;
        games.push(game.line(NodeId::ROOT).map(|node| game.mv(node)).collect());
    }
    let several = found
        .iter()
        .any(|found| found.code == &ENCODING_CHANGE || found.code == &UNREAD_TEXT);
    let mut fixes: Vec<_> = found.into_iter().filter_map(|found| found.fix).collect();
    fixes.sort_by_key(|fix| {
        let replaces = fix.span.end > fix.span.start;
        (fix.span.start, replaces, Reverse(fix.span.end))
    });
    let EncodingDecision { encoding, how, .. } = *reader.encoding();
    let (mut text, mut at, mut made) = (Vec::new(), 0, false);
    let mut inserted = None;
    for fix in fixes {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let mut proper = Vec::new();
        let again = start == end && inserted == Some(start);
        if start < at || again || encode(&fix.text, encoding, &mut proper).is_err() {
            continue;
        }
        inserted = (start == end).then_some(start);
        text.extend_from_slice(&bytes[at..start]);
        text.extend_from_slice(&proper);
        at = end;
        made = true;
    }
    text.extend_from_slice(&bytes[at..]);
    Some(Fixed {
        games,
        text: made.then_some(text),
        certain: !several && matches!(how, How::Ascii | How::ValidUtf8 | How::ByteOrderMark),
    })
}

/// So often a text may have to be fixed until nothing is left: one fix makes way for another. The command
/// goes as far.
const ROUNDS: usize = 8;

/// Fixes change no move and no number of games, and in the end leave nothing to be fixed.
pub fn mends_what_it_says(bytes: &[u8]) {
    let Some(Fixed {
        games,
        text: Some(mut text),
        certain,
    }) = fix(bytes, Conformance::Sense)
    else {
        return;
    };
    for _ in 0..ROUNDS {
        let again = match fix(&text, Conformance::Sense) {
            Some(again) if certain || again.games == games => again,
            _ if !certain => return,
            _ => panic!("{} is no record any more", text.escape_ascii()),
        };
        assert_eq!(games, again.games, "{}", text.escape_ascii());
        match again.text {
            Some(further) => text = further,
            None => return,
        }
    }
    panic!("never done: {}", text.escape_ascii());
}
