//! A table as one viewer sees it.

use super::{LegalActions, Pot, TableEvent, Turn};
use crate::game::Game;
use crate::hybrid::HybridView;
use crate::ids::{ActionId, Chips, HandNo, Seq, TurnToken};
use crate::items::Items;
use crate::lobby::TableInfo;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A table as one viewer sees it: everything needed to go on with the steps that follow `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// What the lobby says of it.
    pub info: TableInfo,
    /// The last step this view contains.
    pub seq: Seq,
    /// True while no hand is started by order of the room.
    pub paused: bool,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// The hand in progress.
    pub hand: Option<HandView>,
    /// The viewer's own seat.
    pub you: Option<OwnView>,
    /// What this viewer may bring when taking a seat now: more than the table asks of others where
    /// the viewer left it lately with more.
    pub buy_in: BuyInRange,
    /// What is declared and pending, at a hybrid table.
    pub hybrid: Option<Box<HybridView>>,
}

/// The bounds of a buy-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInRange {
    /// The least.
    pub min: Chips,
    /// The most.
    pub max: Chips,
}

/// A taken seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// The seat's number.
    pub seat: u8,
    /// Who sits there.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// Whether it is connected.
    pub connected: bool,
    /// Whether it sits out.
    pub sitting_out: bool,
    /// The chips behind: bets and pots not included.
    pub stack: Chips,
    /// Its part in the hand in progress.
    pub in_hand: Option<SeatInHand>,
    /// The player's avatar.
    pub avatar: u16,
    /// The player's color.
    pub color: u8,
    /// Whether the table's floor or host has muted the player.
    pub muted: bool,
}

/// A seat's part in the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInHand {
    /// True once it has folded or mucked.
    pub folded: bool,
    /// True when nothing is left behind.
    pub all_in: bool,
    /// The chips in front: this street's bet.
    pub bet: Chips,
    /// How many cards it holds; 0 once it has folded or mucked.
    pub card_count: u8,
    /// Those of its cards that lie open, in the order in which they came.
    pub up: Vec<Card>,
    /// All of its cards, where the hand is tabled.
    pub tabled: Option<Vec<Card>>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandView {
    /// Its number at this table.
    pub hand: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// As in [`HandStarted`](super::HandStarted).
    pub bomb_pot: bool,
    /// Where the button is.
    pub button: u8,
    /// Who owed the small blind.
    pub small_blind: Option<u8>,
    /// Who owed the big blind.
    pub big_blind: Option<u8>,
    /// The street, from 0 (before the flop).
    pub street: u8,
    /// The boards so far: one, unless the hand is run out on more.
    pub boards: Vec<Vec<Card>>,
    /// The pots of the streets before this one. Antes of a first street that is not over are one
    /// pot everybody plays for.
    pub pots: Vec<Pot>,
    /// The bet to match on this street: the largest one, before the flop at least the big blind,
    /// and after a bring-in at least that.
    pub current_bet: Chips,
    /// Whose turn it is.
    pub turn: Option<Turn>,
}

/// The viewer's own seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnView {
    /// The seat's number.
    pub seat: u8,
    /// The viewer's cards in the order in which they came, open ones included; empty between hands.
    pub cards: Vec<Card>,
    /// The decision that waits for the viewer.
    pub decision: Option<Decision>,
    /// What else waits for the viewer's answer, as the events that asked for it, with the time that is
    /// left now: `RunItOffered`, `ShowOffered`, `ShowdownOpened`, `AwardHeld`, `ChoiceOffered`, `RabbitAsked`.
    pub offers: Items<TableEvent>,
    /// The largest action id the room has seen from this player at this table; 0 before the first,
    /// and again after the player left. After a restart it is the largest one that counted.
    pub last_action_id: ActionId,
    /// As in [`SetPreferences`](crate::client::SetPreferences).
    pub wait_for_big_blind: bool,
    /// As in [`SetPreferences`](crate::client::SetPreferences).
    pub auto_muck: bool,
    /// As in [`SetPreferences`](crate::client::SetPreferences).
    pub straddle: bool,
}

/// A decision that waits for the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Goes into [`Act::turn`](crate::client::Act::turn).
    pub turn: TurnToken,
    /// What may be done.
    pub legal: LegalActions,
}
