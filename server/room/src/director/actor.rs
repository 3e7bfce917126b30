//! The task around a tournament's core. It carries messages, makes steps durable before
//! anyone hears of them, opens tables as instructed, and sleeps until the core's deadline.
//! It makes no decisions.

mod consequences;
mod tables;
mod telling;
#[cfg(test)]
mod tests;

use crate::announced::Announcement;
use crate::bans::Bans;
use crate::cashier::Hold;
use crate::hooks::HookOffice;
use crate::host::{self, Host};
use crate::ids::{AccountId, ConnectionId, TournamentId};
use crate::inbox::{DirectorHandle, DirectorInput, EnterError, Player, ReportSender, Viewer};
use crate::journal::Journal;
use crate::league_book::LeagueBook;
use crate::outbox::Outbox;
use crate::roster::{Column, Problem, Wrong};
use crate::store::{HookEvent, Store, StoreError, StoredStream, StoredTournament, StreamId, Unit};
use crate::table::{RotationName, TableServices};
use crate::told_standings;
use cardroom_events::{
    After, CoreInput, DirectorCore, EnrolOrder, FoldError, Outputs, SeatKey, UnknownGame, levels,
    outage,
};
use cardroom_hooks::{Subject, Tournament};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::Refused;
use cardroom_protocol::tournament::TournamentInfo;
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::{Chips, LevelPlays, Library, Millis, PlayerId, Structure, TableNo};
use cardroom_tournament::{OrderNo, Ordered, Phase, Report};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedMutexGuard, mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// How many inputs may wait for a tournament.
const INBOX: usize = 1_024;
const REPORTS: usize = 4_096;

/// The services of the room for a tournament's task. Cheap to clone.
#[derive(Clone)]
pub struct DirectorServices {
    /// The services for its tables, which it also uses itself.
    pub tables: TableServices,
    pub library: Arc<Library>,
    pub leagues: LeagueBook,
    pub bans: Bans,
}

/// The reason why a tournament cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The announced tournament cannot be played here.
    #[error("{0}")]
    Announcement(String),
}

impl From<UnknownGame> for OpenError {
    fn from(error: UnknownGame) -> Self {
        Self::Announcement(error.to_string())
    }
}

/// Announces a tournament: stores it and starts its task.
///
/// # Errors
/// It cannot be played here, or the store failed.
pub async fn announce(
    announcement: Announcement,
    name: String,
    by: Option<AccountId>,
    services: &DirectorServices,
) -> Result<DirectorHandle, OpenError> {
    announce_by_code(announcement, name, by, None, services).await
}

/// Announces a tournament. With a code, sealed for the store, it is private.
///
/// # Errors
/// It cannot be played here, or the store failed. The store also fails if the code was ever used.
pub async fn announce_by_code(
    announcement: Announcement,
    name: String,
    by: Option<AccountId>,
    code: Option<String>,
    services: &DirectorServices,
) -> Result<DirectorHandle, OpenError> {
    announcement.setup.validate().map_err(OpenError::Announcement)?;
    let stored = StoredTournament {
        id: TournamentId(0),
        name,
        setup: serde_json::to_string(&announcement).expect("an announcement is nothing but data"),
        announced_ms: services.tables.clock.now().0,
        announced_by: by,
        code,
        results: None,
    };
    levels(&announcement.setup.structure, &services.library)?;
    let hooks = &services.tables.hooks;
    let is_told = stored.code.is_none() && hooks.asks_anything();
    let hooked = |id: TournamentId| match is_told {
        true => announced_for_hooks(&stored, &announcement, id, hooks),
        false => Vec::new(),
    };
    let id = services.tables.store.announce_tournament(&stored, &hooked).await?;
    if is_told {
        hooks.look();
    }
    let stored = StoredTournament { id, ..stored };
    let (handle, _) =
        spawn(&stored, &StoredStream::default(), &mut BTreeMap::new(), services).await?;
    Ok(handle)
}

/// Returns what hooks hear of an announcement.
fn announced_for_hooks(
    stored: &StoredTournament,
    announcement: &Announcement,
    id: TournamentId,
    hooks: &HookOffice,
) -> Vec<HookEvent> {
    let league = announcement.counting.as_ref().map(|counting| counting.league.id.clone());
    let tournament = Tournament { id: id.0, name: stored.name.clone(), league };
    let starts_ms = announcement.setup.starts_at.map(|at| at.0);
    // Players may enter from its announcement on.
    let subjects = vec![
        Subject::TournamentAnnounced { tournament: tournament.clone(), starts_ms },
        Subject::RegistrationOpened { tournament, starts_ms },
    ];
    hooks.of_step(stored.announced_ms, false, subjects)
}

/// Starts the task of a tournament. Removes the streams of its open tables from `streams`, so that
/// nothing else uses them, even if such a table closes soon.
///
/// # Errors
/// The stored data does not fold, or cannot be played here, or the store failed.
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
    let (game_name, rotation) = game_names(structure, &services.library);
    let price = announcement.setup.price();
    let sold = [
        structure.entry.rebuy.as_ref().map(|rebuy| rebuy.cost),
        structure.entry.add_on.as_ref().map(|add_on| add_on.cost),
    ];
    let (name, by) = (stored.name.clone(), stored.announced_by);
    let core = DirectorCore::open(stored.id, name, game_name, announcement, by, stream)
        .map_err(|error| failed(&error))?
        .kept_private(stored.code.is_some())
        .with_seat_key(SeatKey::new(services.tables.vault.seat_secret(stored.id)));
    let levels = levels(core.director().structure(), &services.library)?;
    let unreadable = || failed(&"its code cannot be read");
    let unseal = |code: &String| services.tables.vault.unseal_code(code).ok_or_else(unreadable);
    let code = stored.code.as_ref().map(unseal).transpose()?;
    let (inbox_in, inbox) = mpsc::channel(INBOX);
    let (reports_in, reports) = mpsc::channel(REPORTS);
    let (info, info_out) = watch::channel(Arc::new(core.info()));
    let reports_in = ReportSender::new(reports_in);
    let handle = DirectorHandle::new(
        stored.id,
        stored.announced_by,
        price,
        sold,
        info_out,
        inbox_in,
        reports_in.clone(),
    )
    .with_code(code.as_deref());
    let mut actor = Actor {
        id: stored.id,
        core,
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
    let now = services.tables.clock.now();
    for account in actor.core.accounts_in() {
        services.tables.registry.entered_before(account, stored.id, now);
    }
    for account in actor.core.muted() {
        services.tables.registry.mute(stored.id, account, true);
    }
    Ok((handle, tokio::spawn(actor.run())))
}

/// Returns the name of the game or rotation that people read, and the rotation, if it is one.
pub(crate) fn game_names(
    structure: &Structure,
    library: &Library,
) -> (String, Option<RotationName>) {
    if let Some(rotation) = library.rotation(&structure.game) {
        let name = RotationName { id: rotation.id.clone(), name: rotation.name.clone() };
        return (rotation.name.clone(), Some(name));
    }
    let game = library.game(&structure.game);
    (game.map_or_else(|| structure.game.clone(), |game| game.name.clone()), None)
}

struct Actor {
    id: TournamentId,
    core: DirectorCore,
    levels: Arc<[LevelPlays]>,
    rotation: Option<RotationName>,
    services: DirectorServices,
    inbox: mpsc::Receiver<DirectorInput>,
    reports: mpsc::Receiver<Report>,
    reports_in: ReportSender,
    info: watch::Sender<Arc<TournamentInfo>>,
    /// The outboxes of the connections that watch.
    outboxes: HashMap<ConnectionId, Arc<Outbox>>,
    /// Instructions that found a full inbox.
    unsent: Vec<Ordered>,
    /// Instructions that may not have arrived.
    doubtful: BTreeSet<OrderNo>,
    /// Tables that must report again.
    unasked: Vec<TableNo>,
    /// When these are sent again.
    retry_at: Option<Instant>,
    /// Tables that were closed before the process ended.
    ended: Vec<TableNo>,
    watch: outage::Watch,
}

impl Actor {
    async fn run(mut self) {
        if self.core.first_days().is_some() {
            self.insist(|| CoreInput::CarryOver).await;
        }
        self.insist(|| CoreInput::Recover).await;
        self.close_ended().await;
        self.take_up();
        let look_every = Duration::from_millis(outage::LOOK_EVERY.0);
        let mut look_at = Instant::now() + look_every;
        while !self.core.is_done() {
            if self.retry_at.is_some_and(|at| at <= Instant::now()) {
                // This comes before anything else, so that no table gets a later instruction first.
                self.send_again().await;
                continue;
            }
            let clock = &self.services.tables.clock;
            let deadline = self.core.deadline().map(|at| clock.instant(at));
            tokio::select! {
                biased;
                report = self.reports.recv() => {
                    let Some(report) = report else { return };
                    let now = self.services.tables.clock.now();
                    self.on(now, CoreInput::Report(report), None).await;
                }
                input = self.inbox.recv() => match input {
                    Some(input) => self.take(input).await,
                    None => return,
                },
                () = sleep_until(self.retry_at) => {}
                () = sleep_until(Some(look_at)), if self.core.director().phase() == Phase::Running => {
                    look_at = Instant::now() + look_every;
                    self.look_who_is_there().await;
                }
                () = sleep_until(deadline) => {
                    let now = self.services.tables.clock.now();
                    self.on(now, CoreInput::Tick, None).await;
                }
            }
        }
        self.end().await;
    }

    /// Checks which players are connected. The tournament waits if many lose
    /// their connections at once.
    async fn look_who_is_there(&mut self) {
        let now = self.services.tables.clock.now();
        let director = self.core.director();
        if director.structure().has_real_cards() {
            // The players are in the same place, whether or not they are connected.
            return;
        }
        let registry = &self.services.tables.registry;
        let playing = director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
        let left: BTreeSet<AccountId> =
            playing.map(|(_, entry)| AccountId(entry.player.0)).collect();
        self.watch.only(&left);
        let connected = left.into_iter().filter(|who| registry.live(*who).is_some()).collect();
        let players = usize::try_from(director.players_left()).unwrap_or(usize::MAX);
        let waiting = director.outage().is_some();
        let Some(notice) = self.watch.look(now, connected, players, waiting) else { return };
        let input = match notice {
            outage::Notice::Lost(missing) => CoreInput::ConnectionsLost(missing),
            outage::Notice::Back => CoreInput::ConnectionsBack,
        };
        if self.on(now, input, None).await {
            self.watch.noted(notice);
        }
    }

    /// Repeats an input until it is stored, because it must not be lost.
    async fn insist(&mut self, input: impl Fn() -> CoreInput) {
        loop {
            let now = self.services.tables.clock.now();
            if self.on(now, input(), None).await {
                return;
            }
        }
    }

    /// Keeps the ended tournament in the lobby for a while. Its results are stored, and later
    /// requests are answered from the store.
    async fn end(&mut self) {
        // Viewers may still request pages.
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
                    self.on(now, CoreInput::Arrived { connection, player }, Some(viewer)).await;
                }
            }
            DirectorInput::Recognize { viewer } => {
                let Viewer { connection, player, .. } = viewer.clone();
                if let Some(player) = player {
                    self.on(now, CoreInput::Recognize { connection, player }, Some(viewer)).await;
                }
            }
            DirectorInput::Bags { answer } => {
                // The receiver is gone if the caller gave up waiting.
                let _ = answer.send(self.core.bags());
            }
            DirectorInput::FindSeat { letters, answer } => {
                // The receiver is gone if the phone hung up.
                let _ = answer.send(self.core.find_seat(now, letters));
            }
            DirectorInput::HandOver { to, done } => {
                if self.on(now, CoreInput::HandOver { to }, None).await {
                    let _ = done.send(());
                }
            }
            DirectorInput::Introduce(player) => {
                if self.core.player(PlayerId(player.account.0)).is_some() {
                    self.core.introduce(player.clone());
                }
                if self.core.hosted_by().is_some_and(|host| host.account == player.account) {
                    self.introduce_host(&player).await;
                }
            }
            DirectorInput::Enrol { stamp, order, holds, reply } => {
                let result = self.enrol(stamp, *order, holds).await;
                // The receiver is gone if the caller gave up waiting.
                let _ = reply.send(result);
            }
            DirectorInput::BotIn(wait) => {
                self.on(now, CoreInput::BotAt(wait.map(|wait| Millis(now.0 + wait.0))), None).await;
            }
            DirectorInput::CancelUnused => drop(self.on(now, CoreInput::CancelUnused, None).await),
            DirectorInput::Detach { connection } => {
                self.outboxes.remove(&connection);
                self.on(now, CoreInput::Detach { connection }, None).await;
            }
            DirectorInput::Request { viewer, stamp, request, behind, hold } => {
                let request = request.take();
                let id = request.request();
                let entrant = match &*request {
                    TournamentRequest::EnterTournament(_) => viewer.player.as_ref(),
                    _ => behind.entrant.as_ref(),
                };
                if let Some((code, text)) = entrant.and_then(|who| self.keeps_out(now, who)) {
                    let message = text.to_owned();
                    return viewer.outbox.send_message(Refused { request: id, code, message });
                }
                let library = &self.services.library;
                if let Err((code, message)) = self.core.can_play(&request, library) {
                    return viewer.outbox.send_message(Refused { request: id, code, message });
                }
                let hold = match hold {
                    Some(hold) => Some(hold),
                    None => match self.hold_for_player(&request).await {
                        Ok(hold) => hold,
                        Err((code, text)) => {
                            let message = text.to_owned();
                            let refused = Refused { request: id, code, message };
                            return viewer.outbox.send_message(refused);
                        }
                    },
                };
                let Viewer { connection, player, .. } = viewer.clone();
                let price = hold.as_ref().map(Hold::price);
                let input = CoreInput::Request { connection, player, request, behind, price };
                self.request(stamp, id, (input, hold), viewer).await;
            }
        }
    }

    /// Reads the current levels. Each table gets them with its next instruction.
    fn read_levels(&mut self) {
        match levels(self.core.director().structure(), &self.services.library) {
            Ok(levels) => self.levels = levels,
            Err(error) => {
                tracing::error!(tournament = self.id.0, %error, "kept the levels of before");
            }
        }
    }

    /// Holds the price of chips that the floor sells to a player, in the player's wallet.
    async fn hold_for_player(
        &self,
        request: &TournamentRequest,
    ) -> Result<Option<Hold>, (ErrorCode, &'static str)> {
        let Some((account, cost)) = self.core.sold_by_floor(request) else { return Ok(None) };
        let Ok(purse) = self.services.tables.journal.purse(account).await else {
            let text = "The wallet of the player cannot be read. Try again in a moment.";
            return Err((ErrorCode::Internal, text));
        };
        let poor = (ErrorCode::InsufficientFunds, "The player's wallet holds too little.");
        purse.hold(Chips(cost.0)).map(Some).map_err(|_| poor)
    }

    /// Returns the reason why a player may not enter, although the tournament itself would allow
    /// it: a ban, or a league for members.
    fn keeps_out(&self, now: Millis, entrant: &Player) -> Option<(ErrorCode, &'static str)> {
        let league = self.core.league();
        if self.services.bans.until(entrant.account, league, now).is_some() {
            return Some((
                ErrorCode::Banned,
                "This account is banned and cannot enter. Ask the floor how long.",
            ));
        }
        let terms = league.and_then(|league| self.services.leagues.get(league));
        let is_member = terms.is_none_or(|terms| terms.takes(&entrant.name));
        (!is_member).then_some((
            ErrorCode::Forbidden,
            "Only members of the league may enter this tournament.",
        ))
    }

    async fn request(
        &mut self,
        now: Millis,
        request: RequestId,
        (input, hold): (CoreInput, Option<Hold>),
        viewer: Viewer,
    ) {
        let outbox = Arc::clone(&viewer.outbox);
        let asker = Asker { viewer, holds: hold.into_iter().collect() };
        if !host::step(self, now, input, Some(asker)).await {
            let message =
                "The room could not store this, and nothing changed. Try again in a moment."
                    .to_owned();
            outbox.send_message(Refused { request, code: ErrorCode::Internal, message });
        }
    }

    /// Handles one input completely. Returns `false` if it could not be stored.
    async fn on(&mut self, now: Millis, input: CoreInput, asker: Option<Viewer>) -> bool {
        let asker = asker.map(|viewer| Asker { viewer, holds: Vec::new() });
        host::step(self, now, input, asker).await
    }

    /// Enters a roster as a whole or not at all.
    async fn enrol(
        &mut self,
        now: Millis,
        order: EnrolOrder,
        holds: Vec<Hold>,
    ) -> Result<u32, EnterError> {
        let kept_out = order.enrolments.iter().filter_map(|one| {
            let (_, why) = self.keeps_out(now, &one.player)?;
            let what = Wrong::KeptOut(why);
            Some(Problem { line: one.line.line, column: Some(Column::Name), what })
        });
        let kept_out: Vec<Problem> = kept_out.collect();
        let count = u32::try_from(order.enrolments.len()).unwrap_or(u32::MAX);
        if !kept_out.is_empty() {
            return Err(EnterError::Problems(kept_out));
        }
        let seed = self.services.tables.entropy.number();
        let mut outputs = self.core.enrol(now, seed, &order).map_err(EnterError::Problems)?;
        self.tell_hooks(now, &mut outputs);
        let (unit, step) = Applied::of(outputs, holds);
        match host::keep(self, now, unit, step, None).await {
            true => Ok(count),
            false => Err(EnterError::NotStored),
        }
    }
}

/// The connection an input came from.
struct Asker {
    viewer: Viewer,
    /// The chips and tickets of its request.
    holds: Vec<Hold>,
}

/// A step of the tournament, before it is stored.
struct Applied {
    outputs: Outputs,
    /// The holds of what is paid with the step.
    paid: Vec<Hold>,
    /// How many records the step has.
    records: usize,
    /// Whether hooks hear of it.
    is_hooked: bool,
}

impl Applied {
    /// Takes the unit out of a step. Of the holds, only those remain whose price is paid: a wallet
    /// has the other chips again before the client reads a refusal.
    fn of(mut outputs: Outputs, mut holds: Vec<Hold>) -> (Unit, Self) {
        let paid = outputs.after.iter().filter_map(|after| match after {
            After::Settle(price) => Some(price.account),
            _ => None,
        });
        let paid: BTreeSet<AccountId> = paid.collect();
        holds.retain(|hold| paid.contains(&hold.account()));
        let unit = std::mem::take(&mut outputs.unit);
        let (records, is_hooked) = (unit.records.len(), !unit.hooked.is_empty());
        (unit, Self { outputs, paid: holds, records, is_hooked })
    }
}

impl Host for Actor {
    type Input = CoreInput;
    type Outputs = Applied;
    type Asker = Asker;
    type FoldError = FoldError;

    fn stream(&self) -> (StreamId, &Journal, &Arc<dyn Store>) {
        let services = &self.services.tables;
        (StreamId::Tournament(self.id), &services.journal, &services.store)
    }

    fn apply(
        &mut self,
        now: Millis,
        input: CoreInput,
        asker: Option<&mut Asker>,
    ) -> (Unit, Applied) {
        let mut holds = Vec::new();
        if let Some(Asker { viewer, holds: held }) = asker {
            self.outboxes.insert(viewer.connection, Arc::clone(&viewer.outbox));
            holds = std::mem::take(held);
        }
        let seed = self.services.tables.entropy.number();
        let mut outputs = self.core.on(now, seed, input);
        self.tell_hooks(now, &mut outputs);
        Applied::of(outputs, holds)
    }

    async fn complete(
        &mut self,
        now: Millis,
        unit: &mut Unit,
        step: &mut Applied,
    ) -> Option<OwnedMutexGuard<()>> {
        if self.core.is_private() {
            return None;
        }
        let DirectorServices { leagues, tables, .. } = &self.services;
        let told = told_standings::of_results(leagues, tables, now, &unit.results).await;
        let (events, turn) = told?;
        unit.hooked.extend(events);
        step.is_hooked = !unit.hooked.is_empty();
        Some(turn)
    }

    async fn carry_out(&mut self, now: Millis, step: Applied, _: Option<Asker>) {
        let Applied { outputs, paid, records, is_hooked } = step;
        if is_hooked {
            self.services.tables.hooks.look();
        }
        paid.into_iter().for_each(Hold::settle);
        self.follow(now, outputs, records).await;
        self.forget_who_only_asked();
    }

    fn refold(
        &mut self,
        _: Millis,
        stream: &StoredStream,
        _: Option<&StoredStream>,
        _: Option<&mut Asker>,
    ) -> Result<(), FoldError> {
        self.core.refold(stream)?;
        self.read_levels();
        Ok(())
    }

    fn refolded(&mut self) {
        // Tables report their last hand again, with its corrections, because the report may be lost
        // with the step that could not be stored.
        if !is_planted(Fault::ReportLost) {
            self.take_up();
        }
    }
}

/// How long requests about an ended tournament are still answered here.
const LINGER: Duration = Duration::from_secs(600);

async fn sleep_until(deadline: Option<tokio::time::Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
