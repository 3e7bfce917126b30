//! The events of a tournament. Folding them through [`Director::apply`](crate::Director::apply)
//! rebuilds the tournament without deciding anything again.

use crate::clock::Clock;
use crate::command::Place;
use crate::deal::{DealNo, DealWish, OpenDeal};
use crate::escrow::PotNo;
use crate::floor::{DueColorUp, Ruling, RulingState};
use crate::held::Bust;
use crate::input::Purchase;
use crate::lots::DrawnLots;
use crate::order::{OrderNo, Ordered};
use crate::prizes::{BountyAward, Race};
use crate::removal::Removal;
use crate::report::Upcoming;
use crate::seating::{Reserved, SeatCard, Short};
use crate::seq::Seq;
use cardroom_cards::Card;
use cardroom_rules::{Cents, Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, Stage, TableNo};
use serde::{Deserialize, Serialize};

/// An event of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// Begins a step. It is the first event of every step.
    StepBegan {
        at: Millis,
    },
    Entered {
        /// The number of the entry: one more than the last.
        entry: EntryNo,
        player: PlayerId,
        at: Millis,
        /// The starting stack of the entry.
        stack: Chips,
    },
    /// An entry was paid with a ticket.
    TicketUsed {
        entry: EntryNo,
        /// The value of the ticket.
        worth: Cents,
    },
    /// An entry was withdrawn before play. The refund follows as [`Refunded`](Event::Refunded).
    Withdrawn {
        entry: EntryNo,
    },
    /// An entry no longer counts, and this amount goes back to the player. It is 0 if the entry was
    /// free, or if its share is less than a cent. Every refund is reported by this event only.
    Refunded {
        entry: EntryNo,
        amount: Cents,
    },
    /// A player is present for the start.
    CheckedIn {
        entry: EntryNo,
    },
    /// The start time changed.
    StartChanged {
        at: Option<Millis>,
    },
    /// A player bought chips. During a hand they arrive when the hand is over.
    Bought {
        entry: EntryNo,
        what: Purchase,
        chips: Chips,
        /// The price, which goes to the prize pool.
        cost: Cents,
    },
    /// A stack changed between two hands, other than by play.
    StackChanged {
        entry: EntryNo,
        /// The new stack. The total of all chips changes with it.
        stack: Chips,
    },
    /// Chips are due to be given or taken once no hand is in progress.
    StackDue {
        entry: EntryNo,
        given: Chips,
        taken: Chips,
    },
    /// A player has lost all chips but is not out yet. A rebuy may still be taken, or the hand
    /// is part of hand-for-hand.
    Busted(Box<Bust>),
    /// A player declined the rebuy, or the time for it is over.
    RebuyDeclined {
        entry: EntryNo,
    },
    /// The seed of the draws that follow (see [`Draws`](crate::Draws) and
    /// [`seating`](crate::seating)). The log up to here is enough to repeat them.
    Drawn {
        seed: u64,
    },
    Began {
        at: Millis,
    },
    /// The tournament was called off before or during play.
    /// Refunds follow as [`Refunded`](Event::Refunded).
    Cancelled {
        reason: String,
    },
    /// A level begins. It applies to all hands dealt from now on.
    LevelBegan {
        /// Index of the stage in the structure.
        stage: u16,
        /// `None` for the last level.
        ends_at: Option<Millis>,
    },
    /// A break is due, so no table deals another hand.
    BreakDue {
        /// Index of the stage in the structure.
        stage: u16,
        at: Millis,
    },
    /// The break begins for all tables at once.
    BreakBegan {
        ends_at: Millis,
    },
    /// The clock changed: it was set, hand-for-hand deducted a hand, or it continues after a stop.
    ClockSet {
        clock: Clock,
    },
    /// Many players lost their connections. No hand begins before
    /// they are back or `until` has passed.
    ConnectionsLost {
        missing: u32,
        until: Millis,
    },
    /// All clocks of the tournament stop.
    Paused {
        at: Millis,
    },
    /// All clocks continue, with every timer shifted later by `later`.
    Resumed {
        later: Millis,
    },
    /// A table finished its last hand long after the break began, so its break ends
    /// later than the others'.
    Rests {
        table: TableNo,
        until: Millis,
    },
    /// The extended break of a table is over.
    Rested {
        table: TableNo,
    },
    /// Hand-for-hand begins. The hand in progress is its first.
    HandForHandBegan {
        ordered: bool,
    },
    /// All remaining players in the hand at this table are all-in, with their cards face down.
    TableWaits {
        table: TableNo,
    },
    /// All tables are dealt the next hand of hand-for-hand.
    HandTogether,
    /// All tables have finished a hand of hand-for-hand.
    HandTogetherOver {
        /// The time to deduct from the next level.
        carried: Millis,
    },
    /// Hand-for-hand ends for all tables.
    HandForHandEnded {
        /// `true` if the floor ended it, so it does not begin again automatically.
        waived: bool,
    },
    /// No player can enter any more.
    EntryClosed,
    /// The prizes of all places are final.
    PrizesFixed {
        /// The prize of each place, first place first.
        places: Vec<Cents>,
        /// Number of top places that win a ticket instead.
        tickets: u32,
    },
    PrizeWon {
        entry: EntryNo,
        /// The amount, or the value of the ticket.
        prize: Cents,
    },
    /// A place was reserved for an entry, or the reservation was removed.
    Reserved {
        entry: EntryNo,
        /// Empty if the reservation was removed.
        place: Reserved,
    },
    /// Two entries must not share a table.
    KeptApart {
        one: EntryNo,
        other: EntryNo,
    },
    LetTogether {
        one: EntryNo,
        other: EntryNo,
    },
    /// All remaining players are paid. Mystery bounties are drawn from now on.
    MoneyReached {
        players_left: u32,
    },
    /// The bounties awarded for an eliminated player: cash, and amounts added to other heads.
    BountyAwarded(BountyAward),
    /// The final bounties of the remaining players: their own heads and equal parts
    /// of the unwon bounties.
    BountiesShared {
        shares: Vec<(EntryNo, Cents)>,
    },
    /// The smallest chips went out of play, which changed these stacks. The total of all
    /// chips changes with them.
    ChipsExchanged {
        /// `None` for a player without a seat.
        table: Option<TableNo>,
        /// The smallest chip from now on.
        unit: Chips,
        /// The race, if one was held.
        race: Option<Race>,
        /// The changed stacks only.
        stacks: Vec<(EntryNo, Chips)>,
    },
    /// A deal was proposed to the remaining players, who vote in secret.
    DealProposed(Box<OpenDeal>),
    /// A player voted on the deal. Only the director may ever learn the content of a vote.
    Voted {
        entry: EntryNo,
        agrees: bool,
    },
    /// All players agreed. The deal is made as soon as no hand is in progress.
    DealAccepted,
    /// The deal was voted down or failed.
    DealRejected {
        number: DealNo,
    },
    /// The deal was made. The shares are paid, and the winner plays for the reserve.
    DealMade {
        number: DealNo,
        shares: Vec<(EntryNo, Cents)>,
        /// The reserve that the winner gets in addition.
        for_winner: Cents,
    },
    /// The drawn breaking order, first table first. Tables opened later break before
    /// them, the latest first.
    BreakingOrderDrawn {
        tables: Vec<TableNo>,
    },
    /// A table was opened. Its players follow.
    TableOpened {
        table: TableNo,
        seats: u8,
    },
    /// An entry gets this seat, from the table's next hand on.
    Seated {
        entry: EntryNo,
        table: TableNo,
        seat: SeatNo,
    },
    /// An entry was ordered from its seat to another table.
    Moved {
        entry: EntryNo,
        from: TableNo,
        to: TableNo,
        /// The seat there, if it has been drawn already.
        seat: Option<SeatNo>,
    },
    /// An entry left its old table and is in transit with its chips.
    Released {
        entry: EntryNo,
        from: TableNo,
    },
    /// A table breaks after its hand. Its players go to other tables.
    TableBreaks {
        table: TableNo,
    },
    /// The players of a breaking table get seats in two random steps (TDA 10-B, IA-10): the highest
    /// card gets the first seat, and so on. Their moves follow.
    SeatCardsDealt {
        table: TableNo,
        /// The seats in scrambled order.
        seats: Vec<SeatCard>,
        /// One card for each player.
        cards: Vec<(EntryNo, Card)>,
    },
    /// Each player at a table was dealt a card. The highest card gets the button.
    ButtonDealtFor {
        table: TableNo,
        cards: Vec<(SeatNo, Card)>,
    },
    /// A short table was halted until it is filled or broken (TDA 11-D).
    Halted {
        table: TableNo,
        at: Millis,
        /// `true` if the floor ordered it, which is at its discretion in some formats. The halt
        /// then lasts until the floor ends it.
        ordered: bool,
    },
    /// A halted table resumes play.
    PlaysOn {
        table: TableNo,
        /// `true` if the table is as short as before. It is not halted again before its next
        /// elimination.
        waived: bool,
    },
    /// Notifies the floor that a table has become short.
    TableShort {
        table: TableNo,
        players: u8,
        short: Short,
    },
    /// A table was closed.
    TableClosed {
        table: TableNo,
    },
    /// An order was sent to a table.
    Ordered(Ordered),
    /// A table carried out an order.
    OrderDone {
        order: OrderNo,
    },
    /// A player took or left a seat, so a table's next positions changed.
    PositionsChanged {
        table: TableNo,
        upcoming: Option<Upcoming>,
    },
    /// A hand is over, and these are the new stacks.
    HandFinished {
        table: TableNo,
        hand: HandNo,
        stacks: Vec<(EntryNo, Chips)>,
        /// The positions of the next hand.
        upcoming: Option<Upcoming>,
        void: bool,
    },
    /// A player was absent from a hand for the first time.
    AbsenceBegan {
        entry: EntryNo,
        /// When that hand was dealt.
        since: Millis,
    },
    /// An absent player returned.
    AbsenceEnded {
        entry: EntryNo,
    },
    /// A warning is due because of a long absence.
    AbsenceWarned {
        entry: EntryNo,
        since: Millis,
    },
    /// The absence of a player exceeds the limit of the rulebook, so the floor may pick up the
    /// chips, at its discretion (TFPL 2b-15).
    LongAbsence {
        entry: EntryNo,
        since: Millis,
    },
    /// A player left for good.
    Quit {
        entry: EntryNo,
    },
    /// A player is due to be removed once no hand is in progress at the table.
    RemovalDue {
        entry: EntryNo,
        why: Removal,
    },
    /// The removal was canceled.
    RemovalLifted {
        entry: EntryNo,
    },
    /// A player is due to move by order of the floor, once no hand is in progress at the table.
    MoveDue(Place),
    /// The ordered move was dropped, because the seat is no longer available.
    MoveDropped {
        entry: EntryNo,
    },
    /// The floor ordered tables balanced to a difference of one, or that has been done.
    BalancingOrdered {
        on: bool,
    },
    /// A player was removed, with the chips. The place follows as [`Out`](Event::Out).
    Removed {
        entry: EntryNo,
        why: Removal,
        /// The chips that left the tournament.
        chips: Chips,
    },
    /// A player now has this number of hands to miss.
    PenaltySet {
        entry: EntryNo,
        hands: u32,
    },
    Warned {
        entry: EntryNo,
    },
    /// A player may no longer chat, or may chat again.
    Muted {
        entry: EntryNo,
        muted: bool,
    },
    /// A player may no longer enter, or may enter again.
    Banned {
        player: PlayerId,
        /// Number of days for all tournaments of this kind; 0 for this tournament alone.
        /// `None` lifts the ban.
        days: Option<u16>,
    },
    /// The floor made an announcement.
    Announced {
        text: String,
    },
    /// The floor ruled. The consequences follow in the same step.
    Ruled(Box<Ruling>),
    /// The state of a ruling changed.
    RulingChanged {
        /// The step of the ruling.
        ruling: Seq,
        state: RulingState,
    },
    /// Players may propose deals, or no longer may.
    DealsAllowed {
        allowed: bool,
    },
    /// An entry won its table or has no opponent and waits for the next round, or it advances
    /// from a first day.
    Through {
        entry: EntryNo,
    },
    /// The next round begins, and all remaining players have this stack.
    RoundBegan {
        /// The first round is 1.
        round: u32,
        stack: Chips,
    },
    /// A first day is over for the remaining players. Tables finish their hands.
    DayEnds,
    /// The first day is over. The remaining players advance to the next day.
    DayOver {
        at: Millis,
    },
    /// The survivors of a first day now play in another tournament, and for its prize pool.
    HandedOver {
        /// The room's number of that tournament.
        to: u64,
    },
    Out {
        entry: EntryNo,
        /// Number of entries that were out before.
        out_before: u32,
        /// Number of entries that share the place. The place counts from the end.
        sharing: u32,
        at: Millis,
        /// The winners of the last chips. Empty if the floor or an absence eliminated the entry.
        by: Vec<EntryNo>,
    },
    /// One player has all chips, or the remaining players share the first place
    /// and all win tickets.
    Over {
        /// If several share the first place, one of them.
        winner: EntryNo,
        /// Number of entries that share the first place. The
        /// others were [`Out`](Event::Out) before.
        sharing: u32,
        at: Millis,
    },
    /// A finished hand was declared void afterwards. These are the stacks from before it.
    HandUndone {
        table: TableNo,
        hand: HandNo,
        stacks: Vec<(EntryNo, Chips)>,
        /// The positions of the next hand.
        upcoming: Option<Upcoming>,
    },
    /// A ruling moved chips from the last hand's pots to another player.
    Reawarded {
        /// The player who returned them.
        giver: EntryNo,
        getter: EntryNo,
        chips: Chips,
    },
    /// Play begins soon, for the first time or after a break, so dealers prepare
    /// their decks (TDA RP-20).
    PlayNears {
        at: Millis,
    },
    /// A disqualified player's prize for the place was withheld. It leaves the pool, and the other
    /// prizes stay the same (GAPS G-46).
    PrizeWithheld {
        entry: EntryNo,
        /// The amount, or the value of the ticket.
        prize: Cents,
    },
    /// The floor impounded a pot. Its chips leave the stacks as soon as no hand is in progress.
    PotImpounded {
        pot: PotNo,
        table: TableNo,
        at: Millis,
        reason: String,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Chips left a stack for an impounded pot: the ordered amount, or what the stack held.
    ChipsImpounded {
        pot: PotNo,
        entry: EntryNo,
        chips: Chips,
    },
    /// The floor released an impounded pot. Its chips reach the stacks between hands.
    PotReleased {
        pot: PotNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Released chips reached a stack.
    ChipsReleased {
        entry: EntryNo,
        chips: Chips,
    },
    /// A player's only chips are impounded. The seat is free, but the player is not out yet.
    Suspended(Box<Bust>),
    /// A suspended player has chips again and waits for a seat.
    WaitsForSeat {
        entry: EntryNo,
    },
    /// The tournament cannot go on before the floor decides about the impounded pots.
    DecisionAwaited,
    /// A player has a bonus, added to the stack as soon as no hand is in progress (TFPL 6-27).
    BonusDue {
        entry: EntryNo,
        chips: Chips,
    },
    /// A bonus was added to a stack and is in play. The total of all chips changes with it.
    BonusAdded {
        entry: EntryNo,
        chips: Chips,
    },
    /// A player who was out before a bonus came into play keeps it.
    BonusKept {
        entry: EntryNo,
        chips: Chips,
    },
    /// A player with a new stack uses the kept bonus.
    BonusUsed {
        entry: EntryNo,
        chips: Chips,
    },
    /// The floor took away a bonus that was in no stack.
    BonusForfeited {
        entry: EntryNo,
        chips: Chips,
    },
    /// The tournament is over, and a player still has a bonus. It is for the next tournament.
    BonusLeft {
        entry: EntryNo,
        chips: Chips,
    },
    /// The floor drew from a list (TDA RP-14).
    LotsDrawn(DrawnLots),
    /// The floor changed the levels and breaks that have not begun, or undid such a change.
    LevelsChanged {
        /// Number of levels and breaks that stay the same.
        kept: u16,
        /// The levels and breaks after them.
        stages: Vec<Stage>,
        /// The ruling that made the change, or `None` if one was undone.
        ruling: Option<Seq>,
    },
    /// The floor colors up. Tables exchange their chips when their hands are over, and the new
    /// stacks follow as [`ChipsExchanged`](Event::ChipsExchanged).
    ColorUpDue(DueColorUp),
    /// The floor allowed this number of tables to start with an extra player.
    ExtraPlayersAllowed {
        tables: u32,
    },
    /// A table has one more seat than the others, for an extra player. Or that seat closes, because
    /// a player left the table.
    SurplusSeat {
        table: TableNo,
        open: bool,
    },
    /// The floor paused this table alone, or play goes on there.
    TablePaused {
        table: TableNo,
        paused: bool,
    },
    /// A player asked for a deal while hands were in progress. No new hand begins, and the deal is
    /// proposed for the stacks after them.
    DealAsked(Box<DealWish>),
    /// After the hands in progress, the deal that a player asked for is not possible any more.
    DealDropped,
    /// These players were present in a hand for the first time.
    Sat {
        entries: Vec<EntryNo>,
    },
    /// With real cards: players lost all chips in one hand, as the floor says.
    HandLost {
        /// The ruling of the floor.
        ruling: Seq,
        /// The players who lost all chips.
        out: Vec<EntryNo>,
        /// The players who won the chips, each with the chips of those who lost. Empty if the floor
        /// did not say who.
        won: Vec<(EntryNo, Chips)>,
    },
    /// With real cards: the players of the last hand are back, with the chips from before it.
    HandTakenBack {
        /// Those who were out. A player who could still buy chips was not.
        back: Vec<EntryNo>,
    },
    /// With real cards: the floor counted a stack. The total of all chips stays the same.
    StackCounted {
        entry: EntryNo,
        stack: Chips,
        /// `false` if the count was undone, so that this stack is a guess again.
        certain: bool,
    },
    /// With real cards: a player has walked to the new seat.
    MoveConfirmed {
        entry: EntryNo,
    },
}
