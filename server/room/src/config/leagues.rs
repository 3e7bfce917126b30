//! Leagues: the built-in ones, and the operator's own files, which replace
//! them. `cardroom_tournament::league` computes standings.

use super::mistakes::{Mistakes, in_plain_words};
use super::rules::is_built_in_league;
use super::{Config, ConfigError};
use crate::announced::{SeasonTerms, season_at};
use cardroom_rules::{Cents, Library, Millis};
use cardroom_tournament::league::{League, LeagueTie};
use cardroom_tournament::prizes::{Formula, FormulaError, Scored};
use jiff::civil::{self, Date};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml::value::Datetime;

/// The leagues of a room, by their ids.
pub type Leagues = BTreeMap<String, Arc<LeagueTerms>>;

/// A league, as its file defines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeagueTerms {
    /// The points, and which results count.
    pub league: League,
    /// The id of the rulebook for its tournaments; `None` for their own.
    pub rulebook: Option<String>,
    /// Players attest to be of this age; 0 for any.
    pub min_age: u8,
    /// The names of those who may enter; empty for all.
    pub members: Vec<String>,
    /// Its seasons, earliest first.
    pub seasons: Vec<SeasonTerms>,
}

/// The file of a league.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeagueFile {
    id: String,
    name: String,
    points: Formula,
    #[serde(default)]
    best_nights: u32,
    #[serde(default)]
    least_nights: u32,
    #[serde(default)]
    ties: Vec<LeagueTie>,
    #[serde(default)]
    present: bool,
    disqualified: Option<PointsWithoutPlace>,
    rulebook: Option<String>,
    #[serde(default)]
    min_age: u8,
    #[serde(default)]
    members: Vec<String>,
    #[serde(default)]
    seasons: Vec<SeasonFile>,
}

/// Points for players whose place does not count: a number, or a formula without `place`.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
struct PointsWithoutPlace(Formula);

/// Points as people write them in a file.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number of points, or a formula such as \"entrants / 10\""
)]
enum Written {
    Whole(u32),
    Decimal(f64),
    Formula(String),
}

impl TryFrom<Written> for PointsWithoutPlace {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let text = match written {
            Written::Whole(points) => points.to_string(),
            Written::Decimal(points) => points.to_string(),
            Written::Formula(text) => text,
        };
        let formula: Formula = text.parse().map_err(|error: FormulaError| error.to_string())?;
        if text.trim_start().starts_with('-') {
            return Err("points are not below 0".to_owned());
        }
        if formula.names_place() {
            return Err(
                "the place of a disqualified player does not count; leave out \"place\"".to_owned()
            );
        }
        Ok(Self(formula))
    }
}

/// A season in the file of a league.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeasonFile {
    id: String,
    name: String,
    from: Day,
    until: Day,
}

/// A day: a date of TOML, or a text, because other formats have no dates.
#[derive(Deserialize)]
#[serde(try_from = "toml::Value")]
struct Day(Datetime);

impl TryFrom<toml::Value> for Day {
    type Error = String;

    fn try_from(written: toml::Value) -> Result<Self, String> {
        match written {
            toml::Value::Datetime(date) => Ok(Self(date)),
            toml::Value::String(text) => {
                let wrong = |_| format!("\"{text}\" is no day such as 2026-09-01");
                text.parse().map(Self).map_err(wrong)
            }
            other => Err(format!("{other} is no day such as 2026-09-01")),
        }
    }
}

/// The longest id or name of a league or season, because messages contain them.
const MOST_CHARS: usize = 40;

const DAY: Millis = Millis(86_400_000);

impl Config {
    /// Returns the leagues of the room: the built-in ones, and those of `server.rules_dir`, which
    /// replace built-in ones of the same name.
    ///
    /// # Errors
    /// A file cannot be read or used, or the schedule names an unknown league.
    pub fn leagues(&self, library: &Library) -> Result<Leagues, ConfigError> {
        let mut leagues = Leagues::new();
        let mut mistakes = Mistakes::default();
        for (name, text) in self.league_texts()? {
            let key = format!("leagues/{name}.toml");
            match LeagueTerms::of_file(&text, library) {
                Err(reason) => mistakes.add(key, reason),
                Ok(terms) => {
                    let id = terms.league.id.clone();
                    if leagues.insert(id.clone(), Arc::new(terms)).is_some() {
                        mistakes.add(key, format!("there is another league \"{id}\""));
                    }
                }
            }
        }
        for (index, scheduled) in self.tournaments.iter().enumerate() {
            if let Some(league) = scheduled.league.as_ref().filter(|id| !leagues.contains_key(*id))
            {
                let is_off = !self.server.builtin_leagues && is_built_in_league(league);
                let why = if is_off { ", because server.builtin_leagues is false" } else { "" };
                mistakes.add(
                    format!("tournaments[{index}].league"),
                    format!("there is no league \"{league}\"{why}"),
                );
            }
        }
        mistakes.finish(leagues)
    }
}

impl LeagueTerms {
    /// Reads the file of a league.
    fn of_file(text: &str, library: &Library) -> Result<Self, String> {
        let terms = check(parse(text)?, library)?;
        match terms.seasons.is_empty() {
            true => Err("seasons: a league has at least one".to_owned()),
            false => Ok(terms),
        }
    }

    /// Reads the file of a league that is made while the room is open. It may have no season yet.
    ///
    /// # Errors
    /// The file cannot be read or used. The text names the key.
    pub fn made(text: &str, library: &Library) -> Result<Self, String> {
        check(parse(text)?, library)
    }

    /// Returns the season with this id. Without an id, returns the current season or else the last
    /// one that has begun.
    #[must_use]
    pub fn season(&self, id: Option<&str>, now: Millis) -> Option<&SeasonTerms> {
        match id {
            Some(id) => self.seasons.iter().find(|season| season.id == id),
            None => self.seasons.iter().rfind(|season| season.from <= now),
        }
    }

    /// Returns the season that a tournament starting at this time counts for.
    #[must_use]
    pub fn season_at(&self, at: Millis) -> Option<&SeasonTerms> {
        season_at(&self.seasons, at)
    }

    /// Returns `true` if a player with this name may enter.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let folded = name.to_lowercase();
        self.members.is_empty() || self.members.iter().any(|member| member.to_lowercase() == folded)
    }
}

fn parse(text: &str) -> Result<LeagueTerms, String> {
    let file: LeagueFile =
        toml::from_str(text).map_err(|error| in_plain_words(&error.to_string()))?;
    let seasons = file.seasons.into_iter().map(|season| {
        let (from, until) = (day(&season.from.0)?, day(&season.until.0)?);
        let SeasonFile { id, name, .. } = season;
        Ok(SeasonTerms { id, name, from, until: until + DAY })
    });
    Ok(LeagueTerms {
        seasons: seasons.collect::<Result<_, String>>()?,
        league: League {
            id: file.id,
            name: file.name,
            points: file.points,
            best_nights: file.best_nights,
            least_nights: file.least_nights,
            ties: file.ties,
            present: file.present,
            disqualified: file.disqualified.map(|points| points.0),
        },
        rulebook: file.rulebook,
        min_age: file.min_age,
        members: file.members,
    })
}

fn check(mut terms: LeagueTerms, library: &Library) -> Result<LeagueTerms, String> {
    is_id("id", &terms.league.id)?;
    is_name("name", &terms.league.name)?;
    if let Some(book) = terms.rulebook.as_deref().filter(|book| library.rulebook(book).is_none()) {
        return Err(format!("rulebook: there is no rulebook \"{book}\""));
    }
    terms.seasons.sort_by_key(|season| season.from);
    let mut ids = BTreeSet::new();
    for season in &terms.seasons {
        is_id("seasons.id", &season.id)?;
        is_name("seasons.name", &season.name)?;
        if season.until <= season.from {
            return Err(format!("seasons: \"{}\" ends before it begins", season.id));
        }
        if !ids.insert(&season.id) {
            return Err(format!("seasons: there are two \"{}\"", season.id));
        }
    }
    for pair in terms.seasons.windows(2) {
        let [one, other] = pair else { continue };
        if other.from < one.until {
            return Err(format!("seasons: \"{}\" begins within \"{}\"", other.id, one.id));
        }
    }
    // Finds a formula that fails for some place now, rather than on the night.
    for entrants in [1, 2, 3, 9, 10, 27, 100, 1_000, 10_000] {
        for place in (1..=entrants.min(200)).chain([entrants]) {
            for knocked_out in [0, entrants - 1] {
                let scored = Scored { place, entrants, buy_in: Cents(1_000), knocked_out };
                let League { points, disqualified, .. } = &terms.league;
                points.points(&scored).map_err(|error| format!("points: {error}"))?;
                let points = disqualified.as_ref().map(|formula| formula.points(&scored));
                points.transpose().map_err(|error| format!("disqualified: {error}"))?;
            }
        }
    }
    Ok(terms)
}

fn is_id(key: &str, id: &str) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if (1..=MOST_CHARS).contains(&id.len()) && id.chars().all(fits) {
        return Ok(());
    }
    Err(format!("{key}: \"{id}\" is not of 1 to {MOST_CHARS} lower-case letters, digits and \"-\""))
}

fn is_name(key: &str, name: &str) -> Result<(), String> {
    let fits = (1..=MOST_CHARS).contains(&name.trim().chars().count());
    if fits && !name.chars().any(char::is_control) {
        return Ok(());
    }
    Err(format!("{key}: a name has 1 to {MOST_CHARS} characters"))
}

/// Parses a day to its first moment, in UTC.
fn day(date: &Datetime) -> Result<Millis, String> {
    let wrong = || format!("seasons: \"{date}\" is no day such as 2026-09-01");
    let (Some(day), None, None) = (date.date, date.time, date.offset) else { return Err(wrong()) };
    let day: Date = day.to_string().parse().map_err(|_| wrong())?;
    let since_1970 = day.duration_since(civil::date(1970, 1, 1));
    u64::try_from(since_1970.as_millis()).map(Millis).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Overrides;

    const LEAGUE: &str = r#"
        id = "l"
        name = "League"
        points = "entrants - place"
        best_nights = 3
        ties = ["wins"]
        members = ["Ada", "Žofie"]
        [[seasons]]
        id = "two"
        name = "Two"
        from = 2026-07-01
        until = 2026-12-31
        [[seasons]]
        id = "one"
        name = "One"
        from = 2026-01-01
        until = 2026-06-30
    "#;

    fn checked(text: &str) -> Result<LeagueTerms, String> {
        let library = Config::default().library().unwrap();
        LeagueTerms::of_file(text, &library)
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (text, seconds) in [
            ("1970-01-01", 0),
            ("2000-02-29", 951_782_400),
            ("2000-03-01", 951_868_800),
            ("2026-11-21", 1_795_219_200),
            ("2100-03-01", 4_107_542_400),
        ] {
            assert_eq!(day(&text.parse().unwrap()), Ok(Millis::seconds(seconds)), "{text}");
        }
        assert!(day(&"2026-11-21T10:00:00Z".parse().unwrap()).is_err());
    }

    #[test]
    fn a_moment_is_in_the_season_of_its_day() {
        let terms = checked(LEAGUE).unwrap();
        let at = |text: &str| day(&text.parse().unwrap()).unwrap();
        let of = |at| terms.season_at(at).map(|season| season.id.as_str());
        assert_eq!(of(at("2025-12-31")), None);
        assert_eq!(of(at("2026-01-01")), Some("one"));
        assert_eq!(of(Millis(at("2026-07-01").0 - 1)), Some("one"), "the last day belongs to it");
        assert_eq!(of(at("2026-07-01")), Some("two"));
        assert_eq!(of(at("2027-01-01")), None);
        let shown = |id, at| terms.season(id, at).map(|season| season.id.as_str());
        assert_eq!(shown(None, at("2027-03-01")), Some("two"), "the last one is shown after it");
        assert_eq!(shown(Some("one"), at("2027-03-01")), Some("one"));
        assert_eq!(shown(Some("three"), at("2027-03-01")), None);
        assert!(terms.takes("ada") && terms.takes("žofie") && !terms.takes("Eve"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (from, to, says) in [
            ("id = \"l\"", "id = \"The League\"", "The League"),
            ("entrants - place", "entrants -", "column"),
            ("entrants - place", "1 / (place - 3)", "divides by 0"),
            ("2026-06-30", "2026-07-02", "begins within"),
            ("2026-06-30", "2025-06-30", "ends before"),
            ("id = \"two\"", "id = \"one\"", "two \"one\""),
            ("2026-06-30", "\"soon\"", "soon"),
            ("best_nights", "best_night", "best_night"),
            ("[\"wins\"]", "[\"luck\"]", "luck"),
            ("best_nights = 3", "rulebook = \"hoyle\"", "hoyle"),
        ] {
            let error = checked(&LEAGUE.replace(from, to)).unwrap_err();
            assert!(error.contains(says), "{to}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_with_presence_and_disqualification_is_said_with_its_line() {
        for (wrong, says) in [
            ("present = \"yes\"", "expected a boolean"),
            ("present = 1", "expected a boolean"),
            ("disqualified = \"place\"", "leave out \"place\""),
            ("disqualified = \"min(1, 2 * place)\"", "leave out \"place\""),
            ("disqualified = \"-1\"", "not below 0"),
            ("disqualified = -0.5", "not below 0"),
            ("disqualified = -1", "not below 0"),
            ("disqualified = \"points\"", "points"),
            ("disqualified = true", "a number of points, or a formula"),
            ("disqualified = \"\"", "column 1"),
        ] {
            let error = checked(&LEAGUE.replace("best_nights = 3", wrong)).unwrap_err();
            assert!(error.contains(says) && error.contains("line 5"), "{wrong}: {error}");
        }
        let divides = LEAGUE.replace("best_nights = 3", "disqualified = \"1 / knocked_out\"");
        assert!(checked(&divides).unwrap_err().contains("disqualified: for place"));
        for (text, present, points) in [
            ("", false, None),
            ("present = true", true, None),
            ("disqualified = 2", false, Some("2")),
            ("disqualified = 0.25", false, Some("0.25")),
            ("disqualified = \"entrants / 10\"", false, Some("entrants / 10")),
        ] {
            let terms = checked(&LEAGUE.replace("best_nights = 3", text)).unwrap();
            assert_eq!(terms.league.present, present, "{text}");
            let disqualified = terms.league.disqualified.as_ref();
            assert_eq!(disqualified.map(Formula::text), points, "{text}");
        }
    }

    #[test]
    fn the_built_in_leagues_can_be_used() {
        let config = Config::default();
        let leagues = config.leagues(&config.library().unwrap()).unwrap();
        assert!(leagues.contains_key("house-league"));
    }

    #[test]
    fn a_scheduled_tournament_for_a_built_in_league_that_is_off_is_a_mistake_with_its_reason() {
        let text = "[server]\nbuiltin_leagues = false\n[[tournaments]]\nname = \"Nightly\"\n\
                    structure = \"nightly-freezeout\"\nleague = \"LEAGUE\"\n";
        let mistake = |league: &str| {
            let text = text.replace("LEAGUE", league);
            let config = Config::load_text("test", &text, [], &Overrides::default()).unwrap();
            config.leagues(&config.library().unwrap()).unwrap_err().to_string()
        };
        let off = "tournaments[0].league: there is no league \"house-league\", because \
                   server.builtin_leagues is false";
        assert_eq!(mistake("house-league"), off);
        assert_eq!(mistake("other"), "tournaments[0].league: there is no league \"other\"");
    }
}
