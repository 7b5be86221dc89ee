//! The page: its parts joined, and the data in it.

use crate::collect::{Body, Game, Heading, SkinMaker};
use crate::problem::Problem;
use crate::skin::Colours;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};

const SHELL: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/style.css");
/// The scripts in the order in which they are joined.
const SCRIPTS: [&str; 17] = [
    include_str!("../page/strings/en.js"),
    include_str!("../page/strings/ca.js"),
    include_str!("../page/strings/es.js"),
    include_str!("../page/strings/ru.js"),
    include_str!("../page/strings/zh.js"),
    include_str!("../page/words.js"),
    include_str!("../page/dom.js"),
    include_str!("../page/data.js"),
    include_str!("../page/game.js"),
    include_str!("../page/position.js"),
    include_str!("../page/board.js"),
    include_str!("../page/list.js"),
    include_str!("../page/moves.js"),
    include_str!("../page/graph.js"),
    include_str!("../page/panels.js"),
    include_str!("../page/print.js"),
    include_str!("../page/app.js"),
];

/// A block ends when so many bytes of games are in it.
const BLOCK: usize = 128 << 10;
/// A page of more bytes is not written: no browser opens it in reasonable time, and most not at all.
pub const LARGEST: u64 = 400 << 20;

/// What is said of the page as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The title. Empty: the players of the only game, or the names of the sources.
    pub title: String,
    /// The language of the page: `en`, `ca`, `es`, `ru`, `zh-Hans` or `zh-Hant`. Empty: what the browser prefers.
    pub lang: String,
}

/// The languages that the page speaks, by the names of [`Options::lang`].
pub const LANGUAGES: [&str; 6] = ["en", "ca", "es", "ru", "zh-Hans", "zh-Hant"];

/// A page under way: it takes games and is written at the end.
///
/// What is needed to show the list is kept in memory, about 150 bytes for a game; the rest goes, compressed, to the
/// place that it is given.
#[derive(Debug)]
pub struct Page<W> {
    options: Options,
    spool: W,
    /// Bytes in the spool.
    spooled: u64,
    block: Vec<u8>,
    /// Games in the block.
    held: u32,
    /// Of each block: how many games it has, and its length in the spool.
    blocks: Vec<(u32, u64)>,
    colours: Colours,
    /// The boards of the games, by id.
    boards: BTreeMap<String, serde_json::Value>,
    index: Index,
    /// What is wrong with sources as a whole, with their numbers.
    problems: Vec<(usize, serde_json::Value)>,
}

/// The list of games, by column.
#[derive(Debug, Default, Serialize)]
struct Index {
    first: Vec<String>,
    second: Vec<String>,
    event: Vec<String>,
    site: Vec<String>,
    date: Vec<String>,
    round: Vec<String>,
    result: Vec<String>,
    /// The name of the variant, an index.
    variant: Vec<usize>,
    plies: Vec<u32>,
    errors: Vec<u32>,
    warnings: Vec<u32>,
    /// The source, and the number of the game in it.
    source: Vec<usize>,
    ordinal: Vec<u64>,
    variants: Vec<String>,
    sources: Vec<String>,
}

/// A game that was taken apart, and needs only to be added: the costly part, which threads can do.
#[derive(Debug)]
pub struct Prepared {
    heading: Heading,
    json: Vec<u8>,
    skin: Option<(String, SkinMaker)>,
    ordinal: u64,
    errors: u32,
    warnings: u32,
}

impl Game {
    /// The number of the game in its source, from 1.
    pub fn ordinal(&self) -> u64 {
        self.ordinal
    }

    /// Puts the problems of the game to it and makes it ready for a page.
    pub fn prepare(mut self, problems: &[Problem]) -> Prepared {
        let places = Problem::places(problems, &self);
        let data = problems
            .iter()
            .map(|problem| problem.data(Some((&self, places.as_ref()))));
        let data = data.collect();
        let count = |severity| {
            let same = problems
                .iter()
                .filter(|problem| problem.severity() == severity);
            same.count() as u32
        };
        let body = Body {
            problems: data,
            ..std::mem::take(&mut self.body)
        };
        let body = without_usual_start(body, self.skin.as_ref());
        Prepared {
            heading: self.heading,
            json: serde_json::to_vec(&body).unwrap_or_default(),
            skin: self.skin,
            ordinal: self.ordinal,
            errors: count(2),
            warnings: count(1),
        }
    }
}

impl Prepared {
    /// The number of the game in its source, from 1.
    pub fn ordinal(&self) -> u64 {
        self.ordinal
    }

    /// The same after so many games of its source.
    #[must_use]
    pub fn after_games(mut self, games: u64) -> Prepared {
        self.ordinal += games;
        self
    }
}

/// The start is stored with the board where it is the usual one.
fn without_usual_start(mut body: Body, skin: Option<&(String, SkinMaker)>) -> Body {
    if let Some((_, SkinMaker::Variant { is_usual, .. })) = skin
        && *is_usual
    {
        body.start = None;
    }
    body
}

impl<W: Read + Write + Seek> Page<W> {
    /// An empty page. `spool` takes what is not needed yet: an empty file, or memory.
    pub fn new(options: Options, spool: W) -> Page<W> {
        Page {
            options,
            spool,
            spooled: 0,
            block: Vec::new(),
            held: 0,
            blocks: Vec::new(),
            colours: Colours::default(),
            boards: BTreeMap::new(),
            index: Index::default(),
            problems: Vec::new(),
        }
    }

    /// Begins a source, by its name for people. The games that follow are of this source.
    pub fn source(&mut self, name: impl Into<String>) {
        self.index.sources.push(name.into());
    }

    /// Adds a problem of the source as a whole.
    pub fn problem(&mut self, problem: &Problem) {
        let source = self.index.sources.len().saturating_sub(1);
        self.problems.push((source, problem.data(None)));
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// If the spool cannot be written.
    pub fn add(&mut self, game: Prepared) -> io::Result<()> {
        if let Some((id, maker)) = game.skin
            && !self.boards.contains_key(&id)
        {
            let skin = match maker {
                SkinMaker::Variant { make, .. } => make(),
                SkinMaker::Own(skin) => *skin,
            };
            let board = skin.finish(&mut self.colours);
            self.boards.insert(id, board);
        }
        let index = &mut self.index;
        let heading = game.heading;
        let variant = index
            .variants
            .iter()
            .position(|known| *known == heading.variant);
        let variant = variant.unwrap_or_else(|| {
            index.variants.push(heading.variant);
            index.variants.len() - 1
        });
        index.first.push(heading.first);
        index.second.push(heading.second);
        index.event.push(heading.event);
        index.site.push(heading.site);
        index.date.push(heading.date);
        index.round.push(heading.round);
        index.result.push(heading.result);
        index.variant.push(variant);
        index.plies.push(heading.plies);
        index.errors.push(game.errors);
        index.warnings.push(game.warnings);
        index.source.push(index.sources.len().saturating_sub(1));
        index.ordinal.push(game.ordinal);
        self.block.push(if self.held == 0 { b'[' } else { b',' });
        self.block.extend_from_slice(&game.json);
        self.held += 1;
        if self.block.len() >= BLOCK {
            self.end_block()?;
        }
        Ok(())
    }

    /// The number of games so far.
    pub fn games(&self) -> usize {
        self.index.plies.len()
    }

    /// About how many bytes the page has so far.
    pub fn size(&self) -> u64 {
        (self.spooled + self.block.len() as u64 / 4) / 3 * 4
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.held == 0 {
            return Ok(());
        }
        self.block.push(b']');
        let data = deflate(&self.block)?;
        self.spool.write_all(&data)?;
        self.spooled += data.len() as u64;
        self.blocks.push((self.held, data.len() as u64));
        self.block.clear();
        self.held = 0;
        Ok(())
    }

    /// Writes the page. The same games and options give the same bytes.
    ///
    /// # Errors
    ///
    /// If the spool cannot be read, or `out` not be written.
    pub fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        self.end_block()?;
        let index = self.index()?;
        let (style, script) = (style(), script());
        let language = match self.options.lang.as_str() {
            "" => "en",
            lang => lang,
        };
        let shell = SHELL
            .replace("%policy%", &policy(&style, &script))
            .replace("%lang%", &escape(language))
            .replace("%style%", &style)
            // Last, since a title may look like any of these.
            .replace("%title%", &escape(&self.title()));
        let (before, after) = shell.split_once("%data%\n").unwrap_or((&shell, ""));
        out.write_all(before.as_bytes())?;
        // What the list is made of comes first, then the script, which needs nothing else to show it.
        writeln!(
            out,
            "<script type=\"text/plain\" id=\"index\">{}</script>",
            STANDARD.encode(&index)
        )?;
        writeln!(out, "<script>{script}</script>")?;
        self.spool.seek(SeekFrom::Start(0))?;
        for (number, (_, length)) in self.blocks.iter().enumerate() {
            let mut data = vec![0; *length as usize];
            self.spool.read_exact(&mut data)?;
            let text = STANDARD.encode(&data);
            writeln!(
                out,
                "<script type=\"text/plain\" id=\"block{number}\">{text}</script>"
            )?;
        }
        out.write_all(after.as_bytes())?;
        out.flush()
    }

    /// The title that was given, or one made of what is in the page.
    fn title(&self) -> String {
        if !self.options.title.is_empty() {
            return self.options.title.clone();
        }
        let index = &self.index;
        match (index.first.as_slice(), index.second.as_slice()) {
            ([first], [second]) if !first.is_empty() && !second.is_empty() => {
                format!("{first} – {second}")
            }
            _ => match index.sources.as_slice() {
                [only] => {
                    let name = only.rsplit(['/', '\\']).next();
                    name.unwrap_or_default().to_owned()
                }
                [] => "movetext".to_owned(),
                [first, rest @ ..] => {
                    let name = first.rsplit(['/', '\\']).next().unwrap_or_default();
                    format!("{name} + {}", rest.len())
                }
            },
        }
    }

    /// All that the page has at once, compressed.
    fn index(&self) -> io::Result<Vec<u8>> {
        #[derive(Serialize)]
        struct All<'a> {
            title: String,
            lang: &'a str,
            games: &'a Index,
            sizes: Vec<u32>,
            colours: &'a Colours,
            boards: &'a BTreeMap<String, serde_json::Value>,
            problems: &'a [(usize, serde_json::Value)],
            nags: Vec<(u8, &'static str, String)>,
        }
        let json = serde_json::to_vec(&All {
            title: self.title(),
            lang: &self.options.lang,
            games: &self.index,
            sizes: self.blocks.iter().map(|(games, _)| *games).collect(),
            colours: &self.colours,
            boards: &self.boards,
            problems: &self.problems,
            nags: nags(),
        })?;
        deflate(&json)
    }
}

/// The NAGs that have a sign or a meaning. `{0}` stands for the side that a meaning concerns.
fn nags() -> Vec<(u8, &'static str, String)> {
    let all = (1..=255).map(|nag| {
        let meaning = movetext::nags::meaning(nag).map(|meaning| match meaning.side {
            Some(_) => format!("{{0}} {}", meaning.text),
            None => meaning.text.to_owned(),
        });
        let symbol = movetext::nags::symbol(nag).unwrap_or_default();
        (nag, symbol, meaning.unwrap_or_default())
    });
    all.filter(|(_, symbol, meaning)| !symbol.is_empty() || !meaning.is_empty())
        .collect()
}

fn deflate(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(data)?;
    encoder.finish()
}

/// What the browser lets the page do: run its one script and use its one style, and nothing else.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data: blob:; \
         base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// The style without comments and indentation.
fn style() -> String {
    let mut out = String::new();
    let mut is_comment = false;
    for line in STYLE.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() {
            out += line;
            out.push('\n');
        }
        is_comment &= !line.ends_with("*/");
    }
    out
}

/// The scripts in one, without the lines that are comments and without indentation.
fn script() -> String {
    let mut out = "'use strict';\n(() => {\n".to_owned();
    for line in SCRIPTS.iter().flat_map(|script| script.lines()) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with("//") {
            out += line;
            out.push('\n');
        }
    }
    out += "})();\n";
    out
}

/// A text that means nothing but itself, in elements as in attributes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skin::Skin;
    use movetext::variants::{Cescacs, Chess, Xiangqi};

    /// The code of the page stays small, with the boards of all variants and their pieces.
    #[test]
    fn code_is_small() -> io::Result<()> {
        let shell = format!("{SHELL}{}{}", style(), script());
        let mut colours = Colours::default();
        let boards = [
            Skin::of::<Chess>(),
            Skin::of::<Xiangqi>(),
            Skin::of::<Cescacs>(),
        ];
        let boards = boards.map(|skin| skin.finish(&mut colours));
        let [code, boards] = [
            deflate(shell.as_bytes())?.len(),
            deflate(&serde_json::to_vec(&boards)?)?.len(),
        ];
        println!("{code} bytes of code, {boards} of boards");
        assert!(code < 40_000, "{code}");
        assert!(code + boards <= 100_000, "{code} + {boards}");
        Ok(())
    }

    /// Lines are what comments are stripped by.
    #[test]
    fn no_line_of_a_script_is_part_of_a_text() {
        for script in SCRIPTS {
            assert_eq!(script.matches('`').count() % 2, 0);
            let lines = script
                .lines()
                .filter(|line| line.matches('`').count() % 2 == 1);
            assert_eq!(lines.count(), 0, "texts end on their line");
            assert!(!script.contains("</script"), "the script would end");
        }
    }
}
