//! Plays the script of a case, step by step, on a table.

use super::begin::Opening;
use super::keys::Keys;
use super::{
    Case, Trouble, dealt, events, expect, floor, gestures, guarded, positions, rabbit, showdown,
};
use cardroom_engine::{Action, Event, Input, Refusal, TurnNo};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{Library, Millis, SeatNo};
use std::collections::BTreeMap;
use toml::Value;

/// A case in play.
pub(super) struct Script<'a> {
    pub(super) case: &'a Case,
    pub(super) library: &'a Library,
    pub(super) opening: Opening,
    pub(super) table: HybridTable,
    pub(super) now: Millis,
    pub(super) log: Vec<Event>,
    /// The table just before the pots of the last hand were awarded.
    pub(super) before_awards: Option<HybridTable>,
    /// The next hand as it will begin, if the case changed the game and asks before the deal.
    pub(super) upcoming: Option<HybridTable>,
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
    pub(super) const START: Millis = Millis(1_000_000);

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
        if let Some(scene) = script.opening.rigged_scene(&script.table)? {
            script.must(Input::EnterHand(Box::new(scene)), "the hand can be entered")?;
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
        script.opening.check_settings(&script.table)?;
        Ok(script)
    }

    /// Returns a script whose table has its players, before any hand.
    pub(super) fn begin_bare(
        case: &'a Case,
        library: &'a Library,
        opening: Opening,
    ) -> Result<Self, Trouble> {
        let table = opening.seated()?;
        Ok(Self {
            case,
            library,
            opening,
            table,
            now: Self::START,
            log: Vec::new(),
            before_awards: None,
            upcoming: None,
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

    /// Sends an input and records the events.
    pub(super) fn send(&mut self, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut folded = self.table.clone();
        let events = self.table.step(self.now, input)?;
        for event in &events {
            let is_end = matches!(
                event,
                Event::RakeTaken { .. } | Event::PotAwarded { .. } | Event::HandEnded { .. }
            );
            let awarded = self.before_awards.as_ref().and_then(|table| table.hand_in_progress());
            if is_end && awarded != folded.hand_in_progress() {
                self.before_awards = Some(folded.clone());
            }
            folded.apply(event);
        }
        assert_eq!(folded, self.table, "applying the events of a step gives the same table");
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    /// Sends an input that the table must accept.
    pub(super) fn must(&mut self, input: Input, expected: &str) -> Result<Vec<Event>, Trouble> {
        self.send(input).map_err(|refusal| Trouble::differs(expected, refused(&refusal)))
    }

    /// Sends an input. Without a code the table must accept it. With a code the table must refuse
    /// it for that reason and change nothing.
    pub(super) fn send_or_reject(
        &mut self,
        input: Input,
        reject: Option<&str>,
    ) -> Result<Vec<Event>, Trouble> {
        let Some(code) = reject else { return self.must(input, "it is accepted") };
        let before = self.table.clone();
        match self.send(input) {
            Ok(_) => Err(Trouble::differs(format!("refused: {code}"), "accepted")),
            Err(refusal) if refusal.kind.code() == code => {
                let same = before == self.table;
                let changed =
                    || Trouble::differs("a refusal changes nothing", "the table has changed");
                if same { Ok(Vec::new()) } else { Err(changed()) }
            }
            Err(refusal) => Err(Trouble::differs(format!("refused: {code}"), refused(&refusal))),
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
            "all_in" => self.all_in(seat),
            other => return Err(Trouble::unknown("move", other)),
        };
        let turn = self.table.turn().map_or(TurnNo(0), |(_, turn, _)| turn);
        self.send_or_reject(Input::Act { seat, turn, action }, reject.as_deref()).map(drop)
    }

    /// Returns the action that puts all of the player's chips in: a bet or raise if
    /// possible, otherwise a call.
    fn all_in(&self, seat: SeatNo) -> Action {
        let wager = self.table.prospect(seat).and_then(|prospect| prospect.legal.wager);
        match wager {
            Some(wager) if wager.raise => Action::RaiseTo(wager.all_in_to),
            Some(wager) => Action::Bet(wager.all_in_to),
            None => Action::Call,
        }
    }

    fn street(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let name = Keys::require(keys.text("name")?, "name")?;
        keys.end("street")?;
        self.must(Input::DealStreet, &format!("the {name} is dealt"))?;
        let street = self.street_name();
        if street.as_deref() == Some(name.as_str()) {
            Ok(())
        } else {
            Err(Trouble::differs(name, street.unwrap_or_else(|| "the end of the hand".to_owned())))
        }
    }

    /// Returns the name of the hand's current street.
    pub(super) fn street_name(&self) -> Option<String> {
        let street = self.table.view(cardroom_engine::Viewer::Public).hand?.street;
        Some(self.table.play().game.streets[usize::from(street)].name.clone())
    }

    fn tick(&mut self, mut keys: Keys) -> Result<(), Trouble> {
        let seconds = Keys::require(keys.within("seconds", 0..=MOST_SECONDS)?, "seconds")?;
        keys.end("tick")?;
        self.pass(Millis::seconds(seconds))
    }

    /// Lets time pass, with everything that falls due on the way.
    pub(super) fn pass(&mut self, span: Millis) -> Result<(), Trouble> {
        const MANY: usize = 1_000;
        let until = self.now + span;
        for _ in 0..MANY {
            let due = self.table.deadline().filter(|due| *due <= until);
            let Some(due) = due else {
                self.now = until;
                return Ok(());
            };
            self.now = self.now.max(due);
            let before = self.table.clone();
            self.must(Input::Tick, "time passes")?;
            if before == self.table {
                self.now = until;
                return self.must(Input::Tick, "time passes").map(drop);
            }
        }
        Err(Trouble::differs("time passes", "the table is never at rest"))
    }

    /// Returns the table of the hand in progress. Without one, returns the hand that a case asks
    /// about before the deal, or the last hand just before its pots were awarded.
    pub(super) fn hand_table(&self) -> &HybridTable {
        let over = self.table.hand_in_progress().is_none();
        let other = self.upcoming.as_ref().or(self.before_awards.as_ref());
        other.filter(|_| over).unwrap_or(&self.table)
    }

    /// Returns the events since the last hand began.
    pub(super) fn this_hand(&self) -> &[Event] {
        let begins = |event: &Event| matches!(event, Event::HandStarted(_));
        &self.log[self.log.iter().rposition(begins).unwrap_or(0)..]
    }
}

pub(super) fn refused(refusal: &Refusal) -> String {
    format!("refused: {} ({refusal})", refusal.kind.code())
}
