//! The task around a table's core. It carries messages, makes steps durable before anyone hears of
//! them, and sleeps until the core's deadline. It makes no decisions. `actor/delivery.rs` sends the
//! frames of a step, and `actor/consequences.rs` does what follows from it elsewhere.
//!
//! One step is uncommitted at a time; later inputs wait in the inbox.

mod alarm;
mod chat;
mod consequences;
mod delivery;
mod hooks;
mod rounds;
#[cfg(test)]
mod tests;

use self::alarm::Alarm;
use super::twins::Twins;
use super::{After, CoreInput, Outputs, TableCore};
use crate::cashier::{Cashier, Hold};
use crate::clock::Clock;
use crate::deals::Deals;
use crate::entropy::{Dealer, Entropy};
use crate::history;
use crate::hooks::HookOffice;
use crate::host::{self, Host};
use crate::ids::{AccountId, ConnectionId, TableId};
use crate::inbox::{Player, ReportSender, TableHandle, TableInput, Viewer};
use crate::journal::Journal;
use crate::lock_step;
use crate::metrics::{TABLE_REFOLDS, Totals};
use crate::moderation::Moderation;
use crate::network::Subscriber;
use crate::outbox::Outbox;
use crate::push::PushOffice;
use crate::registry::Registry;
use crate::store::{Store, StoredStream, StreamId, Transfer, Unit};
use crate::threads::Threads;
use crate::vault::{SealedDecks, Vault};
use cardroom_engine::{Decks, TableSetup};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::requests::Asked;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::{HandNo, MAX_SEATS, Millis};
use cardroom_tables::{FoldError, draws_seats};
use cardroom_tournament::Ordered;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

/// How many inputs may wait for a table.
const INBOX: usize = 256;
/// How many inputs may wait for the start of a hand.
const MOST_HELD: usize = 64;
/// How many commands at a table are searched for the one that paused it.
const ORDERS_SEARCHED: u32 = 100;

/// The services of the room for a table's task. Cheap to clone.
#[derive(Clone)]
pub struct TableServices {
    pub journal: Journal,
    /// The source for refolding the table after a failed append.
    pub store: Arc<dyn Store>,
    /// Where the table reports who sits at it.
    pub registry: Registry,
    pub cashier: Cashier,
    pub clock: Clock,
    /// Totals of play since the start.
    pub totals: Arc<Totals>,
    /// Seals the decks of hands in progress, and the cards of completed hands.
    pub vault: Arc<Vault>,
    /// How long the chips of new accounts have no value outside of a table; guests' chips never
    /// have any. `None` if all chips have value.
    pub chips_held_for: Option<Millis>,
    /// Tells players who do not see the page.
    pub push: PushOffice,
    /// Knows which events other programs ask for.
    pub hooks: HookOffice,
    /// The rules for chat, and its storage.
    pub moderation: Moderation,
    /// Whether completed hands are stored.
    pub keeps_hands: bool,
    pub entropy: Entropy,
    /// The key and the seeds of deals that can be verified, if the room has them.
    pub deals: Option<Deals>,
    /// Where the table's task runs.
    pub threads: Threads,
}

/// Starts the task of a table. It recovers first, and then uses `setup`. Without a setup, all
/// players are paid out. A table of a tournament reports to its director.
pub fn spawn(
    core: TableCore,
    setup: Option<TableSetup>,
    dealer: Dealer,
    services: TableServices,
    director: Option<ReportSender>,
) -> (TableHandle, JoinHandle<()>) {
    spawn_among(core, setup, dealer, services, director, None)
}

/// Does the same for a table that counts as one game with its copies.
pub fn spawn_among(
    core: TableCore,
    setup: Option<TableSetup>,
    dealer: Dealer,
    services: TableServices,
    director: Option<ReportSender>,
    twins: Option<Twins>,
) -> (TableHandle, JoinHandle<()>) {
    let id = core.id();
    let (inbox_in, inbox) = mpsc::channel(INBOX);
    let (info, info_out) = watch::channel(Arc::new(core.info()));
    let handle = TableHandle::new(id, inbox_in, info_out).hosted_by(core.description().host());
    let thread = services.threads.of_table(id);
    let runtime = services.threads.runtime(thread);
    let services = TableServices { journal: services.journal.on(thread), ..services };
    let actor = Actor {
        id,
        core,
        dealer,
        services,
        director,
        twins,
        inbox,
        info,
        outboxes: BTreeMap::new(),
        drained: Vec::new(),
        orders: Vec::new(),
        held: VecDeque::new(),
        is_behind: false,
    };
    (handle, runtime.spawn(actor.run(setup)))
}

/// The connection an input came from.
struct Asker {
    viewer: Viewer,
    /// The answer if the store fails.
    failure: Option<ServerMessage>,
    /// The chips of its request.
    hold: Option<Hold>,
}

struct Actor {
    id: TableId,
    core: TableCore,
    dealer: Dealer,
    services: TableServices,
    director: Option<ReportSender>,
    twins: Option<Twins>,
    inbox: mpsc::Receiver<TableInput>,
    info: watch::Sender<Arc<TableInfo>>,
    /// The outboxes of the connections that watch the table.
    outboxes: BTreeMap<ConnectionId, Arc<Outbox>>,
    drained: Vec<oneshot::Sender<()>>,
    /// The director's instructions that are not stored as carried out.
    orders: Vec<Ordered>,
    /// The inputs that wait until the next hand has started.
    held: VecDeque<TableInput>,
    /// The table was refolded, and has not yet repeated the inputs that were not stored.
    is_behind: bool,
}

impl Actor {
    async fn run(mut self, setup: Option<TableSetup>) {
        for (account, chips) in self.core.chips_by_account() {
            self.services.registry.seated(account, self.id, chips);
        }
        loop {
            let now = self.services.clock.now();
            if self.on(now, CoreInput::Recover { setup: setup.clone() }, None).await {
                break;
            }
        }
        self.recall_pause().await;
        let mut taken_late = 0;
        let mut alarm = Alarm::new();
        while !self.core.is_closed() {
            if self.is_behind {
                self.catch_up().await;
                continue;
            }
            if let Some(input) = self.released() {
                self.take(input).await;
                continue;
            }
            let deadline = self.core.deadline();
            let is_late = deadline.is_some_and(|at| self.services.clock.now() >= at);
            taken_late = if is_late { taken_late + 1 } else { 0 };
            if taken_late > INBOX {
                // Everything that was in the inbox when the deadline passed is handled. A flood
                // that came later does not stop the clock.
                self.deadline().await;
                taken_late = 0;
                continue;
            }
            let deadline = deadline.map(|at| self.services.clock.instant(at));
            tokio::select! {
                // Inputs come first, so that an action stamped before a deadline is judged
                // before the deadline fires.
                biased;
                input = self.inbox.recv() => match input {
                    Some(input) => self.take_or_hold(input).await,
                    None => return,
                },
                () = alarm.rings_at(deadline) => self.deadline().await,
            }
        }
        self.close().await;
    }

    /// Ends the table that has closed, and refuses what still waits in its inbox.
    async fn close(mut self) {
        self.services.registry.close_table(self.id);
        self.inbox.close();
        self.held.drain(..).for_each(refuse);
        while let Some(input) = self.inbox.recv().await {
            refuse(input);
        }
    }

    /// Reads the command that paused the table from the audit trail, if the table
    /// was restored while paused.
    async fn recall_pause(&mut self) {
        if !self.core.lacks_pause_order() {
            return;
        }
        match self.services.store.audit_trail(Some(self.id), 0, ORDERS_SEARCHED).await {
            Ok(trail) => self.core.recall_pause(trail),
            // The command only explains the pause, which holds without it.
            Err(error) => {
                tracing::warn!(table = self.id.0, %error, "could not read why the table is paused");
            }
        }
    }

    async fn deadline(&mut self) {
        let now = self.services.clock.now();
        if let Some((seeds, sealed)) = self.packs(now) {
            self.on(now, CoreInput::Packs { seeds, sealed }, None).await;
            return;
        }
        let input = match self.core.wants_deck(now) {
            Some(_) if self.core.rounds().is_some() => match self.bound_decks() {
                Some((decks, sealed, draw)) => CoreInput::Deck { decks, sealed, draw },
                None => CoreInput::Tick,
            },
            Some(game) => {
                let setup = self.core.table().setup();
                let decks = match setup.hybrid {
                    true => self.dealer.hybrid_decks(game),
                    false => self.dealer.decks(game),
                };
                // A hybrid table voids an interrupted hand, because the state of its felt is not
                // stored. So its decks are not stored, either.
                let sealed = (!setup.hybrid).then(|| self.seal(&decks));
                CoreInput::Deck { decks, sealed, draw: self.dealer.draw() }
            }
            None => CoreInput::Tick,
        };
        self.on(now, input, None).await;
    }

    /// Seals the decks of the next hand for the store.
    fn seal(&self, decks: &Decks) -> SealedDecks {
        let hand = HandNo(self.core.table().last_hand().0 + 1);
        self.services.vault.seal(self.id, hand, decks)
    }

    /// Begins the next hand in the step that ended the last one, if there is no pause between hands
    /// and no input is waiting. Both then share one commit and one frame.
    fn go_on(&mut self, outputs: &mut Outputs) {
        if !self.inbox.is_empty() {
            return;
        }
        let now = self.services.clock.now();
        let Some(game) = self.core.goes_on(now, outputs) else { return };
        if self.core.rounds().is_some() {
            return self.go_on_verifiably(now, outputs);
        }
        let decks = self.dealer.decks(game);
        let sealed = Some(self.seal(&decks));
        self.core.go_on(now, decks, sealed, self.dealer.draw(), outputs);
        self.keep_hand(outputs);
    }

    /// Adds a completed hand to its unit.
    fn keep_hand(&self, outputs: &mut Outputs) {
        self.tell_hooks_of_hand(outputs);
        if let Some(played) = outputs.played.take().filter(|_| self.services.keeps_hands) {
            outputs.unit.hands.extend(history::to_store(&self.services.vault, *played));
        }
    }

    async fn take(&mut self, input: TableInput) {
        let now = self.services.clock.now();
        self.note_origin(&input);
        self.recall_deal(&input).await;
        match input {
            TableInput::Attach { viewer, request } => {
                // A player who returns to a tournament only watches the table of their own seat.
                let observing = request.is_some() || self.core.description().event.is_none();
                self.attach(now, viewer, request, observing).await;
            }
            TableInput::Recognize { viewer } => {
                let Viewer { connection, player, .. } = viewer.clone();
                if let Some(player) = player {
                    let asker = Asker { viewer, failure: None, hold: None };
                    self.on(now, CoreInput::Recognize { connection, player }, Some(asker)).await;
                }
            }
            TableInput::Detach { connection } => {
                self.outboxes.remove(&connection);
                self.on(now, CoreInput::Detach { connection }, None).await;
            }
            TableInput::Act { viewer, stamp, asked_at, action } => {
                let asked = Asked::Action(action.table(), action.action_id());
                let Viewer { connection, player, .. } = viewer.clone();
                let Some(player) = player else { return };
                let input = CoreInput::Act { connection, player, action };
                lock_step::came(self.id);
                self.on(stamp, input, Some(asker(viewer, asked))).await;
                lock_step::answered();
                self.services.totals.action_took(asked_at.elapsed());
            }
            TableInput::Request { viewer, stamp, request, hold } => {
                let request = request.take();
                let asked = Asked::Request(request.request());
                if let Some((code, text)) = self.forbids(now, &viewer, &request) {
                    return viewer.outbox.send_message(asked.refusal(code, text));
                }
                let Viewer { connection, player, .. } = viewer.clone();
                let is_draw = draws_seats(&request);
                let drawn = if is_draw { self.dealer.seats() } else { Vec::new() };
                let held = hold.as_ref().map(Hold::held);
                let input = CoreInput::Request { connection, player, request, hold: held, drawn };
                let asker = Asker { hold, ..asker(viewer, asked) };
                self.on(stamp, input, Some(asker)).await;
            }
            TableInput::Lend { viewer, stamp, link } => {
                let Viewer { connection, player, .. } = viewer;
                if let Some(Player { account, .. }) = player {
                    self.on(stamp, CoreInput::Lend { connection, account, link }, None).await;
                }
            }
            TableInput::BackInLine { viewer } => {
                let Viewer { connection, player, .. } = viewer.clone();
                if let Some(Player { account, .. }) = player {
                    let asker = Asker { viewer, failure: None, hold: None };
                    let input = CoreInput::BackInLine { connection, account };
                    self.on(now, input, Some(asker)).await;
                }
            }
            TableInput::Order { ordered, people, levels } => {
                self.core.set_levels(levels);
                if self.orders.iter().all(|known| known.number != ordered.number) {
                    self.orders.push(ordered.clone());
                }
                let seen = self.seen(&ordered);
                if self.lay_withdrawn(now, &ordered).await {
                    self.on(now, CoreInput::Order { ordered, people, seen }, None).await;
                }
            }
            TableInput::ReportAgain => {
                self.on(now, CoreInput::ReportAgain, None).await;
            }
            TableInput::SeatedElsewhere { account } => {
                self.on(now, CoreInput::SeatedElsewhere { account }, None).await;
            }
            TableInput::Remove { account } => {
                self.on(now, CoreInput::Remove { account }, None).await;
            }
            TableInput::Introduce { player } => {
                self.on(now, CoreInput::Introduce { player }, None).await;
            }
            TableInput::Night { reply } => {
                // The receiver is gone if the caller gave up waiting.
                let _ = reply.send(self.core.night());
            }
            TableInput::ChangeTerms { by, terms, what } => {
                self.on(now, CoreInput::ChangeTerms { by, terms, what }, None).await;
            }
            TableInput::NextHost { asked_by, to, reply } => {
                let _ = reply.send(self.core.next_host(now, asked_by, to.as_deref()));
            }
            TableInput::ChangeHost { by, host } => {
                self.on(now, CoreInput::ChangeHost { by, host }, None).await;
            }
            TableInput::Close => {
                self.on(now, CoreInput::Close, None).await;
            }
            TableInput::Drain { done } => {
                self.drained.push(done);
                self.on(now, CoreInput::Drain, None).await;
            }
        }
        self.answer_drains();
    }

    /// Returns when the players that an instruction seats were last connected.
    fn seen(&self, ordered: &Ordered) -> Vec<(AccountId, Millis)> {
        let accounts = ordered.order.seats().into_iter().map(|player| AccountId(player.0));
        let registry = &self.services.registry;
        accounts.filter_map(|account| Some((account, registry.last_seen(account)?))).collect()
    }

    /// Notes the address of a player's connection.
    fn note_origin(&mut self, input: &TableInput) {
        let (TableInput::Attach { viewer, .. }
        | TableInput::Recognize { viewer }
        | TableInput::Act { viewer, .. }
        | TableInput::BackInLine { viewer }
        | TableInput::Request { viewer, .. }) = input
        else {
            return;
        };
        if let Some(player) = &viewer.player {
            self.core.comes_from(player.account, viewer.address.map(Subscriber::origin));
        }
    }

    async fn attach(
        &mut self,
        now: Millis,
        viewer: Viewer,
        request: Option<RequestId>,
        observing: bool,
    ) {
        let Viewer { connection, player, .. } = viewer.clone();
        let asker = Asker { viewer, failure: None, hold: None };
        let input = CoreInput::Attach { connection, player, request, observing };
        self.on(now, input, Some(asker)).await;
    }

    /// Repeats the inputs whose step could not be stored: the director's instructions, connects and
    /// disconnects, and the table's closing.
    async fn catch_up(&mut self) {
        self.is_behind = false;
        for ordered in self.orders.clone() {
            let now = self.services.clock.now();
            let seen = self.seen(&ordered);
            let is_laid = self.lay_withdrawn(now, &ordered).await;
            let input = CoreInput::Order { ordered, people: Vec::new(), seen };
            if !is_laid || !self.on(now, input, None).await {
                return;
            }
        }
        // At most once for each seat and the floor. An input that is refused now is not repeated.
        for _ in 0..=MAX_SEATS {
            if !self.core.misjudges_presence() {
                break;
            }
            let now = self.services.clock.now();
            if !self.on(now, CoreInput::SeePresence, None).await {
                return;
            }
        }
        if self.core.is_closing() {
            let now = self.services.clock.now();
            self.on(now, CoreInput::Close, None).await;
        }
    }

    /// Handles one input completely. Returns `false` if it could not be stored.
    async fn on(&mut self, now: Millis, input: CoreInput, asker: Option<Asker>) -> bool {
        host::step(self, now, input, asker).await
    }

    /// Tells the core what players must bring to its table because of all copies.
    fn learn_of_copies(&mut self) {
        if let Some(twins) = &self.twins {
            self.core.among_copies(twins.taken());
        }
    }

    fn publish_info(&self) {
        self.info.send_replace(Arc::new(self.core.info()));
    }

    fn answer_drains(&mut self) {
        if self.core.is_quiet() {
            for done in self.drained.drain(..) {
                // The receiver is gone if the caller gave up waiting.
                let _ = done.send(());
            }
        }
    }
}

/// A step of the table, before it is stored.
struct Applied {
    outputs: Outputs,
    /// The chips of the request, if they go to the table.
    hold: Option<Hold>,
    transfers: Vec<Transfer>,
    is_told: bool,
    /// Whether hooks hear of it.
    is_hooked: bool,
}

impl Host for Actor {
    type Input = CoreInput;
    type Outputs = Applied;
    type Asker = Asker;
    type FoldError = FoldError;

    fn stream(&self) -> (StreamId, &Journal, &Arc<dyn Store>) {
        (StreamId::Table(self.id), &self.services.journal, &self.services.store)
    }

    fn apply(
        &mut self,
        now: Millis,
        input: CoreInput,
        asker: Option<&mut Asker>,
    ) -> (Unit, Applied) {
        self.learn_of_copies();
        let mut outputs = self.core.on(now, input);
        let settles = outputs.after.iter().any(|after| matches!(after, After::Settle(_)));
        self.keep_hand(&mut outputs);
        self.go_on(&mut outputs);
        let mut unit = std::mem::take(&mut outputs.unit);
        let operator = asker.as_ref().and_then(|asker| asker.viewer.player.as_ref());
        self.tell_hooks_of_rulings(operator.map(|operator| &*operator.name), &mut unit);
        let is_opening =
            |(_, said): &(_, ServerMessage)| matches!(said, ServerMessage::DealOpened(_));
        let is_told = is_planted(Fault::ToldBeforeStored)
            || (is_planted(Fault::OpeningToldEarly) && outputs.private.iter().any(is_opening));
        if is_told {
            self.deliver(&mut outputs, asker.as_ref().map(|asker| &asker.viewer));
        }
        // The wallet has the chips again before the client reads a refusal.
        let hold = asker.and_then(|asker| asker.hold.take()).filter(|_| settles);
        let transfers = unit.transfers.clone();
        let is_hooked = !unit.hooked.is_empty();
        (unit, Applied { outputs, hold, transfers, is_told, is_hooked })
    }

    async fn carry_out(&mut self, now: Millis, step: Applied, asker: Option<Asker>) {
        let Applied { mut outputs, hold, transfers, is_told, is_hooked } = step;
        if is_hooked {
            self.services.hooks.look();
        }
        if let Some(hold) = hold.filter(|_| !is_planted(Fault::HoldNotSettled)) {
            hold.settle();
        }
        if let Some(twins) = &self.twins {
            twins.note(now, &outputs.after);
        }
        self.core.note_stored(&transfers);
        if let Some(done) = self.core.orders_done() {
            self.orders.retain(|ordered| ordered.number > done);
        }
        if !is_told {
            self.deliver(&mut outputs, asker.as_ref().map(|asker| &asker.viewer));
        }
        if self.core.rounds().is_some() {
            self.core.note_told(self.services.clock.now());
        }
        self.follow(outputs).await;
        self.answer_drains();
    }

    fn second_stream(&self) -> Option<StreamId> {
        self.core.rounds().is_some().then_some(StreamId::Deal(self.id))
    }

    fn refold(
        &mut self,
        now: Millis,
        stream: &StoredStream,
        second: Option<&StoredStream>,
        asker: Option<&mut Asker>,
    ) -> Result<(), FoldError> {
        self.learn_of_copies();
        let mut outputs = self.core.refold(now, stream)?;
        if let Some(rounds) = second {
            self.core.refold_rounds(rounds)?;
        }
        metrics::counter!(TABLE_REFOLDS).increment(1);
        if let Some(Asker { viewer, failure, .. }) = asker {
            // The step that was not stored may have made it a viewer.
            self.outboxes.insert(viewer.connection, Arc::clone(&viewer.outbox));
            if let Some(failure) = failure.take() {
                viewer.outbox.send_message(failure);
            }
        }
        self.deliver(&mut outputs, None);
        self.publish_info();
        Ok(())
    }

    fn refolded(&mut self) {
        self.is_behind = !is_planted(Fault::OrderLost);
    }
}

/// Refuses an input that reached the table too late. Those without a waiting client are dropped.
fn refuse(input: TableInput) {
    let (viewer, asked) = match input {
        TableInput::Attach { viewer, request: Some(request) } => (viewer, Asked::Request(request)),
        TableInput::Act { viewer, action, .. } => {
            (viewer, Asked::Action(action.table(), action.action_id()))
        }
        TableInput::Request { viewer, request, hold, .. } => {
            // The wallet has the chips again before the client reads the refusal.
            drop(hold);
            (viewer, Asked::Request(request.as_noted().request()))
        }
        _ => return,
    };
    let text = "This table does not exist, or it is closed. Choose another one.";
    viewer.outbox.send_message(asked.refusal(ErrorCode::UnknownTable, text));
}

/// Returns the viewer to answer, with the answer if the store fails.
fn asker(viewer: Viewer, asked: Asked) -> Asker {
    let text = "The room could not store this, and nothing changed. Try again in a moment.";
    Asker { viewer, failure: Some(asked.refusal(ErrorCode::Internal, text)), hold: None }
}
