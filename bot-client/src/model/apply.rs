//! Applies steps to the table, with one function per event, and rejects what cannot be true.
//!
//! An event that does not fit is an error, such as a bet larger than the stack, or a pot smaller
//! than what it pays. It is never repaired silently. The caller counts it and requests a full view.

use super::{Hand, HandResult, InHand, Seat, Table};
use cardroom_cards::Card;
use cardroom_protocol::message::Message as _;
use cardroom_protocol::server::PlayerChanged;
use cardroom_protocol::server::{HoleCards, Step, YourTurn};
use cardroom_protocol::table::{
    Acted, Action, BetsCollected, Decision, Discarded, HandStarted, PostKind, Posted, PotAwarded,
    SeatTaken, TableEvent,
};
use cardroom_protocol::{Chips, HandNo, Seq};

/// Why a step cannot be applied. After any of these the table must be observed again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ModelError {
    /// At least one step was missed.
    #[error("step {got} came where {expected} was due")]
    Gap {
        /// The sequence number that was due.
        expected: Seq,
        /// The sequence number that arrived.
        got: Seq,
    },
    /// The step depends on something that happened before this table's first snapshot.
    #[error("{event} needs to know the beginning of the hand")]
    BeginningUnknown {
        /// The name of the event.
        event: &'static str,
    },
    /// The step contradicts the table, so server and model disagree.
    #[error("{event} does not fit the table: {reason}")]
    Inconsistent {
        /// The name of the event.
        event: &'static str,
        /// The reason why it does not fit.
        reason: &'static str,
    },
}

/// Why an event cannot be applied, before the event's name is known.
pub(super) enum Misfit {
    BeginningUnknown,
    Because(&'static str),
}

impl From<&'static str> for Misfit {
    fn from(reason: &'static str) -> Self {
        Self::Because(reason)
    }
}

pub(super) type Fit = Result<(), Misfit>;

const NO_HAND: &str = "no hand is in progress";
const NO_SEAT: &str = "the seat is empty";
const NOT_DEALT: &str = "the seat is not in the hand";
const STACK_TOO_SMALL: &str = "the stack does not hold as much";

impl Table {
    /// Applies a whole step. Returns `false` if the step is older than this
    /// view and changes nothing.
    ///
    /// # Errors
    /// Fails if steps were missed or the step does not fit. Observe the table again then.
    pub fn apply(&mut self, step: &Step) -> Result<bool, ModelError> {
        if !self.admit(step.seq)? {
            return Ok(false);
        }
        for event in &step.events.0 {
            self.apply_event(event)?;
        }
        Ok(true)
    }

    /// Accepts a step's sequence number. Returns `true` if the step is the next one, and its
    /// events must then go to [`apply_event`](Self::apply_event) one by one. Returns `false`
    /// for an old step.
    ///
    /// # Errors
    /// Fails if steps were missed.
    pub fn admit(&mut self, seq: Seq) -> Result<bool, ModelError> {
        let expected = Seq(self.seq.0 + 1);
        if seq > expected {
            return Err(ModelError::Gap { expected, got: seq });
        }
        if seq < expected {
            return Ok(false);
        }
        self.seq = seq;
        Ok(true)
    }

    /// Applies one event of an admitted step.
    ///
    /// # Errors
    /// Fails if the event does not fit.
    pub fn apply_event(&mut self, event: &TableEvent) -> Result<(), ModelError> {
        self.take(event).map_err(|misfit| match misfit {
            Misfit::BeginningUnknown => ModelError::BeginningUnknown { event: event.name() },
            Misfit::Because(reason) => ModelError::Inconsistent { event: event.name(), reason },
        })
    }

    /// Stores the viewer's hole cards.
    pub fn take_cards(&mut self, cards: HoleCards) {
        if self.hand.as_ref().is_some_and(|hand| hand.number == cards.hand) {
            self.cards = cards.cards;
        }
    }

    /// Stores the viewer's turn, unless it belongs to a step other than the last one.
    pub fn take_turn(&mut self, turn: &YourTurn) {
        if turn.seq == self.seq {
            self.decision = Some(Decision { turn: turn.turn, legal: turn.legal });
        }
    }

    fn take(&mut self, event: &TableEvent) -> Fit {
        match event {
            TableEvent::HandStarted(started) => self.hand_started(started)?,
            TableEvent::Posted(posted) => self.posted(posted)?,
            TableEvent::CardsDealt(dealt) => {
                for part in self.seats.iter_mut().filter_map(|seat| seat.in_hand.as_mut()) {
                    if !part.folded {
                        part.card_count = part.card_count.saturating_add(dealt.each);
                    }
                }
            }
            TableEvent::Turn(turn) => {
                if self.hero_seat != Some(turn.seat) {
                    self.decision = None;
                }
                self.hand_mut()?.turn = Some(turn.clone());
                if let Some(hybrid) = &mut self.hybrid {
                    hybrid.clock_called = false;
                }
            }
            TableEvent::TimeBank(bank) => {
                if let Some(turn) = self.hand_mut()?.turn.as_mut() {
                    (turn.time_ms, turn.bank_ms) = (0, bank.time_ms);
                }
            }
            TableEvent::Acted(acted) => self.acted(acted)?,
            TableEvent::UncalledReturned(returned) => {
                let seat = self.seat_mut(returned.seat)?;
                seat.bet = less(seat.bet, returned.amount, "the bet is smaller than that")?;
                seat.stack = more(seat.stack, returned.amount)?;
                seat.part()?.all_in = seat.stack == Chips(0);
            }
            TableEvent::BetsCollected(collected) => self.bets_collected(collected)?,
            TableEvent::StreetBegan(began) => {
                let hand = self.hand_mut()?;
                hand.street = began.street;
                (hand.current_bet, hand.raises) = (Chips(0), 0);
                if let Some(hybrid) = &mut self.hybrid {
                    hybrid.new_street();
                }
            }
            TableEvent::BoardDealt(dealt) => {
                let board = self.hand_mut()?.boards.get_mut(usize::from(dealt.board));
                board.ok_or("there is no such board")?.extend_from_slice(&dealt.cards);
            }
            TableEvent::UpCardsDealt(dealt) => {
                for up in &dealt.cards {
                    let part = self.seat_mut(up.seat)?.part()?;
                    part.card_count = part.card_count.saturating_add(1);
                    part.up.push(up.card);
                }
            }
            TableEvent::DrawBegan(began) => {
                let hand = self.hand_mut()?;
                hand.draws = hand.draws.saturating_add(u8::from(began.replaced));
            }
            TableEvent::Discarded(discarded) => self.discarded(discarded)?,
            TableEvent::Drawn(drawn) => {
                let part = self.seat_mut(drawn.seat)?.part()?;
                part.card_count = part.card_count.saturating_add(drawn.count);
            }
            TableEvent::RunItAgreed(agreed) => {
                let boards = &mut self.hand_mut()?.boards;
                let first = boards.first().cloned().unwrap_or_default();
                boards.resize(usize::from(agreed.boards).max(1), first);
            }
            TableEvent::Reshuffled(_)
            | TableEvent::RunItOffered(_)
            | TableEvent::RunItAnswered(_)
            | TableEvent::ChoiceOffered(_)
            | TableEvent::GameChanged(_) => {}
            TableEvent::HandTabled(tabled) => {
                self.seat_mut(tabled.seat)?.part()?.tabled = Some(tabled.cards.clone());
            }
            TableEvent::CardsShown(shown) => {
                self.seat_mut(shown.seat)?.shown.extend(&shown.cards);
                if self.hero_seat == Some(shown.seat) {
                    self.to_show.retain(|card| !shown.cards.contains(card));
                }
            }
            TableEvent::HandMucked(mucked) => self.seat_mut(mucked.seat)?.part()?.folded = true,
            TableEvent::PotAwarded(awarded) => self.pot_awarded(awarded)?,
            TableEvent::RakeTaken(rake) => self.hand_mut()?.take_from_pot(rake.pot, rake.amount)?,
            TableEvent::HandEnded(ended) => {
                if self.pot_total() != Chips(0) {
                    return Err("chips are left in the pot".into());
                }
                self.end_hand(ended.hand, false)?;
            }
            TableEvent::HandVoided(voided) => self.hand_voided(voided.hand)?,
            TableEvent::SeatTaken(taken) => self.seat_taken(taken)?,
            TableEvent::SeatLeft(left) => self.seat_left(left.seat)?,
            TableEvent::ToppedUp(topped_up) => {
                let seat = self.seat_mut(topped_up.seat)?;
                seat.stack = more(seat.stack, topped_up.amount)?;
                if let Some(start) = seat.stack_at_start {
                    seat.stack_at_start = Some(more(start, topped_up.amount)?);
                }
            }
            TableEvent::TimeCharged(charged) => {
                let seat = self.seat_mut(charged.seat)?;
                seat.stack = less(seat.stack, charged.amount, STACK_TOO_SMALL)?;
                if let Some(start) = seat.stack_at_start {
                    seat.stack_at_start = Some(less(start, charged.amount, STACK_TOO_SMALL)?);
                }
            }
            TableEvent::StackChanged(changed) => {
                let seat = self.seat_mut(changed.seat)?;
                seat.stack = changed.stack;
                seat.stack_at_start = seat.stack_at_start.map(|_| changed.stack);
            }
            TableEvent::SatOut(out) => self.seat_mut(out.seat)?.sitting_out = true,
            TableEvent::SatIn(back) => self.seat_mut(back.seat)?.sitting_out = false,
            TableEvent::ShowOffered(_) | TableEvent::RunOutHeld(_) => {}
            TableEvent::Presence(presence) => {
                self.seat_mut(presence.seat)?.connected = presence.connected;
            }
            TableEvent::Paused(_) => self.paused = true,
            TableEvent::Resumed(_) => self.paused = false,
            TableEvent::Ruled(_)
            | TableEvent::TicketOpened(_)
            | TableEvent::TicketClosed(_)
            | TableEvent::ActionHeld(_)
            | TableEvent::HeldBinds(_)
            | TableEvent::HeldSettled(_)
            | TableEvent::FoldedOutOfTurn(_)
            | TableEvent::Limited(_)
            | TableEvent::ChipsMoved(_)
            | TableEvent::FrontSeen(_)
            | TableEvent::PulledBack(_)
            | TableEvent::MovedForward(_)
            | TableEvent::SpokeUp(_)
            | TableEvent::Misquoted(_)
            | TableEvent::CalledShort(_)
            | TableEvent::CallAccepted(_)
            | TableEvent::CallRetracted(_)
            | TableEvent::Forfeited(_)
            | TableEvent::FloorAttended(_)
            | TableEvent::Flagged(_)
            | TableEvent::FloorOrdered(_)
            | TableEvent::WagerForced(_)
            | TableEvent::WagerCorrected(_)
            | TableEvent::PotQuoted(_)
            | TableEvent::HandKilled(_)
            | TableEvent::ButtonSet(_)
            | TableEvent::ClockCalled(_)
            | TableEvent::SeeHandAsked(_)
            | TableEvent::HandExposed(_)
            | TableEvent::ShowdownOpened(_)
            | TableEvent::AwardHeld(_)
            | TableEvent::ShowdownClosed(_)
            | TableEvent::StreetHeld(_)
            | TableEvent::RabbitAsked(_)
            | TableEvent::RabbitAnswered(_)
            | TableEvent::DealRuled(_)
            | TableEvent::ActionsRescinded(_)
            | TableEvent::RabbitShown(_) => self.take_of_hybrid(event)?,
        }
        Ok(())
    }

    fn hand_started(&mut self, started: &HandStarted) -> Fit {
        if self.hand.is_some() {
            return Err("the hand before is not over".into());
        }
        if started.dealt.iter().any(|&seat| self.seat(seat).is_none()) {
            return Err(NO_SEAT.into());
        }
        self.to_show.clear();
        for seat in &mut self.seats {
            seat.shown.clear();
            seat.in_hand = started.dealt.contains(&seat.seat).then(InHand::default);
            seat.stack_at_start = Some(seat.stack);
            seat.bet = Chips(0);
        }
        self.cards.clear();
        self.decision = None;
        self.hand = Some(Hand {
            number: started.hand,
            game: started.game.clone(),
            bomb_pot: started.bomb_pot,
            button: started.button,
            small_blind: started.small_blind,
            big_blind: started.big_blind,
            dealt: started.dealt.clone(),
            street: 0,
            boards: vec![Vec::new()],
            draws: 0,
            pots: Vec::new(),
            dead: Chips(0),
            // A big blind that is all-in for less must still be matched in full.
            current_bet: started.big_blind.map_or(Chips(0), |_| started.game.big_blind),
            raises: 0,
            aggressor: None,
            turn: None,
            actions: Some(0),
        });
        Ok(())
    }

    fn posted(&mut self, posted: &Posted) -> Fit {
        let live = match posted.post {
            PostKind::SmallBlind
            | PostKind::BigBlind
            | PostKind::EntryBlind
            | PostKind::Straddle => true,
            PostKind::Ante | PostKind::DeadBlind => false,
        };
        let bet = self.seat_mut(posted.seat)?.pay(posted.amount, live)?;
        let hand = self.hand_mut()?;
        if live {
            hand.current_bet = hand.current_bet.max(bet);
        } else {
            hand.dead = more(hand.dead, posted.amount)?;
        }
        Ok(())
    }

    fn acted(&mut self, acted: &Acted) -> Fit {
        let seat = self.seat_mut(acted.seat)?;
        let bet = seat.pay(acted.added, true)?;
        if acted.action == Action::Fold {
            seat.part()?.folded = true;
        }
        let free = matches!(acted.action, Action::Fold | Action::Check);
        if free && acted.added != Chips(0) {
            return Err("chips were added without a bet".into());
        }
        if self.hero_seat == Some(acted.seat) {
            self.decision = None;
        }
        if let Some(hybrid) = &mut self.hybrid {
            hybrid.acted(acted.seat);
        }
        let hand = self.hand_mut()?;
        if let Action::Bet(to) | Action::RaiseTo(to) = acted.action {
            if to != bet {
                return Err("the bet is not the total that was said".into());
            }
            hand.raises = hand.raises.saturating_add(1);
            hand.aggressor = Some(acted.seat);
        }
        if acted.action == Action::BringIn {
            // A player who calls a short bring-in calls the full amount.
            hand.current_bet = hand.current_bet.max(hand.game.bring_in);
        }
        hand.current_bet = hand.current_bet.max(bet);
        hand.turn = None;
        hand.actions = hand.actions.map(|count| count + 1);
        Ok(())
    }

    fn discarded(&mut self, discarded: &Discarded) -> Fit {
        let part = self.seat_mut(discarded.seat)?.part()?;
        let left = part.card_count.checked_sub(discarded.count);
        part.card_count = left.ok_or("the seat does not hold so many cards")?;
        part.gave_away = Some(discarded.count);
        if self.hero_seat == Some(discarded.seat) {
            self.decision = None;
        }
        self.hand_mut()?.turn = None;
        Ok(())
    }

    fn bets_collected(&mut self, collected: &BetsCollected) -> Fit {
        let before = self.pot_total();
        for seat in &mut self.seats {
            seat.bet = Chips(0);
        }
        let hand = self.hand_mut()?;
        hand.pots.clone_from(&collected.pots);
        hand.dead = Chips(0);
        hand.current_bet = Chips(0);
        hand.raises = 0;
        if self.pot_total() != before {
            return Err("the pots do not hold what was bet".into());
        }
        Ok(())
    }

    fn pot_awarded(&mut self, awarded: &PotAwarded) -> Fit {
        let mut paid = Chips(0);
        for share in &awarded.shares {
            let seat = self.seat_mut(share.seat)?;
            seat.stack = more(seat.stack, share.amount)?;
            paid = more(paid, share.amount)?;
        }
        self.hand_mut()?.take_from_pot(awarded.pot, paid)
    }

    fn hand_voided(&mut self, hand: HandNo) -> Fit {
        if self.seats.iter().any(|seat| seat.in_hand.is_some() && seat.stack_at_start.is_none()) {
            return Err(Misfit::BeginningUnknown);
        }
        for seat in &mut self.seats {
            seat.stack = seat.stack_at_start.unwrap_or(seat.stack);
        }
        self.end_hand(hand, true)
    }

    fn end_hand(&mut self, number: HandNo, voided: bool) -> Fit {
        let hand = self.hand.take().ok_or(NO_HAND)?;
        if let Some(hybrid) = &mut self.hybrid {
            hybrid.new_street();
        }
        if hand.number != number {
            return Err("it is not the hand in progress".into());
        }
        let hero = self.hero().filter(|seat| seat.in_hand.is_some());
        let net = hero.and_then(|seat| Some(signed(seat.stack)? - signed(seat.stack_at_start?)?));
        let part = hero.and_then(|seat| seat.in_hand.as_ref());
        let held = part.filter(|part| !voided && (self.info.shows_folded || !part.folded));
        let open = held.and_then(|part| part.tabled.as_ref().or(Some(&part.up)));
        let open: Vec<Card> = open.cloned().unwrap_or_default();
        let hidden = self.cards.iter().filter(|card| held.is_some() && !open.contains(card));
        let to_show = hidden.copied().collect();
        let dealt_in = hero.is_some();
        self.last_result = Some(HandResult {
            hand: number,
            dealt_in,
            players: u8::try_from(hand.dealt.len()).unwrap_or(u8::MAX),
            dealt_first: hand.dealt.first().copied() == self.hero_seat && self.hero_seat.is_some(),
            net,
            voided,
        });
        self.to_show = to_show;
        for seat in &mut self.seats {
            seat.bet = Chips(0);
            seat.in_hand = None;
            seat.stack_at_start = None;
        }
        self.cards.clear();
        self.decision = None;
        Ok(())
    }

    /// Changes a player's name.
    pub(crate) fn rename(&mut self, changed: &PlayerChanged) {
        if let Some(seat) = self.seats.iter_mut().find(|seat| seat.seat == changed.seat) {
            seat.name.clone_from(&changed.name);
        }
    }

    fn seat_taken(&mut self, taken: &SeatTaken) -> Fit {
        let Err(place) = self.seats.binary_search_by_key(&taken.seat, |seat| seat.seat) else {
            return Err("the seat is taken already".into());
        };
        let seat = Seat {
            seat: taken.seat,
            name: taken.name.clone(),
            bot: taken.bot,
            connected: true,
            sitting_out: false,
            stack: taken.stack,
            bet: Chips(0),
            in_hand: None,
            shown: Vec::new(),
            stack_at_start: self.hand.as_ref().map(|_| taken.stack),
        };
        self.seats.insert(place, seat);
        Ok(())
    }

    fn seat_left(&mut self, number: u8) -> Fit {
        let place = self.seats.iter().position(|seat| seat.seat == number).ok_or(NO_SEAT)?;
        let seat = self.seats.remove(place);
        // The bet of a player who leaves in the middle of a hand stays in.
        if let Some(hand) = &mut self.hand {
            hand.dead = more(hand.dead, seat.bet)?;
        }
        if self.hero_seat == Some(number) {
            self.hero_seat = None;
            self.cards.clear();
            self.decision = None;
        }
        Ok(())
    }

    pub(super) fn hand_mut(&mut self) -> Result<&mut Hand, Misfit> {
        self.hand.as_mut().ok_or(Misfit::Because(NO_HAND))
    }

    pub(super) fn seat_mut(&mut self, number: u8) -> Result<&mut Seat, Misfit> {
        self.seats.iter_mut().find(|seat| seat.seat == number).ok_or(Misfit::Because(NO_SEAT))
    }
}

impl Hand {
    fn take_from_pot(&mut self, pot: u8, amount: Chips) -> Fit {
        let pot = self.pots.get_mut(usize::from(pot)).ok_or("there is no such pot")?;
        pot.amount = less(pot.amount, amount, "the pot does not hold as much")?;
        Ok(())
    }
}

impl Seat {
    pub(super) fn part(&mut self) -> Result<&mut InHand, Misfit> {
        self.in_hand.as_mut().ok_or(Misfit::Because(NOT_DEALT))
    }

    /// Moves chips out of the stack, into the bet if they are `live`. Returns the bet.
    pub(super) fn pay(&mut self, amount: Chips, live: bool) -> Result<Chips, Misfit> {
        self.stack = less(self.stack, amount, STACK_TOO_SMALL)?;
        if live {
            self.bet = more(self.bet, amount)?;
        }
        let broke = self.stack == Chips(0);
        self.part()?.all_in |= broke && amount > Chips(0);
        Ok(self.bet)
    }
}

pub(super) fn more(amount: Chips, by: Chips) -> Result<Chips, Misfit> {
    amount.0.checked_add(by.0).map(Chips).ok_or(Misfit::Because("the amount is too large"))
}

pub(super) fn less(amount: Chips, by: Chips, otherwise: &'static str) -> Result<Chips, Misfit> {
    amount.0.checked_sub(by.0).map(Chips).ok_or(Misfit::Because(otherwise))
}

fn signed(amount: Chips) -> Option<i64> {
    i64::try_from(amount.0).ok()
}
