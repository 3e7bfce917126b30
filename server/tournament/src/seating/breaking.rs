//! A table that breaks: its players get seats at the others in two random steps (TDA 10-B, IA-10).

use super::floor_plan::{FloorPlan, draw_free_seat};
use super::wishes::Wishes;
use crate::draws::Draws;
use cardroom_cards::Card;
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// In which order tables break (GAPS G-33).
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct BreakingOrder {
    /// As drawn, once nobody can enter any more.
    drawn: Option<Vec<TableNo>>,
    /// Those before it break or are gone.
    next: usize,
    /// Opened after the order was drawn: the last of them breaks first.
    opened: Vec<TableNo>,
}

impl BreakingOrder {
    /// Whether there is an order.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }

    /// The order was drawn.
    pub fn draw(&mut self, tables: Vec<TableNo>) {
        *self = Self { drawn: Some(tables), next: 0, opened: Vec::new() };
    }

    /// A table was opened.
    pub fn opened(&mut self, table: TableNo) {
        if self.is_drawn() {
            self.opened.push(table);
        }
    }

    /// Forgets the first tables of the order that break or are gone.
    pub fn pass_over(&mut self, floor: &FloorPlan) {
        while self.opened.last().is_some_and(|table| !stays(floor, *table)) {
            self.opened.pop();
        }
        let drawn = self.drawn.as_deref().unwrap_or_default();
        while drawn.get(self.next).is_some_and(|table| !stays(floor, *table)) {
            self.next += 1;
        }
    }

    /// The next table to break.
    #[must_use]
    pub fn next(&self, floor: &FloorPlan) -> Option<TableNo> {
        self.tables(floor).next()
    }

    /// The tables in the order in which they break.
    pub fn tables<'a>(&'a self, floor: &'a FloorPlan) -> impl Iterator<Item = TableNo> + 'a {
        let drawn = self.drawn.as_deref().unwrap_or_default();
        let in_order = self.opened.iter().rev().chain(drawn.get(self.next..).unwrap_or_default());
        in_order.copied().filter(|table| stays(floor, *table))
    }
}

fn stays(floor: &FloorPlan, table: TableNo) -> bool {
    floor.table(table).is_some_and(|table| !table.breaks)
}

/// A seat at a table.
pub type SeatCard = (TableNo, SeatNo);

/// The first step: seats for so many players, in random order. Each is drawn among the free seats
/// of one of the tables that are shortest then, those drawn before counted; so the tables stay as
/// even as they can. Fewer than asked for where there is no room.
#[must_use]
pub fn scramble_seat_cards(floor: &FloorPlan, count: usize, draws: &mut Draws) -> Vec<SeatCard> {
    let mut cards: Vec<SeatCard> = Vec::with_capacity(count);
    while cards.len() < count {
        let Some(table) = shortest(floor, &cards, draws) else { break };
        let known = floor.table(table);
        let taken: Vec<SeatNo> =
            cards.iter().filter(|(other, _)| *other == table).map(|(_, seat)| *seat).collect();
        let seat = known.and_then(|known| draw_free_seat(known, &taken, draws));
        let Some(seat) = seat else { break };
        cards.push((table, seat));
    }
    draws.shuffle(&mut cards);
    cards
}

/// A random one of the shortest tables, with those counted that already have a card.
fn shortest(floor: &FloorPlan, cards: &[SeatCard], draws: &mut Draws) -> Option<TableNo> {
    let coming = |table: TableNo| cards.iter().filter(|(other, _)| *other == table).count();
    for size in floor.least()?..=floor.most()? + cards.len() {
        // Those that have grown to this size, and those of it that have not grown.
        let mut grown: Vec<TableNo> = cards.iter().map(|(table, _)| *table).collect();
        grown.sort_unstable();
        grown.dedup();
        grown.retain(|table| {
            floor.table(*table).is_some_and(|known| known.size() + coming(*table) == size)
        });
        let here = floor.of_size(size);
        let left = here.iter().take(cards.len() + 1).any(|table| coming(*table) == 0);
        while left || !grown.is_empty() {
            let drawn = draws.index(grown.len() + here.len());
            let table = match grown.get(drawn) {
                Some(table) => *table,
                None => here[drawn - grown.len()],
            };
            if drawn >= grown.len() && coming(table) > 0 {
                continue;
            }
            let known = floor.table(table)?;
            return (size < usize::from(known.seats)).then_some(table);
        }
    }
    None
}

/// The second step: everybody was dealt a card. The highest, by suit where ranks are equal, gets
/// the first of the seat cards, the next the second.
#[must_use]
pub fn assign_by_cards(
    seat_cards: &[SeatCard],
    dealt: &[(EntryNo, Card)],
) -> Vec<(EntryNo, SeatCard)> {
    let mut players = dealt.to_vec();
    players.sort_unstable_by_key(|(_, card)| std::cmp::Reverse(*card));
    let players = players.into_iter().map(|(entry, _)| entry);
    players.zip(seat_cards.iter().copied()).collect()
}

/// Gives two of the players each other's seats where that parts who is not to sit together, as far
/// as it goes.
#[must_use]
pub fn keep_apart(
    mut assigned: Vec<(EntryNo, SeatCard)>,
    floor: &FloorPlan,
    wishes: &Wishes,
) -> Vec<(EntryNo, SeatCard)> {
    if wishes.parts_nobody() {
        return assigned;
    }
    let clashes = |assigned: &[(EntryNo, SeatCard)], index: usize| {
        let (entry, (table, _)) = assigned[index];
        let there = floor.table(table).into_iter().flat_map(|known| known.everybody());
        let coming = assigned.iter().filter(|(other, (to, _))| *other != entry && *to == table);
        let others: Vec<EntryNo> = there.chain(coming.map(|(other, _)| *other)).collect();
        wishes.are_apart(entry, &others)
    };
    for index in 0..assigned.len() {
        if !clashes(&assigned, index) {
            continue;
        }
        for other in (0..assigned.len()).filter(|other| *other != index) {
            let mut changed = assigned.clone();
            (changed[index].1, changed[other].1) = (changed[other].1, changed[index].1);
            if !clashes(&changed, index) && !clashes(&changed, other) {
                assigned = changed;
                break;
            }
        }
    }
    assigned
}
