//! The samples of the requirements, by id, and properties of any text.

use super::*;
use crate::variant::TagFault;
use crate::variants::chess_tags as tags;
use crate::{Game, Reader};
use proptest::prelude::*;

/// The faults of tag pairs.
fn faults(pairs: &str) -> Vec<TagFault> {
    let text = format!("{pairs}\n\n*\n");
    let mut game = Game::new();
    let reader = Reader::builder().from_reader(text.as_bytes());
    let read = reader.and_then(|mut reader| reader.read_game(&mut game, &mut ()));
    assert!(matches!(read, Ok(true)), "{pairs}");
    tags::check(game.tags())
}

/// Values that their requirements show as right.
const PROPER: &[(&str, &str)] = &[
    ("CH-104", "[Event \"FIDE World Championship\"]"),
    (
        "CH-104",
        "[Event \"ACM North American Computer Championship\"]",
    ),
    ("CH-105", "[Event \"Moscow City Championship\"]"),
    ("CH-105", "[Event \"F/S Return Match\"]"),
    ("CH-107", "[Event \"?\"]"),
    ("CH-108", "[Site \"New York City, NY USA\"]"),
    ("CH-109", "[Site \"Riga LAT\"]"),
    ("CH-109", "[Site \"St. Petersburg RUS\"]"),
    ("CH-110", "[Site \"?\"]"),
    ("CH-111", "[Site \"Belgrade, Serbia JUG\"]"),
    ("CH-112", "[Site \"Riga LAT\"]"),
    ("CH-I13", "[Site \"https://example.org/abcdefgh\"]"),
    ("CH-115", "[Date \"1992.08.31\"]"),
    ("CH-115", "[Date \"2001.01.01\"]"),
    ("CH-116", "[Date \"1993.??.??\"]"),
    ("CH-116", "[Date \"????.??.??\"]"),
    ("CH-116", "[Date \"1993.05.??\"]"),
    ("CH-117", "[Round \"1\"]"),
    ("CH-117", "[Round \"29\"]"),
    ("CH-118", "[Round \"-\"]"),
    ("CH-119", "[Round \"?\"]"),
    ("CH-120", "[Round \"3.1\"]"),
    ("CH-121", "[Round \"4.1.2\"]"),
    ("CH-122", "[White \"Tal, Mikhail N.\"]"),
    ("CH-122", "[White \"van der Wiel, Johan\"]"),
    ("CH-124", "[White \"Euwe, M. E. J.\"]"),
    ("CH-124", "[White \"Fischer, Robert J.\"]"),
    ("CH-125", "[White \"Tal, M.\"]"),
    ("CH-126", "[White \"Tal, M. N.\"]"),
    ("CH-127", "[White \"?\"]"),
    ("CH-128", "[White \"Jones:Smith:Zacharias\"]"),
    ("CH-129", "[White \"Jones:Smith:Zacharias\"]"),
    (
        "CH-130",
        "[White \"Rybka v.2.3.2\"]\n[WhiteType \"program\"]",
    ),
    ("CH-132", "[Black \"Spassky, Boris V.\"]"),
    ("CH-132", "[Black \"?\"]"),
    ("CH-135", "[Result \"1-0\"]"),
    ("CH-136", "[Result \"0-1\"]"),
    ("CH-137", "[Result \"1/2-1/2\"]"),
    ("CH-138", "[Result \"*\"]"),
    (
        "CH-219",
        "[White \"Jones:Smith:Zacharias\"]\n[WhiteTitle \"IM:-:GM\"]",
    ),
    ("CH-222", "[WhiteTitle \"GM\"]"),
    ("CH-222", "[BlackTitle \"-\"]"),
    ("CH-223", "[WhiteElo \"2785\"]"),
    ("CH-224", "[BlackElo \"-\"]"),
    ("CH-225", "[WhiteUSCF \"2400\"]"),
    ("CH-226", "[WhiteDWZ \"2100\"]\n[BlackECF \"190\"]"),
    ("CH-227", "[WhiteNA \"tal@example.org\"]"),
    ("CH-227", "[WhiteNA \"https://example.org/tal\"]"),
    ("CH-228", "[BlackNA \"-\"]"),
    ("CH-229", "[WhiteType \"human\"]"),
    ("CH-229", "[BlackType \"program\"]"),
    ("CH-230", "[EventDate \"1992.09.02\"]"),
    ("CH-230", "[EventDate \"1992.??.??\"]"),
    ("CH-231", "[EventSponsor \"Acme\"]"),
    ("CH-232", "[Section \"Open\"]"),
    ("CH-232", "[Section \"Reserve\"]"),
    ("CH-233", "[Stage \"Preliminary\"]"),
    ("CH-234", "[Stage \"Semifinal\"]"),
    ("CH-235", "[Stage \"Полуфинал\"]"),
    ("CH-236", "[Board \"3\"]"),
    ("CH-237", "[Opening \"any name whatever\"]"),
    ("CH-238", "[Opening \"Sicilian Defence\"]"),
    ("CH-239", "[Variation \"Najdorf\"]"),
    ("CH-240", "[SubVariation \"Sozin Attack\"]"),
    ("CH-241", "[ECO \"B97\"]"),
    ("CH-241", "[ECO \"E12/09\"]"),
    ("CH-243", "[NIC \"SI 14.8\"]"),
    ("CH-244", "[Time \"13:45:00\"]"),
    ("CH-244", "[Time \"00:00:00\"]"),
    ("CH-245", "[UTCTime \"18:48:40\"]"),
    ("CH-246", "[UTCDate \"2012.09.29\"]"),
    ("CH-247", "[TimeControl \"40/9000\"]"),
    ("CH-247", "[TimeControl \"40/9000:20/3600:900\"]"),
    ("CH-248", "[TimeControl \"40/7200:3600\"]"),
    ("CH-249", "[TimeControl \"40/7200:20/3600:900\"]"),
    // CH-251: six kinds of fields.
    ("CH-252", "[TimeControl \"?\"]"),
    ("CH-254", "[TimeControl \"-\"]"),
    ("CH-256", "[TimeControl \"40/9000\"]"),
    ("CH-257", "[TimeControl \"300\"]"),
    ("CH-258", "[TimeControl \"40/7200:3600\"]"),
    ("CH-259", "[TimeControl \"300+5\"]"),
    ("CH-I07", "[TimeControl \"5400+60\"]"),
    ("CH-260", "[TimeControl \"40/7200:900+30\"]"),
    ("CH-261", "[TimeControl \"*180\"]"),
    ("CH-262", "[TimeControl \"*180\"]"),
    ("CH-265", "[SetUp \"0\"]"),
    ("CH-266", "[SetUp \"0\"]"),
    ("CH-270", "[Termination \"normal\"]"),
    ("CH-271", "[Termination \"abandoned\"]"),
    ("CH-272", "[Termination \"adjudication\"]"),
    ("CH-273", "[Termination \"death\"]"),
    ("CH-274", "[Termination \"emergency\"]"),
    ("CH-275", "[Termination \"normal\"]"),
    ("CH-276", "[Termination \"rules infraction\"]"),
    ("CH-277", "[Termination \"time forfeit\"]"),
    ("CH-278", "[Termination \"unterminated\"]"),
    ("CH-279", "[Annotator \"Tal, Mikhail N.\"]"),
    ("CH-279", "[Annotator \"Kasparov, Garry:Keene, Raymond\"]"),
    ("CH-280", "[Mode \"OTB\"]"),
    ("CH-280", "[Mode \"TC\"]"),
    ("CH-280", "[Mode \"by carrier pigeon\"]"),
    ("CH-281", "[Mode \"OTB\"]"),
    ("CH-282", "[Mode \"PM\"]"),
    ("CH-283", "[Mode \"EM\"]"),
    ("CH-284", "[Mode \"ICS\"]"),
    ("CH-285", "[PlyCount \"85\"]"),
    ("CH-091", "[Event \"Final, part 2\"]"),
];

use Degree::{Advice, Must};

/// Values that their requirements show as wrong: the degree, and the canonical form if there is one.
const FAULTY: &[(&str, &str, Degree, Option<&str>)] = &[
    ("CH-090", "[White \"Jones; Smith\"]", Must, None),
    ("CH-090", "[White \"Jones & Smith\"]", Must, None),
    ("CH-091", "[Event \"Final: part 2\"]", Must, None),
    ("CH-105", "[Event \"MCC\"]", Advice, None),
    ("CH-107", "[Event \"\"]", Must, Some("?")),
    ("CH-107", "[Event \"unknown\"]", Must, Some("?")),
    ("CH-109", "[Site \"Riga, Latvia\"]", Advice, None),
    ("CH-110", "[Site \"\"]", Must, Some("?")),
    ("CH-115", "[Date \"1992-08-31\"]", Must, Some("1992.08.31")),
    ("CH-115", "[Date \"1992/08/31\"]", Must, Some("1992.08.31")),
    ("CH-115", "[Date \"92.08.31\"]", Must, None),
    ("CH-115", "[Date \"1992.8.31\"]", Must, Some("1992.08.31")),
    ("CH-115", "[Date \"31.08.1992\"]", Must, Some("1992.08.31")),
    ("CH-115", "[Date \"1992.13.01\"]", Must, None),
    ("CH-116", "[Date \"1993\"]", Must, Some("1993.??.??")),
    ("CH-116", "[Date \"?\"]", Must, Some("????.??.??")),
    ("CH-116", "[Date \"1993.?.?\"]", Must, Some("1993.??.??")),
    ("CH-116", "[Date \"199?.??.??\"]", Advice, None),
    ("CH-118", "[Round \"\"]", Must, Some("?")),
    ("CH-118", "[Round \"n/a\"]", Must, Some("-")),
    ("CH-119", "[Round \"\"]", Must, Some("?")),
    ("CH-120", "[Round \"3-1\"]", Must, None),
    ("CH-120", "[Round \"3.\"]", Must, None),
    ("CH-120", "[Round \"3.a\"]", Must, None),
    ("CH-123", "[White \"Tal Mikhail N.\"]", Advice, None),
    (
        "CH-123",
        "[White \"Tal,Mikhail\"]",
        Must,
        Some("Tal, Mikhail"),
    ),
    ("CH-125", "[White \"Tal,M.\"]", Must, Some("Tal, M.")),
    ("CH-126", "[White \"Tal, M N\"]", Must, Some("Tal, M. N.")),
    ("CH-127", "[White \"\"]", Must, Some("?")),
    ("CH-127", "[White \"NN\"]", Must, Some("?")),
    ("CH-129", "[White \"Smith:Jones\"]", Must, None),
    (
        "CH-130",
        "[White \"Rybka\"]\n[WhiteType \"program\"]",
        Advice,
        None,
    ),
    ("CH-135", "[Result \"1:0\"]", Must, Some("1-0")),
    ("CH-135", "[Result \"+/-\"]", Must, None),
    ("CH-135", "[Result \"1 - 0\"]", Must, Some("1-0")),
    ("CH-137", "[Result \"1/2\"]", Must, Some("1/2-1/2")),
    ("CH-137", "[Result \"0.5-0.5\"]", Must, Some("1/2-1/2")),
    ("CH-137", "[Result \"½-½\"]", Must, Some("1/2-1/2")),
    ("CH-138", "[Result \"?\"]", Must, Some("*")),
    ("CH-138", "[Result \"-\"]", Must, None),
    ("CH-139", "[Result \"1-O\"]", Must, Some("1-0")),
    ("CH-139", "[Result \"O-1\"]", Must, Some("0-1")),
    (
        "CH-219",
        "[White \"Jones:Smith:Zacharias\"]\n[WhiteTitle \"IM\"]",
        Must,
        None,
    ),
    (
        "CH-219",
        "[White \"Jones:Smith\"]\n[WhiteFideId \"1\"]",
        Must,
        None,
    ),
    (
        "CH-221",
        "[White \"Jones:Smith:Zacharias\"]\n[WhiteTitle \"IM::GM\"]",
        Must,
        None,
    ),
    (
        "CH-219",
        "[White \"Jones:Smith\"]\n[WhiteElo \"\"]",
        Must,
        None,
    ),
    ("CH-222", "[WhiteTitle \"gm\"]", Must, Some("GM")),
    ("CH-222", "[WhiteTitle \"Grandmaster\"]", Must, Some("GM")),
    ("CH-222", "[WhiteTitle \"\"]", Must, None),
    ("CH-222", "[WhiteTitle \"WGM\"]", Advice, None),
    ("CH-223", "[WhiteElo \"2785.5\"]", Must, None),
    ("CH-223", "[WhiteElo \"+2785\"]", Must, Some("2785")),
    ("CH-223", "[WhiteElo \"FIDE 2785\"]", Must, None),
    ("CH-224", "[BlackElo \"0\"]", Must, None),
    ("CH-224", "[BlackElo \"unrated\"]", Must, Some("-")),
    ("CH-225", "[WhiteUSCF \"expert\"]", Must, None),
    ("CH-228", "[BlackNA \"\"]", Must, None),
    ("CH-229", "[WhiteType \"computer\"]", Must, Some("program")),
    ("CH-229", "[WhiteType \"Human\"]", Must, Some("human")),
    ("CH-230", "[EventDate \"1992\"]", Must, Some("1992.??.??")),
    ("CH-236", "[Board \"A\"]", Must, None),
    ("CH-236", "[Board \"3.1\"]", Must, None),
    ("CH-128", "[White \" Tal \"]", Must, Some("Tal")),
    ("CH-128", "[White \"Jones: Smith\"]", Must, None),
    ("CH-224", "[BlackElo \"?\"]", Must, None),
    ("CH-224", "[BlackElo \"unknown\"]", Must, None),
    ("CH-241", "[ECO \"?\"]", Must, None),
    ("CH-241", "[ECO \"F00\"]", Must, None),
    ("CH-241", "[ECO \"B9\"]", Must, None),
    ("CH-241", "[ECO \"b97\"]", Must, Some("B97")),
    ("CH-241", "[ECO \"B97a\"]", Must, None),
    ("CH-241", "[ECO \"B97/1\"]", Must, None),
    ("CH-244", "[Time \"13:45\"]", Must, None),
    ("CH-244", "[Time \"1:45 pm\"]", Must, None),
    ("CH-244", "[Time \"24:60:00\"]", Must, None),
    ("CH-244", "[Time \"1:45:00 pm\"]", Must, Some("13:45:00")),
    ("CH-244", "[Time \"??:??:??\"]", Advice, None),
    ("CH-245", "[UTCTime \"18:48:40Z\"]", Must, Some("18:48:40")),
    (
        "CH-246",
        "[UTCDate \"2012-09-29\"]",
        Must,
        Some("2012.09.29"),
    ),
    ("CH-247", "[TimeControl \"\"]", Must, None),
    ("CH-248", "[TimeControl \"40/7200,3600\"]", Must, None),
    ("CH-252", "[TimeControl \"unknown\"]", Must, Some("?")),
    ("CH-253", "[TimeControl \"40/7200:?\"]", Advice, None),
    ("CH-254", "[TimeControl \"none\"]", Must, Some("-")),
    ("CH-255", "[TimeControl \"40/7200:-\"]", Advice, None),
    ("CH-256", "[TimeControl \"40/2h30\"]", Must, None),
    ("CH-256", "[TimeControl \"9000/\"]", Must, None),
    ("CH-256", "[TimeControl \"/9000\"]", Must, None),
    ("CH-257", "[TimeControl \"5m\"]", Must, None),
    ("CH-257", "[TimeControl \"5:00\"]", Must, None),
    ("CH-258", "[TimeControl \"3600:40/7200\"]", Must, None),
    ("CH-259", "[TimeControl \"5|3\"]", Must, None),
    ("CH-259", "[TimeControl \"300+\"]", Must, None),
    ("CH-260", "[TimeControl \"900+30:40/7200\"]", Must, None),
    (
        "CH-260",
        "[TimeControl \"40/5400+30:1800+30\"]",
        Advice,
        None,
    ),
    ("CH-261", "[TimeControl \"180*\"]", Must, None),
    ("CH-261", "[TimeControl \"* 180\"]", Must, None),
    ("CH-261", "[TimeControl \"*\"]", Must, None),
    ("CH-262", "[TimeControl \"*180:300\"]", Must, None),
    ("CH-264", "[TimeControl \"gong\"]", Must, None),
    ("CH-265", "[SetUp \"2\"]", Must, None),
    ("CH-265", "[SetUp \"yes\"]", Must, None),
    ("CH-265", "[SetUp \"\"]", Must, None),
    (
        "CH-270",
        "[Termination \"White won by resignation\"]",
        Advice,
        None,
    ),
    (
        "CH-276",
        "[Termination \"rules_infraction\"]",
        Must,
        Some("rules infraction"),
    ),
    (
        "CH-277",
        "[Termination \"timeforfeit\"]",
        Must,
        Some("time forfeit"),
    ),
    ("CH-279", "[Annotator \"Kasparov & Keene\"]", Must, None),
    ("CH-285", "[PlyCount \"many\"]", Must, None),
];

#[test]
fn canonical_values_have_no_fault() {
    for (id, pairs) in PROPER {
        assert_eq!(faults(pairs), [], "{id}: {pairs}");
    }
}

#[test]
fn faults_are_told_by_their_requirement() {
    for (id, pairs, degree, canonical) in FAULTY {
        let faults = faults(pairs);
        let reported = faults
            .iter()
            .find(|found| found.requirement == Some(id) || found.fault.requirements.contains(id));
        let reported = reported.unwrap_or_else(|| panic!("{id}: {pairs}: {faults:?}"));
        let demanded = |degree| degree >= Must;
        assert_eq!(
            demanded(reported.fault.degree),
            demanded(*degree),
            "{id}: {pairs}"
        );
        let unreadable = reported.fault.degree == Degree::Unreadable;
        assert!(!unreadable || canonical.is_none(), "{id}: {pairs}");
        assert_eq!(
            reported.fault.canonical.as_deref(),
            *canonical,
            "{id}: {pairs}"
        );
    }
}

/// CH-122, CH-128: which name comes first cannot be decided without knowing the person.
#[test]
fn undecidable_values_are_not_reported() {
    for pairs in ["[White \"Mikhail Tal\"]", "[White \"Jones, Smith\"]"] {
        assert_eq!(faults(pairs), [], "{pairs}");
    }
}

/// CH-220: the entries are in the order of the players.
#[test]
fn entries_are_checked_one_by_one() {
    let found = faults("[White \"Jones:Smith\"]\n[WhiteElo \"2400:+2500\"]");
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].tag, found[0].fault.at), (1, 5));
    assert_eq!(found[0].fault.canonical.as_deref(), Some("2400:2500"));
}

/// CH-250, CH-263
#[test]
fn time_controls_go_on() {
    let control: TimeControl = "40/7200:*181".parse().expect("two periods");
    assert_eq!(
        control.period(0).time(),
        Some(std::time::Duration::from_secs(7200))
    );
    let half = std::time::Duration::from_millis(90_500);
    assert_eq!(control.period(7).time(), Some(half));
    assert_eq!(Period::Unknown.time(), None);
}

/// CH-I25: a question mark for any digit; but some day must be left.
#[test]
fn dates_of_which_digits_are_known() {
    for (text, possible) in [
        ("199?.0?.3?", true),
        ("????.02.29", true),
        ("19?1.02.29", false),
        ("1993.02.29", false),
        ("199?.02.29", true),
        ("1993.??.31", true),
        ("1993.?2.31", true),
        ("1993.0?.32", false),
        ("1993.2?.01", false),
        ("1993.??.4?", false),
        ("2000.02.3?", false),
    ] {
        assert_eq!(text.parse::<Date>().is_ok(), possible, "{text}");
    }
}

/// Dates that begin with the day, where that is clear.
#[test]
fn days_first() {
    for (text, written) in [
        ("31.12.1992", Some("1992.12.31")),
        ("5.6.1992", Some("1992.06.05")),
        ("??.6.1992", Some("1992.06.??")),
        ("31/12/1992", Some("1992.12.31")),
        ("12/31/1992", Some("1992.12.31")),
        ("7-7-1992", Some("1992.07.07")),
        ("7-8-1992", None),
        ("19921231", Some("1992.12.31")),
        ("1992.00.00", Some("1992.??.??")),
        ("1992.0?.??", Some("1992.0?.??")),
        ("1992.12.", None),
        ("1992..12", None),
        ("1.2.3", None),
    ] {
        let date = text.parse::<Date>().ok().map(|date| date.to_string());
        assert_eq!(date.as_deref(), written, "{text}");
    }
}

#[test]
fn what_both_types_of_date_read_they_read_alike() {
    for text in [
        "1992.08.31",
        "1992-8-3",
        "1992/08",
        "1992",
        "19920831",
        "199?.??.??",
    ] {
        let date: Date = text.parse().expect(text);
        assert_eq!(date.partial(), crate::PartialDate::parse(text), "{text}");
    }
}

/// What is read is written so that it is read as the same and written alike, and no offset is beyond
/// the value.
fn holds<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr<Err = ValueError> + Display + PartialEq + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = value.to_string();
            let again = written.parse::<T>();
            prop_assert_eq!(again.map(|again| again.to_string()), Ok(written));
        }
        Err(error) => prop_assert!(error.at() <= text.len(), "{error}"),
    }
    Ok(())
}

const FORMS: [Form; 20] = [
    Form::Event,
    Form::Site,
    Form::Date,
    Form::Time,
    Form::UtcTime,
    Form::Round,
    Form::Names,
    Form::Result,
    Form::Title,
    Form::Elo,
    Form::Rating,
    Form::Address,
    Form::PlayerType,
    Form::Eco,
    Form::TimeControl,
    Form::SetUp,
    Form::Termination,
    Form::Mode,
    Form::Number,
    Form::Text,
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[0-9?./:,;& *+|xXOAaBbEeGgMmNnPpIi½Ω-]{0,14}|.{0,12}") {
        holds::<Date>(&text)?;
        holds::<Time>(&text)?;
        holds::<Round>(&text)?;
        holds::<Names>(&text)?;
        holds::<Rating>(&text)?;
        holds::<Title>(&text)?;
        holds::<PlayerType>(&text)?;
        holds::<Eco>(&text)?;
        holds::<TimeControl>(&text)?;
        holds::<SetUp>(&text)?;
        holds::<ResultValue>(&text)?;
    }

    /// A canonical form that is offered does not have the same fault, and an offset is a position in the value.
    #[test]
    fn what_is_offered_is_better(text in "[0-9?./:,;& *+|xXOAaBbEeGgMmNnPpIi½Ω-]{0,14}|.{0,12}", players in 1usize..4) {
        for form in FORMS {
            for fault in form.check_entries(&text, players) {
                prop_assert!(text.is_char_boundary(fault.at), "{form:?}: {fault:?}");
                if let (Some(canonical), 1) = (&fault.canonical, players) {
                    let left = form.check(canonical);
                    prop_assert!(left.iter().all(|left| left.message != fault.message), "{form:?}: {fault:?}: {left:?}");
                }
            }
        }
    }
}
