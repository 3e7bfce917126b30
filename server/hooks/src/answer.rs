//! The meaning of a receiver's answer.

use jiff::fmt::rfc2822;
use serde_json::Value;

/// The longest wait that a receiver may ask for.
const LONGEST_WAIT_MS: u64 = 60 * 60 * 1_000;
/// The shortest wait before a receiver is asked again.
const SHORTEST_WAIT_MS: u64 = 1_000;

/// The end of one attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The receiver has the event.
    Success,
    /// The receiver wants no events any more.
    Gone,
    /// The receiver is busy, and says for how long.
    Busy { wait_ms: u64 },
    /// Anything else: another status, or no answer at all.
    Failed,
}

impl Answer {
    /// Reads a response: its status, its `Retry-After`, and its body. Discord's body has a
    /// `retry_after` that is more exact.
    #[must_use]
    pub fn of(now_ms: u64, status: u16, retry_after: Option<&str>, body: &[u8]) -> Self {
        match status {
            200..=299 => Self::Success,
            410 => Self::Gone,
            429 | 503 => {
                let wait = in_body(body).or_else(|| in_header(now_ms, retry_after?));
                wait.map_or(Self::Failed, |wait| Self::Busy {
                    wait_ms: wait.clamp(SHORTEST_WAIT_MS, LONGEST_WAIT_MS),
                })
            }
            _ => Self::Failed,
        }
    }
}

/// Returns the milliseconds of a `retry_after` in seconds, as Discord sends it.
fn in_body(body: &[u8]) -> Option<u64> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let seconds = body.get("retry_after")?.as_number()?.to_string();
    let (whole, fraction) = seconds.split_once('.').unwrap_or((&seconds, ""));
    let thousandths: String = fraction.chars().chain("000".chars()).take(3).collect();
    let (whole, thousandths) = (whole.parse::<u64>().ok()?, thousandths.parse::<u64>().ok()?);
    whole.checked_mul(1_000)?.checked_add(thousandths)
}

/// Returns the milliseconds of a `Retry-After` (RFC 9110, section 10.2.3): seconds or a date.
fn in_header(now_ms: u64, text: &str) -> Option<u64> {
    if let Ok(seconds) = text.trim().parse::<u64>() {
        return Some(seconds.saturating_mul(1_000));
    }
    let date = rfc2822::DateTimeParser::new().parse_timestamp(text.trim()).ok()?;
    let date_ms = u64::try_from(date.as_millisecond()).ok()?;
    Some(date_ms.saturating_sub(now_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_798_741_800_000;

    fn answer(status: u16, retry_after: Option<&str>, body: &str) -> Answer {
        Answer::of(NOW, status, retry_after, body.as_bytes())
    }

    #[test]
    fn success_is_2xx_and_a_redirect_is_none() {
        for status in [200, 202, 204, 299] {
            assert_eq!(answer(status, None, ""), Answer::Success, "{status}");
        }
        for status in [100, 301, 302, 307, 400, 404, 409, 500, 502] {
            assert_eq!(answer(status, Some("10"), ""), Answer::Failed, "{status}");
        }
        assert_eq!(answer(410, None, ""), Answer::Gone);
    }

    #[test]
    fn a_busy_receiver_says_for_how_long() {
        let busy = |wait_ms| Answer::Busy { wait_ms };
        for status in [429, 503] {
            assert_eq!(answer(status, Some(" 30 "), ""), busy(30_000));
            assert_eq!(answer(status, Some("Thu, 31 Dec 2026 18:31:00 GMT"), ""), busy(60_000));
            assert_eq!(answer(status, Some("0"), ""), busy(1_000), "a second at least");
            assert_eq!(answer(status, Some("Thu, 31 Dec 2026 18:00:00 GMT"), ""), busy(1_000));
            assert_eq!(answer(status, Some("7200"), ""), busy(3_600_000), "an hour at most");
            assert_eq!(answer(status, Some(&u64::MAX.to_string()), ""), busy(3_600_000));
            for nothing in [None, Some(""), Some("soon"), Some("-1")] {
                assert_eq!(answer(status, nothing, ""), Answer::Failed, "{nothing:?}");
            }
        }
    }

    #[test]
    fn discord_says_it_in_the_body_to_the_millisecond() {
        let body =
            r#"{"message":"You are being rate limited.","retry_after":64.57,"global":false}"#;
        assert_eq!(answer(429, Some("65"), body), Answer::Busy { wait_ms: 64_570 });
        assert_eq!(answer(429, None, r#"{"retry_after": 2}"#), Answer::Busy { wait_ms: 2_000 });
        for other in ["", "[]", r#"{"retry_after":"2"}"#, r#"{"retry_after":-2.5}"#] {
            assert_eq!(answer(429, None, other), Answer::Failed, "{other}");
        }
        let enormous = r#"{"retry_after":1e300}"#;
        assert_eq!(answer(429, None, enormous), Answer::Failed);
    }
}
