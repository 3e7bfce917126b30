//! Corrections by the floor after the fact: a pot that went to the wrong player, a killed hand,
//! lost time. This module checks time limits, not whether a dispute is justified.

use super::corrections::{Corrected, Corrections, by};
use super::{LastAward, Table, TableSetup};
use crate::event::Event;
use crate::floor::{Dispute, FloorEvent, FloorRuled, Ground, ReturnedBets};
use crate::hand::{Hand, Phase};
use crate::refusal::RefusalKind;
use crate::seat::{Seat, Seats};
use cardroom_rules::rulebook::{DeadHand, DisputeAccounting, DisputeReading};
use cardroom_rules::{Chips, Millis, SeatNo};

/// The most time that can be added to a turn at once.
const MOST_TIME: Millis = Millis::seconds(600);

/// The pots of the last hand, which may have gone to the wrong player.
pub(crate) struct LastPots<'a> {
    pub(super) award: &'a LastAward,
    pub(super) setup: &'a TableSetup,
    pub(super) seats: &'a Seats,
    /// The next hand, if it has begun.
    next: Option<&'a Hand>,
    /// The next hand has begun, and may be over.
    pub(super) next_began: bool,
    pub(super) now: Millis,
}

impl<'a> LastPots<'a> {
    /// Returns the pots of the last hand; `None` if no hand has ended.
    pub(crate) fn of(table: &'a Table, now: Millis) -> Option<Self> {
        let award = table.state.award.as_ref()?;
        Some(Self {
            award,
            setup: &table.setup,
            seats: &table.state.seats,
            next: table.hand.as_ref(),
            next_began: table.state.schedule.last_hand() > award.hand,
            now,
        })
    }

    fn seat(&self, seat: SeatNo) -> Result<&Seat, RefusalKind> {
        self.seats.checked(seat, self.setup.seats)
    }

    /// Returns `true` if fewer than two players are left: the game is over or the table is broken.
    pub(super) fn table_broke(&self) -> bool {
        self.seats.occupied().count() < 2
    }

    /// Checks that the award may still be disputed (TDA 22, TNPL C10, TFPL 2a-4).
    fn check_disputable(&self, about: Dispute) -> Result<(), RefusalKind> {
        let Self { award, next_began, .. } = *self;
        let book = &self.setup.rulebook;
        let is_over = match about {
            Dispute::Reading if !award.read => return Err(RefusalKind::NothingToShow),
            Dispute::Reading => match book.showdown.dispute_reading {
                DisputeReading::NextHand => next_began,
                DisputeReading::NextHandOrTableBreaks => next_began || self.table_broke(),
            },
            Dispute::Accounting => match book.showdown.dispute_accounting {
                DisputeAccounting::NextHand => next_began,
                DisputeAccounting::SubstantialActionNextHand => {
                    let begins = |hand: &Hand| !hand.betting.tally().is_substantial();
                    next_began && !self.next.is_some_and(begins)
                }
            },
        };
        let in_break = !next_began && award.is_break_over(book, self.now);
        if is_over || in_break { Err(RefusalKind::WindowClosed) } else { Ok(()) }
    }
    /// Returns the chips that a seat can be made to return: at most its winnings, without chips at
    /// stake in a hand.
    fn can_return(&self, seat: SeatNo) -> Result<Chips, RefusalKind> {
        let taken = self.seat(seat)?;
        let won = self.award.won_by(seat, taken.player).ok_or(RefusalKind::NotInHand)?;
        let plays = self.next.is_some_and(|hand| hand.players.live().contains(seat));
        let free = if plays { taken.stack.saturating_sub(Chips(1)) } else { taken.stack };
        Ok(won.min(free))
    }

    /// Moves chips of the pots to the right player.
    pub(super) fn reaward(
        &self,
        about: Dispute,
        from: SeatNo,
        to: SeatNo,
        amount: Chips,
    ) -> Corrected {
        self.check_disputable(about)?;
        let player = self.seat(to)?;
        if self.award.won_by(to, player.player).is_none() {
            return Err(RefusalKind::NotInHand);
        }
        let eliminates = self.setup.occupancy.eliminates();
        let plays = self.next.is_some_and(|hand| hand.players.dealt().contains(to));
        // The tournament has already counted a player without chips as eliminated.
        if eliminates && player.chips().is_zero() && !plays {
            return Err(RefusalKind::NoChips);
        }
        let max_to = self.can_return(from)?;
        if from == to || amount.is_zero() {
            return Err(RefusalKind::NothingToDo);
        }
        if amount > max_to {
            return Err(RefusalKind::AboveMaximum { max_to });
        }
        // A tournament orders the next hand for the remaining players, so two of them must have
        // chips.
        let plays_on = |(seat, other): &(SeatNo, &Seat)| *seat != from && !other.chips().is_zero();
        let others = self.seats.occupied().filter(plays_on).count();
        let breaks = self.seat(from)?.stack == amount;
        if eliminates && breaks && others < 2 {
            return Err(RefusalKind::NoChips);
        }
        let ground = match about {
            Dispute::Reading => Ground::DisputedReading,
            Dispute::Accounting => Ground::DisputedAccounting,
        };
        let hand = self.award.hand;
        by(ground, FloorEvent::PotReawarded { hand, from, to, amount })
    }
}

pub(super) fn apply_reaward(table: &mut Table, from: SeatNo, to: SeatNo, amount: Chips) {
    let giver = table.state.seats.taken(from);
    giver.stack -= amount;
    let (broke, gave) = (giver.stack.is_zero(), giver.player);
    let joins_later = table.is_dealt_in(to);
    let getter = table.state.seats.taken(to);
    let got = getter.player;
    // A player in a hand plays with the chips from its start. Other chips join afterwards.
    if joins_later {
        getter.pending += amount;
    } else {
        getter.stack += amount;
    }
    if let Some(hand) = table.hand.as_mut().filter(|hand| hand.players.dealt().contains(from)) {
        hand.players[from].started_with -= amount;
        if broke {
            hand.players.set_all_in(from, true);
        }
    }
    if let Some(award) = &mut table.state.award {
        award.reaward((from, gave), (to, got), amount);
    }
}

impl Corrections<'_> {
    /// Makes a hand live again that was folded on wrong information, or that the floor killed (TFPL
    /// 3b-6, TNPL H21). This works until the next card of the same street, and until a hand is
    /// shown. Play backs up: a player who folded has not acted, and a bet that they may now call
    /// stands again.
    pub(super) fn restore(&self, seat: SeatNo) -> Corrected {
        self.seat(seat)?;
        if self.setup.rulebook.showdown.dead_hand == DeadHand::Final {
            return Err(RefusalKind::DeadForGood);
        }
        let hand = self.hand()?;
        if !hand.players.dealt().contains(seat) {
            return Err(RefusalKind::NotInHand);
        }
        if hand.players.live().contains(seat) {
            return Err(RefusalKind::NothingToDo);
        }
        let given_up = hand.players[seat].given_up.ok_or(RefusalKind::WindowClosed)?;
        let bets = matches!(hand.phase, Phase::Turn(_) | Phase::Held { .. });
        let can_return = bets && hand.street.drawing().is_none() && !hand.has_begun_to_show();
        if !can_return || given_up.at != hand.now_in_deck() {
            return Err(RefusalKind::WindowClosed);
        }
        let returned = hand.betting.uncalled();
        let put_back = returned.map(|(seat, amount)| FloorEvent::UncalledPutBack { seat, amount });
        let rulings = put_back.into_iter().chain([FloorEvent::HandRestored { seat }]);
        Ok(rulings.map(|what| FloorRuled { ground: Ground::RestoredHand, what }).collect())
    }

    /// Gives the player on turn more time.
    pub(super) fn add_time(&self, seat: SeatNo, time: Millis) -> Corrected {
        self.seat(seat)?;
        let hand = self.hand()?;
        let Phase::Turn(turn) = hand.phase else { return Err(RefusalKind::NotYourTurn) };
        if turn.seat != seat {
            return Err(RefusalKind::NotYourTurn);
        }
        let counted = hand.betting.called_clock_ends();
        // If no clock runs, there is nothing to extend.
        let runs = counted.or(self.setup.times_every_turn().then_some(turn.deadline));
        let ends = runs.filter(|_| time > Millis(0) && time <= MOST_TIME);
        let until = ends.ok_or(RefusalKind::NothingToDo)? + time;
        by(Ground::AddedTime, FloorEvent::TimeAdded { seat, until })
    }
}

impl Hand {
    /// Gives the player on turn time until then.
    pub(super) fn extend_turn(&mut self, until: Millis) {
        if let Some(ends) = self.betting.called_clock_ends() {
            self.betting.delay_clock(until.since(ends));
        } else if let Phase::Turn(turn) = &mut self.phase {
            turn.deadline = until;
        }
    }

    /// Makes a folded or killed hand live again. The player on turn is asked again.
    pub(super) fn restore(&mut self, seat: SeatNo) {
        self.players.revive(seat);
        if let Some(rulings) = &mut self.rulings {
            rulings.note_restored(seat);
        }
        self.phase = Phase::Open;
    }
}

impl Event {
    /// Returns `true` for a ruling on a dealing error, and for the actions undone with it. Such
    /// events fit the table before them and are sent before the whole table.
    #[must_use]
    pub fn is_of_the_deal(&self) -> bool {
        let Self::Floor(ruled) = self else { return false };
        matches!(ruled.what, FloorEvent::DealRuled(_) | FloorEvent::ActionsRescinded { .. })
    }

    /// Returns the bets of a finished hand that were returned.
    #[must_use]
    pub fn returns_bets(&self) -> Option<&ReturnedBets> {
        let Self::Floor(ruled) = self else { return None };
        let FloorEvent::BetsReturned(back) = &ruled.what else { return None };
        Some(back)
    }

    /// Returns `true` if viewers need the whole table again, because a past event was corrected.
    #[must_use]
    pub fn sets_right(&self) -> bool {
        let Self::Floor(ruled) = self else { return false };
        match &ruled.what {
            FloorEvent::PotReawarded { .. }
            | FloorEvent::HandRestored { .. }
            | FloorEvent::UncalledPutBack { .. }
            | FloorEvent::StreetReopened
            | FloorEvent::BetsReturned(_)
            | FloorEvent::ActionsRescinded { .. } => true,
            FloorEvent::DealRuled(ruling) => ruling.changes_the_view(),
            _ => false,
        }
    }
}
