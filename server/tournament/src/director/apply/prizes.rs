//! Applies events about prizes, bounties, deals and chip exchanges.

use crate::director::state::State;
use crate::event::Event;

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::PrizesFixed { places, tickets } => state.prizes.fix(places.clone(), *tickets),
        Event::PrizeWon { entry, prize } => state.entries.win_prize(*entry, *prize),
        Event::PrizeWithheld { prize, .. } => state.prizes.withhold_prize(*prize),
        Event::MoneyReached { players_left } => state.prizes.reach_money(*players_left),
        Event::BountyAwarded(award) => {
            if let Some(bounties) = state.prizes.bounties_mut() {
                bounties.apply(award);
            }
        }
        Event::BountiesShared { shares } => {
            if let Some(bounties) = state.prizes.bounties_mut() {
                bounties.pay_rest(shares);
            }
        }
        Event::ChipsExchanged { table, stacks, .. } => {
            for (entry, stack) in stacks {
                state.entries.set_stack(*entry, *stack);
            }
            if let Some(table) = table
                && state.color_ups.finish(*table).is_none()
            {
                state.seating.exchange(*table, state.color_ups.exchange());
            }
        }
        Event::DealsAllowed { allowed } => state.deals.allow(*allowed),
        Event::DealAsked(wish) => state.deals.ask((**wish).clone()),
        Event::DealDropped => state.deals.drop_asked(),
        Event::DealProposed(deal) => {
            let stacks = state.entries.stacks().collect();
            state.deals.propose((**deal).clone(), stacks);
        }
        Event::Voted { entry, agrees } => state.deals.vote(*entry, *agrees),
        Event::DealAccepted => state.deals.accept(),
        Event::DealRejected { .. } => state.deals.drop_open(),
        Event::DealMade { shares, for_winner, .. } => {
            state.deals.make(shares.clone(), *for_winner);
            let left = usize::try_from(state.entries.left()).unwrap_or(usize::MAX);
            state.prizes.share(left, *for_winner);
        }
        _ => {}
    }
}
