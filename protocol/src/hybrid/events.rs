//! What happens at a hybrid table besides exact actions, by a command of the floor, and at a
//! showdown where players show for themselves.

use super::commands::TableCommand;
use super::gestures::Gesture;
use super::rulings::{EtiquetteFlag, Limit, Matter, RuledBy, RulingKind, RulingOption, SeeRight};
use crate::ids::{Chips, TicketNo};
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A gesture was ruled on. The exact action it stands as, and the chips it moves, are events of
/// their own that follow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruled {
    /// Whose gesture.
    pub seat: u8,
    /// What it is.
    pub kind: RulingKind,
    /// The rule it rests on, with the book's short name, such as `TDA 43-A`.
    pub rule: String,
    /// The player's total for the street once the ruling is carried out.
    pub wager_to: Option<Chips>,
    /// What goes back of the chips that were pushed.
    pub returned: Chips,
    /// What is still to come from behind.
    pub adds: Chips,
    /// What the player or the floor can choose from.
    pub options: Vec<RulingOption>,
    /// What stands unless the floor says otherwise.
    pub default: Option<RulingOption>,
    /// The total a call needs, where that matters to the ruling.
    pub call_to: Option<Chips>,
    /// What a fold would lose of chips that stand in front, or what a fold did lose.
    pub forfeit: Option<Chips>,
    /// How much of a call was put in, in percent.
    pub paid_percent: Option<u8>,
    /// The ticket, where the floor decides or has decided.
    pub ticket: Option<TicketNo>,
}

/// The floor has a question to rule on. The hand and its clock stand still until it is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketOpened {
    /// Its number at this table.
    pub ticket: TicketNo,
    /// Whose hand it is about.
    pub seat: u8,
    /// What it is about.
    pub matter: Matter,
    /// The rule that leaves it to the floor.
    pub rule: String,
    /// What can be ruled.
    pub options: Vec<RulingOption>,
    /// What is ruled when nobody does.
    pub default: RulingOption,
    /// The total a call needs.
    pub call_to: Option<Chips>,
    /// What a fold would lose.
    pub forfeit: Option<Chips>,
    /// The chips in front of the player, by value, as the gesture left them.
    pub shown: Chips,
    /// The part of them that is not bet yet.
    pub pushed: Chips,
    /// How long it waits; 0 with nobody on the floor: the answer follows at once.
    pub time_ms: u32,
}

/// A ticket is answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TicketClosed {
    /// Which.
    pub ticket: TicketNo,
    /// How.
    pub option: RulingOption,
    /// By whom.
    pub by: RuledBy,
}

/// A player acted out of turn; it waits until the action has come round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ActionHeld {
    /// Who.
    pub seat: u8,
    /// What was done.
    pub gesture: Box<Gesture>,
    /// The total it would make for the street, as things stand.
    pub to: Chips,
    /// The chips it puts at stake.
    pub stake: Chips,
}

/// An action out of turn binds, whatever a skipped player does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldBinds {
    /// Whose.
    pub seat: u8,
}

/// An action out of turn is settled: carried out, returned or limited, as the ruling that follows
/// says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeldSettled {
    /// Whose.
    pub seat: u8,
}

/// A player folded out of turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FoldedOutOfTurn {
    /// Who.
    pub seat: u8,
}

/// A player is limited in the next action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limited {
    /// Who.
    pub seat: u8,
    /// How.
    pub limit: Limit,
    /// The chips that left the stack for it and stand in front.
    pub added: Chips,
}

/// A declared raise goes on for several motions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChipsMoved {
    /// Who.
    pub seat: u8,
    /// What stands in front by now, bet or not.
    pub total: Chips,
    /// How many motions may follow; absent: until the hands rest.
    pub motions_left: Option<u8>,
}

/// The chips in front of a player are known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FrontSeen {
    /// Whose.
    pub seat: u8,
    /// Which.
    pub chips: Vec<Chips>,
}

/// A player took chips of an earlier bet back. They count as bet until it is ruled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PulledBack {
    /// Who.
    pub seat: u8,
    /// Their value.
    pub value: Chips,
}

/// A player moved chips forward without letting go of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovedForward {
    /// Who.
    pub seat: u8,
    /// The chips; none once the movement has been ruled on.
    pub chips: Vec<Chips>,
}

/// A player keeps the right to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpokeUp {
    /// Who.
    pub seat: u8,
}

/// The player to act got a wrong count of a bet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Misquoted {
    /// What was said.
    pub amount: Chips,
}

/// A call was declared with much less than it takes, and may rest on a misunderstanding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CalledShort {
    /// Who.
    pub seat: u8,
    /// What stood in front.
    pub paid: Chips,
    /// What the call takes.
    pub due: Chips,
    /// The hand waits so long, where the call would end the betting.
    pub time_ms: Option<u32>,
}

/// Such a call stands after all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallAccepted {
    /// Whose.
    pub seat: u8,
}

/// Such a call is taken back: the chips go back to the stack, and the player acts again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CallRetracted {
    /// Whose.
    pub seat: u8,
    /// What goes back.
    pub amount: Chips,
}

/// Chips are lost to the pot; they stand in front until the street is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeited {
    /// Whose.
    pub seat: u8,
    /// How many.
    pub amount: Chips,
}

/// An operator attends the table to rule on tickets, or no longer does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorAttended {
    /// Whether somebody is.
    pub attended: bool,
}

/// Something the floor may want to know later; play goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Flagged {
    /// About whom.
    pub seat: u8,
    /// What.
    pub flag: EtiquetteFlag,
}

/// The floor gave a command. Its effects follow in the same step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FloorOrdered {
    /// The operator's name.
    pub operator: String,
    /// What was ordered.
    pub command: TableCommand,
    /// Why.
    pub reason: String,
    /// The rule it rests on, as the operator gave it.
    pub rule: Option<String>,
}

/// A wager was entered as it stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerForced {
    /// Whose.
    pub seat: u8,
    /// The total for the street.
    pub to: Chips,
    /// What left the stack.
    pub added: Chips,
    /// The rule it rests on.
    pub rule: String,
}

/// A wager became what it should have been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerCorrected {
    /// Whose.
    pub seat: u8,
    /// The total for the street.
    pub to: Chips,
    /// Everybody whose bet changed with it.
    pub moved: Vec<MovedBet>,
    /// The rule it rests on.
    pub rule: String,
}

/// A bet that changed with the one it called, or that one itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovedBet {
    /// Whose.
    pub seat: u8,
    /// What went back to the stack.
    pub returned: Chips,
    /// What was added from it.
    pub added: Chips,
}

/// The pot was counted for a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PotQuoted {
    /// Who asked.
    pub seat: u8,
    /// What was said.
    pub amount: Chips,
    /// The rule it rests on.
    pub rule: String,
}

/// A hand is dead. Its chips stay where they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandKilled {
    /// Whose.
    pub seat: u8,
    /// Why, for people.
    pub reason: String,
    /// The rule it rests on.
    pub rule: String,
}

/// The next hand has the button here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ButtonSet {
    /// Where.
    pub seat: u8,
    /// The rule it rests on.
    pub rule: String,
}

/// The clock was called on the player on turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockCalled {
    /// On whom.
    pub seat: u8,
    /// The time to act, the count included.
    pub time_ms: u32,
    /// The last part of it, which is counted down aloud.
    pub count_ms: u32,
    /// The rule it rests on.
    pub rule: String,
}

/// A player asked to see a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeeHandAsked {
    /// Who.
    pub seat: u8,
    /// Whose hand.
    pub target: u8,
    /// With what right.
    pub right: SeeRight,
}

/// A hand was turned over that its player had not tabled.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandExposed {
    /// Whose.
    pub seat: u8,
    /// All of the player's hole cards.
    pub cards: Vec<Card>,
    /// Whether it plays for the pots.
    pub live: bool,
    /// The rule that has it so.
    pub rule: String,
}

/// Players table or discard their own hands: answer with
/// [`ShowOrMuck`](crate::client::ShowOrMuck) or [`ShowCards`](super::ShowCards).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowdownOpened {
    /// For how long; then the room tables whoever may win.
    pub time_ms: u32,
}

/// All players have tabled or discarded; the pots wait for requests to see a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AwardHeld {
    /// For how long.
    pub time_ms: u32,
}

/// Nothing is shown or asked for any more: the pots are next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShowdownClosed {}

/// The betting of a street is over. Its bets still stand in front, so that the floor can correct
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StreetHeld {
    /// When the next street comes by itself.
    pub time_ms: u32,
}

/// The winner asked for the cards that would have come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitAsked {
    /// Who.
    pub seat: u8,
    /// How long everybody who called the initial bet may answer.
    pub time_ms: u32,
}

/// A player answered that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitAnswered {
    /// Who.
    pub seat: u8,
    /// Whether they may be shown.
    pub agrees: bool,
}

/// The board cards that would have come. They decide nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RabbitShown {
    /// Which.
    pub cards: Vec<Card>,
}
