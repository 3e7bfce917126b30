//! The results of a tournament, stored permanently: a summary for lists, and the outcome for each
//! player. The director's state is converted once, when the tournament is over.

mod correct;

pub use correct::{Change, CorrectionError, KeptCorrection, Uncorrectable};

use crate::announced::{Announcement, Counting};
use cardroom_protocol::limits::{MAX_PAST_DEALS, MAX_WINNERS};
use cardroom_record::ids::TournamentId;
use cardroom_record::{SeasonId, StoredResults};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId, Stage};
use cardroom_tournament::prizes::Points;
use cardroom_tournament::{Attendance, Director, Phase, PlayerRecord};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The summary of an ended tournament, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub name: String,
    pub structure: String,
    pub rulebook: String,
    pub game_name: String,
    /// `None` if it never began.
    pub began_at: Option<Millis>,
    /// When it ended or was canceled.
    pub ended_at: Millis,
    pub cancelled: bool,
    pub entries: u32,
    pub players: u32,
    /// The part of an entry's price that went into the prize pool.
    pub buy_in: Cents,
    pub fee: Cents,
    pub prize_pool: Cents,
    /// The players in first place.
    pub winners: Vec<String>,
    /// The season it counts for.
    pub season: Option<SeasonId>,
}

/// The results of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptResults {
    pub summary: Summary,
    /// All players, the best place first.
    pub players: Vec<KeptPlayer>,
    pub deals: Vec<KeptDeal>,
    /// The league and season it counts for.
    pub counting: Option<Counting>,
    /// The corrections since the end, earliest first.
    pub corrections: Vec<KeptCorrection>,
    /// The levels and breaks, where the floor changed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<Vec<Stage>>,
}

/// The one part of kept results that a structure needs.
#[derive(Deserialize)]
struct KeptStages {
    #[serde(default)]
    stages: Option<Vec<Stage>>,
}

/// Puts the levels of kept results into the structure that was announced.
pub fn with_kept_levels(announcement: &mut Announcement, results: Option<&str>) {
    let kept = results.and_then(|text| serde_json::from_str::<KeptStages>(text).ok());
    if let Some(stages) = kept.and_then(|kept| kept.stages) {
        Arc::make_mut(&mut announcement.setup.structure).stages = stages;
    }
}

/// The result of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPlayer {
    pub account: PlayerId,
    /// The name at the time.
    pub name: String,
    /// The best place of all the player's entries.
    pub place: Option<u32>,
    /// The place when the tournament ended.
    pub ended_place: Option<u32>,
    pub entries: u32,
    pub rebuys: u32,
    pub add_ons: u32,
    /// The money won with places, or by a deal.
    pub prize: Cents,
    /// The worth of the tickets won.
    pub tickets: Cents,
    /// The money won with bounties.
    pub bounties: Cents,
    /// How many players this player has knocked out.
    pub knocked_out: u32,
    pub points: Option<Points>,
    /// Disqualified after the end.
    pub disqualified: bool,
    /// Bonus chips that never came into play: they are for the next event (TFPL 6-27).
    #[serde(default)]
    pub bonus: Chips,
    /// Which of the player's entries were present in a hand.
    #[serde(default)]
    pub attendance: Attendance,
    /// Disqualified during the tournament, on the place that the player has.
    #[serde(default)]
    pub disqualified_in_play: bool,
    /// The part of the prize that the player forfeited after the end, which is not in `prize`.
    #[serde(default)]
    pub forfeited: Cents,
}

/// A deal between players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptDeal {
    /// Each player's share: the entry, its player's name, the amount.
    pub shares: Vec<(EntryNo, String, Cents)>,
    /// The amount left for the winner.
    pub for_winner: Cents,
}

/// An error in stored results.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    #[error("the results of tournament {tournament} do not decode: {reason}")]
    Decode {
        tournament: TournamentId,
        /// The message of the decoder.
        reason: String,
    },
}

impl KeptResults {
    /// Builds the results of a tournament; `None` if it has not ended. `name_of` must know
    /// every player who entered. If the league's formula fails, the results have no points.
    #[must_use]
    pub fn of(
        name: &str,
        game_name: &str,
        announcement: &Announcement,
        director: &Director,
        name_of: impl Fn(PlayerId) -> String,
    ) -> Option<(Self, Result<(), CorrectionError>)> {
        let ended_at = director.ended_at()?;
        let structure = &announcement.setup.structure;
        let worth = director.terms().ticket_worth();
        // The survivors of first days were there.
        let days = announcement.first_days.as_ref();
        let survived = |player: PlayerId| {
            days.is_some_and(|days| days.bags.iter().any(|(other, _)| *other == player))
        };
        let kept = |record: PlayerRecord| KeptPlayer {
            account: record.player,
            name: name_of(record.player),
            place: record.place,
            ended_place: record.place,
            entries: record.entries,
            rebuys: record.rebuys,
            add_ons: record.add_ons,
            prize: record.prize,
            tickets: worth.times(record.tickets.into()),
            bounties: record.bounties,
            knocked_out: record.knocked_out,
            points: None,
            disqualified: false,
            bonus: record.bonus,
            attendance: match survived(record.player) {
                true => Attendance::Played,
                false => record.attendance,
            },
            disqualified_in_play: record.disqualified,
            forfeited: Cents::ZERO,
        };
        let players: Vec<KeptPlayer> = director.records().into_iter().map(kept).collect();
        let first = director.deals().made().len().saturating_sub(MAX_PAST_DEALS);
        let deals = director.deals().made().iter().skip(first).map(|deal| {
            let share = |(entry, amount): &(EntryNo, Cents)| {
                let player = director.entry(*entry).map(|entry| entry.player);
                (*entry, player.map(&name_of).unwrap_or_default(), *amount)
            };
            KeptDeal {
                shares: deal.shares.iter().map(share).collect(),
                for_winner: deal.for_winner,
            }
        });
        let deals = deals.collect();
        let summary = Summary {
            name: name.to_owned(),
            structure: structure.id.clone(),
            rulebook: structure.rulebook.clone(),
            game_name: game_name.to_owned(),
            began_at: director.began_at(),
            ended_at,
            cancelled: director.phase() == Phase::Cancelled,
            entries: director.entry_count(),
            players: u32::try_from(players.len()).unwrap_or(u32::MAX),
            buy_in: structure.entry.buy_in,
            fee: structure.entry.fee,
            prize_pool: director.prize_pool(),
            winners: winners(&players),
            season: None,
        };
        let counting = announcement.counts_for(director);
        let stages = &director.structure().stages;
        let stages = (*stages != structure.stages).then(|| stages.clone());
        let mut results =
            Self { summary, players, deals, counting, corrections: Vec::new(), stages };
        // The league's file was tested with fields of many sizes.
        let scored = results.settle();
        Some((results, scored))
    }

    /// Encodes the results for the store.
    #[must_use]
    pub fn stored(&self, tournament: TournamentId) -> StoredResults {
        let text =
            |value: Result<String, serde_json::Error>| value.expect("results are nothing but data");
        StoredResults {
            tournament,
            ended_ms: self.summary.ended_at.0,
            season: self.summary.season.clone(),
            summary: text(serde_json::to_string(&self.summary)),
            results: text(serde_json::to_string(self)),
        }
    }

    /// Decodes results from the store.
    ///
    /// # Errors
    /// The text does not decode.
    pub fn read(tournament: TournamentId, text: &str) -> Result<Self, ResultsError> {
        decode(tournament, text)
    }
}

impl Summary {
    /// Decodes a stored summary.
    ///
    /// # Errors
    /// The text does not decode.
    pub fn read(tournament: TournamentId, text: &str) -> Result<Self, ResultsError> {
        decode(tournament, text)
    }
}

fn decode<'a, T: Deserialize<'a>>(
    tournament: TournamentId,
    text: &'a str,
) -> Result<T, ResultsError> {
    let reason = |error: serde_json::Error| error.to_string();
    serde_json::from_str(text)
        .map_err(|error| ResultsError::Decode { tournament, reason: reason(error) })
}

/// Returns the names of the players in first place.
fn winners(players: &[KeptPlayer]) -> Vec<String> {
    let first = players.iter().filter(|player| player.place == Some(1));
    first.take(MAX_WINNERS).map(|player| player.name.clone()).collect()
}
