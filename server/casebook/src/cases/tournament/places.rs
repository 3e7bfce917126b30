//! The places of players who bust in a hand at a single table. The table's report goes to the
//! director of a tournament with the given number of players left.

use super::super::Trouble;
use super::field::{Field, Seating, Situation};
use super::terms;
use super::together::even;
use cardroom_rules::{Cents, Chips, HandNo, Library, Rulebook, SeatNo, TableNo};
use cardroom_tournament::{HandFinished, Input, Report, Standing};

/// A player of the hand, with the stack before it and after.
pub(in crate::cases) type Stacks = (SeatNo, Chips, Chips);

/// Returns the players who bust, with their places.
pub(in crate::cases) fn places(
    rulebook: &Rulebook,
    library: &Library,
    left: usize,
    hand: &[Stacks],
) -> Result<Vec<(SeatNo, u32)>, Trouble> {
    let others = left.checked_sub(hand.len());
    let others = others.ok_or_else(|| Trouble::unknown("players left", &left.to_string()))?;
    let here = Seating {
        seats: 9,
        players: hand.iter().map(|(seat, before, _)| (*seat, *before)).collect(),
        opened: Vec::new(),
        button: hand.first().map(|(seat, ..)| *seat).unwrap_or_default(),
        hand: None,
    };
    let elsewhere = cardroom_tournament::seating::tables_for(others, 9);
    let mut tables = vec![here];
    if others > 0 {
        tables.extend(even(others, elsewhere));
    }
    let structure = terms::structure(9, &[Chips(100)]);
    let mut field = Field::new(structure, rulebook.clone(), library)?;
    field.stand(&Situation { tables, prizes: vec![Cents(1_000)], level_left: None })?;
    let table = TableNo(1);
    let mut players = Vec::new();
    let mut out = Vec::new();
    for (seat, started_with, stack) in hand.iter().copied() {
        let entry = field.entry_at(table, seat)?;
        let known = field.director.entry(entry).map(|entry| entry.player);
        let player = known.ok_or_else(|| Trouble::unknown("entry at", &seat.to_string()))?;
        if stack.is_zero() {
            out.push((seat, entry));
        }
        let eliminated_by = Default::default();
        let (hand_rank, absent) = (None, false);
        players.push(Standing {
            seat,
            player,
            started_with,
            stack,
            hand_rank,
            eliminated_by,
            absent,
        });
    }
    let (hand, at, void, upcoming) = (HandNo(1), field.now, false, None);
    let finished = HandFinished { table, hand, at, void, players, upcoming };
    field.must(Input::Report(Report::HandFinished(Box::new(finished))))?;
    let place = |(seat, entry)| field.director.place(entry).map(|place| (seat, place));
    Ok(out.into_iter().filter_map(place).collect())
}
