//! How much sense text makes in the encodings of Chinese.

use super::{EncodingDecision, How};
use encoding_rs::{BIG5, DecoderResult, Encoding, GB18030};
use std::collections::HashSet;
use std::sync::LazyLock;

/// What text looks like when decoded in some encoding.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Score {
    pub(super) tokens: i64,
    words: i64,
    pub(super) replaced: i64,
    private: i64,
    /// Characters in the encoding's frequent planes, and in its rare ones.
    frequent: i64,
    rare: i64,
}

impl Score {
    /// The weights that decided every file of a large collection correctly.
    pub(super) fn total(self) -> i64 {
        100 * self.tokens + self.words - 50 * self.replaced - 5 * self.private
    }

    /// Whether this is certainly Chinese.
    fn is_proof(self) -> bool {
        let common = self.words >= 3 && 3 * self.words >= self.frequent + self.rare;
        self.total() > 0 && (self.tokens > 0 || common)
    }

    /// Whether this may be Chinese, if its letters are not those of another language.
    fn is_hint(self) -> bool {
        let characters = self.frequent + self.rare;
        characters >= 2 && 20 * (self.replaced + self.private) <= characters
    }
}

/// GB18030 or Big5, if there is real evidence of Chinese.
///
/// Nearly all text in one of them is valid in the other. What decides is whether the result has complete moves.
pub(super) fn chinese(
    window: &[u8],
    complete: bool,
    guess: impl FnOnce() -> &'static Encoding,
) -> Option<EncodingDecision> {
    let mut rated = [GB18030, BIG5].map(|encoding| (encoding, score(window, encoding, complete)));
    let rank = |score: &Score| (score.total(), score.frequent - 4 * score.rare);
    if rank(&rated[1].1) > rank(&rated[0].1) {
        rated.swap(0, 1);
    }
    let [(encoding, best), (other, second)] = rated;
    let is_chinese = || best.is_hint() && [encoding_rs::GBK, BIG5].contains(&guess());
    if !best.is_proof() && !is_chinese() {
        return None;
    }
    let margin = best.total() - second.total();
    let confidence = match margin {
        ..1 => 40,
        1..10 => 60,
        10..100 => 80,
        100..1000 => 95,
        1000.. => 99,
    };
    Some(EncodingDecision {
        runner_up: Some(other),
        ..EncodingDecision::new(encoding, How::Chinese, confidence)
    })
}

/// How much sense a text makes in an encoding: the moves and words that result, less what is not text.
pub(in super::super) fn sense(window: &[u8], encoding: &'static Encoding, complete: bool) -> i64 {
    score(window, encoding, complete).total()
}

pub(super) fn score(window: &[u8], encoding: &'static Encoding, complete: bool) -> Score {
    let words = LazyLock::force(&WORDS);
    let mut score = Score::default();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(4096);
    let mut last_four = ['\0'; 4];
    let mut rest = window;
    loop {
        text.clear();
        let (result, read) =
            decoder.decode_to_string_without_replacement(rest, &mut text, complete);
        rest = &rest[read..];
        for c in text.chars() {
            last_four = [last_four[1], last_four[2], last_four[3], c];
            if !last_four[2].is_ascii() && is_move(last_four) {
                score.tokens += 1;
                last_four = ['\0'; 4];
            }
            if c < '\u{80}' {
                continue;
            }
            score.words += i64::from(words.contains(&c));
            let private = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
            score.private += i64::from(private);
        }
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(_, _) => {
                score.replaced += 1;
                last_four = ['\0'; 4];
            }
        }
    }
    (score.frequent, score.rare) = planes(window, encoding);
    score
}

/// Whether a text has a complete move in Chinese characters.
pub(in super::super) fn has_move(text: &str) -> bool {
    let mut last_four = ['\0'; 4];
    text.chars().any(|c| {
        last_four = [last_four[1], last_four[2], last_four[3], c];
        is_move(last_four)
    })
}

/// Both encodings keep frequent characters (level 1 of GB 2312, level 1 of Big5) apart from rare
/// ones. Punctuation counts as neither.
fn planes(window: &[u8], encoding: &'static Encoding) -> (i64, i64) {
    let (mut frequent, mut rare) = (0, 0);
    let mut at = 0;
    while let Some(&[lead, trail]) = window.get(at..at + 2) {
        if lead < 0x81 {
            at += 1;
            continue;
        }
        at += 2;
        let gb = encoding == GB18030;
        match (lead, trail) {
            (0xA1..=0xA3, _) => {}
            (0xB0..=0xD7, 0xA1..) if gb => frequent += 1,
            (0xA4..=0xC5, 0x40..) | (0xC6, 0x40..=0x7E) if !gb => frequent += 1,
            _ => rare += 1,
        }
    }
    (frequent, rare)
}

/// Whether four characters are a complete move: a piece or a position word, a digit or a piece, the
/// direction, and how far or where to.
fn is_move([first, second, verb, digit]: [char; 4]) -> bool {
    is_verb(verb)
        && (PIECES.contains(first) || POSITIONS.contains(first))
        && (PIECES.contains(second) || is_digit(second))
        && is_digit(digit)
}

fn is_verb(c: char) -> bool {
    matches!(c, '进' | '進' | '上' | '退' | '下' | '平')
}

fn is_digit(c: char) -> bool {
    matches!(c, '1'..='9' | '１'..='９') || DIGITS.contains(c)
}

const PIECES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒";
const POSITIONS: &str = "前后後中一二三四五";
const DIGITS: &str = "一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸";

/// Characters that tags and comments of Xiangqi games often have, in both scripts.
static WORDS: LazyLock<HashSet<char>> = LazyLock::new(|| {
    "对對炮砲马馬红紅黑先后後胜勝负負和局年月日时時第届屆轮輪场場台赛賽杯个個人团團体體全国國中象棋谱譜\
     大师師特级級冠军軍亚亞排残殘开開车車兵卒仕士相进進退平屏风風顺順列飞飛仙指路过過河巡边邊横橫直单單双雙反宫宮\
     上下左右东東南西北京海广廣州四川江苏蘇浙湖安徽福建山辽遼宁寧吉林龙龍香港澳门門沈阳陽天津重庆慶云雲贵貴\
     省市区區队隊名手会會院学學校王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高何郭罗羅许許吕呂柳银銀洪智谢謝蒋蔣\
     郑鄭惟桐荣榮华華强強明伟偉文生的一是不了在有我他这這来來用法式变變例着著注评評析可以应應为為无無\
     局结結论論元旦春夏秋冬季预預决決定组組男女子少杀殺实實战戰集古"
        .chars()
        .collect()
});
