//! Corrections of a result after the end. The result as it ended is never overwritten: places
//! and prizes follow from it and from all corrections. The caller moves the money.

use crate::league::ScoredFinish;
use crate::prizes::Points;
use cardroom_rules::{Cents, PlayerId};
use serde::{Deserialize, Serialize};

/// A change of a player's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Takes place and points away; players behind move up.
    Disqualify,
    /// Moves the player to this place; those between move by one.
    MoveTo(u32),
    Deduct(Points),
    /// Restores the result as it was when the tournament ended.
    Restore,
    /// Takes prize money away (TNPL A3-i). No other player gets it.
    Forfeit(Cents),
}

/// A player's line of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    pub player: PlayerId,
    /// The place when the tournament ended.
    pub ended_place: Option<u32>,
    pub place: Option<u32>,
    pub disqualified: bool,
    /// Points taken from those of the league.
    pub deducted: Points,
    /// The prize money when the tournament ended.
    pub ended_prize: Cents,
    /// The part of it that the player forfeited.
    pub forfeited: Cents,
}

/// The reason why a result is not corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Uncorrectable {
    #[error("No player of this name has a result in this tournament. Check the spelling.")]
    NoResult,
    /// The tournament was canceled, or continues on another day.
    #[error("This correction changes no place. Choose another place.")]
    NoPlace,
    /// The place is less than 1 or greater than the last one.
    #[error("Choose a place from 1 to {last}.")]
    NoSuchPlace { last: u32 },
    /// The amount is 0 or more than the prize.
    #[error("The player's prize money is {}. Choose an amount from 1 to that.", .prize.0)]
    NoSuchPrize { prize: Cents },
}

impl Line {
    /// Returns a line as the tournament ended.
    #[must_use]
    pub fn new(player: PlayerId, ended_place: Option<u32>, ended_prize: Cents) -> Self {
        Self {
            player,
            ended_place,
            place: ended_place,
            disqualified: false,
            deducted: Points::default(),
            ended_prize,
            forfeited: Cents::ZERO,
        }
    }

    /// Returns the prize money that the player keeps.
    #[must_use]
    pub fn prize(&self) -> Cents {
        self.ended_prize.saturating_sub(self.forfeited)
    }
}

/// Checks whether a player's result can be corrected.
///
/// # Errors
/// There is no such result or place.
pub fn check(lines: &[Line], player: PlayerId, change: Change) -> Result<(), Uncorrectable> {
    let line = lines.iter().find(|line| line.player == player);
    let line = line.ok_or(Uncorrectable::NoResult)?;
    match change {
        Change::Disqualify | Change::MoveTo(_) if line.place.is_none() => {
            Err(Uncorrectable::NoPlace)
        }
        Change::MoveTo(place) => {
            let last = lines.iter().filter_map(|line| line.place).max().unwrap_or_default();
            let is_place = (1..=last).contains(&place);
            if is_place { Ok(()) } else { Err(Uncorrectable::NoSuchPlace { last }) }
        }
        Change::Forfeit(amount) if amount.is_zero() || amount > line.prize() => {
            Err(Uncorrectable::NoSuchPrize { prize: line.prize() })
        }
        Change::Disqualify | Change::Deduct(_) | Change::Restore | Change::Forfeit(_) => Ok(()),
    }
}

/// Computes the lines from the result as it ended and all corrections, in order.
pub fn settle(lines: &mut [Line], corrections: &[(PlayerId, Change)]) {
    for line in lines.iter_mut() {
        *line = Line::new(line.player, line.ended_place, line.ended_prize);
    }
    for (index, (player, change)) in corrections.iter().enumerate() {
        let mut later = corrections.iter().skip(index + 1);
        if !later.any(|later| *later == (*player, Change::Restore)) {
            carry_out(lines, *player, *change);
        }
    }
}

/// Takes the deductions from the points of a night.
#[must_use]
pub fn less_deductions(mut scored: Vec<ScoredFinish>, lines: &[Line]) -> Vec<ScoredFinish> {
    for finish in &mut scored {
        let line = lines.iter().find(|line| line.player == finish.player);
        let less = line.map_or(0, |line| line.deducted.0);
        finish.points = Points(finish.points.0.saturating_sub(less));
    }
    scored
}

fn carry_out(lines: &mut [Line], whose: PlayerId, change: Change) {
    let Some(line) = lines.iter_mut().find(|line| line.player == whose) else { return };
    match (change, line.place) {
        (Change::Deduct(points), _) => {
            line.deducted = Points(line.deducted.0.saturating_add(points.0));
        }
        (Change::Forfeit(amount), _) => line.forfeited += amount,
        (Change::Disqualify, Some(from)) => {
            for line in lines {
                if line.player == whose {
                    line.place = None;
                    line.disqualified = true;
                } else if let Some(place) = line.place.as_mut().filter(|place| **place > from) {
                    *place -= 1;
                }
            }
        }
        (Change::MoveTo(to), Some(from)) => {
            for line in lines {
                let Some(place) = line.place.as_mut() else { continue };
                if line.player == whose {
                    *place = to;
                } else if (to..from).contains(place) {
                    *place += 1;
                } else if from < *place && *place <= to {
                    *place -= 1;
                }
            }
        }
        (Change::Disqualify | Change::MoveTo(_), None) | (Change::Restore, _) => {}
    }
}
