//! The printed rows of lists.

use cardroom_protocol::hybrid::AuditEntry;
use cardroom_protocol::league::BanRow;
use cardroom_protocol::server::SeatTimeUse;
use cardroom_protocol::tournament::{
    ImpoundedPot, PlayerRow, RosterProblem, Ruling, TableRow, TournamentInfo,
};
use cardroom_rules::Millis;
use cardroom_tournament::results::{date, table};

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
