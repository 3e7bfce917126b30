//! Tournaments that were canceled: a feed lists them for a while, so that calendar programs strike
//! them out.

use super::gathered::Gathered;
use super::known::Known;
use super::{Desk, FeedError};
use crate::ids::TournamentId;
use crate::results::Summary;
use crate::store::PastFilter;
use cardroom_calendar::{CANCELED_FOR, Shown};
use cardroom_rules::Millis;
use std::collections::BTreeMap;

/// How many tournaments that are over are read at once.
const PER_PAGE: u32 = 50;

/// The most canceled tournaments that are listed.
const MOST: usize = 200;

/// Tournaments that ended this long before the last one that was read are read again. One may be
/// stored later than another that ended after it.
const OVERLAP: Millis = Millis::seconds(60);

/// Canceled tournaments that a feed has read, for the next one.
#[derive(Default)]
pub(super) struct Memory {
    /// When the last tournament ended that was read.
    read_until: Option<Millis>,
    /// Each with the time at which it was canceled. `None` for one without a date.
    canceled: BTreeMap<TournamentId, (Millis, Option<Gathered>)>,
}

impl Desk {
    /// Returns the public tournaments that were canceled lately.
    pub(super) async fn canceled(
        &self,
        memory: &mut Memory,
        now: Millis,
    ) -> Result<Vec<Gathered>, FeedError> {
        let since = now.since(CANCELED_FOR);
        memory.canceled.retain(|_, (at, _)| *at >= since);
        for (id, summary) in self.new_past(memory, since).await? {
            if summary.cancelled && !memory.canceled.contains_key(&id) {
                let known = self.known(id).await?;
                let gathered = known.map(|known| self.struck_out(id, &summary, &known));
                memory.canceled.insert(id, (summary.ended_at, gathered));
            }
            memory.read_until = memory.read_until.max(Some(summary.ended_at));
        }
        while memory.canceled.len() > MOST {
            memory.canceled.pop_first();
        }
        Ok(memory.canceled.values().filter_map(|(_, gathered)| gathered.clone()).collect())
    }

    /// Reads tournaments that have ended since the last reading, or not before `since`. The latest
    /// comes last, so that a reading that fails is repeated from there.
    async fn new_past(
        &self,
        memory: &Memory,
        since: Millis,
    ) -> Result<Vec<(TournamentId, Summary)>, FeedError> {
        let until = memory.read_until.map_or(since, |at| at.since(OVERLAP)).max(since);
        let mut past = Vec::new();
        loop {
            let from = u32::try_from(past.len()).unwrap_or(u32::MAX);
            let page = self.office.shelf.past(&PastFilter::default(), from, PER_PAGE).await?;
            let is_last = page.tournaments.len() < PER_PAGE as usize;
            let is_new = |(_, summary): &(TournamentId, Summary)| summary.ended_at >= until;
            let reached = !page.tournaments.iter().all(is_new);
            past.extend(page.tournaments.into_iter().filter(is_new));
            if is_last || reached {
                past.reverse();
                return Ok(past);
            }
        }
    }

    /// Returns the date of a canceled tournament.
    fn struck_out(&self, id: TournamentId, summary: &Summary, known: &Known) -> Gathered {
        let about = self.about(&known.dated.structure);
        let shown = Shown { id: id.0, name: &summary.name, about, entries: summary.entries };
        let date = self.venue.canceled(&known.dated, shown, summary.ended_at);
        Gathered { date, tournament: Some(id), league: known.league.clone() }
    }
}
