//! A player's way through a tournament: finding it, entering, changing
//! seats, going out, re-entering.
//!
//! Turns and steps are those of any table. A player watches the tournament only while it waits for
//! the moment to enter, which the server does not announce otherwise.

mod entering;
mod moment;

use super::outbox::Request;
use super::{Outcome, Phase, Player};
use crate::seed::Seed;
use crate::tournament::{EntryEnd, EntryResult};
use cardroom_protocol::server::LoggedIn;
use cardroom_protocol::table::HandStarted;
use cardroom_protocol::tournament::{
    BuyChips, DealOffered, DeclineRebuy, EntryReturned, Finished, NewSeat, Purchase, RebuyOffered,
    SeatReason, VoteOnDeal, WatchTournament,
};
use cardroom_protocol::{Chips, EntryId, Money, Seq, TableId, TournamentId};
use moment::LateMoment;
use std::time::Duration;

/// The progress of a player in its tournament.
#[derive(Debug)]
pub(super) struct TournamentRun {
    /// The tournament's id, once it is found.
    id: Option<TournamentId>,
    /// The best tournament of the list so far.
    candidate: Option<entering::Candidate>,
    /// How many searches found nothing.
    looked: u32,
    /// The last step of the tournament that was seen, while the player watches it.
    watched: Option<Seq>,
    /// When a late player enters.
    late: Option<LateMoment>,
    /// When to enter, once that is known.
    pub(super) enter_at: Option<Duration>,
    /// True if players must check in.
    check_in: bool,
    /// The entry in play, or the last one that ended.
    entry: Option<EntryId>,
    /// The number of entries made.
    entries: u32,
    /// The table to which the player is assigned.
    table: Option<TableId>,
    /// True if the player had the big blind in the hand before, in the same order of players.
    had_big_blind: bool,
    /// The number of hands into which the player was not dealt since it came (back) to its seat.
    /// `None` after it has been dealt in once.
    waited: Option<u32>,
    /// The table at which `waited` counts.
    waits_at: Option<TableId>,
}

impl TournamentRun {
    pub(super) fn new(bot: usize, seed: Seed, late_from: usize) -> Self {
        Self {
            id: None,
            candidate: None,
            looked: 0,
            watched: None,
            late: (bot >= late_from).then(|| LateMoment::draw(seed)),
            enter_at: None,
            check_in: false,
            entry: None,
            entries: 0,
            table: None,
            had_big_blind: false,
            waited: Some(0),
            waits_at: None,
        }
    }

    /// Handles the loss of the connection.
    pub(super) fn disconnected(&mut self) {
        self.watched = None;
        self.enter_at = None;
        self.candidate = None;
        self.had_big_blind = false;
        self.waited = Some(0);
    }

    /// Returns the table to which the player is assigned.
    pub(super) fn table(&self) -> Option<TableId> {
        self.table
    }

    fn is(&self, tournament: TournamentId) -> bool {
        self.id == Some(tournament)
    }
}

impl Player {
    /// Returns `true` if this player plays the tournament.
    fn plays(&self, tournament: TournamentId) -> bool {
        self.run.as_ref().is_some_and(|run| run.is(tournament))
    }

    /// Continues after a login, with the seat that the login lists, or by finding out
    /// how the tournament stands.
    pub(super) fn tournament_after_login(&mut self, login: &LoggedIn) {
        let Some(run) = &mut self.run else { return };
        let known = run.id.filter(|id| run.entry.is_some() && crate::tournament::is_in(login, *id));
        if self.view.table().is_some_and(|table| !login.tables.contains(&table.info.table)) {
            self.leave_view();
        }
        match known {
            Some(_) => self.wait_for_seat(),
            None => self.find_tournament(),
        }
    }

    /// Records an entry. The answer to the request may be lost with its connection, so other
    /// messages report it too.
    fn has_entry(&mut self, entry: EntryId) {
        let Some(run) = &mut self.run else { return };
        if run.entry == Some(entry) {
            return;
        }
        run.entry = Some(entry);
        run.entries += 1;
        self.shared.counters.entries.count();
        if run.late.take().is_some() {
            self.shared.counters.late_entries.count();
        }
    }

    /// Waits for the room to assign a seat.
    pub(super) fn wait_for_seat(&mut self) {
        self.stop_watching();
        self.phase = Phase::BetweenSeats;
    }

    /// Drops the table, which is no longer this player's.
    fn leave_view(&mut self) {
        self.view.take();
        self.turns.forget();
    }

    fn stop_watching(&mut self) {
        let Some(run) = &mut self.run else { return };
        if let (Some(tournament), Some(_)) = (run.id, run.watched.take()) {
            self.outbox.ask(Request::Other, |request| WatchTournament {
                request,
                tournament,
                on: false,
            });
        }
    }

    pub(super) fn new_seat(&mut self, new: &NewSeat) {
        if !self.plays(new.tournament) || self.phase == Phase::Done {
            return;
        }
        self.stop_watching();
        let moved =
            !matches!(new.reason, SeatReason::Draw | SeatReason::LateEntry | SeatReason::Unchanged);
        if moved {
            self.shared.counters.moves.count();
        }
        let here = |player: &Self| {
            player.view.synced().is_some_and(|table| {
                (table.info.table, table.hero_seat) == (new.table, Some(new.seat))
            })
        };
        let arrived = here(self);
        let same_table = self.view.table().is_some_and(|table| table.info.table == new.table);
        if !same_table {
            self.leave_view();
        }
        self.has_entry(new.entry);
        let Some(run) = &mut self.run else { return };
        run.table = Some(new.table);
        run.waits_at = Some(new.table);
        run.waited = Some(0);
        // Balancing gives no player a second big blind in a row. Any other seat draw may.
        if !matches!(new.reason, SeatReason::Balanced | SeatReason::Unchanged) {
            run.had_big_blind = false;
        }
        // The view may have arrived before this message.
        self.phase = if arrived { Phase::Playing } else { Phase::Resuming };
    }

    /// Handles the loss of a seat at a tournament table. The room will assign the next one.
    pub(super) fn tournament_seat_left(&mut self) {
        self.leave_view();
        if let Some(run) = &mut self.run {
            run.table = None;
        }
        if !matches!(self.phase, Phase::Entering | Phase::Finding | Phase::Done) {
            self.phase = Phase::BetweenSeats;
        }
    }

    /// Handles a new draw for the button, after which any player may be the next big blind.
    pub(super) fn button_drawn(&mut self) {
        if let Some(run) = &mut self.run {
            run.had_big_blind = false;
        }
    }

    /// Counts violations of the tournament's rules, as far as one player can see them.
    pub(super) fn tournament_hand_started(&mut self, started: &HandStarted) {
        let (Some(run), Some(table)) = (&mut self.run, self.view.table()) else { return };
        let Some(hero) = table.hero() else { return };
        let counters = &self.shared.counters;
        let plan = self.shared.settings.tournament.as_ref();
        let most = plan.map_or(0, |plan| plan.newcomers_wait);
        // A hand at another table may arrive before the message about the new seat. Until then it
        // is unknown whether that seat was drawn.
        if run.waits_at != Some(table.info.table) {
            run.waits_at = Some(table.info.table);
            run.waited = Some(0);
            run.had_big_blind = false;
        }
        let (at, hand, seat) = (table.info.table, started.hand, hero.seat);
        if !started.dealt.contains(&hero.seat) {
            match &mut run.waited {
                _ if hero.stack == Chips(0) => {}
                Some(waited) if *waited < most => *waited += 1,
                _ => {
                    counters.hands_not_dealt.count();
                    tracing::warn!(bot = self.bot, %at, %hand, seat, "the bot was not dealt in");
                }
            }
            return;
        }
        run.waited = None;
        let has_big_blind = started.big_blind == Some(hero.seat);
        let may =
            plan.is_some_and(|plan| plan.heads_up_big_blind_twice) && started.dealt.len() == 2;
        if has_big_blind && run.had_big_blind && !may {
            counters.big_blinds_twice.count();
            let dealt = started.dealt.len();
            tracing::warn!(
                bot = self.bot,
                %at,
                %hand,
                seat,
                dealt,
                "the bot has the big blind twice in a row"
            );
        }
        run.had_big_blind = has_big_blind;
    }

    pub(super) fn rebuy_offered(&mut self, offer: &RebuyOffered) {
        if !self.plays(offer.tournament) {
            return;
        }
        let buys = self.shared.settings.tournament.as_ref().is_some_and(|plan| plan.buys_chips);
        self.answer_rebuy(offer.tournament, offer.what, buys);
    }

    fn answer_rebuy(&mut self, tournament: TournamentId, what: Purchase, buys: bool) {
        if buys {
            let purchase = Request::BuyChips(what);
            self.outbox.ask(purchase, |request| BuyChips { request, tournament, what });
        } else if what == Purchase::Rebuy {
            self.outbox.ask(Request::Other, |request| DeclineRebuy { request, tournament });
        }
    }

    /// Handles a refused purchase. A player without chips declines the rebuy and is out.
    pub(super) fn purchase_refused(&mut self, what: Purchase) {
        let Some(tournament) = self.run.as_ref().and_then(|run| run.id) else { return };
        self.answer_rebuy(tournament, what, false);
    }

    pub(super) fn deal_offered(&mut self, offer: &DealOffered) {
        if !self.plays(offer.tournament) {
            return;
        }
        let accept = self.brain.accept_deal(offer);
        let (tournament, deal) = (offer.tournament, offer.deal);
        let vote = |request| VoteOnDeal { request, tournament, deal, accept };
        self.outbox.ask(Request::Other, vote);
    }

    pub(super) fn finished(&mut self, now: Duration, finished: &Finished) {
        if self.plays(finished.tournament) {
            let result = EntryResult::told(self.bot, self.login.name(), finished);
            self.entry_over(now, result, finished.may_re_enter);
        }
    }

    pub(super) fn entry_returned(&mut self, now: Duration, returned: &EntryReturned) {
        if self.plays(returned.tournament) {
            let result = EntryResult {
                bot: self.bot,
                name: self.login.name().to_owned(),
                tournament: returned.tournament,
                entry: returned.entry,
                end: EntryEnd::Returned,
                prize: Money(0),
                bounties: Money(0),
            };
            self.entry_over(now, result, false);
        }
    }

    /// Handles the end of an entry: re-enters, or is done.
    fn entry_over(&mut self, now: Duration, result: EntryResult, may_re_enter: bool) {
        let end = result.end;
        if self.shared.results.note(result) {
            self.shared.counters.entries_over.count();
        }
        if let Some(run) = &mut self.run {
            run.table = None;
        }
        self.leave_view();
        let again = self.shared.settings.tournament.as_ref().map_or(0, |plan| plan.re_entries);
        let entries = self.run.as_ref().map_or(0, |run| run.entries);
        if may_re_enter && entries <= again && self.stint.outcome().is_none() {
            return self.enter();
        }
        self.stop(now, Outcome::TournamentPlayed(end));
    }
}
