//! The host's answers to buy-ins that wait.

use super::{Ask, Asked};
use crate::table::refusals::{Refused, not_seated};
use crate::table::seats::seat_of;
use crate::table::{After, Outputs, TableCore, chips, floor, seating};
use cardroom_engine::Input;
use cardroom_protocol::client::{Rebuy, TopUp};
use cardroom_protocol::hosting::BuyInAnswer;
use cardroom_protocol::hybrid::DirectTable;
use cardroom_protocol::server;
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_rules::{Chips, Millis};

/// Approves a buy-in. The request is carried out, and the player gets its answer.
pub(in crate::table) fn admit(
    core: &mut TableCore,
    now: Millis,
    host: &Player,
    direct: &DirectTable,
    answer: &BuyInAnswer,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let Ask { connection, player, what, .. } =
        core.buy_ins.find(core.host_desk(), answer, outputs)?;
    let account = player.account;
    let before = outputs.private.len();
    let done = floor::carry_out(core, now, host, direct, outputs, |core, _, outputs| match &what {
        Asked::Sit(sit) => {
            seating::take_seat(core, now, connection, sit, Chips(sit.buy_in.0), player, outputs)
        }
        Asked::TopUp(TopUp { request, amount, .. })
        | Asked::Rebuy(Rebuy { request, amount, .. }) => {
            let seat = seat_of(&core.table, account).ok_or_else(not_seated)?;
            let amount = Chips(amount.0);
            let input = match &what {
                Asked::Rebuy(_) => Input::Rebuy { seat, amount },
                _ => Input::TopUp { seat, amount },
            };
            core.step(now, input, outputs).map_err(|refusal| core.terms.explain(&refusal))?;
            outputs.private.push((connection, chips::answer(core.id, &core.table, seat, *request)));
            Ok(())
        }
    });
    match &done {
        Ok(()) => core.hosting.let_back(account),
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

/// Declines a buy-in, and tells its player.
pub(in crate::table) fn decline(
    core: &mut TableCore,
    now: Millis,
    host: &Player,
    direct: &DirectTable,
    answer: &BuyInAnswer,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let ask = core.buy_ins.find(core.host_desk(), answer, outputs)?;
    let done = floor::carry_out(core, now, host, direct, outputs, |core, _, outputs| {
        core.remember(now, outputs);
        Ok(())
    });
    ask.refuse("The host has declined your buy-in. Talk to the host.", outputs);
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
