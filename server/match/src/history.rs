//! The hands of a match in the poker hand history format, with all cards.

use crate::run::{Bot, PlayedSession};
use cardroom_history::{NotTold, phh_hand};
use cardroom_phh::Hand as PhhHand;
use cardroom_tables::PlayedHand;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The hands of a match as a file, and those that the format cannot express.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histories {
    /// A `.phhs` file: one table of TOML a hand, numbered from 1.
    pub text: String,
    /// How many hands are left out, by the reason.
    pub left_out: BTreeMap<NotTold, usize>,
}

/// Writes the hands that were kept, session by session, in the order in which they were played.
#[must_use]
pub fn histories(sessions: &[PlayedSession], bots: &[Bot]) -> Histories {
    let mut histories = Histories::default();
    let mut number = 0_usize;
    for session in sessions {
        let plan = &session.plan;
        for hand in &session.hands {
            let Some(played) = &hand.played else { continue };
            let names = |seat: u8| Some(bots.get(session.entrant_at(hand, seat)?)?.name.clone());
            match told(played, names) {
                Ok(told) => {
                    let told = PhhHand {
                        deal: Some(hand.deal.into()),
                        seating: Some(u64::from(plan.seating) + 1),
                        session: Some(plan.number.into()),
                        ..told
                    };
                    number += 1;
                    let between = if number == 1 { "" } else { "\n" };
                    let _ = write!(histories.text, "{between}[{number}]\n{told}");
                }
                Err(reason) => *histories.left_out.entry(reason).or_default() += 1,
            }
        }
    }
    histories
}

/// Returns a hand with the cards of all players. It has no date, because a match has its own time.
fn told(played: &PlayedHand, name: impl Fn(u8) -> Option<String>) -> Result<PhhHand, NotTold> {
    let mut record = played.record.clone();
    record.cards.clone_from(&played.cards);
    for seat in &mut record.seats {
        if let Some(name) = name(seat.seat) {
            seat.name = name;
        }
    }
    let hand = phh_hand(&record)?;
    Ok(PhhHand { day: None, month: None, year: None, time: None, time_zone: None, ..hand })
}
