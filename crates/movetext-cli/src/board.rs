//! `movetext board`: a position as a picture, or as text.

mod subject;

use crate::args::{self, BoardArgs, BoardFormat, usage};
use crate::exit::Verdict;
use crate::output;
use crate::replace::write_file;
use movetext::commands::{Arrows, Squares};
use movetext::draw::{Characters, Diagram, Style, Theme};
use std::io;
use subject::Failure;

/// Runs the command.
pub fn run(args: &BoardArgs) -> io::Result<Verdict> {
    let format = format(args);
    let mut diagram = match subject::diagram(args) {
        Ok(diagram) => diagram,
        Err(Failure::Usage(message)) => usage(&message),
        Err(Failure::Problem(message)) => {
            output::complain(&message);
            return Ok(Verdict {
                errors: true,
                ..Verdict::default()
            });
        }
        Err(Failure::Unreadable(message)) => {
            output::complain(&message);
            return Ok(Verdict {
                unreadable: true,
                ..Verdict::default()
            });
        }
    };
    mark(&mut diagram, args);
    if let Some(name) = &args.pieces
        && let Err(error) = diagram.set_pieces(name)
    {
        usage(&format!(
            "no set of pieces is called '{}': {error}",
            output::printable(name)
        ));
    }
    let style = Style {
        theme: match args.theme {
            args::Theme::Light => Theme::Light,
            args::Theme::Dark => Theme::Dark,
        },
        flip: args.flip,
        coordinates: !args.no_coordinates,
        width: args.size,
    };
    let data = match format {
        BoardFormat::Svg => diagram.svg(&style).into_bytes(),
        BoardFormat::Png => png(&diagram.svg(&style)),
        BoardFormat::Unicode => diagram.text(Characters::Unicode, args.flip).into_bytes(),
        BoardFormat::Ascii => diagram.text(Characters::Ascii, args.flip).into_bytes(),
    };
    match &args.output {
        None => output::write_stdout(&data).map(|()| Verdict::default()),
        Some(path) => Ok(write_file(path, &data)),
    }
}

/// The format that is asked for, or that the name of the file tells.
fn format(args: &BoardArgs) -> BoardFormat {
    let extension = args.output.as_ref().and_then(|path| path.extension());
    let extension = extension.map(|extension| extension.to_ascii_lowercase());
    let format = match (args.format, extension.as_ref().and_then(|one| one.to_str())) {
        (Some(format), _) => format,
        (None, Some("svg")) => BoardFormat::Svg,
        (None, Some("png")) => BoardFormat::Png,
        (None, Some("txt")) => BoardFormat::Unicode,
        (None, _) if args.output.is_none() => BoardFormat::Unicode,
        (None, _) => {
            usage("unknown picture format; name the output .svg or .png, or give --format")
        }
    };
    if format == BoardFormat::Png && cfg!(not(feature = "png")) {
        usage(
            "this command was built without PNG; write SVG, or build it with \
             `cargo install --path crates/movetext-cli --features png`",
        );
    }
    format
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Vec<u8> {
    movetext_png::render(svg).unwrap_or_else(|error| usage(&error.to_string()))
}

/// [`format`] lets nobody come here.
#[cfg(not(feature = "png"))]
fn png(_: &str) -> Vec<u8> {
    Vec::new()
}

/// Adds the arrows and squares of the command line. Ends the program if there are no such squares.
fn mark(diagram: &mut Diagram, args: &BoardArgs) {
    if let Some(list) = &args.arrows {
        let Some(arrows) = Arrows::parse(list) else {
            usage("expected arrows such as Ge2e4,Rd8d1");
        };
        for (colour, from, to) in arrows.iter() {
            if !diagram.arrow(from, to, colour) {
                usage(&format!("the board has no arrow from {from} to {to}"));
            }
        }
    }
    if let Some(list) = &args.squares {
        let Some(squares) = Squares::parse(list) else {
            usage("expected squares such as Re4,Gd5");
        };
        for (colour, square) in squares.iter() {
            if !diagram.colour_square(square, colour) {
                usage(&format!("the board has no square {square}"));
            }
        }
    }
}
