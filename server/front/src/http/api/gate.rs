//! How many requests of the API there may be: with one token, from one address, and at a time.

use cardroom_api::problem::Problem;
use cardroom_api::rates::{Rate, Rates};
use cardroom_protocol::{ErrorCode, Secret};
use cardroom_room::config::ApiSettings;
use cardroom_room::network::Subscriber;
use cardroom_rules::Millis;
use parking_lot::Mutex;
use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limits of all requests.
pub(super) struct Gate {
    tokens: Mutex<Rates>,
    visitors: Mutex<Rates>,
    places: Arc<Semaphore>,
    /// Hashes senders with a secret, so that a sender cannot choose the hash of another one.
    hashes: RandomState,
}

impl Gate {
    pub(super) fn new(settings: &ApiSettings) -> Self {
        let tokens =
            Rate { per_second: settings.requests_per_second, burst: settings.request_burst };
        let visitors = Rate {
            per_second: settings.visitor_requests_per_second,
            burst: settings.visitor_request_burst,
        };
        Self {
            tokens: Mutex::new(Rates::new(tokens)),
            visitors: Mutex::new(Rates::new(visitors)),
            places: Arc::new(Semaphore::new(settings.at_once)),
            hashes: RandomState::new(),
        }
    }

    /// Counts a request of a token, or of an address without one.
    pub(super) fn count(
        &self,
        token: Option<&Secret>,
        address: IpAddr,
        now: Millis,
    ) -> Result<(), Problem> {
        let (taken, whose) = match token {
            Some(token) => {
                let sender = self.hashes.hash_one(&token.0);
                (self.tokens.lock().take(sender, now.0), "with this token")
            }
            None => {
                let sender = self.hashes.hash_one(Subscriber::of(address));
                (self.visitors.lock().take(sender, now.0), "from your address without a token")
            }
        };
        taken.map_err(|wait| {
            let text = format!("Too many requests came {whose}. Try again in a moment.");
            Problem::refused(ErrorCode::RateLimited, text).after(wait.div_ceil(1_000))
        })
    }

    /// Takes a place among the requests that are under way.
    pub(super) fn enter(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let text = "Too many requests are under way. Try again in a moment.";
            Problem::refused(ErrorCode::Busy, text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_and_an_address_have_limits_of_their_own() {
        let settings = ApiSettings { request_burst: 2, visitor_request_burst: 1, ..<_>::default() };
        let gate = Gate::new(&settings);
        let address: IpAddr = [192, 0, 2, 1].into();
        let count = |token: Option<&str>, address| {
            let token = token.map(Secret::from);
            gate.count(token.as_ref(), address, Millis(1_000)).map_err(|problem| problem.status)
        };
        assert_eq!(count(None, address), Ok(()));
        assert_eq!(count(None, address), Err(429));
        assert_eq!(count(None, [192, 0, 2, 2].into()), Ok(()));
        assert_eq!(count(Some("a"), address), Ok(()));
        assert_eq!(count(Some("a"), address), Ok(()));
        assert_eq!(count(Some("a"), address), Err(429));
        assert_eq!(count(Some("b"), address), Ok(()));
    }

    #[test]
    fn one_request_too_many_at_a_time_is_refused_until_another_ends() {
        let gate = Gate::new(&ApiSettings { at_once: 1, ..<_>::default() });
        let place = gate.enter().unwrap();
        assert_eq!(gate.enter().unwrap_err().status, 503);
        drop(place);
        assert!(gate.enter().is_ok());
    }
}
