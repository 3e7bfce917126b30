//! How much of what everyone shares one account, one network and the room as a whole may take. This
//! table has the defaults and their reasons; the settings named in it change them.
//!
//! A network is an IPv4 address, or the /48 of an IPv6 address. A limit for each account alone does
//! not help, because whoever wants more opens more guests.

use cardroom_rules::Chips;

/// The most chips that a wallet may get from an operator: more than any grant needs, and far from
/// overflowing a ledger of all accounts, or the 53 bits that a browser counts exactly.
pub(crate) const LARGEST_WALLET: Chips = Chips(1 << 40);

/// An allowance: what is shared, and how much of it may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allowance {
    pub what: &'static str,
    /// The most for an account; `None` if only its network counts.
    pub account: Option<u32>,
    /// The most for a network.
    pub network: u32,
    /// The most for the room; `None` if something else limits it.
    pub room: Option<u32>,
    /// The settings that change it, in the order of the numbers.
    pub settings: &'static str,
    /// Why the numbers are what they are.
    pub reason: &'static str,
}

/// Private tables that are open at a time.
pub const PRIVATE_TABLES: Allowance = Allowance {
    what: "private tables, open at a time",
    account: Some(2),
    network: 25,
    room: Some(200),
    settings: "`hosting.per_account`, `hosting.per_network`, `hosting.in_all`",
    reason: "A club's evening behind one address is a dozen tables. Eight addresses fill the room, \
             and then a table where nobody ever sat gives way to a newcomer.",
};

/// Private tournaments that are not over.
pub const PRIVATE_TOURNAMENTS: Allowance = Allowance {
    what: "private tournaments, not over",
    account: Some(2),
    network: 10,
    room: Some(50),
    settings: "`hosting.tournaments.per_account`, `hosting.tournaments.per_network`, \
               `hosting.tournaments.in_all`",
    reason: "As private tables. One without entries gives way.",
};

/// Seats and waiting places at the tables of the lobby.
pub const LOBBY_SEATS: Allowance = Allowance {
    what: "seats and places in line at tables of the lobby",
    account: None,
    network: 8,
    room: None,
    settings: "`limits.seats_per_network`",
    reason: "A household with guests. Private tables and tournaments do not count, nor do bots that \
             come from the room's own machine.",
};

/// Guests that are opened in an hour.
pub const GUESTS: Allowance = Allowance {
    what: "new guests an hour",
    account: None,
    network: 100,
    room: Some(2_000),
    settings: "`limits.guests_per_network_hour`, `limits.guests_per_hour`",
    reason: "A school behind one address. A guest costs half a kilobyte until it is forgotten.",
};

/// Accounts that are registered in a day.
pub const ACCOUNTS: Allowance = Allowance {
    what: "new accounts a day",
    account: None,
    network: 40,
    room: Some(2_000),
    settings: "`limits.accounts_per_network_day`, `limits.accounts_per_day`",
    reason: "A club on its first evening. An account that its owner never used again is deleted \
             after `accounts.unused_days`; after `accounts.new_account_hours` its first chips have \
             value.",
};

/// Lines of chat in a minute.
pub const CHAT_LINES: Allowance = Allowance {
    what: "lines of chat a minute",
    account: Some(20),
    network: 200,
    room: None,
    settings: "`limits.chat_lines_per_minute`, ten times as many for a network",
    reason: "Nobody types faster than a line every three seconds for long. Each line is stored for \
             `moderation.chat_days`.",
};

/// How many times as much as an account a network may have, where one setting is for both.
pub(crate) const NETWORK_OF_ACCOUNTS: u32 = 10;

/// Private tables and tournaments that are opened in an hour, whether they are open still or not.
pub const OPENINGS: Allowance = Allowance {
    what: "private tables and tournaments, opened in an hour",
    account: Some(20),
    network: 200,
    room: None,
    settings: "`limits.openings_per_hour`, ten times as many for a network",
    reason: "A host who tries terms out. Each leaves a row for `hosting.ledger_days`, although it is \
             closed at once.",
};

/// Rows that players write about others or for themselves in an hour.
pub const OWN_ROWS: Allowance = Allowance {
    what: "notes, reports, API tokens, browsers with notifications, links to hands, and orders of \
           hosts, an hour",
    account: Some(240),
    network: 2_400,
    room: None,
    settings: "`limits.rows_per_hour`, ten times as many for a network",
    reason: "One every fifteen seconds. Each account has a number of each as well: 1,000 notes, 10 \
             open reports, 16 tokens, 10 browsers.",
};

/// Chips that are brought to tables in an hour.
pub const BUY_INS: Allowance = Allowance {
    what: "buy-ins, rebuys and top-ups at tables an hour",
    account: Some(240),
    network: 2_400,
    room: None,
    settings: "`limits.buy_ins_per_hour`, ten times as many for a network",
    reason: "A player who fills up after every hand. Each is a transfer, and so is each way back to \
             the wallet, and the ledger keeps them all.",
};

/// Files with everything that is stored about an account.
pub const EXPORTS: Allowance = Allowance {
    what: "exports of accounts an hour",
    account: Some(6),
    network: 60,
    room: None,
    settings: "`limits.exports_per_hour`, ten times as many for a network",
    reason: "One download, and a few that broke. The room makes one at a time.",
};

/// Files of hands, results and ledgers over HTTP.
pub const FILES: Allowance = Allowance {
    what: "files of hands, results and ledgers a minute",
    account: Some(60),
    network: 600,
    room: None,
    settings: "`limits.files_per_minute`, ten times as many for a network",
    reason: "A player who saves the hands of an evening one by one. A file of many hands reads \
             thousands of rows.",
};

/// All allowances, for the page of operators.
pub const ALLOWANCES: [&Allowance; 11] = [
    &PRIVATE_TABLES,
    &PRIVATE_TOURNAMENTS,
    &OPENINGS,
    &LOBBY_SEATS,
    &GUESTS,
    &ACCOUNTS,
    &CHAT_LINES,
    &OWN_ROWS,
    &BUY_INS,
    &EXPORTS,
    &FILES,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    fn number(number: Option<u32>) -> String {
        number.map_or_else(|| "–".to_owned(), |number| number.to_string())
    }

    #[test]
    fn the_page_of_operators_has_the_table() {
        let mut table = String::from("| What | Account | Network | Room | Settings | Why |\n");
        table.push_str("|---|---|---|---|---|---|\n");
        for Allowance { what, account, network, room, settings, reason } in ALLOWANCES {
            let (account, room) = (number(*account), number(*room));
            writeln!(table, "| {what} | {account} | {network} | {room} | {settings} | {reason} |")
                .unwrap();
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../OPERATING.md");
        let page = std::fs::read_to_string(path).unwrap();
        assert!(page.contains(&table), "OPERATING.md needs this table:\n{table}");
    }
}
