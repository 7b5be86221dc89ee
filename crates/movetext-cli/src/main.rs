//! The program of the command `movetext`.

use std::process::ExitCode;

fn main() -> ExitCode {
    movetext_cli::main()
}
