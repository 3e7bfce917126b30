//! The floor's commands on a command line: lists, and the commands that `forms` takes from their
//! declaration.

use super::forms::{InTournament, Typed};
use super::season::{LeagueOrder, ScheduleOrder};
use crate::cli::dates;
use cardroom_protocol::TimeMs;
use cardroom_protocol::hybrid::{DealError, TableCommand};
use cardroom_protocol::league::LeagueCommand;
use clap::Subcommand;
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// A command of the floor. Tournaments, tables, entries and rulings are named by their numbers,
/// which the first commands print. Seats, cards and tables of a tournament count from 1, as they do
/// on the page.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum Order {
    /// List the tournaments
    Tournaments,
    /// List the structures and leagues that `open` can name
    Structures,
    /// Open a tournament by a structure of the room, or with a file
    ///
    /// Without --at it begins as soon as it is full.
    Open {
        /// Id of the structure, as `structures` prints it
        #[arg(required_unless_present = "file", conflicts_with = "file")]
        structure: Option<String>,
        /// A file with a structure (TOML), instead of one of the room
        #[arg(long)]
        file: Option<PathBuf>,
        /// Name of the tournament; that of the structure without it
        #[arg(long)]
        name: Option<String>,
        /// When it starts, such as 2026-12-01T18:00Z; UTC without an offset
        #[arg(long, value_name = "TIME", value_parser = dates::time)]
        at: Option<TimeMs>,
        /// Id of the league that it counts for, whose rulebook applies
        #[arg(long)]
        league: Option<String>,
        /// You also play in it, and rule where you play
        #[arg(long)]
        self_run: bool,
    },
    /// List the schedules by which tournaments are announced
    Schedules,
    /// Make, change or end a schedule
    Schedule {
        /// What to do
        #[command(subcommand)]
        order: ScheduleOrder,
    },
    #[command(flatten)]
    Leagues(LeagueOrder),
    /// List the players of a tournament
    Players {
        /// Number of the tournament
        tournament: u64,
    },
    /// List the tables of a tournament; without one, those of the lobby
    Tables {
        /// Number of the tournament
        tournament: Option<u64>,
    },
    /// List the rulings in a tournament, the latest first
    Rulings {
        /// Number of the tournament
        tournament: u64,
    },
    /// List the commands given at one table, or at all, the latest first
    Audit {
        /// 7/3 for table 3 of tournament 7; number or name of any other table
        table: Option<TableName>,
    },
    /// List how each player at a table uses the time to decide, if its rulebook flags stalling
    Times {
        /// 7/3 for table 3 of tournament 7; number or name of any other table
        table: TableName,
    },
    /// List the bans: who may not enter what, and until when
    Bans,
    /// List the unconfirmed moves in a tournament with real cards
    Moves {
        /// Number of the tournament
        tournament: u64,
    },
    /// List impounded pots
    Pots {
        /// Number of the tournament
        tournament: u64,
    },
    /// Enter every account of a roster, or none; without a file, print the roster
    ///
    /// Each account pays from its own wallet. The file is CSV with the columns name, table, seat,
    /// apart, check_in and stack, of which only the first is needed. Tables and seats count from 1.
    Roster {
        /// Number of the tournament
        tournament: u64,
        /// CSV file
        file: Option<PathBuf>,
    },
    #[command(flatten)]
    Tournament(InTournament),
    /// Correct results and leagues, and ban accounts
    League {
        /// What to do
        #[command(subcommand)]
        order: Typed<LeagueCommand>,
    },
    /// Rule on a hand or a wager at a table
    Table {
        /// 7/3 for table 3 of tournament 7; number or name of any other table
        table: TableName,
        /// What to do
        #[command(subcommand)]
        order: TableOrder,
    },
}

/// A table as it is typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TableName {
    /// By the number that the address of its page has.
    OfRoom(u64),
    /// A tournament, and the number of its table.
    OfTournament(u64, u64),
    Named(String),
}

impl FromStr for TableName {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let numbers = text.split_once('/').and_then(|(tournament, table)| {
            Some(Self::OfTournament(tournament.parse().ok()?, table.parse().ok()?))
        });
        let number = text.parse().ok().map(Self::OfRoom);
        Ok(numbers.or(number).unwrap_or_else(|| Self::Named(text.to_owned())))
    }
}

/// Orders of the floor at a table.
#[derive(Clone, PartialEq, Eq, Debug, Subcommand)]
pub(super) enum TableOrder {
    #[command(flatten)]
    Command(Typed<TableCommand>),
    /// Report an error of the deal at a hybrid table, and apply what the rulebook says
    DealError {
        /// What went wrong
        #[command(subcommand)]
        error: Typed<DealError>,
    },
}

impl TableOrder {
    pub(super) fn command(self) -> TableCommand {
        match self {
            Self::Command(Typed(command)) => command,
            Self::DealError { error: Typed(error) } => TableCommand::DealError(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrayvec::ArrayVec;
    use cardroom_protocol::hybrid::{
        BoxedAt, BoxedCards, DeckFault, Dispute, HeldCard, HostChips, MoreTime, PotReaward,
        RulingOption, TicketRuling, TouchedHand, WagerOrder,
    };
    use cardroom_protocol::league::{LeagueChange, SeasonEnd};
    use cardroom_protocol::limits::MAX_POT_PARTS;
    use cardroom_protocol::tournament::{
        Ban, ChipOrder, ClockSetting, ColorUp, Disqualification, Impoundment, LostHand, Lot,
        LotList, PinOrder, PotRelease, Refund, SeatOrder, TimedAnnouncement,
        TournamentCommand as Wire, WallOrder, WallScene,
    };
    use cardroom_protocol::{Chips, EntryId, Seq, TableId, TicketNo, TournamentId};
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(subcommand)]
        order: Order,
    }

    fn given(line: &str) -> Order {
        Line::try_parse_from(format!("floor {line}").split(' ')).unwrap().order
    }

    /// Returns the command of a line at table 9.
    fn at_table(line: &str) -> TableCommand {
        match given(&format!("table 9 {line}")) {
            Order::Table { table: TableName::OfRoom(9), order } => order.command(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_typed_becomes_what_is_meant() {
        let tournament = TournamentId(7);
        let of = |command| Order::Tournament(InTournament { tournament, command });
        assert_eq!(given("pause 7"), of(Wire::Pause));
        let clock = ClockSetting { level: 3, seconds_left: 90 };
        assert_eq!(given("set-clock 7 3 90"), of(Wire::SetClock(clock)));
        let place = |seat| SeatOrder { entry: EntryId(12), table: TableId(4), seat };
        assert_eq!(given("move 7 12 4"), of(Wire::Move(place(None))));
        let pin = PinOrder { entry: EntryId(12), table: 2, seat: Some(8) };
        assert_eq!(given("pin 7 12 2 9"), of(Wire::PinSeat(pin)));
        let file = Some("club.csv".into());
        assert_eq!(given("roster 7 club.csv"), Order::Roster { tournament: 7, file });
        assert_eq!(given("roster 7"), Order::Roster { tournament: 7, file: None });
        assert_eq!(given("seat 7 12 4 1"), of(Wire::Seat(place(Some(0)))));
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
        assert_eq!(given("pots 7"), Order::Pots { tournament: 7 });
        let wager = WagerOrder { seat: 2, to: Chips(400) };
        assert_eq!(at_table("set-wager 3 400"), TableCommand::ForceWager(wager));
        assert_eq!(at_table("void"), TableCommand::VoidHand);
        assert_eq!(at_table("restore 4"), TableCommand::RestoreHand(3));
        let pot = |about| PotReaward { about, from: 1, to: 4, amount: Chips(600) };
        let reaward = |about| TableCommand::ReawardPot(pot(about));
        assert_eq!(at_table("reaward 2 5 600"), reaward(Dispute::Accounting));
        let reading = at_table("reaward 2 5 600 --about reading");
        assert_eq!(reading, reaward(Dispute::Reading));
        let more = MoreTime { seat: 2, time_ms: 30_000 };
        assert_eq!(at_table("add-time 3 30"), TableCommand::AddTime(more));
        let ticket =
            |option| TableCommand::RuleTicket(TicketRuling { ticket: TicketNo(5), option });
        let forfeit = at_table("ticket 5 forfeit-and-fold");
        assert_eq!(forfeit, ticket(RulingOption::ForfeitAndFold));
        let raise = at_table("ticket 5 raise-to=400");
        assert_eq!(raise, ticket(RulingOption::RaiseTo(Chips(400))));
        assert_eq!(given("bans"), Order::Bans);
        assert_eq!(given("times 9"), Order::Times { table: TableName::OfRoom(9) });
        assert_eq!(given("audit"), Order::Audit { table: None });
        let third = TableName::OfTournament(7, 3);
        assert_eq!(given("audit 7/3"), Order::Audit { table: Some(third) });
        let named = TableName::Named("Canopus".to_owned());
        assert_eq!(given("times Canopus"), Order::Times { table: named });
        assert_eq!(given("tables"), Order::Tables { tournament: None });
        let open = Order::Open {
            structure: Some("sit-and-go".to_owned()),
            file: None,
            name: Some("Tuesday".to_owned()),
            at: Some(TimeMs(1_796_148_000_000)),
            league: Some("house-league".to_owned()),
            self_run: false,
        };
        let line = "open sit-and-go --name Tuesday --at 2026-12-01T18:00Z --league house-league";
        assert_eq!(given(line), open);
        let with_file = Order::Open {
            structure: None,
            file: Some(PathBuf::from("club.toml")),
            name: None,
            at: None,
            league: None,
            self_run: false,
        };
        assert_eq!(given("open --file club.toml"), with_file);
        let chips = HostChips { seat: 2, player: "Ida".to_owned(), amount: Chips(500) };
        assert_eq!(at_table("give-chips 3 Ida 500"), TableCommand::GiveChips(chips));
        assert_eq!(given("ban 7 12"), of(Wire::Ban(Ban { entry: EntryId(12), days: 0 })));
        let wrong = TableCommand::DealError;
        let exposed = DealError::Exposed(HeldCard { seat: 3, place: 1 });
        assert_eq!(at_table("deal-error exposed 4 2"), wrong(exposed));
        let boxed = |at| wrong(DealError::Boxed(BoxedCards { cards: 2, at }));
        assert_eq!(at_table("deal-error boxed-stub 2"), boxed(BoxedAt::Stub));
        assert_eq!(at_table("deal-error boxed-board 2 5"), boxed(BoxedAt::Board(4)));
        let missing = wrong(DealError::FouledDeck(DeckFault::Missing));
        assert_eq!(at_table("deal-error missing"), missing);
        assert_eq!(at_table("deal-error premature"), wrong(DealError::Premature(0)));
        assert_eq!(at_table("deal-error non-standard"), wrong(DealError::NonStandard(None)));
        let touched = TouchedHand { seat: 3, other: Some(4), identified: false };
        assert_eq!(at_table("deal-error touched 4 --other 5"), wrong(DealError::Touched(touched)));
        let lots = [Lot::Text("9h".to_owned()), Lot::Entry(EntryId(12))];
        let lots = Box::new(lots.into_iter().collect());
        let list = LotList { about: "burn".to_owned(), lots, count: 1, result: None };
        assert_eq!(given("draw 7 burn 1 9h #12"), of(Wire::DrawLots(list)));
        let color_up = ColorUp { table: Some(TableId(4)), unit: Chips(100), method: None };
        assert_eq!(given("color-up 7 100 --table 4"), of(Wire::ColorUp(color_up)));
        let turns = |seconds| Wire::Wall(WallOrder { scene: WallScene::Rotate, seconds });
        assert_eq!(given("wall 7 rotate 20"), of(turns(20)));
        assert_eq!(given("wall 7 rotate"), of(turns(15)));
        let said =
            |minutes| Wire::AnnounceFor(TimedAnnouncement { text: "Dinner".to_owned(), minutes });
        assert_eq!(given("announce 7 Dinner --minutes 10"), of(said(10)));
        assert_eq!(given("announce 7 Dinner"), of(said(5)));
        let change = |line| match given(line) {
            Order::Leagues(order) => order.change(Err),
            other => panic!("{other:?}"),
        };
        assert_eq!(change("make-league club.toml"), Err(PathBuf::from("club.toml")));
        let end = SeasonEnd {
            league: "club".to_owned(),
            season: "one".to_owned(),
            until: "2027-03-31".to_owned(),
        };
        let ended = change("end-season club one 2027-03-31");
        assert_eq!(ended, Ok(LeagueChange::EndSeason(end)));
        assert_eq!(given("schedules"), Order::Schedules);
        let order = ScheduleOrder::End { schedule: 3 };
        assert_eq!(given("schedule end 3"), Order::Schedule { order });
        assert_eq!(given("rulings 7"), Order::Rulings { tournament: 7 });
        let out = |by: &[u64], with: &[u64]| {
            let entries = |of: &[u64]| of.iter().copied().map(EntryId).collect();
            of(Wire::Out(LostHand { entry: EntryId(12), by: entries(by), with: entries(with) }))
        };
        assert_eq!(given("out 7 12"), out(&[], &[]));
        assert_eq!(given("out 7 12 --by 3 4 --with 5"), out(&[3, 4], &[5]));
        assert_eq!(given("count 7 12 600"), of(Wire::Count(part(12, 600))));
        assert_eq!(given("moved 7 12"), of(Wire::Moved(EntryId(12))));
        assert_eq!(given("moves 7"), Order::Moves { tournament: 7 });
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
            "miss-rounds 7 12 300",
            "seat 7 12 4 0",
            "table 9 button 0",
            "table 9 deal-error exposed 4 0",
            "table 9 give-chips 0 Ida 500",
            "change-levels 7 no-such-file.toml",
            "league recount club",
            "wall 7 ceiling",
            "schedule make Saturday",
            "schedule make Saturday turbo --every daily --starts-in-minutes 5",
            "open-season club",
        ] {
            let line = format!("floor {wrong}");
            assert!(Line::try_parse_from(line.trim_end().split(' ')).is_err(), "{wrong}");
        }
    }
}
