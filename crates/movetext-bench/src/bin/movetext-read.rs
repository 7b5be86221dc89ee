//! Reads a file with movetext: `movetext-read MODE FILE`.

fn main() -> std::process::ExitCode {
    movetext_bench::work::main("movetext")
}
