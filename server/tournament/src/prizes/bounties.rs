//! Bounties: fixed, progressive and mystery. The tables report who eliminated a player. This module
//! decides the value of an elimination and accounts for every cent paid for bounties.

use super::envelopes::Envelopes;
use crate::draws::Draws;
use cardroom_rules::rulebook::TiedBounty;
use cardroom_rules::{BountyKind, BountyTerms, Cents, EntryNo};
use serde::{Deserialize, Serialize};

/// The bounties of a tournament. [`Bounties::decide`] values an elimination,
/// and [`Bounties::apply`] records it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounties {
    terms: BountyTerms,
    tie: TiedBounty,
    /// Indexed by entry number, from 1.
    heads: Vec<Head>,
    /// Money on no head: the pool of mystery bounties, and bounties that no player has won.
    pot: Cents,
    envelopes: Option<Envelopes>,
    ledger: Ledger,
}

/// Money paid for bounties, and where it went.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Ledger {
    pub paid_in: Cents,
    /// Added by the house when several players got a full bounty for one head.
    pub added: Cents,
    pub paid_out: Cents,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
struct Head {
    is_in: bool,
    price: Cents,
    chips: u32,
    won: Cents,
}

/// The value of an elimination.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyAward {
    pub out: EntryNo,
    /// The value of the mystery bounty that was drawn.
    pub drawn: Option<Cents>,
    /// The winners in order of entry. Empty if no player made the elimination.
    pub won: Vec<BountyWon>,
    /// The amount that the house adds.
    pub added: Cents,
}

/// One player's winnings for an elimination.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BountyWon {
    pub by: EntryNo,
    pub cash: Cents,
    /// The part added to the winner's own head.
    pub on_head: Cents,
}

impl Bounties {
    #[must_use]
    pub fn new(terms: BountyTerms, tie: TiedBounty) -> Self {
        Self {
            terms,
            tie,
            heads: Vec::new(),
            pot: Cents::ZERO,
            envelopes: None,
            ledger: Ledger::default(),
        }
    }

    /// Adds an entry that has paid for a bounty.
    pub fn enter(&mut self, entry: EntryNo) {
        let amount = self.terms.amount;
        let is_mystery = matches!(self.terms.kind, BountyKind::Mystery { .. });
        self.ledger.paid_in += amount;
        let head = self.head_mut(entry);
        head.is_in = true;
        if is_mystery {
            self.pot += amount;
        } else {
            head.price += amount;
        }
    }

    /// Removes an entry that withdrew before the start, and refunds its bounty.
    pub fn withdraw(&mut self, entry: EntryNo) {
        let amount = self.terms.amount;
        let head = self.head_mut(entry);
        if !std::mem::take(head).is_in {
            return;
        }
        if matches!(self.terms.kind, BountyKind::Mystery { .. }) {
            self.pot -= amount;
        }
        self.ledger.paid_in -= amount;
    }

    /// Fills the envelopes when `players_left` players reach the money. From now on mystery
    /// bounties are drawn, one for each head and the last one for the winner's own.
    pub fn money_reached(&mut self, players_left: u32) {
        if let BountyKind::Mystery { prizes } = &self.terms.kind
            && self.envelopes.is_none()
        {
            let pot = std::mem::take(&mut self.pot);
            self.envelopes = Some(Envelopes::new(pot, prizes, players_left));
        }
    }

    /// Returns the value of an elimination. `by` are the winners of the player's last chips. It is
    /// empty if the player was not eliminated in play.
    pub fn decide(&self, out: EntryNo, by: &[EntryNo], draws: &mut Draws) -> BountyAward {
        let mut by = by.to_vec();
        by.sort_unstable();
        by.dedup();
        let is_mystery = matches!(self.terms.kind, BountyKind::Mystery { .. });
        let nothing = BountyAward { out, drawn: None, won: Vec::new(), added: Cents::ZERO };
        if by.is_empty() {
            return nothing;
        }
        let drawn = match &self.envelopes {
            Some(envelopes) => envelopes.draw(draws),
            None => None,
        };
        let price = if is_mystery { drawn.unwrap_or_default() } else { self.price(out) };
        let winners = u64::try_from(by.len()).expect("a table has at most ten players");
        let parts = match self.tie {
            TiedBounty::Split => split(price, winners),
            TiedBounty::FullToEach => vec![price; by.len()],
        };
        let won = by.into_iter().zip(parts).map(|(by, part)| self.share(by, part)).collect();
        let added = match self.tie {
            TiedBounty::Split => Cents::ZERO,
            TiedBounty::FullToEach => price.times(winners - 1),
        };
        BountyAward { drawn, won, added, ..nothing }
    }

    /// Splits a part into cash and head. A winner who is also out gets all of it in cash.
    fn share(&self, by: EntryNo, part: Cents) -> BountyWon {
        let cash = match self.terms.kind {
            BountyKind::Progressive { cash_percent } if self.is_in(by) => {
                part.basis_points_floor(u64::from(cash_percent.min(100)) * 100)
            }
            _ => part,
        };
        BountyWon { by, cash, on_head: part - cash }
    }

    /// Applies an award, and takes the player out.
    ///
    /// # Panics
    /// If the award exceeds the money available, because it was decided about other bounties.
    pub fn apply(&mut self, award: &BountyAward) {
        let head = self.head_mut(award.out);
        let price = std::mem::take(&mut head.price);
        head.is_in = false;
        self.pot += price + award.added;
        self.ledger.added += award.added;
        if let (Some(drawn), Some(envelopes)) = (award.drawn, &mut self.envelopes) {
            self.pot += envelopes.take(drawn);
        }
        for won in &award.won {
            self.pot -= won.cash + won.on_head;
            self.ledger.paid_out += won.cash;
            let head = self.head_mut(won.by);
            head.price += won.on_head;
            head.chips += 1;
            head.won += won.cash;
        }
    }

    /// Returns the final payments: each remaining player's own head, and equal parts of all
    /// bounties still unwon. The remaining players are the winner, or the parties of a deal.
    #[must_use]
    pub fn rest(&self, left: &[EntryNo]) -> Vec<(EntryNo, Cents)> {
        let mut left = left.to_vec();
        left.sort_unstable();
        left.dedup();
        let Some(players) = u64::try_from(left.len()).ok().filter(|players| *players > 0) else {
            return Vec::new();
        };
        let drawable = self.envelopes.as_ref().map_or(Cents::ZERO, Envelopes::sum);
        let parts = split(self.pot + drawable, players);
        left.into_iter().zip(parts).map(|(entry, part)| (entry, self.price(entry) + part)).collect()
    }

    /// Pays the amounts returned by [`rest`](Self::rest).
    ///
    /// # Panics
    /// If another head still has a price, because its player is not out.
    pub fn pay_rest(&mut self, rest: &[(EntryNo, Cents)]) {
        for (entry, amount) in rest {
            let (chips, won) = (self.chips(*entry), self.won(*entry) + *amount);
            *self.head_mut(*entry) = Head { chips, won, ..Head::default() };
            self.ledger.paid_out += *amount;
        }
        self.pot = Cents::ZERO;
        self.envelopes = None;
        self.audit();
    }

    /// Returns the current price on a head.
    #[must_use]
    pub fn price(&self, entry: EntryNo) -> Cents {
        self.head(entry).price
    }

    /// Returns the number of bounties a player has won: the bounty chips of TFPL 6-16.
    #[must_use]
    pub fn chips(&self, entry: EntryNo) -> u32 {
        self.head(entry).chips
    }

    /// Returns the player's total bounty payments, including their own head at the end.
    #[must_use]
    pub fn won(&self, entry: EntryNo) -> Cents {
        self.head(entry).won
    }

    /// Returns the undrawn mystery bounties by value and number, best first.
    pub fn mystery(&self) -> impl Iterator<Item = (Cents, u32)> {
        self.envelopes.iter().flat_map(Envelopes::kinds)
    }

    #[must_use]
    pub fn ledger(&self) -> Ledger {
        self.ledger
    }

    /// Checks that every cent is in exactly one place.
    ///
    /// # Panics
    /// If it is not.
    pub fn audit(&self) {
        let heads: Cents = self.heads.iter().map(|head| head.price).sum();
        let rest = self.envelopes.as_ref().map_or(Cents::ZERO, Envelopes::sum);
        let Ledger { paid_in, added, paid_out } = self.ledger;
        assert_eq!(paid_in + added, paid_out + heads + self.pot + rest, "bounties leak");
    }

    fn is_in(&self, entry: EntryNo) -> bool {
        self.head(entry).is_in
    }

    fn head(&self, entry: EntryNo) -> Head {
        let head = index(entry).and_then(|index| self.heads.get(index));
        head.copied().unwrap_or_default()
    }

    fn head_mut(&mut self, entry: EntryNo) -> &mut Head {
        let index = index(entry).expect("entries are numbered from 1");
        if self.heads.len() <= index {
            self.heads.resize(index + 1, Head::default());
        }
        &mut self.heads[index]
    }
}

fn index(entry: EntryNo) -> Option<usize> {
    usize::try_from(entry.0).ok()?.checked_sub(1)
}

/// Divides into equal parts. The odd cents go to the players who entered first.
fn split(amount: Cents, parts: u64) -> Vec<Cents> {
    let (each, over) = amount.divide(parts);
    (0..parts).map(|index| each + Cents(u64::from(index < over.0))).collect()
}

#[cfg(test)]
mod tests;
