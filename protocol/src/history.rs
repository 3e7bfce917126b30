//! Hands that are over: what clients ask for, lists of them, and one of them from its first chip to
//! its last as one viewer may see it.

use crate::ids::{Chips, HandNo, RequestId, Seq, TableId, TimeMs, TournamentId};
use crate::items::Items;
use crate::table::TableEvent;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A filter for hands. An absent field matches all.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandFilter {
    /// Somebody of this name was dealt in, too.
    pub player: Option<String>,
    /// At this table.
    pub table: Option<TableId>,
    /// In this tournament.
    pub tournament: Option<TournamentId>,
    /// Of this game, by its id.
    pub game: Option<String>,
    /// With at least so much in all pots together.
    pub least_pot: Option<Chips>,
    /// That ended then or later.
    pub since: Option<TimeMs>,
    /// That ended before.
    pub until: Option<TimeMs>,
}

/// Asks for a page of the viewer's own hands, the latest first. Answered by [`HandPage`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListHands {
    /// Repeated in the answer.
    pub request: RequestId,
    /// Which of them.
    pub filter: HandFilter,
    /// Those of everybody, not the viewer's own alone: for the floor.
    pub everybody: bool,
    /// How many to pass over.
    pub from: u32,
}

/// Asks for a hand that is over. Answered by [`HandShown`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHand {
    /// Repeated in the answer.
    pub request: RequestId,
    /// At which table.
    pub table: TableId,
    /// Which.
    pub hand: HandNo,
    /// Why all cards are to be seen, also those that nobody showed: for the floor, and kept in the
    /// audit trail.
    pub inspect: Option<String>,
}

/// Asks for the hand in progress at a table, as all its viewers saw it. Every viewer that may watch
/// the table may ask. Answered by [`HandSoFar`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHandSoFar {
    /// Repeated in the answer.
    pub request: RequestId,
    /// At which table.
    pub table: TableId,
}

/// Asks for a link to the viewer's own version of a hand, for anybody who has it. Answered by
/// [`HandShared`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareHand {
    /// Repeated in the answer.
    pub request: RequestId,
    /// At which table.
    pub table: TableId,
    /// Which.
    pub hand: HandNo,
}

/// Ends every link to the viewer's own version of a hand. Answered by
/// [`Done`](crate::server::Done). The next [`ShareHand`] makes another link.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevokeHandLink {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table that dealt the hand.
    pub table: TableId,
    /// The number of the hand at the table.
    pub hand: HandNo,
}

/// A page of hands: at most 20.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandPage {
    /// The request's id.
    pub request: RequestId,
    /// How many stand before the first of them.
    pub from: u32,
    /// How many there are on all pages.
    pub total: u32,
    /// The hands, the latest first.
    pub hands: Vec<HandSummary>,
}

/// A hand in a list, as the viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandSummary {
    /// At which table.
    pub table: TableId,
    /// Which.
    pub hand: HandNo,
    /// The table's name at the time.
    pub table_name: String,
    /// The tournament it was played in.
    pub tournament: Option<TournamentId>,
    /// The game's name.
    pub game: String,
    /// When it was over.
    pub ended_at: TimeMs,
    /// All pots together, without what nobody called.
    pub pot: Chips,
    /// It did not count.
    pub void: bool,
    /// How many were dealt in.
    pub players: u8,
    /// The first board.
    pub board: Vec<Card>,
    /// The viewer's part; absent where the viewer was not dealt in.
    pub own: Option<OwnResult>,
}

/// The viewer's part in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OwnResult {
    /// The cards held last.
    pub cards: Vec<Card>,
    /// The stack before blinds and antes.
    pub began_with: Chips,
    /// The stack when it was over.
    pub ended_with: Chips,
}

/// A hand that is over, as the viewer may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandShown {
    /// The request's id.
    pub request: RequestId,
    /// The hand.
    pub record: Box<HandRecord>,
}

/// The hand in progress so far. It has no cards but those that lie face up. The viewer's own cards
/// are in the [`TableSnapshot`](crate::server::TableSnapshot).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandSoFar {
    /// The request's id.
    pub request: RequestId,
    /// At which table.
    pub table: TableId,
    /// Which hand.
    pub hand: HandNo,
    /// Its events, from `HandStarted` on.
    pub steps: Vec<RecordedStep>,
    /// The last step of the table that is in it. A viewer that watches gets later ones as
    /// [`Step`](crate::server::Step).
    pub seq: Seq,
}

/// A link to a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandShared {
    /// The request's id.
    pub request: RequestId,
    /// What goes behind the room's address: `/replay/` and a code that nobody can guess.
    pub path: String,
}

/// A hand from its first chip to its last. The events are those that the whole table saw; cards
/// that only one player may see are in `cards` alone, and only those of the viewer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandRecord {
    /// At which table.
    pub table: TableId,
    /// Which.
    pub hand: HandNo,
    /// The table's name at the time.
    pub table_name: String,
    /// How many seats the table has.
    pub table_seats: u8,
    /// The tournament it was played in; its chips are no money then.
    pub tournament: Option<TournamentId>,
    /// The id of the rulebook it was played by.
    pub rulebook: String,
    /// Words and pushed chips were ruled on.
    pub hybrid: bool,
    /// When it began.
    pub began_at: TimeMs,
    /// When it was over.
    pub ended_at: TimeMs,
    /// Who was dealt in, clockwise from the button's left.
    pub seats: Vec<RecordedSeat>,
    /// What happened, from `HandStarted` to `HandEnded` or `HandVoided`.
    pub steps: Vec<RecordedStep>,
    /// The cards of whoever the viewer may see all of.
    pub cards: Vec<RecordedCards>,
}

/// A player of a hand that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedSeat {
    /// Where.
    pub seat: u8,
    /// The name.
    pub name: String,
    /// Whether the account plays by program.
    pub bot: bool,
    /// The stack before blinds and antes.
    pub began_with: Chips,
    /// The stack when the hand was over.
    pub ended_with: Chips,
}

/// The events of one moment of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedStep {
    /// How long after the hand began, in milliseconds.
    pub after_ms: u32,
    /// In the order in which they happened.
    pub events: Items<TableEvent>,
}

/// The cards of one player as they came and went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedCards {
    /// Whose.
    pub seat: u8,
    /// Those dealt outside of draws, in the order in which they came, face up or face down.
    pub dealt: Vec<Card>,
    /// Its part in each draw.
    pub draws: Vec<RecordedDraw>,
}

/// One draw of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedDraw {
    /// The cards given away.
    pub gave: Vec<Card>,
    /// Those that came for them.
    pub got: Vec<Card>,
}

impl RecordedCards {
    /// The cards held last.
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
    /// Everything that happened, in order.
    pub fn events(&self) -> impl Iterator<Item = &TableEvent> {
        self.steps.iter().flat_map(|step| &step.events.0)
    }

    /// The player in a seat, where somebody was dealt in there.
    #[must_use]
    pub fn player(&self, seat: u8) -> Option<&RecordedSeat> {
        self.seats.iter().find(|player| player.seat == seat)
    }

    /// The cards of a player, where the viewer may see all of them.
    #[must_use]
    pub fn cards_of(&self, seat: u8) -> Option<&RecordedCards> {
        self.cards.iter().find(|cards| cards.seat == seat)
    }
}
