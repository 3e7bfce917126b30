//! Finding a tournament, entering it, and finding out how an entry ended while the bot was away.

use super::super::invitation::{Invitation, Invited};
use super::super::outbox::Request;
use super::super::{BUSY_PAUSE, Outcome, Phase, Player};
use crate::tournament::{EntryResult, TournamentPlan, WhichTournament, starts_when_full};
use cardroom_protocol::hosting::InvitedToTournament;
use cardroom_protocol::past::{GetResults, ResultPage};
use cardroom_protocol::server::Refused;
use cardroom_protocol::tournament::{
    CheckIn, EnterTournament, Entered, EntryState, ListTournaments, OwnEntry, Purchase,
    TournamentEvent, TournamentInfo, TournamentList, TournamentSnapshot, TournamentState,
    TournamentStep, TournamentView, WatchTournament,
};
use cardroom_protocol::{ErrorCode, Seq, TimeMs, TournamentId};
use std::cmp::Reverse;
use std::time::Duration;

/// How long to wait before looking again.
const LOOK_PAUSE: Duration = Duration::from_secs(1);
/// How often to look for a tournament that is not announced.
const LOOKS: u32 = 60;

/// The best tournament of a list so far. One that takes entries comes before one that will, then
/// the one that starts first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Candidate {
    closed: Reverse<bool>,
    starts_at: Reverse<Option<TimeMs>>,
    tournament: Reverse<TournamentId>,
}

impl Candidate {
    fn of(info: &TournamentInfo) -> Self {
        Self {
            closed: Reverse(!info.open),
            starts_at: Reverse(info.starts_at),
            tournament: Reverse(info.tournament),
        }
    }
}

fn is_over(state: TournamentState) -> bool {
    matches!(state, TournamentState::Finished | TournamentState::Cancelled)
}

impl Player {
    /// Finds out how the tournament stands, from its view, or from the list if its id is unknown.
    pub(in crate::player) fn find_tournament(&mut self) {
        let Some(plan) = &self.shared.settings.tournament else { return };
        let Some(run) = &mut self.run else { return };
        match (&plan.which, self.invitation.leads_to()) {
            (WhichTournament::Id(id), _) => run.id = Some(*id),
            (WhichTournament::Name(_), _) => {}
            (WhichTournament::Code(_), Some(Invited::Tournament(id))) => run.id = Some(id),
            (WhichTournament::Code(code), _) => {
                run.enter_at = None;
                Invitation::present(code, &mut self.outbox);
                self.phase = Phase::Finding;
                return;
            }
        }
        run.enter_at = None;
        self.phase = Phase::Finding;
        match run.id {
            Some(tournament) => {
                self.outbox.ask(Request::WatchTournament, |request| WatchTournament {
                    request,
                    tournament,
                    on: true,
                });
            }
            None => {
                run.candidate = None;
                self.outbox.ask(Request::ListTournaments, |request| ListTournaments {
                    request,
                    past: false,
                });
            }
        }
    }

    /// Handles an accepted code, which leads to a private tournament.
    pub(in crate::player) fn invited_to_tournament(&mut self, invited: &InvitedToTournament) {
        self.outbox.answered(invited.request);
        self.invitation.accept(Invited::Tournament(invited.info.tournament));
        if self.phase == Phase::Finding {
            self.find_tournament();
        }
    }

    pub(in crate::player) fn tournaments_listed(&mut self, now: Duration, list: &TournamentList) {
        let shared = self.shared.clone();
        let Some(plan) = &shared.settings.tournament else { return };
        let WhichTournament::Name(name) = &plan.which else { return };
        let Some(run) = self.run.as_mut().filter(|_| self.phase == Phase::Finding) else { return };
        let named = |info: &&TournamentInfo| {
            info.name.to_lowercase() == name.to_lowercase() && !is_over(info.state)
        };
        let best = list.tournaments.iter().filter(named).map(Candidate::of).max();
        run.candidate = run.candidate.max(best);
        if !list.last {
            return;
        }
        run.id = run.candidate.take().map(|candidate| candidate.tournament.0);
        self.outbox.answered(list.request);
        if self.run.as_ref().is_some_and(|run| run.id.is_some()) {
            self.find_tournament();
        } else {
            self.look_again(now);
        }
    }

    /// Looks again after a pause, up to a limit.
    fn look_again(&mut self, now: Duration) {
        let Some(run) = &mut self.run else { return };
        run.looked += 1;
        if run.looked >= LOOKS {
            return self.stop(now, Outcome::NoSuchTournament);
        }
        self.pause(now, LOOK_PAUSE);
    }

    pub(in crate::player) fn tournament_view(
        &mut self,
        now: Duration,
        snapshot: &TournamentSnapshot,
    ) {
        if !self.plays(snapshot.tournament) {
            return;
        }
        self.outbox.settle(|request| request == Request::WatchTournament);
        let Some(run) = &mut self.run else { return };
        let view = &snapshot.view;
        (run.watched, run.looked) = (Some(view.seq), 0);
        run.check_in = view.info.check_in;
        match &view.you {
            Some(you) => self.own_entry(now, snapshot.tournament, you),
            None => self.no_entry(now, view),
        }
    }

    fn own_entry(&mut self, now: Duration, tournament: TournamentId, you: &OwnEntry) {
        self.has_entry(you.entry);
        if let Some(result) = EntryResult::seen(self.bot, self.login.name(), tournament, you) {
            return self.entry_over(now, result, you.may_re_enter);
        }
        if you.state == EntryState::Registered {
            self.check_in(tournament);
        }
        if you.state == EntryState::MayRebuy {
            let plan = self.shared.settings.tournament.as_ref();
            let buys = plan.is_some_and(|plan| plan.buys_chips);
            self.answer_rebuy(tournament, Purchase::Rebuy, buys);
        }
        if self.phase != Phase::Playing {
            self.wait_for_seat();
        }
    }

    fn check_in(&mut self, tournament: TournamentId) {
        if self.run.as_ref().is_some_and(|run| run.check_in) {
            self.outbox.ask(Request::Other, |request| CheckIn { request, tournament });
        }
    }

    /// Handles the lack of an entry: enters, or waits for the moment to enter.
    fn no_entry(&mut self, now: Duration, view: &TournamentView) {
        if is_over(view.info.state) {
            return self.too_late(now, ErrorCode::TournamentOver, "The tournament is over.");
        }
        if !view.info.open && view.info.level > 0 {
            return self.too_late(now, ErrorCode::TooLate, "The tournament takes no more entries.");
        }
        let Some(run) = &mut self.run else { return };
        let late = run.late.filter(|_| !starts_when_full(&view.info));
        if let Some(moment) = late {
            let remaining = Duration::from_millis(view.clock.remaining_ms.into());
            let wait = moment.wait(view.clock.level, view.info.late_level, remaining);
            run.enter_at = wait.map(|wait| now + wait);
        } else if view.info.open {
            self.enter();
        }
    }

    /// Enters when the moment of a late entry or of another attempt has come.
    pub(in crate::player) fn enter_when_due(&mut self, now: Duration) {
        let Some(run) = &mut self.run else { return };
        if run.enter_at.is_some_and(|at| now >= at) {
            run.enter_at = None;
            self.enter();
        }
    }

    pub(in crate::player) fn enter(&mut self) {
        let Some(tournament) = self.run.as_ref().and_then(|run| run.id) else { return };
        self.outbox.ask(Request::Enter, |request| EnterTournament {
            request,
            tournament,
            of_age: true,
        });
        self.phase = Phase::Entering;
    }

    pub(in crate::player) fn entered(&mut self, entered: &Entered) {
        self.outbox.answered(entered.request);
        if !self.plays(entered.tournament) {
            return;
        }
        self.has_entry(entered.entry);
        self.check_in(entered.tournament);
        // A seat that was assigned before this answer stays.
        if self.phase == Phase::Entering {
            self.wait_for_seat();
        }
    }

    /// Handles a step of the tournament while the player waits to enter.
    pub(in crate::player) fn tournament_step(&mut self, step: &TournamentStep) {
        if !self.plays(step.tournament) {
            return;
        }
        let Some(run) = &mut self.run else { return };
        let Some(seen) = run.watched.filter(|seen| step.seq > *seen) else { return };
        run.watched = Some(step.seq);
        if self.phase != Phase::Finding {
            return;
        }
        let missed = step.seq != Seq(seen.0 + 1);
        let matters = |event: &TournamentEvent| {
            matches!(
                event,
                TournamentEvent::EntryOpened(_)
                    | TournamentEvent::TournamentBegan(_)
                    | TournamentEvent::LevelBegan(_)
                    | TournamentEvent::EntryClosed(_)
                    | TournamentEvent::TournamentEnded(_)
                    | TournamentEvent::TournamentCancelled(_)
            )
        };
        let waits = !self.outbox.is_open(Request::WatchTournament);
        if waits && (missed || step.events.0.iter().any(matters)) {
            self.find_tournament();
        }
    }

    pub(in crate::player) fn tournament_refused(
        &mut self,
        now: Duration,
        request: Request,
        refused: &Refused,
    ) {
        if self.stint.outcome().is_some() {
            return;
        }
        match refused.code {
            code if crate::player::may_pass(code) => {
                self.pause(now, BUSY_PAUSE);
            }
            ErrorCode::InsufficientFunds if request == Request::Enter => {
                self.wallet.refill(now, &mut self.outbox)
            }
            ErrorCode::AlreadyEntered => self.find_tournament(),
            ErrorCode::UnknownTournament if request != Request::Results => self.gone(now),
            ErrorCode::NotRegistering | ErrorCode::NotAllowedNow => self.look_again(now),
            code => self.too_late(now, code, &refused.message),
        }
    }

    /// Handles a tournament that the room does not know. It has ended while the player was away, or
    /// was announced again under another id.
    fn gone(&mut self, now: Duration) {
        let by_name = |plan: &TournamentPlan| matches!(plan.which, WhichTournament::Name(_));
        let by_name = self.shared.settings.tournament.as_ref().is_some_and(by_name);
        let Some(run) = &mut self.run else { return };
        if run.entries > 0 {
            return self.ask_results(0);
        }
        if by_name {
            run.id = None;
        }
        self.look_again(now);
    }

    /// Requests the results, from this row on, of an entry that ended while the bot was away.
    fn ask_results(&mut self, from: u32) {
        let Some(tournament) = self.run.as_ref().and_then(|run| run.id) else { return };
        self.outbox.ask(Request::Results, |request| GetResults { request, tournament, from });
    }

    pub(in crate::player) fn results(&mut self, now: Duration, page: &ResultPage) {
        let entry = self.run.as_ref().and_then(|run| run.entry);
        let asked = self.outbox.answered(page.request) == Some(Request::Results);
        let Some(entry) = entry.filter(|_| asked && self.plays(page.event.tournament)) else {
            return;
        };
        let rows = u32::try_from(page.rows.len()).unwrap_or(u32::MAX);
        let next = page.from.saturating_add(rows);
        match page.rows.iter().find(|row| row.name == self.login.name()) {
            Some(row) => {
                let result = EntryResult::kept(self.bot, entry, page, row);
                self.entry_over(now, result, false);
            }
            None if rows > 0 && next < page.total => self.ask_results(next),
            None => self.stop(now, Outcome::TournamentLeft),
        }
    }

    /// Stops because entry is closed. The outcome tells late players from those who have played.
    fn too_late(&mut self, now: Duration, code: ErrorCode, message: &str) {
        let Some(run) = &self.run else { return };
        let outcome = match (run.entries, run.late) {
            (0, Some(_)) => Outcome::EntryClosed,
            (0, None) => Outcome::Rejected { code, message: message.to_owned() },
            _ => Outcome::TournamentLeft,
        };
        self.stop(now, outcome);
    }
}
