//! The showdown in which players table or discard their own hands (GAPS G-47), and requests to see
//! a hand that was not tabled (TDA 18; TNPL C7; TFPL 3e-5; WPTAPL 22). The award waits for both.

use super::showing::Showing;
use super::{InPlay, Step};
use crate::action::Picks;
use crate::event::{Event, SeeRight};
use crate::floor::Ground;
use crate::hand::{Hand, Phase};
use crate::refusal::{Refusal, RefusalKind};
use crate::showdown;
use cardroom_rules::SeatNo;
use cardroom_rules::rulebook::{AskToSee, ShowdownDiscard};

/// Answers a request of a player, or about one, at the showdown.
pub(super) fn answer<E: IntoIterator<Item = Event>>(
    step: &mut Step<'_>,
    seat: SeatNo,
    decide: impl FnOnce(&Showing<'_>) -> Result<E, RefusalKind>,
) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    let showing = Showing::of(step.table, step.now).ok_or(RefusalKind::NoHand)?;
    let shown = decide(&showing)?;
    step.emit_all(shown);
    step.advance();
    Ok(())
}

/// Turns over a player's cards. At the showdown these are all of them, or none (TFPL 3e-6, 6-18; TDA
/// 13-A). When the hand is over, they are any (TFPL 3e-7, Spotlight 3e-6).
pub(super) fn show_cards(step: &mut Step<'_>, seat: SeatNo, picks: Picks) -> Result<(), Refusal> {
    if step.table.hand.is_some() {
        return answer(step, seat, |showing| showing.show_all(seat, picks).map(Some));
    }
    step.table.checked_seat(seat)?;
    let rule = step.book().showdown.show_after_hand;
    let shown = step.table.last_cards.show(seat, picks, rule)?;
    step.emit(shown);
    Ok(())
}

impl Showing<'_> {
    /// Opens the players' own showdown on the last street, if several hands are left and no player
    /// is all-in. Returns `None` if the room shows the hands.
    pub(super) fn players_show(&self) -> Option<Event> {
        let hand = self.hand;
        if hand.showdown_closed || hand.is_all_in_and_done(self.game) {
            return None;
        }
        let holding = hand.players.holding();
        let undecided = holding.iter().any(|seat| !hand.players[seat].tabled);
        let times = self.rule.times;
        Some(if undecided && holding.len() > 1 {
            Event::ShowdownOpened { until: self.now + times.show_ms }
        } else {
            Event::AwardHeld { until: self.now + times.see_hand_ms }
        })
    }

    pub(super) fn show_or_muck(&self, seat: SeatNo, show: bool) -> Result<Event, RefusalKind> {
        match self.hand.phase {
            Phase::Showdown { .. } | Phase::AwardHeld { .. } => self.show_or_discard(seat, show),
            Phase::Offer { seat: offered, .. } if offered == seat => {
                Ok(if show { self.tables(seat) } else { Event::Mucked { seat } })
            }
            _ => Err(RefusalKind::NothingToShow),
        }
    }

    /// Tables a player's hand or discards it face down, if players show their own hands.
    fn show_or_discard(&self, seat: SeatNo, show: bool) -> Result<Event, RefusalKind> {
        let hand = self.hand;
        let player = &hand.players[seat];
        if !hand.players.live().contains(seat) || player.tabled {
            return Err(RefusalKind::NothingToShow);
        }
        if show {
            let retractable = self.rule.showdown_discard == ShowdownDiscard::Retractable;
            // TDA 14: a discarded hand is not dead until the dealer kills it.
            if player.mucked && !retractable {
                return Err(RefusalKind::Discarded);
            }
            return Ok(self.tables(seat));
        }
        if player.mucked {
            return Err(RefusalKind::NothingToDo);
        }
        if hand.is_last_contender(seat) {
            return Err(RefusalKind::LastHand);
        }
        Ok(Event::Mucked { seat })
    }

    /// Turns over all cards of a player.
    fn show_all(&self, seat: SeatNo, picks: Picks) -> Result<Event, RefusalKind> {
        let hand = self.hand;
        let offered = matches!(hand.phase, Phase::Offer { seat: offered, .. } if offered == seat);
        if !offered && !hand.is_at_showdown() {
            return Err(RefusalKind::NothingToShow);
        }
        if picks != Picks::first(hand.players[seat].held()) {
            return Err(RefusalKind::ShowAllOrNone);
        }
        self.show_or_muck(seat, true)
    }

    pub(super) fn ask_to_see(
        &self,
        by: SeatNo,
        target: SeatNo,
    ) -> Result<impl Iterator<Item = Event> + use<>, RefusalKind> {
        let hand = self.hand;
        if !hand.is_at_showdown() {
            return Err(RefusalKind::WindowClosed);
        }
        if !hand.players.dealt().contains(by) || !hand.players.dealt().contains(target) {
            return Err(RefusalKind::NotInHand);
        }
        let right = right_to_see(hand, self.rule.ask_to_see, by, target);
        if right == SeeRight::None {
            return Err(RefusalKind::NoRightToSee);
        }
        let may_win = self.rule.ask_to_see == AskToSee::AnyDealtIn && self.wins(by);
        let granted = right == SeeRight::Inalienable;
        let exposed = granted.then(|| self.exposes(target, may_win));
        Ok([Event::SeeHandAsked { by, target, right }].into_iter().chain(exposed))
    }

    /// Grants a request that was at the floor's discretion.
    pub(super) fn show_for_the_floor(&self, seat: SeatNo) -> Result<Event, RefusalKind> {
        let hand = self.hand;
        if !hand.is_at_showdown() {
            return Err(RefusalKind::WindowClosed);
        }
        if !hand.players.live().contains(seat) || hand.players[seat].tabled {
            return Err(RefusalKind::NothingToShow);
        }
        Ok(self.exposes(seat, false))
    }

    /// Turns over a hand that its player did not table. A discarded hand can win only if the
    /// rulebook revives it (TFPL 3e-5). Any other is tabled, and plays (TDA 18-B; WPTAPL 22).
    fn exposes(&self, seat: SeatNo, live: bool) -> Event {
        if !self.hand.players[seat].is_discarded() {
            return self.tables(seat);
        }
        let cards = self.hand.open_hole(seat);
        Event::HandExposed { seat, cards, live, ground: Ground::AskToSee }
    }

    /// Returns `true` if the player's tabled hand wins a part of a pot. If such a player asks to see
    /// a hand, some rulebooks revive it (TFPL 3e-5).
    fn wins(&self, seat: SeatNo) -> bool {
        let parts = |pot| showdown::parts(self.hand, self.game, pot);
        let wins = |pot| parts(pot).iter().any(|part| part.winners.contains(seat));
        self.hand.players[seat].tabled && self.hand.middle.pots().iter().any(wins)
    }
}

impl InPlay<'_> {
    /// Returns a player's right to see another player's hand at the showdown.
    #[must_use]
    pub fn right_to_see(&self, by: SeatNo, target: SeatNo) -> SeeRight {
        let rule = self.terms.setup.rulebook.showdown.ask_to_see;
        right_to_see(self.terms.hand, rule, by, target)
    }
}

fn right_to_see(hand: &Hand, rule: AskToSee, by: SeatNo, target: SeatNo) -> SeeRight {
    if !hand.is_at_showdown() {
        return SeeRight::None;
    }
    let called = hand.players.live().contains(target) && !hand.players[target].tabled;
    if !called || by == target || !hand.players.dealt().contains(by) {
        return SeeRight::None;
    }
    match rule {
        AskToSee::RiverCallers => river_caller(hand, by, target),
        AskToSee::Floor => SeeRight::Discretion,
        AskToSee::AnyDealtIn | AskToSee::AnyInHand => SeeRight::Inalienable,
    }
}

/// Applies TDA 18. A player without cards has no right. A player who called on the river may see
/// the last aggressor's hand. All else is up to the floor.
fn river_caller(hand: &Hand, by: SeatNo, target: SeatNo) -> SeeRight {
    if !hand.players.live().contains(by) || hand.players[by].is_discarded() {
        return SeeRight::None;
    }
    match hand.betting.round().aggressor {
        Some(aggressor) if aggressor == target => SeeRight::Inalienable,
        _ => SeeRight::Discretion,
    }
}

impl Hand {
    /// Returns `true` if hands are being shown and the award waits.
    pub(super) fn is_at_showdown(&self) -> bool {
        matches!(self.phase, Phase::Showdown { .. } | Phase::AwardHeld { .. })
    }
}
