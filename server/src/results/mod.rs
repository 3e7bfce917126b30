//! How a tournament ended, as it is kept for good: a line for lists, and what came of it for
//! everybody. What a director knows goes in once, when it is over; nobody asks a director again.

mod answers;
mod correct;
mod export;
mod shelf;

pub use answers::{past_event, result_page};
pub use correct::{Change, CorrectionError, KeptCorrection};
pub use export::{ExportError, Format, export};
pub use shelf::{PastTournaments, Reader, Shelf, ShelfError};

use crate::director::Announcement;
use crate::ids::TournamentId;
use crate::leagues::Counting;
use crate::store::{SeasonId, StoredResults};
use cardroom_protocol::limits::{MAX_PAST_DEALS, MAX_WINNERS};
use cardroom_rules::{Cents, EntryNo, Millis, PlayerId, Stage};
use cardroom_tournament::prizes::Points;
use cardroom_tournament::{Director, Phase, PlayerRecord};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What lists show of a tournament that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub name: String,
    pub structure: String,
    pub rulebook: String,
    /// The name of its game.
    pub game_name: String,
    /// When it began, if it did.
    pub began_at: Option<Millis>,
    /// When it was over, or called off.
    pub ended_at: Millis,
    /// It was called off.
    pub cancelled: bool,
    /// How many entries there were.
    pub entries: u32,
    pub players: u32,
    /// What an entry paid for prizes.
    pub buy_in: Cents,
    /// The fee of an entry.
    pub fee: Cents,
    /// What there was to win.
    pub prize_pool: Cents,
    /// Who has the first place.
    pub winners: Vec<String>,
    /// What it counts for.
    pub season: Option<SeasonId>,
}

/// How a tournament ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptResults {
    pub summary: Summary,
    /// Everybody, the best place first.
    pub players: Vec<KeptPlayer>,
    /// The deals that were made.
    pub deals: Vec<KeptDeal>,
    /// What it counts for.
    pub counting: Option<Counting>,
    /// What was put right since, the first one first.
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
pub(super) fn with_kept_levels(announcement: &mut Announcement, results: Option<&str>) {
    let kept = results.and_then(|text| serde_json::from_str::<KeptStages>(text).ok());
    if let Some(stages) = kept.and_then(|kept| kept.stages) {
        Arc::make_mut(&mut announcement.setup.structure).stages = stages;
    }
}

/// What came of it for one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptPlayer {
    pub account: PlayerId,
    /// The name at the time.
    pub name: String,
    /// The best place of all entries.
    pub place: Option<u32>,
    /// What it was when the tournament ended.
    pub ended_place: Option<u32>,
    pub entries: u32,
    pub rebuys: u32,
    pub add_ons: u32,
    /// The money won with places, or by a deal.
    pub prize: Cents,
    /// What the tickets are worth that were won.
    pub tickets: Cents,
    /// The money won with bounties.
    pub bounties: Cents,
    /// How many players this one has knocked out.
    pub knocked_out: u32,
    /// The points of the league.
    pub points: Option<Points>,
    /// Disqualified after the end.
    pub disqualified: bool,
}

/// A deal that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeptDeal {
    /// What everybody got: the entry, its player's name, the amount.
    pub shares: Vec<(EntryNo, String, Cents)>,
    /// What was left for the winner.
    pub for_winner: Cents,
}

/// Kept results that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// They do not decode.
    #[error("the results of tournament {tournament} do not decode: {reason}")]
    Decode {
        tournament: TournamentId,
        /// What the decoder says.
        reason: String,
    },
}

impl KeptResults {
    /// How a tournament ended; `None` while it has not. `name_of` knows everybody who entered.
    #[must_use]
    pub fn of(
        name: &str,
        game_name: &str,
        announcement: &Announcement,
        director: &Director,
        name_of: impl Fn(PlayerId) -> String,
    ) -> Option<Self> {
        let ended_at = director.ended_at()?;
        let structure = &announcement.setup.structure;
        let worth = director.ticket_worth();
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
        };
        let players: Vec<KeptPlayer> = director.records().into_iter().map(kept).collect();
        let first = director.deals_made().len().saturating_sub(MAX_PAST_DEALS);
        let deals = director.deals_made().iter().skip(first).map(|deal| {
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
        let counting = announcement.counting.clone();
        let stages = &director.structure().stages;
        let stages = (*stages != structure.stages).then(|| stages.clone());
        let mut results =
            Self { summary, players, deals, counting, corrections: Vec::new(), stages };
        if let Err(error) = results.settle() {
            // The league's file was checked for fields of many sizes; results stay without points.
            tracing::error!(
                tournament = name,
                %error,
                "could not compute the points of a tournament; its results have none"
            );
        }
        Some(results)
    }

    /// What the store keeps of it.
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

    /// What the store has kept.
    ///
    /// # Errors
    /// It does not decode.
    pub fn read(tournament: TournamentId, text: &str) -> Result<Self, ResultsError> {
        decode(tournament, text)
    }
}

impl Summary {
    /// What the store has kept.
    ///
    /// # Errors
    /// It does not decode.
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

/// Who has the first place.
fn winners(players: &[KeptPlayer]) -> Vec<String> {
    let first = players.iter().filter(|player| player.place == Some(1));
    first.take(MAX_WINNERS).map(|player| player.name.clone()).collect()
}
