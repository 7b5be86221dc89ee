//! A crate.

fn main() {
    let e4 = 4;
    let d5 = e4 + 1;
    println!("{d5}");
}
// Nf3 is a move, d4 another; the rest of this file is about neither of them.
