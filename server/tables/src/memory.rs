//! A table in memory, for programs that host one without a room.

use crate::{CoreInput, FoldError, Outputs, TableCore, TableDescription};
use cardroom_engine::{Decks, TableSetup};
use cardroom_protocol::client::{Act, Sit};
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::Role;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, RequestId, TurnToken};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, StoredStream};
use cardroom_rules::{Chips, Millis};

/// A ring table whose players sit down one after the other, each with a connection of its own. It
/// stores nothing, and its clock moves only when the program [waits](Self::wait).
#[derive(Debug)]
pub struct MemoryTable {
    core: TableCore,
    now: Millis,
    players: Vec<Player>,
    actions: u64,
}

impl MemoryTable {
    /// Opens an empty table.
    ///
    /// # Errors
    /// The setup is inconsistent.
    pub fn open(name: &str, setup: &TableSetup) -> Result<Self, FoldError> {
        let description = TableDescription::of_bots(name);
        let core = TableCore::open(TableId(1), description, Some(setup), &StoredStream::default())?;
        Ok(Self { core, now: Millis(1), players: Vec::new(), actions: 0 })
    }

    /// Seats a player with these chips in the first free seat. The first player has connection 1,
    /// and the next ones follow. The outputs have the player's first view.
    pub fn sit(&mut self, name: &str, chips: Chips) -> (ConnectionId, Outputs) {
        let number = self.players.len() as u64 + 1;
        let account = AccountId(number);
        let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
        let player =
            Player { account, name: name.into(), bot: true, role, staff: false, look, tenure };
        self.players.push(player.clone());
        let sit = Sit {
            request: RequestId(0),
            table: self.core.id().0.into(),
            seat: None,
            buy_in: chips.0.into(),
            wait_for_big_blind: false,
        };
        let outputs = self.on(CoreInput::Request {
            connection: ConnectionId(number),
            player: Some(player),
            request: Box::new(TableRequest::Sit(sit)),
            hold: Some(Held { account, amount: chips }),
            drawn: Vec::new(),
        });
        (ConnectionId(number), outputs)
    }

    /// Carries out an action of a player who has sat down. `turn` is the token of its turn.
    ///
    /// # Panics
    /// Panics if no player has this connection.
    pub fn act(&mut self, connection: ConnectionId, turn: TurnToken, action: Action) -> Outputs {
        self.actions += 1;
        let place = connection.0.checked_sub(1).and_then(|place| usize::try_from(place).ok());
        let player = place.and_then(|place| self.players.get(place)).cloned();
        let player = player.expect("a player has this connection");
        let (table, action_id) = (self.core.id().0.into(), ActionId(self.actions));
        let action = TableAction::Act(Act { table, turn, action_id, action });
        self.on(CoreInput::Act { connection, player, action })
    }

    /// Returns `true` if the next hand waits for its deck.
    #[must_use]
    pub fn wants_deck(&self) -> bool {
        self.core.wants_deck(self.now).is_some()
    }

    /// Deals the next hand from these decks.
    pub fn deal(&mut self, decks: Decks) -> Outputs {
        self.on(CoreInput::Deck { decks, sealed: None, draw: 0 })
    }

    /// Lets the time pass until something is due. Returns `None` if nothing ever is.
    pub fn wait(&mut self) -> Option<Outputs> {
        self.now = self.core.deadline()?.max(self.now);
        Some(self.on(CoreInput::Tick))
    }

    /// Handles an input of any kind.
    pub fn on(&mut self, input: CoreInput) -> Outputs {
        self.core.on(self.now, input)
    }

    /// Returns the table itself, to look at.
    #[must_use]
    pub fn core(&self) -> &TableCore {
        &self.core
    }
}
