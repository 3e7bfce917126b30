//! Draws: what players give away, and what they get for it.

use super::{Walk, script_fault};
use crate::deck::{Place, toss_commitment, toss_salt};
use crate::fraud::{Code, Fraud, check};
use crate::hash::NULL;
use crate::proof::Toss;
use crate::script::Op;
use std::collections::BTreeSet;

/// A draw in progress.
pub(super) struct Draw {
    most: u8,
    is_replaced: bool,
    done: BTreeSet<u8>,
    /// The seat that gets cards, and their number.
    owed: Option<(u8, u8)>,
}

impl Walk<'_> {
    pub(super) fn draw_began(
        &mut self,
        least: u8,
        most: u8,
        is_replaced: bool,
    ) -> Result<(), Fraud> {
        let op = self.op_of(if is_replaced { Op::Draw } else { Op::Discard }, most.into())?;
        let bound = if is_replaced { 0 } else { most };
        check(least == bound, Code::Script, "The draw has other bounds.")?;
        self.begin_draw(op)
    }

    fn begin_draw(&mut self, op: Op) -> Result<(), Fraud> {
        let (most, is_replaced) = match op {
            Op::Draw(most) => (most, true),
            Op::Discard(most) => (most, false),
            _ => return Err(script_fault("No draw comes now.")),
        };
        self.need(op, "this draw")?;
        self.draw = Some(Draw { most, is_replaced, done: BTreeSet::new(), owed: None });
        Ok(())
    }

    /// Returns the seat that gives cards away next.
    fn next_to_draw(&self) -> Option<u8> {
        let done = &self.draw.as_ref()?.done;
        self.order.iter().copied().find(|seat| self.is_live(*seat) && !done.contains(seat))
    }

    /// Returns the seat that gets cards now, and their number.
    pub(super) fn owed(&self) -> Option<(u8, u8)> {
        self.draw.as_ref().and_then(|draw| draw.owed)
    }

    pub(super) fn end_draw(&mut self) -> Result<(), Fraud> {
        if self.draw.is_some() {
            let is_done = self.next_to_draw().is_none() && self.owed().is_none();
            check(is_done, Code::Script, "The game goes on before everybody has drawn.")?;
            self.draw = None;
        }
        Ok(())
    }

    pub(super) fn leave_draw(&mut self, seat: u8) {
        if let Some(draw) = &mut self.draw {
            draw.owed = draw.owed.filter(|(of, _)| *of != seat);
        }
    }

    pub(super) fn discarded(&mut self, seat: u8, count: u8) -> Result<(), Fraud> {
        if self.next_to_draw().is_none() && self.owed().is_none() {
            self.end_draw()?;
            self.burn_if_due()?;
            let op = self.next_op().ok_or_else(|| script_fault("No draw comes now."))?;
            self.begin_draw(op)?;
        }
        let is_free = self.owed().is_none();
        check(is_free, Code::Script, "A player gives away before the last one has drawn.")?;
        let is_next = self.next_to_draw() == Some(seat);
        check(is_next, Code::Script, "A player draws out of turn.")?;
        let held = self.hands.get(&seat).map_or(0, |hand| hand.count);
        let Some(draw) = &mut self.draw else { return Err(script_fault("No draw comes now.")) };
        let (given, most) = (usize::from(count), held.min(draw.most.into()));
        let is_allowed = if draw.is_replaced { given <= most } else { given == most };
        check(is_allowed, Code::Script, "A player gives away another number of cards.")?;
        draw.done.insert(seat);
        draw.owed = (draw.is_replaced && count > 0).then_some((seat, count));
        self.toss(seat, count)
    }

    /// Takes the cards of a toss from a hand, as far as it is open which they are.
    fn toss(&mut self, seat: u8, count: u8) -> Result<(), Fraud> {
        let number = u8::try_from(self.tosses)
            .map_err(|_| Fraud::new(Code::Count, "There are more tosses than a hand can have."))?;
        let toss = self.dealt.deal.tosses.get(self.tosses).copied();
        self.tosses += 1;
        if toss.is_none_or(|toss| (toss.seat, toss.count) != (seat, count)) {
            self.faults.toss(format!("Toss {number} is of another seat or size."));
        }
        let commitment = toss.map_or(NULL, |toss| toss.commitment);
        self.course.toss(seat, count, &commitment);
        let picks = self.picks_of(number, seat, count, toss);
        let Some(hand) = self.hands.get_mut(&seat) else { return Ok(()) };
        let given = give_away(&mut hand.held, hand.count, picks, usize::from(count));
        hand.count -= usize::from(count);
        hand.tossed = (given.clone(), usize::from(count));
        hand.draws.push((given, Vec::new()));
        for shuffle in self.shuffles.values_mut() {
            shuffle.tossed(seat, usize::from(count));
        }
        Ok(())
    }

    /// Returns the picks of a toss, if they are open and are what was committed to.
    fn picks_of(&mut self, number: u8, seat: u8, count: u8, toss: Option<Toss>) -> Option<u8> {
        let toss = toss?;
        let held = self.hands.get(&seat).map_or(0, |hand| hand.count);
        let is_it = |picks: u8, salt: &crate::Hash| {
            picks.count_ones() == u32::from(count)
                && usize::try_from(8 - picks.leading_zeros()).is_ok_and(|last| last <= held)
                && toss_commitment(salt, seat, number, picks) == toss.commitment
        };
        let found = if let Some(seed) = self.dealt.seed {
            let salt = toss_salt(seed, seat, number);
            (0..=u8::MAX).find(|picks| is_it(*picks, &salt))
        } else {
            let (picks, salt) = toss.picks?;
            Some(picks).filter(|picks| is_it(*picks, &salt))
        };
        if found.is_none() {
            let sentence = format!("What seat {seat} gave away is not what it committed to.");
            self.faults.toss(sentence);
        }
        found
    }

    pub(super) fn drawn(&mut self, seat: u8, count: u8) -> Result<(), Fraud> {
        let owed = self.owed().filter(|(of, most)| *of == seat && (1..=*most).contains(&count));
        let Some((_, most)) = owed else {
            return Err(script_fault("A player draws cards that were not given away."));
        };
        if let Some(draw) = &mut self.draw {
            draw.owed = (count < most).then(|| (seat, most - count));
        }
        let places = self.take_many(usize::from(count))?;
        if let Some(hand) = self.hands.get_mut(&seat) {
            for place in &places {
                hand.give(*place);
            }
            if let Some((_, got)) = hand.draws.last_mut() {
                got.extend(places);
            }
        }
        self.course.drawn(seat, count);
        Ok(())
    }
}

/// Takes the picked places from a holding and returns them. Without picks, both are known only if
/// nothing or everything is given away.
fn give_away(
    held: &mut Option<Vec<Place>>,
    holding: usize,
    picks: Option<u8>,
    count: usize,
) -> Option<Vec<Place>> {
    if count == 0 {
        return Some(Vec::new());
    }
    let Some(places) = held.take() else {
        *held = (count == holding).then(Vec::new);
        return None;
    };
    if count == holding {
        *held = Some(Vec::new());
        return Some(places);
    }
    let picks = picks?;
    let (mut given, mut kept) = (Vec::new(), Vec::new());
    for (at, place) in places.into_iter().enumerate() {
        let is_picked = at < 8 && picks >> at & 1 == 1;
        if is_picked { given.push(place) } else { kept.push(place) }
    }
    *held = Some(kept);
    Some(given)
}
