//! Deals among the remaining players: proposals, the vote and its consequences (TNPL A8, GAPS
//! G-44).

use super::money::Money;
use super::pauses::Pause;
use super::state::{Deals, Entries};
use super::{Director, Step, escrow, placing, real_cards};
use crate::deal::{DealNo, DealWish, Division, OpenDeal, TIME_TO_VOTE};
use crate::event::Event;
use crate::prizes::{
    BallotRefusal, DealRefusal, MOST_PLAYERS, Party, Proposal, SecretBallot, Situation, Verdict,
    pauses_clock,
};
use crate::refusal::Refusal;
use crate::setup::Setup;
use cardroom_rules::{Cents, Chips, EntryNo, Millis, PlayerId};

impl Director {
    /// Returns `true` if the rulebook, the floor and the prizes allow a proposal now.
    #[must_use]
    pub fn takes_deals(&self) -> bool {
        let deals = &self.state.deals;
        deals.open().is_none() && deals.asked().is_none() && self.allows_deals()
    }

    fn allows_deals(&self) -> bool {
        let (setup, state) = (&self.setup, &self.state);
        let few = usize::try_from(state.entries.left()).is_ok_and(|left| left <= MOST_PLAYERS);
        setup.rulebook.deals.allowed
            && setup.structure.deals.allowed
            && state.deals.are_allowed()
            && state.course.is_running()
            && state.prizes.are_fixed()
            && state.prizes.tickets() == 0
            && !setup.is_first_day()
            && state.escrow.is_empty()
            && few
            && state.entries.left() > 1
    }
}

/// The matter of a deal among players: their stacks, and the prizes still to be won.
struct Bargain<'a> {
    setup: &'a Setup,
    entries: &'a Entries,
    deals: &'a Deals,
    /// The prizes still to be won, first place first.
    prizes: Vec<Cents>,
    places_paid: u32,
    /// `true` while something else than a vote stops the clock.
    is_paused: bool,
}

impl<'a> Bargain<'a> {
    fn of(director: &'a Director) -> Self {
        let state = &director.state;
        let left = usize::try_from(state.entries.left()).unwrap_or(usize::MAX);
        let places = state.prizes.places().unwrap_or_default();
        Self {
            setup: &director.setup,
            entries: &state.entries,
            deals: &state.deals,
            prizes: places.iter().copied().take(left).collect(),
            places_paid: Money::of(director).places_paid(),
            is_paused: state.schedule.is_paused(),
        }
    }

    fn parties(&self, away: &[PlayerId]) -> Vec<Party> {
        let party = self.entries.all_in().map(|(number, entry)| Party {
            entry: number,
            stack: entry.stack,
            present: !away.contains(&entry.player),
        });
        party.collect()
    }

    /// Builds the deal that a wish describes, for the stacks as they are.
    fn deal_by(&self, wish: &DealWish, now: Millis) -> Result<OpenDeal, Refusal> {
        let proposer = wish.player.map(|player| self.entries.of_player_in(player)).transpose()?;
        let parties = self.parties(&wish.away);
        let prizes = &self.prizes;
        let proposal = match &wish.division {
            Division::ByChips => Proposal::by_chips(&parties, prizes, wish.for_winner)?,
            Division::Icm => Proposal::by_icm(&parties, prizes, wish.for_winner)?,
            Division::Shares(shares) => Proposal::named(shares.clone(), wish.for_winner),
        };
        let rule = &self.setup.rulebook.deals;
        let situation = Situation {
            parties: &parties,
            remaining_pool: prizes.iter().copied().sum(),
            paid_places: self.places_paid,
            floor_present: wish.floor_present,
            regional: self.setup.structure.deals.regional,
        };
        proposal.check(rule, &situation)?;
        let last = self.deals.last();
        Ok(OpenDeal {
            number: DealNo(last.0 + 1),
            proposer,
            ballot: SecretBallot::new(parties.iter().map(|party| party.entry)),
            proposal,
            until: now + TIME_TO_VOTE,
            pauses: pauses_clock(rule, last.0) && !self.is_paused,
            accepted: false,
        })
    }
}

/// Proposes a deal. It is about the stacks between two hands, so one that comes during a hand is
/// proposed after it, and no new hand begins.
pub(super) fn propose(
    director: &Director,
    wish: DealWish,
    now: Millis,
) -> Result<Vec<Event>, Refusal> {
    director.state.course.must_run()?;
    if !director.takes_deals() {
        return Err(DealRefusal::NotAllowed.into());
    }
    real_cards::check_stacks_are_counted(&director.state.entries, &director.setup)?;
    // Mistakes that do not depend on the stacks are refused at once.
    let deal = Bargain::of(director).deal_by(&wish, now)?;
    Ok(match director.state.is_quiet() {
        true => opened(deal, now),
        false => vec![Event::DealAsked(Box::new(wish))],
    })
}

/// Proposes the deal that waited for the hands in progress, if it is still possible.
fn propose_what_was_asked(step: &mut Step<'_>) {
    let state = step.state();
    if state.deals.asked().is_none() || !state.is_quiet() || escrow::waits_for_decision(step) {
        return;
    }
    let Some(wish) = step.state().deals.asked() else { return };
    let deal = Bargain::of(step.director).deal_by(wish, step.now);
    match deal.ok().filter(|_| step.director.allows_deals()) {
        Some(deal) => step.bring_about(opened(deal, step.now)),
        None => step.emit(Event::DealDropped),
    }
    step.attend_to_all();
}

/// Opens a deal for voting. The vote may stop the clock.
fn opened(deal: OpenDeal, now: Millis) -> Vec<Event> {
    let pause = deal.pauses.then_some(Event::Paused { at: now });
    [Event::DealProposed(Box::new(deal))].into_iter().chain(pause).collect()
}

pub(super) fn vote(
    deals: &Deals,
    entry: EntryNo,
    deal: DealNo,
    agrees: bool,
) -> Result<[Event; 1], Refusal> {
    let open = deals.open().filter(|open| open.number == deal);
    let open = open.ok_or(Refusal::UnknownDeal)?;
    open.ballot.may_vote(entry).map_err(|refusal| match refusal {
        BallotRefusal::NoVote(_) => {
            Refusal::NotNow("You have no share in this deal, so you have no vote.")
        }
        BallotRefusal::VotedAlready(_) => {
            Refusal::NotNow("You have voted already, and a vote is final.")
        }
    })?;
    Ok([Event::Voted { entry, agrees }])
}

/// Ends the vote once all parties have voted or time is up. If a party is eliminated or a stack
/// changes meanwhile, the deal fails, because it does not match what it was proposed for.
pub(super) fn count_votes(step: &mut Step<'_>) {
    let state = step.state();
    let Some(deal) = state.deals.open() else { return propose_what_was_asked(step) };
    let left = state.entries.left();
    let parties = u32::try_from(deal.proposal.shares().len()).unwrap_or(u32::MAX);
    if parties != left {
        return end_vote(step, Verdict::Rejected);
    }
    if deal.accepted {
        return make_deal_when_quiet(step);
    }
    if !state.deals.is_for(state.entries.stacks()) {
        return end_vote(step, Verdict::Rejected);
    }
    let verdict = deal.ballot.verdict().or_else(|| {
        let over = step.state().vote_ends_at().is_some_and(|until| step.now >= until);
        over.then(|| deal.ballot.verdict_without_more_votes())
    });
    if let Some(verdict) = verdict {
        end_vote(step, verdict);
    }
}

fn end_vote(step: &mut Step<'_>, verdict: Verdict) {
    let Some(deal) = step.state().deals.open() else { return };
    let (number, pauses) = (deal.number, deal.pauses);
    step.emit(match verdict {
        Verdict::Accepted => Event::DealAccepted,
        Verdict::Rejected => Event::DealRejected { number },
    });
    if pauses && step.state().schedule.is_paused() {
        step.bring_about(Pause::of(step).go_on_after_vote());
    }
    match verdict {
        Verdict::Accepted => make_deal_when_quiet(step),
        // Tables may have waited for an accepted deal that then failed with an elimination.
        Verdict::Rejected => step.attend_to_all(),
    }
}

/// Makes the deal once no hand is in progress. No new hand begins before.
fn make_deal_when_quiet(step: &mut Step<'_>) {
    let state = step.state();
    if !state.is_quiet() {
        return;
    }
    if escrow::waits_for_decision(step) {
        return;
    }
    let Some(deal) = step.state().deals.open() else { return };
    let (shares, for_winner) = (deal.proposal.shares().to_vec(), deal.proposal.for_winner());
    let number = deal.number;
    step.emit(Event::DealMade { number, shares: shares.clone(), for_winner });
    for (entry, prize) in shares {
        if !prize.is_zero() {
            step.emit(Event::PrizeWon { entry, prize });
        }
    }
    if for_winner.is_zero() {
        end_by_stacks(step);
    }
    step.attend_to_all();
}

/// Ends the tournament with nothing left to play for. Stacks decide the places,
/// and equal stacks share.
fn end_by_stacks(step: &mut Step<'_>) {
    let mut left: Vec<(Chips, EntryNo)> =
        step.state().entries.stacks().map(|(number, stack)| (stack, number)).collect();
    left.sort_unstable_by_key(|(stack, entry)| (*stack, std::cmp::Reverse(*entry)));
    let everybody: Vec<EntryNo> = left.iter().map(|(_, entry)| *entry).collect();
    let Some((_, winner)) = left.pop() else { return };
    for group in left.chunk_by(|(one, _), (other, _)| one == other) {
        let entries: Vec<EntryNo> = group.iter().map(|(_, entry)| *entry).collect();
        placing::place_out(step, &entries, &[]);
    }
    step.bring_about(placing::finish(step.director, step.now, winner, &[winner], &everybody));
}
