//! The printed rows of lists, in the words of the page.

use super::sentences::{Named, at_table, in_tournament, ruled};
use super::words::{Given, chips, text, text_with};
use crate::cli::dates::when;
use cardroom_protocol::EntryId;
use cardroom_protocol::hybrid::AuditEntry;
use cardroom_protocol::league::{BanRow, LeagueInfo};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::SeatTimeUse;
use cardroom_protocol::tournament::{
    CountsFor, EntryState, ImpoundedPot, OpenMove, OpenableStructure, PlayerRow, RosterProblem,
    Ruling, RulingState, TableRow, TournamentCommand, TournamentInfo,
};
use cardroom_rules::Millis;
use cardroom_tournament::results::{date, table};

/// Formats a tournament as one line.
pub(super) fn tournament_row(info: &TournamentInfo) -> String {
    format!(
        "{:>6}  {}  {}  level {}  {} of {} left  pool {}",
        info.tournament,
        info.name,
        text(&format!("tournament-state-{:?}", info.state)),
        info.level,
        info.players_left,
        info.entries,
        chips(info.prize_pool.0)
    )
}

/// Returns what a tournament counts for; `None` if no league was named.
pub(super) fn counts_for(info: &TournamentInfo) -> Option<String> {
    let CountsFor { league, season } = info.counts_for.as_ref()?;
    let mut given = Given::from([("league", league.as_str().into())]);
    let Some(season) = season else {
        return Some(text_with("tournament-counts-for-none", &given));
    };
    given.insert("season", season.as_str().into());
    Some(text_with("tournament-counts-for", &given))
}

/// Formats a player as one line.
pub(super) fn player_row(row: &PlayerRow, named: &Named<'_>) -> String {
    let place = match (row.table, row.seat, row.place) {
        (_, _, Some(place)) => format!("place {place}, won {}", chips(row.prize.0)),
        (Some(table), Some(seat), None) => {
            let table = named.table(table.0).into();
            let given = Given::from([("table", table), ("seat", (u64::from(seat) + 1).into())]);
            text_with("tournament-table-seat", &given)
        }
        _ => String::new(),
    };
    let state = text(&format!("tournament-entry-{:?}", row.state));
    format!("{:>6}  {}  {state}  {} chips  {place}", row.entry, row.name, chips(row.stack.0))
}

/// Formats a structure as one line.
pub(super) fn structure_row(structure: &OpenableStructure) -> String {
    let OpenableStructure { id, name, game, rulebook } = structure;
    format!("{id:<24}  {name}  {game}, {rulebook}")
}

/// Formats a league as one line.
pub(super) fn league_row(league: &LeagueInfo) -> String {
    let rulebook = league.rulebook.as_deref().unwrap_or("the structure's rulebook");
    format!("{:<24}  {}  {rulebook}", league.league, league.name)
}

/// Formats a table of a tournament as one line.
pub(super) fn table_row(row: &TableRow) -> String {
    let state = text(&format!("tournament-table-{:?}", row.state));
    format!("{:>6}  {} players  {state}  hand {}", row.number, row.players, row.hand)
}

/// Formats a table of the lobby as one line.
pub(super) fn lobby_row(info: &TableInfo) -> String {
    format!("{:>6}  {}  {} of {} seats taken", info.table, info.name, info.seated, info.seats)
}

/// Formats an unconfirmed move as one line.
pub(super) fn move_row(walk: &OpenMove, named: &Named<'_>) -> String {
    let OpenMove { entry, from_table, from_seat, table, seat } = *walk;
    let name = named.player(entry.0);
    format!(
        "{entry:>6}  {name}  from table {from_table}, seat {}, to table {table}, seat {}",
        from_seat + 1,
        seat + 1
    )
}

/// Formats an impounded pot as one line.
pub(super) fn pot_row(pot: &ImpoundedPot, named: &Named<'_>) -> String {
    let from = pot
        .from
        .iter()
        .map(|part| format!("{} {}:{}", named.player(part.entry.0), part.entry, part.chips));
    let from: Vec<String> = from.collect();
    let due = match pot.due.0 {
        0 => String::new(),
        due => format!(", {} more to come", chips(due)),
    };
    let (number, held, table, reason) = (pot.pot, chips(pot.chips.0), pot.table, &pot.reason);
    format!("{number:>6}  {held} chips{due}  table {table}  from {}: {reason}", from.join(", "))
}

/// Formats the entries as a roster that can be entered again, without withdrawn and finished ones.
/// Before the draw a player's table and seat are those that the floor reserved.
pub(super) fn roster(players: &[PlayerRow], tables: &[TableRow], rulings: &[Ruling]) -> String {
    let heading = ["name", "table", "seat", "apart", "check_in", "stack"];
    let in_it = |row: &&PlayerRow| {
        let is_gone = matches!(row.state, EntryState::Withdrawn | EntryState::Disqualified);
        row.place.is_none() && !is_gone
    };
    let name = |entry: EntryId| players.iter().find(|row| row.entry == entry).map(|row| &*row.name);
    // The latest ruling is the first.
    let made = || {
        let made = rulings.iter().filter(|ruling| ruling.state == RulingState::Made);
        made.map(|ruling| &ruling.command)
    };
    let rows = players.iter().filter(in_it).map(|row| {
        let drawn = row.table.and_then(|id| tables.iter().find(|table| table.table == id));
        let pinned = made().find_map(|command| match command {
            TournamentCommand::PinSeat(pin) if pin.entry == row.entry => Some(pin),
            _ => None,
        });
        let table = drawn.map(|table| table.number).or(pinned.map(|pin| pin.table));
        let seat = row.seat.or(pinned.filter(|_| drawn.is_none()).and_then(|pin| pin.seat));
        let apart = made().filter_map(|command| match command {
            TournamentCommand::KeepApart(pair) if pair.one == row.entry => name(pair.other),
            _ => None,
        });
        let stack = made().find_map(|command| match command {
            TournamentCommand::SetStack(order) if order.entry == row.entry => Some(order.chips),
            _ => None,
        });
        let begins = matches!(row.state, EntryState::Registered | EntryState::CheckedIn);
        let shown = |number: Option<String>| number.unwrap_or_default();
        vec![
            row.name.clone(),
            shown(table.map(|table| table.to_string())),
            shown(seat.map(|seat| (u16::from(seat) + 1).to_string())),
            apart.collect::<Vec<_>>().join(";"),
            if row.state == EntryState::CheckedIn { "yes".to_owned() } else { String::new() },
            shown(stack.filter(|_| begins).map(|stack| stack.to_string())),
        ]
    });
    table(std::iter::once(heading.map(str::to_owned).to_vec()).chain(rows))
}

/// Formats a command at a table as one line.
pub(super) fn audit_row(entry: &AuditEntry) -> String {
    let command = at_table(&entry.command, &entry.operator);
    let rule = entry.rule.as_deref();
    let sentence = ruled(Some(&entry.operator), &command, &entry.reason, rule);
    format!("{:>6}  {}  {}  {sentence}", entry.seq, when(entry.at), entry.table_name)
}

/// Formats a player's use of time as one line.
pub(super) fn time_row(used: &SeatTimeUse, name: &str) -> String {
    let SeatTimeUse { seat, decisions, late, mean_ms } = used;
    let (seat, mean) = (u16::from(*seat) + 1, (mean_ms + 500) / 1_000);
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
pub(super) fn ruling_row(ruling: &Ruling, named: &Named<'_>) -> String {
    let command = in_tournament(&ruling.command, named);
    let (operator, rule) = (ruling.operator.as_deref(), ruling.rule.as_deref());
    let sentence = ruled(operator, &command, &ruling.reason, rule);
    let state = match ruling.state {
        RulingState::Made => String::new(),
        RulingState::NeedsSecond => format!("  [{}]", text("floor-needs-second")),
        RulingState::Undone => format!("  [{}]", text("floor-undone")),
    };
    format!("{:>6}  {}  {sentence}{state}", ruling.seq, when(ruling.at))
}
