//! Observes the bots and records the times of everything within the measured window.
//!
//! It is called from the bots' hot path. Therefore it takes one of many short locks and postpones
//! all calculations to the end of the run.

mod flights;

use crate::chips::Wallets;
use crate::figures::{Distribution, Latencies, nanos};
use crate::limits;
use cardroom_bot::probe::{ActionKey, ActionSeen, SentAction};
use cardroom_bot::{Chips, Probe, Table, TableId};
use cardroom_protocol::{ActionId, ErrorCode};
use flights::{Flight, Flights};
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The number of sets of histograms. Bots are spread over them to reduce lock contention.
const SHARDS: usize = 4;
/// How many messages of protocol errors to keep.
const MESSAGES_KEPT: usize = 5;

/// Records the times of a swarm's run.
pub(crate) struct Recorder {
    window: Window,
    shards: [Mutex<Shard>; SHARDS],
    tables: HashMap<TableId, Mutex<Flights>>,
    bots: Box<[Mutex<BotRecord>]>,
    first_bot: usize,
    /// How many bots share an account. The first of them has its wallet.
    bots_per_account: usize,
    seated: AtomicU64,
    actions: AtomicU64,
    refusals: Mutex<BTreeMap<String, u64>>,
    messages: Mutex<Vec<String>>,
}

/// The measured part of the run, on the bots' clock. An action belongs to it if it was intended
/// within, however late its answer.
#[derive(Debug)]
struct Window {
    begin_ns: AtomicU64,
    end_ns: AtomicU64,
}

#[derive(Default)]
struct Shard {
    times: Latencies,
    /// The times of `action_rtt` since the last report.
    recent: Distribution,
    pace: Distribution,
}

#[derive(Default)]
struct BotRecord {
    wallets: Wallets,
    /// The first attempt to connect since the last login, even if it failed.
    connecting_since: Option<Duration>,
    has_sat: bool,
    /// True if the bot has asked to leave its seat.
    leaving: bool,
    /// The first attempt to reconnect since the bot last saw its table.
    resuming_since: Option<Duration>,
    /// The bot's last action and when it was intended, while no answer has arrived.
    in_flight: Option<(Duration, ActionId)>,
    /// True if the run cut the connection, and the bot has not seen its table since.
    cut_off: bool,
}

/// The recorder's results at the end of a run.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Recording {
    pub(crate) latencies: Latencies,
    /// Measured actions that were never answered.
    pub(crate) actions_unanswered: u64,
    /// Refused actions by code, until the end of the measurement.
    pub(crate) refusals: BTreeMap<String, u64>,
    /// The first messages of protocol errors.
    pub(crate) messages: Vec<String>,
    /// Each bot's chips, according to the messages it received.
    pub(crate) wallets: Vec<Wallets>,
}

impl Recorder {
    /// Makes a recorder for bots at these tables, with nothing to measure yet.
    pub(crate) fn new(bots: usize, tables: &[TableId]) -> Self {
        Self {
            window: Window { begin_ns: AtomicU64::new(u64::MAX), end_ns: AtomicU64::new(u64::MAX) },
            shards: Default::default(),
            tables: tables.iter().map(|&table| (table, Mutex::default())).collect(),
            bots: (0..bots).map(|_| Mutex::default()).collect(),
            first_bot: 0,
            bots_per_account: 1,
            seated: AtomicU64::new(0),
            actions: AtomicU64::new(0),
            refusals: Mutex::default(),
            messages: Mutex::default(),
        }
    }

    /// Sets the number of the first bot, and how many bots share an account.
    pub(crate) fn sharing(self, first_bot: usize, bots_per_account: usize) -> Self {
        Self { first_bot, bots_per_account, ..self }
    }

    pub(crate) fn begin(&self, at: Duration) {
        self.window.begin_ns.store(nanos(at), Ordering::Relaxed);
    }

    /// Ends the measurement. Actions intended later are not counted.
    pub(crate) fn end(&self, at: Duration) {
        self.window.end_ns.store(nanos(at), Ordering::Relaxed);
    }

    /// Returns the number of bots that have had a seat.
    pub(crate) fn seated(&self) -> u64 {
        self.seated.load(Ordering::Relaxed)
    }

    /// Returns the number of actions that their actors have read.
    pub(crate) fn actions(&self) -> u64 {
        self.actions.load(Ordering::Relaxed)
    }

    /// Returns the times of `action_rtt` since the last call.
    pub(crate) fn take_recent(&self) -> Distribution {
        let mut all = Distribution::default();
        for shard in &self.shards {
            let recent = std::mem::take(&mut shard.lock().recent);
            all.add(&recent);
        }
        all
    }

    /// Records that an observer read an action.
    pub(crate) fn observed(&self, observer: usize, key: ActionKey, received: Duration) {
        let Some(flight) = self.flight(key) else { return };
        if self.window.contains(flight.intended) {
            let took = received.saturating_sub(flight.intended);
            self.shard(observer).times.action_observed.record(took);
        }
    }

    /// Returns everything that was recorded. Call it after the bots have ended.
    pub(crate) fn recording(&self) -> Recording {
        let mut latencies = Latencies::default();
        let mut pace = Distribution::default();
        for shard in &self.shards {
            let shard = shard.lock();
            latencies.add(&shard.times);
            pace.add(&shard.pace);
        }
        latencies.action_rtt_paced = latencies.action_rtt.paced(pace.quantile(0.5));
        let bots = self.bots.iter().map(|bot| bot.lock());
        let unanswered = bots.filter(|bot| {
            !bot.cut_off && bot.in_flight.is_some_and(|(at, _)| self.window.contains(at))
        });
        Recording {
            actions_unanswered: unanswered.count() as u64,
            latencies,
            refusals: self.refusals.lock().clone(),
            messages: self.messages.lock().clone(),
            wallets: self.bots.iter().map(|bot| bot.lock().wallets).collect(),
        }
    }

    fn flight(&self, key: ActionKey) -> Option<Flight> {
        self.tables.get(&key.table)?.lock().find(key)
    }

    fn shard(&self, number: usize) -> MutexGuard<'_, Shard> {
        self.shards[number % SHARDS].lock()
    }

    fn bot(&self, number: usize) -> MutexGuard<'_, BotRecord> {
        self.bots[number.saturating_sub(self.first_bot) % self.bots.len()].lock()
    }

    /// Returns the bot that has the wallet of this bot's account.
    fn lead(&self, bot: usize) -> usize {
        bot - bot.saturating_sub(self.first_bot) % self.bots_per_account
    }
}

impl Probe for Recorder {
    fn connecting(&self, bot: usize, at: Duration) {
        let mut record = self.bot(bot);
        record.connecting_since.get_or_insert(at);
        if record.has_sat && !record.leaving {
            record.resuming_since.get_or_insert(at);
        }
    }

    fn connected(&self, bot: usize, _at: Duration, took: Duration) {
        self.shard(bot).times.connect.record(took);
    }

    fn dropped(&self, bot: usize, _at: Duration) {
        self.bot(bot).cut_off = true;
    }

    fn logged_in(&self, bot: usize, at: Duration, wallet: Chips) {
        let mut record = self.bot(bot);
        record.wallets.logged_in(wallet.0);
        let since = record.connecting_since.take();
        drop(record);
        if let Some(since) = since {
            self.shard(bot).times.login.record(at.saturating_sub(since));
        }
    }

    fn wallet(&self, bot: usize, _at: Duration, wallet: Chips) {
        self.bot(bot).wallets.told(wallet.0);
    }

    fn left_table(&self, bot: usize, _at: Duration, _table: TableId, cashed_out: Chips) {
        self.bot(bot).wallets.left_seat();
        self.bot(self.lead(bot)).wallets.cashed_out(cashed_out.0);
    }

    fn seated(&self, bot: usize, _at: Duration, _table: TableId) {
        let mut record = self.bot(bot);
        record.wallets.seated();
        record.leaving = false;
        if !std::mem::replace(&mut record.has_sat, true) {
            self.seated.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn view(&self, bot: usize, at: Duration, table: &Table) {
        let mut record = self.bot(bot);
        // The step may have been sent while the connection was lost. The view says which
        // actions the room has.
        let is_known = record.in_flight.is_some_and(|(_, id)| id <= table.last_action_id);
        // An action that was lost with the connection is sent again. If the bot has asked to leave,
        // the action comes after that request and may get no answer.
        if is_known || record.cut_off && record.leaving {
            record.in_flight = None;
        }
        record.cut_off = false;
        let since = record.resuming_since.take();
        drop(record);
        if let Some(since) = since.filter(|_| self.window.contains(at)) {
            self.shard(bot).times.resume.record(at.saturating_sub(since));
        }
    }

    fn leaving(&self, bot: usize, _at: Duration, _table: TableId) {
        self.bot(bot).leaving = true;
    }

    fn action_sent(&self, bot: usize, &SentAction { key, timing, action_id, .. }: &SentAction) {
        let mut record = self.bot(bot);
        // A late generator sends an action that was due before its bot asked to leave after that
        // request. The room may have acted by then, and only has to answer that the bot has left.
        if !record.leaving {
            record.in_flight = Some((timing.intended, action_id));
        }
        drop(record);
        let Some(key) = key else { return };
        let Some(table) = self.tables.get(&key.table) else { return };
        let flight = Flight { key, intended: timing.intended, sent: timing.sent };
        let (before, gap) = {
            let mut table = table.lock();
            // The previous action of the same hand led to this turn.
            let before = key.index.checked_sub(1).map(|index| ActionKey { index, ..key });
            (before.and_then(|before| table.find(before)), table.take_off(flight))
        };
        if let Some(before) = before.filter(|before| self.window.contains(before.intended)) {
            let mut shard = self.shard(bot);
            let since = |begin| timing.turn_received.saturating_sub(begin);
            shard.times.action_to_turn.record(since(before.intended));
            shard.times.action_to_turn_raw.record(since(before.sent));
        }
        if let Some(gap) = gap.filter(|_| self.window.contains(timing.intended)) {
            self.shard(bot).pace.record(gap);
        }
    }

    fn action_refused(&self, bot: usize, received: Duration, code: ErrorCode) {
        self.bot(bot).in_flight = None;
        // A player who leaves in the middle of a hand may rightly be refused the last action.
        if self.window.has_ended(received) {
            return;
        }
        *self.refusals.lock().entry(code.to_string()).or_default() += 1;
    }

    fn action_seen(&self, seen: &ActionSeen) {
        if let Some(timing) = seen.own {
            self.bot(seen.bot).in_flight = None;
            self.actions.fetch_add(1, Ordering::Relaxed);
            let mut shard = self.shard(seen.bot);
            let took = seen.received.saturating_sub(timing.intended);
            shard.recent.record(took);
            if self.window.contains(timing.intended) {
                shard.times.action_rtt.record(took);
                shard.times.action_rtt_raw.record(seen.received.saturating_sub(timing.sent));
            }
            return;
        }
        let Some(flight) = seen.key.and_then(|key| self.flight(key)) else { return };
        if self.window.contains(flight.intended) {
            let mut shard = self.shard(seen.bot);
            let since = |begin| seen.received.saturating_sub(begin);
            shard.times.action_seen.record(since(flight.intended));
            shard.times.action_seen_raw.record(since(flight.sent));
        }
    }

    fn protocol_error(&self, bot: usize, at: Duration, what: &str) {
        let mut messages = self.messages.lock();
        if messages.len() < MESSAGES_KEPT {
            messages.push(format!("bot {bot} after {:.3} s: {what}", at.as_secs_f64()));
        }
    }
}

impl Window {
    fn has_ended(&self, at: Duration) -> bool {
        nanos(at) >= self.end_ns.load(Ordering::Relaxed)
    }

    fn contains(&self, at: Duration) -> bool {
        let at = nanos(at);
        self.begin_ns.load(Ordering::Relaxed) <= at && at < self.end_ns.load(Ordering::Relaxed)
    }
}

impl Recording {
    /// Adds the recording of another generator.
    pub(crate) fn add(&mut self, other: Self) {
        self.latencies.add(&other.latencies);
        self.actions_unanswered += other.actions_unanswered;
        limits::add(&mut self.refusals, other.refusals);
        self.messages.extend(other.messages);
        self.messages.truncate(MESSAGES_KEPT);
        self.wallets.extend(other.wallets);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::{Books, RoomBooks};
    use crate::scenario::ring::tests::table as table_info;
    use cardroom_bot::Action;
    use cardroom_bot::probe::ActionTiming;
    use cardroom_protocol::server::TableSnapshot;
    use cardroom_protocol::table::{BuyInRange, TableView};
    use cardroom_protocol::{HandNo, Seq};

    const TABLE: TableId = TableId(7);

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    fn key(index: u32) -> ActionKey {
        ActionKey { table: TABLE, hand: HandNo(1), index }
    }

    fn timing(intended: u64, sent: u64) -> ActionTiming {
        ActionTiming { turn_received: ms(intended), intended: ms(intended), sent: ms(sent) }
    }

    fn send(recorder: &Recorder, bot: usize, index: u32, timing: ActionTiming) {
        let key = Some(key(index));
        let (table, hand, action_id) = (TABLE, HandNo(1), ActionId(u64::from(index) + 1));
        let action = Action::Call;
        recorder
            .action_sent(bot, &SentAction { table, hand, seat: 0, action_id, action, key, timing });
    }

    fn see(recorder: &Recorder, bot: usize, index: u32, at: u64, own: Option<ActionTiming>) {
        let received = ms(at);
        let key = Some(key(index));
        recorder.action_seen(&ActionSeen { bot, key, table: TABLE, seat: 0, received, own });
    }

    /// Returns the table between hands, without any action.
    fn unplayed() -> Table {
        let view = TableView {
            info: table_info(TABLE.0, 6, 2, true),
            seq: Seq(1),
            paused: false,
            seats: Vec::new(),
            hand: None,
            you: None,
            buy_in: BuyInRange { min: Chips(1), max: Chips(2) },
            hybrid: None,
        };
        Table::from_snapshot(TableSnapshot { table: TABLE, view: Box::new(view) })
    }

    fn measuring() -> Recorder {
        let recorder = Recorder::new(3, &[TABLE]);
        recorder.begin(ms(1_000));
        recorder.end(ms(2_000));
        recorder
    }

    fn quantile_ms(times: &Distribution, part: f64) -> u128 {
        times.quantile(part).unwrap().as_millis()
    }

    #[test]
    fn bots_of_one_account_have_one_wallet() {
        let recorder = Recorder::new(4, &[TABLE]).sharing(6, 2);
        let at = ms(1_500);
        for lead in [6, 8] {
            recorder.logged_in(lead, at, Chips(1_000));
        }
        for bot in 6..10 {
            Probe::seated(&recorder, bot, at, TABLE);
        }
        for lead in [6, 8] {
            recorder.wallet(lead, at, Chips(600));
        }
        // The wallet after the last cash-out is not known.
        recorder.left_table(7, at, TABLE, Chips(200));
        recorder.wallet(6, at, Chips(800));
        recorder.left_table(6, at, TABLE, Chips(150));
        recorder.left_table(9, at, TABLE, Chips(250));
        let books = Books::of(&recorder.recording().wallets, RoomBooks::default(), 0);
        assert_eq!((books.granted, books.wallets), (2_000, 800 + 150 + 600 + 250));
        assert_eq!((books.wallets_inferred, books.still_seated), (400, 1));
    }

    #[test]
    fn latency_counts_from_when_the_action_was_intended() {
        let recorder = measuring();
        // The generator was late by 40 ms, and the server took another 10.
        send(&recorder, 0, 0, timing(1_100, 1_140));
        see(&recorder, 0, 0, 1_150, Some(timing(1_100, 1_140)));
        see(&recorder, 1, 0, 1_160, None);
        recorder.observed(0, key(0), ms(1_170));
        let times = recorder.recording().latencies;
        assert_eq!(quantile_ms(&times.action_rtt, 1.0), 50);
        assert_eq!(quantile_ms(&times.action_rtt_raw, 1.0), 10);
        assert_eq!(quantile_ms(&times.action_seen, 1.0), 60);
        assert_eq!(quantile_ms(&times.action_seen_raw, 1.0), 20);
        assert_eq!(quantile_ms(&times.action_observed, 1.0), 70);
    }

    #[test]
    fn the_next_turn_is_what_an_action_leads_to() {
        let recorder = measuring();
        send(&recorder, 0, 0, timing(1_100, 1_140));
        // The next player read its turn at 1,150 and acted late.
        let next = ActionTiming { turn_received: ms(1_150), intended: ms(1_150), sent: ms(1_190) };
        send(&recorder, 1, 1, next);
        // The action before this one was not seen.
        send(&recorder, 0, 7, timing(1_500, 1_500));
        let times = recorder.recording().latencies;
        assert_eq!(times.action_to_turn.count(), 1);
        assert_eq!(quantile_ms(&times.action_to_turn, 1.0), 50);
        assert_eq!(quantile_ms(&times.action_to_turn_raw, 1.0), 10);
    }

    #[test]
    fn only_actions_of_the_window_count_however_late_their_answer() {
        let recorder = measuring();
        for (index, intended) in [(0, 900), (1, 1_999), (2, 2_000)] {
            let timing = timing(intended, intended);
            send(&recorder, 0, index, timing);
            see(&recorder, 0, index, intended + 500, Some(timing));
            see(&recorder, 1, index, intended + 600, None);
        }
        let recording = recorder.recording();
        assert_eq!(recording.latencies.action_rtt.count(), 1);
        assert_eq!(recording.latencies.action_seen.count(), 1);
        assert_eq!(quantile_ms(&recording.latencies.action_seen, 0.5), 600);
    }

    #[test]
    fn what_is_recent_is_told_once() {
        let recorder = measuring();
        send(&recorder, 0, 0, timing(1_100, 1_100));
        see(&recorder, 0, 0, 1_150, Some(timing(1_100, 1_100)));
        assert_eq!(quantile_ms(&recorder.take_recent(), 1.0), 50);
        assert_eq!(recorder.take_recent().count(), 0);
        assert_eq!(recorder.recording().latencies.action_rtt.count(), 1, "the whole keeps it");
    }

    #[test]
    fn an_action_nobody_hears_of_is_told() {
        let recorder = measuring();
        send(&recorder, 0, 0, timing(1_100, 1_100));
        send(&recorder, 1, 1, timing(1_200, 1_200));
        recorder.action_refused(1, ms(1_300), ErrorCode::StaleTurn);
        // Sent after the end, so its answer may be cut off by the end of the run.
        send(&recorder, 2, 2, timing(2_100, 2_100));
        let recording = recorder.recording();
        assert_eq!(recording.actions_unanswered, 1);
        assert_eq!(recording.refusals, BTreeMap::from([("stale_turn".to_owned(), 1)]));
    }

    #[test]
    fn an_action_behind_the_request_to_leave_needs_no_answer() {
        let recorder = measuring();
        // A late generator sends an action that was due within the window after
        // all bots were stopped.
        recorder.leaving(0, ms(2_010), TABLE);
        send(&recorder, 0, 0, timing(1_990, 2_020));
        // An action sent before the request to leave must still be answered.
        send(&recorder, 1, 1, timing(1_980, 1_981));
        recorder.leaving(1, ms(2_010), TABLE);
        assert_eq!(recorder.recording().actions_unanswered, 1);
        // A bot that sits down again is measured as before.
        Probe::seated(&recorder, 0, ms(1_000), TABLE);
        send(&recorder, 0, 2, timing(1_100, 1_101));
        assert_eq!(recorder.recording().actions_unanswered, 2);
    }

    #[test]
    fn whom_the_run_cut_off_is_told_of_its_action_when_it_is_back() {
        let recorder = measuring();
        send(&recorder, 0, 0, timing(1_100, 1_101));
        recorder.dropped(0, ms(1_102));
        assert_eq!(recorder.recording().actions_unanswered, 0, "the run may end here");
        // The bot is back at its table, which does not have the action. It is sent
        // again and not answered.
        recorder.view(0, ms(1_200), &unplayed());
        assert_eq!(recorder.recording().actions_unanswered, 1);
    }

    #[test]
    fn who_leaves_before_it_is_back_at_its_table_is_owed_no_answer_to_what_the_cut_lost() {
        let recorder = measuring();
        send(&recorder, 0, 0, timing(1_100, 1_101));
        recorder.dropped(0, ms(1_102));
        recorder.leaving(0, ms(1_150), TABLE);
        recorder.view(0, ms(1_200), &unplayed());
        assert_eq!(recorder.recording().actions_unanswered, 0);
        // On a connection that holds, an action sent before the request also arrives before it.
        send(&recorder, 1, 1, timing(1_100, 1_101));
        recorder.leaving(1, ms(1_150), TABLE);
        recorder.view(1, ms(1_200), &unplayed());
        assert_eq!(recorder.recording().actions_unanswered, 1);
    }

    #[test]
    fn stalls_are_weighed_by_the_pace_of_the_table() {
        let recorder = measuring();
        // An action every 10 ms, each answered within 1 ms, and one that takes 105.
        for index in 0..50 {
            let at = 1_000 + u64::from(index) * 10;
            let took = if index == 49 { 105 } else { 1 };
            send(&recorder, 0, index, timing(at, at));
            see(&recorder, 0, index, at + took, Some(timing(at, at)));
        }
        let times = recorder.recording().latencies;
        assert_eq!(times.action_rtt.count(), 50);
        // 95, 85, … 15 ms.
        assert_eq!(times.action_rtt_paced.count(), 59);
    }

    #[test]
    fn a_login_begins_with_the_first_attempt_to_connect_even_if_it_fails() {
        let recorder = Recorder::new(1, &[]);
        recorder.connecting(0, ms(40));
        recorder.connecting(0, ms(100));
        recorder.connected(0, ms(130), ms(30));
        recorder.logged_in(0, ms(190), Chips(500));
        let recording = recorder.recording();
        assert_eq!(quantile_ms(&recording.latencies.connect, 1.0), 30);
        assert_eq!(quantile_ms(&recording.latencies.login, 1.0), 150);
    }
}
