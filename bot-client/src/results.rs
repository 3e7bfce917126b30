//! Formats a tournament's results.

use cardroom_bot::EntryResult;
use cardroom_bot::standings::Standings;
use cardroom_protocol::EntryId;
use cardroom_protocol::tournament::PlayerRow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The largest number of places that are printed.
const ROWS: usize = 30;
/// Formats the first places, and the number of the others. Marks the bots of this program.
pub(crate) fn table(standings: &Standings, own: &[EntryResult]) -> String {
    let own: BTreeSet<EntryId> = own.iter().map(|result| result.entry).collect();
    let info = &standings.info;
    let mut text = format!(
        "\n{}: {} entries, prize pool {}\n{:>7}  {:<26} {:>12} {:>12}",
        info.name, info.entries, info.prize_pool, "place", "name", "prize", "bounties"
    );
    for row in standings.players.iter().take(ROWS) {
        let _ = write!(text, "\n{}", line(row, own.contains(&row.entry)));
    }
    if let Some(others) = standings.players.len().checked_sub(ROWS).filter(|others| *others > 0) {
        let _ = write!(text, "\n{:>7}  and {others} others", "");
    }
    text
}

fn line(row: &PlayerRow, is_own: bool) -> String {
    let place = row.place.map_or("–".to_owned(), |place| place.to_string());
    let mark = if is_own { '*' } else { ' ' };
    let name = format!("{} #{}", row.name, row.entry);
    format!("{place:>7} {mark}{name:<26} {:>12} {:>12}", row.prize, row.bounties)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::tournament::EntryState;
    use cardroom_protocol::{Chips, Money};

    #[test]
    fn own_bots_are_marked() {
        let row = PlayerRow {
            entry: EntryId(4),
            name: "bot3".to_owned(),
            bot: true,
            state: EntryState::Out,
            stack: Chips(0),
            table: None,
            seat: None,
            place: Some(1),
            prize: Money(5_000),
            bounties: Money(0),
            head: Money(0),
            re_entries: 0,
            avatar: 0,
            color: 0,
            staff: false,
        };
        assert!(line(&row, true).starts_with("      1 *bot3 #4 "));
        let others = line(&PlayerRow { place: None, ..row }, false);
        assert!(others.starts_with("      –  bot3 #4 "), "{others}");
    }
}
