//! The room seen from outside: every frame that leaves it is heard here, and must go with what is
//! stored, with what others were told, and with what its hearer may know.

mod acts;
mod referee;
mod secrets;

use super::notes::Notes;
use super::script::World;
use acts::{Acts, Asked};
use bytes::Bytes;
use cardroom::store::{StreamId, Unit};
use cardroom_protocol::client::ClientMessage;
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{ActionId, Encoding, ErrorCode, TableId, TournamentId};
use cardroom_rules::Millis;
use parking_lot::Mutex;
use referee::Referee;
use secrets::Secrets;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// What is known of the room from outside, over all lives of the process.
#[derive(Default)]
pub(super) struct Watch {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    lives: u64,
    /// Lines so far.
    lines: u64,
    /// The line over which an account came last, and when.
    lines_of: BTreeMap<String, (u64, Millis)>,
    /// Where players of tournaments sit.
    seats: BTreeMap<(usize, TournamentId), TableId>,
    /// What a player's actions were answered, and in which life of the process.
    answers: BTreeMap<(usize, TableId, ActionId), (bool, u64)>,
    asked: Asked,
    tables: BTreeMap<TableId, TableWatch>,
}

/// What is known of one table.
#[derive(Default)]
struct TableWatch {
    /// The last step that is stored.
    stored: u64,
    /// What each step said, by its hash, as far back as anybody may still hear it.
    said: BTreeMap<u64, u64>,
    /// The last step that was looked at.
    seen: u64,
    acts: Acts,
    secrets: Secrets,
    referee: Referee,
}

/// How many steps of a table are remembered.
const REMEMBERED: u64 = 2_000;

/// What one line has heard.
pub(super) struct Ear {
    line: u64,
    account: Option<String>,
    /// The last step, by table.
    steps: BTreeMap<TableId, u64>,
}

impl Watch {
    /// The process begins again; says how many lives it had before.
    pub(super) fn begin_life(&self) -> u64 {
        let mut inner = self.inner.lock();
        inner.lives += 1;
        inner.lives - 1
    }

    /// A line begins.
    pub(super) fn ear(&self) -> Ear {
        let mut inner = self.inner.lock();
        inner.lines += 1;
        Ear { line: inner.lines, account: None, steps: BTreeMap::new() }
    }

    /// A player sends this.
    pub(super) fn sent(&self, bot: usize, messages: &[ClientMessage]) {
        let mut inner = self.inner.lock();
        messages.iter().for_each(|message| inner.asked.sent(bot, message));
    }

    /// These units are stored, in a room with so many ring games.
    pub(super) fn stored(&self, notes: &Notes, rings: u64, units: &[Unit]) {
        let mut inner = self.inner.lock();
        for record in units.iter().flat_map(|unit| &unit.records) {
            if let StreamId::Table(table) = record.stream {
                let (table, ordered) = (TableId(table.0), table.0 > rings);
                let watch = inner.tables.entry(table).or_default();
                watch.stored = watch.stored.max(record.seq);
                watch.acts.stored(notes, table, ordered, &record.payload);
            }
        }
    }
}

impl Ear {
    /// A frame leaves the room for the player of this line.
    pub(super) fn hear(
        &mut self,
        world: &World,
        now: Millis,
        bot: usize,
        encoding: Encoding,
        frame: &Bytes,
    ) {
        let notes = &world.notes;
        let messages = match encoding.decode::<ServerMessage>(frame, MAX_SERVER_FRAME_BYTES) {
            Ok(decoded) => decoded.messages,
            Err(error) => return notes.fail(format!("a frame does not decode: {error}")),
        };
        let logs_in = messages.iter().any(|said| matches!(said, ServerMessage::LoggedIn(_)));
        // Tokens are nobody's to choose, and differ from run to run.
        notes.log(now, &bot.to_string(), if logs_in { &[] } else { frame });
        for message in &messages {
            self.judge(world, now, bot, message);
        }
    }

    fn judge(&mut self, world: &World, now: Millis, bot: usize, message: &ServerMessage) {
        let mut inner = world.watch.inner.lock();
        let notes = &world.notes;
        match message {
            ServerMessage::LoggedIn(login) => {
                self.account = Some(login.account.clone());
                inner.lines_of.insert(login.account.clone(), (self.line, now));
            }
            ServerMessage::ActionAccepted(accepted) => {
                let key = (bot, accepted.table, accepted.action_id);
                inner.answered(notes, key, true);
                let account = self.account.as_ref().and_then(|account| account.parse().ok());
                let inner = &mut *inner;
                let acts = &inner.tables.entry(accepted.table).or_default().acts;
                inner.asked.acknowledged(notes, key, account, acts);
            }
            ServerMessage::ActionRefused(refused) => {
                // A room that was busy, or could not store it, may be asked again. Who has left the
                // table hears no more of what was done there.
                let again = [
                    ErrorCode::Busy,
                    ErrorCode::Internal,
                    ErrorCode::RateLimited,
                    ErrorCode::NotSeated,
                ];
                let key = (bot, refused.table, refused.action_id);
                if !again.contains(&refused.code) {
                    inner.answered(notes, key, false);
                }
            }
            ServerMessage::Step(step) => {
                self.is_the_last_line(&inner, notes, now);
                let watch = inner.tables.entry(step.table).or_default();
                self.follow(notes, step);
                watch.hear(notes, now, step);
            }
            ServerMessage::TableSnapshot(snapshot) => {
                self.steps.insert(snapshot.table, snapshot.view.seq.0);
                let watch = inner.tables.entry(snapshot.table).or_default();
                watch.must_be_stored(notes, snapshot.table, snapshot.view.seq.0);
                watch.secrets.shown(notes, bot, watch.seen, &snapshot.view);
                if watch.seen <= snapshot.view.seq.0 {
                    watch.referee.shown(notes, snapshot);
                }
            }
            ServerMessage::NewSeat(seat) => {
                let before = inner.seats.insert((bot, seat.tournament), seat.table);
                if before.is_some_and(|before| before != seat.table) {
                    notes.count(|counts| counts.moves += 1);
                }
            }
            ServerMessage::HoleCards(cards) => {
                let watch = inner.tables.entry(cards.table).or_default();
                watch.secrets.dealt(notes, bot, cards);
            }
            ServerMessage::YourTurn(turn)
                if self.steps.get(&turn.table).is_none_or(|step| *step < turn.seq.0) =>
            {
                notes.fail(format!("bot {bot} hears of a turn before its step: {turn:?}"));
            }
            _ => {}
        }
    }

    /// Nobody hears of a table over two lines.
    fn is_the_last_line(&self, inner: &Inner, notes: &Notes, now: Millis) {
        let last = self.account.as_ref().and_then(|account| inner.lines_of.get(account));
        if let Some((line, since)) = last.filter(|(line, since)| *line != self.line && *since < now)
        {
            let account = &self.account;
            notes.fail(format!("{account:?} came over line {line} at {since:?}, and hears still"));
        }
    }

    /// Every step comes once, in its order.
    fn follow(&mut self, notes: &Notes, step: &Step) {
        let last = self.steps.insert(step.table, step.seq.0);
        if last.is_none_or(|last| last + 1 != step.seq.0) {
            let (seq, table) = (step.seq.0, step.table);
            notes.fail(format!("step {seq} of table {table} follows {last:?} on one line"));
        }
    }
}

impl Inner {
    /// The same action gets the same answer, however often it is sent. What counted is never taken back;
    /// a refusal has changed nothing, and a process that comes after may judge the action anew.
    fn answered(&mut self, notes: &Notes, key: (usize, TableId, ActionId), accepted: bool) {
        let mut life = 0;
        notes.count(|counts| life = counts.crashes + counts.restarts);
        let before = self.answers.insert(key, (accepted, life));
        let Some((before, then)) = before.filter(|(before, _)| *before != accepted) else { return };
        if before || then == life {
            notes.fail(format!("{key:?} is answered with {accepted} now, and was not before"));
        }
    }
}

impl TableWatch {
    /// A step leaves the room.
    fn hear(&mut self, notes: &Notes, now: Millis, step: &Step) {
        let seq = step.seq.0;
        self.must_be_stored(notes, step.table, seq);
        let message = ServerMessage::from(step.clone());
        let Ok(encoded) = Encoding::Binary.encode(&[message]) else {
            return notes.fail(format!("step {seq} cannot be encoded"));
        };
        let mut hasher = DefaultHasher::new();
        encoded.hash(&mut hasher);
        let hash = hasher.finish();
        match self.said.insert(seq, hash) {
            Some(before) if before != hash => {
                let table = step.table;
                notes.fail(format!("step {seq} of table {table} is another one than before"));
            }
            Some(_) => return,
            None => {}
        }
        if self.said.len() as u64 > REMEMBERED {
            self.said.pop_first();
        }
        self.look_at(notes, now, step);
    }

    /// A step that nobody has heard before.
    fn look_at(&mut self, notes: &Notes, now: Millis, step: &Step) {
        let is_next = self.seen + 1 == step.seq.0;
        self.seen = self.seen.max(step.seq.0);
        if !is_next {
            self.secrets.lose_track();
            self.referee.lose_track();
        }
        self.referee.follow(notes, step);
        for event in &step.events.0 {
            match event {
                TableEvent::HandEnded(_) => notes.count(|counts| counts.hands += 1),
                TableEvent::HandVoided(_) => notes.count(|counts| counts.voided += 1),
                _ => {}
            }
            self.secrets.note(notes, event);
            notes.tell(now, format_args!("table {} #{} {event:?}", step.table.0, step.seq.0));
        }
    }

    fn must_be_stored(&self, notes: &Notes, table: TableId, seq: u64) {
        if seq > self.stored {
            let stored = self.stored;
            notes.fail(format!("step {seq} of table {table} is told, and {stored} is stored"));
        }
    }
}
