//! Applies events about prizes, bounties, deals and chip exchanges.

use crate::deal::MadeDeal;
use crate::director::Director;
use crate::event::Event;
use cardroom_rules::Cents;

impl Director {
    pub(super) fn apply_to_prizes(&mut self, event: &Event) {
        let state = &mut self.state;
        match event {
            Event::MoneyReached { players_left } => {
                state.prizes.money_reached = true;
                if let Some(bounties) = &mut state.prizes.bounties {
                    bounties.money_reached(*players_left);
                }
            }
            Event::BountyAwarded(award) => {
                if let Some(bounties) = &mut state.prizes.bounties {
                    bounties.apply(award);
                }
            }
            Event::BountiesShared { shares } => {
                if let Some(bounties) = &mut state.prizes.bounties {
                    bounties.pay_rest(shares);
                }
            }
            Event::ChipsExchanged { table, stacks, .. } => {
                for (entry, stack) in stacks {
                    let was =
                        self.change(*entry, |entry| std::mem::replace(&mut entry.stack, *stack));
                    self.state.entries.chips = self.state.entries.chips + *stack - was;
                }
                if let Some(table) = table
                    && self.state.color_ups.due.remove(table).is_none()
                {
                    let exchange = self.state.color_ups.exchange;
                    self.state.seating.floor.change(*table, |table| table.exchanged = exchange);
                }
            }
            Event::DealProposed(deal) => {
                state.deals.last = deal.number;
                state.deals.open = Some((**deal).clone());
            }
            Event::Voted { entry, agrees } => {
                if let Some(deal) = &mut state.deals.open {
                    // The vote was checked before the event was emitted.
                    let _ = deal.ballot.vote(*entry, *agrees);
                }
            }
            Event::DealAccepted => {
                if let Some(deal) = &mut state.deals.open {
                    deal.accepted = true;
                }
            }
            Event::DealRejected { .. } => state.deals.open = None,
            Event::DealMade { shares, for_winner, .. } => {
                state.deals.open = None;
                let (shares, for_winner) = (shares.clone(), *for_winner);
                state.deals.made.push(MadeDeal { shares, for_winner });
                let left = usize::try_from(state.entries.left).unwrap_or(usize::MAX);
                if let Some(places) = &mut state.prizes.places {
                    for place in places.iter_mut().take(left) {
                        *place = Cents::ZERO;
                    }
                    if let Some(first) = places.first_mut() {
                        *first = for_winner;
                    }
                }
            }
            _ => {}
        }
    }
}
