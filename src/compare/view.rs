//! A game made ready to be compared.

use super::content::{Content, Keys, Token, folded};
use super::options::{Aspect, Options};

/// A game as it is compared: without what is ignored, each token with a hash.
pub(super) struct View<'c> {
    pub(super) content: &'c Content<'c>,
    pub(super) tokens: Vec<&'c Token>,
    /// The hash of a token; of an opening bracket that of the whole variation.
    pub(super) keys: Vec<u64>,
    /// For an opening bracket where its variation ends.
    pub(super) ends: Vec<usize>,
}

/// The tokens of a game that are compared. Where moves are ignored, those of the main line are there, too: what stands
/// behind them is compared all the same.
pub(super) fn wanted<'c>(
    content: &'c Content<'c>,
    options: &Options,
) -> impl Iterator<Item = &'c Token> + use<'c> {
    let [comments, nags, variations] =
        [Aspect::Comments, Aspect::Nags, Aspect::Variations].map(|aspect| options.wants(&aspect));
    let mut passed = 0;
    content.tokens.iter().filter(move |token| {
        match token {
            Token::Open if !variations => passed += 1,
            Token::Close if !variations => {
                passed -= 1;
                return false;
            }
            _ => {}
        }
        let is_wanted = match token.aspect() {
            None => true,
            Some(Aspect::Comments) => comments,
            Some(Aspect::Nags) => nags,
            Some(_) => variations,
        };
        passed == 0 && is_wanted
    })
}

impl<'c> View<'c> {
    pub(super) fn new(content: &'c Content<'c>, options: &Options, keys: &Keys) -> View<'c> {
        let moves = options.wants(&Aspect::Moves);
        let mut view = View {
            content,
            tokens: Vec::new(),
            keys: Vec::new(),
            ends: Vec::new(),
        };
        // Where variations are open, with hashes of what is in them so far.
        let mut open: Vec<(usize, Vec<u64>)> = Vec::new();
        for token in wanted(content, options) {
            let at = view.tokens.len();
            let key = match token {
                Token::Move(_) | Token::Word(_) if !moves && open.is_empty() => 0,
                Token::Comment(text) => keys.short(&(false, folded(text, options))),
                Token::Stray(text) => keys.short(&(true, folded(text, options))),
                token => keys.short(token),
            };
            view.tokens.push(token);
            view.keys.push(key);
            view.ends.push(at);
            match token {
                Token::Open => open.push((at, Vec::new())),
                Token::Close => {
                    if let Some((begin, inside)) = open.pop() {
                        view.ends[begin] = at;
                        view.keys[begin] = keys.short(&inside);
                        let key = view.keys[begin];
                        open.last_mut()
                            .into_iter()
                            .for_each(|(_, outer)| outer.push(key));
                    }
                }
                _ => open
                    .last_mut()
                    .into_iter()
                    .for_each(|(_, inside)| inside.push(key)),
            }
        }
        view
    }

    /// Takes what stands behind a move, and goes to the next move or the end of the line.
    pub(super) fn notes(&self, at: &mut usize) -> Vec<usize> {
        let mut notes = Vec::new();
        while let Some(token) = self.tokens.get(*at)
            && !token.is_move()
            && **token != Token::Close
        {
            notes.push(*at);
            *at = self.ends[*at] + 1;
        }
        notes
    }

    /// The move that stands here; none at the end of a line.
    pub(super) fn mv(&self, at: usize) -> Option<&'c Token> {
        self.tokens.get(at).copied().filter(|token| token.is_move())
    }
}
