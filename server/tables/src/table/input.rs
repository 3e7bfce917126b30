//! The inputs of a table's core.

use super::PrivateTerms;
use cardroom_deal::Secret;
use cardroom_engine::{Decks, HandSetUp, TableSetup};
use cardroom_protocol::RequestId;
use cardroom_protocol::deal::LendLink;
use cardroom_protocol::hosting::Term;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{Held, SealedDecks};
use cardroom_rules::{Millis, SeatNo};
use cardroom_tournament::Ordered;

/// An input to a table's core.
#[derive(Debug)]
pub enum CoreInput {
    /// A connection starts to watch the table.
    Attach {
        connection: ConnectionId,
        /// Its player; `None` before a sign-in.
        player: Option<Player>,
        request: Option<RequestId>,
        /// Keeps watching when its player leaves the seat.
        observing: bool,
    },
    /// A watching connection has signed in.
    Recognize {
        connection: ConnectionId,
        player: Player,
    },
    Detach {
        connection: ConnectionId,
    },
    Act {
        connection: ConnectionId,
        player: Player,
        action: TableAction,
    },
    Request {
        connection: ConnectionId,
        /// Its player; `None` before a sign-in.
        player: Option<Player>,
        request: Box<TableRequest>,
        /// The chips of a request for a seat or for chips. The host keeps the hold, and releases it
        /// after the step unless [`After::Settle`](super::After::Settle) says that it is settled.
        hold: Option<Held>,
        /// All seats in a random order, for a request that
        /// [shuffles them](super::draws_seats); empty for any other.
        drawn: Vec<SeatNo>,
    },
    /// A player on the waiting list has signed in again.
    BackInLine {
        connection: ConnectionId,
        account: AccountId,
    },
    /// The seeds of the packs that [`wants_packs`](super::TableCore::wants_packs) asked for.
    Packs {
        seeds: Vec<Secret>,
        /// The seeds one after the other, sealed for the journal.
        sealed: Vec<u8>,
    },
    /// The seeds that [`wants_packs_to_withdraw`](super::TableCore::wants_packs_to_withdraw) asked
    /// for. The instruction follows.
    PacksOfWithdrawn {
        seeds: Vec<Secret>,
        /// The seeds one after the other, sealed for the journal.
        sealed: Vec<u8>,
    },
    /// A link to an opening of the table.
    Lend {
        connection: ConnectionId,
        account: AccountId,
        link: LendLink,
    },
    /// The decks for the next hand, which [`wants_deck`](super::TableCore::wants_deck) asked for.
    Deck {
        decks: Decks,
        /// The sealed decks for the journal. Without them the hand does not survive the process.
        sealed: Option<SealedDecks>,
        /// The draw for a first button.
        draw: u32,
    },
    /// An instruction of the tournament's director.
    Order {
        ordered: Ordered,
        /// The players that it names.
        people: Vec<Player>,
        /// When those that it seats were last connected to the room.
        seen: Vec<(AccountId, Millis)>,
    },
    /// The director of the tournament has started, and needs the report of the last hand again.
    ReportAgain,
    /// An account has sat down at another ring table.
    SeatedElsewhere {
        account: AccountId,
    },
    /// Makes a player leave when the hand in progress is over, by order of an operator.
    Remove {
        account: AccountId,
    },
    /// Changes the name of a player or the host.
    Introduce {
        /// The player with the new name.
        player: Player,
    },
    /// Sets the stacks, the button and the game of the next hand of a match. A room sends none.
    SetUpHand(HandSetUp),
    /// The time of [`deadline`](super::TableCore::deadline) has passed.
    Tick,
    /// The process has just started, and no player is connected. A hand in progress continues with
    /// its deck and a fresh clock if the deck is known and the setup is unchanged. Otherwise it is
    /// voided. The table adopts the configured setup. Without one, all players are paid out.
    Recover {
        /// The configured setup; `None` if the table is not configured any more.
        setup: Option<TableSetup>,
    },
    /// Reports a connect or disconnect again after the step that recorded it failed to commit.
    SeePresence,
    Drain,
    /// The host has changed the terms, which are stored. They apply from the next hand.
    ChangeTerms {
        by: Player,
        terms: Box<PrivateTerms>,
        /// The terms that differ from those before.
        what: Vec<Term>,
    },
    /// Another player hosts the table, which is stored.
    ChangeHost {
        by: Player,
        host: Player,
    },
    /// Closes the table: no more hands and no new players. When the hand in progress is over, all
    /// players are paid out.
    Close,
}
