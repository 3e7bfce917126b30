//! The task around a tournament's host: it carries messages, makes steps durable before anybody hears
//! of them, opens the tables that are ordered, and sleeps until the host's deadline. It decides
//! nothing.
//!
//! Orders to tables are never waited for: one that finds a full inbox stays outstanding and is sent
//! again.

use super::enrol::EnrolOrder;
use super::handle::{DirectorHandle, DirectorInput, TournamentRequest};
use super::host::{After, DirectorHost, HostInput, Outputs, Said};
use super::outage;
use super::stored::Announcement;
use super::tickets::tickets_held;
use crate::config::Leagues;
use crate::ids::{AccountId, ConnectionId, TournamentId};
use crate::leagues::Bans;
use crate::roster::{Column, EnterError, Problem, Wrong};
use crate::session::outbox::Outbox;
use crate::store::{StoreError, StoredStream, StoredTournament, StreamId};
use crate::table::handle::{Player, ReportSender, SendError};
use crate::table::{
    self, EventTable, LevelPlays, RotationName, TableDescription, TableHost, TableInput,
    TableServices, Viewer,
};
use cardroom_engine::TableSetup;
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::server::{Balance, Refused, ServerMessage};
use cardroom_protocol::tournament::{ChipsBagged, TournamentInfo};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::{Chips, Library, Millis, PlayerId, RingTerms, Structure, TableNo};
use cardroom_tournament::{Event, Order, OrderNo, Ordered, Outcome, Phase, Report};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How many inputs may wait for a tournament.
const INBOX: usize = 1_024;
/// How many reports may wait.
const REPORTS: usize = 4_096;
/// How long until orders that found a full inbox are sent again.
const ORDER_RETRY: Duration = Duration::from_millis(200);
/// How long to wait before a tournament that could not be stored is looked up again.
const STORE_RETRY: Duration = Duration::from_millis(500);
/// How long a tournament rests after a step that could not be stored.
const STORE_REST: Duration = Duration::from_millis(100);

/// What a tournament's task needs of the room. Cheap to clone.
#[derive(Clone)]
pub struct DirectorServices {
    /// What its tables need, and itself.
    pub tables: TableServices,
    /// Games by id.
    pub library: Arc<Library>,
    /// Leagues by id.
    pub leagues: Arc<Leagues>,
    /// Who may not enter.
    pub bans: Bans,
}

/// Why a tournament cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was announced cannot be played here.
    #[error("{0}")]
    Announcement(String),
}

/// Announces a tournament: it is kept, and its task begins.
///
/// # Errors
/// It cannot be played here, or the store failed.
pub async fn announce(
    announcement: Announcement,
    name: String,
    by: Option<AccountId>,
    services: &DirectorServices,
) -> Result<DirectorHandle, OpenError> {
    announcement.setup.validate().map_err(OpenError::Announcement)?;
    let stored = StoredTournament {
        id: TournamentId(0),
        name,
        setup: serde_json::to_string(&announcement).expect("an announcement is nothing but data"),
        announced_ms: services.tables.clock.now().0,
        announced_by: by,
        results: None,
    };
    levels(&announcement.setup.structure, &services.library)?;
    let id = services.tables.store.create_tournament(&stored).await?;
    let stored = StoredTournament { id, ..stored };
    let (handle, _) =
        spawn(&stored, &StoredStream::default(), &mut BTreeMap::new(), services).await?;
    Ok(handle)
}

/// Starts the task of a tournament. The streams of the tables it had open are taken out of `streams`:
/// none of them is anybody else's, however soon its table is closed.
///
/// # Errors
/// What is stored does not fold, or cannot be played here, or the store failed.
pub async fn spawn(
    stored: &StoredTournament,
    stream: &StoredStream,
    streams: &mut BTreeMap<StreamId, StoredStream>,
    services: &DirectorServices,
) -> Result<(DirectorHandle, JoinHandle<()>), OpenError> {
    let failed = |error: &dyn std::fmt::Display| {
        OpenError::Announcement(format!("tournament {}: {error}", stored.id))
    };
    let announcement: Announcement =
        serde_json::from_str(&stored.setup).map_err(|error| failed(&error))?;
    let structure = &announcement.setup.structure;
    let levels = levels(structure, &services.library)?;
    let (game_name, rotation) = game_names(structure, &services.library);
    let price = announcement.setup.price();
    let sold = [
        structure.entry.rebuy.as_ref().map(|rebuy| rebuy.cost),
        structure.entry.add_on.as_ref().map(|add_on| add_on.cost),
    ];
    let (name, by) = (stored.name.clone(), stored.announced_by);
    let host = DirectorHost::open(stored.id, name, game_name, announcement, by, stream)
        .map_err(|error| failed(&error))?;
    let (inbox_in, inbox) = mpsc::channel(INBOX);
    let (reports_in, reports) = mpsc::channel(REPORTS);
    let (info, info_out) = watch::channel(Arc::new(host.info()));
    let reports_in = ReportSender::new(reports_in);
    let handle = DirectorHandle::new(
        stored.id,
        stored.announced_by,
        price,
        sold,
        info_out,
        inbox_in,
        reports_in.clone(),
    );
    let mut actor = Actor {
        id: stored.id,
        host,
        levels,
        rotation,
        services: services.clone(),
        inbox,
        reports,
        reports_in,
        info,
        outboxes: HashMap::new(),
        unsent: Vec::new(),
        doubtful: BTreeSet::new(),
        unasked: Vec::new(),
        retry_at: None,
        ended: Vec::new(),
        watch: outage::Watch::default(),
    };
    actor.bring_back(streams).await?;
    services.tables.registry.open_tournament(handle.clone());
    for account in actor.host.accounts_in() {
        services.tables.registry.entered(account, stored.id);
    }
    for account in actor.host.muted() {
        services.tables.registry.mute(stored.id, account, true);
    }
    Ok((handle, tokio::spawn(actor.run())))
}

/// What is played at each level.
fn levels(structure: &Structure, library: &Library) -> Result<Arc<[LevelPlays]>, OpenError> {
    let unknown =
        || OpenError::Announcement(format!("\"{}\" is not a game of this room", structure.game));
    library.level_plays(structure).map(Into::into).ok_or_else(unknown)
}

fn game_names(structure: &Structure, library: &Library) -> (String, Option<RotationName>) {
    if let Some(rotation) = library.rotation(&structure.game) {
        let name = RotationName { id: rotation.id.clone(), name: rotation.name.clone() };
        return (rotation.name.clone(), Some(name));
    }
    let game = library.game(&structure.game);
    (game.map_or_else(|| structure.game.clone(), |game| game.name.clone()), None)
}

struct Actor {
    id: TournamentId,
    host: DirectorHost,
    levels: Arc<[LevelPlays]>,
    rotation: Option<RotationName>,
    services: DirectorServices,
    inbox: mpsc::Receiver<DirectorInput>,
    reports: mpsc::Receiver<Report>,
    reports_in: ReportSender,
    info: watch::Sender<Arc<TournamentInfo>>,
    /// The outboxes of the connections that watch.
    outboxes: HashMap<ConnectionId, Arc<Outbox>>,
    /// Orders that found a full inbox.
    unsent: Vec<Ordered>,
    /// Orders that are not known to have arrived.
    doubtful: BTreeSet<OrderNo>,
    /// Tables that are to report again.
    unasked: Vec<TableNo>,
    /// When these are sent again.
    retry_at: Option<Instant>,
    /// Tables that were closed before the process ended.
    ended: Vec<TableNo>,
    /// Who is connected.
    watch: outage::Watch,
}

impl Actor {
    async fn run(mut self) {
        if self.host.first_days().is_some() {
            self.insist(|| HostInput::CarryOver).await;
        }
        self.insist(|| HostInput::Recover).await;
        self.close_ended().await;
        self.take_up();
        let look_every = Duration::from_millis(outage::LOOK_EVERY.0);
        let mut look_at = Instant::now() + look_every;
        while !self.host.is_done() {
            if self.retry_at.is_some_and(|at| at <= Instant::now()) {
                // Before anything else, so that no table gets a later order first.
                self.send_again().await;
                continue;
            }
            let clock = &self.services.tables.clock;
            let deadline = self.host.deadline().map(|at| clock.instant(at));
            tokio::select! {
                biased;
                report = self.reports.recv() => {
                    let Some(report) = report else { return };
                    let now = self.services.tables.clock.now();
                    self.on(now, HostInput::Report(report), None).await;
                }
                input = self.inbox.recv() => match input {
                    Some(input) => self.take(input).await,
                    None => return,
                },
                () = sleep_until(self.retry_at) => {}
                () = sleep_until(Some(look_at)), if self.host.director().phase() == Phase::Running => {
                    look_at = Instant::now() + look_every;
                    self.look_who_is_there().await;
                }
                () = sleep_until(deadline) => {
                    let now = self.services.tables.clock.now();
                    self.on(now, HostInput::Tick, None).await;
                }
            }
        }
        self.end().await;
    }

    /// Many who lose their connections at once are waited for.
    async fn look_who_is_there(&mut self) {
        let now = self.services.tables.clock.now();
        let director = self.host.director();
        let registry = &self.services.tables.registry;
        let playing = director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
        let left: BTreeSet<AccountId> =
            playing.map(|(_, entry)| AccountId(entry.player.0)).collect();
        self.watch.only(&left);
        let connected = left.into_iter().filter(|who| registry.live(*who).is_some()).collect();
        let players = usize::try_from(director.players_left()).unwrap_or(usize::MAX);
        let waiting = director.outage().is_some();
        let input = match self.watch.look(now, connected, players, waiting) {
            Some(outage::Notice::Lost(missing)) => HostInput::ConnectionsLost(missing),
            Some(outage::Notice::Back) => HostInput::ConnectionsBack,
            None => return,
        };
        self.on(now, input, None).await;
    }

    /// One input that must not be lost, whatever the store does.
    async fn insist(&mut self, input: impl Fn() -> HostInput) {
        loop {
            let now = self.services.tables.clock.now();
            if self.on(now, input(), None).await {
                return;
            }
        }
    }

    /// Whatever is under way is taken up: orders that nobody is known to have carried out go out
    /// again, and tables report again.
    fn take_up(&mut self) {
        let director = self.host.director();
        self.doubtful = director.outstanding().map(|ordered| ordered.number).collect();
        self.unasked = director.tables().map(|(table, _)| table).collect();
        self.retry_at = Some(Instant::now());
    }

    fn retry_soon(&mut self) {
        self.retry_at.get_or_insert_with(|| Instant::now() + ORDER_RETRY);
    }

    /// Sends again what found a full inbox, and what is not known to have arrived.
    async fn send_again(&mut self) {
        self.retry_at = None;
        for ordered in std::mem::take(&mut self.unsent) {
            self.send_order(ordered);
        }
        let doubtful = std::mem::take(&mut self.doubtful);
        let outstanding = self.host.director().outstanding();
        let outstanding = outstanding.filter(|ordered| doubtful.contains(&ordered.number));
        let outstanding: Vec<Ordered> = outstanding.cloned().collect();
        for ordered in outstanding {
            if self.table_handle(ordered.table).is_none() && self.is_to_close(ordered.table) {
                self.ended.push(ordered.table);
                continue;
            }
            // A hand that was ordered is dealt, if the order arrives; anything else may have met a
            // table on its way out.
            if !matches!(ordered.order, Order::Deal(_)) {
                self.doubtful.insert(ordered.number);
                self.retry_soon();
            }
            self.carry_order(ordered).await;
        }
        for table in std::mem::take(&mut self.unasked) {
            let Some(handle) = self.table_handle(table) else { continue };
            if handle.try_send(TableInput::ReportAgain) == Err(SendError::Busy) {
                self.unasked.push(table);
                self.retry_soon();
            }
        }
        self.close_ended().await;
    }

    /// Tables that were closed without the tournament having heard of it: nothing is left of them but
    /// that.
    async fn close_ended(&mut self) {
        for table in std::mem::take(&mut self.ended) {
            let orders = self.host.director().outstanding();
            let orders = orders.filter(|ordered| ordered.table == table);
            let orders: Vec<OrderNo> = orders.map(|ordered| ordered.number).collect();
            for order in orders {
                let report = Report::Done { table, order, outcome: Outcome::Done };
                let now = self.services.tables.clock.now();
                self.on(now, HostInput::Report(report), None).await;
            }
        }
    }

    /// It leaves the lobby after a while; its results are kept, and answered from the store then.
    async fn end(&mut self) {
        // Whoever watches may still ask for pages.
        let linger = tokio::time::sleep(LINGER);
        tokio::pin!(linger);
        loop {
            tokio::select! {
                biased;
                () = &mut linger => break,
                input = self.inbox.recv() => match input {
                    Some(input) => self.take(input).await,
                    None => break,
                },
            }
        }
        self.services.tables.registry.close_tournament(self.id);
    }

    async fn take(&mut self, input: DirectorInput) {
        let now = self.services.tables.clock.now();
        match input {
            DirectorInput::Arrived { viewer } => {
                let Viewer { connection, player, .. } = viewer.clone();
                if let Some(player) = player {
                    self.on(now, HostInput::Arrived { connection, player }, Some(viewer)).await;
                }
            }
            DirectorInput::Bags { answer } => {
                // Whoever asked may be gone.
                let _ = answer.send(self.host.bags());
            }
            DirectorInput::HandOver { to, done } => {
                if self.on(now, HostInput::HandOver { to }, None).await {
                    let _ = done.send(());
                }
            }
            DirectorInput::Enrol(order) => self.enrol(*order).await,
            DirectorInput::Detach { connection } => {
                self.outboxes.remove(&connection);
                self.on(now, HostInput::Detach { connection }, None).await;
            }
            DirectorInput::Request { viewer, request, stamp, what } => {
                let entrant = match &what {
                    TournamentRequest::Enter { .. } => viewer.player.as_ref(),
                    TournamentRequest::Direct { entrant: Some(entrant), .. } => {
                        Some(&entrant.player)
                    }
                    _ => None,
                };
                if let Some((code, text)) = entrant.and_then(|who| self.keeps_out(now, who)) {
                    let refused = Refused { request, code, message: text.to_owned() };
                    return viewer.outbox.send_message(refused);
                }
                let Viewer { connection, player, .. } = viewer.clone();
                let input = HostInput::Request { connection, player, request, what };
                self.request(stamp, request, input, viewer).await;
            }
        }
    }

    /// Why somebody may not enter whom the tournament itself would take: a ban, or a league for members.
    fn keeps_out(&self, now: Millis, entrant: &Player) -> Option<(ErrorCode, &'static str)> {
        let league = self.host.league();
        if self.services.bans.until(entrant.account, league, now).is_some() {
            return Some((ErrorCode::Banned, "The account is banned for some time."));
        }
        let terms = league.and_then(|league| self.services.leagues.get(league));
        let is_member = terms.is_none_or(|terms| terms.takes(&entrant.name));
        (!is_member).then_some((ErrorCode::Forbidden, "Only members of the league may enter."))
    }

    async fn request(&mut self, now: Millis, request: RequestId, input: HostInput, viewer: Viewer) {
        let outbox = Arc::clone(&viewer.outbox);
        if !self.on(now, input, Some(viewer)).await {
            let message = "the room could not store this; nothing has changed".to_owned();
            outbox.send_message(Refused { request, code: ErrorCode::Internal, message });
        }
    }

    /// One input to its end: applied, durable, ordered, told. False where it could not be stored.
    async fn on(&mut self, now: Millis, input: HostInput, asker: Option<Viewer>) -> bool {
        if let Some(asker) = &asker {
            self.outboxes.insert(asker.connection, Arc::clone(&asker.outbox));
        }
        let seed = self.services.tables.entropy.number();
        let outputs = self.host.on(now, seed, input);
        self.keep(now, outputs).await
    }

    /// What an input led to: durable, ordered, told. False where it could not be stored.
    async fn keep(&mut self, now: Millis, outputs: Outputs) -> bool {
        let unit = &outputs.unit;
        let silent = unit.records.is_empty() && unit.transfers.is_empty();
        if !silent && let Err(error) = self.services.tables.journal.commit(unit.clone()).await {
            tracing::error!(tournament = self.id.0, %error, "a step could not be stored");
            self.refold().await;
            return false;
        }
        self.follow(now, outputs).await;
        self.forget_who_only_asked();
        true
    }

    /// A roster, entered as a whole or not at all.
    async fn enrol(&mut self, mut order: EnrolOrder) {
        let now = order.stamp;
        let kept_out = order.enrolments.iter().filter_map(|one| {
            let (_, why) = self.keeps_out(now, &one.player)?;
            let what = Wrong::KeptOut(why);
            Some(Problem { line: one.line.line, column: Some(Column::Name), what })
        });
        let kept_out: Vec<Problem> = kept_out.collect();
        let count = u32::try_from(order.enrolments.len()).unwrap_or(u32::MAX);
        let result = if kept_out.is_empty() {
            let seed = self.services.tables.entropy.number();
            match self.host.enrol(now, seed, &mut order) {
                Err(problems) => Err(EnterError::Problems(problems)),
                Ok(outputs) => match self.keep(now, outputs).await {
                    true => Ok(count),
                    false => Err(EnterError::NotStored),
                },
            }
        } else {
            Err(EnterError::Problems(kept_out))
        };
        // Whoever asked may be gone.
        let _ = order.reply.send(result);
    }

    async fn refold(&mut self) {
        loop {
            match self.services.tables.store.load_stream(StreamId::Tournament(self.id)).await {
                Ok(stream) => match self.host.refold(&stream) {
                    Ok(()) => break,
                    Err(error) => {
                        tracing::error!(tournament = self.id.0, %error, "it does not fold");
                    }
                },
                Err(error) => {
                    tracing::error!(tournament = self.id.0, %error, "it cannot be loaded");
                }
            }
            tokio::time::sleep(STORE_RETRY).await;
        }
        // What a table reported is not lost with the step that could not be stored.
        if !is_planted(Fault::ReportLost) {
            self.take_up();
        }
        // A disk that is full is not asked again at once by every deadline.
        tokio::time::sleep(STORE_REST).await;
    }

    async fn follow(&mut self, now: Millis, outputs: Outputs) {
        for after in outputs.after {
            match after {
                After::Settle(hold) => {
                    let (account, by_ticket) = (hold.account(), hold.ticket().is_some());
                    hold.settle();
                    self.services.tables.registry.entered(account, self.id);
                    self.tell_balance(account);
                    if by_ticket {
                        self.tell_tickets(account);
                    }
                }
                After::Credit(account, amount) => {
                    self.services.tables.cashier.credit(account, amount);
                    self.tell_balance(account);
                }
                After::Ticket(account, ticket) => {
                    self.services.tables.cashier.give_ticket(account, ticket);
                    self.tell_tickets(account);
                }
                After::Bagged(account, chips) => self.tell_bag(account, chips),
                After::Entered(account) => {
                    self.services.tables.registry.entered(account, self.id);
                }
                After::Left(account) => {
                    self.services.tables.registry.left_tournament(account, self.id);
                }
                After::Banned(ban) => self.services.bans.said(&ban),
                After::Muted(account, muted) => {
                    self.services.tables.registry.mute(self.id, account, muted);
                }
            }
        }
        self.name_tables().await;
        for (to, message) in outputs.private {
            if let Some(outbox) = self.outboxes.get(&to) {
                outbox.send_message(message);
            }
        }
        if outputs.events.is_empty() {
            return;
        }
        let mut said = self.host.say(now, &outputs.events);
        // Several steps at once are told as what they come to.
        said.whole |= outputs.unit.records.len() > 1;
        self.deliver(now, said);
        for event in outputs.events {
            if let Event::Ordered(ordered) = event {
                self.carry_order(ordered).await;
            }
        }
        self.info.send_replace(Arc::new(self.host.info()));
    }

    fn deliver(&mut self, now: Millis, said: Said) {
        let step = said.step.map(ServerMessage::from);
        for (connection, account) in self.host.watchers() {
            let Some(outbox) = self.outboxes.get(&connection) else { continue };
            match &step {
                _ if said.whole => outbox.send_message(self.host.view(now, account)),
                Some(step) => outbox.send_message(step.clone()),
                None => {}
            }
        }
        for (account, message) in said.personal {
            if let Some(viewer) = self.services.tables.registry.live(account) {
                viewer.outbox.send_message(message);
            }
        }
    }

    /// New tables get their ids, which stay theirs for good.
    async fn name_tables(&mut self) {
        let nameless = self.host.nameless_tables();
        if nameless.is_empty() {
            return;
        }
        let names: Vec<String> = nameless.iter().map(|table| self.table_name(*table)).collect();
        loop {
            match self.services.tables.store.table_ids(&names).await {
                Ok(ids) => {
                    for (table, id) in nameless.into_iter().zip(ids) {
                        self.host.name_table(table, id);
                    }
                    return;
                }
                Err(error) => {
                    tracing::error!(tournament = self.id.0, %error, "tables get no ids");
                    tokio::time::sleep(STORE_RETRY).await;
                }
            }
        }
    }

    fn table_name(&self, table: TableNo) -> String {
        super::folded::table_name(self.id, table)
    }

    /// An order that was just given: a table that is to open is opened first.
    async fn carry_order(&mut self, ordered: Ordered) {
        if let Order::Open { seats, .. } = ordered.order {
            self.open_table(ordered.table, seats, &StoredStream::default()).await;
        }
        self.send_order(ordered);
    }

    fn send_order(&mut self, ordered: Ordered) {
        let players: Vec<PlayerId> = match &ordered.order {
            Order::Open { players, .. } => players.iter().map(|chair| chair.player).collect(),
            Order::Seat { player, .. } => vec![*player],
            _ => Vec::new(),
        };
        let people = players.iter().filter_map(|player| self.host.player(*player)).cloned();
        let people: Vec<Player> = people.collect();
        let Some(handle) = self.table_handle(ordered.table) else { return };
        let input = TableInput::Order { ordered: ordered.clone(), people };
        // A later order does not overtake one that waits: it would count as carried out with it.
        let waits = self.unsent.iter().any(|unsent| unsent.table == ordered.table);
        if waits || handle.try_send(input) == Err(SendError::Busy) {
            self.unsent.push(ordered);
            self.retry_soon();
        }
    }

    fn table_handle(&self, table: TableNo) -> Option<table::TableHandle> {
        self.services.tables.registry.table(self.host.table_id(table)?)
    }

    async fn open_table(&mut self, number: TableNo, seats: u8, stream: &StoredStream) {
        let Some(id) = self.host.table_id(number) else { return };
        if self.services.tables.registry.table(id).is_some() {
            return;
        }
        let description = TableDescription {
            name: format!("{} · table {}", self.host.name(), number.0),
            bots_allowed: true,
            rotation: self.rotation.clone(),
            event: Some(EventTable {
                tournament: self.id,
                number,
                levels: Arc::clone(&self.levels),
            }),
        };
        let setup = self.table_setup(seats);
        let vault = Some(&*self.services.tables.vault);
        match TableHost::open_with(id, description, Some(&setup), stream, vault) {
            Ok(mut host) => {
                for account in host.strangers() {
                    if let Some(player) = self.host.player(PlayerId(account.0)) {
                        host.introduce(player.clone());
                    }
                }
                let setup = host.table().setup().clone();
                let services = self.services.tables.clone();
                let reports = Some(self.reports_in.clone());
                let dealer = self.services.tables.entropy.dealer();
                let (handle, _) = table::spawn(host, Some(setup), dealer, services, reports);
                self.services.tables.registry.open_table(handle);
            }
            Err(error) => {
                tracing::error!(tournament = self.id.0, table = number.0, %error, "no table");
            }
        }
    }

    fn table_setup(&self, seats: u8) -> TableSetup {
        let setup = self.host.director().setup();
        let (plays, switch) =
            self.levels.first().cloned().expect("a structure begins with a level");
        let pace = setup.structure.pace;
        TableSetup {
            plays,
            switch,
            rulebook: Arc::clone(&setup.rulebook),
            ring: Arc::new(RingTerms {
                min_buy_in: Chips(1),
                max_buy_in: Chips(1),
                rathole_ms: Millis(0),
                sit_out_ms: Millis(0),
                between_hands_ms: pace.between_hands_ms,
                run_out_ms: pace.run_out_ms,
                straddle: None,
                bomb_pot: None,
                run_it: 1,
                run_it_ms: Millis(0),
                rake: None,
                time_charge: None,
            }),
            seats,
            hybrid: false,
            auto_show: true,
            players_left: None,
            ordered: true,
        }
    }

    /// After a restart: everybody's name, and the tables that were open, each with its stream.
    async fn bring_back(
        &mut self,
        streams: &mut BTreeMap<StreamId, StoredStream>,
    ) -> Result<(), OpenError> {
        let bags = self.host.first_days().map_or(&[][..], |days| &days.bags);
        let carried: Vec<AccountId> = bags.iter().map(|(player, _)| AccountId(player.0)).collect();
        for account in self.host.strangers().into_iter().chain(carried) {
            if let Some(stored) = self.services.tables.store.account(account).await? {
                let (name, role, bot) = (stored.name.into(), stored.role, stored.bot);
                self.host.introduce(Player { account, name, role, bot });
            }
        }
        self.name_tables().await;
        let tables: Vec<(TableNo, u8)> =
            self.host.director().tables().map(|(number, table)| (number, table.seats)).collect();
        for (number, seats) in tables {
            let id = self.host.table_id(number);
            match id.and_then(|id| streams.remove(&StreamId::Table(id))) {
                Some(stream) => self.open_table(number, seats, &stream).await,
                None if self.is_to_close(number) => self.ended.push(number),
                None => self.open_table(number, seats, &StoredStream::default()).await,
            }
        }
        Ok(())
    }

    /// Whether a table was ordered to close, and not to open: one that has nothing in the store then
    /// has done so.
    fn is_to_close(&self, table: TableNo) -> bool {
        let is_outstanding = |is: fn(&Order) -> bool| {
            let mut orders = self.host.director().outstanding();
            orders.any(|ordered| ordered.table == table && is(&ordered.order))
        };
        is_outstanding(|order| matches!(order, Order::Close))
            && !is_outstanding(|order| matches!(order, Order::Open { .. }))
    }

    fn tell_balance(&self, account: AccountId) {
        if let Some(viewer) = self.services.tables.registry.live(account) {
            let balance = self.services.tables.cashier.available(account);
            let balance = cardroom_protocol::Chips(balance.0);
            viewer.outbox.send_message(Balance { balance });
        }
    }

    /// Where the chips of somebody wait who got through a first day.
    fn tell_bag(&self, account: AccountId, chips: Chips) {
        let Some(viewer) = self.services.tables.registry.live(account) else { return };
        let Some(structure) = self.host.director().setup().structure.next_day.clone() else {
            return;
        };
        let known = self.services.library.structure(&structure);
        let name = known.map_or_else(|| structure.clone(), |known| known.name.clone());
        let (tournament, chips) =
            (cardroom_protocol::TournamentId(self.id.0), cardroom_protocol::Chips(chips.0));
        viewer.outbox.send_message(ChipsBagged { tournament, chips, structure, name });
    }

    fn tell_tickets(&self, account: AccountId) {
        if let Some(viewer) = self.services.tables.registry.live(account) {
            let tickets = self.services.tables.cashier.tickets(account);
            viewer.outbox.send_message(tickets_held(&tickets, &self.services.library));
        }
    }

    fn forget_who_only_asked(&mut self) {
        let watching: Vec<ConnectionId> = self.host.watchers().map(|(to, _)| to).collect();
        self.outboxes.retain(|connection, _| watching.contains(connection));
    }
}

/// How long a tournament that is over can still be asked about.
const LINGER: Duration = Duration::from_secs(600);

async fn sleep_until(deadline: Option<tokio::time::Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
