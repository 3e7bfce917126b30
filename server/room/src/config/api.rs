//! `[api]`: the room over HTTP for programs.

use super::Config;
use super::mistakes::Mistakes;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The smallest body holds any command, and the largest any roster many times.
const BODY_BYTES: RangeInclusive<usize> = 16 * 1024..=16 * 1024 * 1024;

/// `[api]`: the room over HTTP for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ApiSettings {
    pub enabled: bool,
    /// Origins of other web pages that may use the API; `*` for all.
    pub allowed_origins: Vec<String>,
    /// How many requests may come with one token per second, over time.
    pub requests_per_second: u32,
    /// How many may come with it at once.
    pub request_burst: u32,
    /// How many requests may come from one address without a token per second, over time.
    pub visitor_requests_per_second: u32,
    pub visitor_request_burst: u32,
    /// The most requests that are under way.
    pub at_once: usize,
    /// The largest body of a request.
    pub body_bytes: usize,
}

impl Default for ApiSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            allowed_origins: Vec::new(),
            requests_per_second: 20,
            request_burst: 60,
            visitor_requests_per_second: 5,
            visitor_request_burst: 20,
            at_once: 32,
            body_bytes: 1024 * 1024,
        }
    }
}

/// Returns `true` for an origin of web pages, or for `*`.
pub(super) fn is_origin(text: &str) -> bool {
    text == "*"
        || (text.starts_with("http://") || text.starts_with("https://")) && !text.ends_with('/')
}

impl Config {
    pub(super) fn check_api(&self, mistakes: &mut Mistakes) {
        let api = &self.api;
        for origin in &api.allowed_origins {
            let why = "each is \"*\" or like \"https://club.example.org\", without a path";
            mistakes.require(is_origin(origin), "api.allowed_origins", why);
        }
        for (key, rate) in [
            ("requests_per_second", api.requests_per_second),
            ("request_burst", api.request_burst),
            ("visitor_requests_per_second", api.visitor_requests_per_second),
            ("visitor_request_burst", api.visitor_request_burst),
        ] {
            let holds = (1..=1_000).contains(&rate);
            mistakes.require(holds, &format!("api.{key}"), "must be 1 to 1000");
        }
        let holds = (1..=1_000).contains(&api.at_once);
        mistakes.require(holds, "api.at_once", "must be 1 to 1000");
        let range = format!("must be {} to {}", BODY_BYTES.start(), BODY_BYTES.end());
        mistakes.require(BODY_BYTES.contains(&api.body_bytes), "api.body_bytes", &range);
    }
}
