//! Events of a hybrid table beyond exact actions, of commands of the floor, and of a showdown at
//! which players show their own hands.

use super::commands::TableCommand;
use super::gestures::Gesture;
use super::rulings::{EtiquetteFlag, Limit, Matter, RuledBy, RulingKind, RulingOption, SeeRight};
use crate::ids::{Chips, TicketNo};
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A gesture was ruled on. The exact action that it counts as, and the chips that it moves, follow
/// as events of their own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruled {
    /// Seat of the player who made the gesture.
    pub seat: u8,
    /// The meaning of the gesture.
    pub kind: RulingKind,
    /// The rule, with the book's short name, such as `TDA 43-A`.
    pub rule: String,
    /// The player's total for the street when the ruling is carried out.
    pub wager_to: Option<Chips>,
    /// How many of the pushed chips return to the player.
    pub returned: Chips,
    /// Chips still to come from the stack.
    pub adds: Chips,
    /// The options of the player or the floor.
    pub options: Vec<RulingOption>,
    /// The option that counts unless the floor rules otherwise.
    pub default: Option<RulingOption>,
    /// The total a call needs, if that matters to the ruling.
    pub call_to: Option<Chips>,
    /// Chips in front that a fold would lose or did lose.
    pub forfeit: Option<Chips>,
    /// Share of the call that was put in, in percent.
    pub paid_percent: Option<u8>,
    /// The ticket, if the floor decides or has decided.
    pub ticket: Option<TicketNo>,
}

/// The floor has a question to rule on. The hand and its clock stand still until it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketOpened {
    /// Number of the ticket at this table.
    pub ticket: TicketNo,
    /// Seat of the player it is about.
    pub seat: u8,
    /// The subject of the ticket.
    pub matter: Matter,
    /// The rule that leaves it to the floor.
    pub rule: String,
    /// The possible rulings on it.
    pub options: Vec<RulingOption>,
    /// The ruling if the floor gives none.
    pub default: RulingOption,
    /// The total a call needs.
    pub call_to: Option<Chips>,
    /// Chips that a fold would lose.
    pub forfeit: Option<Chips>,
    /// Value of the chips in front of the player, as the gesture left them.
    pub shown: Chips,
    /// The part of them that is not bet yet.
    pub pushed: Chips,
    /// Time to answer, in milliseconds. 0 if no operator attends: the answer follows at once.
    pub time_ms: u32,
}

/// A ticket is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketClosed {
    /// Number of the ticket.
    pub ticket: TicketNo,
    /// The ruling on it.
    pub option: RulingOption,
    /// The source of the ruling.
    pub by: RuledBy,
}

/// A player acted out of turn. The action waits until it is that player's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionHeld {
    /// Seat of the player.
    pub seat: u8,
    /// The gesture out of turn.
    pub gesture: Box<Gesture>,
    /// The total it would make for the street, as things stand.
    pub to: Chips,
    /// The chips it puts at stake.
    pub stake: Chips,
}

/// An action out of turn binds, whatever a skipped player does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldBinds {
    /// Seat of the player who acted out of turn.
    pub seat: u8,
}

/// An action out of turn is settled. The ruling that follows carries it out, returns
/// it or limits it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldSettled {
    /// Seat of the player who acted out of turn.
    pub seat: u8,
}

/// A player folded out of turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoldedOutOfTurn {
    /// Seat of the player.
    pub seat: u8,
}

/// A player is limited in the next action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limited {
    /// Seat of the player.
    pub seat: u8,
    /// The limit on the action.
    pub limit: Limit,
    /// Chips that left the stack for it and stand in front.
    pub added: Chips,
}

/// A declared raise continues over several motions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsMoved {
    /// Seat of the player.
    pub seat: u8,
    /// Chips in front by now, whether bet or not.
    pub total: Chips,
    /// Number of motions that may follow. Absent if they may follow until the hands rest.
    pub motions_left: Option<u8>,
}

/// The chips in front of a player are known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrontSeen {
    /// Seat of the player.
    pub seat: u8,
    /// Denomination of each chip.
    pub chips: Vec<Chips>,
}

/// A player took back chips of an earlier bet. They count as bet until a ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PulledBack {
    /// Seat of the player.
    pub seat: u8,
    /// Value of these chips.
    pub value: Chips,
}

/// A player moved chips forward without letting go of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovedForward {
    /// Seat of the player.
    pub seat: u8,
    /// The chips. None once the movement has been ruled on.
    pub chips: Vec<Chips>,
}

/// A player keeps the right to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpokeUp {
    /// Seat of the player.
    pub seat: u8,
}

/// The player to act got a wrong count of a bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Misquoted {
    /// The wrong count given.
    pub amount: Chips,
}

/// A player declared a call with far too few chips. It may rest on a misunderstanding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CalledShort {
    /// Seat of the player.
    pub seat: u8,
    /// Chips that stood in front.
    pub paid: Chips,
    /// Chips that the call takes.
    pub due: Chips,
    /// How long the hand waits, in milliseconds, if the call would end the betting.
    pub time_ms: Option<u32>,
}

/// A call that was short stands after all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallAccepted {
    /// Seat of the player who called.
    pub seat: u8,
}

/// A call that was short is taken back. The chips return to the stack, and the player acts again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallRetracted {
    /// Seat of the player who called.
    pub seat: u8,
    /// Number of chips returned.
    pub amount: Chips,
}

/// Chips are lost to the pot. They stand in front until the street is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeited {
    /// Seat of the player.
    pub seat: u8,
    /// Number of chips lost.
    pub amount: Chips,
}

/// An operator attends the table to rule on tickets, or no longer does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorAttended {
    /// Whether an operator attends it now.
    pub attended: bool,
}

/// An incident that the floor may want to know of later. Play goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flagged {
    /// Seat of the player.
    pub seat: u8,
    /// The kind of incident.
    pub flag: EtiquetteFlag,
}

/// The floor gave a command. Its effects follow in the same step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorOrdered {
    /// Name of the operator.
    pub operator: String,
    /// The command that was given.
    pub command: TableCommand,
    /// The reason that the operator gave.
    pub reason: String,
    /// The rule that the operator cited.
    pub rule: Option<String>,
}

/// A wager was entered as it was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerForced {
    /// Seat of the player.
    pub seat: u8,
    /// The player's total for the street.
    pub to: Chips,
    /// Chips that left the stack.
    pub added: Chips,
    /// The rule for the command.
    pub rule: String,
}

/// A wager was changed to the correct amount.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerCorrected {
    /// Seat of the player.
    pub seat: u8,
    /// The player's total for the street.
    pub to: Chips,
    /// The players whose bets changed with it.
    pub moved: Vec<MovedBet>,
    /// The rule for the command.
    pub rule: String,
}

/// A bet that changed: the corrected wager, or one that had called it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovedBet {
    /// Seat of the player.
    pub seat: u8,
    /// Chips that returned to the stack.
    pub returned: Chips,
    /// Chips added from the stack.
    pub added: Chips,
}

/// The pot was counted for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotQuoted {
    /// Seat of the player who asked.
    pub seat: u8,
    /// The count as announced.
    pub amount: Chips,
    /// The rule for the command.
    pub rule: String,
}

/// A hand is dead. Its chips stay where they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandKilled {
    /// Seat of the player.
    pub seat: u8,
    /// The reason, for people to read.
    pub reason: String,
    /// The rule for the command.
    pub rule: String,
}

/// The next hand has the button here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ButtonSet {
    /// Seat of the next button.
    pub seat: u8,
    /// The rule for the command.
    pub rule: String,
}

/// The clock was called on the player to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockCalled {
    /// Seat of the player to act.
    pub seat: u8,
    /// Time to act, including the count, in milliseconds.
    pub time_ms: u32,
    /// The last part of it, which is counted down aloud, in milliseconds.
    pub count_ms: u32,
    /// The rule about the clock.
    pub rule: String,
}

/// A player asked to see a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeeHandAsked {
    /// Seat of the player who asked.
    pub seat: u8,
    /// Seat of the player whose hand it is.
    pub target: u8,
    /// The right to see it.
    pub right: SeeRight,
}

/// A hand that its player had not tabled was turned over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandExposed {
    /// Seat of the player.
    pub seat: u8,
    /// All of the player's hole cards.
    pub cards: Vec<Card>,
    /// Whether it plays for the pots.
    pub live: bool,
    /// The rule that requires it.
    pub rule: String,
}

/// Players table or discard their own hands. Answer
/// with [`ShowOrMuck`](crate::client::ShowOrMuck) or [`ShowCards`](crate::hybrid::ShowCards).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowdownOpened {
    /// Time to answer, in milliseconds. Then the room tables every hand that may win.
    pub time_ms: u32,
}

/// All players have tabled or discarded. The pots wait for requests to see a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AwardHeld {
    /// How long they wait, in milliseconds.
    pub time_ms: u32,
}

/// The time to show hands and to ask for them is over. The pots are awarded next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowdownClosed {}

/// The betting of a street is over. Its bets still stand in front, so that the
/// floor can correct them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StreetHeld {
    /// Time until the next street comes automatically, in milliseconds.
    pub time_ms: u32,
}

/// The winner asked for the cards that would have come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitAsked {
    /// Seat of the winner.
    pub seat: u8,
    /// Time to answer, in milliseconds, for all players who called the initial bet.
    pub time_ms: u32,
}

/// A player answered a request for the cards that would have come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitAnswered {
    /// Seat of the player.
    pub seat: u8,
    /// Whether the player agrees to show them.
    pub agrees: bool,
}

/// The board cards that would have come. They decide nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitShown {
    /// The cards, in the order in which they would have come.
    pub cards: Vec<Card>,
}
