//! Hands that are over: requests for them, lists of them, and a whole hand as one
//! viewer may see it.

use crate::ids::{Chips, HandNo, Money, RequestId, Seq, TableId, TimeMs, TournamentId};
use crate::items::Items;
use crate::table::TableEvent;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A filter for hands. An absent field matches all.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandFilter {
    /// Only hands in which a player of this name was dealt in, too.
    pub player: Option<String>,
    /// Only hands at this table.
    pub table: Option<TableId>,
    /// Only hands of this tournament.
    pub tournament: Option<TournamentId>,
    /// Only hands of this game, given by its id.
    pub game: Option<String>,
    /// Only hands with at least this much in all pots together.
    pub least_pot: Option<Chips>,
    /// Only hands that ended at this time or later.
    pub since: Option<TimeMs>,
    /// Only hands that ended before this time.
    pub until: Option<TimeMs>,
}

/// Asks for a page of the viewer's own hands, the latest first. Answered by [`HandPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListHands {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The hands to list.
    pub filter: HandFilter,
    /// Whether to list the hands of all players instead of the viewer's own. Floor only.
    pub everybody: bool,
    /// Number of rows to skip; 0 for the first page.
    pub from: u32,
}

/// Asks for a hand that is over. Answered by [`HandShown`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHand {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The reason for showing all cards, including those that were never shown. Floor only. The
    /// audit trail stores it.
    pub inspect: Option<String>,
}

/// Asks for the hand in progress at a table, as all its viewers saw it. Every viewer who may watch
/// the table may ask. Answered by [`HandSoFar`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHandSoFar {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Asks for a link to the viewer's own version of a hand. The link works for
/// anyone. Answered by [`HandShared`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareHand {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
}

/// Ends every link to the viewer's own version of a hand. Answered by
/// [`Done`](crate::server::Done). The next [`ShareHand`] makes another link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokeHandLink {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table that dealt the hand.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
}

/// A page of hands, at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandPage {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Number of rows before this page.
    pub from: u32,
    /// Number of rows on all pages.
    pub total: u32,
    /// The hands, the latest first.
    pub hands: Vec<HandSummary>,
}

/// A hand in a list, as the viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandSummary {
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The table's name when the hand was played.
    pub table_name: String,
    /// The tournament that the hand belongs to.
    pub tournament: Option<TournamentId>,
    /// Name of the game, for people.
    pub game: String,
    /// Time when the hand ended.
    pub ended_at: TimeMs,
    /// All pots together, without uncalled bets.
    pub pot: Chips,
    /// Whether the hand was voided.
    pub void: bool,
    /// Number of players dealt in.
    pub players: u8,
    /// Cards of the first board.
    pub board: Vec<Card>,
    /// The viewer's part. Absent if the viewer was not dealt in.
    pub own: Option<OwnResult>,
}

/// The viewer's part in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnResult {
    /// The hole cards held last.
    pub cards: Vec<Card>,
    /// Stack before blinds and antes.
    pub began_with: Chips,
    /// Stack when the hand was over.
    pub ended_with: Chips,
}

/// A hand that is over, as the viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandShown {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Everything that happened in the hand.
    pub record: Box<HandRecord>,
}

/// How the players of a hand look now. It comes right before [`HandShown`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandLooks {
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand.
    pub hand: HandNo,
    /// The looks of the players dealt in.
    pub looks: Vec<SeatLook>,
}

/// How a player looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatLook {
    /// Seat of the player.
    pub seat: u8,
    /// Avatar of the player.
    pub avatar: u16,
    /// Color of the player.
    pub color: u8,
}

/// The hand in progress so far. It shows only cards that lie face up. The viewer's own cards
/// are in the [`TableSnapshot`](crate::server::TableSnapshot).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandSoFar {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand.
    pub hand: HandNo,
    /// The events of the hand, from `HandStarted` on.
    pub steps: Vec<RecordedStep>,
    /// The last step of the table that it includes. A viewer who watches the table gets
    /// later ones as [`Step`](crate::server::Step).
    pub seq: Seq,
}

/// A link to a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandShared {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The path to append to the room's address: `/replay/` and a code that cannot be guessed.
    pub path: String,
}

/// A hand from its first chip to its last. The events are those that the whole table saw. Only
/// `cards` holds cards that a single player may see, and only those of the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandRecord {
    /// Id of the table.
    pub table: TableId,
    /// Number of the hand at the table.
    pub hand: HandNo,
    /// The table's name when the hand was played.
    pub table_name: String,
    /// Number of seats at the table.
    pub table_seats: u8,
    /// The tournament that the hand belongs to. Its chips are not money.
    pub tournament: Option<TournamentId>,
    /// Id of the rulebook that applied.
    pub rulebook: String,
    /// Whether the room ruled on words and pushed chips.
    pub hybrid: bool,
    /// Time when the hand began.
    pub began_at: TimeMs,
    /// Time when the hand ended.
    pub ended_at: TimeMs,
    /// The players dealt in, clockwise from the button's left.
    pub seats: Vec<RecordedSeat>,
    /// The events, from `HandStarted` to `HandEnded` or `HandVoided`.
    pub steps: Vec<RecordedStep>,
    /// The cards of each player whose cards the viewer may see.
    pub cards: Vec<RecordedCards>,
    /// Seat of the player whose version of the hand this is. Absent for a viewer who was not dealt
    /// in. The cards do not show it: the rulebook may reveal hands of other players in `cards`.
    pub viewer: Option<u8>,
    /// The tournament when the hand was played. Absent in a ring game.
    pub event: Option<RecordedEvent>,
}

/// The tournament of a hand, as it was when the hand was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedEvent {
    /// Name of the tournament.
    pub name: String,
    /// The level, counted from 1.
    pub level: u16,
    /// Duration of the level, in seconds.
    pub level_seconds: u32,
    /// The part of the price that went to the prize pool.
    pub buy_in: Money,
    /// The part of the price that went to the house.
    pub fee: Money,
    /// The part of the price that went to the player's bounty.
    pub bounty: Money,
    /// Number of chips that a player began with.
    pub starting_stack: Chips,
    /// Whether the tournament is played at one table.
    pub single_table: bool,
}

/// A player of a hand that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedSeat {
    /// Seat of the player.
    pub seat: u8,
    /// Name of the player.
    pub name: String,
    /// Whether the account is a bot.
    pub bot: bool,
    /// Stack before blinds and antes.
    pub began_with: Chips,
    /// Stack when the hand was over.
    pub ended_with: Chips,
}

/// The events of one moment of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedStep {
    /// Time since the hand began, in milliseconds.
    pub after_ms: u32,
    /// The events, in the order in which they happened.
    pub events: Items<TableEvent>,
}

/// The cards of one player as they came and went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedCards {
    /// Seat of the player.
    pub seat: u8,
    /// The cards dealt outside of draws, in the order in which they came, face up or face down.
    pub dealt: Vec<Card>,
    /// The player's part in each draw.
    pub draws: Vec<RecordedDraw>,
}

/// One draw of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedDraw {
    /// The cards that were discarded.
    pub gave: Vec<Card>,
    /// The cards drawn in their place.
    pub got: Vec<Card>,
}

impl RecordedCards {
    /// Returns the cards held last.
    #[must_use]
    pub fn held(&self) -> Vec<Card> {
        let mut held = self.dealt.clone();
        for draw in &self.draws {
            held.retain(|card| !draw.gave.contains(card));
            held.extend(&draw.got);
        }
        held
    }
}

impl HandRecord {
    /// Returns all events of the hand, in order.
    pub fn events(&self) -> impl Iterator<Item = &TableEvent> {
        self.steps.iter().flat_map(|step| &step.events.0)
    }

    /// Returns the player in a seat, if one was dealt in there.
    #[must_use]
    pub fn player(&self, seat: u8) -> Option<&RecordedSeat> {
        self.seats.iter().find(|player| player.seat == seat)
    }

    /// Returns the cards of a player, if the viewer may see all of them.
    #[must_use]
    pub fn cards_of(&self, seat: u8) -> Option<&RecordedCards> {
        self.cards.iter().find(|cards| cards.seat == seat)
    }
}
