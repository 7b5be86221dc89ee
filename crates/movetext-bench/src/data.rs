//! The files that are read: real ones where they are, made-up ones elsewhere.

use encoding_rs::{GB18030, UTF_8, WINDOWS_1252};
use movetext_generate::{Database, Style};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Master games, bare moves.
    Otb,
    /// The first of them, for slow peers.
    OtbStart,
    /// The same over and over, so that the start of a process no longer counts; memory is measured
    /// with it, too.
    OtbLarge,
    /// Games of a server.
    Online,
    /// The same over and over, as large as the other.
    OnlineLarge,
    /// Annotated games.
    Annotated,
    /// Xiangqi in Chinese, GB18030.
    XiangqiChinese,
    /// The same over and over.
    XiangqiChineseLarge,
    /// Xiangqi in WXF.
    XiangqiWxf,
    /// Xiangqi in ICCS.
    XiangqiIccs,
    /// Records of C'escacs, over and over.
    Cescacs,
    /// Many games of C'escacs, all made up: bare, and annotated in three sets of symbols.
    CescacsMany,
    /// One short game of chess.
    One,
}

/// Where files come from, and how large they are.
#[derive(Debug)]
pub struct Library {
    corpora: Option<PathBuf>,
    quick: bool,
    folder: TempDir,
}

impl Library {
    /// Real files come from the folder, if there is one; `quick` makes the others smaller.
    ///
    /// # Errors
    ///
    /// If there is no place for temporary files.
    pub fn new(corpora: Option<PathBuf>, quick: bool) -> io::Result<Library> {
        Ok(Library {
            corpora,
            quick,
            folder: TempDir::with_prefix("movetext-bench-")?,
        })
    }

    /// What the table calls a file.
    ///
    /// # Errors
    ///
    /// If its size cannot be found out.
    pub fn describe(&self, data: Data, file: &Path) -> io::Result<String> {
        let name = match data {
            Data::Otb => "OTB",
            Data::OtbStart => "the first games of OTB",
            Data::OtbLarge => "OTB over and over",
            Data::Online => "lichess, clocks and evaluations",
            Data::OnlineLarge => "lichess over and over",
            Data::Annotated => "annotated",
            Data::XiangqiChinese => "Xiangqi in Chinese, GB18030",
            Data::XiangqiChineseLarge => "Xiangqi in Chinese over and over",
            Data::XiangqiWxf => "Xiangqi in WXF",
            Data::XiangqiIccs => "Xiangqi in ICCS",
            Data::Cescacs => "C'escacs over and over",
            Data::CescacsMany if self.quick => "C'escacs, generated, 4,000 games",
            Data::CescacsMany => "C'escacs, generated, 100,000 games",
            Data::One => "one short game",
        };
        let made_up = match (self.is_real(data), data) {
            (true, _) => "",
            (_, Data::CescacsMany | Data::One) => "",
            (false, Data::Cescacs) => ", the project's own",
            (false, _) => ", made up",
        };
        let megabytes = fs::metadata(file)?.len() as f64 / 1e6;
        Ok(format!("{name}{made_up}, {megabytes:.1} MB"))
    }

    fn is_real(&self, data: Data) -> bool {
        self.real(data).is_some()
    }

    /// The real file or folder that a file is or is made of.
    fn real(&self, data: Data) -> Option<PathBuf> {
        let name = match data {
            Data::Otb | Data::OtbStart | Data::OtbLarge => "chess/otb_30.pgn",
            Data::Online | Data::OnlineLarge => "chess/lichess_magnus_evalclk.pgn",
            Data::Annotated => "chess/annotated_rav.pgn",
            Data::XiangqiChinese | Data::XiangqiChineseLarge => {
                "xiangqi/games2000_chinese_simp.gb18030.pgn"
            }
            Data::XiangqiWxf => "xiangqi/games2000_wxf_xqbase.pgn",
            Data::XiangqiIccs => "xiangqi/games2000_iccs.pgn",
            Data::Cescacs => "cescacs",
            Data::CescacsMany | Data::One => return None,
        };
        let path = self.corpora.as_ref()?.join(name);
        path.exists().then_some(path)
    }

    /// The file; made when it is first asked for.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn file(&self, data: Data) -> io::Result<PathBuf> {
        let path = self.folder.path().join(format!("{data:?}.pgn"));
        if path.exists() {
            return Ok(path);
        }
        match data {
            Data::OtbStart => {
                let size = if self.quick { 300_000 } else { 3_000_000 };
                // Not all of it: a child's peak of memory begins with this process's.
                let mut text = Vec::new();
                let file = File::open(self.file(Data::Otb)?)?;
                file.take(size as u64 + 100_000).read_to_end(&mut text)?;
                fs::write(&path, first_games(&text, size))?;
            }
            Data::OtbLarge | Data::OnlineLarge => {
                let size = if self.quick {
                    150_000_000
                } else {
                    1_000_000_000
                };
                let source = match data {
                    Data::OtbLarge => Data::Otb,
                    _ => Data::Online,
                };
                repeat(&[self.file(source)?], size, &path)?;
            }
            Data::XiangqiChineseLarge => {
                let size = if self.quick { 2_000_000 } else { 36_000_000 };
                repeat(&[self.file(Data::XiangqiChinese)?], size, &path)?;
            }
            Data::One => fs::write(&path, "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n")?,
            Data::Cescacs => {
                let size = if self.quick { 1_000_000 } else { 10_000_000 };
                let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/cescacs");
                let mut files: Vec<PathBuf> = fs::read_dir(self.real(data).unwrap_or(own))?
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect::<io::Result<_>>()?;
                files.sort();
                repeat(&files, size, &path)?;
            }
            Data::CescacsMany => make_up_cescacs(if self.quick { 1_000 } else { 25_000 }, &path)?,
            _ => match self.real(data) {
                Some(real) => return Ok(real),
                None => self.make_up(data, &path)?,
            },
        }
        Ok(path)
    }

    fn make_up(&self, data: Data, path: &Path) -> io::Result<()> {
        let chess = matches!(data, Data::Otb | Data::Online | Data::Annotated);
        let database = Database {
            style: match data {
                Data::Online => Style::Online,
                Data::Annotated => Style::Annotated,
                _ => Style::Otb,
            },
            notation: match data {
                Data::XiangqiWxf => Some("wxf".to_owned()),
                Data::XiangqiIccs => Some("iccs".to_owned()),
                _ => None,
            },
            encoding: match data {
                Data::Otb => WINDOWS_1252,
                Data::XiangqiChinese => GB18030,
                _ => UTF_8,
            },
            games: None,
            bytes: Some(match (data, self.quick) {
                (Data::Otb | Data::Online, false) => 30_000_000,
                (_, false) => 3_000_000,
                (Data::Otb | Data::Online, true) => 3_000_000,
                (_, true) => 500_000,
            }),
            ..Database::new(if chess { "chess" } else { "xiangqi" })
        };
        let mut out = BufWriter::new(File::create(path)?);
        database.write(&mut out)?;
        Ok(())
    }
}

/// Games of C'escacs: so many bare ones, and as many annotated ones in each of three sets of symbols.
fn make_up_cescacs(games: u64, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for (seed, style, notation) in [
        (1, Style::Otb, "ctl-an"),
        (2, Style::Annotated, "ctl-an"),
        (3, Style::Annotated, "ctl-fan"),
        (4, Style::Annotated, "act"),
    ] {
        let database = Database {
            style,
            seed,
            notation: Some(notation.to_owned()),
            games: Some(games),
            ..Database::new("cescacs")
        };
        database.write(&mut out)?;
    }
    Ok(())
}

/// Whole games up to about a size.
fn first_games(text: &[u8], size: usize) -> &[u8] {
    let rest = text.get(size..).unwrap_or_default();
    let end = memchr::memmem::find(rest, b"\n[Event \"").map(|at| size + at + 1);
    &text[..end.unwrap_or(text.len())]
}

/// Writes the files one after another until there are so many bytes.
fn repeat(sources: &[PathBuf], size: usize, path: &Path) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let mut written = 0;
    while written < size {
        let before = written;
        for source in sources {
            // Copied from file to file, so that this process stays small.
            written += io::copy(&mut File::open(source)?, &mut out)? as usize;
            // A file may end within a line, and without its blank line.
            out.write_all(b"\n\n")?;
        }
        if written == before {
            return Err(io::Error::other("there is nothing to repeat"));
        }
    }
    out.flush()
}
