//! A table as one viewer sees it.

use super::{LegalActions, Pot, TableEvent, Turn};
use crate::game::Game;
use crate::hybrid::HybridView;
use crate::ids::{ActionId, Chips, HandNo, Seq, TurnToken};
use crate::items::Items;
use crate::lobby::TableInfo;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A table as one viewer sees it, complete enough to apply the steps that follow `seq`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// The table as the lobby shows it.
    pub info: TableInfo,
    /// The last step that this view includes.
    pub seq: Seq,
    /// Whether the floor has paused the table. No clock runs then: the times of this view are what
    /// is left of them. No player has a decision or an offer before the table is resumed.
    pub paused: bool,
    /// The seats that are taken.
    pub seats: Vec<SeatView>,
    /// The hand in progress, if any.
    pub hand: Option<HandView>,
    /// The viewer's own seat, if any.
    pub you: Option<OwnView>,
    /// The buy-in allowed for this viewer now. It is higher than for others if the viewer left the
    /// table lately with more.
    pub buy_in: BuyInRange,
    /// Declarations and pending questions, at a hybrid table.
    pub hybrid: Option<Box<HybridView>>,
}

/// The bounds of a buy-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyInRange {
    /// The smallest buy-in allowed.
    pub min: Chips,
    /// The largest buy-in allowed.
    pub max: Chips,
}

/// A seat that is taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// Number of the seat.
    pub seat: u8,
    /// Name of the player.
    pub name: String,
    /// Whether the account is a bot.
    pub bot: bool,
    /// Whether the player is connected.
    pub connected: bool,
    /// Whether the player sits out.
    pub sitting_out: bool,
    /// Chips behind, without bets and pots.
    pub stack: Chips,
    /// The player's part in the hand in progress.
    pub in_hand: Option<SeatInHand>,
    /// Avatar of the player.
    pub avatar: u16,
    /// Color of the player.
    pub color: u8,
    /// Whether the table's floor or host has muted the player.
    pub muted: bool,
    /// The cards that the player has shown since the last hand ended, as
    /// [`CardsShown`](crate::table::CardsShown) reports them. Empty during a hand.
    pub shown: Vec<Card>,
    /// Whether the player's account belongs to the staff: the floor or an administrator.
    #[serde(default)]
    pub staff: bool,
}

/// A player's part in the hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatInHand {
    /// Whether the player has folded or mucked.
    pub folded: bool,
    /// Whether the player has no chips behind.
    pub all_in: bool,
    /// Chips in front: this street's bet.
    pub bet: Chips,
    /// Number of cards held; 0 after folding or mucking.
    pub card_count: u8,
    /// The cards that lie open, in the order in which they came.
    pub up: Vec<Card>,
    /// All of the player's cards, if the hand is tabled.
    pub tabled: Option<Vec<Card>>,
}

/// The hand in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandView {
    /// Number of the hand at this table.
    pub hand: HandNo,
    /// The game and its stakes.
    pub game: Game,
    /// Whether it is a bomb pot, as in [`HandStarted`](crate::table::HandStarted).
    pub bomb_pot: bool,
    /// Seat of the button.
    pub button: u8,
    /// Seat that owed the small blind.
    pub small_blind: Option<u8>,
    /// Seat that owed the big blind.
    pub big_blind: Option<u8>,
    /// Number of the street, from 0 (before the flop).
    pub street: u8,
    /// The boards so far: one, unless the hand is run out on more.
    pub boards: Vec<Vec<Card>>,
    /// The pots of earlier streets. During the first street, its antes are one pot that
    /// all players can win.
    pub pots: Vec<Pot>,
    /// The bet to match on this street: the largest one. Before the flop it is at least the big
    /// blind, and after a bring-in at least that.
    pub current_bet: Chips,
    /// The player to act, if any.
    pub turn: Option<Turn>,
}

/// The viewer's own seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnView {
    /// Number of the seat.
    pub seat: u8,
    /// The viewer's cards, including open ones, in the order in which they
    /// came. Empty between hands.
    pub cards: Vec<Card>,
    /// The cards of the last hand that the viewer may still show with
    /// [`ShowCards`](crate::hybrid::ShowCards). Empty during a hand.
    pub to_show: Vec<Card>,
    /// The decision that waits for the viewer.
    pub decision: Option<Decision>,
    /// Other questions that wait for the viewer's answer, as the events that asked
    /// them, with the time left now: `RunItOffered`, `ShowOffered`,
    /// `ShowdownOpened`, `AwardHeld`, `ChoiceOffered`, `RabbitAsked`.
    pub offers: Items<TableEvent>,
    /// The largest action id that the room has seen from this player at this table. 0
    /// before the first one, and again after the player left. After a restart it is the
    /// largest one that counted.
    pub last_action_id: ActionId,
    /// The preference set with [`SetPreferences`](crate::client::SetPreferences).
    pub wait_for_big_blind: bool,
    /// The preference set with [`SetPreferences`](crate::client::SetPreferences).
    pub auto_muck: bool,
    /// The preference set with [`SetPreferences`](crate::client::SetPreferences).
    pub straddle: bool,
}

/// A decision that waits for the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The token to send in [`Act::turn`](crate::client::Act::turn).
    pub turn: TurnToken,
    /// The viewer's legal actions.
    pub legal: LegalActions,
}
