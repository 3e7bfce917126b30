//! What the walls of a tournament show, as the rulings say. The director keeps nothing about walls.

use super::left;
use crate::announced::Counting;
use crate::director::DirectorCore;
use crate::director::commands::command_out;
use cardroom_protocol::tournament as wire;
use cardroom_protocol::{Points, TournamentId};
use cardroom_rules::{Cents, Millis};
use cardroom_tournament::prizes::Scored;
use cardroom_tournament::{Command, Director, Ruling, RulingState};

/// How long walls show an announcement that names no time.
const USUAL_MINUTES: u16 = 5;
/// The most places whose points are listed.
const MOST_PLACES: u32 = 30;

/// Returns the message about the walls, or `None` if the floor has said nothing about them that
/// still holds.
pub(in crate::director) fn wall(core: &DirectorCore, now: Millis) -> Option<wire::TournamentWall> {
    let in_force =
        || core.director.rulings().iter().rev().filter(|ruling| ruling.state == RulingState::Made);
    let order =
        in_force().find_map(|ruling| match command_out(&core.names, &core.director, ruling) {
            wire::TournamentCommand::Wall(order) => Some(order),
            _ => None,
        });
    // A later announcement takes the place of an earlier one, and both are gone when it ends.
    let announcement = in_force().find_map(announced).and_then(|(text, until)| {
        let remaining_ms = left(until, now);
        (remaining_ms > 0).then(|| wire::WallAnnouncement { text: text.to_owned(), remaining_ms })
    });
    let director = &core.director;
    let points = points(core.announcement.counts_for(director), director);
    let is_empty = order.is_none() && announcement.is_none() && points.is_empty();
    let tournament = TournamentId(core.id.0);
    (!is_empty).then_some(wire::TournamentWall { tournament, order, announcement, points })
}

/// Returns the points of the first places, if the tournament counts for a season and pays no
/// prizes. A formula without a value ends the list.
fn points(counting: Option<Counting>, director: &Director) -> Vec<Points> {
    let prizes = director.payouts();
    let pays = prizes.tickets > 0 || prizes.places.iter().any(|prize| *prize > Cents::ZERO);
    let Some(Counting { league, .. }) = counting.filter(|_| !pays) else {
        return Vec::new();
    };
    let (entrants, buy_in) = (director.entry_count(), director.structure().entry.buy_in);
    let scored = |place| Scored { place, entrants, buy_in, knocked_out: 0 };
    (1..=entrants.min(MOST_PLACES))
        .map_while(|place| league.points.points(&scored(place)).ok())
        .map(|points| Points(points.0))
        .collect()
}

/// Returns the text of an announcement, and when walls stop showing it.
fn announced(ruling: &Ruling) -> Option<(&str, Millis)> {
    let (text, minutes) = match &ruling.command {
        Command::Announce(text) => (text, USUAL_MINUTES),
        Command::AnnounceFor(text, minutes) => (text, *minutes),
        _ => return None,
    };
    Some((text, ruling.at + Millis::seconds(u64::from(minutes) * 60)))
}
