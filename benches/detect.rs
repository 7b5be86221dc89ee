//! Telling what a source is, by its first 64 KiB: text in one encoding, text where several compete, and text that is none.

use criterion::{Criterion, criterion_group, criterion_main};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16LE, WINDOWS_1252};
use movetext::detect::{WINDOW, detect};
use movetext::io::encode;
use movetext_generate::{Database, Style};

fn window(variant: &str, notation: &str, style: Style, encoding: &'static Encoding) -> Vec<u8> {
    let mut database = Database::new(variant);
    database.notation = Some(notation.to_owned());
    database.style = style;
    database.games = None;
    database.bytes = Some(3 * WINDOW as u64);
    let mut text = Vec::new();
    database.write(&mut text).expect("memory");
    let text = String::from_utf8(text).expect("UTF-8");
    let mut bytes = Vec::new();
    if encode(&text, encoding, &mut bytes).is_err() {
        let plain: String = text.chars().filter(char::is_ascii).collect();
        bytes = plain.into_bytes();
    }
    bytes.truncate(WINDOW);
    bytes
}

fn sniff(c: &mut Criterion) {
    let mut group = c.benchmark_group("detect");
    let prose = "It was the best of times, it was the worst of times, it was the age of wisdom. "
        .repeat(900);
    let code =
        "fn main() { let e4 = a1 + b2; println!(\"{e4}\"); } // 1. e4, 2. Nf3\n".repeat(1000);
    let accents = "Sch\u{f6}ne Gr\u{fc}\u{df}e: \u{e0} bient\u{f4}t, ma\u{f1}ana. ".repeat(2200);
    let (accents, _, _) = WINDOWS_1252.encode(&accents);
    for (name, bytes) in [
        ("chess, UTF-8", window("chess", "san", Style::Otb, UTF_8)),
        (
            "chess with commands, UTF-8",
            window("chess", "san", Style::Online, UTF_8),
        ),
        (
            "Xiangqi, UTF-8",
            window("xiangqi", "chinese", Style::Otb, UTF_8),
        ),
        (
            "Xiangqi, GB18030",
            window("xiangqi", "chinese", Style::Otb, GB18030),
        ),
        (
            "Xiangqi, Big5",
            window("xiangqi", "traditional", Style::Otb, BIG5),
        ),
        (
            "Xiangqi, UTF-16",
            window("xiangqi", "chinese", Style::Otb, UTF_16LE),
        ),
        (
            "Xiangqi in WXF",
            window("xiangqi", "wxf", Style::Otb, UTF_8),
        ),
        (
            "C'escacs, UTF-8",
            window("cescacs", "ctl-an", Style::Otb, UTF_8),
        ),
        ("prose", prose.as_bytes()[..WINDOW].to_vec()),
        ("code", code.as_bytes()[..WINDOW].to_vec()),
        (
            "prose, windows-1252",
            accents[..accents.len().min(WINDOW)].to_vec(),
        ),
    ] {
        group.bench_function(name, |b| b.iter(|| detect(&bytes)));
    }
    group.finish();
}

criterion_group!(benches, sniff);
criterion_main!(benches);
