//! Watches the room from outside. It reads every frame that leaves the room. Each must agree
//! with what is stored, and the audit of its table checks it against what other clients received.

mod acts;
mod course;

use super::deals::DealWatch;
use super::notes::Notes;
use super::script::World;
use acts::{Acts, Asked};
use bytes::Bytes;
use cardroom::store::{StreamId, Unit};
use cardroom_audit::TableAudit;
use cardroom_bot::model::Table;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::tournament::TournamentStep;
use cardroom_protocol::{ActionId, DecodeError, Encoding, ErrorCode, TableId, TournamentId};
use cardroom_rules::Millis;
use course::Course;
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// Everything observed from outside, over all lives of the process.
#[derive(Default)]
pub(super) struct Watch {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    lives: u64,
    lines: u64,
    /// The latest connection of each account, and when it logged in.
    lines_of: BTreeMap<String, (u64, Millis)>,
    /// The bots that received the answer to an entry.
    entered: BTreeSet<usize>,
    /// The table of each tournament player.
    seats: BTreeMap<(usize, TournamentId), TableId>,
    /// The answers that actions received.
    answers: BTreeMap<(usize, TableId, ActionId), Answered>,
    asked: Asked,
    tables: BTreeMap<TableId, TableWatch>,
    course: Course,
    deals: DealWatch,
    /// The last step of each tournament that was examined.
    events: BTreeMap<TournamentId, u64>,
    /// The last decoded frames. Most frames go to many clients.
    heard: VecDeque<(Encoding, Bytes, Arc<Vec<ServerMessage>>)>,
}

/// The answer to an action.
#[derive(Clone, Copy)]
struct Answered {
    accepted: bool,
    /// The life of the process in which the answer was sent.
    life: u64,
    /// How often the player had sat down at the table by then.
    sitting: u64,
}

/// Everything observed of one table.
#[derive(Default)]
struct TableWatch {
    /// The last stored step.
    stored: u64,
    acts: Acts,
    audit: TableAudit,
}

/// How many frames to remember.
const FRAMES: usize = 12;

/// The messages that one connection has received.
pub(super) struct Ear {
    line: u64,
    account: Option<String>,
    /// The last step of each table.
    steps: BTreeMap<TableId, u64>,
}

impl Watch {
    /// Begins a new life of the process, and returns how many came before.
    pub(super) fn begin_life(&self) -> u64 {
        let mut inner = self.inner.lock();
        inner.lives += 1;
        inner.lives - 1
    }

    /// Returns `true` if a bot ever received the answer to an entry.
    pub(super) fn has_entered(&self, bot: usize) -> bool {
        self.inner.lock().entered.contains(&bot)
    }

    pub(super) fn ear(&self) -> Ear {
        let mut inner = self.inner.lock();
        inner.lines += 1;
        Ear { line: inner.lines, account: None, steps: BTreeMap::new() }
    }

    /// Records the messages that a player sends.
    pub(super) fn sent(&self, bot: usize, messages: &[ClientMessage]) {
        let mut inner = self.inner.lock();
        messages.iter().for_each(|message| inner.asked.sent(bot, message));
    }

    /// Checks units before they are stored. A snapshot must not be ahead of the last step that
    /// is stored with it or earlier. The store would refuse such a snapshot, and the table
    /// would retry for hours.
    pub(super) fn asked_to_store(&self, notes: &Notes, units: &[Unit]) {
        let inner = self.inner.lock();
        for unit in units {
            let Some(snapshot) = &unit.snapshot else { continue };
            let StreamId::Table(table) = snapshot.stream else { continue };
            let with_it = unit.records.iter().filter(|record| record.stream == snapshot.stream);
            let last = with_it.map(|record| record.seq).max();
            let before = || inner.tables.get(&TableId(table.0)).map_or(0, |table| table.stored);
            let stored = last.unwrap_or_else(before);
            if snapshot.seq > stored {
                let text = format!(
                    "a snapshot of table {table} stands for step {} and {stored} is the last",
                    snapshot.seq
                );
                notes.fail(text);
            }
        }
    }

    /// Reads units that are stored. `rings` is the number of ring games in the room.
    pub(super) fn stored(&self, notes: &Notes, rings: u64, units: &[Unit]) {
        let mut inner = self.inner.lock();
        for record in units.iter().flat_map(|unit| &unit.records) {
            if let StreamId::Deal(table) = record.stream {
                inner.deals.stored(table.0, &record.payload);
            } else if let StreamId::Tournament(tournament) = record.stream {
                inner.course.stored(notes, tournament.0, &record.payload);
            } else if let StreamId::Table(table) = record.stream {
                let (table, ordered) = (TableId(table.0), table.0 > rings);
                let watch = inner.tables.entry(table).or_default();
                watch.stored = watch.stored.max(record.seq);
                watch.acts.stored(notes, table, ordered, &record.payload);
            }
        }
    }
}

impl Ear {
    /// Checks a frame that the room sends over this connection, and returns its messages.
    pub(super) fn hear(
        &mut self,
        world: &World,
        now: Millis,
        bot: usize,
        encoding: Encoding,
        frame: &Bytes,
    ) -> Arc<Vec<ServerMessage>> {
        let notes = &world.notes;
        let messages = match world.watch.inner.lock().decode(encoding, frame) {
            Ok(messages) => messages,
            Err(error) => {
                notes.fail(format!("a frame does not decode: {error}"));
                return Arc::default();
            }
        };
        let logs_in = messages.iter().any(|said| matches!(said, ServerMessage::LoggedIn(_)));
        // Tokens do not come from the seed and differ between runs.
        notes.log(now, &bot.to_string(), if logs_in { &[] } else { frame });
        for message in &*messages {
            self.judge(world, now, bot, message);
        }
        messages
    }

    fn judge(&mut self, world: &World, now: Millis, bot: usize, message: &ServerMessage) {
        let mut inner = world.watch.inner.lock();
        let (notes, life) = (&world.notes, inner.lives);
        match message {
            ServerMessage::LoggedIn(login) => {
                self.account = Some(login.account.clone());
                inner.lines_of.insert(login.account.clone(), (self.line, now));
            }
            ServerMessage::ActionAccepted(accepted) => {
                let key = (bot, accepted.table, accepted.action_id);
                let account = self.account_number();
                inner.answered(notes, key, account, true);
                let inner = &mut *inner;
                let acts = &inner.tables.entry(accepted.table).or_default().acts;
                inner.asked.acknowledged(notes, key, account, acts);
            }
            ServerMessage::ActionRefused(refused) => {
                // An action may be repeated if the room was busy or could not store it. A player
                // who has left the table gets no answers about it.
                let again = [
                    ErrorCode::Busy,
                    ErrorCode::Internal,
                    ErrorCode::RateLimited,
                    ErrorCode::NotSeated,
                ];
                let key = (bot, refused.table, refused.action_id);
                notes.tell(now, format_args!("{key:?} is refused: {}", refused.code));
                let acts = inner.tables.get(&refused.table).map(|table| &table.acts);
                // A table that was broken up gives no answers.
                let is_gone =
                    refused.code == ErrorCode::UnknownTable && acts.is_none_or(Acts::is_deserted);
                if !is_gone && !again.contains(&refused.code) {
                    inner.answered(notes, key, self.account_number(), false);
                }
            }
            ServerMessage::Refused(refused) => {
                let (code, said) = (refused.code, &refused.message);
                notes.tell(now, format_args!("bot {bot} is refused: {code}: {said}"));
            }
            ServerMessage::Step(step) => {
                self.is_the_last_line(&inner, notes, now);
                let watch = inner.tables.entry(step.table).or_default();
                self.follow(notes, step);
                watch.hear(notes, now, life, step);
            }
            ServerMessage::TableSnapshot(snapshot) => {
                self.steps.insert(snapshot.table, snapshot.view.seq.0);
                let watch = inner.tables.entry(snapshot.table).or_default();
                watch.must_be_stored(notes, snapshot.table, snapshot.view.seq.0);
                let table = Table::from_snapshot(snapshot.clone());
                let audited = watch.audit.view(life, bot, &table);
                audited.unwrap_or_else(|why| notes.fail(why));
            }
            ServerMessage::NewSeat(seat) => {
                let before = inner.seats.insert((bot, seat.tournament), seat.table);
                if before.is_some_and(|before| before != seat.table) {
                    notes.count(|counts| counts.moves += 1);
                }
                notes.tell(now, format_args!("bot {bot} hears {seat:?}"));
            }
            ServerMessage::TournamentStep(step) => inner.tournament(notes, now, step),
            ServerMessage::Entered(_)
            | ServerMessage::EntryReturned(_)
            | ServerMessage::Finished(_) => {
                if matches!(message, ServerMessage::Entered(_)) {
                    inner.entered.insert(bot);
                }
                notes.tell(now, format_args!("bot {bot} hears {message:?}"));
            }
            ServerMessage::DealOpened(opened) => inner.deals.opened(notes, opened),
            ServerMessage::DealSealed(sealed) => inner.deals.sealed(notes, sealed),
            ServerMessage::DealGivenUp(ended) => inner.deals.given_up(notes, ended),
            ServerMessage::HoleCards(cards) => {
                let watch = inner.tables.entry(cards.table).or_default();
                let audited = watch.audit.cards(bot, cards.hand, &cards.cards);
                audited.unwrap_or_else(|why| notes.fail(why));
            }
            ServerMessage::YourTurn(turn)
                if self.steps.get(&turn.table).is_none_or(|step| *step < turn.seq.0) =>
            {
                notes.fail(format!("bot {bot} hears of a turn before its step: {turn:?}"));
            }
            _ => {}
        }
    }

    fn account_number(&self) -> Option<u64> {
        self.account.as_ref().and_then(|account| account.parse().ok())
    }

    /// Checks that an account receives a table's steps over its latest connection only.
    fn is_the_last_line(&self, inner: &Inner, notes: &Notes, now: Millis) {
        let last = self.account.as_ref().and_then(|account| inner.lines_of.get(account));
        if let Some((line, since)) = last.filter(|(line, since)| *line != self.line && *since < now)
        {
            let account = &self.account;
            notes.fail(format!("{account:?} came over line {line} at {since:?}, and hears still"));
        }
    }

    /// Checks that each step arrives once and in order.
    fn follow(&mut self, notes: &Notes, step: &Step) {
        let last = self.steps.insert(step.table, step.seq.0);
        if last.is_none_or(|last| last + 1 != step.seq.0) {
            let (seq, table) = (step.seq.0, step.table);
            notes.fail(format!("step {seq} of table {table} follows {last:?} on one line"));
        }
    }
}

impl Inner {
    /// Decodes a frame, or finds it among the last ones.
    fn decode(
        &mut self,
        encoding: Encoding,
        frame: &Bytes,
    ) -> Result<Arc<Vec<ServerMessage>>, DecodeError> {
        let mut heard = self.heard.iter();
        if let Some((.., messages)) = heard.find(|heard| (heard.0, &heard.1) == (encoding, frame)) {
            return Ok(Arc::clone(messages));
        }
        let messages = Arc::new(encoding.decode(frame, MAX_SERVER_FRAME_BYTES)?.messages);
        if self.heard.len() >= FRAMES {
            self.heard.pop_front();
        }
        self.heard.push_back((encoding, frame.clone(), Arc::clone(&messages)));
        Ok(messages)
    }

    /// Logs a tournament step that the room sends.
    fn tournament(&mut self, notes: &Notes, now: Millis, step: &TournamentStep) {
        let seen = self.events.entry(step.tournament).or_default();
        if std::mem::replace(seen, step.seq.0.max(*seen)) >= step.seq.0 {
            return;
        }
        for event in &step.events.0 {
            let (id, seq) = (step.tournament, step.seq);
            notes.tell(now, format_args!("tournament {id} #{seq} {event:?}"));
        }
    }

    /// Checks that an action gets the same answer each time it is sent. An accepted action is
    /// never refused later. After a refusal, which changes nothing, a later life of the
    /// process may decide differently.
    fn answered(
        &mut self,
        notes: &Notes,
        key: (usize, TableId, ActionId),
        account: Option<u64>,
        accepted: bool,
    ) {
        let life = self.lives;
        let sitting = self.tables.get(&key.1).map_or(0, |table| table.acts.sittings(account));
        let before = self.answers.insert(key, Answered { accepted, life, sitting });
        let is_other = |before: &Answered| before.accepted != accepted && before.sitting == sitting;
        let Some(before) = before.filter(is_other) else { return };
        if before.accepted || before.life == life {
            notes.fail(format!("{key:?} is answered with {accepted} now, and was not before"));
        }
    }
}

impl TableWatch {
    /// Checks a step that the room sends, and counts its hands the first time.
    fn hear(&mut self, notes: &Notes, now: Millis, life: u64, step: &Step) {
        self.must_be_stored(notes, step.table, step.seq.0);
        match self.audit.step(life, step) {
            Ok(true) => {}
            Ok(false) => return,
            Err(why) => return notes.fail(why),
        }
        for event in &step.events.0 {
            match event {
                TableEvent::HandEnded(_) => notes.count(|counts| counts.hands += 1),
                TableEvent::HandVoided(_) => notes.count(|counts| counts.voided += 1),
                _ => {}
            }
            notes.tell(now, format_args!("table {} #{} {event:?}", step.table.0, step.seq.0));
        }
    }

    fn must_be_stored(&self, notes: &Notes, table: TableId, seq: u64) {
        if seq > self.stored {
            let stored = self.stored;
            notes.fail(format!("step {seq} of table {table} is sent, and {stored} is stored"));
        }
    }
}
