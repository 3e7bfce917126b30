//! Passwords, hashed with argon2id on dedicated threads. [`Turns`] decides whose is next, so that a
//! flood from some networks hardly delays a sign-in from another. The time of an answer does not
//! reveal whether a name exists.

use super::AccountError;
use super::strength::weakness;
use super::turns::{Place, Turns};
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use cardroom_protocol::Secret;
use cardroom_protocol::limits::{MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS};
use parking_lot::{Condvar, Mutex};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

/// OWASP's smallest setting: 19 MiB, two passes, one lane. A hash takes about 25 ms.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Checked if there is no hash. It costs as much as a real one, and matches no
/// password that anyone knows.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGF0IGFsbA$\
                          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

pub(super) struct Passwords {
    queue: Arc<Queue>,
}

/// The most threads. Each keeps the memory of one hash.
const MOST_THREADS: usize = 64;

/// The longest that a job waits for a thread, in milliseconds. A player who waited this long has
/// given up or tries again.
const PATIENCE_MS: u64 = 10_000;

/// Dropping a job refuses it.
type Job = Box<dyn FnOnce() + Send>;

/// The jobs that wait for a thread.
struct Queue {
    waiting: Mutex<Waiting>,
    /// Signals a new job, or the end.
    changed: Condvar,
    /// Times are counted from here.
    begun: Instant,
}

struct Waiting {
    turns: Turns<Job>,
    closed: bool,
}

impl Queue {
    fn push(&self, place: Place, job: Job) {
        // The job that gives way is refused here.
        let _ = self.waiting.lock().turns.push(self.now_ms(), place, job);
        self.changed.notify_one();
    }

    /// Waits for the next job and returns it; `None` once the queue is closed.
    fn next(&self) -> Option<Job> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            // The jobs that waited too long are refused here.
            let (job, _) = waiting.turns.pop(self.now_ms());
            if job.is_some() {
                return job;
            }
            self.changed.wait(&mut waiting);
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Drop for Passwords {
    fn drop(&mut self) {
        self.queue.waiting.lock().closed = true;
        self.queue.changed.notify_all();
    }
}

impl Passwords {
    /// Starts the threads. At most `most` jobs wait for them.
    pub(super) fn new(permits: usize, most: usize) -> Self {
        let waiting = Waiting { turns: Turns::new(most, PATIENCE_MS), closed: false };
        let (waiting, changed) = (Mutex::new(waiting), Condvar::new());
        let queue = Arc::new(Queue { waiting, changed, begun: Instant::now() });
        for _ in 0..permits.clamp(1, MOST_THREADS) {
            let queue = Arc::clone(&queue);
            let thread = std::thread::Builder::new().name("passwords".to_owned());
            let started = thread.spawn(move || {
                while let Some(job) = queue.next() {
                    job();
                }
            });
            started.expect("a process that has just started may have a thread more");
        }
        Self { queue }
    }

    /// Hashes a new password of the player with this name.
    ///
    /// # Errors
    /// The password breaks the rules or is too easy to guess, or too many jobs are waiting.
    pub(super) async fn hash(
        &self,
        place: Place,
        name: &str,
        password: &Secret,
    ) -> Result<String, AccountError> {
        if !is_acceptable(&password.0) {
            return Err(AccountError::BadPassword);
        }
        let (name, password) = (name.to_owned(), password.clone());
        let work = move || match weakness(&password.0, &name) {
            Some(weakness) => Err(AccountError::WeakPassword(weakness)),
            None => hash_now(&password.0).map_err(|error| {
                tracing::error!(%error, "a password could not be hashed");
                AccountError::Internal
            }),
        };
        self.on_a_thread(place, work).await?
    }

    /// Returns `true` if a password matches a hash. Without a hash the answer is `false`, after the
    /// same amount of work.
    ///
    /// # Errors
    /// Too many jobs are waiting.
    pub(super) async fn verify(
        &self,
        place: Place,
        password: &Secret,
        hash: Option<&str>,
    ) -> Result<bool, AccountError> {
        // No longer password can have been accepted, and the length reveals nothing about accounts.
        if password.0.len() > MAX_PASSWORD_BYTES {
            return Ok(false);
        }
        let is_known = hash.is_some();
        let (password, hash) = (password.clone(), hash.unwrap_or(DUMMY_HASH).to_owned());
        let belongs = self.on_a_thread(place, move || verify_now(&password.0, &hash)).await?;
        Ok(belongs && is_known)
    }

    /// Runs work on one of the threads. Tokio's blocking pool would use different threads each
    /// time, and the allocator keeps the memory of a hash for each of them.
    async fn on_a_thread<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let (done, result) = oneshot::channel();
        let job = move || {
            let result = catch_unwind(AssertUnwindSafe(work)).map_err(|_| AccountError::Internal);
            // The task that asked may have been dropped.
            let _ = done.send(result);
        };
        self.queue.push(place, Box::new(job));
        // A job that made room for another, or waited too long, was dropped.
        result.await.map_err(|_| AccountError::Busy)?
    }
}

/// Returns `true` if a password has an acceptable length.
fn is_acceptable(password: &str) -> bool {
    password.chars().count() >= MIN_PASSWORD_CHARS && password.len() <= MAX_PASSWORD_BYTES
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None);
    let params = params.expect("the constants are within argon2's limits");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

pub(super) fn hash_now(password: &str) -> Result<String, argon2::password_hash::Error> {
    hasher().hash_password(password.as_bytes()).map(|hash| hash.to_string())
}

fn verify_now(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| hasher().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::super::turns::Lane;
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    const HOME: Place = Place { lane: Lane::Known, address: IpAddr::V4(Ipv4Addr::LOCALHOST) };

    #[tokio::test]
    async fn a_password_belongs_to_its_hash_and_hashes_differ() {
        let passwords = Passwords::new(2, 8);
        let secret = Secret::from("correct horse battery");
        let first = passwords.hash(HOME, "Ann", &secret).await.unwrap();
        let second = passwords.hash(HOME, "Ann", &secret).await.unwrap();
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert_ne!(first, second, "each has its own salt");
        assert!(passwords.verify(HOME, &secret, Some(&second)).await.unwrap());
        assert!(
            !passwords
                .verify(HOME, &Secret::from("correct horse batterz"), Some(&first))
                .await
                .unwrap()
        );
        assert!(!passwords.verify(HOME, &secret, None).await.unwrap());
        assert!(!passwords.verify(HOME, &secret, Some("not a hash")).await.unwrap());
    }

    #[test]
    fn an_unknown_name_costs_what_a_known_one_does() {
        let dummy = PasswordHash::new(DUMMY_HASH).unwrap();
        let real = hash_now("correct horse battery").unwrap();
        let real = PasswordHash::new(&real).unwrap();
        assert_eq!((dummy.algorithm, dummy.version), (real.algorithm, real.version));
        assert_eq!(dummy.params, real.params);
        let length = |hash: &PasswordHash| hash.hash.as_ref().map(|output| output.as_bytes().len());
        assert_eq!(length(&dummy), length(&real));
    }

    #[tokio::test]
    async fn short_and_huge_passwords_are_refused() {
        let passwords = Passwords::new(1, 0);
        for bad in ["", "1234567", &"é".repeat(7), &"x".repeat(257)] {
            let error = passwords.hash(HOME, "Ann", &Secret::from(bad)).await.unwrap_err();
            assert_eq!(error, AccountError::BadPassword, "{} bytes", bad.len());
        }
        passwords.hash(HOME, "Ann", &Secret::from("äöüéèáßñ")).await.unwrap();
        let long = "seven deuce offsuit ".repeat(13);
        passwords.hash(HOME, "Ann", &Secret::from(&long[..256])).await.unwrap();
    }

    #[tokio::test]
    async fn a_password_that_is_easy_to_guess_is_refused() {
        let passwords = Passwords::new(1, 0);
        let error = passwords.hash(HOME, "Ann", &Secret::from("password1")).await.unwrap_err();
        assert!(matches!(error, AccountError::WeakPassword(_)), "{error:?}");
        assert!(error.to_string().contains("unrelated words"), "{error}");
    }

    /// Blocks a thread and returns what unblocks it.
    async fn held_up(passwords: &Arc<Passwords>) -> std::sync::mpsc::Sender<()> {
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let held = Arc::clone(passwords);
        let (begun, has_begun) = oneshot::channel();
        let work = move || {
            let _ = begun.send(());
            gate.recv_timeout(Duration::from_secs(30)).is_ok()
        };
        tokio::spawn(async move { held.on_a_thread(HOME, work).await });
        has_begun.await.unwrap();
        release
    }

    fn network(number: u8) -> Place {
        Place::stranger(IpAddr::from([192, 0, 2, number]))
    }

    /// Adds a job and waits until it is in the queue.
    async fn waits(
        passwords: &Arc<Passwords>,
        place: Place,
        done: &Arc<Mutex<Vec<Place>>>,
    ) -> tokio::task::JoinHandle<Result<(), AccountError>> {
        let (passwords, done) = (Arc::clone(passwords), Arc::clone(done));
        let queue = Arc::clone(&passwords.queue);
        let jobs = move || queue.waiting.lock().turns.len();
        let before = jobs();
        let job = tokio::spawn(async move {
            passwords.on_a_thread(place, move || done.lock().push(place)).await
        });
        while jobs() == before && !job.is_finished() {
            tokio::task::yield_now().await;
        }
        job
    }

    #[tokio::test]
    async fn the_networks_take_turns_however_many_jobs_one_has() {
        let passwords = Arc::new(Passwords::new(1, 64));
        let (release, done) = (held_up(&passwords).await, Arc::new(Mutex::new(Vec::new())));
        let mut jobs = Vec::new();
        for number in [1, 1, 1, 1, 2, 2, 3] {
            jobs.push(waits(&passwords, network(number), &done).await);
        }
        release.send(()).unwrap();
        for job in jobs {
            job.await.unwrap().unwrap();
        }
        assert_eq!(*done.lock(), [1, 2, 3, 1, 2, 1, 1].map(network));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_the_oldest_of_the_network_that_filled_it() {
        let passwords = Arc::new(Passwords::new(1, 3));
        let (release, done) = (held_up(&passwords).await, Arc::new(Mutex::new(Vec::new())));
        let mut flood = Vec::new();
        for _ in 0..3 {
            flood.push(waits(&passwords, network(1), &done).await);
        }
        let (flooding, again) = (Arc::clone(&passwords), Arc::clone(&done));
        let more = tokio::spawn(async move {
            flooding.on_a_thread(network(1), move || again.lock().push(network(1))).await
        });
        assert_eq!(flood.remove(0).await.unwrap(), Err(AccountError::Busy), "the oldest");
        let (waiting, again) = (Arc::clone(&passwords), Arc::clone(&done));
        let honest = tokio::spawn(async move {
            waiting.on_a_thread(network(2), move || again.lock().push(network(2))).await
        });
        assert_eq!(flood.remove(0).await.unwrap(), Err(AccountError::Busy), "it made room");
        release.send(()).unwrap();
        honest.await.unwrap().unwrap();
        more.await.unwrap().unwrap();
        for job in flood {
            job.await.unwrap().unwrap();
        }
        assert_eq!(*done.lock(), [1, 2, 1].map(network));
    }

    #[tokio::test]
    async fn a_job_that_panics_is_an_error_and_the_thread_stays() {
        let passwords = Passwords::new(1, 1);
        let failed = passwords.on_a_thread(HOME, || panic!("as planned")).await;
        assert_eq!(failed, Err::<(), _>(AccountError::Internal));
        assert_eq!(passwords.on_a_thread(HOME, || true).await, Ok(true));
    }
}
