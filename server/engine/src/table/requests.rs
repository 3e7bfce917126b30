//! The showdown in which players table or discard their own hands (GAPS G-47), and requests to see
//! a hand that was not tabled (TDA 18; TNPL C7; TFPL 3e-5; WPTAPL 22). The award waits for both.

use super::{InPlay, Step, after_hand, showing};
use crate::action::Picks;
use crate::event::{Event, SeeRight};
use crate::floor::Ground;
use crate::hand::{Hand, Phase};
use crate::refusal::{Refusal, RefusalKind};
use crate::showdown;
use cardroom_rules::rulebook::{AskToSee, ShowdownDiscard};
use cardroom_rules::{Game, SeatNo};

/// Opens the players' own showdown on the last street, if several hands are left and no player
/// is all-in. Returns `false` if the room shows the hands.
pub(super) fn players_show(step: &mut Step<'_>) -> bool {
    let hand = step.hand();
    if step.table.setup.auto_show
        || hand.showdown_closed
        || hand.is_all_in_and_done(step.table.game())
    {
        return false;
    }
    let holding = hand.players.holding();
    let undecided = holding.iter().any(|seat| !hand.players[seat].tabled);
    let rule = step.book().showdown.times;
    if undecided && holding.len() > 1 {
        let until = step.now + rule.show_ms;
        step.emit(Event::ShowdownOpened { until });
    } else {
        let until = step.now + rule.see_hand_ms;
        step.emit(Event::AwardHeld { until });
    }
    true
}

/// Ends the time to show. The room tables every hand that could win, as at any table.
pub(super) fn show_for_the_rest(step: &mut Step<'_>) {
    step.emit(Event::ShowdownClosed);
    step.advance();
}

pub(super) fn show_or_muck(step: &mut Step<'_>, seat: SeatNo, show: bool) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    match hand.phase {
        Phase::Showdown { .. } | Phase::AwardHeld { .. } => {
            return show_or_discard(step, seat, show);
        }
        Phase::Offer { seat: offered, .. } if offered == seat => {}
        _ => return Err(RefusalKind::NothingToShow.into()),
    }
    if show {
        showing::table_hand(step, seat);
    } else {
        step.emit(Event::Mucked { seat });
    }
    step.advance();
    Ok(())
}

/// Tables a player's hand or discards it face down, if players show their own hands.
fn show_or_discard(step: &mut Step<'_>, seat: SeatNo, show: bool) -> Result<(), Refusal> {
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let player = &hand.players[seat];
    if !hand.players.live().contains(seat) || player.tabled {
        return Err(RefusalKind::NothingToShow.into());
    }
    if show {
        let retractable = step.book().showdown.showdown_discard == ShowdownDiscard::Retractable;
        // TDA 14: a discarded hand is not dead until the dealer kills it.
        if player.mucked && !retractable {
            return Err(RefusalKind::Discarded.into());
        }
        showing::table_hand(step, seat);
    } else {
        if player.mucked {
            return Err(RefusalKind::NothingToDo.into());
        }
        if hand.is_last_contender(seat) {
            return Err(RefusalKind::LastHand.into());
        }
        step.emit(Event::Mucked { seat });
    }
    step.advance();
    Ok(())
}

/// Turns over a player's cards. At the showdown these are all of them, or none (TFPL 3e-6, 6-18; TDA
/// 13-A). When the hand is over, they are any (TFPL 3e-7, Spotlight 3e-6).
pub(super) fn show_cards(step: &mut Step<'_>, seat: SeatNo, picks: Picks) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    let Some(hand) = &step.table.hand else { return after_hand::show(step, seat, picks) };
    let offered = matches!(hand.phase, Phase::Offer { seat: offered, .. } if offered == seat);
    if !offered && !hand.is_at_showdown() {
        return Err(RefusalKind::NothingToShow.into());
    }
    if picks != Picks::first(hand.players[seat].held()) {
        return Err(RefusalKind::ShowAllOrNone.into());
    }
    show_or_muck(step, seat, true)
}

pub(super) fn ask_to_see(step: &mut Step<'_>, by: SeatNo, target: SeatNo) -> Result<(), Refusal> {
    step.table.checked_seat(by)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    if !hand.is_at_showdown() {
        return Err(RefusalKind::WindowClosed.into());
    }
    if !hand.players.dealt().contains(by) || !hand.players.dealt().contains(target) {
        return Err(RefusalKind::NotInHand.into());
    }
    let right = step.table.in_play().map_or(SeeRight::None, |hand| hand.right_to_see(by, target));
    if right == SeeRight::None {
        return Err(RefusalKind::NoRightToSee.into());
    }
    let may_win =
        step.book().showdown.ask_to_see == AskToSee::AnyDealtIn && hand.wins(by, step.table.game());
    step.emit(Event::SeeHandAsked { by, target, right });
    if right == SeeRight::Inalienable {
        expose(step, target, may_win);
    }
    step.advance();
    Ok(())
}

/// Grants a request that was at the floor's discretion.
pub(super) fn show_for_the_floor(step: &mut Step<'_>, seat: SeatNo) -> Result<(), RefusalKind> {
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    if !hand.is_at_showdown() {
        return Err(RefusalKind::WindowClosed);
    }
    if !hand.players.live().contains(seat) || hand.players[seat].tabled {
        return Err(RefusalKind::NothingToShow);
    }
    expose(step, seat, false);
    Ok(())
}

/// Turns over a hand that its player did not table. A discarded hand can win only if the rulebook
/// revives it (TFPL 3e-5). Any other is tabled, and plays (TDA 18-B; WPTAPL 22).
fn expose(step: &mut Step<'_>, seat: SeatNo, live: bool) {
    if !step.hand().players[seat].is_discarded() {
        return showing::table_hand(step, seat);
    }
    let cards = step.hand().open_hole(seat);
    let ground = Ground::AskToSee;
    step.emit(Event::HandExposed { seat, cards, live, ground });
}

impl InPlay<'_> {
    /// Returns a player's right to see another player's hand at the showdown.
    #[must_use]
    pub fn right_to_see(&self, by: SeatNo, target: SeatNo) -> SeeRight {
        let hand = self.terms.hand;
        if !hand.is_at_showdown() {
            return SeeRight::None;
        }
        let called = hand.players.live().contains(target) && !hand.players[target].tabled;
        if !called || by == target || !hand.players.dealt().contains(by) {
            return SeeRight::None;
        }
        match self.terms.setup.rulebook.showdown.ask_to_see {
            AskToSee::RiverCallers => river_caller(hand, by, target),
            AskToSee::Floor => SeeRight::Discretion,
            AskToSee::AnyDealtIn | AskToSee::AnyInHand => SeeRight::Inalienable,
        }
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
    /// Returns `true` if the player's tabled hand wins a part of a pot. If such a player asks to see
    /// a hand, some rulebooks revive it (TFPL 3e-5).
    fn wins(&self, seat: SeatNo, game: &Game) -> bool {
        let wins =
            |pot| showdown::parts(self, game, pot).iter().any(|part| part.winners.contains(seat));
        self.players[seat].tabled && self.middle.pots().iter().any(wins)
    }

    /// Returns `true` if hands are being shown and the award waits.
    pub(super) fn is_at_showdown(&self) -> bool {
        matches!(self.phase, Phase::Showdown { .. } | Phase::AwardHeld { .. })
    }
}
