//! A hand at a table as players see it: with messages, views and brains. The engine's state is
//! enough to learn from. A brain needs a view of the table, and a history needs its record.
//!
//! [`TableCore`](cardroom_tables::TableCore) decides here as it does in a room.

use crate::actions::Move;
use crate::error::EnvError;
use crate::world::{Start, World};
use cardroom_bot::Table as View;
use cardroom_engine::HandSetUp;
use cardroom_history::phh_hand;
use cardroom_match::brains::BrainKind;
use cardroom_match::seat::{Answer, Ask, Entrant as _, Limits, Opening, Question, Seat};
use cardroom_phh::Hand as PhhHand;
use cardroom_protocol::ActionId;
use cardroom_protocol::client::{Act, Discard};
use cardroom_protocol::requests::TableAction;
use cardroom_protocol::server::{Role, ServerMessage, Step};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_rules::{Chips, SeatNo};
use cardroom_tables::{CoreInput, MemoryTable, Outputs, PlayedHand};
use std::fmt;
use std::time::Duration;

/// The limits of brains, which are never late.
const LIMITS: Limits =
    Limits { turn: Duration::from_secs(3_600), bank: None, start: Duration::from_secs(3_600) };

/// A table with the views of its players.
pub(crate) struct Mirror {
    table: MemoryTable,
    places: Vec<Place>,
    played: Option<Box<PlayedHand>>,
    actions: u64,
}

struct Place {
    connection: ConnectionId,
    player: Player,
    view: View,
    brain: Option<Box<dyn Seat>>,
}

impl fmt::Debug for Mirror {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Mirror").field("table", &self.table).finish_non_exhaustive()
    }
}

fn broken(reason: impl ToString) -> EnvError {
    EnvError::Broken(reason.to_string())
}

impl Mirror {
    /// Seats the players. `brains` has the brain of each seat that has one. Their choices follow
    /// from the seed.
    pub(crate) fn open(
        world: &World,
        brains: &[Option<BrainKind>],
        seed: u64,
    ) -> Result<Self, EnvError> {
        let table = MemoryTable::open("environment", &world.setup).map_err(broken)?;
        let mut mirror = Self { table, places: Vec::new(), played: None, actions: 0 };
        let names: Vec<String> = (1..=world.seats).map(|number| format!("p{number}")).collect();
        for (seat, name) in names.iter().enumerate() {
            let (connection, outputs) = mirror.table.sit(name, Chips(world.stack()));
            let view = outputs.private.iter().find_map(|(to, message)| match message {
                ServerMessage::TableSnapshot(snapshot) if *to == connection => {
                    Some(View::from_snapshot(snapshot.clone()))
                }
                _ => None,
            });
            mirror.deliver(outputs)?;
            let view = view.ok_or_else(|| broken("a player got no view"))?;
            mirror.places.push(Place {
                connection,
                player: player(connection, name),
                view,
                brain: None,
            });
            let Some(Some(kind)) = brains.get(seat) else { continue };
            let view = &mirror.places[seat].view;
            let opening = Opening {
                session: 1,
                seat: u8::try_from(seat).map_err(broken)?,
                brain_seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(seat as u64),
                names: &names,
                limits: LIMITS,
                view,
            };
            let opened = kind.open(&opening).map_err(|fault| broken(fault.detail))?;
            mirror.places[seat].brain = Some(opened);
        }
        Ok(mirror)
    }

    /// Deals the hand of a start.
    pub(crate) fn deal(&mut self, start: &Start) -> Result<(), EnvError> {
        self.played = None;
        let stacks = start.stacks.iter().enumerate();
        let set_up = HandSetUp {
            stacks: stacks.map(|(seat, chips)| (SeatNo::from_index(seat), Chips(*chips))).collect(),
            button: SeatNo(start.button),
            play: start.play,
            offers_choice: false,
        };
        let outputs = self.table.on(CoreInput::SetUpHand(set_up));
        self.deliver(outputs)?;
        if !self.table.wants_deck() {
            return Err(broken("no hand can be dealt"));
        }
        let outputs = self.table.deal(start.decks.clone());
        self.deliver(outputs)?;
        self.run()
    }

    /// Returns `true` in the middle of a hand.
    pub(crate) fn is_playing(&self) -> bool {
        self.places.iter().any(|place| place.view.hand.is_some())
    }

    /// Carries out an action of the player in a seat.
    pub(crate) fn act(&mut self, seat: u8, action: Move) -> Result<(), EnvError> {
        let place = self.places.get(usize::from(seat)).ok_or_else(|| broken("no such seat"))?;
        let decision = place.view.decision.as_ref();
        let turn = decision.ok_or_else(|| broken("another player is on turn"))?.turn;
        let (connection, player) = (place.connection, place.player.clone());
        self.actions += 1;
        let (table, action_id) = (self.table.core().id().0.into(), ActionId(self.actions));
        let exact = |action| TableAction::Act(Act { table, turn, action_id, action });
        let action = match action {
            Move::Fold => exact(Action::Fold),
            Move::Check => exact(Action::Check),
            Move::Call => exact(Action::Call),
            Move::BringIn => exact(Action::BringIn),
            Move::Bet(to) => exact(Action::Bet(to.into())),
            Move::RaiseTo(to) => exact(Action::RaiseTo(to.into())),
            Move::Discard(cards) => {
                let cards = cards.iter().collect();
                TableAction::Discard(Discard { table, turn, action_id, cards })
            }
        };
        let outputs = self.table.on(CoreInput::Act { connection, player, action });
        let refused = |(_, message): &(ConnectionId, ServerMessage)| {
            matches!(message, ServerMessage::ActionRefused(_))
        };
        if outputs.private.iter().any(refused) {
            return Err(broken("a table refuses what the engine allowed"));
        }
        self.deliver(outputs)?;
        self.run()
    }

    /// Asks the brain in a seat for its action. Returns `None` if the seat has no brain.
    pub(crate) fn ask(&mut self, seat: u8) -> Result<Option<Move>, EnvError> {
        let Some(place) = self.places.get_mut(usize::from(seat)) else { return Ok(None) };
        let Place { view, brain: Some(brain), .. } = place else { return Ok(None) };
        let legal = view.decision.as_ref().ok_or_else(|| broken("a brain is not on turn"))?.legal;
        let question = legal.discard.map_or(Question::Act(legal), Question::Discard);
        let reply = brain.ask(&Ask { view, question, limit: LIMITS.turn, is_bank: false });
        let answer = reply.answer.map_err(|fault| broken(fault.detail))?;
        Ok(Some(match answer {
            Answer::Act(action) => from_wire(action),
            Answer::Discard(cards) => Move::Discard(cards),
            _ => return Err(broken("a brain answers another question")),
        }))
    }

    /// Lets time pass until a player is on turn, or the hand is over.
    fn run(&mut self) -> Result<(), EnvError> {
        while self.played.is_none() && self.places.iter().all(|at| at.view.decision.is_none()) {
            let outputs = self.table.wait().ok_or_else(|| broken("nothing happens"))?;
            self.deliver(outputs)?;
        }
        Ok(())
    }

    /// Hands the messages of a step to the players.
    fn deliver(&mut self, outputs: Outputs) -> Result<(), EnvError> {
        for step in &outputs.steps {
            for place in &mut self.places {
                place.see(step).map_err(broken)?;
            }
        }
        for (to, message) in outputs.private {
            let place = self.places.iter_mut().find(|place| place.connection == to);
            let Some(place) = place else { continue };
            match message {
                ServerMessage::HoleCards(cards) => place.view.take_cards(cards),
                ServerMessage::YourTurn(turn) => place.view.take_turn(&turn),
                _ => {}
            }
        }
        if outputs.played.is_some() {
            self.played = outputs.played;
        }
        Ok(())
    }

    /// Plays a hand again, and writes its history with all cards.
    pub(crate) fn history(
        world: &World,
        start: &Start,
        moves: &[(u8, Move)],
    ) -> Result<String, EnvError> {
        if start.later.is_some() {
            return Err(EnvError::Illegal(
                "A hand that began on a later street has no history.".to_owned(),
            ));
        }
        let mut mirror = Self::open(world, &[], 0)?;
        mirror.deal(start)?;
        for (seat, action) in moves {
            mirror.act(*seat, *action)?;
        }
        let played = mirror.played.ok_or_else(|| broken("the hand is not over"))?;
        let mut record = played.record;
        record.cards = played.cards;
        let hand = phh_hand(&record).map_err(|reason| {
            EnvError::Illegal(format!("The hand cannot be written: {reason}."))
        })?;
        // The time of the table is its own.
        let hand =
            PhhHand { day: None, month: None, year: None, time: None, time_zone: None, ..hand };
        Ok(hand.to_string())
    }
}

impl Place {
    fn see(&mut self, step: &Step) -> Result<(), cardroom_bot::model::ModelError> {
        if !self.view.admit(step.seq)? {
            return Ok(());
        }
        for event in &step.events.0 {
            self.view.apply_event(event)?;
            let Some(brain) = &mut self.brain else { continue };
            brain.saw(&self.view, event);
            match event {
                TableEvent::HandStarted(_) => brain.hand_started(&self.view),
                TableEvent::HandEnded(_) => {
                    if let Some(result) = self.view.last_result {
                        brain.hand_ended(&self.view, &result, &[]);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns an action of a message.
pub(crate) fn from_wire(action: Action) -> Move {
    match action {
        Action::Fold => Move::Fold,
        Action::Check => Move::Check,
        Action::Call => Move::Call,
        Action::BringIn => Move::BringIn,
        Action::Bet(to) => Move::Bet(to.0),
        Action::RaiseTo(to) => Move::RaiseTo(to.0),
    }
}

/// Returns the player that a memory table made for a connection.
fn player(connection: ConnectionId, name: &str) -> Player {
    let account = AccountId(connection.0);
    let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
    Player { account, name: name.into(), bot: true, role, staff: false, look, tenure }
}
