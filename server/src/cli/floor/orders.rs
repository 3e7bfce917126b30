//! The floor's commands as typed arguments, their translation into the protocol, and the
//! printed rows of lists.

use super::dealt_wrong::DealtWrong;
use super::league::LeagueOrder;
use crate::cli::dates;
use arrayvec::ArrayVec;
use cardroom_protocol::hybrid::{
    AuditEntry, Dispute, MoreTime, PotQuote, PotReaward, RulingOption, TableCommand, TicketRuling,
    WagerOrder,
};
use cardroom_protocol::league::{BanRow, LeagueCommand};
use cardroom_protocol::limits::MAX_POT_PARTS;
use cardroom_protocol::limits::{MAX_CHANGED_STAGES, MAX_LOTS};
use cardroom_protocol::server::SeatTimeUse;
use cardroom_protocol::tournament::{
    Ban, ChipOrder, ClockSetting, ColorUp, ColorUpMethod, Disqualification, EntryPair,
    ImpoundedPot, Impoundment, LevelChange, Lot, LotList, MissedHands, MissedRounds, PinOrder,
    PlayerRow, PotRelease, Refund, RosterProblem, Ruling, SeatOrder, TableRow,
    TournamentCommand as Wire, TournamentInfo,
};
use cardroom_protocol::{Chips, EntryId, Seq, TableId, TicketNo, TimeMs, TournamentId};
use cardroom_rules::Millis;
use cardroom_tournament::results::{date, table};
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;

/// A command of the floor. Tournaments, tables, entries and rulings are named by their numbers,
/// which the first four commands print. Seats are counted from 0.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Order {
    /// List the tournaments
    Tournaments,
    /// List the players of a tournament
    Players { tournament: u64 },
    /// List the tables of a tournament
    Tables { tournament: u64 },
    /// List the rulings in a tournament, the latest first
    Rulings { tournament: u64 },
    /// List the commands given at one table, or at all, the latest first
    Audit { table: Option<u64> },
    /// List how each player at a table uses the time to decide, if its rulebook flags stalling
    Times { table: u64 },
    /// List the bans: who may not enter what, and until when
    Bans,
    /// Pause the tournament: stop all clocks between two actions, and begin no hand
    Pause { tournament: u64 },
    /// Resume a paused tournament
    Resume { tournament: u64 },
    /// Set the level (from 1) and the seconds that are left of it
    SetClock { tournament: u64, level: u16, seconds_left: u32 },
    /// Make the level or break longer, in seconds
    AddTime { tournament: u64, seconds: u32 },
    /// Make the level or break shorter, in seconds
    TakeTime { tournament: u64, seconds: u32 },
    /// Start the tournament at another time
    ChangeStart {
        /// Number of the tournament
        tournament: u64,
        /// The new time, such as 2026-12-01T18:00Z; UTC without an offset
        #[arg(value_name = "TIME", value_parser = dates::time)]
        at: TimeMs,
    },
    /// Close registration
    CloseEntry { tournament: u64 },
    /// Enter an account, which pays from its own wallet
    Enter { tournament: u64, name: String },
    /// Enter every account of a roster, or none; without a file, print the roster
    ///
    /// Each account pays from its own wallet. The file is CSV with the columns name, table, seat,
    /// apart and check_in, of which only the first is needed. Tables count from 1.
    Roster { tournament: u64, file: Option<PathBuf> },
    /// Remove an entry before the start, and return what it cost
    RemoveEntry { tournament: u64, entry: u64 },
    /// Give a seat to a player who waits for one
    Seat { tournament: u64, entry: u64, table: u64, seat: Option<u8> },
    /// Move a player to another table or seat when the hand is over
    Move { tournament: u64, entry: u64, table: u64, seat: Option<u8> },
    /// Before the draw: seat a player at a table, and perhaps a seat; tables count from 1
    Pin { tournament: u64, entry: u64, table: u32, seat: Option<u8> },
    /// Before the draw: do not start two players at one table
    KeepApart { tournament: u64, one: u64, other: u64 },
    /// Balance the tables to a difference of one player, now
    Balance { tournament: u64 },
    /// Break a table; its players draw seats at the others
    Break { tournament: u64, table: u64 },
    /// Halt a table: deal no hand there until `waive`
    Halt { tournament: u64, table: u64 },
    /// Let a halted table go on
    Waive { tournament: u64, table: u64 },
    /// Draw all seats again
    Redraw { tournament: u64 },
    /// Turn hand-for-hand play on or off
    HandForHand {
        tournament: u64,
        #[arg(value_enum)]
        switch: Switch,
    },
    /// Send a text to everyone in the tournament
    Announce { tournament: u64, text: String },
    /// Warn a player
    Warn { tournament: u64, entry: u64 },
    /// Make a player miss a number of hands
    MissHands { tournament: u64, entry: u64, hands: u32 },
    /// Make a player miss a number of rounds
    MissRounds { tournament: u64, entry: u64, rounds: u8 },
    /// Lift what is left of a player's penalty
    LiftPenalty { tournament: u64, entry: u64 },
    /// Disqualify a player, who is out in the last place with all chips
    Disqualify {
        tournament: u64,
        entry: u64,
        /// Pay the prize of the place anyway
        #[arg(long)]
        keeps_prize: bool,
    },
    /// Pick up the chips of a player who is away for long
    PickUp { tournament: u64, entry: u64 },
    /// Remove chips of a player from the tournament
    Forfeit { tournament: u64, entry: u64, chips: u64 },
    /// Set the stack of a player, in chips
    SetStack { tournament: u64, entry: u64, chips: u64 },
    /// Impound a pot: take its chips out of the stacks between hands until it is decided
    Impound {
        tournament: u64,
        /// Table where the pot was played
        table: u64,
        /// Entry and chips of each player, such as 12:600
        #[arg(required = true, num_args = 1..=MAX_POT_PARTS)]
        parts: Vec<Part>,
    },
    /// Give out the chips of an impounded pot, in parts that add up to it
    ReleasePot {
        tournament: u64,
        /// Number of the pot, as `pots` prints it
        pot: u32,
        /// Entry and chips of each player, such as 12:600
        #[arg(required = true, num_args = 1..=MAX_POT_PARTS)]
        parts: Vec<Part>,
    },
    /// Give a player bonus chips, between hands
    GiveBonus { tournament: u64, entry: u64, chips: u64 },
    /// Take away the bonus chips of a player that are in no stack
    ForfeitBonus { tournament: u64, entry: u64 },
    /// List impounded pots
    Pots { tournament: u64 },
    /// Allow or forbid players to propose deals
    AllowDeals {
        tournament: u64,
        #[arg(value_enum)]
        switch: Switch,
    },
    /// Take chat away from a player
    Mute { tournament: u64, entry: u64 },
    /// Let a player chat again
    Unmute { tournament: u64, entry: u64 },
    /// Ban a player from this tournament, and for a number of days from others of its kind
    Ban {
        tournament: u64,
        entry: u64,
        #[arg(default_value_t = 0)]
        days: u16,
    },
    /// Cancel the tournament
    Cancel {
        tournament: u64,
        #[arg(value_enum)]
        refund: RefundKind,
    },
    /// Undo a ruling
    Undo { tournament: u64, ruling: u64 },
    /// Second a ruling that needs two operators
    Second { tournament: u64, ruling: u64 },
    /// Change the levels and breaks from the next level on
    ///
    /// The file is TOML with the table [levels] of a tournament's file: rows with blinds, ante and
    /// minutes, or break and new_unit. It needs betting.
    ChangeLevels { tournament: u64, file: PathBuf },
    /// Color up now: small chips go out of play between two hands, at all tables or one
    ColorUp {
        tournament: u64,
        /// The smallest chip from then on
        unit: u64,
        /// Number of the table; all tables without it
        #[arg(long)]
        table: Option<u64>,
        /// How, where the rulebook leaves it to the floor
        #[arg(long, value_enum)]
        method: Option<Exchange>,
    },
    /// Before the draw: let a number of tables start with one extra player
    ExtraPlayers {
        tournament: u64,
        /// How many tables may start with an extra player
        tables: u32,
    },
    /// Draw from a list at random, for an error that no rule covers
    Draw {
        tournament: u64,
        /// What the draw decides, such as "the burn card"
        about: String,
        /// How many are drawn
        count: u16,
        /// What can be drawn: a text, or #12 for entry 12
        #[arg(required = true, num_args = 2..=MAX_LOTS)]
        lots: Vec<String>,
    },
    /// Correct results and leagues, and ban accounts
    League {
        /// What to do
        #[command(subcommand)]
        order: LeagueOrder,
    },
    /// Rule on a hand or a wager at a table
    Table {
        /// Number of the table
        table: u64,
        /// What to do
        #[command(subcommand)]
        order: TableOrder,
    },
}

/// A player's part of a pot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    entry: u64,
    chips: u64,
}

impl Part {
    fn all(parts: Vec<Self>) -> ArrayVec<ChipOrder, MAX_POT_PARTS> {
        let parts = parts.into_iter();
        parts
            .map(|Self { entry, chips }| ChipOrder { entry: EntryId(entry), chips: Chips(chips) })
            .collect()
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "a part is the number of an entry, a colon and chips, such as 12:600";
        let (entry, chips) = text.split_once(':').ok_or(wrong)?;
        let number = |text: &str| text.parse().map_err(|_| wrong);
        Ok(Self { entry: number(entry)?, chips: number(chips)? })
    }
}

/// What the floor can do at a table.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(super) enum TableOrder {
    /// Pause the table: begin no more hands
    Pause,
    /// Resume a paused table
    Resume,
    /// Take chat and emotes away from the player in a seat
    Mute { seat: u8 },
    /// Let the player in a seat chat and show emotes again
    Unmute { seat: u8 },
    /// Let a wager stand, although the rules do not allow it
    SetWager { seat: u8, to: u64 },
    /// Correct the last wager of the street
    CorrectWager { seat: u8, to: u64 },
    /// Count the pot for a player
    QuotePot { seat: u8, amount: u64 },
    /// Record that the player on turn was given a wrong count of a bet
    Misquote { amount: u64 },
    /// Kill the hand of a seat
    Kill { seat: u8 },
    /// Set the button for the next hand
    Button { seat: u8 },
    /// Call the clock on the player on turn
    CallClock { seat: u8 },
    /// Turn over the hand of a seat at the showdown
    Show { seat: u8 },
    /// Deal the next street
    DealStreet,
    /// Void the hand
    Void,
    /// Restore a hand that the floor killed, on the same street
    Restore { seat: u8 },
    /// Move chips of the last hand's pot from one seat to another, while it may be disputed
    Reaward {
        /// Seat that gives chips back, from 0
        from: u8,
        /// Seat that gets them, from 0
        to: u8,
        amount: u64,
        /// What was wrong
        #[arg(long, value_enum, default_value_t = About::Accounting)]
        about: About,
    },
    /// Give the player on turn, who sits here, more seconds
    AddTime { seat: u8, seconds: u32 },
    /// Rule on a ticket of a hybrid table by one of its options, such as fold, call or raise-to=400
    Ticket {
        ticket: u64,
        #[arg(value_parser = ruling_option)]
        option: RulingOption,
    },
    /// Report an error of the deal at a hybrid table, and apply what the rulebook says
    DealError {
        /// What went wrong
        #[command(subcommand)]
        error: DealtWrong,
    },
}

/// The subject of a dispute about a pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum About {
    /// How the hands were read
    Reading,
    /// How chips were counted, or where they went
    Accounting,
}

/// Parses an option of a ticket: its protocol name in lowercase, with its amount if it has one.
fn ruling_option(text: &str) -> Result<RulingOption, String> {
    let wrong = || {
        format!(
            "\"{text}\" is not an option. Write one like call, forfeit-and-fold or raise-to=400."
        )
    };
    let (name, amount) = match text.split_once('=') {
        Some((name, amount)) => (name, Some(amount.parse::<u64>().map_err(|_| wrong())?)),
        None => (text, None),
    };
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    let name: String = name.split('-').filter_map(capital).collect();
    let written = match amount {
        Some(amount) => serde_json::json!({ name: amount }),
        None => serde_json::Value::String(name),
    };
    serde_json::from_value(written).map_err(|_| wrong())
}

/// How small chips are exchanged.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Exchange {
    /// Odd chips are raced for
    Race,
    /// Each player's odd chips are rounded up
    RoundUp,
}

/// Turns something on or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Switch {
    /// On
    On,
    /// Off
    Off,
}

/// The amount to return.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum RefundKind {
    /// Everything, to everyone
    Everything,
    /// The fees to everyone; the prize pool to those left, by their stacks
    ByStacks,
    /// The fees to everyone; the prize pool to those left, in equal parts
    Evenly,
}

/// The request behind a command.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Given {
    Tournaments,
    Players(TournamentId),
    Tables(TournamentId),
    Pots(TournamentId),
    Rulings(TournamentId),
    Audit(Option<TableId>),
    Times(TableId),
    Bans,
    Tournament(TournamentId, Wire),
    Table(TableId, TableCommand),
    League(LeagueCommand),
    Roster(TournamentId, Option<PathBuf>),
    /// A change of levels, read from a file.
    Levels(TournamentId, PathBuf),
}

impl Order {
    /// Builds the request of a command.
    pub(super) fn given(self) -> Given {
        let place =
            |entry, table, seat| SeatOrder { entry: EntryId(entry), table: TableId(table), seat };
        let chips = |entry, chips| ChipOrder { entry: EntryId(entry), chips: Chips(chips) };
        let (tournament, command) = match self {
            Self::Tournaments => return Given::Tournaments,
            Self::Players { tournament } => return Given::Players(TournamentId(tournament)),
            Self::Tables { tournament } => return Given::Tables(TournamentId(tournament)),
            Self::Audit { table } => return Given::Audit(table.map(TableId)),
            Self::Times { table } => return Given::Times(TableId(table)),
            Self::Bans => return Given::Bans,
            Self::Rulings { tournament } => return Given::Rulings(TournamentId(tournament)),
            Self::Roster { tournament, file } => {
                return Given::Roster(TournamentId(tournament), file);
            }
            Self::League { order } => return Given::League(order.command()),
            Self::Table { table, order } => return Given::Table(TableId(table), order.command()),
            Self::Pause { tournament } => (tournament, Wire::Pause),
            Self::Resume { tournament } => (tournament, Wire::Resume),
            Self::SetClock { tournament, level, seconds_left } => {
                (tournament, Wire::SetClock(ClockSetting { level, seconds_left }))
            }
            Self::AddTime { tournament, seconds } => (tournament, Wire::AddTime(seconds)),
            Self::TakeTime { tournament, seconds } => (tournament, Wire::TakeTime(seconds)),
            Self::ChangeStart { tournament, at } => (tournament, Wire::ChangeStart(at)),
            Self::CloseEntry { tournament } => (tournament, Wire::CloseEntry),
            Self::Enter { tournament, name } => (tournament, Wire::EnterPlayer(name)),
            Self::RemoveEntry { tournament, entry } => {
                (tournament, Wire::RemoveEntry(EntryId(entry)))
            }
            Self::Seat { tournament, entry, table, seat } => {
                (tournament, Wire::Seat(place(entry, table, seat)))
            }
            Self::Move { tournament, entry, table, seat } => {
                (tournament, Wire::Move(place(entry, table, seat)))
            }
            Self::Pin { tournament, entry, table, seat } => {
                let entry = EntryId(entry);
                (tournament, Wire::PinSeat(PinOrder { entry, table, seat }))
            }
            Self::KeepApart { tournament, one, other } => {
                let pair = EntryPair { one: EntryId(one), other: EntryId(other) };
                (tournament, Wire::KeepApart(pair))
            }
            Self::Balance { tournament } => (tournament, Wire::BalanceNow),
            Self::Break { tournament, table } => (tournament, Wire::BreakTable(TableId(table))),
            Self::Halt { tournament, table } => (tournament, Wire::HaltTable(TableId(table))),
            Self::Waive { tournament, table } => (tournament, Wire::WaiveHalt(TableId(table))),
            Self::Redraw { tournament } => (tournament, Wire::Redraw),
            Self::HandForHand { tournament, switch } => {
                (tournament, Wire::HandForHand(switch == Switch::On))
            }
            Self::Announce { tournament, text } => (tournament, Wire::Announce(text)),
            Self::Warn { tournament, entry } => (tournament, Wire::Warn(EntryId(entry))),
            Self::MissHands { tournament, entry, hands } => {
                (tournament, Wire::MissHands(MissedHands { entry: EntryId(entry), hands }))
            }
            Self::MissRounds { tournament, entry, rounds } => {
                (tournament, Wire::MissRounds(MissedRounds { entry: EntryId(entry), rounds }))
            }
            Self::LiftPenalty { tournament, entry } => {
                (tournament, Wire::LiftPenalty(EntryId(entry)))
            }
            Self::Disqualify { tournament, entry, keeps_prize } => {
                let out = Disqualification { entry: EntryId(entry), keeps_prize };
                (tournament, Wire::Disqualify(out))
            }
            Self::PickUp { tournament, entry } => (tournament, Wire::PickUp(EntryId(entry))),
            Self::Forfeit { tournament, entry, chips: lost } => {
                (tournament, Wire::Forfeit(chips(entry, lost)))
            }
            Self::SetStack { tournament, entry, chips: stack } => {
                (tournament, Wire::SetStack(chips(entry, stack)))
            }
            Self::GiveBonus { tournament, entry, chips: won } => {
                (tournament, Wire::GiveBonus(chips(entry, won)))
            }
            Self::ForfeitBonus { tournament, entry } => {
                (tournament, Wire::ForfeitBonus(EntryId(entry)))
            }
            Self::Pots { tournament } => return Given::Pots(TournamentId(tournament)),
            Self::Impound { tournament, table, parts } => {
                let (table, parts) = (TableId(table), Part::all(parts));
                (tournament, Wire::Impound(Impoundment { table, parts }))
            }
            Self::ReleasePot { tournament, pot, parts } => {
                let parts = Part::all(parts);
                (tournament, Wire::ReleasePot(PotRelease { pot, parts }))
            }
            Self::AllowDeals { tournament, switch } => {
                (tournament, Wire::AllowDeals(switch == Switch::On))
            }
            Self::Mute { tournament, entry } => (tournament, Wire::Mute(EntryId(entry))),
            Self::Unmute { tournament, entry } => (tournament, Wire::Unmute(EntryId(entry))),
            Self::Ban { tournament, entry, days } => {
                (tournament, Wire::Ban(Ban { entry: EntryId(entry), days }))
            }
            Self::Cancel { tournament, refund } => {
                let refund = match refund {
                    RefundKind::Everything => Refund::Everything,
                    RefundKind::ByStacks => Refund::ByStacks,
                    RefundKind::Evenly => Refund::Evenly,
                };
                (tournament, Wire::Cancel(refund))
            }
            Self::Undo { tournament, ruling } => (tournament, Wire::Undo(Seq(ruling))),
            Self::Second { tournament, ruling } => (tournament, Wire::Second(Seq(ruling))),
            Self::ChangeLevels { tournament, file } => {
                return Given::Levels(TournamentId(tournament), file);
            }
            Self::ColorUp { tournament, unit, table, method } => {
                let method = method.map(|method| match method {
                    Exchange::Race => ColorUpMethod::Race,
                    Exchange::RoundUp => ColorUpMethod::RoundUp,
                });
                let (table, unit) = (table.map(TableId), Chips(unit));
                (tournament, Wire::ColorUp(ColorUp { table, unit, method }))
            }
            Self::ExtraPlayers { tournament, tables } => (tournament, Wire::ExtraPlayers(tables)),
            Self::Draw { tournament, about, count, lots } => {
                let lots = Box::new(lots.into_iter().map(lot).collect());
                (tournament, Wire::DrawLots(LotList { about, lots, count, result: None }))
            }
        };
        Given::Tournament(TournamentId(tournament), command)
    }
}

impl TableOrder {
    fn command(self) -> TableCommand {
        let wager = |seat, to| WagerOrder { seat, to: Chips(to) };
        match self {
            Self::Pause => TableCommand::Pause,
            Self::Resume => TableCommand::Resume,
            Self::Mute { seat } => TableCommand::Mute(seat),
            Self::Unmute { seat } => TableCommand::Unmute(seat),
            Self::SetWager { seat, to } => TableCommand::ForceWager(wager(seat, to)),
            Self::CorrectWager { seat, to } => TableCommand::CorrectWager(wager(seat, to)),
            Self::QuotePot { seat, amount } => {
                TableCommand::QuotePot(PotQuote { seat, amount: Chips(amount) })
            }
            Self::Misquote { amount } => TableCommand::Misquote(Chips(amount)),
            Self::Kill { seat } => TableCommand::KillHand(seat),
            Self::Button { seat } => TableCommand::SetButton(seat),
            Self::CallClock { seat } => TableCommand::CallClock(seat),
            Self::Show { seat } => TableCommand::ShowHand(seat),
            Self::DealStreet => TableCommand::DealStreet,
            Self::Void => TableCommand::VoidHand,
            Self::Restore { seat } => TableCommand::RestoreHand(seat),
            Self::Reaward { from, to, amount, about } => {
                let about = match about {
                    About::Reading => Dispute::Reading,
                    About::Accounting => Dispute::Accounting,
                };
                TableCommand::ReawardPot(PotReaward { about, from, to, amount: Chips(amount) })
            }
            Self::AddTime { seat, seconds } => {
                let time_ms = seconds.saturating_mul(1_000);
                TableCommand::AddTime(MoreTime { seat, time_ms })
            }
            Self::Ticket { ticket, option } => {
                TableCommand::RuleTicket(TicketRuling { ticket: TicketNo(ticket), option })
            }
            Self::DealError { error } => TableCommand::DealError(error.error()),
        }
    }
}

/// Builds the command that changes the levels to those of a file.
///
/// # Errors
/// If the file is not a table of levels.
pub(super) fn change_levels(text: &str) -> Result<Wire, String> {
    let stages = cardroom_rules::levels_of(text)?;
    if stages.len() > MAX_CHANGED_STAGES {
        return Err(format!("levels.rows: at most {MAX_CHANGED_STAGES}"));
    }
    let stages = crate::director::stages_out(&stages, 0).into_iter().collect();
    Ok(Wire::ChangeLevels(LevelChange { stages: Box::new(stages) }))
}

/// Parses a lot: `#12` is entry 12, and anything else is a text.
fn lot(typed: String) -> Lot {
    let entry = typed.strip_prefix('#').and_then(|number| number.parse().ok());
    entry.map_or(Lot::Text(typed), |entry| Lot::Entry(EntryId(entry)))
}

/// Formats a tournament as one line.
pub(super) fn tournament_row(info: &TournamentInfo) -> String {
    format!(
        "{:>6}  {}  {:?}  level {}  {} of {} left  pool {}",
        info.tournament,
        info.name,
        info.state,
        info.level,
        info.players_left,
        info.entries,
        info.prize_pool
    )
}

/// Formats a player as one line.
pub(super) fn player_row(row: &PlayerRow) -> String {
    let place = match (row.table, row.seat, row.place) {
        (_, _, Some(place)) => format!("place {place}, won {}", row.prize),
        (Some(table), Some(seat), None) => format!("table {table} seat {seat}"),
        _ => String::new(),
    };
    format!("{:>6}  {}  {:?}  {} chips  {place}", row.entry, row.name, row.state, row.stack)
}

/// Formats a table as one line.
pub(super) fn table_row(row: &TableRow) -> String {
    format!(
        "{:>6}  number {}  {} players  {:?}  hand {}",
        row.table, row.number, row.players, row.state, row.hand
    )
}

/// Formats an impounded pot as one line.
pub(super) fn pot_row(pot: &ImpoundedPot) -> String {
    let from = pot.from.iter().map(|part| format!("{}:{}", part.entry, part.chips));
    let from: Vec<String> = from.collect();
    let due = if pot.due.0 == 0 { String::new() } else { format!(", {} more to come", pot.due) };
    let (number, chips, table, reason) = (pot.pot, pot.chips, pot.table, &pot.reason);
    format!("{number:>6}  {chips} chips{due}  table {table}  from {}: {reason}", from.join(" "))
}

/// Formats the entries as a roster, without withdrawn and finished ones.
pub(super) fn roster(players: &[PlayerRow], tables: &[TableRow]) -> String {
    let heading = ["name", "table", "seat"].map(str::to_owned).to_vec();
    let in_it = players.iter().filter(|row| row.place.is_none());
    let rows = in_it.map(|row| {
        let table = row.table.and_then(|id| tables.iter().find(|table| table.table == id));
        let number = table.map_or_else(String::new, |table| table.number.to_string());
        let seat = row.seat.map_or_else(String::new, |seat| seat.to_string());
        vec![row.name.clone(), number, seat]
    });
    table(std::iter::once(heading).chain(rows))
}

/// Formats a command at a table as one line.
pub(super) fn audit_row(entry: &AuditEntry) -> String {
    let AuditEntry { table, seq, operator, command, reason, .. } = entry;
    let rule = entry.rule.as_deref().unwrap_or("no rule named");
    format!("{table:>6}  {seq}  {operator}  {command}: {reason} ({rule})")
}

/// Formats a player's use of time as one line.
pub(super) fn time_row(used: &SeatTimeUse, name: &str) -> String {
    let SeatTimeUse { seat, decisions, late, mean_ms } = used;
    let mean = (mean_ms + 500) / 1_000;
    format!("seat {seat}  {name}: decisions {decisions}, late {late}, mean time {mean} s")
}

/// Formats a ban as one line.
pub(super) fn ban_row(ban: &BanRow) -> String {
    let from = ban.league.as_deref().unwrap_or("every tournament");
    let until = date(Millis(ban.until.0));
    format!("{}  {from}  until {until}: {} ({})", ban.name, ban.reason, ban.operator)
}

/// Formats a problem of a roster as one line.
pub(super) fn problem_row(problem: &RosterProblem) -> String {
    let column = problem.column.as_ref().map_or_else(String::new, |name| format!(", {name}"));
    format!("line {}{column}: {}", problem.line, problem.what)
}

/// Formats a ruling as one line.
pub(super) fn ruling_row(ruling: &Ruling) -> String {
    format!(
        "{:>6}  {}  {:?}  {:?}: {} ({})",
        ruling.seq,
        ruling.operator.as_deref().unwrap_or("unattended"),
        ruling.state,
        ruling.command,
        ruling.reason,
        ruling.rule.as_deref().unwrap_or("no rule named")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::hybrid::{BoxedAt, BoxedCards, DealError, HeldCard, TouchedHand};
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(subcommand)]
        order: Order,
    }

    fn given(line: &str) -> Given {
        Typed::try_parse_from(format!("floor {line}").split(' '))
            .map(|typed| typed.order.given())
            .unwrap()
    }

    #[test]
    fn what_is_typed_becomes_what_is_meant() {
        let of = |command| Given::Tournament(TournamentId(7), command);
        assert_eq!(given("pause 7"), of(Wire::Pause));
        let clock = ClockSetting { level: 3, seconds_left: 90 };
        assert_eq!(given("set-clock 7 3 90"), of(Wire::SetClock(clock)));
        let place = |seat| SeatOrder { entry: EntryId(12), table: TableId(4), seat };
        assert_eq!(given("move 7 12 4"), of(Wire::Move(place(None))));
        let pin = PinOrder { entry: EntryId(12), table: 2, seat: Some(8) };
        assert_eq!(given("pin 7 12 2 8"), of(Wire::PinSeat(pin)));
        let file = Some("club.csv".into());
        assert_eq!(given("roster 7 club.csv"), Given::Roster(TournamentId(7), file));
        assert_eq!(given("roster 7"), Given::Roster(TournamentId(7), None));
        assert_eq!(given("seat 7 12 4 0"), of(Wire::Seat(place(Some(0)))));
        let out = Disqualification { entry: EntryId(12), keeps_prize: true };
        assert_eq!(given("disqualify 7 12 --keeps-prize"), of(Wire::Disqualify(out)));
        let start = of(Wire::ChangeStart(TimeMs(1_796_148_000_000)));
        assert_eq!(given("change-start 7 2026-12-01T18:00Z"), start);
        assert_eq!(given("change-start 7 2026-12-01T19:00+01:00"), start);
        assert_eq!(given("hand-for-hand 7 off"), of(Wire::HandForHand(false)));
        assert_eq!(given("cancel 7 by-stacks"), of(Wire::Cancel(Refund::ByStacks)));
        assert_eq!(given("undo 7 88"), of(Wire::Undo(Seq(88))));
        let part = |entry, chips| ChipOrder { entry: EntryId(entry), chips: Chips(chips) };
        let parts: ArrayVec<_, MAX_POT_PARTS> =
            [part(12, 600), part(13, 1_200)].into_iter().collect();
        let pot = Impoundment { table: TableId(4), parts: parts.clone() };
        assert_eq!(given("impound 7 4 12:600 13:1200"), of(Wire::Impound(pot)));
        let release = PotRelease { pot: 1, parts };
        assert_eq!(given("release-pot 7 1 12:600 13:1200"), of(Wire::ReleasePot(release)));
        assert_eq!(given("give-bonus 7 12 600"), of(Wire::GiveBonus(part(12, 600))));
        assert_eq!(given("forfeit-bonus 7 12"), of(Wire::ForfeitBonus(EntryId(12))));
        assert_eq!(given("pots 7"), Given::Pots(TournamentId(7)));
        let wager = WagerOrder { seat: 2, to: Chips(400) };
        let table = |command| Given::Table(TableId(9), command);
        assert_eq!(given("table 9 set-wager 2 400"), table(TableCommand::ForceWager(wager)));
        assert_eq!(given("table 9 void"), table(TableCommand::VoidHand));
        assert_eq!(given("table 9 restore 3"), table(TableCommand::RestoreHand(3)));
        let pot = |about| PotReaward { about, from: 1, to: 4, amount: Chips(600) };
        let reaward = |about| table(TableCommand::ReawardPot(pot(about)));
        assert_eq!(given("table 9 reaward 1 4 600"), reaward(Dispute::Accounting));
        let reading = given("table 9 reaward 1 4 600 --about reading");
        assert_eq!(reading, reaward(Dispute::Reading));
        let more = MoreTime { seat: 2, time_ms: 30_000 };
        assert_eq!(given("table 9 add-time 2 30"), table(TableCommand::AddTime(more)));
        let ticket =
            |option| table(TableCommand::RuleTicket(TicketRuling { ticket: TicketNo(5), option }));
        let forfeit = given("table 9 ticket 5 forfeit-and-fold");
        assert_eq!(forfeit, ticket(RulingOption::ForfeitAndFold));
        let raise = given("table 9 ticket 5 raise-to=400");
        assert_eq!(raise, ticket(RulingOption::RaiseTo(Chips(400))));
        assert_eq!(given("bans"), Given::Bans);
        assert_eq!(given("times 9"), Given::Times(TableId(9)));
        assert_eq!(given("audit"), Given::Audit(None));
        assert_eq!(given("audit 9"), Given::Audit(Some(TableId(9))));
        let wrong = |error| table(TableCommand::DealError(error));
        let typed = |line: &str| given(&format!("table 9 deal-error {line}"));
        assert_eq!(typed("exposed 3 1"), wrong(DealError::Exposed(HeldCard { seat: 3, place: 1 })));
        assert_eq!(typed("boxed 2 stub"), {
            wrong(DealError::Boxed(BoxedCards { cards: 2, at: BoxedAt::Stub }))
        });
        assert_eq!(typed("premature"), wrong(DealError::Premature(0)));
        assert_eq!(typed("non-standard"), wrong(DealError::NonStandard(None)));
        let touched = TouchedHand { seat: 3, other: Some(4), identified: false };
        assert_eq!(typed("touched 3 --other 4"), wrong(DealError::Touched(touched)));
        let lots = [Lot::Text("9h".to_owned()), Lot::Entry(EntryId(12))];
        let lots = Box::new(lots.into_iter().collect());
        let list = LotList { about: "burn".to_owned(), lots, count: 1, result: None };
        assert_eq!(given("draw 7 burn 1 9h #12"), of(Wire::DrawLots(list)));
        let color_up = ColorUp { table: Some(TableId(4)), unit: Chips(100), method: None };
        assert_eq!(given("color-up 7 100 --table 4"), of(Wire::ColorUp(color_up)));
        let file = Given::Levels(TournamentId(7), "late.toml".into());
        assert_eq!(given("change-levels 7 late.toml"), file);
        assert_eq!(given("rulings 7"), Given::Rulings(TournamentId(7)));
    }

    #[test]
    fn what_is_not_a_command_is_refused() {
        for wrong in [
            "",
            "pause",
            "pause seven",
            "change-start 7 1796148000000",
            "cancel 7 nothing",
            "table 9",
            "table 9 ticket 5 shuffle",
            "impound 7 4",
            "impound 7 4 12",
            "release-pot 7 1 12:all",
            "shuffle 7",
        ] {
            let line = format!("floor {wrong}");
            assert!(Typed::try_parse_from(line.trim_end().split(' ')).is_err(), "{wrong}");
        }
    }
}
