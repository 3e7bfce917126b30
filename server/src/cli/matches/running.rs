//! Programs that run already: `room:` without a command. One such program plays all sessions, so it
//! would know a deck again.

use super::programs::{Place, Protocol};
use super::{Reduction, SeatingsName, Usage};
use cardroom_match::game::Terms;
use cardroom_match::room::{Invitation, RoomEntrant};
use cardroom_match::run::Bot;
use cardroom_match::schedule::{Format, groups};
use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Makes the bot of a program that connects by itself. Each session says where.
pub(super) fn bot(place: Place<'_>, halt: &Arc<AtomicBool>) -> Result<Bot, Usage> {
    let name = match place {
        Place::Named(name) => name.to_owned(),
        Place::A | Place::B => "room".to_owned(),
    };
    let of = name.clone();
    let announce = move |Invitation { url, token }: &Invitation| {
        // If nobody reads it, nobody connects.
        let _ = writeln!(
            std::io::stderr(),
            "{of}: waiting for a connection to CARDROOM_URL={url} with CARDROOM_TOKEN={token}"
        );
    };
    let entrant = RoomEntrant::that_connects(Arc::clone(halt), Box::new(announce));
    let entrant = entrant.map_err(|error| format!("No port can be opened: {error}."))?;
    let player = Protocol::Room.prefix().to_owned();
    Ok(Bot { name, player, sha256: None, entrant: Box::new(entrant) })
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

/// Returns how deals are played unless the command line says it.
pub(super) fn seatings(runs: bool) -> SeatingsName {
    if runs { SeatingsName::One } else { SeatingsName::Rotate }
}

/// Returns how luck is taken out unless the command line says it: without pairing, by the cards.
pub(super) fn reduction(runs: bool, terms: &Terms, seats: usize) -> Option<Reduction> {
    (runs && terms.knows_value(seats)).then_some(Reduction::Chance)
}
