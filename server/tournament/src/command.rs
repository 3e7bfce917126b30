//! The commands of the floor in a tournament: each is declared here, with what it is about.
//! Commands about a hand or a wager belong to the table. The director checks commands and
//! carries them out.

use crate::escrow::PotNo;
use crate::lots::LotList;
use crate::report::PenaltyCause;
use crate::seq::Seq;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{Chips, EntryNo, HandNo, Millis, PlayerId, SeatNo, Stage, TableNo};
use serde::{Deserialize, Serialize};

/// A command of the floor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// Stops the clock at once. Hands in progress are played to their end, and no hand begins.
    Pause,
    Resume,
    /// Sets the level, from 0, and the time left in it, from the next hand on.
    SetClock {
        level: u16,
        left: Millis,
    },
    /// Extends the level or break.
    AddTime(Millis),
    /// Shortens the level or break.
    TakeTime(Millis),
    /// Changes the start time.
    ChangeStart(Millis),
    /// Closes entry, so that no player can enter any more.
    CloseEntry,
    /// Enters a player, even after late registration if the rulebook allows an arrangement
    /// (Spotlight 6-3). The price is already paid.
    EnterPlayer(PlayerId),
    /// Withdraws an entry before the start and refunds it.
    RemoveEntry(EntryNo),
    /// Seats a player who waits for a seat.
    Seat(Place),
    /// Moves a player to another table or seat when the hand is over.
    Move(Place),
    /// Reserves a seat for a player before the draw. Tables count from 1.
    PinSeat(Place),
    /// Keeps two players at different tables in the draw, and later as far as possible.
    KeepApart(EntryNo, EntryNo),
    /// Balances the tables until no two differ by more than one.
    BalanceNow,
    /// Breaks a table. Its players draw seats at the others.
    BreakTable(TableNo),
    /// Halts a table until the floor lets it resume.
    HaltTable(TableNo),
    /// Lets a halted table resume.
    WaiveHalt(TableNo),
    /// Draws all seats anew.
    Redraw,
    /// Begins or ends hand-for-hand.
    HandForHand(bool),
    /// Makes an announcement to all players.
    Announce(String),
    /// Warns a player (TDA 71-A).
    Warn(EntryNo),
    /// Makes a player miss a number of hands: dealt in, blinds posted, the hand killed (TDA 71-C).
    MissHands(EntryNo, u32),
    /// Makes a player miss a number of rounds, each with as many hands as the
    /// table has players now.
    MissRounds(EntryNo, u8),
    /// Lifts the rest of a player's penalty.
    LiftPenalty(EntryNo),
    /// Disqualifies a player, who finishes below all remaining players. The chips leave
    /// the tournament (TDA 71-D).
    Disqualify {
        entry: EntryNo,
        /// `true` if the prize for the place is paid anyway.
        keeps_prize: bool,
    },
    /// Picks up the chips of a player who is absent for long or has quit. The player is out.
    PickUp(EntryNo),
    /// Takes chips of a player out of the tournament.
    Forfeit(EntryNo, Chips),
    /// Sets a player's stack.
    SetStack(EntryNo, Chips),
    /// Allows or forbids proposals of deals.
    AllowDeals(bool),
    /// Forbids a player to chat.
    Mute(EntryNo),
    /// Allows a player to chat again.
    Unmute(EntryNo),
    /// Bans a player from this tournament. A number of days above 0 bans them from all
    /// tournaments of this kind.
    Ban(EntryNo, u16),
    /// Calls the tournament off.
    Cancel(Refund),
    /// Undoes the ruling of a step.
    Undo(Seq),
    /// Seconds the command of a step that needs two operators.
    Second(Seq),
    /// Gives a mandatory penalty of the rulebook. Only the room gives this command.
    Penalize(BookPenalty),
    /// Impounds a pot, because the decision about it is delayed. Its chips leave the stacks as soon
    /// as no hand is in progress, and play goes on (TFPL and Spotlight 2a-6).
    Impound {
        /// The table where the pot was played.
        table: TableNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Releases an impounded pot to these players, in parts that add up to it.
    ReleasePot {
        pot: PotNo,
        parts: Vec<(EntryNo, Chips)>,
    },
    /// Gives a player bonus chips (TFPL 6-27).
    GiveBonus(EntryNo, Chips),
    /// Takes away a player's bonus chips that are in no stack (TFPL 6-27).
    ForfeitBonus(EntryNo),
    /// Draws at random from a list, for an error that no rule covers (TDA RP-14).
    DrawLots(LotList),
    /// Replaces the levels and breaks from the next level on.
    ChangeLevels(Vec<Stage>),
    /// Takes small chips out of play now, between two hands (TDA 25-B).
    ColorUp(ColorUp),
    /// Allows this number of tables to start with one player more than usual. Only before the draw
    /// (TFPL 2c-7, Spotlight 2c-5).
    ExtraPlayers(u32),
    /// Checks in a player who is there, before the start (TDA 4).
    CheckIn(EntryNo),
    /// Makes an announcement to all players, which walls show for this number of minutes.
    AnnounceFor(String, u16),
    /// Chooses what walls show, and for how many seconds each scene of a rotation stays.
    Wall(WallScene, u16),
    /// With real cards: puts players out who lost all chips in one hand.
    Out {
        entry: EntryNo,
        /// The winners of the last chips, who get the bounties.
        by: Vec<EntryNo>,
        /// The others who are out in the same hand.
        with: Vec<EntryNo>,
    },
    /// With real cards: brings the player back who went out last.
    Back(EntryNo),
    /// With real cards: sells a player a rebuy.
    Rebuy(EntryNo),
    /// With real cards: sells a player the add-on.
    AddOn(EntryNo),
    /// With real cards: notes the stack that the floor has counted.
    Count(EntryNo, Chips),
    /// With real cards: notes that a player has walked to the new seat.
    Moved(EntryNo),
    /// Gives every entry a new seat code, and ends the codes from before.
    NewSeatCodes,
}

/// A scene of a wall, the screen that everyone in the room can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WallScene {
    Clock,
    Seats,
    Moves,
    Prizes,
    Standings,
    Rules,
    /// All scenes in turn.
    Rotate,
}

/// A mandatory penalty of the rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookPenalty {
    pub entry: EntryNo,
    /// The table where the player earned it.
    pub table: TableNo,
    pub hand: HandNo,
    pub cause: PenaltyCause,
    /// Number of hands to miss.
    pub hands: u32,
}

impl Command {
    /// Returns `true` if the command needs two operators where the rulebook
    /// requires that (GAPS G-03).
    #[must_use]
    pub fn is_weighty(&self) -> bool {
        matches!(
            self,
            Self::Disqualify { .. }
                | Self::PickUp(_)
                | Self::Forfeit(..)
                | Self::SetStack(..)
                | Self::Cancel(_)
                | Self::Impound { .. }
                | Self::ReleasePot { .. }
                | Self::GiveBonus(..)
        )
    }

    /// Returns what the command is about. It is rejected if its subject has changed since the last
    /// step that the operator saw.
    pub(crate) fn subject(&self) -> Subject<'_> {
        match self {
            Self::Pause
            | Self::Resume
            | Self::SetClock { .. }
            | Self::AddTime(_)
            | Self::TakeTime(_)
            | Self::ChangeStart(_)
            | Self::ChangeLevels(_)
            | Self::HandForHand(_)
            | Self::ColorUp(ColorUp { table: None, .. }) => Subject::Clock,
            Self::BreakTable(table)
            | Self::HaltTable(table)
            | Self::WaiveHalt(table)
            | Self::ColorUp(ColorUp { table: Some(table), .. }) => Subject::Table(*table),
            Self::Seat(place) | Self::Move(place) | Self::PinSeat(place) => Subject::Place(*place),
            Self::KeepApart(one, other) => Subject::Pair(*one, *other),
            Self::Out { entry, with, .. } => Subject::Group(*entry, with),
            Self::Back(entry)
            | Self::Rebuy(entry)
            | Self::AddOn(entry)
            | Self::Count(entry, _)
            | Self::Moved(entry)
            | Self::RemoveEntry(entry)
            | Self::Warn(entry)
            | Self::MissHands(entry, _)
            | Self::MissRounds(entry, _)
            | Self::LiftPenalty(entry)
            | Self::Disqualify { entry, .. }
            | Self::PickUp(entry)
            | Self::Forfeit(entry, _)
            | Self::SetStack(entry, _)
            | Self::Mute(entry)
            | Self::Unmute(entry)
            | Self::Ban(entry, _)
            | Self::GiveBonus(entry, _)
            | Self::ForfeitBonus(entry)
            | Self::CheckIn(entry)
            | Self::Penalize(BookPenalty { entry, .. }) => Subject::Entry(*entry),
            Self::Impound { parts, .. } | Self::ReleasePot { parts, .. } => Subject::Parts(parts),
            Self::CloseEntry
            | Self::EnterPlayer(_)
            | Self::BalanceNow
            | Self::Redraw
            | Self::Announce(_)
            | Self::AnnounceFor(..)
            | Self::Wall(..)
            | Self::NewSeatCodes
            | Self::AllowDeals(_)
            | Self::Cancel(_)
            | Self::Undo(_)
            | Self::Second(_)
            | Self::DrawLots(_)
            | Self::ExtraPlayers(_) => Subject::Tournament,
        }
    }

    /// Returns what a ruling with this command marks as changed: its subject. Some commands leave
    /// that to the events that follow, or change nothing that another command depends on.
    pub(crate) fn touches(&self) -> Subject<'_> {
        match self {
            Self::Seat(_)
            | Self::Move(_)
            | Self::PinSeat(_)
            | Self::KeepApart(..)
            | Self::BreakTable(_)
            | Self::HaltTable(_)
            | Self::WaiveHalt(_)
            | Self::ColorUp(_)
            | Self::RemoveEntry(_)
            | Self::Mute(_)
            | Self::Unmute(_)
            | Self::Ban(..) => Subject::Tournament,
            _ => self.subject(),
        }
    }
}

/// The subject of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject<'a> {
    /// The tournament as a whole, of which no step is recorded.
    Tournament,
    /// The schedule and its clock.
    Clock,
    Table(TableNo),
    Entry(EntryNo),
    Pair(EntryNo, EntryNo),
    /// An entry, and the table if the seat is named.
    Place(Place),
    Parts(&'a [(EntryNo, Chips)]),
    /// A player, and others in the same hand.
    Group(EntryNo, &'a [EntryNo]),
}

/// The table and seat that a player is sent to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub entry: EntryNo,
    pub table: TableNo,
    /// `None` leaves the choice to the rulebook.
    pub seat: Option<SeatNo>,
}

/// A color-up that the floor orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ColorUp {
    /// `None` for all tables.
    pub table: Option<TableNo>,
    /// The smallest chip from then on.
    pub unit: Chips,
    /// `None` for the rulebook's method.
    pub method: Option<ColourUpChoice>,
}

/// The refund when a tournament is called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refund {
    /// Everything paid, to all players. Not possible once a prize has been paid.
    Everything,
    /// The fees to all players, and the rest of the prize pool to the remaining players in
    /// proportion to their stacks.
    ByStacks,
    /// The fees to all players, and the rest of the prize pool to the remaining
    /// players in equal parts.
    Evenly,
}

/// Lists the commands that a program only translates part by part, and passes them to another
/// macro, behind what is given to this one. A command whose translation takes more is not listed.
#[macro_export]
macro_rules! plain_commands {
    ($translate:ident { $($given:tt)* }) => {
        $translate! {
            $($given)*
            alone: Pause, Resume, CloseEntry, BalanceNow, Redraw, NewSeatCodes;
            of_one_part: AddTime, TakeTime, ChangeStart, RemoveEntry, Seat, Move, BreakTable,
                HaltTable, WaiveHalt, HandForHand, Announce, Warn, LiftPenalty, PickUp, AllowDeals,
                Mute, Unmute, Cancel, Undo, Second, ForfeitBonus, ColorUp, ExtraPlayers,
                CheckIn, Back, Rebuy, AddOn, Moved;
            of_two_parts: KeepApart, MissHands, MissRounds, Forfeit, Ban, GiveBonus, Wall, Count;
        }
    };
}
