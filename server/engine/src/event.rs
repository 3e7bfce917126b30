//! What happened at a table. Folding events through [`Table::apply`](crate::Table::apply) gives
//! the table.

use crate::adjudicate::{Adjudicated, RuledBy, Ruling, RulingOption, Ticket, TicketNo};
use crate::floor::{FloorRuled, Ground};
use crate::input::{Action, Picks, TurnNo};
use crate::pot::{Pots, Shares};
use crate::table::{Entering, FrontChips, HandOrder, SeeRight};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed, DeckOrder};
use cardroom_rules::{Chips, HandNo, MAX_SEATS, Millis, Play, PlayerId, SeatNo, SeatSet, Switch};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use crate::hand::{MAX_BOARD, MAX_HOLE};

/// Why chips were posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PostKind {
    /// An ante: part of the pot, not of the bet.
    Ante,
    SmallBlind,
    BigBlind,
    /// A big blind posted to be dealt in; live.
    EntryBlind,
    /// A missed small blind; dead.
    DeadBlind,
    /// A straddle: a blind of twice the big blind.
    Straddle,
}

/// The beginning of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HandStart {
    pub hand: HandNo,
    pub at: Millis,
    /// Which of the table's games is played, from 0.
    pub play: u8,
    /// Where the button is; the seat may be empty.
    pub button: SeatNo,
    /// The position of the small blind, posted or dead.
    pub small_position: SeatNo,
    /// Who owes the small blind; `None` when it is dead, or the hand has no blinds.
    pub small_blind: Option<SeatNo>,
    /// Who owes the big blind; `None` when the hand has no blinds.
    pub big_blind: Option<SeatNo>,
    /// Everybody posts a large ante, and the betting begins with the board.
    pub bomb_pot: bool,
    /// Who is dealt in.
    pub dealt: SeatSet,
    /// Who of them is not there, at a table that plays by order (TDA 30).
    pub absent: SeatSet,
    /// Who of them misses the hand by a penalty (TDA 71-C).
    pub missing: SeatSet,
    /// The order of the deck. Never serialized here: whoever stores events seals it separately,
    /// and puts it back with [`HandStart::with_decks`].
    #[serde(skip)]
    pub(crate) deck: Option<Concealed<Arc<Decks>>>,
}

/// Why a hand that was dealt is dead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WhyDead {
    /// The player is not there (TDA 30).
    Absent,
    /// The player serves a penalty (TDA 71-C).
    Penalty,
}

/// The order of a hand's deck, and the orders in which cards lie that are shuffled again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decks {
    pub deck: DeckOrder,
    /// The order of cards that are shuffled again for the n-th time.
    pub reshuffles: Vec<DeckOrder>,
}

impl HandStart {
    /// The same beginning with its deck, for folding events that were stored without it.
    #[must_use]
    pub fn with_decks(mut self, decks: Decks) -> Self {
        self.deck = Some(Concealed::new(Arc::new(decks)));
        self
    }
}

impl Event {
    /// Whether every chip of the table is counted after it. That is after all that gathers bets,
    /// hands out pots, or changes what is at the table. What stands between moves one bet from a
    /// stack to the place before it or back, and is counted with the street that it belongs to.
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
        )
    }
}

/// What happened at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A player sat down.
    SeatTaken {
        seat: SeatNo,
        player: PlayerId,
        stack: Chips,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
    },
    /// A player was placed here by whoever runs the event, with chips and no blinds owed.
    Placed {
        seat: SeatNo,
        player: PlayerId,
        chips: Chips,
        /// How the player comes into the game.
        entering: Entering,
    },
    /// Stacks became these, between two hands: chips bought, exchanged, given or taken.
    StacksSet {
        /// The seats and their stacks.
        stacks: Vec<(SeatNo, Chips)>,
    },
    /// The next hands are played for these stakes: a level.
    PlaysSet {
        /// What is played, in turn.
        plays: Arc<[Play]>,
        /// When the next of them comes.
        switch: Switch,
    },
    /// The next hand has the button here: it was drawn for.
    ButtonPlaced {
        seat: SeatNo,
    },
    /// The next hand is to be dealt.
    HandOrdered(HandOrder),
    /// A player put up chips that join the stack when the hand is over.
    TopUpPending {
        seat: SeatNo,
        amount: Chips,
    },
    /// Chips joined a stack. Where they were pending before, they are not any more.
    ToppedUp {
        seat: SeatNo,
        amount: Chips,
        /// True when they were pending.
        was_pending: bool,
    },
    /// Chips that were pending went back to the player: the hand was won, and with them the stack
    /// would be above the largest buy-in.
    TopUpReturned {
        seat: SeatNo,
        player: PlayerId,
        amount: Chips,
    },
    /// A player is not dealt in from the next hand on.
    SatOut {
        seat: SeatNo,
        at: Millis,
    },
    /// A player is dealt in again, as soon as the rules allow it.
    SatIn {
        seat: SeatNo,
    },
    /// A player asked to leave and does so when the hand is over.
    LeavePending {
        seat: SeatNo,
    },
    SeatLeft {
        seat: SeatNo,
        player: PlayerId,
        cashed_out: Chips,
    },
    /// A seat is handled differently.
    Preferred {
        seat: SeatNo,
        /// Waits for the big blind rather than post one.
        wait_for_big_blind: bool,
        /// Mucks without being asked.
        auto_muck: bool,
        /// Straddles where it can.
        straddle: bool,
    },
    /// A player's connection came or went.
    PresenceChanged {
        seat: SeatNo,
        /// Whether it is there.
        connected: bool,
        /// When it came or went.
        at: Millis,
    },
    /// A player who sits out missed a blind and owes it.
    BlindMissed {
        seat: SeatNo,
        /// True for the big blind, false for the small one.
        big: bool,
    },
    HandStarted(Box<HandStart>),
    /// The hand was under way already and is entered as it stood on a real table.
    HandEntered {
        /// The chips in the middle, which came to the table with it.
        pot: Chips,
        /// The chips in front of players, by denomination, where somebody said which they are.
        front: Vec<FrontChips>,
    },
    /// A blind or an ante was posted.
    Posted {
        seat: SeatNo,
        post: PostKind,
        /// How much left the stack.
        amount: Chips,
    },
    /// A street after the first begins.
    StreetBegan {
        /// Which, from 1.
        street: u8,
    },
    /// A card went off the deck unseen.
    Burned,
    /// Every player got so many cards face down.
    HoleDealt {
        each: u8,
    },
    /// Every player got a card face up.
    UpDealt {
        /// Which, in the order of the deal.
        cards: ArrayVec<(SeatNo, Card), MAX_SEATS>,
    },
    /// Cards came to a board.
    BoardDealt {
        /// Which board, 0 the first.
        board: u8,
        cards: ArrayVec<Card, MAX_BOARD>,
    },
    /// Players give cards away, in turn from the button's left.
    DrawBegan {
        /// At least so many.
        least: u8,
        /// At most so many.
        most: u8,
        /// True when they get as many new ones.
        replaced: bool,
    },
    /// A player gave cards away, or stood pat.
    Discarded {
        seat: SeatNo,
        /// Which of the cards held, by place. How many is for everybody, which is not.
        picks: Picks,
        /// True when the room did it for the player.
        timed_out: bool,
        /// What is left of the time bank.
        bank: Millis,
    },
    /// A player got cards face down for those given away.
    Drawn {
        seat: SeatNo,
        count: u8,
    },
    /// The cards out of play were shuffled again and are the deck now; what the player who draws
    /// gave away just before is not among them.
    Reshuffled {
        /// Who draws; `None` when the cards are for everybody.
        seat: Option<SeatNo>,
        /// How many cards the deck has now.
        cards: u8,
    },
    /// It is a player's turn.
    TurnBegan {
        seat: SeatNo,
        turn: TurnNo,
        /// When the base time ends.
        deadline: Millis,
    },
    /// The base time is over and the time bank runs.
    BankBegan {
        seat: SeatNo,
        /// When it is used up.
        deadline: Millis,
    },
    Acted {
        seat: SeatNo,
        /// How. A call or a raise that takes the whole stack is all-in.
        action: Action,
        /// What left the stack.
        added: Chips,
        /// True when the room acted for the player.
        timed_out: bool,
        /// What is left of the time bank.
        bank: Millis,
    },
    /// A declaration or a gesture was ruled on. What it changes are other events.
    Ruled(Box<Ruling>),
    /// What was declared changed something besides an exact action.
    Adjudicated(Box<Adjudicated>),
    /// The floor has a question to rule on; the hand and its clock stand still.
    TicketOpened(Box<Ticket>),
    TicketClosed {
        ticket: TicketNo,
        option: RulingOption,
        by: RuledBy,
        /// How long it took, which does not count against the player's time.
        waited: Millis,
    },
    /// A bet that nobody called went back.
    UncalledReturned {
        seat: SeatNo,
        amount: Chips,
    },
    /// The floor commanded something.
    Floor(Box<FloorRuled>),
    /// Players table or discard their own hands.
    ShowdownOpened {
        /// Until then; after that the room tables whoever may win.
        until: Millis,
    },
    /// Everybody has tabled or discarded; the pots wait for requests to see a hand.
    AwardHeld {
        until: Millis,
    },
    /// Nothing is shown or asked for any more: the pots are next.
    ShowdownClosed,
    /// A player asked to see a hand.
    SeeHandAsked {
        by: SeatNo,
        target: SeatNo,
        right: SeeRight,
    },
    /// A hand was turned over that its player had not tabled.
    HandExposed {
        seat: SeatNo,
        /// All of its hole cards.
        cards: ArrayVec<Card, MAX_HOLE>,
        /// Whether it plays for the pots.
        live: bool,
        /// The rule that has it so.
        ground: Ground,
    },
    /// The winner asked for the cards that would have come.
    RabbitAsked {
        seat: SeatNo,
        /// Until then everybody who called the initial bet may agree.
        until: Millis,
    },
    RabbitAnswered {
        seat: SeatNo,
        /// Whether they may be shown.
        agrees: bool,
    },
    /// The board cards that would have come. They decide nothing.
    RabbitShown {
        cards: ArrayVec<Card, MAX_BOARD>,
    },
    /// The betting of a street is over, and the dealer has not dealt on: its bets still stand in
    /// front of the players.
    StreetHeld {
        /// When the next street comes by itself.
        until: Millis,
    },
    /// The betting of a street is over and its bets are in the pots.
    StreetClosed {
        /// All pots as they are now, main pot first.
        pots: Pots,
    },
    /// All-in players are asked on how many boards to run the hand out.
    RunItOffered {
        /// At most so many.
        most: u8,
        /// Until then; who has not answered by then wants one.
        until: Millis,
    },
    RunItAnswered {
        seat: SeatNo,
        /// At most so many.
        boards: u8,
    },
    /// The hand is run out on so many boards.
    RunItAgreed {
        boards: u8,
    },
    /// A hand that was dealt is dead: nobody may play it.
    DeadHand {
        seat: SeatNo,
        why: WhyDead,
    },
    /// Everybody left is all-in, and the cards stay down until they are released (TDA RP-8-F).
    HandHeld,
    /// They are turned over, and the hand goes on.
    HandReleased,
    /// How the hands of those who are out with this one rank among themselves: 1 for the best, the
    /// same for equal ones (TFPL 6-16). Who is not named had no hand.
    OutRanked {
        /// Whose hand has which rank.
        ranks: Vec<(SeatNo, u8)>,
    },
    /// No more betting is possible: the next street waits.
    RunOutHeld {
        until: Millis,
    },
    /// A hand is face up.
    Tabled {
        seat: SeatNo,
        /// All of its hole cards.
        cards: ArrayVec<Card, MAX_HOLE>,
    },
    /// A player may show the hand or muck it.
    ShowOffered {
        seat: SeatNo,
        /// Until then; after that it is mucked.
        until: Millis,
    },
    /// A hand was given away unseen.
    Mucked {
        seat: SeatNo,
    },
    /// The house took its part of a pot.
    RakeTaken {
        pot: u8,
        amount: Chips,
    },
    /// A pot, or the part of it that one board and one half stand for, went to its winners.
    PotAwarded {
        /// Which pot, 0 the main one.
        pot: u8,
        /// By which board, 0 the first.
        board: u8,
        /// By which half of the game's showdown, 0 the first.
        half: u8,
        /// Who got how much.
        shares: Shares,
    },
    /// The hand is over.
    HandEnded {
        hand: HandNo,
        at: Millis,
    },
    /// The hand does not count; everybody has the chips back.
    HandVoided {
        hand: HandNo,
        at: Millis,
        reason: String,
    },
    /// A period of the time charge begins.
    ChargePeriodBegan {
        until: Millis,
    },
    /// The house took a time charge.
    TimeCharged {
        seat: SeatNo,
        amount: Chips,
    },
    /// What the house took left the table.
    HouseSwept {
        rake: Chips,
        time: Chips,
    },
    /// The player who has the button next may choose the game.
    ChoiceOffered {
        seat: SeatNo,
        /// Until then; after that the game stays.
        until: Millis,
    },
    /// The next hand's game is another one.
    GameChanged {
        /// Which of the table's games, from 0.
        play: u8,
        /// Who chose it, where somebody did.
        by: Option<SeatNo>,
        at: Millis,
    },
    /// No more hands until resumed.
    Paused,
    Resumed,
    /// What the hand waits for has time again, because the room was away.
    ClockRestarted {
        /// Until then; a player's bank is untouched.
        until: Millis,
    },
    /// A player whose connection is lost has time to come back, once in a level.
    ReconnectGranted {
        seat: SeatNo,
        until: Millis,
    },
    /// The hand that was ordered is not dealt after all.
    HandWithdrawn {
        hand: HandNo,
        at: Millis,
    },
    /// Chips are to be taken off a stack when the hand is over.
    TakeBackPending {
        seat: SeatNo,
        amount: Chips,
    },
    /// Chips were taken off a stack, between hands. Nothing is to be taken off it any more, even
    /// if that was more than there is.
    TakenBack {
        seat: SeatNo,
        player: PlayerId,
        /// How many; 0 if there was nothing.
        amount: Chips,
    },
}
