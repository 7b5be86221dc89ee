//! Reads a file with pgn-reader: `pgn-reader-read MODE FILE`.

fn main() -> std::process::ExitCode {
    movetext_bench::work::main("pgn-reader")
}
