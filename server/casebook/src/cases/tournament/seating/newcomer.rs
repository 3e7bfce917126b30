//! Newcomers at a table for which the case gives the positions of the coming hand. The engine deals
//! them in or makes them wait.

use super::super::super::Trouble;
use super::super::super::keys::Keys;
use super::super::dealt::DealtTable;
use super::super::field::Field;
use super::super::{Answer, Play, terms};
use super::big_blinds;
use crate::cases::Case;
use cardroom_engine::{Entering, HandOrder, Input};
use cardroom_rules::{Chips, HandNo, Library, MAX_SEATS, PlayerId, SeatNo, SeatSet, TableNo};
use toml::Value;

pub(super) struct Newcomer {
    table: DealtTable,
    newcomer: Option<SeatNo>,
    players: u64,
}

impl Newcomer {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let seats: u8 = keys.seats_max()?.unwrap_or(9);
        let button = Keys::require(keys.seat("button")?, "button")?;
        let small = Keys::require(keys.seat("sb_seat")?, "sb_seat")?;
        let big = Keys::require(keys.seat("bb_seat")?, "bb_seat")?;
        let occupied = Keys::require(keys.seats("occupied")?, "occupied")?;
        keys.end("table")?;
        let structure = terms::structure(seats, &[Chips(100)]);
        let field = Field::new(structure, rulebook, library)?;
        let mut table = field.bare_table(TableNo(1), seats)?;
        let mut players = SeatSet::EMPTY;
        occupied.iter().for_each(|seat| players.insert(*seat));
        let there = players;
        // The players on the coming button and small blind had the blinds in the hand before. Those
        // not listed as seated bust in it.
        players.insert(button);
        players.insert(small);
        let all: SeatSet = (0..seats).map(SeatNo).collect();
        let before = there.previous_before(button).or(all.previous_before(button));
        let before = before.unwrap_or(button);
        let mut player = 0;
        for seat in players.iter() {
            player += 1;
            let (player, chips) = (PlayerId(player), terms::STACK);
            let entering = Entering::Balanced;
            table.must(Field::START, Input::Place { seat, player, chips, entering })?;
        }
        table.must(Field::START, Input::PlaceButton { seat: before })?;
        let gone: Vec<SeatNo> = players.difference(there).iter().collect();
        order_hand(&mut table, player)?;
        table.finish(Field::START, &[])?;
        for seat in gone {
            table.must(Field::START, Input::Take { seat })?;
        }
        let mut newcomer = Self { table, newcomer: None, players: player };
        let stands = [(button, "button"), (small, "sb"), (big, "bb")];
        for (seat, wanted) in stands {
            let position = newcomer.position(seat);
            if position != wanted {
                let seat = u32::from(seat.0) + 1;
                return Err(Trouble::differs(
                    format!("seat {seat} has the {wanted} in the coming hand"),
                    format!("it has the position \"{position}\""),
                ));
            }
        }
        newcomer.newcomer = None;
        Ok(newcomer)
    }

    /// Returns the name of a seat's position in the coming hand.
    fn position(&self, seat: SeatNo) -> &'static str {
        match self.table.table.upcoming() {
            Some(next) if next.big_blind == Some(seat) => "bb",
            Some(next) if next.small_position == seat => "sb",
            Some(next) if next.button == seat => "button",
            _ => "other",
        }
    }

    /// Deals the coming hand at a copy of the table. Returns whether the newcomer is dealt in,
    /// and whether they post.
    fn coming_hand(&self) -> Result<Option<(bool, bool)>, Trouble> {
        let Some(seat) = self.newcomer else { return Ok(None) };
        let mut table = self.table.clone();
        let posted = deal_next(&mut table, self.players)?;
        let hand = table.table.last_hand();
        let dealt = table.start_of(hand).is_some_and(|start| start.dealt.contains(seat));
        Ok(Some((dealt, posted.contains(seat))))
    }

    /// Plays on until the newcomer gets cards. Returns what they waited for.
    fn until(&self) -> Result<Option<Value>, Trouble> {
        let Some(seat) = self.newcomer else { return Ok(None) };
        let mut table = self.table.clone();
        let mut last_button = None;
        for hand in 0..2 * MAX_SEATS {
            deal_next(&mut table, self.players)?;
            let start = table.start_of(table.table.last_hand());
            let Some(start) = start.cloned() else { return Ok(None) };
            if start.dealt.contains(seat) {
                let passed = last_button.is_some_and(|last: SeatNo| {
                    let seats = (0..table.table.setup().seats).map(SeatNo).collect::<SeatSet>();
                    seats
                        .clockwise_after(last)
                        .take_while(|at| *at != start.button)
                        .any(|at| at == seat)
                        || last == seat
                });
                return Ok(match (hand, passed) {
                    (0, _) => None,
                    (_, true) => Some(Value::from("button_passes")),
                    _ if start.big_blind == Some(seat) => Some(Value::from("big_blind")),
                    _ => Some(Value::from("another_hand")),
                });
            }
            last_button = Some(start.button);
            table.finish(Field::START, &[])?;
        }
        Ok(Some(Value::from("never")))
    }
}

fn order_hand(table: &mut DealtTable, players: u64) -> Result<(), Trouble> {
    let order = HandOrder {
        hand: HandNo(table.table.last_hand().0 + 1),
        players_left: u32::try_from(players).unwrap_or(u32::MAX),
        missing: SeatSet::EMPTY,
        hand_for_hand: false,
    };
    table.must(Field::START, Input::OrderHand(order))
}

/// Deals the next hand. Returns the seats that posted a big blind.
fn deal_next(table: &mut DealtTable, players: u64) -> Result<SeatSet, Trouble> {
    order_hand(table, players)?;
    let from = table.log.len();
    table.deal(Field::START)?;
    Ok(big_blinds(&table.log[from..]))
}

impl Play for Newcomer {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        if name != "seat_player" {
            return Err(Trouble::unknown("event", name));
        }
        let seat = Keys::require(keys.seat("seat")?, "seat")?;
        let said = keys.text("position")?;
        // Button and blinds depend on the seated players. A player who takes an open seat right
        // before the big blind gets it.
        let position = self.position(seat);
        self.players += 1;
        let (player, chips) = (PlayerId(self.players), terms::STACK);
        let entering = Entering::Newcomer;
        self.table.must(Field::START, Input::Place { seat, player, chips, entering })?;
        self.newcomer = Some(seat);
        let position = if position == "other" { self.position(seat) } else { position };
        match said {
            Some(said) if said != position => Err(Trouble::differs(
                format!("the seat has the position \"{said}\""),
                format!("\"{position}\""),
            )),
            _ => Ok(Ok(())),
        }
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "dealt_in" => self.coming_hand()?.map(|(dealt, _)| Value::Boolean(dealt)),
            "posts_bb" => self.coming_hand()?.map(|(_, posts)| Value::Boolean(posts)),
            "until" => self.until()?,
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
