//! The terms of a table that its setup does not have.

use super::origins::Origins;
use super::refusals::{Refused, refused};
use super::{After, Outputs, TableCore};
use crate::projections::{Ratholes, rathole};
use crate::wire::{self, RuleNumbers};
use cardroom_engine::{Event, Refusal, RefusalKind, Table};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::game::ChipValue;
use cardroom_record::ids::AccountId;
use cardroom_rules::{Chips, Millis, PlayerId, RingTerms};
use std::sync::Arc;

/// How long a freed seat is held for the first player on the waiting list by default.
const SEAT_OFFER: Millis = Millis::seconds(30);

/// The terms of a table that its setup does not have.
#[derive(Debug)]
pub struct Terms {
    /// The numbers of the rules that rulings rest on.
    rules: RuleNumbers,
    /// How long a freed seat is held for the first player on the waiting list.
    seat_offer: Millis,
    /// The stack up to which players may top up, if it is not the largest buy-in.
    top_up_to: Option<Chips>,
    /// The value that the host gave to chips. It is shown and changes nothing.
    chip_value: Option<ChipValue>,
    /// The age below which the chips of an account have no value outside of the table.
    chips_held_for: Option<Millis>,
    /// Whether the table refuses a second seat to an address.
    one_seat_per_address: bool,
    /// The chips that players must bring to this table or a copy of it, as the host knows it;
    /// `None` if the table has no copies.
    taken: Option<Arc<Ratholes>>,
}

impl Default for Terms {
    fn default() -> Self {
        let (rules, seat_offer) = (RuleNumbers::default(), SEAT_OFFER);
        Self {
            rules,
            seat_offer,
            top_up_to: None,
            chip_value: None,
            chips_held_for: None,
            one_seat_per_address: false,
            taken: None,
        }
    }
}

impl Terms {
    /// Sets the numbers of the rules in rulings.
    #[must_use]
    pub fn citing(self, rules: RuleNumbers) -> Self {
        Self { rules, ..self }
    }

    /// Sets how long a freed seat is held for the first player on the waiting list.
    #[must_use]
    pub fn offering_seats_for(self, seat_offer: Millis) -> Self {
        Self { seat_offer, ..self }
    }

    /// Sets the stack up to which players may top up.
    #[must_use]
    pub fn allowing_top_ups_to(self, top_up_to: Option<Chips>) -> Self {
        Self { top_up_to, ..self }
    }

    /// Sets the value of chips that the table is shown with.
    #[must_use]
    pub fn valuing_chips_at(self, chip_value: Option<ChipValue>) -> Self {
        Self { chip_value, ..self }
    }

    /// Sets the age below which an account counts as new. The chips of guests and new accounts have
    /// no value outside of the table.
    #[must_use]
    pub fn holding_chips_for(self, hold: Option<Millis>) -> Self {
        Self { chips_held_for: hold, ..self }
    }

    /// Sets whether the table refuses a second seat to an address.
    #[must_use]
    pub fn with_one_seat_per_address(self, is_on: bool) -> Self {
        Self { one_seat_per_address: is_on, ..self }
    }

    /// Makes the table count as one game with its copies, and sets what players must bring to any
    /// of them from now on.
    pub(super) fn count_with_copies(&mut self, taken: Arc<Ratholes>) {
        self.taken = Some(taken);
    }

    pub(super) fn rules(&self) -> &RuleNumbers {
        &self.rules
    }

    /// Explains a refusal of the table, with the rule of the table's own rulebook.
    pub(super) fn explain(&self, refusal: &Refusal) -> Refused {
        (wire::refusal_code(refusal), self.rules.refusal(refusal))
    }

    pub(super) fn chip_value(&self) -> Option<&ChipValue> {
        self.chip_value.as_ref()
    }

    pub(super) fn top_up_to(&self) -> Option<Chips> {
        self.top_up_to
    }

    /// Takes over the value that the host gives to chips.
    pub(super) fn value_chips_at(&mut self, chip_value: Option<ChipValue>) {
        self.chip_value = chip_value;
    }

    /// Takes over the terms that a host has changed.
    pub(super) fn renew(&mut self, top_up_to: Option<Chips>, rules: RuleNumbers) {
        (self.top_up_to, self.rules) = (top_up_to, rules);
    }

    /// Returns until when a seat that is offered now is held.
    pub(super) fn offer_ends(&self, now: Millis) -> Millis {
        now + self.seat_offer
    }

    /// Returns the least an account must bring because of chips it recently took away, here
    /// or from a twin.
    pub(super) fn owed(&self, now: Millis, account: AccountId, ratholes: &Ratholes) -> Chips {
        let taken = self
            .taken
            .as_deref()
            .unwrap_or(ratholes)
            .get(&account)
            .filter(|(_, until)| *until > now);
        taken.map_or(Chips::ZERO, |(owed, _)| *owed)
    }

    /// Refuses a top-up that the terms of a private table do not allow. The engine checks the rest.
    pub(super) fn check_top_up(
        &self,
        table: &Table,
        who: PlayerId,
        amount: Chips,
    ) -> Result<(), Refused> {
        let Some(limit) = self.top_up_to else { return Ok(()) };
        let mut before = table.chips_before_hand();
        if before.any(|(player, chips)| player == who && chips.is_zero()) {
            // A player without chips, who cannot win any in a hand in progress, buys
            // in like a newcomer.
            return Ok(());
        }
        let mut chips = table.chips_by_player();
        let has = chips.find(|(player, _)| *player == who);
        let has = has.map_or(Chips::ZERO, |(_, has)| has);
        if limit.is_zero() {
            let text =
                "This table allows no top-ups. A player who has lost all chips can buy more.";
            return Err(refused(ErrorCode::Forbidden, text));
        }
        if has.checked_add(amount).is_none_or(|sum| sum > limit) {
            return Err(self.explain(&RefusalKind::TopUpTooLarge { max: limit }.into()));
        }
        Ok(())
    }

    /// Reports a player who leaves or comes back to the host of the copies.
    pub(super) fn note(&self, now: Millis, event: &Event, ring: &RingTerms, outputs: &mut Outputs) {
        let change = self.taken.as_ref().and_then(|_| rathole(now, event, ring));
        outputs.after.extend(change.map(|(account, taken)| After::Took { account, taken }));
    }
}

impl TableCore {
    /// Sets the terms of a table that was just opened.
    #[must_use]
    pub fn under(self, terms: Terms) -> Self {
        let money = self.money.holding_chips_for(terms.chips_held_for);
        let origins = terms.one_seat_per_address.then(Origins::default);
        Self { money, origins, terms, ..self }
    }

    /// Makes the table count as one game with its copies, and sets what players must bring to any
    /// of them from now on.
    pub fn among_copies(&mut self, taken: Arc<Ratholes>) {
        self.terms.count_with_copies(taken);
    }

    /// Returns the chips that players recently took from this table, as far as it is stored.
    #[must_use]
    pub fn taken(&self) -> &Ratholes {
        &self.projections.ratholes
    }
}
