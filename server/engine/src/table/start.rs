//! The start of a hand: the players dealt in, their posts, and the first cards.

use super::Step;
use super::absent::Absence;
use crate::button::{Lineup, Positions};
use crate::event::{Event, HandStart, PostKind};
use crate::hand::{Decks, Hand};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Owes, Seat, Seats};
use crate::split::SeatOrder;
use arrayvec::ArrayVec;
use cardroom_cards::{Concealed, DeckOrder};
use cardroom_rules::{AnteKind, Chips, Forced, Game, MAX_SEATS, SeatNo, Stakes, Straddle};
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

    let absent = Absence::at(table, step.now).at_deal(lineup.dealt);
    let missing = table.state.schedule.missing(lineup.dealt);

    let outside_play = table.outside_play(step.now);
    let period = outside_play.first_charge_period();
    let missed = outside_play.missed_blinds(lineup.positions);
    step.emit_all(period);
    if has_blinds {
        step.emit_all(missed);
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
        let ante = step.table.setup.ring.bomb_pot.map_or(Chips::ZERO, |bomb| bomb.ante);
        post(step, lineup.antes(ante));
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

/// A post that is due: the seat, the reason, and the amount of a player with enough chips.
type Due = (SeatNo, PostKind, Chips);

/// Posts what is due, in order, as far as the stacks go.
fn post(step: &mut Step<'_>, due: impl IntoIterator<Item = Due>) {
    for (seat, post, due) in due {
        let amount = due.min(step.table.state.seats.stack(seat));
        if !amount.is_zero() {
            step.emit(Event::Posted { seat, post, amount });
        }
    }
}

/// Posts antes and blinds, and a straddle. It depends on what the others put in, so it comes last.
pub(crate) fn post_all(
    step: &mut Step<'_>,
    lineup: &Lineup,
    owed: &[Owes; MAX_SEATS],
    has_blinds: bool,
) {
    let stakes = *step.table.stakes();
    if stakes.ante_kind == AnteKind::Each {
        // GAPS G-23: each player's ante comes before the blinds, a table ante after them.
        post(step, lineup.antes(stakes.ante));
    }
    if !has_blinds {
        return;
    }
    post(step, lineup.blinds(&stakes, owed));
    let (rule, seats) = (step.table.setup.ring.straddle, &step.table.state.seats);
    let due = stakes.big_blind.times(2);
    let straddler = rule.and_then(|rule| lineup.straddler(rule, due, step.hand(), seats));
    post(step, straddler.map(|seat| (seat, PostKind::Straddle, due)));
}

impl Lineup {
    /// Returns an ante of every player.
    fn antes(&self, ante: Chips) -> impl Iterator<Item = Due> + use<> {
        let dealt = self.dealt.clockwise_after(self.positions.button);
        dealt.map(move |seat| (seat, PostKind::Ante, ante))
    }

    /// Returns the blinds, those of players who come in, and an ante for the whole table.
    fn blinds(
        &self,
        stakes: &Stakes,
        owed: &[Owes; MAX_SEATS],
    ) -> ArrayVec<Due, { 2 * MAX_SEATS + 3 }> {
        let Positions { button, small, big } = self.positions;
        let mut due = ArrayVec::new();
        if self.small_is_posted {
            due.push((small, PostKind::SmallBlind, stakes.small_blind));
        }
        due.push((big, PostKind::BigBlind, stakes.big_blind));
        for seat in self.posting.clockwise_after(big) {
            let owes = owed[seat.index()];
            if owes.big {
                due.push((seat, PostKind::EntryBlind, stakes.big_blind));
            }
            if owes.small {
                due.push((seat, PostKind::DeadBlind, stakes.small_blind));
            }
        }
        match stakes.ante_kind {
            AnteKind::BigBlind => due.push((big, PostKind::Ante, stakes.ante)),
            // No player pays the ante of a dead button.
            AnteKind::Button if self.dealt.contains(button) => {
                due.push((button, PostKind::Ante, stakes.ante));
            }
            AnteKind::Button | AnteKind::Each | AnteKind::None => {}
        }
        due
    }

    /// Returns the first player in position who wants to straddle and can pay in full. There
    /// is no straddle heads-up.
    fn straddler(&self, rule: Straddle, due: Chips, hand: &Hand, seats: &Seats) -> Option<SeatNo> {
        let Self { positions, dealt, .. } = *self;
        if dealt.len() < 3 {
            return None;
        }
        let willing = |seat: &SeatNo| {
            let bet = hand.players[*seat].bet;
            let able = |taken: &Seat| taken.straddle && taken.stack >= due;
            bet.is_zero() && seats.get(*seat).is_some_and(able)
        };
        let mut others = dealt;
        others.remove(positions.big);
        if self.small_is_posted {
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
}
