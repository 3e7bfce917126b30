//! Plays the script of a case, step by step, on a table.

use super::begin::Opening;
use super::case_table::CaseTable;
use super::keys::Keys;
use super::{
    Case, Trouble, dealt, events, expect, floor, gestures, guarded, positions, rabbit, showdown,
};
use cardroom_engine::{Action, Input, TurnNo};
use cardroom_rules::{Library, Millis, SeatNo};
use std::collections::BTreeMap;
use toml::Value;

/// A case in play.
pub(super) struct Script<'a> {
    pub(super) case: &'a Case,
    pub(super) library: &'a Library,
    pub(super) opening: Opening,
    pub(super) play: CaseTable,
    /// The length of the tournament's levels, if the case gives it.
    pub(super) level: Option<Millis>,
    /// The number of players left in the tournament before the hand, if the case gives it.
    pub(super) left_in_event: Option<usize>,
    /// The engine's answers to inputs that are not about table state, by the key of expect.
    pub(super) answers: BTreeMap<String, Value>,
    /// The same for single seats. The last answer counts.
    pub(super) answers_of: BTreeMap<(SeatNo, String), Value>,
}

/// The most players that a tournament can have left when a case begins.
const MOST_LEFT: u64 = 500;

/// The longest time that can pass at once: a month.
const MOST_SECONDS: u64 = 31 * 24 * 60 * 60;

impl<'a> Script<'a> {
    /// Plays a case to its end, or to the step that does not hold, counted from 1.
    pub(super) fn play(
        case: &'a Case,
        library: &'a Library,
    ) -> Result<(), (Option<usize>, Trouble)> {
        let begun = guarded(|| Self::begin(case, library));
        let mut script = begun.map_err(|trouble| (None, trouble))?;
        for (number, step) in (1..).zip(&case.steps) {
            let played = guarded(|| script.step(Keys::of(step)));
            played.map_err(|trouble| (Some(number), trouble))?;
        }
        Ok(())
    }

    fn begin(case: &'a Case, library: &'a Library) -> Result<Self, Trouble> {
        let opening = Opening::of(case, library)?;
        let mut script = Self::begin_bare(case, library, opening)?;
        if let Some(scene) = script.opening.rigged_scene(script.play.table())? {
            script.play.must(Input::EnterHand(Box::new(scene)), "the hand can be entered")?;
        }
        if script.opening.setup.hybrid {
            gestures::staff_the_floor(&mut script)?;
        } else {
            script.next_hand()?;
        }
        script.level = floor::level(script.opening.rest.within("level_minutes", 1..=1_440)?);
        script.left_in_event = script.opening.rest.within("remaining", 1..=MOST_LEFT)?;
        positions::redraw(&mut script)?;
        dealt::short_stub(&mut script)?;
        rabbit::play(&mut script)?;
        script.opening.check_settings(script.play.table())?;
        Ok(script)
    }

    /// Returns a script whose table has its players, before any hand.
    pub(super) fn begin_bare(
        case: &'a Case,
        library: &'a Library,
        opening: Opening,
    ) -> Result<Self, Trouble> {
        let play = CaseTable::at(opening.seated()?);
        Ok(Self {
            case,
            library,
            opening,
            play,
            level: None,
            left_in_event: None,
            answers: BTreeMap::new(),
            answers_of: BTreeMap::new(),
        })
    }

    fn step(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let op = Keys::require(keys.text("op")?, "op")?;
        gestures::go_on(self, &op)?;
        match op.as_str() {
            "act" => self.act(keys),
            "street" => self.street(keys),
            "tick" => self.tick(keys),
            "floor" => floor::command(self, keys),
            "event" => events::event(self, keys),
            "show" | "discard" | "ask_to_see" => showdown::op(self, &op, keys),
            "expect" => expect::expect(self, keys),
            other if gestures::OPS.contains(&other) => gestures::gesture(self, other, keys),
            other => Err(Trouble::unknown("op", other)),
        }
    }

    fn act(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let seat = Keys::require(keys.seat("seat")?, "seat")?;
        let name = Keys::require(keys.text("move")?, "move")?;
        let to = keys.chips("to")?;
        let reject = keys.text("reject")?;
        keys.end("act")?;
        let amount = || Keys::require(to, "to");
        let action = match name.as_str() {
            "fold" => Action::Fold,
            "check" => Action::Check,
            "call" => Action::Call,
            "bet" => Action::Bet(amount()?),
            "raise" => Action::RaiseTo(amount()?),
            "bring_in" => Action::BringIn,
            "complete" => Action::RaiseTo(amount()?),
            "all_in" => self.play.all_in(seat),
            other => return Err(Trouble::unknown("move", other)),
        };
        let turn = self.play.table().turn().map_or(TurnNo(0), |(_, turn, _)| turn);
        self.play.send_or_reject(Input::Act { seat, turn, action }, reject.as_deref()).map(drop)
    }

    fn street(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let name = Keys::require(keys.text("name")?, "name")?;
        keys.end("street")?;
        self.play.must(Input::DealStreet, &format!("the {name} is dealt"))?;
        let street = self.play.street_name();
        if street.as_deref() == Some(name.as_str()) {
            Ok(())
        } else {
            Err(Trouble::differs(name, street.unwrap_or_else(|| "the end of the hand".to_owned())))
        }
    }

    fn tick(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let seconds = Keys::require(keys.within("seconds", 0..=MOST_SECONDS)?, "seconds")?;
        keys.end("tick")?;
        self.play.pass(Millis::seconds(seconds))
    }
}
