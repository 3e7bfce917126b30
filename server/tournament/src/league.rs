//! A league season: points for every night, of which the best count, and the ranking. A formula
//! computes the points of a night (see `prizes`). The schedule of nights is not part of this
//! module.

use crate::prizes::{Formula, FormulaError, Points, Scored};
use cardroom_rules::{Cents, PlayerId};
use serde::{Deserialize, Serialize};
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// The terms of a season, as in its file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct League {
    pub id: String,
    pub name: String,
    /// The points for a night.
    pub points: Formula,
    /// Number of nights that count for each player, the best ones. 0 counts all nights.
    #[serde(default)]
    pub best_nights: u32,
    /// A player with fewer nights has no rank.
    #[serde(default)]
    pub least_nights: u32,
    /// Tie breakers for equal points, in order. Players who are equal in all of
    /// them share the rank.
    #[serde(default)]
    pub ties: Vec<LeagueTie>,
    /// Whether an entry scores only if it was present in a hand.
    #[serde(default)]
    pub present: bool,
    /// The points of a disqualified player, whatever the place; 0 if `None`.
    #[serde(default)]
    pub disqualified: Option<Formula>,
}

/// A tie breaker for equal points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeagueTie {
    Wins,
    /// Better places: more first places, then more second places, and so on.
    Places,
    BestNight,
    KnockedOut,
    FewerNights,
}

/// A night of the season: one tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Night {
    /// Number of entries, not of players.
    pub entrants: u32,
    /// The part of an entry's price that goes to the prize pool.
    pub buy_in: Cents,
    /// Finishes of all entries. If a player has several, the best one counts.
    pub finishes: Vec<NightFinish>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NightFinish {
    pub player: PlayerId,
    /// The first place is 1. `None` if it was taken away from a disqualified player.
    pub place: Option<u32>,
    pub knocked_out: u32,
    /// Present in a hand.
    pub sat: bool,
    pub disqualified: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Season {
    /// Counted from 1. `None` if the player has played too few nights.
    pub rank: Option<u32>,
    pub player: PlayerId,
    /// The total of the nights that count.
    pub points: Points,
    pub knocked_out: u32,
    /// Every night played, best first.
    pub nights: Vec<SeasonNight>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeasonNight {
    /// Index of the night, from 0.
    pub night: usize,
    /// `None` if it was taken away.
    pub place: Option<u32>,
    pub points: Points,
    pub counts: bool,
}

/// One player's points for a night.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ScoredFinish {
    pub player: PlayerId,
    /// The first place is 1. `None` if it was taken away.
    pub place: Option<u32>,
    pub knocked_out: u32,
    pub points: Points,
}

impl League {
    /// Returns the season of every player after these nights, best first.
    /// Unranked players come last.
    ///
    /// # Errors
    /// If the formula has no value for one of the results.
    pub fn ranking(&self, nights: &[Night]) -> Result<Vec<Season>, FormulaError> {
        let scored = nights.iter().map(|night| self.score(night));
        Ok(self.standings(&scored.collect::<Result<Vec<_>, FormulaError>>()?))
    }

    /// Returns the points of a night, one line for each player who scores.
    ///
    /// # Errors
    /// If the formula has no value for one of the results.
    pub fn score(&self, night: &Night) -> Result<Vec<ScoredFinish>, FormulaError> {
        let Night { entrants, buy_in, .. } = *night;
        let mut scored = Vec::new();
        for finish in night.of_players(self.present) {
            let NightFinish { player, place, knocked_out, .. } = finish;
            // The formula for disqualified players does not name the place.
            let formula =
                if finish.disqualified { self.disqualified.as_ref() } else { Some(&self.points) };
            let place_to_score = place.unwrap_or(entrants);
            let result = Scored { place: place_to_score, entrants, buy_in, knocked_out };
            let points = formula.map(|formula| formula.points(&result)).transpose()?;
            let points = points.unwrap_or_default();
            scored.push(ScoredFinish { player, place, knocked_out, points });
        }
        Ok(scored)
    }

    /// Returns the seasons after nights that are already scored, best first.
    /// Unranked players come last.
    #[must_use]
    pub fn standings(&self, nights: &[Vec<ScoredFinish>]) -> Vec<Season> {
        let mut seasons: BTreeMap<PlayerId, Season> = BTreeMap::new();
        for (number, night) in nights.iter().enumerate() {
            for &ScoredFinish { player, place, knocked_out, points } in night {
                let season = seasons.entry(player).or_insert_with(|| Season::new(player));
                season.knocked_out = season.knocked_out.saturating_add(knocked_out);
                season.nights.push(SeasonNight { night: number, place, points, counts: false });
            }
        }
        let mut seasons: Vec<Season> = seasons.into_values().collect();
        seasons.iter_mut().for_each(|season| season.count(self.best_nights));
        seasons.sort_by(|one, other| self.compare(one, other).then(one.player.cmp(&other.player)));
        self.rank(&mut seasons);
        seasons
    }

    fn rank(&self, seasons: &mut [Season]) {
        let mut rank = 1;
        for group in seasons.chunk_by_mut(|one, other| self.compare(one, other).is_eq()) {
            let sharing = u32::try_from(group.len()).unwrap_or(u32::MAX);
            for season in group {
                season.rank = self.is_ranked(season).then_some(rank);
            }
            rank += sharing;
        }
    }

    fn is_ranked(&self, season: &Season) -> bool {
        usize::try_from(self.least_nights).is_ok_and(|least| season.nights.len() >= least)
    }

    fn compare(&self, one: &Season, other: &Season) -> Ordering {
        let ranked = self.is_ranked(other).cmp(&self.is_ranked(one));
        let points = ranked.then(other.points.cmp(&one.points));
        self.ties.iter().fold(points, |so_far, tie| so_far.then_with(|| tie.compare(one, other)))
    }
}

impl Night {
    /// Returns the best place of each player, with the knockouts of all their entries, or only of
    /// those that were present in a hand.
    fn of_players(&self, present: bool) -> impl Iterator<Item = NightFinish> {
        let mut players: BTreeMap<PlayerId, NightFinish> = BTreeMap::new();
        for finish in self.finishes.iter().filter(|finish| finish.sat || !present) {
            let new = NightFinish { place: None, knocked_out: 0, ..*finish };
            let best = players.entry(finish.player).or_insert(new);
            best.place = best.place.into_iter().chain(finish.place).min();
            best.knocked_out = best.knocked_out.saturating_add(finish.knocked_out);
            best.disqualified |= finish.disqualified;
        }
        players.into_values()
    }
}

impl Season {
    fn new(player: PlayerId) -> Self {
        let points = Points::default();
        Self { rank: None, player, points, knocked_out: 0, nights: Vec::new() }
    }

    /// Sorts the nights, best first, and marks the first `best_nights` as counting.
    fn count(&mut self, best_nights: u32) {
        let place = |night: &SeasonNight| night.place.unwrap_or(u32::MAX);
        self.nights.sort_by_key(|night| (Reverse(night.points), place(night), night.night));
        let counted = match best_nights {
            0 => usize::MAX,
            best => usize::try_from(best).unwrap_or(usize::MAX),
        };
        for night in self.nights.iter_mut().take(counted) {
            night.counts = true;
            self.points = Points(self.points.0.saturating_add(night.points.0));
        }
    }

    fn wins(&self) -> usize {
        self.nights.iter().filter(|night| night.place == Some(1)).count()
    }

    fn places(&self) -> Vec<u32> {
        let mut places: Vec<u32> = self.nights.iter().filter_map(|night| night.place).collect();
        places.sort_unstable();
        places
    }
}

impl LeagueTie {
    fn compare(self, one: &Season, other: &Season) -> Ordering {
        match self {
            Self::Wins => other.wins().cmp(&one.wins()),
            Self::Places => by_places(&one.places(), &other.places()),
            Self::BestNight => {
                let best = |season: &Season| season.nights.iter().map(|night| night.points).max();
                best(other).cmp(&best(one))
            }
            Self::KnockedOut => other.knocked_out.cmp(&one.knocked_out),
            Self::FewerNights => one.nights.len().cmp(&other.nights.len()),
        }
    }
}

/// Compares sorted places at the first difference, where the better place wins. If one list
/// continues the other, the longer list wins.
fn by_places(one: &[u32], other: &[u32]) -> Ordering {
    let differs = one.iter().zip(other).map(|(one, other)| one.cmp(other)).find(|o| o.is_ne());
    differs.unwrap_or_else(|| other.len().cmp(&one.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn league(points: &str, more: &str) -> League {
        let json = format!(r#"{{"id":"spring","name":"Spring","points":"{points}"{more}}}"#);
        serde_json::from_str(&json).unwrap()
    }

    /// A night with these players in order of place.
    fn night(players: &[u64]) -> Night {
        let finish = |(place, player): (u32, &u64)| NightFinish {
            player: PlayerId(*player),
            place: Some(place),
            knocked_out: 0,
            sat: true,
            disqualified: false,
        };
        let finishes = (1..).zip(players).map(finish).collect();
        Night { entrants: u32::try_from(players.len()).unwrap(), buy_in: Cents(500), finishes }
    }

    fn ranks(league: &League, nights: &[Night]) -> Vec<(Option<u32>, u64, u64)> {
        let seasons = league.ranking(nights).unwrap();
        seasons.iter().map(|season| (season.rank, season.player.0, season.points.0)).collect()
    }

    const TABLE: &str = "nth(place, 10, 6, 4, 1)";

    #[test]
    fn the_best_nights_count() {
        let nights = [night(&[1, 2, 3]), night(&[2, 1, 3]), night(&[2, 3, 1])];
        let all = league(TABLE, "");
        assert_eq!(
            ranks(&all, &nights),
            [(Some(1), 2, 2_600), (Some(2), 1, 2_000), (Some(3), 3, 1_400)]
        );
        let two = league(TABLE, r#","best_nights":2"#);
        assert_eq!(
            ranks(&two, &nights),
            [(Some(1), 2, 2_000), (Some(2), 1, 1_600), (Some(3), 3, 1_000)]
        );
        let season = &two.ranking(&nights).unwrap()[1];
        let counted: Vec<_> =
            season.nights.iter().map(|n| (n.night, n.points.0, n.counts)).collect();
        assert_eq!(counted, [(0, 1_000, true), (1, 600, true), (2, 400, false)]);
    }

    #[test]
    fn equal_points_share_a_rank_unless_something_decides() {
        // Ten points each: one win, or two third and two fourth places.
        let nights = [
            night(&[1, 9, 2, 8]),
            night(&[8, 9, 2, 7]),
            night(&[8, 9, 7, 2]),
            night(&[8, 9, 7, 2]),
        ];
        let shared = league(TABLE, "");
        let ten = |league: &League| -> Vec<_> {
            let ranks = ranks(league, &nights);
            ranks.into_iter().filter(|(_, _, points)| *points == 1_000).collect()
        };
        assert_eq!(ten(&shared), [(Some(3), 1, 1_000), (Some(3), 2, 1_000)]);
        let wins = league(TABLE, r#","ties":["wins"]"#);
        assert_eq!(ten(&wins), [(Some(3), 1, 1_000), (Some(4), 2, 1_000)]);
        let fewer = league(TABLE, r#","ties":["fewer_nights"]"#);
        assert_eq!(ten(&fewer), [(Some(3), 1, 1_000), (Some(4), 2, 1_000)]);
        let knocked_out = league(TABLE, r#","ties":["knocked_out","best_night"]"#);
        assert_eq!(ten(&knocked_out), [(Some(3), 1, 1_000), (Some(4), 2, 1_000)]);
        assert_eq!(ranks(&shared, &nights).last().unwrap().0, Some(5), "two share third");
    }

    #[test]
    fn better_places_first_by_first() {
        assert_eq!(by_places(&[1, 3], &[1, 2, 9]), Ordering::Greater);
        assert_eq!(by_places(&[1, 2, 4], &[1, 2]), Ordering::Less);
        assert_eq!(by_places(&[2, 5], &[2, 5]), Ordering::Equal);
    }

    #[test]
    fn who_has_played_too_few_nights_has_no_rank() {
        let nights = [night(&[1, 2]), night(&[2, 3])];
        let two = league(TABLE, r#","least_nights":2"#);
        assert_eq!(ranks(&two, &nights), [(Some(1), 2, 1_600), (None, 1, 1_000), (None, 3, 600)]);
    }

    #[test]
    fn of_several_entries_the_best_counts_with_everybody_knocked_out() {
        let finish = |place, knocked_out| {
            let [first] = &night(&[1]).finishes[..] else { panic!("it has one player") };
            NightFinish { place: Some(place), knocked_out, ..*first }
        };
        let finishes = vec![finish(9, 1), finish(3, 2)];
        let night = Night { entrants: 9, buy_in: Cents(500), finishes };
        let league = league("entrants - place + knocked_out", "");
        assert_eq!(ranks(&league, &[night]), [(Some(1), 1, 900)]);
    }

    #[test]
    fn an_entry_that_never_sat_scores_nothing_if_the_league_says_so() {
        let mut nights = [night(&[1, 2, 3])];
        nights[0].finishes[1].sat = false;
        // The third player has another entry, which never sat, on a better place.
        nights[0].finishes.push(NightFinish { place: Some(2), ..nights[0].finishes[2] });
        nights[0].finishes[3].sat = false;
        let anybody = league(TABLE, "");
        assert_eq!(
            ranks(&anybody, &nights),
            [(Some(1), 1, 1_000), (Some(2), 2, 600), (Some(2), 3, 600)]
        );
        let present = league(TABLE, r#","present":true"#);
        assert_eq!(ranks(&present, &nights), [(Some(1), 1, 1_000), (Some(2), 3, 400)]);
    }

    #[test]
    fn who_is_disqualified_scores_what_the_league_says_or_nothing() {
        let mut nights = [night(&[1, 2, 3])];
        nights[0].finishes[0].disqualified = true;
        let silent = league(TABLE, "");
        assert_eq!(
            ranks(&silent, &nights),
            [(Some(1), 2, 600), (Some(2), 3, 400), (Some(3), 1, 0)]
        );
        let some = league(TABLE, r#","disqualified":"entrants - 2.5","ties":["wins","places"]"#);
        let scores = [(Some(1), 2, 600), (Some(2), 3, 400), (Some(3), 1, 50)];
        assert_eq!(ranks(&some, &nights), scores);
        // The floor took the place away.
        nights[0].finishes[0].place = None;
        assert_eq!(ranks(&some, &nights), scores);
        assert_eq!(some.ranking(&nights).unwrap()[2].wins(), 0);
    }

    #[test]
    fn a_formula_without_a_value_is_an_error() {
        let league = league("1 / (place - 1)", "");
        assert!(league.ranking(&[night(&[1, 2])]).is_err());
    }
}
