//! Passwords: hashed with argon2id on threads of their own, so many at a time, and a bounded number
//! waiting. How long an answer takes does not tell whether a name is known.

use super::AccountError;
use super::strength::weakness;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use cardroom_protocol::Secret;
use cardroom_protocol::limits::{MAX_PASSWORD_BYTES, MIN_PASSWORD_CHARS};
use parking_lot::Mutex;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, mpsc};
use tokio::sync::{Semaphore, oneshot};

/// OWASP's smallest setting: 19 MiB, two passes, one lane. A hash takes about 25 ms.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// Looked at where there is no hash: it costs as much as a real one, and belongs to no password
/// that anybody knows.
const DUMMY_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGF0IGFsbA$\
                          AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Hashes passwords.
pub(super) struct Passwords {
    /// Who is being served or waits for it.
    places: Arc<Semaphore>,
    /// The way to the threads, which end with it.
    jobs: mpsc::Sender<Job>,
}

/// The most threads: each keeps the memory of one hash.
const MOST_THREADS: usize = 64;

type Job = Box<dyn FnOnce() + Send>;

impl Passwords {
    pub(super) fn new(permits: usize, queue: usize) -> Self {
        let permits = permits.clamp(1, MOST_THREADS);
        let places = permits.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        let (jobs, waiting) = mpsc::channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..permits {
            let waiting = Arc::clone(&waiting);
            let thread = std::thread::Builder::new().name("passwords".to_owned());
            let started = thread.spawn(move || serve(&waiting));
            started.expect("a process that has just started may have a thread more");
        }
        Self { places: Arc::new(Semaphore::new(places)), jobs }
    }

    /// The hash to keep of a new password of the player with this name.
    ///
    /// # Errors
    /// The password breaks the rules or is too easy to guess, or too many wait.
    pub(super) async fn hash(&self, name: &str, password: &Secret) -> Result<String, AccountError> {
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
        self.on_a_thread(work).await?
    }

    /// Whether a password belongs to a hash. Without a hash the answer is no, after as much work.
    ///
    /// # Errors
    /// Too many wait.
    pub(super) async fn verify(
        &self,
        password: &Secret,
        hash: Option<&str>,
    ) -> Result<bool, AccountError> {
        // Nothing longer can have been accepted, and its length says nothing about accounts.
        if password.0.len() > MAX_PASSWORD_BYTES {
            return Ok(false);
        }
        let is_known = hash.is_some();
        let (password, hash) = (password.clone(), hash.unwrap_or(DUMMY_HASH).to_owned());
        let belongs = self.on_a_thread(move || verify_now(&password.0, &hash)).await?;
        Ok(belongs && is_known)
    }

    /// Runs work on one of the threads. The runtime's blocking pool would do it on ever other
    /// threads, and the allocator keeps the memory of a hash for each of them. The place goes with
    /// the work: a caller that gives up does not make room for another while its hash is still
    /// being computed.
    async fn on_a_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| AccountError::Busy)?;
        let (done, result) = oneshot::channel();
        let job = move || {
            let result = work();
            drop(place);
            // Whoever asked may have given up.
            let _ = done.send(result);
        };
        self.jobs.send(Box::new(job)).map_err(|_| AccountError::Internal)?;
        result.await.map_err(|_| AccountError::Internal)
    }
}

/// One thread: does what waits until nobody can ask any more.
fn serve(waiting: &Mutex<mpsc::Receiver<Job>>) {
    loop {
        let job = waiting.lock().recv();
        let Ok(job) = job else { return };
        // A job that panics has dropped its answer, which its caller hears of; the thread stays.
        let _ = std::panic::catch_unwind(AssertUnwindSafe(job));
    }
}

/// Whether a password may be chosen.
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
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn a_password_belongs_to_its_hash_and_hashes_differ() {
        let passwords = Passwords::new(2, 8);
        let secret = Secret::from("correct horse battery");
        let first = passwords.hash("Ann", &secret).await.unwrap();
        let second = passwords.hash("Ann", &secret).await.unwrap();
        assert!(first.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{first}");
        assert_ne!(first, second, "each has its own salt");
        assert!(passwords.verify(&secret, Some(&second)).await.unwrap());
        assert!(
            !passwords.verify(&Secret::from("correct horse batterz"), Some(&first)).await.unwrap()
        );
        assert!(!passwords.verify(&secret, None).await.unwrap());
        assert!(!passwords.verify(&secret, Some("not a hash")).await.unwrap());
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
            let error = passwords.hash("Ann", &Secret::from(bad)).await.unwrap_err();
            assert_eq!(error, AccountError::BadPassword, "{} bytes", bad.len());
        }
        passwords.hash("Ann", &Secret::from("äöüéèáßñ")).await.unwrap();
        let long = "seven deuce offsuit ".repeat(13);
        passwords.hash("Ann", &Secret::from(&long[..256])).await.unwrap();
    }

    #[tokio::test]
    async fn a_password_that_is_easy_to_guess_is_refused() {
        let passwords = Passwords::new(1, 0);
        let error = passwords.hash("Ann", &Secret::from("password1")).await.unwrap_err();
        assert!(matches!(error, AccountError::WeakPassword(_)), "{error:?}");
        assert!(error.to_string().contains("unrelated words"), "{error}");
    }

    #[tokio::test]
    async fn who_finds_no_place_to_wait_is_told_so_at_once() {
        let passwords = Arc::new(Passwords::new(1, 1));
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let first = Arc::clone(&passwords);
        let first = tokio::spawn(async move {
            first.on_a_thread(move || gate.recv_timeout(Duration::from_secs(30)).is_ok()).await
        });
        let second = Arc::clone(&passwords);
        let second = tokio::spawn(async move { second.on_a_thread(|| true).await });
        while passwords.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(passwords.on_a_thread(|| true).await, Err(AccountError::Busy));
        release.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(true), Ok(true)));
        assert_eq!(passwords.on_a_thread(|| true).await, Ok(true));
    }
}
