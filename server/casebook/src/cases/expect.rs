//! The expectations of a case, compared with the table. Every key is read from the engine's view,
//! its legal actions or its events. Answers to inputs that are not table state come from the
//! script's `answers`.

use super::Trouble;
use super::keys::{Keys, number_of};
use super::script::Script;
use super::tournament::moving;
use cardroom_engine::{
    Action, Adjudicated, EtiquetteFlag, Event, FloorEvent, PostKind, Prospect, SeatInHand, Viewer,
};
use cardroom_rules::{Chips, Forced, SeatNo};
use toml::{Table, Value};

/// Keys whose lists are sets.
const SETS: &[&str] = &[
    "options",
    "floor_options",
    "all_in",
    "dead",
    "folded",
    "bound",
    "shown",
    "eliminated",
    "flagged",
];

pub(super) fn expect(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let to_act = keys.clone().seat("to_act")?;
    let seat = keys.seat("seat")?;
    let turn = script.table.turn().map(|(seat, ..)| seat);
    let about = About { seat: seat.or(to_act).or(turn), bettor: to_act.or(seat).or(turn) };
    let mut said = false;
    for (key, expected) in keys.rest() {
        said = true;
        let by_seat = key == "won" && expected.is_table() && !script.answers.contains_key(&key);
        let asked = if by_seat { super::outcome::WON_BY_SEAT } else { &key };
        let actual = script.says(asked, about)?;
        if !agree(&key, &expected, actual.as_ref()) {
            let actual = actual.map_or_else(|| "nothing".to_owned(), |actual| actual.to_string());
            return Err(Trouble::differs(
                format!("{key} = {expected}"),
                format!("{key} = {actual}"),
            ));
        }
    }
    if said { Ok(()) } else { Err(Trouble::NotUnderstood("nothing is expected".to_owned())) }
}

/// The seats that the keys of an assertion refer to.
#[derive(Clone, Copy)]
struct About {
    /// For rulings: the seat that the assertion names, otherwise the player to act.
    seat: Option<SeatNo>,
    /// For legal actions: the player that the assertion says is to act, otherwise
    /// the seat it names.
    bettor: Option<SeatNo>,
}

fn agree(key: &str, expected: &Value, actual: Option<&Value>) -> bool {
    let Some(actual) = actual else { return false };
    match (expected, actual) {
        (Value::Array(expected), Value::Array(actual)) if SETS.contains(&key) => {
            let all_in =
                |some: &[Value], others: &[Value]| some.iter().all(|one| others.contains(one));
            all_in(expected, actual) && all_in(actual, expected)
        }
        // A case lists only the seats it is about.
        (Value::Table(expected), Value::Table(actual)) if key == "contributed" => {
            expected.iter().all(|(seat, amount)| actual.get(seat) == Some(amount))
        }
        _ => expected == actual,
    }
}

impl Script<'_> {
    /// Returns the engine's value for a key. `None` if it has no value at this point.
    fn says(&self, key: &str, about: About) -> Result<Option<Value>, Trouble> {
        if let Some(answer) =
            about.seat.and_then(|seat| self.answers_of.get(&(seat, key.to_owned())))
        {
            return Ok(Some(answer.clone()));
        }
        if let Some(answer) = self.answers.get(key) {
            return Ok(Some(answer.clone()));
        }
        if let Some(found) = super::gestures::says(self, key, about.seat) {
            return Ok(Some(found));
        }
        if key == "ruling" {
            return Ok(about.seat.and_then(|seat| self.clock_ruled(seat)));
        }
        let prospect = || about.bettor.and_then(|seat| self.table.prospect(seat));
        if let Some(found) = of_prospect(key, prospect) {
            return Ok(found);
        }
        if let Some(found) = self.of_hand(key) {
            return Ok(found);
        }
        if let Some(found) = self.of_positions(key) {
            return Ok(found);
        }
        if let Some(found) = self.of_events(key)? {
            return Ok(found);
        }
        if super::outcome::ANSWERS.contains(&key) {
            return super::outcome::says(self, key);
        }
        if super::events::ANSWERS.iter().any(|keys| keys.contains(&key))
            || super::gestures::ANSWERS.contains(&key)
            || super::misdealt::ANSWERS.contains(&key)
        {
            return Ok(None);
        }
        Err(Trouble::unknown("key of expect", key))
    }

    /// Returns values about the turn, the bets in front of players and the pots.
    fn of_hand(&self, key: &str) -> Option<Option<Value>> {
        let table = self.hand_table();
        let hand = table.view(Viewer::Public).hand;
        Some(match key {
            "to_act" => self.table.turn().map(|(seat, ..)| number_of(seat)),
            "street_closed" => Some(Value::Boolean(self.table.betting_is_closed())),
            "substantial_action" => Some(Value::Boolean(self.table.substantial_action())),
            "pots" => Some(list(table.pots().iter().map(|pot| chips(pot.amount)))),
            "award_order" => Some(list(table.award_order().map(|pot| Value::from(i64::from(pot))))),
            "board_left" => Some(whole(table.board_left())),
            "tabled" => Some(Value::Boolean(self.everybody_is_tabled())),
            "contributed" => Some(seat_table(table.bets_of_street().into_iter())),
            "all_in" => Some(self.seats(|part| part.all_in)),
            "folded" => Some(self.seats(|part| part.folded)),
            "dead" => Some(self.killed()),
            "button" => hand.map(|hand| number_of(hand.button)),
            "sb" => hand.map(|hand| hand.small_blind.map_or(Value::Integer(0), number_of)),
            "bb" => hand.map(|hand| hand.big_blind.map_or(Value::Integer(0), number_of)),
            "blinds" => hand.map(|hand| Value::Boolean(hand.big_blind.is_some())),
            "posted" => Some(self.posts(|post| post != PostKind::Ante)),
            "ante_posted" => Some(self.posts(|post| post == PostKind::Ante)),
            "uncalled_returned" => Some(self.returned()),
            _ => return None,
        })
    }

    /// Returns values read from the events, or from playing the hand on.
    fn of_events(&self, key: &str) -> Result<Option<Option<Value>>, Trouble> {
        Ok(match key {
            "flagged" => Some(Some(list(self.passed_nuts().map(|(seat, _)| number_of(seat))))),
            "penalty" => Some(self.passed_nuts().next().map(|(_, flag)| {
                let due = flag == EtiquetteFlag::NutsPenalty;
                Value::from(if due { "mandatory" } else { "flag" })
            })),
            "shown" => Some(Some(self.shown())),
            "tabled_in_order" => Some(Some(self.tabled_in_order())),
            "shown_after" => Some(Some(self.shown_after())),
            "pot_to" => Some(self.pot_to()),
            "revealed" => Some(Some(self.revealed())),
            "countdown" => {
                let left = self.table.countdown(self.now);
                Some(left.and_then(|left| i64::try_from(left).ok()).map(Value::Integer))
            }
            _ => self.dealt(key)?.map(Some),
        })
    }

    fn of_positions(&self, key: &str) -> Option<Option<Value>> {
        let table = self.hand_table();
        Some(match key {
            "deals" => table.dealer().map(number_of),
            "first_preflop" => table.first_to_act(0).map(number_of),
            "first_postflop" => table.first_to_act(1).map(number_of),
            "mover_if_balancing" => self.next_mover().map(number_of),
            _ => return None,
        })
    }

    /// Returns the player who moves if this table gives up a player now. Assumes that the other
    /// table has lost no player.
    fn next_mover(&self) -> Option<SeatNo> {
        let plays = &self.table.setup().plays;
        let only_stud = plays.iter().all(|play| play.game.forced == Forced::BringIn);
        moving::mover(&self.table, None, only_stud)
    }

    /// Returns how the table acted for a player whose time ran out, or who got no turn
    /// because they were away.
    fn clock_ruled(&self, seat: SeatNo) -> Option<Value> {
        let hand = self.this_hand();
        let acted = hand.iter().rposition(|event| {
            matches!(event, Event::Acted { seat: acted, timed_out: true, .. } if *acted == seat)
        })?;
        let Event::Acted { action, .. } = hand[acted] else { return None };
        let since = hand[..acted].iter().rev();
        let had_turn = since
            .take_while(|event| !matches!(event, Event::Acted { .. }))
            .any(|event| matches!(event, Event::TurnBegan { seat: began, .. } if *began == seat));
        Some(Value::from(match (action, had_turn) {
            (Action::Fold, true) => "dead",
            (Action::Fold, false) => "fold",
            _ => "check",
        }))
    }

    fn parts(&self) -> impl Iterator<Item = (SeatNo, SeatInHand)> {
        let seats = self.hand_table().view(Viewer::Public).seats;
        seats.into_iter().filter_map(|seat| Some((seat.seat, seat.in_hand?)))
    }

    fn seats(&self, wanted: impl Fn(&SeatInHand) -> bool) -> Value {
        list(self.parts().filter(|(_, part)| wanted(part)).map(|(seat, _)| number_of(seat)))
    }

    /// Lists the seats whose hands are dead by an event or a ruling of the floor.
    fn killed(&self) -> Value {
        list(self.this_hand().iter().filter_map(|event| match event {
            Event::DeadHand { seat, .. } => Some(number_of(*seat)),
            Event::Floor(ruled) => match &ruled.what {
                FloorEvent::HandKilled { seat, .. } => Some(number_of(*seat)),
                _ => None,
            },
            _ => None,
        }))
    }

    /// Iterates over the players who passed with the exclusive nuts.
    fn passed_nuts(&self) -> impl Iterator<Item = (SeatNo, EtiquetteFlag)> {
        self.this_hand().iter().filter_map(|event| match event {
            Event::Adjudicated(noted) => match **noted {
                Adjudicated::Flagged {
                    seat,
                    flag: flag @ (EtiquetteFlag::ExclusiveNuts | EtiquetteFlag::NutsPenalty),
                } => Some((seat, flag)),
                _ => None,
            },
            _ => None,
        })
    }

    fn everybody_is_tabled(&self) -> bool {
        self.parts().filter(|(_, part)| !part.folded).all(|(_, part)| part.tabled.is_some())
    }

    /// Lists the seats that tabled their hands, the first to show first.
    fn tabled_in_order(&self) -> Value {
        list(self.this_hand().iter().filter_map(|event| match event {
            Event::Tabled { seat, .. } => Some(number_of(*seat)),
            _ => None,
        }))
    }

    fn posts(&self, wanted: impl Fn(PostKind) -> bool) -> Value {
        seat_table(self.this_hand().iter().filter_map(|event| match event {
            Event::Posted { seat, post, amount } if wanted(*post) => Some((*seat, *amount)),
            _ => None,
        }))
    }

    fn returned(&self) -> Value {
        seat_table(self.this_hand().iter().filter_map(|event| match event {
            Event::UncalledReturned { seat, amount } => Some((*seat, *amount)),
            _ => None,
        }))
    }
}

/// Returns the actions that the player may take.
fn of_prospect(key: &str, prospect: impl Fn() -> Option<Prospect>) -> Option<Option<Value>> {
    let raise = || prospect()?.legal.wager.filter(|wager| wager.raise);
    Some(match key {
        "call_to" => prospect().map(|prospect| chips(prospect.call_to)),
        "call_more" => prospect().map(|prospect| chips(prospect.call_more)),
        "min_raise_to" => raise().map(|wager| chips(wager.min_to)),
        "max_raise_to" => {
            prospect().and_then(|prospect| prospect.legal.wager).map(|wager| chips(wager.max_to))
        }
        "can_raise" => prospect().map(|prospect| Value::Boolean(prospect.legal.wager.is_some())),
        "min_bet" => prospect().and_then(|prospect| prospect.opens_at).map(chips),
        "reopen_at" => prospect().and_then(|prospect| prospect.reopens_at).map(chips),
        "options" => prospect().map(|Prospect { legal, .. }| {
            let discard = legal.discard.map(|_| "discard".to_owned());
            let betting = legal.options().into_iter().map(|option| option.to_string());
            list(betting.chain(discard).map(Value::from))
        }),
        _ => return None,
    })
}

/// Returns `{ seat = chips }`. Adds up several amounts for one seat in the engine's own chips.
pub(super) fn seat_table(amounts: impl Iterator<Item = (SeatNo, Chips)>) -> Value {
    let mut sums: std::collections::BTreeMap<SeatNo, Chips> = std::collections::BTreeMap::new();
    for (seat, amount) in amounts {
        *sums.entry(seat).or_default() += amount;
    }
    let entry = |(seat, amount): (SeatNo, Chips)| (number_of(seat).to_string(), chips(amount));
    Value::Table(sums.into_iter().map(entry).collect::<Table>())
}

pub(super) fn list(values: impl Iterator<Item = Value>) -> Value {
    Value::Array(values.collect())
}

pub(super) fn chips(amount: Chips) -> Value {
    Value::Integer(i64::try_from(amount.0).unwrap_or(i64::MAX))
}

pub(super) fn whole(count: usize) -> Value {
    Value::Integer(i64::try_from(count).unwrap_or(i64::MAX))
}
