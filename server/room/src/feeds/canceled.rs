//! Tournaments that were canceled: a feed lists them for a while, so that calendar programs strike
//! them out.

use super::gathered::Gathered;
use super::known::Known;
use super::{Desk, FeedError};
use crate::ids::{AccountId, TournamentId};
use crate::results::{Reader, Summary};
use crate::store::PastFilter;
use cardroom_calendar::{CANCELED_FOR, Shown};
use cardroom_rules::Millis;
use std::collections::BTreeMap;

/// How many tournaments that are over are read at once.
const PER_PAGE: u32 = 50;

/// The most public and the most private tournaments that are listed as canceled. Players open and
/// cancel private ones, and must not crowd out the others.
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

impl Memory {
    fn keep_the_latest(&mut self) {
        for kind in [None, Some(false), Some(true)] {
            let is_private =
                |gathered: &Option<Gathered>| gathered.as_ref().map(|it| it.is_private);
            let of_kind = self.canceled.iter().filter(|(_, (_, it))| is_private(it) == kind);
            let of_kind: Vec<TournamentId> = of_kind.map(|(id, _)| *id).collect();
            for id in &of_kind[..of_kind.len().saturating_sub(MOST)] {
                self.canceled.remove(id);
            }
        }
    }
}

impl Desk {
    /// Returns the tournaments that were canceled lately.
    pub(super) async fn canceled(
        &self,
        memory: &mut Memory,
        now: Millis,
    ) -> Result<Vec<Gathered>, FeedError> {
        let since = now.since(CANCELED_FOR);
        memory.canceled.retain(|_, (at, _)| *at >= since);
        for (id, summary) in self.new_past(memory, since).await? {
            if summary.cancelled && !memory.canceled.contains_key(&id) {
                let gathered = match self.known(id).await? {
                    Some(known) => Some(self.struck_out(id, &summary, &known).await?),
                    None => None,
                };
                memory.canceled.insert(id, (summary.ended_at, gathered));
            }
            memory.read_until = memory.read_until.max(Some(summary.ended_at));
        }
        memory.keep_the_latest();
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
        let filter = PastFilter { private: true, ..PastFilter::default() };
        let mut past = Vec::new();
        loop {
            let from = u32::try_from(past.len()).unwrap_or(u32::MAX);
            let page = self.office.shelf.past(&filter, from, PER_PAGE).await?;
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
    async fn struck_out(
        &self,
        id: TournamentId,
        summary: &Summary,
        known: &Known,
    ) -> Result<Gathered, FeedError> {
        let about = self.about(&known.dated.structure);
        let shown = Shown { id: id.0, name: &summary.name, about, entries: summary.entries };
        let date = self.venue.canceled(&known.dated, shown, summary.ended_at);
        let results = self.office.shelf.results(id, Reader::LetIn).await?;
        Ok(Gathered {
            date,
            tournament: Some(id),
            league: known.league.clone(),
            is_private: known.is_private,
            entrants: results.players.iter().map(|player| AccountId(player.account.0)).collect(),
        })
    }
}
