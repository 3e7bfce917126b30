//! The stored form of a tournament. Snapshots hold the fields of all parts in one order, without
//! names, so this list is a promise to the snapshots of older programs: no line changes places, and
//! a new field is [`Appended`] at the end.

use super::State;
use super::deals::Basis;
use super::entries::Reported;
use crate::absence::Absences;
use crate::bonus::Bonuses;
use crate::clock::Clock;
use crate::deal::{DealNo, MadeDeal, OpenDeal};
use crate::director::Phase;
use crate::entries::Purchases;
use crate::entry::Entry;
use crate::escrow::Escrow;
use crate::floor::{DueColorUp, Ruling};
use crate::hand_for_hand::HandForHand;
use crate::held::Held;
use crate::lots::DrawnLots;
use crate::order::{OrderNo, Ordered};
use crate::penalties::Penalties;
use crate::prizes::Bounties;
use crate::real_cards::RealCards;
use crate::removal::Due;
use crate::seating::{BreakingOrder, FloorPlan, Wishes};
use crate::seq::Seq;
use cardroom_rules::{Appended, Cents, Chips, EntryNo, Millis, PlayerId, Stage, TableNo};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};

/// Implements storage for a list of fields: the stored name, the type, and where the state has it.
macro_rules! stored {
    ($($(#[$attribute:meta])? $name:ident: $type:ty = $($path:ident).+;)+) => {
        impl Serialize for State {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let count = [$(stringify!($name)),+].len();
                let mut to = serializer.serialize_struct("State", count)?;
                $(to.serialize_field(stringify!($name), &self.$($path).+)?;)+
                to.end()
            }
        }

        impl<'de> Deserialize<'de> for State {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(rename = "State")]
                struct Stored {
                    $($(#[$attribute])? $name: $type,)+
                }
                let stored = Stored::deserialize(deserializer)?;
                let mut state = State::new(None, None);
                $(state.$($path).+ = stored.$name;)+
                Ok(state)
            }
        }
    };
}

stored! {
    seq: Seq = seq;
    now: Millis = now;
    phase: Phase = course.phase;
    began_at: Option<Millis> = course.began_at;
    ended_at: Option<Millis> = course.ended_at;
    starts_at: Option<Millis> = schedule.starts_at;
    stage: u16 = schedule.stage;
    clock: Clock = schedule.clock;
    clock_touched: Seq = schedule.touched;
    announced: Option<Millis> = schedule.announced;
    paused: Option<Millis> = schedule.paused;
    outage: Option<Millis> = schedule.outage;
    resting: BTreeSet<(Millis, TableNo)> = schedule.resting;
    hand_for_hand: Option<HandForHand> = together.hand_for_hand;
    hand_for_hand_waived: bool = together.waived;
    entry_closed: bool = entries.closed;
    checked_in: BTreeSet<EntryNo> = entries.checked_in;
    entries: Vec<Entry> = entries.list;
    players: BTreeMap<PlayerId, EntryNo> = entries.last_of;
    entry_count: u32 = entries.count;
    players_left: u32 = entries.left;
    chips: Chips = entries.chips;
    waiting: BTreeSet<EntryNo> = entries.waiting;
    floor: FloorPlan = seating.floor;
    held: Held = held;
    due: Due = due;
    absences: Absences = discipline.absences;
    penalties: Penalties = discipline.penalties;
    quit: BTreeSet<EntryNo> = discipline.quit;
    muted: BTreeSet<EntryNo> = discipline.muted;
    banned: BTreeSet<PlayerId> = discipline.banned;
    purchases: Purchases = entries.purchases;
    tickets_used: BTreeMap<EntryNo, Cents> = entries.tickets_used;
    unpaid: BTreeSet<EntryNo> = prizes.unpaid;
    rulings: Vec<Ruling> = rulings.made;
    deals_allowed: bool = deals.allowed;
    round: u32 = course.round;
    day_ends: bool = course.day_ends;
    handed_over: bool = course.handed_over;
    prizes: Option<Vec<Cents>> = prizes.places;
    tickets: u32 = prizes.tickets;
    bounties: Option<Bounties> = prizes.bounties;
    money_reached: bool = prizes.money_reached;
    deal: Option<OpenDeal> = deals.open;
    last_deal: DealNo = deals.last;
    deals_made: Vec<MadeDeal> = deals.made;
    exchange: Option<u16> = color_ups.exchange;
    breaking: BreakingOrder = seating.breaking;
    balancing_ordered: bool = seating.balancing_ordered;
    wishes: Wishes = seating.wishes;
    has_blinds: bool = seating.has_blinds;
    last_order: OrderNo = orders.last;
    outstanding: BTreeMap<OrderNo, Ordered> = orders.outstanding;
    #[serde(default)] escrow: Appended<Escrow> = escrow;
    #[serde(default)] bonuses: Appended<Bonuses> = bonuses;
    lots: BTreeMap<Seq, DrawnLots> = rulings.lots;
    stages: Option<Vec<Stage>> = schedule.stages;
    level_changes: Vec<(Seq, Vec<Stage>)> = schedule.level_changes;
    color_ups: BTreeMap<TableNo, DueColorUp> = color_ups.due;
    colored_up: Option<Chips> = color_ups.unit;
    extra_players: u32 = seating.extra_players;
    surplus: BTreeMap<TableNo, bool> = seating.surplus;
    #[serde(default)] withheld: Appended<Cents> = prizes.withheld;
    #[serde(default)] reported: Appended<BTreeMap<EntryNo, Reported>> = entries.reported;
    #[serde(default)] halted_absences: Appended<BTreeMap<EntryNo, Millis>> = discipline.absences.halted;
    #[serde(default)] paused_tables: Appended<BTreeMap<TableNo, Millis>> = seating.paused;
    #[serde(default)] deal_basis: Appended<Basis> = deals.basis;
    #[serde(default)] sat: Appended<BTreeSet<EntryNo>> = discipline.sat;
    #[serde(default)] disqualified: Appended<BTreeSet<EntryNo>> = discipline.disqualified;
    #[serde(default)] real: Appended<RealCards> = real;
}
