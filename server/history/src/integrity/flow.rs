//! Flows of chips: how much each player won from each other player.

use crate::course::{Course, Moment};
use cardroom_protocol::game::AnteKind;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::PostKind;
use std::collections::{BTreeMap, BTreeSet};

/// Chips of one player that another won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flow {
    /// The seat that lost them.
    pub from: u8,
    pub to: u8,
    pub chips: u64,
}

pub(super) type Amounts = BTreeMap<u8, u64>;

/// Returns the chips that went from each player to each other player in a hand.
///
/// The winner of a pot gets the chips of its contributors in proportion to their shares of
/// that pot. The rake comes out of all parts alike. So the flows between the players of a
/// table sum to zero, and each player's flows sum to the net result, except for rake and the
/// rounding of single chips.
///
/// The pots of a record cannot always be rebuilt from its actions, because a wager was
/// corrected or a pot was awarded anew. Then the losses of the whole hand go to its winners in
/// proportion to their gains.
///
/// A voided hand has no flows.
#[must_use]
pub fn flows(record: &HandRecord) -> Vec<Flow> {
    let Ok(course) = Course::of(record) else { return Vec::new() };
    flows_of(&course)
}

pub(super) fn flows_of(course: &Course<'_>) -> Vec<Flow> {
    if course.void.is_some() {
        return Vec::new();
    }
    let by_pot = if course.irregular { None } else { by_pot(course) };
    let flows = by_pot.unwrap_or_else(|| by_result(course));
    flows.into_iter().filter(|flow| flow.from != flow.to && flow.chips > 0).collect()
}

/// Returns the flows pot by pot. `None` if the rebuilt pots differ from the awarded ones.
fn by_pot(course: &Course<'_>) -> Option<Vec<Flow>> {
    let mut awards: BTreeMap<u8, (Amounts, u64)> = BTreeMap::new();
    for moment in &course.moments {
        match moment {
            Moment::Wins { seat, pot, amount, .. } => {
                *awards.entry(*pot).or_default().0.entry(*seat).or_default() += amount;
            }
            Moment::Rake { pot, amount } => awards.entry(*pot).or_default().1 += amount,
            Moment::Reawarded { .. } => return None,
            _ => {}
        }
    }
    let pots = pots(course);
    let mut all = Vec::new();
    for (number, put_in) in (0_u8..).zip(&pots) {
        let (won, rake) = awards.remove(&number)?;
        if put_in.values().sum::<u64>() != won.values().sum::<u64>() + rake {
            return None;
        }
        for (winner, amount) in won {
            all.extend(in_proportion(put_in, winner, amount));
        }
    }
    awards.is_empty().then_some(all)
}

/// Returns each pot with the chips of each seat in it, the main pot first. Builds layers as
/// the engine does: dead chips join the main pot, and the chips of folded players make no
/// pot of their own.
fn pots(course: &Course<'_>) -> Vec<Amounts> {
    let Contributions { live: put_in, dead } = contributions(course);
    let seats = course.record.seats.iter().map(|player| player.seat);
    let in_hand: BTreeSet<u8> = seats.filter(|seat| !course.folded.contains(seat)).collect();
    let of = |seat: &u8| put_in.get(seat).copied().unwrap_or(0);
    let mut levels: Vec<u64> = in_hand.iter().map(of).filter(|level| *level > 0).collect();
    levels.sort_unstable();
    levels.dedup();
    // The last pot takes everything above the level before it.
    if let Some(last) = levels.last_mut() {
        *last = u64::MAX;
    } else {
        levels.push(u64::MAX);
    }
    let mut floor = 0;
    let mut pots = Vec::new();
    for level in levels {
        let layer = put_in.iter().map(|(seat, put)| (*seat, (*put).min(level) - (*put).min(floor)));
        let mut pot: Amounts = layer.filter(|(_, part)| *part > 0).collect();
        if floor == 0 {
            for (seat, amount) in &dead {
                *pot.entry(*seat).or_default() += amount;
            }
        }
        pots.push(pot);
        floor = level;
    }
    pots
}

/// The chips of each seat in the pots: live chips, which others had to match, and dead ones.
#[derive(Default)]
pub(super) struct Contributions {
    pub(super) live: Amounts,
    pub(super) dead: Amounts,
}

pub(super) fn contributions(course: &Course<'_>) -> Contributions {
    let mut all = Contributions::default();
    let ante_is_dead = course.start.game.ante_kind != AnteKind::Each && !course.start.bomb_pot;
    for moment in &course.moments {
        match moment {
            Moment::Post { seat, post, amount, .. } => {
                let is_dead =
                    *post == PostKind::DeadBlind || (*post == PostKind::Ante && ante_is_dead);
                let part = if is_dead { &mut all.dead } else { &mut all.live };
                *part.entry(*seat).or_default() += amount;
            }
            Moment::Act { seat, added, .. } => *all.live.entry(*seat).or_default() += added,
            Moment::Returned { seat, amount } => {
                let put = all.live.entry(*seat).or_default();
                *put = put.saturating_sub(*amount);
            }
            _ => {}
        }
    }
    all
}

/// Returns the flows from the results of the hand alone.
fn by_result(course: &Course<'_>) -> Vec<Flow> {
    let results = course.record.seats.iter();
    let results = results.map(|player| (player.seat, player.began_with.0, player.ended_with.0));
    let lost: Amounts =
        results.clone().map(|(seat, began, ended)| (seat, began.saturating_sub(ended))).collect();
    let won = results.map(|(seat, began, ended)| (seat, ended.saturating_sub(began)));
    won.flat_map(|(seat, amount)| in_proportion(&lost, seat, amount)).collect()
}

/// Takes an amount from the contributors in proportion. The parts sum to the amount exactly.
fn in_proportion(put_in: &Amounts, to: u8, amount: u64) -> Vec<Flow> {
    let total: u128 = put_in.values().map(|put| u128::from(*put)).sum();
    if total == 0 {
        return Vec::new();
    }
    let (mut so_far, mut given) = (0_u128, 0_u64);
    let part = |(from, put): (&u8, &u64)| {
        so_far += u128::from(*put);
        let up_to = so_far * u128::from(amount) / total;
        // At most the amount, which is a u64.
        let up_to = u64::try_from(up_to).unwrap_or(amount);
        let chips = up_to - given;
        given = up_to;
        Flow { from: *from, to, chips }
    };
    put_in.iter().map(part).collect()
}
