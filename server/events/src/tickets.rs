//! Tickets as their owner sees them. The director awards them, and the cashier holds them.

use cardroom_protocol::Money;
use cardroom_protocol::tournament::{TicketHeld, Tickets};
use cardroom_record::Ticket;
use cardroom_rules::Library;

/// Groups equal tickets, in order.
#[must_use]
pub fn tickets_held(tickets: &[Ticket], library: &Library) -> Tickets {
    let alike = tickets.chunk_by(|one, other| one == other);
    let held = alike.filter_map(|alike| {
        let Ticket { structure, worth } = alike.first()?.clone();
        // A structure that is not offered any more has only its id.
        let name = library.structure(&structure).map(|known| known.name.clone());
        Some(TicketHeld {
            name: name.unwrap_or_else(|| structure.clone()),
            structure,
            worth: Money(worth.0),
            count: u32::try_from(alike.len()).unwrap_or(u32::MAX),
        })
    });
    Tickets { tickets: held.collect() }
}
