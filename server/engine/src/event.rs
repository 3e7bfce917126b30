//! Events: the state changes of a table. Folding them through [`Table::apply`](crate::Table::apply)
//! yields the table.

use crate::action::{Action, Picks, TurnNo};
use crate::bounds::{MAX_BOARD, MAX_HOLE};
use crate::floor::{FloorRuled, Ground};
use crate::gesture::FrontChips;
use crate::hand::Decks;
use crate::input::HandOrder;
use crate::pot::{Pots, Shares};
use crate::ruling::{Adjudicated, RuledBy, Ruling, RulingOption, Ticket, TicketNo};
use crate::seat::Entering;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, Millis, Play, PlayerId, SeatNo, SeatSet, Switch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The reason for a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PostKind {
    /// Part of the pot, not of the player's bet.
    Ante,
    SmallBlind,
    BigBlind,
    /// A live big blind, posted to be dealt in.
    EntryBlind,
    /// A missed small blind, which is dead.
    DeadBlind,
    /// A blind of twice the big blind.
    Straddle,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandStart {
    pub hand: HandNo,
    pub at: Millis,
    /// Index into the table's games.
    pub play: u8,
    /// The seat may be empty.
    pub button: SeatNo,
    /// The position of the small blind, whether posted or dead.
    pub small_position: SeatNo,
    /// The seat that owes the small blind; `None` if it is dead or the hand has no blinds.
    pub small_blind: Option<SeatNo>,
    /// The seat that owes the big blind; `None` if the hand has no blinds.
    pub big_blind: Option<SeatNo>,
    /// In a bomb pot every player posts a large ante, and the betting begins with the board.
    pub bomb_pot: bool,
    pub dealt: SeatSet,
    /// Dealt-in players who are absent, at a tournament table (TDA 30).
    pub absent: SeatSet,
    /// Dealt-in players who miss the hand because of a penalty (TDA 71-C).
    pub missing: SeatSet,
    /// Never serialized here. Storage seals the deck separately and
    /// restores it with [`HandStart::with_decks`].
    #[serde(skip)]
    pub(crate) deck: Option<Concealed<Arc<Decks>>>,
}

/// The reason that a dealt hand is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WhyDead {
    /// The player is absent (TDA 30).
    Absent,
    /// The player is serving a penalty (TDA 71-C).
    Penalty,
}

impl HandStart {
    /// Adds the deck, for folding events that were stored without it.
    #[must_use]
    pub fn with_decks(mut self, decks: Decks) -> Self {
        self.deck = Some(Concealed::new(Arc::new(decks)));
        self
    }
}

impl Event {
    /// Returns `true` if every chip of the table is counted after this event.
    ///
    /// That is so after an event that gathers bets, awards pots, or changes the chips at the table.
    /// The events listed here at most move one bet between a stack and the felt in front of it.
    /// Those chips are counted when the street ends.
    pub(crate) fn settles_chips(&self) -> bool {
        !matches!(
            self,
            Self::Posted { .. }
                | Self::Acted { .. }
                | Self::UncalledReturned { .. }
                | Self::TurnBegan { .. }
                | Self::BankBegan { .. }
                | Self::StreetBegan { .. }
                | Self::Burned
                | Self::HoleDealt { .. }
                | Self::UpDealt { .. }
                | Self::BoardDealt { .. }
                | Self::RunOutHeld { .. }
                | Self::Tabled { .. }
                | Self::Mucked { .. }
                | Self::DecisionTimed { .. }
        )
    }
}

/// A state change of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    SeatTaken {
        seat: SeatNo,
        player: PlayerId,
        stack: Chips,
        /// Wait for the big blind instead of posting one.
        wait_for_big_blind: bool,
    },
    /// The tournament placed a player here, with chips and no blinds owed.
    Placed {
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        /// The way in which the player joins the game.
        entering: Entering,
    },
    /// Stacks changed between hands, because chips were bought, exchanged, given or taken.
    StacksSet {
        /// The new stack of each seat.
        stacks: Vec<(SeatNo, Chips)>,
    },
    /// The next hands use these games and stakes, because a level began.
    PlaysSet {
        /// The games, in rotation order.
        plays: Arc<[Play]>,
        switch: Switch,
    },
    /// The button of the next hand was drawn for and goes to this seat.
    ButtonPlaced {
        seat: SeatNo,
    },
    /// The tournament gave the order to deal the next hand.
    HandOrdered(HandOrder),
    /// A player added chips that join the stack after the hand.
    TopUpPending {
        seat: SeatNo,
        amount: Chips,
    },
    /// Chips joined a stack and are no longer pending, if they were.
    ToppedUp {
        seat: SeatNo,
        amount: Chips,
        was_pending: bool,
    },
    /// Pending chips went back to the player. The player won the hand, and with these chips the
    /// stack would exceed the largest buy-in.
    TopUpReturned {
        seat: SeatNo,
        player: PlayerId,
        amount: Chips,
    },
    /// The player is not dealt in from the next hand on.
    SatOut {
        seat: SeatNo,
        at: Millis,
    },
    /// The player is dealt in again as soon as the rules allow it.
    SatIn {
        seat: SeatNo,
    },
    /// The player leaves after the hand.
    LeavePending {
        seat: SeatNo,
    },
    SeatLeft {
        seat: SeatNo,
        player: PlayerId,
        cashed_out: Chips,
    },
    /// A player changed the preferences of the seat.
    Preferred {
        seat: SeatNo,
        /// Wait for the big blind instead of posting one.
        wait_for_big_blind: bool,
        /// Muck without being asked.
        auto_muck: bool,
        /// Straddle whenever the rules allow it.
        straddle: bool,
    },
    /// A player connected or disconnected.
    PresenceChanged {
        seat: SeatNo,
        connected: bool,
        /// 0 if the player was not connected when placed.
        at: Millis,
    },
    /// A player who is sitting out missed a blind and owes it.
    BlindMissed {
        seat: SeatNo,
        /// `true` for the big blind, `false` for the small blind.
        big: bool,
    },
    HandStarted(Box<HandStart>),
    /// A hand that was already under way at a real table was entered.
    HandEntered {
        /// The chips in the middle, which came to the table with the hand.
        pot: Chips,
        /// The chips in front of players by denomination, as far as they were given.
        front: Vec<FrontChips>,
    },
    Posted {
        seat: SeatNo,
        post: PostKind,
        /// The chips that left the stack.
        amount: Chips,
    },
    /// A street after the first began.
    StreetBegan {
        /// The street's index, from 1.
        street: u8,
    },
    /// A card was burned face down.
    Burned,
    /// Every player received `each` cards face down.
    HoleDealt {
        each: u8,
    },
    /// Every player received a card face up.
    UpDealt {
        /// In the order of the deal.
        cards: ArrayVec<(SeatNo, Card), MAX_SEATS>,
    },
    BoardDealt {
        /// The board's index, from 0.
        board: u8,
        cards: ArrayVec<Card, MAX_BOARD>,
    },
    /// A draw began. Players discard in turn from the button's left.
    DrawBegan {
        /// The fewest cards a player may discard.
        least: u8,
        /// The most cards a player may discard.
        most: u8,
        /// `true` if discarded cards are replaced.
        replaced: bool,
    },
    /// A player discarded cards or stood pat.
    Discarded {
        seat: SeatNo,
        /// The discarded cards, by their place in the hand. Their number is public;
        /// their places are not.
        picks: Picks,
        /// `true` if the room acted for the player.
        timed_out: bool,
        /// The time bank that is left.
        bank: Millis,
    },
    /// A player received cards face down for those discarded.
    Drawn {
        seat: SeatNo,
        count: u8,
    },
    /// The cards out of play were reshuffled and are now the deck. The cards that the drawing
    /// player just discarded are not among them.
    Reshuffled {
        /// The player who draws; `None` if the cards are for the whole table.
        seat: Option<SeatNo>,
        /// The size of the new deck.
        cards: u8,
    },
    /// A player's turn began.
    TurnBegan {
        seat: SeatNo,
        turn: TurnNo,
        /// The end of the base time.
        deadline: Millis,
    },
    /// The base time is over, and the time bank is running.
    BankBegan {
        seat: SeatNo,
        /// The end of the time bank.
        deadline: Millis,
    },
    Acted {
        seat: SeatNo,
        /// A call or raise for the whole stack is all-in.
        action: Action,
        /// The chips that left the stack.
        added: Chips,
        /// `true` if the room acted for the player.
        timed_out: bool,
        /// The time bank that is left.
        bank: Millis,
    },
    /// A declaration or gesture was ruled on. Separate events carry the changes.
    Ruled(Box<Ruling>),
    /// A declaration changed something beyond an exact action.
    Adjudicated(Box<Adjudicated>),
    /// The floor has a question to rule on. The hand and its clock stop.
    TicketOpened(Box<Ticket>),
    TicketClosed {
        ticket: TicketNo,
        option: RulingOption,
        by: RuledBy,
        /// The duration, which does not count against the player's time.
        waited: Millis,
    },
    /// An uncalled bet was returned.
    UncalledReturned {
        seat: SeatNo,
        amount: Chips,
    },
    /// The floor gave a command.
    Floor(Box<FloorRuled>),
    /// Players may table or discard their own hands.
    ShowdownOpened {
        /// After this time the room tables every hand that could win.
        until: Millis,
    },
    /// Every player has tabled or discarded. The award waits for requests to see a hand.
    AwardHeld {
        until: Millis,
    },
    /// The showdown is closed to further hands and requests. The pots are awarded next.
    ShowdownClosed,
    SeeHandAsked {
        by: SeatNo,
        target: SeatNo,
        right: SeeRight,
    },
    /// A hand that its player had discarded was turned over on request.
    HandExposed {
        seat: SeatNo,
        /// All hole cards of the hand.
        cards: ArrayVec<Card, MAX_HOLE>,
        /// Whether the hand can still win pots.
        live: bool,
        /// The rule that exposed it.
        ground: Ground,
    },
    /// The winner asked to see the cards that would have come.
    RabbitAsked {
        seat: SeatNo,
        /// Players who called the initial bet may answer until this time.
        until: Millis,
    },
    RabbitAnswered {
        seat: SeatNo,
        agrees: bool,
    },
    /// The board cards that would have come. They decide nothing.
    RabbitShown {
        cards: ArrayVec<Card, MAX_BOARD>,
    },
    /// The betting of a street is over, but the dealer has not dealt on. The bets are still in
    /// front of the players.
    StreetHeld {
        /// When the next street is dealt automatically.
        until: Millis,
    },
    /// The betting of a street is over, and its bets are in the pots.
    StreetClosed {
        /// All pots, main pot first.
        pots: Pots,
    },
    /// The all-in players may choose how many boards to run the hand out on.
    RunItOffered {
        /// The most boards that may be chosen.
        most: u8,
        /// A player who has not answered by then chose one board.
        until: Millis,
    },
    RunItAnswered {
        seat: SeatNo,
        /// The most boards that the player accepts.
        boards: u8,
    },
    /// The hand will be run out on this number of boards.
    RunItAgreed {
        boards: u8,
    },
    /// A dealt hand is dead and is not played.
    DeadHand {
        seat: SeatNo,
        why: WhyDead,
    },
    /// All remaining players are all-in, and the cards stay down until they
    /// are released (TDA RP-8-F).
    HandHeld,
    /// The held cards are turned over, and the hand goes on.
    HandReleased,
    /// The ranking of the hands of the players eliminated in this hand: 1 is the best, and equal
    /// hands share a rank (TFPL 6-16). Players without a hand are left out.
    OutRanked {
        ranks: Vec<(SeatNo, u8)>,
    },
    /// No further betting is possible. The next street waits.
    RunOutHeld {
        until: Millis,
    },
    /// A hand was tabled.
    Tabled {
        seat: SeatNo,
        /// All hole cards of the hand.
        cards: ArrayVec<Card, MAX_HOLE>,
    },
    /// A player may show the hand or muck it.
    ShowOffered {
        seat: SeatNo,
        /// At this time the hand is mucked.
        until: Millis,
    },
    /// A hand was mucked unseen.
    Mucked {
        seat: SeatNo,
    },
    RakeTaken {
        pot: u8,
        amount: Chips,
    },
    /// The winners received a pot, or the part of it that one board and one half decide.
    PotAwarded {
        /// From 0, the main pot.
        pot: u8,
        /// The board's index, from 0.
        board: u8,
        /// The half of the game's showdown, from 0.
        half: u8,
        shares: Shares,
    },
    HandEnded {
        hand: HandNo,
        at: Millis,
    },
    /// The hand was voided, and all its chips were returned.
    HandVoided {
        hand: HandNo,
        at: Millis,
        reason: String,
    },
    /// A period of the time charge began.
    ChargePeriodBegan {
        until: Millis,
    },
    /// A player paid the time charge.
    TimeCharged {
        seat: SeatNo,
        amount: Chips,
    },
    /// The rake and time charges left the table.
    HouseSwept {
        rake: Chips,
        time: Chips,
    },
    /// A player may choose the next game: the one with the next button or, after a game without
    /// blinds, the one left of the last who was asked.
    ChoiceOffered {
        seat: SeatNo,
        /// Without a choice by then, the game stays.
        until: Millis,
    },
    /// The next hand has a different game.
    GameChanged {
        /// Index into the table's games.
        play: u8,
        /// The player who chose it; `None` if the rotation did.
        by: Option<SeatNo>,
        at: Millis,
    },
    /// Nothing happens in the hand, and no other starts, until the table is resumed.
    Paused,
    Resumed,
    /// The running clock was restarted because the room was down.
    ClockRestarted {
        /// The new deadline. The player's time bank is unchanged.
        until: Millis,
    },
    /// A disconnected player received time to come back, granted once per level.
    ReconnectGranted {
        seat: SeatNo,
        until: Millis,
    },
    /// The tournament withdrew its order to deal a hand.
    HandWithdrawn {
        hand: HandNo,
        at: Millis,
    },
    /// Chips will be taken off a stack after the hand.
    TakeBackPending {
        seat: SeatNo,
        amount: Chips,
    },
    /// Chips were taken off a stack between hands. Nothing remains to be taken, even if the stack
    /// held less than was due.
    TakenBack {
        seat: SeatNo,
        player: PlayerId,
        /// 0 if the stack was empty.
        amount: Chips,
    },
    /// The time that a player took for a decision, if the rulebook flags stalling.
    DecisionTimed {
        seat: SeatNo,
        /// The time on turn, without the time that the floor took.
        took: Millis,
        /// Whether the time was nearly over, or had run out.
        late: bool,
    },
    /// The host gave a player chips that join the stack after the hand.
    GiftPending {
        seat: SeatNo,
        amount: Chips,
    },
    /// Pending chips went back to the host who gave them, because the host took them back, or the
    /// stack would exceed the largest buy-in with them.
    GiftReturned {
        seat: SeatNo,
        player: PlayerId,
        amount: Chips,
    },
    /// The time of the table stands still, because the table is paused.
    ClocksStopped {
        at: Millis,
    },
    /// The time of the table goes on. Everything that is timed happens later by this span.
    ClocksDelayed {
        by: Millis,
    },
    /// A player showed cards of a hand that is over. They decide nothing.
    CardsShown {
        hand: HandNo,
        seat: SeatNo,
        /// The cards that were face down before.
        cards: ArrayVec<Card, MAX_HOLE>,
    },
    /// All players changed seats between two hands. The button of the next hand is drawn again, and
    /// the result of the last hand stands.
    SeatsShuffled {
        /// The old and the new seat of every player.
        moves: Vec<(SeatNo, SeatNo)>,
    },
    /// A stack was set for the next hand of a match.
    StackReset {
        seat: SeatNo,
        stack: Chips,
    },
}

/// A player's right to see a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SeeRight {
    /// The hand is shown.
    Inalienable,
    /// The floor decides. Without a floor person the hand is not shown (GAPS G-51).
    Discretion,
    None,
}

impl SeeRight {
    /// Returns the code of the right, as used by rule cases.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Inalienable => "inalienable",
            Self::Discretion => "discretion",
            Self::None => "none",
        }
    }

    /// Returns the outcome of a request that no floor person decides.
    #[must_use]
    pub fn unattended(self) -> &'static str {
        match self {
            Self::Inalienable => "show",
            Self::Discretion | Self::None => "deny",
        }
    }
}
