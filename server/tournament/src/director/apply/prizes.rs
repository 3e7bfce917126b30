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
                state.money_reached = true;
                if let Some(bounties) = &mut state.bounties {
                    bounties.money_reached(*players_left);
                }
            }
            Event::BountyAwarded(award) => {
                if let Some(bounties) = &mut state.bounties {
                    bounties.apply(award);
                }
            }
            Event::BountiesShared { shares } => {
                if let Some(bounties) = &mut state.bounties {
                    bounties.pay_rest(shares);
                }
            }
            Event::ChipsExchanged { table, stacks, .. } => {
                for (entry, stack) in stacks {
                    let was =
                        self.change(*entry, |entry| std::mem::replace(&mut entry.stack, *stack));
                    self.state.chips = self.state.chips + *stack - was;
                }
                if let Some(table) = table
                    && self.state.color_ups.remove(table).is_none()
                {
                    let exchange = self.state.exchange;
                    self.state.floor.change(*table, |table| table.exchanged = exchange);
                }
            }
            Event::DealProposed(deal) => {
                state.last_deal = deal.number;
                state.deal = Some((**deal).clone());
            }
            Event::Voted { entry, agrees } => {
                if let Some(deal) = &mut state.deal {
                    // The vote was checked before the event was emitted.
                    let _ = deal.ballot.vote(*entry, *agrees);
                }
            }
            Event::DealAccepted => {
                if let Some(deal) = &mut state.deal {
                    deal.accepted = true;
                }
            }
            Event::DealRejected { .. } => state.deal = None,
            Event::DealMade { shares, for_winner, .. } => {
                state.deal = None;
                let (shares, for_winner) = (shares.clone(), *for_winner);
                state.deals_made.push(MadeDeal { shares, for_winner });
                let left = usize::try_from(state.players_left).unwrap_or(usize::MAX);
                if let Some(places) = &mut state.prizes {
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
