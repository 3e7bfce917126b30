//! Breaking a table: its players get seats at other tables in two random steps (TDA 10-B, IA-10).

use super::floor_plan::{FloorPlan, draw_free_seat};
use super::wishes::Wishes;
use crate::draws::Draws;
use cardroom_cards::Card;
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use serde::{Deserialize, Serialize};

/// The order in which tables break (GAPS G-33).
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct BreakingOrder {
    /// Drawn once entry is closed.
    drawn: Option<Vec<TableNo>>,
    /// Index into `drawn`. All tables before it are breaking or gone.
    next: usize,
    /// Tables opened after the draw. The last of them breaks first.
    opened: Vec<TableNo>,
}

impl BreakingOrder {
    /// Returns `true` if the order has been drawn.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }

    /// Stores the drawn order.
    pub fn draw(&mut self, tables: Vec<TableNo>) {
        *self = Self { drawn: Some(tables), next: 0, opened: Vec::new() };
    }

    /// Records a table that was opened.
    pub fn opened(&mut self, table: TableNo) {
        if self.is_drawn() {
            self.opened.push(table);
        }
    }

    /// Skips the first tables of the order that are breaking or gone.
    pub fn pass_over(&mut self, floor: &FloorPlan) {
        while self.opened.last().is_some_and(|table| !stays(floor, *table)) {
            self.opened.pop();
        }
        let drawn = self.drawn.as_deref().unwrap_or_default();
        while drawn.get(self.next).is_some_and(|table| !stays(floor, *table)) {
            self.next += 1;
        }
    }

    #[must_use]
    pub fn next(&self, floor: &FloorPlan) -> Option<TableNo> {
        self.tables(floor).next()
    }

    /// Returns the tables in the order in which they break.
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

/// First step: draws `count` seats in random order. Each is a random free seat of one of the
/// shortest tables at that time, counting the seats drawn before. So the tables stay as even as
/// possible. Returns fewer seats if there is no more room.
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

/// Returns a random one of the shortest tables, counting the seats already drawn there.
fn shortest(floor: &FloorPlan, cards: &[SeatCard], draws: &mut Draws) -> Option<TableNo> {
    let coming = |table: TableNo| cards.iter().filter(|(other, _)| *other == table).count();
    for size in floor.least()?..=floor.most()? + cards.len() {
        // Tables that have grown to this size, then tables of this size that have not grown.
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

/// Second step: assigns the seats by the cards dealt to the players. The highest card gets the
/// first seat, and so on. Suits break ties.
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

/// Swaps seats between two of the players where that separates players who must not share a table.
/// Conflicts that no swap resolves remain.
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
