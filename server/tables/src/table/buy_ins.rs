//! Buy-ins that wait for the host's approval. They are not stored, and end with the process: a
//! player then asks again.

mod answers;

pub(super) use answers::{admit, decline};

use super::refusals::{Refused, refused};
use super::{After, Outputs, TableCore};
use cardroom_protocol::client::{Rebuy, Sit, TopUp};
use cardroom_protocol::hosting::{BuyInAnswer, BuyInAsked, BuyInSettled, BuyInWaits};
use cardroom_protocol::server::{self, ServerMessage};
use cardroom_protocol::{ErrorCode, RequestId, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::ConnectionId;

/// The most buy-ins that wait at a table.
const MOST_WAITING: usize = 32;

/// The buy-ins that wait.
#[derive(Debug, Default)]
pub(super) struct BuyIns {
    asks: Vec<Ask>,
    last: u32,
    /// The buy-ins before the step that is not stored yet.
    before: Vec<Ask>,
}

#[derive(Clone, Debug)]
struct Ask {
    number: u32,
    connection: ConnectionId,
    player: Player,
    what: Asked,
}

/// The request that waits.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    Sit(Sit),
    TopUp(TopUp),
    Rebuy(Rebuy),
}

impl Asked {
    fn request(&self) -> RequestId {
        match self {
            Self::Sit(sit) => sit.request,
            Self::TopUp(top_up) => top_up.request,
            Self::Rebuy(rebuy) => rebuy.request,
        }
    }

    fn amount(&self) -> cardroom_protocol::Chips {
        match self {
            Self::Sit(sit) => sit.buy_in,
            Self::TopUp(top_up) => top_up.amount,
            Self::Rebuy(rebuy) => rebuy.amount,
        }
    }
}

impl BuyIns {
    /// Begins a step, which [`roll_back`](Self::roll_back) undoes.
    pub(super) fn checkpoint(&mut self) {
        self.before.clone_from(&self.asks);
    }

    /// Undoes the step that could not be stored.
    pub(super) fn roll_back(&mut self) {
        self.asks = std::mem::take(&mut self.before);
    }
}

/// Lets a request wait for the host's approval. A newer request of the same player replaces it.
pub(super) fn ask(
    core: &mut TableCore,
    connection: ConnectionId,
    player: Player,
    what: Asked,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let text = "You have asked again, so this request does not wait any more.";
    end(core, |ask| ask.player.account == player.account, text, outputs);
    if core.buy_ins.asks.len() >= MOST_WAITING {
        let text = "Too many players wait for the host's approval. Try again in a moment.";
        return Err(refused(ErrorCode::Busy, text));
    }
    core.buy_ins.last += 1;
    let ask = Ask { number: core.buy_ins.last, connection, player, what };
    let waits = BuyInWaits { request: ask.what.request(), table: WireTableId(core.id.0) };
    outputs.private.push((connection, waits.into()));
    tell_host(core, asked(core, &ask).into(), outputs);
    core.buy_ins.asks.push(ask);
    Ok(())
}

fn asked(core: &TableCore, ask: &Ask) -> BuyInAsked {
    let (seat, top_up) = match &ask.what {
        Asked::Sit(sit) => (sit.seat, false),
        Asked::TopUp(_) | Asked::Rebuy(_) => (None, true),
    };
    BuyInAsked {
        table: WireTableId(core.id.0),
        ask: ask.number,
        player: ask.player.name.to_string(),
        seat,
        amount: ask.what.amount(),
        top_up,
    }
}

fn tell_host(core: &TableCore, message: ServerMessage, outputs: &mut Outputs) {
    if let Some(host) = core.hosted_by() {
        outputs.after.push(After::Tell(host, Box::new(message)));
    }
}

/// Sends the buy-ins that wait to a connection of the host.
pub(super) fn show(core: &TableCore, connection: ConnectionId, outputs: &mut Outputs) {
    let viewer = core.audience.player_at(connection).map(|player| player.account);
    if viewer.is_some() && viewer == core.hosted_by() {
        let asks = core.buy_ins.asks.iter().map(|ask| (connection, asked(core, ask).into()));
        outputs.private.extend(asks);
    }
}

/// Ends the requests that wait on a connection that is gone.
pub(super) fn detach(core: &mut TableCore, connection: ConnectionId, outputs: &mut Outputs) {
    take(core, |ask| ask.connection == connection, outputs);
}

/// Refuses every request that waits, because the table closes.
pub(super) fn close(core: &mut TableCore, outputs: &mut Outputs) {
    if core.ending.has_begun() {
        end(core, |_| true, "The table is closing, so nobody buys in any more.", outputs);
    }
}

/// Takes the request that the host answers. It waits no longer.
fn find(core: &mut TableCore, answer: &BuyInAnswer, outputs: &mut Outputs) -> Result<Ask, Refused> {
    let found = take(core, |ask| ask.number == answer.ask, outputs).pop();
    found.ok_or_else(|| refused(ErrorCode::SeqMoved, "This request does not wait any more."))
}

/// Takes requests off the list, and tells the host.
fn take(core: &mut TableCore, which: impl Fn(&Ask) -> bool, outputs: &mut Outputs) -> Vec<Ask> {
    let asks = std::mem::take(&mut core.buy_ins.asks);
    let (taken, left): (Vec<_>, Vec<_>) = asks.into_iter().partition(|ask| which(ask));
    core.buy_ins.asks = left;
    for ask in &taken {
        let settled = BuyInSettled { table: WireTableId(core.id.0), ask: ask.number };
        tell_host(core, settled.into(), outputs);
    }
    taken
}

/// Refuses requests that wait, with a reason.
fn end(core: &mut TableCore, which: impl Fn(&Ask) -> bool, text: &str, outputs: &mut Outputs) {
    for ask in take(core, which, outputs) {
        refuse(&ask, text, outputs);
    }
}

fn refuse(ask: &Ask, text: &str, outputs: &mut Outputs) {
    let (request, code, message) = (ask.what.request(), ErrorCode::Forbidden, text.to_owned());
    let refusal = server::Refused { request, code, message };
    outputs.after.push(After::Tell(ask.player.account, Box::new(refusal.into())));
}
