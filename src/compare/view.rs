//! A game made ready to be compared.

use super::content::{Content, Keys, Token, folded};
use super::options::{Aspect, Options};

/// A game as it is compared: without what is ignored, each token with a hash.
pub(super) struct View<'c> {
    pub(super) content: &'c Content,
    pub(super) tokens: Vec<&'c Token>,
    /// The hash of a token; of an opening bracket that of the whole variation.
    pub(super) keys: Vec<u64>,
    /// For an opening bracket where its variation ends.
    pub(super) ends: Vec<usize>,
}

impl<'c> View<'c> {
    pub(super) fn new(content: &'c Content, options: &Options, keys: &Keys) -> View<'c> {
        let wants = [Aspect::Comments, Aspect::Nags, Aspect::Variations].map(|aspect| {
            let wanted = options.wants(&aspect);
            (aspect, wanted)
        });
        let moves = options.wants(&Aspect::Moves);
        let is_wanted = |token: &Token| {
            let aspect = token.aspect();
            aspect.is_none_or(|aspect| {
                wants
                    .iter()
                    .any(|(other, wanted)| *other == aspect && *wanted)
            })
        };
        let variations = wants[2].1;
        let mut view = View {
            content,
            tokens: Vec::new(),
            keys: Vec::new(),
            ends: Vec::new(),
        };
        // Where variations are open, with hashes of what is in them so far.
        let mut open: Vec<(usize, Vec<u64>)> = Vec::new();
        let mut passed = 0;
        for token in &content.tokens {
            match token {
                Token::Open if !variations => passed += 1,
                Token::Close if !variations => passed -= 1,
                _ if passed > 0 || !is_wanted(token) => {}
                _ => {
                    let at = view.tokens.len();
                    let key = match token {
                        // Where moves are ignored, what stands behind them is compared all the same.
                        Token::Move(_) | Token::Word(_) if !moves && open.is_empty() => 0,
                        Token::Comment(text) => keys.short(&(8, folded(text, options))),
                        Token::Stray(text) => keys.short(&(9, folded(text, options))),
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
                                if let Some((_, outer)) = open.last_mut() {
                                    outer.push(key);
                                }
                            }
                        }
                        _ => {
                            if let Some((_, inside)) = open.last_mut() {
                                inside.push(key);
                            }
                        }
                    }
                }
            }
        }
        view
    }

    /// The hashes of the main line and what stands behind its moves.
    pub(super) fn main(&self) -> Vec<u64> {
        let mut keys = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            keys.push(self.keys[at]);
            at = self.ends[at] + 1;
        }
        keys
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
