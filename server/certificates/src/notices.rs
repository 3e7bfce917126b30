//! Notices for the operator about the certificate: each says what happened and what to do.

use crate::chain::Validity;
use std::fmt;
use std::time::Duration;

const DAY: i64 = 86_400;
/// A certificate of the operator's that ends within this time is worth a warning.
const SOON: i64 = 7 * DAY;

/// The validity of a certificate by the clock of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clocked {
    /// It is not valid yet.
    TooEarly,
    /// It is not valid any more.
    TooLate,
    /// It ends within a week.
    EndsSoon { days: i64 },
}

impl Clocked {
    /// Judges a certificate at a time; `None` if there is nothing to say.
    #[must_use]
    pub fn of(validity: Validity, now: i64) -> Option<Self> {
        match validity {
            Validity { from, .. } if now < from => Some(Self::TooEarly),
            Validity { until, .. } if now >= until => Some(Self::TooLate),
            Validity { until, .. } if now >= until - SOON => {
                Some(Self::EndsSoon { days: (until - now + DAY - 1) / DAY })
            }
            _ => None,
        }
    }
}

/// The reason why an order failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The authority cannot be reached from here.
    Unreachable,
    /// By the clock of this machine, the authority's own certificate is not valid.
    Clock,
    /// The authority could not connect to the name on port 80.
    NotConnected,
    /// Another server answered there, or the answer was wrong.
    WrongAnswer,
    /// The name has no address.
    NoAddress,
    /// A CAA record of the name permits other authorities only.
    Forbidden,
    /// Too many orders for this name or account.
    TooMany,
    /// The authority issues no certificate for such a name.
    Refused,
    /// The authority did not finish in time.
    Slow,
    /// The key or the certificate could not be stored.
    Storage,
    /// Anything else that the authority answered.
    Other,
}

/// An order that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub reason: Reason,
    /// The exact answer or finding.
    pub detail: String,
    /// How long the authority asked to wait.
    pub retry_after: Option<Duration>,
}

/// Something that the operator reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    Ordering {
        domain: String,
    },
    Issued {
        domain: String,
        until: i64,
    },
    Failed {
        domain: String,
        failure: Failure,
        /// When the certificate in use ends; `None` without one.
        until: Option<i64>,
        now: i64,
        /// The time until the next try.
        again: Duration,
    },
    WrongClock {
        domain: String,
        validity: Validity,
        now: i64,
    },
    /// A certificate of the operator's, in this file.
    Clocked {
        file: String,
        judged: Clocked,
        validity: Validity,
        now: i64,
    },
    Reloaded {
        file: String,
        until: i64,
    },
    NotReloaded {
        reason: String,
    },
}

impl Notice {
    /// Returns `true` if the operator should do something.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        !matches!(self, Self::Ordering { .. } | Self::Issued { .. } | Self::Reloaded { .. })
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ordering { domain } => write!(f, "Ordering a certificate for {domain}."),
            Self::Issued { domain, until } => {
                write!(f, "{domain} has a new certificate, valid until {}.", Date(*until))
            }
            Self::Failed { domain, failure, until, now, again } => {
                failed(f, domain, failure, *until, *now)?;
                write!(f, " The next try is in {}.", Span(*again))
            }
            Self::WrongClock { domain, validity, now } => write!(
                f,
                "The certificate for {domain} is valid from {} to {}, but the clock of this machine \
                 says {}. Set the clock (timedatectl set-ntp true).",
                Date(validity.from),
                Date(validity.until),
                Date(*now),
            ),
            Self::Clocked { file, judged, validity, now } => {
                clocked(f, file, *judged, *validity, *now)
            }
            Self::Reloaded { file, until } => write!(
                f,
                "{file} has changed. New connections get its certificate, which is valid until {}.",
                Date(*until)
            ),
            Self::NotReloaded { reason } => write!(
                f,
                "The changed certificate cannot be used, and the one before stays in use: {reason}. \
                 Write server.tls_cert and server.tls_key once more; the room reads them again."
            ),
        }
    }
}

fn failed(
    f: &mut fmt::Formatter<'_>,
    domain: &str,
    failure: &Failure,
    until: Option<i64>,
    now: i64,
) -> fmt::Result {
    match until {
        Some(until) if until > now => {
            write!(f, "The certificate for {domain} could not be renewed: ")?;
        }
        Some(_) => write!(f, "The certificate for {domain} has expired: ")?,
        None => write!(f, "There is no certificate for {domain} yet: ")?,
    }
    let Failure { reason, detail, .. } = failure;
    match reason {
        Reason::Unreachable => write!(
            f,
            "the certificate authority cannot be reached ({detail}). Check this machine's way to \
             the internet, its DNS, and server.acme_directory; server.acme_root is for an authority \
             of your own."
        ),
        Reason::Clock => write!(
            f,
            "by the clock of this machine, {}, the authority's own certificate is not valid \
             ({detail}). Set the clock (timedatectl set-ntp true).",
            Date(now)
        ),
        Reason::NotConnected => write!(
            f,
            "the authority could not connect to http://{domain}, port 80 ({detail}). Let port 80 \
             through the firewall, and through the router to this machine. Check that the name's A \
             and AAAA records are the addresses of this machine or router."
        ),
        Reason::WrongAnswer => write!(
            f,
            "another server than this room answers at http://{domain}, port 80 ({detail}). Point \
             the name's A and AAAA records to this machine, and port 80 to server.redirect_listen."
        ),
        Reason::NoAddress => write!(
            f,
            "the name has no address ({detail}). Add an A or AAAA record for {domain} with the \
             address of this machine or router."
        ),
        Reason::Forbidden => write!(
            f,
            "a CAA record of the name permits other authorities only ({detail}). Add this one to \
             it, or choose another one as server.acme_directory."
        ),
        Reason::TooMany => write!(
            f,
            "the authority takes no more orders for now ({detail}). Leave the room running; more \
             starts make the wait longer."
        ),
        Reason::Refused => write!(
            f,
            "the authority issues none for such a name ({detail}). Check server.domain, or bring a \
             certificate of your own with server.tls_cert and server.tls_key."
        ),
        Reason::Slow => write!(f, "the authority did not finish in time ({detail})."),
        Reason::Storage => write!(
            f,
            "it could not be stored ({detail}). Check the space and the rights of server.data_dir."
        ),
        Reason::Other => write!(f, "the authority answered: {detail}."),
    }?;
    match until {
        Some(until) if until > now => {
            write!(f, " The one in use is valid until {}.", Date(until))
        }
        _ => write!(f, " Meanwhile the room is open without TLS, at server.listen."),
    }
}

fn clocked(
    f: &mut fmt::Formatter<'_>,
    file: &str,
    judged: Clocked,
    validity: Validity,
    now: i64,
) -> fmt::Result {
    let now = Date(now);
    match judged {
        Clocked::TooEarly => write!(
            f,
            "The certificate in {file} is valid from {} on, but the clock of this machine says \
             {now}. Set the clock (timedatectl set-ntp true), or bring a certificate that is valid \
             now.",
            Date(validity.from)
        ),
        Clocked::TooLate => write!(
            f,
            "The certificate in {file} expired on {}, and the clock of this machine says {now}. \
             Renew the certificate; if it is a new one, set the clock (timedatectl set-ntp true).",
            Date(validity.until)
        ),
        Clocked::EndsSoon { days } => write!(
            f,
            "The certificate in {file} expires in {days} days, on {}. Renew it; the room reads the \
             file again when it changes.",
            Date(validity.until)
        ),
    }
}

/// A time in seconds since 1970, as people write it.
struct Date(i64);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_second(self.0) {
            Ok(time) => {
                let time = time.to_string();
                let (date, time) = time.split_once('T').unwrap_or((&time, ""));
                write!(f, "{date} {} UTC", time.get(..5).unwrap_or(time))
            }
            Err(_) => write!(f, "{} s after 1970", self.0),
        }
    }
}

/// A span of time, as people say it.
struct Span(Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (number, unit) = match seconds {
            0..60 => (seconds, "second"),
            60..3_600 => (seconds.div_ceil(60), "minute"),
            _ => (seconds.div_ceil(3_600), "hour"),
        };
        write!(f, "{number} {unit}{}", if number == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(reason: Reason, until: Option<i64>) -> String {
        let failure = Failure { reason, detail: "timeout".to_owned(), retry_after: None };
        let again = Duration::from_secs(300);
        let domain = "poker.example".to_owned();
        Notice::Failed { domain, failure, until, now: 1_000 * DAY, again }.to_string()
    }

    #[test]
    fn a_refused_challenge_says_what_failed_what_to_do_and_that_the_room_is_open() {
        assert_eq!(
            failed(Reason::NotConnected, None),
            "There is no certificate for poker.example yet: the authority could not connect to \
             http://poker.example, port 80 (timeout). Let port 80 through the firewall, and \
             through the router to this machine. Check that the name's A and AAAA records are the \
             addresses of this machine or router. Meanwhile the room is open without TLS, at \
             server.listen. The next try is in 5 minutes."
        );
        let renewal = failed(Reason::WrongAnswer, Some(1_010 * DAY));
        assert!(renewal.contains("could not be renewed: another server"), "{renewal}");
        assert!(renewal.contains("The one in use is valid until 1972-10-07 00:00 UTC."));
        assert!(failed(Reason::Clock, Some(DAY)).contains("has expired: by the clock"));
    }

    #[test]
    fn a_span_has_the_largest_unit_that_fits() {
        let said = |seconds| Span(Duration::from_secs(seconds)).to_string();
        assert_eq!([said(1), said(59), said(60)], ["1 second", "59 seconds", "1 minute"]);
        assert_eq!([said(3_600), said(43_200)], ["1 hour", "12 hours"]);
    }

    #[test]
    fn a_clock_that_is_wrong_is_named_with_both_times() {
        let validity = Validity { from: 20_000 * DAY, until: 20_090 * DAY };
        let domain = "poker.example".to_owned();
        let said = Notice::WrongClock { domain, validity, now: 0 }.to_string();
        assert!(said.contains("valid from 2024-10-04 00:00 UTC"), "{said}");
        assert!(said.contains("clock of this machine says 1970-01-01 00:00 UTC"), "{said}");
    }
}
