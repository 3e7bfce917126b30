//! Buy-ins that wait for the host's approval. They are not stored, and end with the process: a
//! player then asks again.

mod answers;

pub(super) use answers::admit;

use super::refusals::{Refused, refused};
use super::{After, Outputs};
use cardroom_protocol::client::{Rebuy, Sit, TopUp};
use cardroom_protocol::hosting::{BuyInAnswer, BuyInAsked, BuyInSettled, BuyInWaits};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{self, ServerMessage};
use cardroom_protocol::{ErrorCode, RequestId, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};

/// The most buy-ins that wait at a table.
const MOST_WAITING: usize = 32;

/// Where the host hears of buy-ins: the table, and its host.
#[derive(Clone, Copy)]
pub(super) struct HostDesk {
    table: WireTableId,
    host: Option<AccountId>,
}

impl HostDesk {
    pub(super) fn new(table: TableId, host: Option<AccountId>) -> Self {
        Self { table: WireTableId(table.0), host }
    }

    fn tell(self, message: ServerMessage, outputs: &mut Outputs) {
        if let Some(host) = self.host {
            outputs.after.push(After::Tell(host, Box::new(message)));
        }
    }
}

/// The buy-ins that wait.
#[derive(Debug, Default)]
pub(super) struct BuyIns {
    asks: Vec<Ask>,
    last: u32,
    /// The buy-ins before the step that is not stored yet.
    before: Vec<Ask>,
}

/// A buy-in that waits.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    number: u32,
    connection: ConnectionId,
    player: Player,
    what: Asked,
}

/// A request for a seat or for chips.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    Sit(Sit),
    TopUp(TopUp),
    Rebuy(Rebuy),
}

impl Asked {
    /// Returns the buy-in of a request.
    pub(super) fn of(request: TableRequest) -> Result<Self, Refused> {
        Ok(match request {
            TableRequest::Sit(sit) => Self::Sit(sit),
            TableRequest::TopUp(top_up) => Self::TopUp(top_up),
            TableRequest::Rebuy(rebuy) => Self::Rebuy(rebuy),
            _ => return Err(refused(ErrorCode::Internal, "This request adds no chips.")),
        })
    }

    pub(super) fn request(&self) -> RequestId {
        match self {
            Self::Sit(sit) => sit.request,
            Self::TopUp(top_up) => top_up.request,
            Self::Rebuy(rebuy) => rebuy.request,
        }
    }

    pub(super) fn amount(&self) -> cardroom_protocol::Chips {
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

    /// Lets a request wait for the host's approval. A newer request of the same player replaces it.
    pub(super) fn ask(
        &mut self,
        desk: HostDesk,
        connection: ConnectionId,
        player: Player,
        what: Asked,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        let text = "You have asked again, so this request does not wait any more.";
        self.end(desk, |ask| ask.player.account == player.account, text, outputs);
        if self.asks.len() >= MOST_WAITING {
            let text = "Too many players wait for the host's approval. Try again in a moment.";
            return Err(refused(ErrorCode::Busy, text));
        }
        self.last += 1;
        let ask = Ask { number: self.last, connection, player, what };
        let waits = BuyInWaits { request: ask.what.request(), table: desk.table };
        outputs.private.push((connection, waits.into()));
        desk.tell(ask.asked(desk.table).into(), outputs);
        self.asks.push(ask);
        Ok(())
    }

    /// Sends the buy-ins that wait to a connection of the host.
    pub(super) fn show(
        &self,
        desk: HostDesk,
        connection: ConnectionId,
        viewer: Option<AccountId>,
        outputs: &mut Outputs,
    ) {
        if viewer.is_some() && viewer == desk.host {
            let asks = self.asks.iter().map(|ask| (connection, ask.asked(desk.table).into()));
            outputs.private.extend(asks);
        }
    }

    /// Ends the requests that wait on a connection that is gone.
    pub(super) fn detach(
        &mut self,
        desk: HostDesk,
        connection: ConnectionId,
        outputs: &mut Outputs,
    ) {
        self.take(desk, |ask| ask.connection == connection, outputs);
    }

    /// Refuses every request that waits, because the table closes.
    pub(super) fn close(&mut self, desk: HostDesk, outputs: &mut Outputs) {
        self.end(desk, |_| true, "The table is closing, so nobody buys in any more.", outputs);
    }

    /// Takes the request that the host answers. It waits no longer.
    pub(super) fn find(
        &mut self,
        desk: HostDesk,
        answer: &BuyInAnswer,
        outputs: &mut Outputs,
    ) -> Result<Ask, Refused> {
        let found = self.take(desk, |ask| ask.number == answer.ask, outputs).pop();
        found.ok_or_else(|| refused(ErrorCode::SeqMoved, "This request does not wait any more."))
    }

    /// Takes requests off the list, and tells the host.
    fn take(
        &mut self,
        desk: HostDesk,
        which: impl Fn(&Ask) -> bool,
        outputs: &mut Outputs,
    ) -> Vec<Ask> {
        let asks = std::mem::take(&mut self.asks);
        let (taken, left): (Vec<_>, Vec<_>) = asks.into_iter().partition(|ask| which(ask));
        self.asks = left;
        for ask in &taken {
            let settled = BuyInSettled { table: desk.table, ask: ask.number };
            desk.tell(settled.into(), outputs);
        }
        taken
    }

    /// Refuses requests that wait, with a reason.
    fn end(
        &mut self,
        desk: HostDesk,
        which: impl Fn(&Ask) -> bool,
        text: &str,
        outputs: &mut Outputs,
    ) {
        for ask in self.take(desk, which, outputs) {
            ask.refuse(text, outputs);
        }
    }
}

impl Ask {
    /// Returns the question for the host.
    fn asked(&self, table: WireTableId) -> BuyInAsked {
        let (seat, top_up) = match &self.what {
            Asked::Sit(sit) => (sit.seat, false),
            Asked::TopUp(_) | Asked::Rebuy(_) => (None, true),
        };
        BuyInAsked {
            table,
            ask: self.number,
            player: self.player.name.to_string(),
            seat,
            amount: self.what.amount(),
            top_up,
        }
    }

    /// Refuses the request, with a reason.
    pub(super) fn refuse(&self, text: &str, outputs: &mut Outputs) {
        let (request, code) = (self.what.request(), ErrorCode::Forbidden);
        let refusal = server::Refused { request, code, message: text.to_owned() };
        outputs.after.push(After::Tell(self.player.account, Box::new(refusal.into())));
    }
}
