//! A table breaks, and the case deals the seat cards. The module that the director uses assigns the
//! seats.

use super::super::super::Trouble;
use super::super::super::keys::{Keys, cards, seat_named};
use super::super::{Answer, Play, terms};
use crate::cases::Case;
use cardroom_cards::Card;
use cardroom_rules::{EntryNo, SeatNo, TableNo};
use cardroom_tournament::seating::{SeatCard, assign_by_cards};
use toml::Value;

pub(super) struct Breaking {
    players: Vec<SeatNo>,
    given: Vec<SeatCard>,
    scrambled: Vec<SeatCard>,
    dealt: Vec<(EntryNo, Card)>,
}

impl Breaking {
    pub(super) fn begin(case: &Case) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        keys.number("breaking")?;
        let given = Keys::require(keys.texts("seat_cards")?, "seat_cards")?;
        let given: Result<Vec<SeatCard>, Trouble> =
            given.iter().map(|card| seat_card(card)).collect();
        keys.end("table")?;
        let mut players = Vec::new();
        for seat in &case.seats {
            let mut keys = Keys::of(seat);
            keys.text("name")?;
            players.push(Keys::require(keys.seat("seat")?, "seat")?);
            keys.end("seats")?;
        }
        Ok(Self { players, given: given?, scrambled: Vec::new(), dealt: Vec::new() })
    }
}

/// Reads a seat as a case writes it: T1S3.
fn seat_card(text: &str) -> Result<SeatCard, Trouble> {
    let unknown = || Trouble::unknown("seat card", text);
    let (table, seat) =
        text.strip_prefix('T').and_then(|rest| rest.split_once('S')).ok_or_else(unknown)?;
    let table = table.parse().map_err(|_| unknown())?;
    Ok((TableNo(table), seat_named(seat)?))
}

/// Returns an entry for each seat of the breaking table.
fn entry_of(seat: SeatNo) -> EntryNo {
    EntryNo(u32::from(seat.0) + 1)
}

impl Play for Breaking {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "scramble_seat_cards" => {
                let order = Keys::require(keys.texts("order")?, "order")?;
                let order: Result<Vec<_>, _> = order.iter().map(|card| seat_card(card)).collect();
                self.scrambled = order?;
                let sorted = |cards: &[SeatCard]| {
                    let mut cards = cards.to_vec();
                    cards.sort_unstable();
                    cards
                };
                if sorted(&self.scrambled) != sorted(&self.given) {
                    return Err(Trouble::NotUnderstood("the order has other cards".to_owned()));
                }
            }
            "deal_one_card_each" => {
                for (seat, cards) in Keys::require(keys.by_seat("cards")?, "cards")? {
                    if !self.players.contains(&seat) {
                        return Err(Trouble::unknown("seat", &seat.to_string()));
                    }
                    let cards = self::cards(&cards)?;
                    self.dealt.extend(cards.into_iter().map(|card| (entry_of(seat), card)));
                }
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        if key != "assigned" {
            return Err(Trouble::unknown("key of expect", key));
        }
        let assigned = assign_by_cards(&self.scrambled, &self.dealt);
        let place = |seat: &SeatNo| {
            let (_, (table, to)) = assigned.iter().find(|(entry, _)| *entry == entry_of(*seat))?;
            Some((*seat, Value::from(format!("T{}S{}", table.0, u32::from(to.0) + 1))))
        };
        Ok(Some(terms::by_seat(self.players.iter().filter_map(place))))
    }
}
