//! Corrections of results after the end: disqualifications, moves and deductions. The original
//! result is never overwritten. Places and points are recomputed from it, from the corrections, and
//! from the league the tournament counts for. The caller moves forfeited money.

use super::{KeptPlayer, KeptResults, winners};
use crate::announced::Counting;
use cardroom_rules::{Cents, Millis, PlayerId};
use cardroom_tournament::Attendance;
use cardroom_tournament::league::{League, Night, NightFinish};
use cardroom_tournament::prizes::FormulaError;
use cardroom_tournament::results::corrections::{self, Line};
pub use cardroom_tournament::results::corrections::{Change, Uncorrectable};
use serde::{Deserialize, Serialize};

/// A correction of a result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptCorrection {
    pub at: Millis,
    pub operator: u64,
    pub operator_name: String,
    pub player: PlayerId,
    pub change: Change,
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
}

/// The reason why a result is not corrected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CorrectionError {
    /// There is no such result or place.
    #[error(transparent)]
    Uncorrectable(#[from] Uncorrectable),
    /// The league's formula has no value for a player's result.
    #[error("The league's formula: {0}")]
    Formula(#[from] FormulaError),
}

impl KeptResults {
    /// Returns the player with this name, without regard to case.
    #[must_use]
    pub fn player_named(&self, name: &str) -> Option<PlayerId> {
        let folded = name.to_lowercase();
        let named = self.players.iter().find(|player| player.name.to_lowercase() == folded);
        named.map(|player| player.account)
    }

    /// Returns the results with one more correction.
    ///
    /// # Errors
    /// There is no such result or place. Nothing has changed in that case.
    pub fn correct(&self, correction: KeptCorrection) -> Result<Self, CorrectionError> {
        corrections::check(&self.lines(), correction.player, correction.change)?;
        let mut corrected = self.clone();
        corrected.corrections.push(correction);
        corrected.settle()?;
        Ok(corrected)
    }

    /// Returns the sum that a player has forfeited.
    #[must_use]
    pub fn forfeited(&self, player: PlayerId) -> Cents {
        let found = self.players.iter().find(|known| known.account == player);
        found.map(|known| known.forfeited).unwrap_or_default()
    }

    /// Changes the season that the tournament counts for; `None` for no season.
    ///
    /// # Errors
    /// The formula has no value for a player's result.
    pub fn count_for(&self, counting: Option<Counting>) -> Result<Self, CorrectionError> {
        let mut counted = Self { counting, ..self.clone() };
        counted.settle()?;
        Ok(counted)
    }

    /// Computes places and points from the original result and the corrections.
    pub(super) fn settle(&mut self) -> Result<(), CorrectionError> {
        let mut lines = self.lines();
        let changes =
            self.corrections.iter().map(|correction| (correction.player, correction.change));
        corrections::settle(&mut lines, &changes.collect::<Vec<_>>());
        for (player, line) in self.players.iter_mut().zip(&lines) {
            player.place = line.place;
            player.disqualified = line.disqualified;
            (player.prize, player.forfeited) = (line.prize(), line.forfeited);
            player.points = None;
        }
        let order = |player: &KeptPlayer| (player.place.unwrap_or(u32::MAX), player.account);
        self.players.sort_by_key(order);
        self.summary.winners = winners(&self.players);
        self.summary.season = self.counting.as_ref().map(Counting::season_id);
        self.score(&lines)
    }

    fn lines(&self) -> Vec<Line> {
        let line = |player: &KeptPlayer| Line {
            place: player.place,
            disqualified: player.disqualified,
            forfeited: player.forfeited,
            ..Line::new(player.account, player.ended_place, player.prize + player.forfeited)
        };
        self.players.iter().map(line).collect()
    }

    fn score(&mut self, lines: &[Line]) -> Result<(), CorrectionError> {
        let Some(counting) = self.counting.as_ref().filter(|_| !self.summary.cancelled) else {
            return Ok(());
        };
        let league = &counting.league;
        let night = Night {
            entrants: self.summary.entries,
            buy_in: self.summary.buy_in,
            finishes: self.players.iter().filter_map(|player| finish(player, league)).collect(),
        };
        for scored in corrections::less_deductions(league.score(&night)?, lines) {
            let mut players = self.players.iter_mut();
            if let Some(player) = players.find(|player| player.account == scored.player) {
                player.points = Some(scored.points);
            }
        }
        Ok(())
    }
}

/// Returns what counts of a player's result in a league. A player who lost the place counts only if
/// the league has points for the disqualified.
fn finish(player: &KeptPlayer, league: &League) -> Option<NightFinish> {
    let disqualified = player.disqualified || player.disqualified_in_play;
    let place = match player.attendance {
        // A place that the floor changed after the end stands.
        Attendance::PlayedTo(place) if league.present && player.place == player.ended_place => {
            Some(place)
        }
        _ => player.place,
    };
    let counts = place.is_some() || player.disqualified && league.disqualified.is_some();
    counts.then_some(NightFinish {
        player: player.account,
        place,
        knocked_out: player.knocked_out,
        sat: player.attendance != Attendance::NeverSat,
        disqualified,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Summary;
    use super::*;
    use cardroom_rules::Chips;
    use cardroom_tournament::prizes::Points;

    fn player(account: u64, place: u32) -> KeptPlayer {
        KeptPlayer {
            account: PlayerId(account),
            name: format!("Player {account}"),
            place: Some(place),
            ended_place: Some(place),
            entries: 1,
            rebuys: 0,
            add_ons: 0,
            prize: Cents(0),
            tickets: Cents(0),
            bounties: Cents(0),
            knocked_out: 0,
            points: None,
            disqualified: false,
            bonus: Chips::ZERO,
            attendance: Attendance::Played,
            disqualified_in_play: false,
            forfeited: Cents::ZERO,
        }
    }

    /// Returns a night with four players, two of whom share the third place.
    fn night() -> KeptResults {
        let summary = Summary {
            name: "Night".to_owned(),
            structure: "night".to_owned(),
            rulebook: "online".to_owned(),
            game_name: "Hold'em".to_owned(),
            began_at: Some(Millis(1)),
            ended_at: Millis(2),
            cancelled: false,
            entries: 4,
            players: 4,
            buy_in: Cents(100),
            fee: Cents(0),
            prize_pool: Cents(400),
            winners: Vec::new(),
            season: None,
        };
        let players = [(1, 1), (2, 2), (3, 3), (4, 3)];
        let mut results = KeptResults {
            summary,
            players: players.map(|(account, place)| player(account, place)).to_vec(),
            deals: Vec::new(),
            counting: Some(Counting { league: league("5 - place"), season: "s".to_owned() }),
            corrections: Vec::new(),
            stages: None,
        };
        results.settle().unwrap();
        results
    }

    fn league(points: &str) -> League {
        league_with(points, "")
    }

    fn league_with(points: &str, more: &str) -> League {
        let text = format!(r#"{{"id":"l","name":"L","points":"{points}"{more}}}"#);
        serde_json::from_str(&text).unwrap()
    }

    /// Returns the night again, counted for a league that says more.
    fn counted(night: &KeptResults, more: &str) -> KeptResults {
        let league = league_with("5 - place", more);
        night.count_for(Some(Counting { league, season: "s".to_owned() })).unwrap()
    }

    fn change(player: u64, change: Change) -> KeptCorrection {
        KeptCorrection {
            at: Millis(3),
            operator: 9,
            operator_name: "Cleo".to_owned(),
            player: PlayerId(player),
            change,
            reason: "seen".to_owned(),
            rule: None,
        }
    }

    fn told(results: &KeptResults) -> Vec<(u64, Option<u32>, Option<u64>)> {
        let told = results.players.iter();
        told.map(|player| (player.account.0, player.place, player.points.map(|p| p.0))).collect()
    }

    #[test]
    fn who_is_disqualified_has_no_place_and_those_behind_move_up() {
        let night = night();
        assert_eq!(told(&night)[0], (1, Some(1), Some(400)));
        let corrected = night.correct(change(1, Change::Disqualify)).unwrap();
        let after = [
            (2, Some(1), Some(400)),
            (3, Some(2), Some(300)),
            (4, Some(2), Some(300)),
            (1, None, None),
        ];
        assert_eq!(told(&corrected), after);
        assert_eq!(corrected.summary.winners, ["Player 2"]);
        assert!(corrected.players[3].disqualified);
        let again = corrected.correct(change(1, Change::Disqualify));
        assert_eq!(again, Err(Uncorrectable::NoPlace.into()));
        let back = corrected.correct(change(1, Change::Restore)).unwrap();
        assert_eq!(told(&back), told(&night));
        assert_eq!(back.corrections.len(), 2, "both stay to be read");
    }

    #[test]
    fn who_never_sat_scores_nothing_where_the_league_asks_for_presence() {
        let mut night = night();
        night.players[1].attendance = Attendance::NeverSat;
        night.players[2].attendance = Attendance::PlayedTo(4);
        night.settle().unwrap();
        assert_eq!(told(&night)[1..3], [(2, Some(2), Some(300)), (3, Some(3), Some(200))]);
        let present = counted(&night, r#","present":true"#);
        assert_eq!(told(&present)[1..3], [(2, Some(2), None), (3, Some(3), Some(100))]);
        let moved = present.correct(change(3, Change::MoveTo(1))).unwrap();
        assert_eq!(told(&moved)[0], (3, Some(1), Some(400)), "the floor knows better");
    }

    #[test]
    fn who_was_disqualified_scores_what_the_league_says() {
        let mut night = night();
        night.players[1].disqualified_in_play = true;
        night.settle().unwrap();
        assert_eq!(told(&night)[1], (2, Some(2), Some(0)), "the place stays, without points");
        let after = night.correct(change(1, Change::Disqualify)).unwrap();
        assert_eq!(told(&after)[3], (1, None, None));
        let after = counted(&after, r#","disqualified":"0.5""#);
        assert_eq!(told(&after)[3], (1, None, Some(50)));
        assert_eq!(told(&after)[0], (2, Some(1), Some(50)));
        let restored = after.correct(change(1, Change::Restore)).unwrap();
        assert_eq!(told(&restored)[0], (1, Some(1), Some(400)));
    }

    #[test]
    fn forfeited_prize_money_is_taken_from_the_result_and_restored_to_it() {
        let mut night = night();
        night.players[0].prize = Cents(500);
        let less = night.correct(change(1, Change::Forfeit(Cents(200)))).unwrap();
        assert_eq!((less.players[0].prize, less.forfeited(PlayerId(1))), (Cents(300), Cents(200)));
        assert_eq!(told(&less), told(&night), "places and points stay");
        let too_much = less.correct(change(1, Change::Forfeit(Cents(301))));
        assert_eq!(too_much, Err(Uncorrectable::NoSuchPrize { prize: Cents(300) }.into()));
        let none = less.correct(change(2, Change::Forfeit(Cents(1))));
        assert_eq!(none, Err(Uncorrectable::NoSuchPrize { prize: Cents(0) }.into()));
        let all = less.correct(change(1, Change::Forfeit(Cents(300)))).unwrap();
        assert_eq!((all.players[0].prize, all.forfeited(PlayerId(1))), (Cents(0), Cents(500)));
        let stored = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<KeptResults>(&stored).unwrap(), all);
        let back = all.correct(change(1, Change::Restore)).unwrap();
        assert_eq!((back.players[0].prize, back.forfeited(PlayerId(1))), (Cents(500), Cents(0)));
    }

    #[test]
    fn who_moves_makes_room_and_closes_the_gap() {
        let night = night();
        let up = night.correct(change(3, Change::MoveTo(1))).unwrap();
        let places = |results: &KeptResults| -> Vec<_> {
            results.players.iter().map(|player| (player.account.0, player.place)).collect()
        };
        assert_eq!(places(&up), [(3, Some(1)), (1, Some(2)), (2, Some(3)), (4, Some(3))]);
        let down = night.correct(change(1, Change::MoveTo(3))).unwrap();
        assert_eq!(places(&down), [(2, Some(1)), (3, Some(2)), (4, Some(2)), (1, Some(3))]);
        let beyond = night.correct(change(1, Change::MoveTo(4)));
        assert_eq!(beyond, Err(Uncorrectable::NoSuchPlace { last: 3 }.into()));
        assert_eq!(
            night.correct(change(7, Change::Disqualify)),
            Err(Uncorrectable::NoResult.into())
        );
    }

    #[test]
    fn points_are_taken_and_counted_again_any_number_of_times() {
        let night = night();
        let less = night.correct(change(2, Change::Deduct(Points(250)))).unwrap();
        assert_eq!(told(&less)[1], (2, Some(2), Some(50)));
        let nothing = less.correct(change(2, Change::Deduct(Points(900)))).unwrap();
        assert_eq!(told(&nothing)[1], (2, Some(2), Some(0)), "never below nothing");
        let mut other = less.clone();
        other.settle().unwrap();
        assert_eq!(other, less, "computed again it is the same");
        let counting = Counting { league: league("10 * place"), season: "t".to_owned() };
        let recounted = less.count_for(Some(counting)).unwrap();
        assert_eq!(told(&recounted)[1], (2, Some(2), Some(1_750)), "what was taken stays taken");
        assert_eq!(recounted.summary.season.as_ref().unwrap().season, "t");
        let none = recounted.count_for(None).unwrap();
        assert!(none.summary.season.is_none() && none.players.iter().all(|p| p.points.is_none()));
        let broken = Counting { league: league("1 / (place - 1)"), season: "s".to_owned() };
        assert!(matches!(night.count_for(Some(broken)), Err(CorrectionError::Formula(_))));
    }
}
