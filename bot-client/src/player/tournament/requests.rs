//! The requests of a player to its tournament, and what its hands there violate.

use super::dealt::Violation;
use super::run::TournamentRun;
use crate::counters::Counters;
use crate::model::Table;
use crate::player::outbox::{Outbox, Request};
use crate::player::{Settings, Shared};
use cardroom_protocol::EntryId;
use cardroom_protocol::past::GetResults;
use cardroom_protocol::table::HandStarted;
use cardroom_protocol::tournament::{
    BuyChips, CheckIn, DeclineRebuy, Purchase, RebuyOffered, WatchTournament,
};

impl TournamentRun {
    /// Records an entry. The answer to the request may be lost with its connection, so other
    /// messages report it too.
    pub(in crate::player) fn has_entry(&mut self, entry: EntryId, counters: &Counters) {
        let Some(is_late) = self.note_entry(entry) else { return };
        counters.entries.count();
        if is_late {
            counters.late_entries.count();
        }
    }

    /// Stops watching the tournament, if the player watches it.
    pub(in crate::player) fn unwatch(&mut self, outbox: &mut Outbox) {
        if let Some(tournament) = self.stop_watching() {
            let unwatch = |request| WatchTournament { request, tournament, on: false };
            outbox.ask(Request::Other, unwatch);
        }
    }

    /// Checks in, if players must.
    pub(in crate::player) fn check_in(&self, outbox: &mut Outbox) {
        if let Some(tournament) = self.id().filter(|_| self.must_check_in()) {
            outbox.ask(Request::Other, |request| CheckIn { request, tournament });
        }
    }

    /// Handles the offer of a rebuy or an add-on.
    pub(in crate::player) fn rebuy_offered(
        &self,
        offer: &RebuyOffered,
        settings: &Settings,
        outbox: &mut Outbox,
    ) {
        if self.is(offer.tournament) {
            let buys = settings.tournament.as_ref().is_some_and(|plan| plan.buys_chips);
            self.answer_rebuy(offer.what, buys, outbox);
        }
    }

    pub(in crate::player) fn answer_rebuy(&self, what: Purchase, buys: bool, outbox: &mut Outbox) {
        let Some(tournament) = self.id() else { return };
        if buys {
            let purchase = Request::BuyChips(what);
            outbox.ask(purchase, |request| BuyChips { request, tournament, what });
        } else if what == Purchase::Rebuy {
            outbox.ask(Request::Other, |request| DeclineRebuy { request, tournament });
        }
    }

    /// Requests the results, from this row on, of an entry that ended while the bot was away.
    pub(in crate::player) fn ask_results(&self, from: u32, outbox: &mut Outbox) {
        let Some(tournament) = self.id() else { return };
        outbox.ask(Request::Results, |request| GetResults { request, tournament, from });
    }

    /// Counts violations of the tournament's rules, as far as one player can see them.
    pub(in crate::player) fn hand_started(
        &mut self,
        bot: usize,
        table: &Table,
        started: &HandStarted,
        shared: &Shared,
    ) {
        let (Some(hero), Some(plan)) = (table.hero(), &shared.settings.tournament) else {
            return;
        };
        let counters = &shared.counters;
        let (at, hand, seat) = (table.info.table, started.hand, hero.seat);
        match self.dealt_mut().hand_started(at, hero, started, plan) {
            None => {}
            Some(Violation::NotDealtIn) => {
                counters.hands_not_dealt.count();
                tracing::warn!(bot, %at, %hand, seat, "the bot was not dealt in");
            }
            Some(Violation::BigBlindTwice) => {
                counters.big_blinds_twice.count();
                let dealt = started.dealt.len();
                tracing::warn!(
                    bot, %at, %hand, seat, dealt, "the bot has the big blind twice in a row"
                );
            }
        }
    }
}
