//! The stored form of a table's state. Snapshots hold the fields of all parts in one order, without
//! names, so this list is a promise to the snapshots of older programs: no line changes places, and
//! a new field is [`Appended`] at the end.

use super::TableState;
use crate::action::TurnNo;
use crate::button::Positions;
use crate::hand::UsedUp;
use crate::input::HandOrder;
use crate::ruling::TicketNo;
use crate::seat::Seats;
use crate::table::{LastAward, TimeUse};
use cardroom_rules::{Appended, Chips, HandNo, Millis, SeatNo, SeatSet};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;

/// Implements storage for a list of fields: the stored name, the type, and where the state has it.
macro_rules! stored {
    ($($name:ident: $type:ty = $($path:ident).+;)+) => {
        impl Serialize for TableState {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let count = [$(stringify!($name)),+].len();
                let mut to = serializer.serialize_struct("TableState", count)?;
                $(to.serialize_field(stringify!($name), &self.$($path).+)?;)+
                to.end()
            }
        }

        impl<'de> Deserialize<'de> for TableState {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(rename = "TableState")]
                struct Stored {
                    $($name: $type,)+
                }
                let stored = Stored::deserialize(deserializer)?;
                let mut state = TableState::new();
                $(state.$($path).+ = stored.$name;)+
                Ok(state)
            }
        }
    };
}

stored! {
    seats: Seats = seats;
    positions: Option<Positions> = button.positions;
    last_hand: HandNo = schedule.last_hand;
    last_turn: TurnNo = schedule.last_turn;
    play: u8 = rotation.play;
    hands_of_play: u32 = rotation.hands;
    frozen_button: Option<SeatNo> = button.frozen;
    order: Option<HandOrder> = schedule.order;
    next_button: Option<SeatNo> = button.next;
    missed_deal: SeatSet = schedule.missed_deal;
    redeal: Option<SeatSet> = schedule.redeal;
    choice: Option<SeatNo> = rotation.choice;
    not_before: Millis = schedule.not_before;
    paused: bool = pause.paused;
    attended: bool = desk.attended;
    last_ticket: TicketNo = desk.last_ticket;
    charge_until: Option<Millis> = till.charge_until;
    house_rake: Chips = till.rake;
    house_time: Chips = till.time;
    award: Option<LastAward> = award;
    total: Chips = till.total;
    time_use: Appended<BTreeMap<SeatNo, TimeUse>> = time_use.by_seat;
    used_up: Appended<UsedUp> = schedule.used_up;
    chooser: Appended<Option<SeatNo>> = rotation.chooser;
    stopped_at: Appended<Option<Millis>> = pause.stopped_at;
}
