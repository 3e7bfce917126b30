//! Programs and logs of the Annual Computer Poker Competition: `acpc:COMMAND` and the log of its
//! dealer.
//!
//! The dealer speaks lines over TCP (protocol 2.0.0, October 2010). It knows hold'em in fixed limit
//! and no-limit. Positions count from the button's left, so heads-up the big blind has position 0
//! and the button has position 1. A raise in no-limit names all chips of the hand that the player
//! will have put in. Cards that a loser mucks stay hidden, as at every table of the match. The
//! competition's dealer showed them.

mod hand;
mod line;
mod log;
mod reply;
mod seat;

#[cfg(test)]
mod tests;

pub use log::{DealersLog, dealers_log};

use crate::exec::{Command, ExecOptions, Extra, Workshop};
use crate::game::Terms;
use crate::remote::{self, Process, Remote};
use crate::seat::{Entrant, Fault, Opening, Seat};
use cardroom_rules::{AnteKind, Betting, DeckKind, Forced, Play};
use seat::AcpcSeat;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The protocol and its version, as the report names it.
const PROTOCOL: &str = "acpc 2.0.0";

/// The most small bets that a player can put in during a hand of fixed limit, with four bets a
/// street.
const MOST_SMALL_BETS: u64 = 24;

/// Checks that the dealer's protocol and logs can express the games of a match.
///
/// # Errors
/// A sentence that says what they cannot express.
pub fn check(terms: &Terms) -> Result<(), String> {
    let [play] = &*terms.plays else {
        return Err(format!("{KNOWS}, and not {}.", terms.name()));
    };
    if !is_hold_em(play) || play.stakes.betting == Betting::PotLimit {
        return Err(format!("{KNOWS}, and not {}.", terms.name()));
    }
    if play.stakes.ante_kind != AnteKind::None || play.stakes.small_blind.is_zero() {
        return Err(format!("{KNOWS}, with two blinds and no ante."));
    }
    let is_limit = play.stakes.betting == Betting::FixedLimit;
    if is_limit && terms.depth() < MOST_SMALL_BETS {
        return Err(format!(
            "The competition's fixed limit has no stacks, so a stack has at least \
             {MOST_SMALL_BETS} big blinds."
        ));
    }
    Ok(())
}

const KNOWS: &str = "The competition's dealer knows no-limit and fixed-limit hold'em";

fn is_hold_em(play: &Play) -> bool {
    let game = &play.game;
    let plain = game.id == "holdem" && game.deck == DeckKind::Standard52;
    plain && game.forced == Forced::Blinds && game.hole_cards() == 2 && game.board_cards() == 5
}

/// A program of the competition that takes part in a match.
#[derive(Debug)]
pub struct AcpcEntrant(Command);

impl AcpcEntrant {
    /// Makes the entrant. All programs of a match share a workshop.
    #[must_use]
    pub fn new(options: ExecOptions, workshop: &Arc<Workshop>) -> Self {
        Self(Command::new(options, workshop))
    }
}

impl Entrant for AcpcEntrant {
    fn prepare(&mut self, halt: &AtomicBool) -> Result<Option<String>, Fault> {
        self.0.build(halt)
    }

    fn processes(&self) -> usize {
        1
    }

    fn command(&self) -> Vec<String> {
        self.0.words()
    }

    fn protocol(&self) -> Option<&'static str> {
        Some(PROTOCOL)
    }

    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let until = Instant::now() + opening.limits.start;
        let failed = |error: io::Error| remote::not_ready(&error.into(), "", &mut None);
        let listener = remote::listen().map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let arguments = [address.ip().to_string(), address.port().to_string()];
        let extra = Extra { arguments: &arguments, ..Extra::default() };
        let mut process = Some(Process::start(&self.0, opening, extra)?);
        match remote::accept(&listener, &mut process, Some(until), &|| true) {
            Ok(socket) => {
                let seat = AcpcSeat::greet(Remote::new(process, socket), opening, until)?;
                Ok(Box::new(seat))
            }
            Err(why) => Err(remote::not_ready(&why, "connect", &mut process)),
        }
    }
}
