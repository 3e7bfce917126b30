//! How cards are dealt: one burn before each street, from positions in the deck that depend only on
//! the number of players. Also the last street of stud with too few cards.

use super::Trouble;
use super::begin::somebody_in_each;
use super::case_table::CaseTable;
use super::expect::whole;
use super::script::Script;
use cardroom_engine::{Action, Event, Input, ShortStub};
use cardroom_hybrid::HybridTable;
use cardroom_rules::SeatNo;
use toml::Value;

/// The keys of expect that a deal answers.
pub(super) const ANSWERS: &[&str] = &[
    "required",
    "action",
    "new_stub",
    "community",
    "first_to_act",
    "burns_before_flop",
    "burns_per_street",
    "property",
];

/// Decides how the last street of stud is dealt from the cards that the case leaves.
pub(super) fn short_stub(script: &mut Script<'_>) -> Result<(), Trouble> {
    let rest = &mut script.opening.rest;
    let stub: Option<usize> = rest.within("stub", 0..=52)?;
    let burns: Option<usize> = rest.within("burns", 0..=52)?;
    let players: Option<usize> = rest.within("players_left", 1..=10)?;
    let (stub, burns, players) = match (stub, burns, players) {
        (Some(stub), Some(burns), Some(players)) => (stub, burns, players),
        (None, None, None) => return Ok(()),
        _ => {
            let which = "stub, burns and players_left go together";
            return Err(Trouble::NotUnderstood(which.to_owned()));
        }
    };
    let short = ShortStub::decide(stub, burns, players);
    let answers = &mut script.answers;
    let mut answer = |key: &str, value: Value| answers.insert(key.to_owned(), value);
    answer("required", whole(ShortStub::required(players)));
    answer("action", Value::from(ShortStub::code(short)));
    answer("new_stub", whole(short.map_or(stub, |short| short.new_stub)));
    answer("community", Value::Boolean(short.is_some_and(|short| short.community)));
    // The last street deals no open card, so the same board opens as on the street before.
    answer("first_to_act", Value::from("same_as_sixth"));
    Ok(())
}

impl Script<'_> {
    pub(super) fn dealt(&self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "burns_before_flop" => Some(whole(burns_before_board(self.play.table())?)),
            "burns_per_street" => Some(whole(self.burns_per_street()?)),
            "property" => Some(Value::from(self.burn_index()?)),
            _ => None,
        })
    }

    /// Starts a hand with a player in every seat.
    fn some_hand(&self) -> Result<Script<'_>, Trouble> {
        let mut hand = Script::begin_bare(self.case, self.library, self.opening.clone())?;
        if hand.opening.seats.is_empty() {
            hand.opening.seats = somebody_in_each((0..hand.opening.setup.seats.min(6)).map(SeatNo));
        }
        hand.opening.scene = None;
        hand.play.reseat(hand.opening.seated()?);
        hand.next_hand()?;
        Ok(hand)
    }

    /// Returns the number of burns before each street that deals a board. Fails if streets differ.
    fn burns_per_street(&self) -> Result<usize, Trouble> {
        let hand = self.some_hand()?;
        let (events, _) = play_out(hand.play.table(), None)?;
        let mut burns = Vec::new();
        let mut since = 0;
        for event in &events {
            match event {
                Event::Burned => since += 1,
                Event::BoardDealt { .. } => {
                    burns.push(since);
                    since = 0;
                }
                _ => {}
            }
        }
        match burns.split_first() {
            Some((first, others)) if others.iter().all(|other| other == first) => Ok(*first),
            _ => Err(Trouble::differs("as many burns on each street", format!("{burns:?}"))),
        }
    }

    /// Checks whether the same deck gives the same board whatever the players do.
    fn burn_index(&self) -> Result<&'static str, Trouble> {
        let hand = self.some_hand()?;
        let boards = |events: &[Event]| -> Vec<_> {
            let cards = events.iter().filter_map(|event| match event {
                Event::BoardDealt { cards, .. } => Some(cards.clone()),
                _ => None,
            });
            cards.flatten().collect()
        };
        let (all_in_it, _) = play_out(hand.play.table(), None)?;
        for folder in hand.play.table().players().map(|(seat, _)| seat).skip(2) {
            let (somebody_folds, _) = play_out(hand.play.table(), Some(folder))?;
            if boards(&all_in_it) != boards(&somebody_folds) {
                return Ok("burn_index_depends_on_play");
            }
        }
        Ok("burn_index_is_fixed")
    }
}

/// Plays the hand on and counts the burns before the first card of the board.
fn burns_before_board(table: &HybridTable) -> Result<usize, Trouble> {
    let (events, _) = play_out(table, None)?;
    let before = events.iter().take_while(|event| !matches!(event, Event::BoardDealt { .. }));
    Ok(before.filter(|event| matches!(event, Event::Burned)).count())
}

/// Plays the hand to its end. Everyone checks or calls, except `folder`, who folds.
pub(super) fn play_out(
    table: &HybridTable,
    folder: Option<SeatNo>,
) -> Result<(Vec<Event>, HybridTable), Trouble> {
    let mut table = table.clone();
    let mut now = CaseTable::START;
    let mut events = Vec::new();
    while table.hand_in_progress().is_some() {
        let input = match table.turn() {
            Some((seat, turn, legal)) => {
                let action = match legal {
                    _ if folder == Some(seat) && legal.fold => Action::Fold,
                    _ if legal.call.is_some() => Action::Call,
                    _ => Action::Check,
                };
                Input::Act { seat, turn, action }
            }
            None => {
                now = now.max(table.deadline().unwrap_or(now));
                Input::Tick
            }
        };
        let stepped = table.step(now, input);
        events.extend(stepped.map_err(|refusal| {
            Trouble::differs("the hand is played out", super::case_table::refused(&refusal))
        })?);
    }
    Ok((events, table))
}
