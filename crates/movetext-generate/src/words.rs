//! Names and sentences, made up. The Chinese ones are of characters that both scripts have.

use crate::dice::Dice;

pub(crate) const PLACES: [&str; 24] = [
    "London",
    "Moscow",
    "Reykjavik",
    "Barcelona",
    "Budapest",
    "Linares",
    "Biel",
    "Gibraltar",
    "Havana",
    "Chennai",
    "Dortmund",
    "Bergen",
    "Sarajevo",
    "Groningen",
    "Hastings",
    "Tilburg",
    "Zagreb",
    "Leningrad",
    "New York",
    "Saint Louis",
    "Wijk aan Zee",
    "Vienna",
    "Buenos Aires",
    "Prague",
];

pub(crate) const CHINESE_PLACES: [&str; 10] = [
    "北京", "上海", "天津", "成都", "杭州", "南京", "昆明", "大同", "江山", "香港",
];

pub(crate) const EVENTS: [&str; 10] = [
    "op", "ch", "Masters", "Team Cup", "Memorial", "zt", "League 1", "GM", "U20", "rapid",
];

const STEMS: [&str; 32] = [
    "Kar", "Mor", "Pet", "Nov", "Sil", "Ber", "Lun", "Tan", "Vor", "Kel", "And", "Ols", "Gar",
    "Mil", "Tor", "Ras", "Hof", "Sand", "Win", "Fisch", "Hal", "Jur", "Zim", "Dob", "Rub", "Stein",
    "Lev", "Mar", "Cor", "Val", "Nim", "Ost",
];

const ENDINGS: [&str; 16] = [
    "ov", "sen", "ski", "er", "man", "ez", "ini", "son", "ic", "ein", "aru", "ulis", "enko",
    "elli", "quist", "hart",
];

const ACCENTED: [&str; 5] = ["Müller", "Hübner", "Sørensen", "Nuñez", "Lévy"];

const GIVEN: [&str; 32] = [
    "Adam", "Boris", "Carla", "Dmitri", "Elena", "Felix", "Garry", "Hou", "Ivan", "Judit", "Karl",
    "Levon", "Maia", "Nigel", "Olga", "Paul", "Quang", "Robert", "Sofia", "Teimour", "Ulf",
    "Viktor", "Wesley", "Xavier", "Yuri", "Zsuzsa", "Anna", "Bent", "Jan", "Mikhail", "Peter",
    "Sergei",
];

const FAMILIES: [&str; 16] = [
    "王", "李", "林", "徐", "朱", "高", "何", "江", "柳", "田", "石", "方", "金", "白", "余", "卜",
];

const CHINESE_GIVEN: [&str; 16] = [
    "天一", "文明", "光平", "安", "山川", "海", "永志", "大中", "玉", "小平", "明", "少文", "子江",
    "成功", "士元", "立",
];

/// A player; some play far more often than others.
pub(crate) fn player(dice: &mut Dice, accents: bool) -> String {
    if accents && dice.permille(5) {
        let family = dice.pick(&ACCENTED);
        return format!("{family}, {}", dice.pick(&GIVEN));
    }
    let mut often = |len: u32| dice.below(len).min(dice.below(len)) as usize;
    let (stem, ending, given) = (often(32), often(16), often(32));
    format!("{}{}, {}", STEMS[stem], ENDINGS[ending], GIVEN[given])
}

pub(crate) fn chinese_player(dice: &mut Dice) -> String {
    format!("{}{}", dice.pick(&FAMILIES), dice.pick(&CHINESE_GIVEN))
}

const PHRASES: [&str; 24] = [
    "White stands better",
    "a natural move",
    "with the idea of doubling on the open file",
    "threatening mate",
    "this was new at the time",
    "the only move",
    "Black could resign here",
    "and the ending is drawn",
    "after a long think",
    "better was the quiet retreat",
    "in time trouble",
    "preparing the break in the centre",
    "as played in an earlier round",
    "the point of the last move",
    "with compensation for the pawn",
    "the knight heads for a better square",
    "it is hard to find a plan",
    "a mistake (though a deep one)",
    "the bishop pair tells",
    "not 0-0 at once",
    "now the queen's side falls apart",
    "this gives away the advantage",
    "the rook belongs behind the pawn",
    "see also the notes to move 12",
];

const CHINESE_PHRASES: [&str; 12] = [
    "先手",
    "有力",
    "可行",
    "得子",
    "失先",
    "黑方多子",
    "正是此意",
    "不可取",
    "中路突破",
    "至此和局已定",
    "大有可取",
    "平分秋色",
];

/// A comment of one to several clauses.
pub(crate) fn comment(dice: &mut Dice, chinese: bool) -> String {
    let clauses = dice.within(1, 5);
    let mut text = String::new();
    for index in 0..clauses {
        if index > 0 {
            text.push_str(if chinese { "，" } else { ", " });
        }
        text.push_str(match chinese {
            true => dice.pick(&CHINESE_PHRASES),
            false => dice.pick(&PHRASES),
        });
    }
    text.push_str(if chinese { "。" } else { "." });
    text
}
