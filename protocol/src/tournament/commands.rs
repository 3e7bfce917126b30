//! Commands of the floor in a tournament. Commands about a hand or a
//! wager are in [`hybrid`](crate::hybrid).

use super::views::Stage;
use crate::ids::{Chips, EntryId, Seq, TableId, TimeMs};
use crate::limits::{MAX_CHANGED_STAGES, MAX_LOTS, MAX_POT_PARTS};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// A command of the floor about a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TournamentCommand {
    /// Stops the clock and every table at once, in the middle of a hand between two actions.
    Pause,
    /// Ends a pause of the tournament.
    Resume,
    /// Sets the level and the time left in it, from the next hand on.
    SetClock(ClockSetting),
    /// Makes the level or break this many seconds longer.
    AddTime(u32),
    /// Makes the level or break this many seconds shorter.
    TakeTime(u32),
    /// Moves the start of the tournament to this time.
    ChangeStart(TimeMs),
    /// Closes the tournament for entries.
    CloseEntry,
    /// Enters the account with this name, which pays from its wallet.
    EnterPlayer(String),
    /// Removes an entry before the start and refunds it.
    RemoveEntry(EntryId),
    /// Seats a player who waits for a seat.
    Seat(SeatOrder),
    /// Moves a player to another table or seat, when the hand is over.
    Move(SeatOrder),
    /// Fixes a player's seat before the draw.
    PinSeat(PinOrder),
    /// Keeps two players at different tables in the draw.
    KeepApart(EntryPair),
    /// Balances tables now, without waiting for the difference that the rulebook gives.
    BalanceNow,
    /// Breaks the table. Its players draw seats at the others.
    BreakTable(TableId),
    /// Halts the table until tables are balanced.
    HaltTable(TableId),
    /// Lets a halted table go on.
    WaiveHalt(TableId),
    /// Draws all seats again.
    Redraw,
    /// Starts (true) or stops (false) hand-for-hand.
    HandForHand(bool),
    /// Sends a text to everyone in the tournament: at most 280 characters. Walls show it for 5
    /// minutes.
    Announce(String),
    /// Gives a player a warning.
    Warn(EntryId),
    /// Makes a player miss hands: dealt in, blinds posted, the hand killed.
    MissHands(MissedHands),
    /// Makes a player miss rounds, each of as many hands as the table has players now.
    MissRounds(MissedRounds),
    /// Lifts the rest of a player's penalty.
    LiftPenalty(EntryId),
    /// Disqualifies a player, who gets the last place of the players left. The
    /// chips leave the tournament.
    Disqualify(Disqualification),
    /// Picks up the chips of an absent player, who is out.
    PickUp(EntryId),
    /// Takes chips of a player out of the tournament.
    Forfeit(ChipOrder),
    /// Sets a player's stack.
    SetStack(StackOrder),
    /// Allows (true) or forbids (false) players to propose deals.
    AllowDeals(bool),
    /// Mutes a player's chat.
    Mute(EntryId),
    /// Ends the mute of a player.
    Unmute(EntryId),
    /// Bans the account from this tournament, and from those of its kind for some days.
    Ban(Ban),
    /// Cancels the tournament with this refund.
    Cancel(Refund),
    /// Undoes the ruling of this step.
    Undo(Seq),
    /// Seconds the command of this step, which needs two operators.
    Second(Seq),
    /// Impounds a pot. Its chips leave the stacks as soon as no hand is in progress.
    Impound(Impoundment),
    /// Releases the chips of an impounded pot to players.
    ReleasePot(PotRelease),
    /// Gives a player bonus chips, added to the stack as soon as no hand is in progress.
    GiveBonus(ChipOrder),
    /// Takes away a player's bonus chips that are in no stack.
    ForfeitBonus(EntryId),
    /// Draws at random from a list, for an error that no rule covers. All who watch see the list
    /// and the result.
    DrawLots(LotList),
    /// Replaces the levels and breaks from the next level on.
    ChangeLevels(LevelChange),
    /// Takes small chips out of play now, between two hands.
    ColorUp(ColorUp),
    /// Allows this number of tables to start with one extra player. Only before the draw. The extra
    /// seat closes as soon as a player leaves the table.
    ExtraPlayers(u32),
    /// Checks in a player who is there, before the start. Only if the tournament has check-in.
    CheckIn(EntryId),
    /// Sends a text to everyone in the tournament, and shows it on walls for some minutes.
    AnnounceFor(TimedAnnouncement),
    /// Chooses what the walls of the tournament show.
    Wall(WallOrder),
    /// With real cards: puts players out who lost all chips in one hand.
    Out(LostHand),
    /// With real cards: brings the player back who went out last, with the chips from before. Only
    /// until the level or break ends.
    Back(EntryId),
    /// With real cards: sells a player a rebuy, which the player's wallet pays.
    Rebuy(EntryId),
    /// With real cards: sells a player the add-on, which the player's wallet pays.
    AddOn(EntryId),
    /// With real cards: notes the stack of a player that the floor has counted.
    Count(ChipOrder),
    /// With real cards: confirms that a player sits at the new seat.
    Moved(EntryId),
    /// Gives every entry a new seat code. The codes from before show nothing any more.
    NewSeatCodes,
}

/// Players who lost all chips in one hand that was played with real cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LostHand {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Entries that won the chips, in equal parts, and the bounties. At most 10, each once. Empty if
    /// the floor does not know. Empty if absent from JSON.
    #[serde(default)]
    pub by: ArrayVec<EntryId, MAX_POT_PARTS>,
    /// The other entries that are out in the same hand. At most 10, each once. They share the place
    /// as the rulebook says. Empty if absent from JSON.
    #[serde(default)]
    pub with: ArrayVec<EntryId, MAX_POT_PARTS>,
}

/// An announcement with the time for which walls show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedAnnouncement {
    /// Text of the announcement: one line of 1 to 280 characters.
    pub text: String,
    /// How long walls show it, in minutes: 1 to 1440.
    pub minutes: u16,
}

/// What the walls of a tournament show. A wall is a screen that everyone in the room can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WallOrder {
    /// The scene to show.
    pub scene: WallScene,
    /// How long each scene of a rotation stays, in seconds: 5 to 600. Other scenes ignore it.
    pub seconds: u16,
}

/// A scene of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum WallScene {
    /// The clock, the stakes and the figures of the tournament.
    Clock,
    /// The players by name, each with table and seat.
    Seats,
    /// The latest changes of seats.
    Moves,
    /// The prizes, or the points of a tournament without prizes.
    Prizes,
    /// The standings of the season that the tournament counts for.
    Standings,
    /// The house rules.
    Rules,
    /// All scenes in turn.
    Rotate,
}

/// Chips to impound until the floor decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impoundment {
    /// The table where the pot was played.
    pub table: TableId,
    /// The chips of each player. At most 10 players, each once.
    pub parts: ArrayVec<ChipOrder, MAX_POT_PARTS>,
}

/// A decision about an impounded pot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotRelease {
    /// The number of the pot.
    pub pot: u32,
    /// The chips for each player. At most 10 players, each once. They add up to the pot.
    pub parts: ArrayVec<ChipOrder, MAX_POT_PARTS>,
}

/// A new setting of the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// The level, from 1.
    pub level: u16,
    /// Time left in the level, in seconds.
    pub seconds_left: u32,
}

/// A seat for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatOrder {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Id of the new table.
    pub table: TableId,
    /// The seat, from 0. If absent, the one that the rulebook gives.
    pub seat: Option<u8>,
}

/// A seat for a player at the start. Tables have numbers instead of ids, because none is open yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinOrder {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of the table, from 1.
    pub table: u32,
    /// The seat, from 0. If absent, any.
    pub seat: Option<u8>,
}

/// Two entries to keep apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryPair {
    /// Id of the first entry.
    pub one: EntryId,
    /// Id of the second entry.
    pub other: EntryId,
}

/// A penalty in hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedHands {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of hands to miss.
    pub hands: u32,
}

/// A penalty in rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedRounds {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of rounds to miss.
    pub rounds: u8,
}

/// A player to disqualify.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disqualification {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Whether the player still gets the prize of the place.
    pub keeps_prize: bool,
}

/// A number of a player's chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChipOrder {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of those chips.
    pub chips: Chips,
}

/// A new stack of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackOrder {
    /// Id of the player's entry.
    pub entry: EntryId,
    /// Number of chips in the new stack.
    pub chips: Chips,
    /// Whether this may bring more chips into play than the entries brought. `false` if absent from
    /// JSON.
    #[serde(default)]
    pub beyond: bool,
}

/// A ban from entering, in days.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ban {
    /// Entry whose account is banned.
    pub entry: EntryId,
    /// Length of the ban, in days. 0 for this tournament only.
    pub days: u16,
}

/// The levels and breaks from the next level on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelChange {
    /// 1 to 60 levels and breaks. The server numbers the levels and ignores `level` in a command.
    pub stages: Box<ArrayVec<Stage, MAX_CHANGED_STAGES>>,
}

/// A color-up at the floor's discretion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColorUp {
    /// Id of the table. Absent for all tables.
    pub table: Option<TableId>,
    /// The smallest chip from then on.
    pub unit: Chips,
    /// The method of exchange. Absent for the rulebook's method.
    pub method: Option<ColorUpMethod>,
}

/// How small chips are exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ColorUpMethod {
    /// Odd chips are raced for.
    Race,
    /// Each player's odd chips are rounded up.
    RoundUp,
}

/// A list to draw from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotList {
    /// The question that the draw decides, such as "the burn card": one line of 1 to 60 characters.
    pub about: String,
    /// 2 to 60 lots, all different. All texts together, including `about`, have at most 1000
    /// characters in all.
    pub lots: Box<ArrayVec<Lot, MAX_LOTS>>,
    /// Number of lots to draw, each at most once.
    pub count: u16,
    /// The result. The server reports it, and ignores it in a command.
    pub result: Option<LotsDrawn>,
}

/// One thing that can be drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lot {
    /// Any text: one line of 1 to 60 characters.
    Text(String),
    /// A player, by the id of the entry.
    Entry(EntryId),
}

/// The result of a draw from a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotsDrawn {
    /// The seed of the draw, in 16 hexadecimal digits. SplitMix64 from this seed repeats the draw.
    pub seed: String,
    /// Indexes into the list, from 0, in the order drawn.
    pub drawn: Box<ArrayVec<u16, MAX_LOTS>>,
}

/// The refund when a tournament is canceled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Refund {
    /// All players get back everything they paid.
    Everything,
    /// All players get back the fees. The players left share the prize pool in
    /// proportion to their stacks.
    ByStacks,
    /// All players get back the fees. The players left share the prize pool equally.
    Evenly,
}
