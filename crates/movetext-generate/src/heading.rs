//! Tag pairs that look like those of real collections.

use crate::dice::Dice;
use crate::words;
use movetext::Outcome;

/// How many games in a row are of one event.
const EVENT: u64 = 45;

/// Writes the tag pairs of a game.
pub struct Heading<'a> {
    pub(crate) out: &'a mut String,
    pub(crate) dice: &'a mut Dice,
    pub(crate) eol: &'static str,
    pub(crate) seed: u64,
    /// The number of the game, from 0.
    pub(crate) index: u64,
    pub(crate) outcome: Outcome,
    pub(crate) result: &'static str,
    /// Stands for the opening: equal for equal openings.
    pub(crate) opening: u64,
    pub(crate) chinese: bool,
    /// What parts the year, the month and the day of a date.
    pub(crate) dates: char,
    /// Whether letters beside ASCII may be used.
    pub(crate) accents: bool,
}

impl Heading<'_> {
    /// Writes one tag pair. The value must not hold quotation marks or backslashes.
    pub fn tag(&mut self, name: &str, value: &str) {
        for part in ["[", name, " \"", value, "\"]", self.eol] {
            self.out.push_str(part);
        }
    }

    /// Event, Site, Date, Round, the players and Result. Games of one event stand together.
    pub fn seven(&mut self, first: &str, second: &str) {
        let group = self.index / EVENT;
        let mut event = Dice::new(self.seed, u64::MAX - group);
        let year = event.within(1970, 2024);
        let (month, day) = (event.within(1, 12), event.within(1, 20));
        let place = event.pick(match self.chinese {
            true => &words::CHINESE_PLACES[..],
            false => &words::PLACES[..],
        });
        let kind = event.pick(&words::EVENTS);
        let whole_date = event.permille(600);
        let round = self.index % EVENT / 5 + 1;
        self.tag("Event", &format!("{place} {kind}"));
        self.tag("Site", place);
        let dash = self.dates;
        let date = match whole_date {
            true => format!(
                "{year}{dash}{month:02}{dash}{:02}",
                u64::from(day) + round.min(9)
            ),
            false => format!("{year}{dash}??{dash}??"),
        };
        self.tag("Date", &date);
        self.tag("Round", &round.to_string());
        self.players(first, second);
        self.tag("Result", self.result);
    }

    /// The two players.
    fn players(&mut self, first: &str, second: &str) {
        for name in [first, second] {
            let player = match self.chinese {
                true => words::chinese_player(self.dice),
                false => words::player(self.dice, self.accents),
            };
            self.tag(name, &player);
        }
    }

    /// The players' ratings; some are not known.
    pub fn elo(&mut self, first: &str, second: &str) {
        for name in [first, second] {
            let elo = match self.dice.permille(200) {
                true => String::new(),
                false => (5 * self.dice.within(400, 550)).to_string(),
            };
            self.tag(&format!("{name}Elo"), &elo);
        }
    }

    /// The class of the opening.
    pub fn eco(&mut self) {
        self.eco_of("ECO");
    }

    /// The class of the opening, in a tag of this name.
    pub fn eco_of(&mut self, name: &str) {
        let letter = char::from(b'A' + (self.opening % 5) as u8);
        self.tag(name, &format!("{letter}{:02}", self.opening / 5 % 100));
    }

    /// Who wrote the comments.
    pub fn annotator(&mut self) {
        let annotator = words::player(self.dice, false);
        self.tag("Annotator", &annotator);
    }

    /// The tags of a game played on a server.
    pub fn online(&mut self, first: &str, second: &str) {
        let dice = &mut *self.dice;
        let letters: String = (0..8)
            .map(|_| {
                char::from(
                    b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
                        [dice.below(56) as usize],
                )
            })
            .collect();
        let date = format!(
            "{}.{:02}.{:02}",
            dice.within(2018, 2024),
            dice.within(1, 12),
            dice.within(1, 28)
        );
        let time = format!(
            "{:02}:{:02}:{:02}",
            dice.below(24),
            dice.below(60),
            dice.below(60)
        );
        let gain = dice.within(1, 9);
        self.tag("Event", "Rated Rapid game");
        self.tag("Site", &format!("https://example.org/{letters}"));
        self.tag("Date", &date);
        self.players(first, second);
        self.tag("Result", self.result);
        self.tag("UTCDate", &date);
        self.tag("UTCTime", &time);
        self.elo(first, second);
        let signs = match self.outcome {
            Outcome::FirstWins => ["+", "-"],
            _ => ["-", "+"],
        };
        for (name, sign) in [first, second].into_iter().zip(signs) {
            self.tag(&format!("{name}RatingDiff"), &format!("{sign}{gain}"));
        }
        self.tag("Variant", "Standard");
        self.tag("TimeControl", "600+0");
        self.eco();
        self.tag("Termination", "Normal");
    }
}
