//! The lease of the room: which process is the room, when another one may take its place, and when
//! a room that has lost its connection may go on. The rules are pure. They compare times of the
//! database server only, and know no connection.

use std::time::{Duration, Instant};

/// How often the room writes its beat, in milliseconds.
pub const BEAT_MS: u64 = 1_000;

/// How long a process that has just regained the database leaves a free lease to the room that was
/// playing, in milliseconds. After a restart of the database that room comes back first.
const LAST_AFTER_LOSS_MS: i64 = 5_000;

/// How long the session of a lost connection may keep the lock before this room ends it. Such a
/// session stays for as long as its commit waits for a replica.
const LOST_PATIENCE: Duration = Duration::from_millis(250);

/// The longest time that passes between two looks of a room at its own beat, if the process runs.
/// A beat is due once a second, and may take two.
const LONGEST_BREAK: Duration = Duration::from_millis(2_500);

/// A process that is the room, or that would be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// A number that no other life of a process has.
    pub life: i64,
    /// The name that operators see: the machine and the process.
    pub name: String,
    /// A hash of tables, tournaments and rules; empty if it is unknown.
    pub configuration: String,
    /// The version of the program.
    pub program: String,
}

impl Process {
    /// Returns this process, with a hash of its configuration.
    #[must_use]
    pub fn this(configuration: String) -> Self {
        let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let machine = Some(machine.trim()).filter(|name| !name.is_empty());
        let name = format!("{}, process {}", machine.unwrap_or("a machine"), std::process::id());
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { life: rand::random(), name, configuration, program }
    }
}

/// The process that is the room, as the database knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaseHolder {
    pub name: String,
    pub configuration: String,
    pub program: String,
    /// Since when it is the room, in milliseconds since 1970.
    pub since_ms: i64,
    /// For how long it has been the room.
    pub held_ms: i64,
    /// The age of its last beat.
    pub beat_age_ms: i64,
}

/// A process that waits for the place of the room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingProcess {
    pub name: String,
    pub configuration: String,
    /// Why it would not take over, in whole sentences; `None` if it would.
    pub obstacle: Option<String>,
}

/// The lease of a room, as the room itself knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaseState {
    /// The hash of this room's own configuration.
    pub configuration: String,
    /// The time since the database last took a beat.
    pub beat_age: Duration,
    /// Whether another process may be the room by now, or is.
    pub is_doubtful: bool,
    /// The processes that wait, as of the last beat.
    pub waiting: Vec<WaitingProcess>,
    /// Whether this room followed another one, and how.
    pub followed: Option<Followed>,
}

/// How a process that waited got the lease.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Followed {
    /// The lease was free.
    Free,
    /// It ended the session of a room that no longer beat.
    Ended,
}

/// Whether a room has to doubt that it still is the room. A process that stood still, or whose
/// machine did, wakes as if nothing had happened. Until its next beat it does not know whether
/// another process has taken its place, and may not say that it is ready.
#[derive(Debug)]
pub(crate) struct Vigil {
    /// The last look of this process at its own beat.
    looked: Instant,
    is_doubtful: bool,
}

impl Vigil {
    /// Begins with a beat at `now`.
    pub(crate) fn new(now: Instant) -> Self {
        Self { looked: now, is_doubtful: false }
    }

    /// Notes that the process runs, and begins or gives up a beat.
    pub(crate) fn look(&mut self, now: Instant) {
        self.is_doubtful |= self.stood_still(now);
        self.looked = now;
    }

    /// Notes that the database took a beat.
    pub(crate) fn beaten(&mut self, now: Instant) {
        *self = Self::new(now);
    }

    /// Notes that another process has the lease.
    pub(crate) fn lose(&mut self) {
        self.is_doubtful = true;
    }

    /// Returns whether another process may be the room, or is.
    pub(crate) fn is_doubtful(&self, now: Instant) -> bool {
        self.is_doubtful || self.stood_still(now)
    }

    fn stood_still(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.looked) > LONGEST_BREAK
    }
}

/// The database at one moment. Times are those of the database server, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    pub now: i64,
    /// The session that holds the lock.
    pub session: Option<i32>,
    /// The last beat, if there ever was one.
    pub beat: Option<i64>,
}

/// The next act of a waiting process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    Wait,
    /// The lock is free, so take it.
    Take,
    /// End this session, which holds the lock and does not beat, then take the lock.
    End(i32),
}

/// The looks of a waiting process at the database, as far as the rule needs them.
#[derive(Debug)]
pub struct Candidate {
    ttl: i64,
    /// Whether the database is lost.
    is_lost: bool,
    /// The first look after the last loss.
    regained: Option<i64>,
    /// The first of the looks that followed each other without a break.
    seeing_since: Option<i64>,
    last: Option<i64>,
    /// The session that holds the lock, and the first of the looks that all showed it.
    holder: Option<(i32, i64)>,
}

impl Candidate {
    /// Creates a process that waits, and may end a room whose last beat is older than `ttl_ms`.
    #[must_use]
    pub fn new(ttl_ms: u64) -> Self {
        let ttl = i64::try_from(ttl_ms).unwrap_or(i64::MAX);
        let (regained, seeing_since, last, holder) = (None, None, None, None);
        Self { ttl, is_lost: false, regained, seeing_since, last, holder }
    }

    /// Notes that the database cannot be reached.
    pub fn lose(&mut self) {
        self.is_lost = true;
        self.interrupt();
    }

    /// Decides by what a look has shown.
    pub fn decide(&mut self, seen: Seen) -> Decision {
        // This process was stopped, or the server's clock was set.
        let is_late = |last| !(0..=self.ttl / 2).contains(&(seen.now - last));
        if self.last.is_some_and(is_late) {
            self.interrupt();
        }
        if std::mem::take(&mut self.is_lost) {
            self.regained = Some(seen.now);
        }
        self.last = Some(seen.now);
        let seeing_since = *self.seeing_since.get_or_insert(seen.now);
        let Some(session) = seen.session else {
            self.holder = None;
            let is_last = self.regained.is_some_and(|at| seen.now - at < LAST_AFTER_LOSS_MS);
            return if is_last { Decision::Wait } else { Decision::Take };
        };
        let known = self.holder.filter(|(known, _)| *known == session);
        let (_, held_since) = *self.holder.insert(known.unwrap_or((session, seen.now)));
        let is_silent = seen.beat.is_some_and(|beat| seen.now - beat > self.ttl);
        let has_lasted = |since| seen.now - since >= self.ttl;
        if is_silent && has_lasted(seeing_since) && has_lasted(held_since) {
            Decision::End(session)
        } else {
            Decision::Wait
        }
    }

    /// Forgets how long the database was seen.
    fn interrupt(&mut self) {
        (self.seeing_since, self.last, self.holder) = (None, None, None);
    }
}

/// The knowledge of a room that had the database open, and has lost its connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Before {
    /// How often rooms had opened the database when this one did.
    pub epoch: i64,
    /// The session of the lost connection.
    pub session: i32,
}

/// The next act of a room that has connected again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Regaining {
    /// Another room has opened the database since, so this one ends.
    TakenOver,
    /// The new connection holds the lock. A commit of its own must be confirmed before anything
    /// that is read through it counts.
    Prove,
    /// End the session of the lost connection, which keeps the lock.
    EndLost(i32),
    Wait,
}

impl Before {
    /// Decides by what an attempt to take the lock over a new connection has shown: whether it
    /// holds the lock, how often rooms have opened the database by now, and how long it has tried.
    #[must_use]
    pub fn decide(self, is_locked: bool, epoch: i64, tried_for: Duration) -> Regaining {
        if epoch != self.epoch {
            Regaining::TakenOver
        } else if is_locked {
            Regaining::Prove
        } else if tried_for >= LOST_PATIENCE {
            Regaining::EndLost(self.session)
        } else {
            Regaining::Wait
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_that_connects_again_goes_on_unless_another_one_was_open_meanwhile() {
        let before = Before { epoch: 7, session: 1 };
        let at = |millis| Duration::from_millis(millis);
        assert_eq!(before.decide(true, 7, at(0)), Regaining::Prove);
        assert_eq!(before.decide(false, 7, at(0)), Regaining::Wait);
        assert_eq!(before.decide(false, 7, LOST_PATIENCE), Regaining::EndLost(1));
        for is_locked in [true, false] {
            assert_eq!(before.decide(is_locked, 8, at(0)), Regaining::TakenOver);
            // A replica that was promoted without the count has not seen this room.
            assert_eq!(before.decide(is_locked, 6, at(0)), Regaining::TakenOver);
        }
    }

    #[test]
    fn a_process_that_stood_still_doubts_that_it_is_the_room_until_its_next_beat() {
        let began = Instant::now();
        let after = |millis| began + Duration::from_millis(millis);
        let mut vigil = Vigil::new(began);
        assert!(!vigil.is_doubtful(after(2_400)), "a beat may take two seconds");
        assert!(vigil.is_doubtful(after(2_600)), "it has just woken, and has not looked yet");
        vigil.look(after(2_600));
        assert!(vigil.is_doubtful(after(2_601)), "a look is no beat");
        vigil.beaten(after(2_700));
        assert!(!vigil.is_doubtful(after(2_701)));
    }

    #[test]
    fn a_process_that_cannot_reach_the_database_does_not_doubt_and_keeps_its_players() {
        let began = Instant::now();
        let mut vigil = Vigil::new(began);
        for look in 1..100 {
            vigil.look(began + Duration::from_secs(2) * look);
        }
        assert!(!vigil.is_doubtful(began + Duration::from_secs(200)));
        vigil.lose();
        assert!(vigil.is_doubtful(began + Duration::from_secs(200)), "another one has the lease");
    }

    const TTL: i64 = 3_000;

    fn candidate() -> Candidate {
        Candidate::new(3_000)
    }

    fn seen(now: i64, session: Option<i32>, beat: Option<i64>) -> Seen {
        Seen { now, session, beat }
    }

    /// Looks every 250 ms until the decision is not to wait, and returns it with its time.
    fn wait(
        candidate: &mut Candidate,
        from: i64,
        seen: impl Fn(i64) -> Seen,
    ) -> Option<(i64, Decision)> {
        (0..100).map(|look| from + look * 250).find_map(|now| {
            let decision = candidate.decide(seen(now));
            (decision != Decision::Wait).then_some((now, decision))
        })
    }

    #[test]
    fn a_free_lease_is_taken_at_the_first_look() {
        assert_eq!(candidate().decide(seen(7, None, None)), Decision::Take);
        assert_eq!(candidate().decide(seen(9_000, None, Some(8_999))), Decision::Take);
    }

    #[test]
    fn a_room_that_beats_is_never_ended() {
        let mut candidate = candidate();
        let late = |now| seen(now, Some(1), Some(now - TTL));
        assert_eq!(wait(&mut candidate, 0, late), None);
        // The server's clock was set back since the beat.
        assert_eq!(
            wait(&mut candidate, 30_000, |now| seen(now, Some(1), Some(now + 60_000))),
            None
        );
    }

    #[test]
    fn a_silent_room_is_ended_once_the_beat_is_older_than_the_limit() {
        let mut candidate = candidate();
        let silent = |now| seen(now, Some(1), Some(10_000));
        assert_eq!(wait(&mut candidate, 0, silent), Some((13_250, Decision::End(1))));
    }

    #[test]
    fn a_process_that_has_just_come_watches_for_as_long_as_the_limit() {
        let mut candidate = candidate();
        let silent = |now| seen(now, Some(1), Some(0));
        assert_eq!(wait(&mut candidate, 60_000, silent), Some((63_000, Decision::End(1))));
    }

    #[test]
    fn a_session_that_has_just_got_the_lock_has_time_for_its_first_beat() {
        let mut candidate = candidate();
        let changes = |now| seen(now, Some(if now < 62_000 { 1 } else { 2 }), Some(0));
        assert_eq!(wait(&mut candidate, 60_000, changes), Some((65_000, Decision::End(2))));
    }

    #[test]
    fn a_program_without_a_beat_is_never_ended() {
        assert_eq!(wait(&mut candidate(), 0, |now| seen(now, Some(1), None)), None);
    }

    #[test]
    fn after_an_outage_of_the_database_the_room_has_time_to_beat() {
        let mut candidate = candidate();
        let silent = |now| seen(now, Some(1), Some(0));
        assert_eq!(candidate.decide(silent(20_000)), Decision::Wait);
        assert_eq!(candidate.decide(silent(21_000)), Decision::Wait);
        candidate.lose();
        assert_eq!(wait(&mut candidate, 22_000, silent), Some((25_000, Decision::End(1))));
    }

    #[test]
    fn after_an_outage_of_the_database_the_room_that_played_comes_first() {
        let mut candidate = candidate();
        assert_eq!(candidate.decide(seen(0, Some(1), Some(0))), Decision::Wait);
        candidate.lose();
        candidate.lose();
        let free = |now| seen(now, None, Some(0));
        assert_eq!(wait(&mut candidate, 1_000, free), Some((6_000, Decision::Take)));
        // Once the database has been there for that long, a free lease is taken at once.
        assert_eq!(candidate.decide(free(6_250)), Decision::Take);
    }

    #[test]
    fn a_process_that_was_stopped_itself_watches_anew() {
        let mut candidate = candidate();
        let silent = |now| seen(now, Some(1), Some(0));
        for now in [0, 1_000, 2_000] {
            assert_eq!(candidate.decide(silent(now)), Decision::Wait);
        }
        assert_eq!(wait(&mut candidate, 60_000, silent), Some((63_000, Decision::End(1))));
        let mut candidate = self::candidate();
        assert_eq!(candidate.decide(silent(60_000)), Decision::Wait);
        // The clock of the server was set back.
        assert_eq!(wait(&mut candidate, 50_000, silent), Some((53_000, Decision::End(1))));
    }

    #[test]
    fn a_process_that_was_stopped_itself_takes_a_free_lease_at_once() {
        let mut candidate = candidate();
        assert_eq!(candidate.decide(seen(0, Some(1), Some(0))), Decision::Wait);
        assert_eq!(candidate.decide(seen(90_000, None, Some(0))), Decision::Take);
    }

    #[test]
    fn every_life_of_a_process_has_a_number_of_its_own() {
        let [one, two] = [(); 2].map(|()| Process::this("hash".to_owned()));
        assert_ne!(one.life, two.life);
        assert!(one.name.ends_with(&format!("process {}", std::process::id())), "{}", one.name);
    }
}
