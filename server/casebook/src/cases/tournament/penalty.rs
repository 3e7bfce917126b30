//! Hands that a player misses: the director counts them, and the engine deals them.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, refused, terms};
use cardroom_engine::{Event as TableEvent, HandOrder, Input as TableInput, PostKind, Viewer};
use cardroom_rules::{Cents, Chips, EntryNo, HandNo, Library, MAX_SEATS, SeatNo, SeatSet, TableNo};
use cardroom_tournament::{Command, Event, Order};
use toml::Value;

pub(super) struct Penalty {
    field: Field,
    /// The player's part in the last missed hand.
    missed: Option<Missed>,
}

/// The part of a player in a hand that they missed.
#[derive(Clone, Copy)]
struct Missed {
    dealt: bool,
    killed: bool,
}

/// The table and the seat of the penalized player.
const TABLE: TableNo = TableNo(1);
const OFFENDER: SeatNo = SeatNo(2);
/// The big blind of the first hand, who acts before the offender after the flop.
const RIGHT_OF_OFFENDER: SeatNo = SeatNo(1);

impl Penalty {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let bounds = u64::from(OFFENDER.0) + 1..=MAX_SEATS as u64;
        let players: u8 = Keys::require(keys.within("players", bounds)?, "players")?;
        keys.end("table")?;
        let seats = players.max(9);
        let structure = terms::structure(seats, &[Chips(100), Chips(200)]);
        let mut field = Field::new(structure, rulebook, library)?;
        let seating = Seating::of_first_seats(seats, players, terms::STACK);
        let tables = vec![Seating { opened: Vec::new(), ..seating }];
        field.stand(&Situation { tables, prizes: vec![Cents(1_000)], level_left: None })?;
        Ok(Self { field, missed: None })
    }

    fn offender(&self) -> Result<EntryNo, Trouble> {
        self.field.entry_at(TABLE, OFFENDER)
    }

    /// Returns `true` if the offender misses the hand that was ordered last.
    fn is_missed(&self) -> bool {
        let orders = self.field.log.iter().rev();
        let last = orders.into_iter().find_map(|event| match event {
            Event::Ordered(ordered) => match &ordered.order {
                Order::Deal(deal) => Some(deal.missing),
                _ => None,
            },
            _ => None,
        });
        last.is_some_and(|missing| missing.contains(OFFENDER))
    }

    /// Plays on to a hand that the offender misses, and records their part in it. A hand that was
    /// already dealt does not count.
    fn play_to_missed_hand(&mut self) -> Result<(), Trouble> {
        if !self.is_missed() {
            self.field.finish(TABLE, &[])?;
        }
        if !self.is_missed() {
            return Err(Trouble::differs("a hand is missed", "nobody misses one"));
        }
        let now = self.field.now;
        let mut hand = self.field.dealt(TABLE)?.clone();
        hand.deal(now)?;
        let start = hand.start_of(hand.table.last_hand());
        let dealt = start.is_some_and(|start| start.dealt.contains(OFFENDER));
        let seats = hand.table.view(Viewer::Public).seats;
        let part = seats.into_iter().find(|seat| seat.seat == OFFENDER);
        // No player has acted yet.
        let killed = part.and_then(|part| part.in_hand).is_some_and(|hand| hand.folded);
        self.missed = Some(Missed { dealt, killed });
        Ok(())
    }

    /// Checks whether the offender posts both blinds when due, by playing on with a
    /// copy of the table.
    fn posts_blinds(&mut self) -> Result<bool, Trouble> {
        let now = self.field.now;
        let mut table = self.field.dealt(TABLE)?.clone();
        if table.is_busy() {
            table.finish(now, &[])?;
        }
        let from = table.log.len();
        for _ in 0..MAX_SEATS {
            let mut missing = SeatSet::EMPTY;
            missing.insert(OFFENDER);
            let order = HandOrder {
                hand: HandNo(table.table.last_hand().0 + 1),
                players_left: self.field.director.players_left(),
                missing,
                hand_for_hand: false,
            };
            table.must(now, TableInput::OrderHand(order))?;
            table.finish(now, &[])?;
        }
        let posted = |wanted: PostKind| {
            table.log[from..].iter().any(|event| {
                matches!(event, TableEvent::Posted { seat, post, .. }
                    if *seat == OFFENDER && *post == wanted)
            })
        };
        Ok(posted(PostKind::SmallBlind) && posted(PostKind::BigBlind))
    }
}

impl Play for Penalty {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "penalty" => {
                let offender = self.offender()?;
                let command = match (keys.small("rounds")?, keys.small("hands")?) {
                    (Some(rounds), None) => Command::MissRounds(offender, rounds),
                    (None, Some(hands)) => Command::MissHands(offender, hands),
                    _ => return Err(Trouble::NotUnderstood("rounds or hands".to_owned())),
                };
                let answer = self.field.order(command)?;
                return Ok(answer.map_err(|refusal| refused(&refusal)));
            }
            "checks_the_nuts" => {
                self.field.check_down(TABLE, OFFENDER, RIGHT_OF_OFFENDER)?;
            }
            "lift_penalty" => {
                let command = Command::LiftPenalty(self.offender()?);
                let answer = self.field.order(command)?;
                return Ok(answer.map_err(|refusal| refused(&refusal)));
            }
            "bust_at_table" => {
                let table = self.field.director.table(TABLE);
                let seats = table.into_iter().flat_map(|table| table.seated());
                let other = seats.map(|(seat, _)| seat).filter(|seat| *seat != OFFENDER).last();
                self.field.finish(TABLE, &[Keys::require(other, "another player")?])?;
            }
            "hand_played" => {
                for _ in 0..keys.within("times", 1..=terms::MOST_HANDS)?.unwrap_or(1) {
                    self.play_to_missed_hand()?;
                    self.field.finish(TABLE, &[])?;
                }
            }
            "misdeal_and_redeal" => {
                self.play_to_missed_hand()?;
                self.field.void(TABLE)?;
                self.play_to_missed_hand()?;
                self.field.finish(TABLE, &[])?;
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "hands_to_miss" => {
                let hands = self.field.director.discipline().penalties().hands(self.offender()?);
                Some(terms::number(hands))
            }
            "dealt" => self.missed.map(|missed| Value::Boolean(missed.dealt)),
            "killed_after_deal" => self.missed.map(|missed| Value::Boolean(missed.killed)),
            "posts_blinds" => Some(Value::Boolean(self.posts_blinds()?)),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
