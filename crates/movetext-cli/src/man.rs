//! `movetext man`: a man page for the command, and one for each of its subcommands.

use crate::args::Cli;
use crate::exit::Verdict;
use crate::output::{self, printable, reason};
use clap::CommandFactory;
use std::io;
use std::path::Path;

/// Runs the command.
pub fn run(folder: &Path) -> io::Result<Verdict> {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    if let Err(error) = written {
        let name = folder.to_string_lossy();
        let message = format!("cannot write {}: {}", printable(&name), reason(&error));
        output::complain(&message);
        return Ok(Verdict {
            unreadable: true,
            ..Verdict::default()
        });
    }
    Ok(Verdict::default())
}
