//! The host's answers to buy-ins that wait.

use super::{Ask, Asked};
use crate::table::refusals::{Refused, not_seated};
use crate::table::seats::seat_of;
use crate::table::{After, Outputs, TableCore, chips, seating};
use cardroom_protocol::server;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_rules::{Chips, Millis};

/// Carries out a buy-in that the host approves. The player gets the answer to the request.
pub(in crate::table) fn admit(
    core: &mut TableCore,
    now: Millis,
    Ask { connection, player, what, .. }: Ask,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let account = player.account;
    let before = outputs.private.len();
    let done = match &what {
        Asked::Sit(sit) => {
            seating::take_seat(core, now, connection, sit, Chips(sit.buy_in.0), player, outputs)
        }
        Asked::TopUp(_) | Asked::Rebuy(_) => {
            seat_of(&core.table, account).ok_or_else(not_seated).and_then(|seat| {
                core.ask(now, chips::input(seat, &what, Chips(what.amount().0)), outputs)?;
                let answer = chips::answer(core.id, &core.table, seat, what.request());
                outputs.private.push((connection, answer));
                Ok(())
            })
        }
    };
    match &done {
        Ok(()) => core.house.let_back(account),
        Err((code, message)) => {
            let (request, code, message) = (what.request(), *code, message.clone());
            let refusal = server::Refused { request, code, message };
            outputs.private.push((connection, refusal.into()));
        }
    }
    if !core.audience.is_attached(connection) {
        reach(connection, account, before, outputs);
    }
    done
}

/// Sends the answers to a player whose connection does not watch the table over the account's
/// connection.
fn reach(connection: ConnectionId, account: AccountId, from: usize, outputs: &mut Outputs) {
    let (own, rest): (Vec<_>, Vec<_>) =
        outputs.private.drain(from..).partition(|(to, _)| *to == connection);
    outputs.private.extend(rest);
    let tell = |(_, message)| After::Tell(account, Box::new(message));
    outputs.after.extend(own.into_iter().map(tell));
}
