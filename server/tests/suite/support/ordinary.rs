//! Players and tables about which nothing is special.

use cardroom::ids::AccountId;
use cardroom::inbox::Player;
use cardroom::look::Look;
use cardroom::table::TableDescription;
use cardroom::tenure::Tenure;
use cardroom_protocol::server::Role;

/// Returns the player of an account.
pub(crate) fn account(number: u64, name: &str) -> Player {
    let account = AccountId(number);
    Player {
        account,
        name: name.into(),
        bot: false,
        role: Role::Player,
        staff: false,
        look: Look::of(account),
        tenure: Tenure::ALWAYS,
    }
}

/// Returns the player in a seat. Seat 0 has account 1.
pub(crate) fn player(seat: u8) -> Player {
    account(u64::from(seat) + 1, &format!("player {seat}"))
}

/// Returns the description of a public ring table.
pub(crate) fn table(name: &str) -> TableDescription {
    TableDescription {
        name: name.to_owned(),
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: false,
    }
}
