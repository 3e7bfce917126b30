//! What happened in a tournament. Folding events through
//! [`Director::apply`](crate::Director::apply) gives the tournament; nothing in an event is ever
//! decided again.

use crate::clock::Clock;
use crate::deal::{DealNo, OpenDeal};
use crate::floor::{DrawnLots, DueColorUp, Place, Ruling, RulingState};
use crate::held::Bust;
use crate::input::Purchase;
use crate::order::{OrderNo, Ordered};
use crate::prizes::{BountyAward, Race};
use crate::removal::Removal;
use crate::report::Upcoming;
use crate::seating::{Reserved, SeatCard, Short};
use cardroom_cards::Card;
use cardroom_rules::{Cents, Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, Stage, TableNo};
use serde::{Deserialize, Serialize};

/// The number of a step: how many steps with events there were, this one included.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);

/// What happened in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// A step begins: the first event of each.
    StepBegan {
        at: Millis,
    },
    Entered {
        /// The number of the entry: one more than the last.
        entry: EntryNo,
        player: PlayerId,
        at: Millis,
        /// What the entry starts with.
        stack: Chips,
    },
    /// An entry is paid with a ticket.
    TicketUsed {
        entry: EntryNo,
        /// What the ticket is worth.
        worth: Cents,
    },
    /// An entry was withdrawn before it was played. What goes back follows as
    /// [`Refunded`](Event::Refunded).
    Withdrawn {
        entry: EntryNo,
    },
    /// An entry counts no longer, and so much goes back to its player: nothing where nothing was
    /// paid, or where a share comes to less than a cent. Every refund is said by this event and no
    /// other.
    Refunded {
        entry: EntryNo,
        amount: Cents,
    },
    /// Somebody is there for the start.
    CheckedIn {
        entry: EntryNo,
    },
    /// The tournament starts at another time.
    StartChanged {
        at: Option<Millis>,
    },
    /// Chips were bought; where a hand is played they come when it is over.
    Bought {
        entry: EntryNo,
        what: Purchase,
        chips: Chips,
        /// What they cost; it goes to the prize pool.
        cost: Cents,
    },
    /// A stack was changed between two hands, other than by playing.
    StackChanged {
        entry: EntryNo,
        /// The stack now. The sum of all chips changes with it.
        stack: Chips,
    },
    /// Chips are to be given to a player, or taken, as soon as no hand is played.
    StackDue {
        entry: EntryNo,
        /// How many are given.
        given: Chips,
        /// How many are taken.
        taken: Chips,
    },
    /// A player has lost all chips, and is not out yet: because a rebuy may be taken, or because
    /// the hand is played together with other tables.
    Busted(Box<Bust>),
    /// A player does not take the rebuy, or the time for it is over.
    RebuyDeclined {
        entry: EntryNo,
    },
    /// What is drawn next comes from this seed (see [`Draws`](crate::Draws) and
    /// [`seating`](crate::seating)): whoever has the log up to here can draw it again.
    Drawn {
        seed: u64,
    },
    /// The tournament has begun.
    Began {
        at: Millis,
    },
    /// It does not take place, or not to its end. What goes back follows as
    /// [`Refunded`](Event::Refunded).
    Cancelled {
        reason: String,
    },
    /// A level begins: hands that are dealt from now on are dealt under it.
    LevelBegan {
        /// Which stage of the structure.
        stage: u16,
        /// Until when; `None` for the last one.
        ends_at: Option<Millis>,
    },
    /// A break is due: no table deals another hand.
    BreakDue {
        /// Which stage of the structure.
        stage: u16,
        at: Millis,
    },
    /// The break begins, for all tables at once.
    BreakBegan {
        ends_at: Millis,
    },
    /// The clock shows something else: it was set, or a hand of hand-for-hand took time off it, or
    /// it goes on after standing still.
    ClockSet {
        clock: Clock,
    },
    /// Many players have lost their connections: no hand begins before they are back, at the latest
    /// until then.
    ConnectionsLost {
        missing: u32,
        until: Millis,
    },
    /// All clocks stand still.
    Paused {
        at: Millis,
    },
    /// They go on: everything that was due later is due later by so much.
    Resumed {
        later: Millis,
    },
    /// A table that finished its hand long after a break had begun rests longer than the others.
    Rests {
        table: TableNo,
        until: Millis,
    },
    /// A table has rested.
    Rested {
        table: TableNo,
    },
    /// All tables play each hand together from now on; the hand in progress is the first.
    HandForHandBegan {
        ordered: bool,
    },
    /// At this table everybody left in the hand is all-in, with the cards down.
    TableWaits {
        table: TableNo,
    },
    /// All tables are dealt the next hand that they play together.
    HandTogether,
    /// All tables have finished a hand that they played together.
    HandTogetherOver {
        /// What is to be taken off the level that comes next.
        carried: Millis,
    },
    /// Tables play on their own again.
    HandForHandEnded {
        /// The floor has ended it: it does not begin again by itself.
        waived: bool,
    },
    /// Nobody can enter any more.
    EntryClosed,
    /// What each place wins is fixed.
    PrizesFixed {
        /// By place, from the first.
        places: Vec<Cents>,
        /// How many of the first win a ticket instead.
        tickets: u32,
    },
    /// A prize is won.
    PrizeWon {
        entry: EntryNo,
        /// How much, or what the ticket is worth.
        prize: Cents,
    },
    /// A place is reserved for an entry, or not any more.
    Reserved {
        entry: EntryNo,
        /// The place; none at all where it is free again.
        place: Reserved,
    },
    /// Two entries are not to sit at one table.
    KeptApart {
        one: EntryNo,
        other: EntryNo,
    },
    LetTogether {
        one: EntryNo,
        other: EntryNo,
    },
    /// So few are left that all of them are paid: from now on mystery bounties are drawn.
    MoneyReached {
        /// How many are left.
        players_left: u32,
    },
    /// Somebody is out, and this is what the head was worth: money, and prices on other heads.
    BountyAwarded(BountyAward),
    /// What those have who are left at the end: the price on the own head, and a part of what
    /// nobody has won.
    BountiesShared {
        /// Who gets how much.
        shares: Vec<(EntryNo, Cents)>,
    },
    /// The smallest chips left the tournament: these are the stacks now. The sum of all chips
    /// changes with them.
    ChipsExchanged {
        /// At which table; `None` for somebody who has no seat.
        table: Option<TableNo>,
        /// The smallest chip now.
        unit: Chips,
        /// The race, where there was one.
        race: Option<Race>,
        /// The stacks that are others now.
        stacks: Vec<(EntryNo, Chips)>,
    },
    /// A deal is proposed to those who are left: they vote in secret.
    DealProposed(Box<OpenDeal>),
    /// Somebody voted on it. Nobody but the director may ever learn how.
    Voted {
        entry: EntryNo,
        agrees: bool,
    },
    /// Everybody has agreed: it counts as soon as no hand is played.
    DealAccepted,
    /// It does not come to the deal.
    DealRejected {
        number: DealNo,
    },
    /// The deal counts: the shares are paid, and the winner plays for what is kept.
    DealMade {
        number: DealNo,
        shares: Vec<(EntryNo, Cents)>,
        /// What the winner gets besides.
        for_winner: Cents,
    },
    /// In which order tables break, as drawn; the first one first. Tables that are opened later
    /// break before them, the latest first.
    BreakingOrderDrawn {
        tables: Vec<TableNo>,
    },
    /// A table is opened. Who sits there follows.
    TableOpened {
        table: TableNo,
        /// How many seats it has.
        seats: u8,
    },
    /// An entry has this seat, from the table's next hand on.
    Seated {
        entry: EntryNo,
        table: TableNo,
        seat: SeatNo,
    },
    /// An entry leaves its seat for another table.
    Moved {
        entry: EntryNo,
        from: TableNo,
        to: TableNo,
        /// Which seat there, where it was drawn already.
        seat: Option<SeatNo>,
    },
    /// An entry has left its old table and is in transit with its chips.
    Released {
        entry: EntryNo,
        from: TableNo,
    },
    /// A table breaks after its hand: its players go to other tables.
    TableBreaks {
        table: TableNo,
    },
    /// The players of a table that breaks get seats in two random steps (TDA 10-B, IA-10): who has
    /// the highest card gets the first seat, and so on. Where each goes follows.
    SeatCardsDealt {
        table: TableNo,
        /// The seats, as scrambled.
        seats: Vec<SeatCard>,
        /// The card that each was dealt.
        cards: Vec<(EntryNo, Card)>,
    },
    /// Everybody at a table was dealt a card: the highest has the button.
    ButtonDealtFor {
        table: TableNo,
        /// The cards, by seat.
        cards: Vec<(SeatNo, Card)>,
    },
    /// A short table is halted until it is filled or broken (TDA 11-D).
    Halted {
        table: TableNo,
        at: Millis,
        /// By the floor, at whose discretion it is in some formats: until it lets the table play
        /// on.
        ordered: bool,
    },
    /// A table that was halted plays on.
    PlaysOn {
        table: TableNo,
        /// It is as short as before, and is not halted again until somebody else is out there.
        waived: bool,
    },
    /// The floor is told that a table has become short.
    TableShort {
        table: TableNo,
        /// How many players it has.
        players: u8,
        short: Short,
    },
    /// A table is gone.
    TableClosed {
        table: TableNo,
    },
    /// An order went to a table.
    Ordered(Ordered),
    /// A table did what it was ordered to do.
    OrderDone {
        order: OrderNo,
    },
    /// Where a table's next positions are has changed by who came or went.
    PositionsChanged {
        table: TableNo,
        upcoming: Option<Upcoming>,
    },
    /// A hand is over; these are the stacks.
    HandFinished {
        table: TableNo,
        hand: HandNo,
        /// The players and their stacks.
        stacks: Vec<(EntryNo, Chips)>,
        /// Where the next positions are.
        upcoming: Option<Upcoming>,
        void: bool,
    },
    /// Somebody was not there for a hand, for the first time.
    AbsenceBegan {
        entry: EntryNo,
        /// When that hand was dealt.
        since: Millis,
    },
    /// Somebody is there again.
    AbsenceEnded {
        entry: EntryNo,
    },
    /// Somebody is away for so long that it is time for a warning.
    AbsenceWarned {
        entry: EntryNo,
        since: Millis,
    },
    /// Somebody is away for so long that the rulebook knows a remedy: the floor may pick up the
    /// chips, and does not have to (TFPL 2b-15).
    LongAbsence {
        entry: EntryNo,
        since: Millis,
    },
    /// Somebody has left for good and will not come back.
    Quit {
        entry: EntryNo,
    },
    /// Somebody is to be taken out as soon as no hand is played at the table.
    RemovalDue {
        entry: EntryNo,
        why: Removal,
    },
    /// It does not come to that.
    RemovalLifted {
        entry: EntryNo,
    },
    /// Somebody is to move as soon as no hand is played at the table, by order of the floor.
    MoveDue(Place),
    /// It does not come to that: there is no such seat any more.
    MoveDropped {
        entry: EntryNo,
    },
    /// Tables are balanced to a difference of one, by order of the floor, or that is done.
    BalancingOrdered {
        on: bool,
    },
    /// Somebody was taken out, and the chips with them. The place follows as [`Out`](Event::Out).
    Removed {
        entry: EntryNo,
        why: Removal,
        /// The chips that left the tournament.
        chips: Chips,
    },
    /// Somebody has so many hands to miss.
    PenaltySet {
        entry: EntryNo,
        hands: u32,
    },
    Warned {
        entry: EntryNo,
    },
    /// Somebody may not chat, or may again.
    Muted {
        entry: EntryNo,
        muted: bool,
    },
    /// A player may not enter, or may again.
    Banned {
        player: PlayerId,
        /// For how many days from any tournament of this kind; 0 for this one alone. `None` where
        /// the ban is lifted.
        days: Option<u16>,
    },
    /// The floor announces something.
    Announced {
        text: String,
    },
    /// The floor ruled. What follows from it stands in the same step.
    Ruled(Box<Ruling>),
    /// A ruling counts now, or does not any more.
    RulingChanged {
        /// Which: the step it came with.
        ruling: Seq,
        state: RulingState,
    },
    /// Players may propose deals, or may not.
    DealsAllowed {
        allowed: bool,
    },
    /// An entry has won its table, or has no opponent, and waits for the next round; or the first
    /// day is over, and it goes on to the next.
    Through {
        entry: EntryNo,
    },
    /// The next round begins: everybody left has this stack.
    RoundBegan {
        /// Which, from 1.
        round: u32,
        stack: Chips,
    },
    /// A first day is over for those who are left: tables finish their hands.
    DayEnds,
    /// It is over; the players left go on to the next day.
    DayOver {
        at: Millis,
    },
    /// Those who went on from a first day play in another tournament now, and for its pool too.
    HandedOver {
        /// The room's number of that tournament.
        to: u64,
    },
    /// An entry is out.
    Out {
        entry: EntryNo,
        /// How many were out before.
        out_before: u32,
        /// How many share the place, which is counted from the end.
        sharing: u32,
        at: Millis,
        /// Who won the last of the chips; nobody where the floor or an absence put the entry out.
        by: Vec<EntryNo>,
    },
    /// One player has all chips, or those who are left share the first place: they all win tickets.
    Over {
        /// The winner; one of them where they share.
        winner: EntryNo,
        /// How many share the first place; the others are [`Out`](Event::Out) before.
        sharing: u32,
        at: Millis,
    },
    /// A finished hand is void after all; these are the stacks again.
    HandUndone {
        table: TableNo,
        hand: HandNo,
        /// The players and their stacks.
        stacks: Vec<(EntryNo, Chips)>,
        /// Where the next positions are.
        upcoming: Option<Upcoming>,
    },
    /// Chips of the last hand's pots went to another player by a ruling.
    Reawarded {
        /// Who gave them back.
        giver: EntryNo,
        getter: EntryNo,
        chips: Chips,
    },
    /// Play begins soon, for the first time or after a break: dealers prepare their decks (TDA
    /// RP-20).
    PlayNears {
        at: Millis,
    },
    /// The prize of a place that a disqualified player has, who is paid nothing: it leaves the
    /// pool, and the other prizes stay as they are (GAPS G-46).
    PrizeWithheld {
        entry: EntryNo,
        /// How much, or what the ticket is worth.
        prize: Cents,
    },
    /// The floor drew from a list (TDA RP-14).
    LotsDrawn(DrawnLots),
    /// The floor changed the levels and breaks that have not begun, or takes that back.
    LevelsChanged {
        /// How many levels and breaks stay as they are.
        kept: u16,
        /// What follows them.
        stages: Vec<Stage>,
        /// The ruling that can be taken back; `None` where one was.
        ruling: Option<Seq>,
    },
    /// The floor colors up: tables exchange their chips when their hands are over. The new stacks
    /// follow as [`ChipsExchanged`](Event::ChipsExchanged).
    ColorUpDue(DueColorUp),
    /// So many tables may start with an extra player.
    ExtraPlayersAllowed {
        tables: u32,
    },
    /// A table has a seat more than others, for an extra player; or that seat goes, because
    /// somebody has left the table.
    SurplusSeat {
        table: TableNo,
        open: bool,
    },
}
