//! The start of a hand: the players dealt in, their posts, and the first cards.

use super::{Step, absent, seating};
use crate::button::{Lineup, strictly_between};
use crate::event::{Event, HandStart, PostKind};
use crate::hand::Decks;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Owes, Seat};
use crate::split::SeatOrder;
use cardroom_cards::{Concealed, DeckOrder};
use cardroom_rules::{AnteKind, Chips, Forced, Game, MAX_SEATS, SeatNo, Straddle};
use std::sync::Arc;

pub(super) fn start_hand(
    step: &mut Step<'_>,
    deck: DeckOrder,
    reshuffles: Vec<DeckOrder>,
    draw: u32,
) -> Result<(), Refusal> {
    let table = &*step.table;
    if table.hand.is_some() {
        return Err(RefusalKind::HandInProgress.into());
    }
    if !table.wants_hand(step.now) {
        return Err(RefusalKind::CannotStart.into());
    }
    let game = table.game();
    if !decks_fit(game, &deck, &reshuffles) {
        return Err(RefusalKind::BadDeck.into());
    }
    let lineup = table.next_hand().lineup(draw).ok_or(RefusalKind::CannotStart)?;
    let owed: [Owes; MAX_SEATS] = std::array::from_fn(|index| {
        let seat = table.state.seats.get(SeatNo::from_index(index));
        seat.map_or(Owes::default(), |seat| seat.owes)
    });

    let number = table.state.schedule.next_hand();
    let bomb_pot = table.next_hand().is_bomb_pot();
    let has_blinds = game.forced == Forced::Blinds && !bomb_pot;
    let play = table.state.rotation.play();

    let absent = absent::at_deal(table, lineup.dealt, step.now);
    let missing = table.state.schedule.missing(lineup.dealt);

    seating::begin_charge_period(step);
    if has_blinds && step.table.setup.occupancy.charges_missed_blinds() {
        note_missed_blinds(step, &lineup);
    }
    let positions = lineup.positions;
    step.emit(Event::HandStarted(Box::new(HandStart {
        hand: number,
        at: step.now,
        play,
        button: positions.button,
        small_position: positions.small,
        small_blind: (has_blinds && lineup.small_is_posted).then_some(positions.small),
        big_blind: has_blinds.then_some(positions.big),
        bomb_pot,
        dealt: lineup.dealt,
        absent,
        missing,
        deck: Some(Concealed::new(Arc::new(Decks { deck, reshuffles }))),
    })));
    if bomb_pot {
        post_bomb_antes(step, &lineup);
    } else {
        post_all(step, &lineup, &owed, has_blinds);
    }
    step.advance();
    Ok(())
}

/// Returns `true` if the orders are complete decks of the game, and enough of them.
pub(crate) fn decks_fit(game: &Game, deck: &DeckOrder, reshuffles: &[DeckOrder]) -> bool {
    let whole = game.deck.cards();
    let is_whole = |deck: &DeckOrder| deck.as_set() == whole;
    let enough = reshuffles.len() >= game.most_reshuffles();
    is_whole(deck) && enough && reshuffles.iter().all(is_whole)
}

fn post_bomb_antes(step: &mut Step<'_>, lineup: &Lineup) {
    let ante = step.table.setup.ring.bomb_pot.map_or(Chips::ZERO, |bomb| bomb.ante);
    for seat in lineup.dealt.clockwise_after(lineup.positions.button) {
        post(step, seat, PostKind::Ante, ante);
    }
}

/// Records the blinds that sitting-out players miss and will owe on their return.
fn note_missed_blinds(step: &mut Step<'_>, lineup: &Lineup) {
    let Some(last) = step.table.state.button.positions() else { return };
    let next = lineup.positions;
    for index in 0..usize::from(step.table.setup.seats) {
        let number = SeatNo::from_index(index);
        let Some(seat) = step.table.state.seats.get(number) else { continue };
        if seat.is_ready() {
            continue;
        }
        let owes = seat.owes;
        if !owes.big && strictly_between(number, last.big, next.big) {
            step.emit(Event::BlindMissed { seat: number, big: true });
        }
        let passed = strictly_between(number, last.small, next.small) || number == next.small;
        if !owes.small && passed {
            step.emit(Event::BlindMissed { seat: number, big: false });
        }
    }
}

pub(crate) fn post_all(
    step: &mut Step<'_>,
    lineup: &Lineup,
    owed: &[Owes; MAX_SEATS],
    has_blinds: bool,
) {
    let stakes = *step.table.stakes();
    let positions = lineup.positions;
    // GAPS G-23: each player's ante comes before the blinds, a table ante after them.
    if stakes.ante_kind == AnteKind::Each {
        for seat in lineup.dealt.clockwise_after(positions.button) {
            post(step, seat, PostKind::Ante, stakes.ante);
        }
    }
    if !has_blinds {
        return;
    }
    if lineup.small_is_posted {
        post(step, positions.small, PostKind::SmallBlind, stakes.small_blind);
    }
    post(step, positions.big, PostKind::BigBlind, stakes.big_blind);
    for seat in lineup.posting.clockwise_after(positions.big) {
        let owes = owed[seat.index()];
        if owes.big {
            post(step, seat, PostKind::EntryBlind, stakes.big_blind);
        }
        if owes.small {
            post(step, seat, PostKind::DeadBlind, stakes.small_blind);
        }
    }
    match stakes.ante_kind {
        AnteKind::BigBlind => post(step, positions.big, PostKind::Ante, stakes.ante),
        // No player pays the ante of a dead button.
        AnteKind::Button if lineup.dealt.contains(positions.button) => {
            post(step, positions.button, PostKind::Ante, stakes.ante);
        }
        AnteKind::Button | AnteKind::Each | AnteKind::None => {}
    }
    if let Some(seat) = straddler(step, lineup) {
        post(step, seat, PostKind::Straddle, stakes.big_blind.times(2));
    }
}

/// Returns the first player in position who wants to straddle and can pay in full. There
/// is no straddle heads-up.
fn straddler(step: &Step<'_>, lineup: &Lineup) -> Option<SeatNo> {
    let rule = step.table.setup.ring.straddle?;
    let Lineup { positions, dealt, .. } = *lineup;
    if dealt.len() < 3 {
        return None;
    }
    let due = step.table.stakes().big_blind.times(2);
    let willing = |seat: &SeatNo| {
        let bet = step.hand().players[*seat].bet;
        let able = |taken: &Seat| taken.straddle && taken.stack >= due;
        bet.is_zero() && step.table.state.seats.get(*seat).is_some_and(able)
    };
    let mut others = dealt;
    others.remove(positions.big);
    if lineup.small_is_posted {
        others.remove(positions.small);
    }
    match rule {
        Straddle::Utg => dealt.next_after(positions.big).filter(|seat| others.contains(*seat)),
        Straddle::Button => Some(positions.button).filter(|seat| others.contains(*seat)),
        Straddle::Mississippi => {
            let from_button: SeatOrder = others.clockwise_after(positions.big).collect();
            return from_button.into_iter().rev().find(willing);
        }
    }
    .filter(willing)
}

fn post(step: &mut Step<'_>, seat: SeatNo, post: PostKind, due: Chips) {
    let stack = step.table.state.seats.stack(seat);
    let amount = due.min(stack);
    if !amount.is_zero() {
        step.emit(Event::Posted { seat, post, amount });
    }
}
