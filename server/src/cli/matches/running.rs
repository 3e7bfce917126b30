//! Programs that run already: `room:` without a command. One such program plays all sessions, so it
//! would know a deck again.

use super::formats::SeatingsName;
use super::programs::{Place, Protocol};
use super::{ReductionName, Usage};
use cardroom_match::game::Terms;
use cardroom_match::room::{Invitation, RoomEntrant};
use cardroom_match::run::Bot;
use cardroom_match::schedule::{Format, groups};
use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The programs that run already.
#[derive(Debug, Default)]
pub(super) struct Guests {
    /// Becomes `true` when the match ends.
    pub(super) halt: Arc<AtomicBool>,
    /// Where each of them connects.
    announced: RefCell<Vec<String>>,
}

impl Guests {
    /// Makes the bot of a program that connects by itself.
    pub(super) fn bot(&self, place: Place<'_>) -> Result<Bot, Usage> {
        let name = match place {
            Place::Named(name) => name.to_owned(),
            Place::A | Place::B => "room".to_owned(),
        };
        let entrant = RoomEntrant::that_connects(Arc::clone(&self.halt));
        let entrant = entrant.map_err(|error| format!("No port can be opened: {error}."))?;
        if let Some(Invitation { url, token }) = entrant.invitation() {
            self.announced.borrow_mut().push(format!(
                "{name}: waiting for a connection with CARDROOM_URL={url} CARDROOM_TOKEN={token}"
            ));
        }
        let player = Protocol::Room.prefix().to_owned();
        Ok(Bot { name, player, sha256: None, entrant: Box::new(entrant) })
    }

    /// Says where the programs connect.
    pub(super) fn announce(&self, error: &mut impl Write) -> io::Result<()> {
        self.announced.borrow().iter().try_for_each(|line| writeln!(error, "{line}"))
    }
}

/// Checks that a program that runs already meets each deck once. Returns `true` if there is one.
pub(super) fn check(
    bots: &[Bot],
    format: Format,
    seatings: Option<SeatingsName>,
) -> Result<bool, Usage> {
    let Some(bot) = bots.iter().find(|bot| bot.player == Protocol::Room.prefix()) else {
        return Ok(false);
    };
    let name = &bot.name;
    if seatings.is_some_and(|seatings| seatings != SeatingsName::One) {
        return Err(format!(
            "{name} runs already, and would know a deck again in its other seat. Use --seatings \
             one, or give its command after room:."
        ));
    }
    if groups(format, bots.len()).len() > 1 {
        return Err(format!(
            "{name} runs already, and would know a deck again at its next table. Use --format \
             table, or give its command after room:."
        ));
    }
    Ok(true)
}

/// Returns how luck is taken out unless the command line says it: without pairing, by the cards.
pub(super) fn reduction(runs: bool, terms: &Terms) -> Option<ReductionName> {
    (runs && terms.knows_value()).then_some(ReductionName::Chance)
}
