//! Stakes: the chips that each seat has paid, the pots that follow, and the effect of an action.

use cardroom_bot::{Action, Choices as _, LegalActions, Table};

/// The seats that can win something, as bits.
pub(super) type Seats = u16;

/// The chips of a seat in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stake {
    /// All chips that it has put in during the hand.
    pub(crate) paid: u64,
    /// Those of this street.
    pub(crate) bet: u64,
    /// The chips that it has left.
    pub(crate) behind: u64,
    /// Whether it can still win.
    pub(crate) is_live: bool,
}

/// The effect of an action on the stakes of its seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Fold,
    /// Chips that leave the stack.
    Pay(u64),
}

impl Effect {
    /// Returns what an action does. An action that is not legal becomes a check or a fold.
    pub(crate) fn of(action: Action, legal: &LegalActions, stake: &Stake) -> Self {
        let action = if legal.allows(action) { action } else { legal.check_or_fold() };
        let paid = match action {
            Action::Fold => return Self::Fold,
            Action::Check => 0,
            Action::Call => legal.call.map_or(0, |call| call.0),
            Action::BringIn => legal.bring_in.map_or(0, |bring_in| bring_in.0),
            Action::Bet(to) | Action::RaiseTo(to) => to.0.saturating_sub(stake.bet),
        };
        Self::Pay(paid.min(stake.behind))
    }
}

/// Returns what every seat has at stake, by number of the seat.
pub(crate) fn stakes(view: &Table, seats: usize) -> Vec<Stake> {
    let mut stakes = vec![Stake::default(); seats];
    for seat in &view.seats {
        let Some(stake) = stakes.get_mut(usize::from(seat.seat)) else { continue };
        let began = seat.stack_at_start.map_or(0, |chips| chips.0);
        let (bet, behind) = (seat.bet.0, seat.stack.0);
        let paid = began.saturating_sub(behind);
        *stake = Stake { paid, bet, behind, is_live: seat.is_live() };
    }
    stakes
}

/// Returns the stakes after an action of a seat, if all who then owe chips call.
pub(super) fn called(stakes: &[Stake], seat: usize, effect: Effect) -> Vec<Stake> {
    let mut stakes = stakes.to_vec();
    match effect {
        Effect::Fold => stakes[seat].is_live = false,
        Effect::Pay(chips) => pay(&mut stakes[seat], chips),
    }
    if live(&stakes).count_ones() < 2 {
        return stakes;
    }
    let highest = stakes.iter().map(|stake| stake.bet).max().unwrap_or(0);
    for stake in stakes.iter_mut().filter(|stake| stake.is_live) {
        pay(stake, highest.saturating_sub(stake.bet));
    }
    stakes
}

fn pay(stake: &mut Stake, chips: u64) {
    let chips = chips.min(stake.behind);
    stake.paid += chips;
    stake.bet += chips;
    stake.behind -= chips;
}

pub(super) fn live(stakes: &[Stake]) -> Seats {
    let live = stakes.iter().enumerate().filter(|(_, stake)| stake.is_live);
    live.fold(0, |seats, (seat, _)| seats | 1 << seat)
}

/// Returns the pots with the seats that can win each, the main pot first. A seat that is all-in
/// wins from each other at most as much as it has paid.
pub(super) fn pots(stakes: &[Stake]) -> Vec<(u64, Seats)> {
    let is_all_in = |stake: &Stake| stake.is_live && stake.behind == 0;
    let all_in = stakes.iter().filter(|stake| is_all_in(stake)).map(|stake| stake.paid);
    let mut levels: Vec<u64> = all_in.collect();
    levels.sort_unstable();
    levels.dedup();
    if stakes.iter().any(|stake| stake.is_live && stake.behind > 0) {
        levels.push(u64::MAX);
    } else if let Some(last) = levels.last_mut() {
        // Chips of a seat that has folded are won, however many they are.
        *last = u64::MAX;
    }
    let mut below = 0;
    let pots = levels.into_iter().map(|level| {
        let from = std::mem::replace(&mut below, level);
        let part = |stake: &Stake| stake.paid.min(level) - stake.paid.min(from);
        let plays = |stake: &Stake| stake.is_live && (stake.behind > 0 || stake.paid > from);
        let playing = stakes.iter().enumerate().filter(|(_, stake)| plays(stake));
        let seats = playing.fold(0, |seats, (seat, _)| seats | 1 << seat);
        (stakes.iter().map(part).sum(), seats)
    });
    pots.filter(|(amount, _)| *amount > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stake(paid: u64, behind: u64) -> Stake {
        Stake { paid, bet: paid, behind, is_live: true }
    }

    fn folded(paid: u64) -> Stake {
        Stake { is_live: false, ..stake(paid, 500) }
    }

    #[test]
    fn a_pot_is_won_by_those_who_have_matched_it() {
        assert_eq!(pots(&[stake(50, 950), stake(100, 900)]), [(150, 0b11)]);
        // The first is all-in for less, and the third has folded.
        let stakes = [stake(300, 0), stake(500, 200), folded(400), stake(500, 0)];
        assert_eq!(pots(&stakes), [(1_200, 0b1011), (500, 0b1010)]);
        assert_eq!(pots(&[stake(500, 0), folded(700), stake(500, 0)]), [(1_700, 0b101)]);
        assert_eq!(pots(&[stake(100, 900), folded(50)]), [(150, 0b1)]);
    }

    #[test]
    fn those_who_owe_chips_call_as_far_as_they_can() {
        let stakes = [stake(50, 950), stake(100, 900), stake(0, 60)];
        let raised = called(&stakes, 0, Effect::Pay(250));
        let paid: Vec<_> = raised.iter().map(|stake| (stake.paid, stake.behind)).collect();
        assert_eq!(paid, [(300, 700), (300, 700), (60, 0)]);
        assert_eq!(pots(&raised), [(180, 0b111), (480, 0b11)]);
        let gone = called(&stakes[..2], 0, Effect::Fold);
        assert_eq!(pots(&gone), [(150, 0b10)], "nobody owes anything to a single player");
    }
}
