//! Deals that can be verified, at the table: when a round opens, what its links are, which hand it
//! deals, and what each step opens. `rounds.rs` has the rounds themselves.
//!
//! From the opening to the start of the hand nothing may change who is dealt in. A host keeps the
//! requests back that could ([`waits_for_deal`]). What cannot wait, such as a pause by the floor,
//! gives the round up with no seat to blame.

mod end;
mod follow;
mod open;
mod recover;

pub(super) use end::{expire, of_played, seal, tend};
pub(super) use follow::{follow, tell};
pub(super) use open::{Asking, join, lend, open_withdrawn};

use super::{Outputs, TableCore};
use crate::faults::{Fault, is_planted};
use crate::rounds::{PacksWanted, Rounds, Script, State};
use cardroom_deal::{DRAWN, Opening};
use cardroom_engine::{NextDeal, Table};
use cardroom_protocol::deal::DealLevel;
use cardroom_protocol::hosting::HostOrder;
use cardroom_protocol::hybrid::TableCommand;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::ServerMessage;
use cardroom_rules::Millis;

impl TableCore {
    /// Returns the rounds of a table whose deals can be verified.
    #[must_use]
    pub fn rounds(&self) -> Option<&Rounds> {
        self.rounds.as_deref()
    }

    /// Returns the packs that the next round needs now.
    #[must_use]
    pub fn wants_packs(&self, now: Millis) -> Option<PacksWanted> {
        let rounds = self.rounds().filter(|_| !self.ending.has_begun())?;
        let (opens, next) = (opens_at(rounds, &self.table)?, self.table.next_deal()?);
        (now >= opens).then(|| PacksWanted {
            hand: next.hand,
            round: rounds.told.next_round(next.hand.0),
            packs: rounds.terms.packs,
        })
    }
}

/// Returns `true` for a request that could change who is dealt in. Between an opening and the start
/// of its hand the host keeps it back.
#[must_use]
pub fn waits_for_deal(request: &TableRequest) -> bool {
    use TableRequest as R;
    match request {
        R::Sit(_)
        | R::SitOut(_)
        | R::SitIn(_)
        | R::Leave(_)
        | R::SetPreferences(_)
        | R::TopUp(_)
        | R::Rebuy(_)
        | R::ChooseGame(_) => !is_planted(Fault::SeatMoved),
        R::DirectTable(direct) => changes_people(&direct.command),
        R::Emote(_)
        | R::Observe(_)
        | R::Unobserve(_)
        | R::ShowOrMuck(_)
        | R::Chat(_)
        | R::RunIt(_)
        | R::ShowCards(_)
        | R::AskToSee(_)
        | R::RabbitHunt(_)
        | R::RabbitConsent(_)
        | R::CallClock(_)
        | R::AttendTable(_)
        | R::GetHandSoFar(_)
        | R::JoinWaitList(_)
        | R::LeaveWaitList(_)
        | R::JoinDeal(_) => false,
    }
}

/// Returns `true` for a command of the host about players and their chips that can wait. Those that
/// set stacks, seats or the button between two hands cannot: their time ends with the next hand.
fn changes_people(command: &TableCommand) -> bool {
    use HostOrder as H;
    match command {
        TableCommand::GiveChips(_) | TableCommand::TakeBackChips(_) => true,
        TableCommand::Host(order) => match order {
            H::Remove(_) | H::SitOut(_) | H::Admit(_) => true,
            H::SetStack(_)
            | H::ShuffleSeats
            | H::ChangeTerms(_)
            | H::HandOver(_)
            | H::Decline(_) => false,
        },
        _ => false,
    }
}

/// Returns when the next round opens; `None` while one is open and while no hand can start.
fn opens_at(rounds: &Rounds, table: &Table) -> Option<Millis> {
    let next = table.next_deal().filter(|_| matches!(rounds.state, State::Idle))?;
    let lead = if next.may_choose { Millis(0) } else { rounds.terms.lead };
    let opens = Millis(next.not_before.0.saturating_sub(lead.0));
    let waits = [rounds.joined.lapses().waits_until(), rounds.gathers_until];
    Some(waits.into_iter().flatten().fold(opens, Millis::max))
}

/// Returns what a table with rounds waits for, given what its game waits for: the time of the next
/// hand counts only once its round is bound.
pub(super) fn deadline(rounds: &Rounds, table: &Table, of_game: Option<Millis>) -> Option<Millis> {
    let (is_bound, until) = match &rounds.state {
        State::Bound(_) | State::Dealing(_) => (true, None),
        State::Open(waiting) => (false, Some(waiting.until)),
        // The next input ends it, and none may come.
        State::Stale(..) => (false, Some(Millis(0))),
        State::Idle => (false, opens_at(rounds, table)),
    };
    let start = table.next_deal().map(|next| next.not_before).filter(|_| !is_bound);
    of_game.filter(|at| Some(*at) != start).into_iter().chain(until).min()
}

/// Returns `true` if a hand that starts now is the one that an opening promises.
fn is_as_opened(opening: &Opening, table: &Table) -> bool {
    if is_planted(Fault::SeatMoved) {
        return true;
    }
    let Some(NextDeal { hand, button, dealt, .. }) = table.next_deal() else { return false };
    let Script { faces, is_stud, shuffles, ops } = Script::of(&table.play().game);
    hand.0 == opening.hand
        && button.map_or(DRAWN, |seat| seat.0) == opening.button
        && dealt.iter().map(|seat| seat.0).eq(opening.dealt.iter().copied())
        && faces == opening.faces
        && (is_stud, shuffles) == (opening.is_stud, opening.shuffles)
        && ops == opening.script
}

/// Sends a message to the connections that take part at this level or above.
fn say(rounds: &Rounds, least: DealLevel, message: impl Into<ServerMessage>, out: &mut Outputs) {
    let message = message.into();
    let is_in = |level| level == DealLevel::Full || least == DealLevel::Lend;
    for (connection, level) in rounds.joined.levels() {
        if is_in(level) {
            out.private.push((connection, message.clone()));
        }
    }
}
