//! The security log. Each event is one line with the target `security`, and one count.
//!
//! `OPERATING.md` documents the order of the fields, and tools such as fail2ban rely on it. A name,
//! which a stranger can choose, comes last and in quotes.

use crate::ids::{AccountId, ConnectionId};
use crate::metrics;
use std::net::IpAddr;

/// The most characters of a name that a line shows. No allowed name is longer.
const NAME_CHARS: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player signed in, by password or by token.
    SignedIn,
    /// A password or a token was wrong.
    SignInFailed,
    /// An account with a password was opened, or a guest became one.
    Registered,
    /// A guest came in, with a new account.
    GuestOpened,
    PasswordChanged,
    TokenCreated,
    TokenRevoked,
    /// All other sessions and tokens of an account ended.
    SignedOutEverywhere,
    RoleChanged,
    /// An owner set a password with an operator's code.
    PasswordReset,
    /// An operator created a password reset code.
    ResetCodeMade,
    SecondFactorSet,
    SecondFactorRemoved,
    /// An owner proved the second factor again.
    FactorProven,
    /// An account was linked to a sign-in provider.
    SignInLinked,
    SignInUnlinked,
    Suspended,
    Restored,
    Renamed,
    Erased,
    /// The limits of an address refused a connection or a request.
    AddressRefused,
    /// An operator gave an order, about an account, at a table, in a tournament or about leagues.
    OrderGiven,
}

/// The account and the connection of an event, as far as they are known.
#[derive(Clone, Copy, Default, Debug)]
pub struct Subject<'a> {
    pub account: Option<AccountId>,
    /// The name of the account, or the one that was tried.
    pub name: Option<&'a str>,
    /// The source; `None` for an operator's actions on this machine.
    pub address: Option<IpAddr>,
    pub connection: Option<ConnectionId>,
    /// The order that an operator gave.
    pub given: Option<Given<'a>>,
}

/// An order of an operator, who is the [`Subject`].
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    pub credential: &'a str,
    pub kind: &'a str,
    pub order: &'a str,
    /// The subject of the order.
    pub on: &'a str,
    pub reason: &'a str,
}

impl Event {
    pub const ALL: [Self; 22] = [
        Self::SignedIn,
        Self::SignInFailed,
        Self::Registered,
        Self::GuestOpened,
        Self::PasswordChanged,
        Self::TokenCreated,
        Self::TokenRevoked,
        Self::SignedOutEverywhere,
        Self::RoleChanged,
        Self::PasswordReset,
        Self::ResetCodeMade,
        Self::SecondFactorSet,
        Self::SecondFactorRemoved,
        Self::FactorProven,
        Self::SignInLinked,
        Self::SignInUnlinked,
        Self::Suspended,
        Self::Restored,
        Self::Renamed,
        Self::Erased,
        Self::AddressRefused,
        Self::OrderGiven,
    ];

    /// Returns the word in the log and in metrics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SignedIn => "signed_in",
            Self::SignInFailed => "sign_in_failed",
            Self::Registered => "registered",
            Self::GuestOpened => "guest_opened",
            Self::PasswordChanged => "password_changed",
            Self::TokenCreated => "token_created",
            Self::TokenRevoked => "token_revoked",
            Self::SignedOutEverywhere => "signed_out_everywhere",
            Self::RoleChanged => "role_changed",
            Self::PasswordReset => "password_reset",
            Self::ResetCodeMade => "reset_code_made",
            Self::SecondFactorSet => "second_factor_set",
            Self::SecondFactorRemoved => "second_factor_removed",
            Self::FactorProven => "second_factor_proven",
            Self::SignInLinked => "sign_in_linked",
            Self::SignInUnlinked => "sign_in_unlinked",
            Self::Suspended => "suspended",
            Self::Restored => "restored",
            Self::Renamed => "renamed",
            Self::Erased => "erased",
            Self::AddressRefused => "address_refused",
            Self::OrderGiven => "order_given",
        }
    }

    fn sentence(self) -> &'static str {
        match self {
            Self::SignedIn => "A player signed in.",
            Self::SignInFailed => "A sign-in failed.",
            Self::Registered => "An account was opened.",
            Self::GuestOpened => "A guest came in.",
            Self::PasswordChanged => "A password was changed.",
            Self::TokenCreated => "An API token was created.",
            Self::TokenRevoked => "An API token was revoked.",
            Self::SignedOutEverywhere => "An account signed out everywhere.",
            Self::RoleChanged => "A role was changed.",
            Self::PasswordReset => "A password was set with an operator's code.",
            Self::ResetCodeMade => "An operator made a code for a new password.",
            Self::SecondFactorSet => "A second factor was set up.",
            Self::SecondFactorRemoved => "A second factor was removed.",
            Self::FactorProven => "A second factor was proven again.",
            Self::SignInLinked => "An account was linked to a sign-in provider.",
            Self::SignInUnlinked => "An account's link to a sign-in provider was ended.",
            Self::Suspended => "An account was suspended.",
            Self::Restored => "A suspension was ended.",
            Self::Renamed => "An account was renamed.",
            Self::Erased => "An account was erased.",
            Self::AddressRefused => "An address reached its limits.",
            Self::OrderGiven => "An operator gave an order.",
        }
    }

    /// Returns `true` if the event may be part of an attack.
    fn is_warning(self) -> bool {
        matches!(self, Self::SignInFailed | Self::AddressRefused)
    }
}

/// Logs and counts an event.
pub fn note(event: Event, of: &Subject<'_>) {
    count(event);
    let (word, sentence) = (event.as_str(), event.sentence());
    let address = of.address.map(tracing::field::display);
    let account = of.account.map(|account| account.0);
    let connection = of.connection.map(|connection| connection.0);
    let name = of.name.map(|name| name.chars().take(NAME_CHARS).collect::<String>());
    let name = name.as_deref();
    if let Some(Given { credential, kind, order, on, reason }) = of.given {
        tracing::info!(
            target: "security", event = word, address, account, connection, credential, kind, order,
            on, reason, name, "{sentence}"
        );
        return;
    }
    // The level of a line is part of its call site.
    if event.is_warning() {
        tracing::warn!(
            target: "security", event = word, address, account, connection, name, "{sentence}"
        );
    } else {
        tracing::info!(
            target: "security", event = word, address, account, connection, name, "{sentence}"
        );
    }
}

/// Sets the count of every event to zero, so that an alert sees the first one as a change.
pub fn begin_counts_at_zero() {
    for event in Event::ALL {
        ::metrics::counter!(metrics::SECURITY_EVENTS, "event" => event.as_str()).increment(0);
    }
}

/// Counts an event whose line would repeat an earlier one.
pub fn count(event: Event) {
    ::metrics::counter!(metrics::SECURITY_EVENTS, "event" => event.as_str()).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use parking_lot::Mutex;
    use std::io::Write;
    use std::process::{Command, Stdio};
    use std::sync::Arc;
    use tracing_subscriber::fmt::MakeWriter;

    /// A writer that collects log lines.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Lines {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn every_event_is_counted_from_zero() {
        let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
        ::metrics::with_local_recorder(&recorder, begin_counts_at_zero);
        let text = recorder.handle().render();
        for event in Event::ALL {
            let line = format!("{}{{event=\"{}\"}} 0\n", metrics::SECURITY_EVENTS, event.as_str());
            assert!(text.contains(&line), "{line}: {text}");
        }
    }

    /// Returns the log as text and as JSON.
    fn logged(what: impl Fn()) -> [String; 2] {
        let (text, json) = (Lines::default(), Lines::default());
        let lines = tracing_subscriber::fmt().with_ansi(false).with_writer(text.clone());
        tracing::subscriber::with_default(lines.finish(), &what);
        let lines = tracing_subscriber::fmt().json().flatten_event(true);
        tracing::subscriber::with_default(lines.with_writer(json.clone()).finish(), &what);
        [text, json].map(|lines| String::from_utf8(lines.0.lock().clone()).unwrap())
    }

    fn failed<'a>(name: &'a str, address: &str) -> (Event, Subject<'a>) {
        let (name, address) = (Some(name), Some(address.parse().unwrap()));
        let connection = Some(ConnectionId(7));
        (Event::SignInFailed, Subject { name, address, connection, ..Subject::default() })
    }

    /// Returns the patterns of the filter in `OPERATING.md`, with fail2ban's word
    /// for an address replaced.
    fn failregexes() -> Vec<String> {
        let manual = include_str!("../../OPERATING.md");
        let (_, rest) = manual.split_once("failregex = ").expect("a filter for fail2ban");
        let patterns = rest.lines().take_while(|line| !line.starts_with("```"));
        let patterns = patterns.map(str::trim).take_while(|line| line.starts_with('^'));
        patterns.map(|line| line.replace("<ADDR>", r"(?P<ip>[0-9a-fA-F:.]+)")).collect()
    }

    /// Returns the addresses that fail2ban would find in these lines. It cuts the time out of a
    /// line before it matches, and uses Python's regular expressions.
    fn found(log: &str) -> Vec<String> {
        let script = r#"
import json, re, sys
patterns, log = json.load(sys.stdin)
for line in log.splitlines():
    line = re.sub(r'\d{4}-\d\d-\d\dT[\d:.]+Z', '', line, count=1)
    for pattern in patterns:
        if match := re.search(pattern, line):
            print(match['ip'])
"#;
        let mut python = Command::new("python3")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3");
        let input = serde_json::to_vec(&(failregexes(), log)).unwrap();
        python.stdin.take().unwrap().write_all(&input).unwrap();
        let output = python.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn fail2ban_finds_the_address_of_a_failed_sign_in_in_both_forms_of_the_log() {
        assert_eq!(failregexes().len(), 2, "one for text, one for JSON");
        for address in ["192.0.2.7", "2001:db8::7"] {
            for log in logged(|| {
                let (event, subject) = failed("ann", address);
                note(event, &subject);
                note(Event::SignedIn, &subject);
            }) {
                assert_eq!(found(&log), [address], "{log}");
            }
        }
    }

    #[test]
    fn a_name_cannot_have_another_address_banned_nor_begin_a_line() {
        for name in [
            "\" address=192.0.2.1 ",
            "x\nWARN security: A sign-in failed. event=\"sign_in_failed\" address=192.0.2.1 ",
            "\",\"address\":\"192.0.2.1",
        ] {
            for log in logged(|| {
                let (event, subject) = failed(name, "192.0.2.7");
                note(event, &subject);
            }) {
                assert_eq!(log.lines().count(), 1, "{log}");
                assert_eq!(found(&log), ["192.0.2.7"], "{log}");
            }
        }
    }

    #[test]
    fn a_line_names_everything_that_is_known_and_nothing_else() {
        let [text, json] = logged(|| {
            let (_, subject) = failed("ann", "192.0.2.7");
            note(Event::SignedIn, &Subject { account: Some(AccountId(3)), ..subject });
            note(Event::RoleChanged, &Subject { name: Some("ann"), ..Subject::default() });
        });
        let lines: Vec<&str> =
            text.lines().map(|line| line.split_once(" INFO ").unwrap().1).collect();
        assert_eq!(
            lines,
            [
                "security: A player signed in. event=\"signed_in\" address=192.0.2.7 account=3 \
                 connection=7 name=\"ann\"",
                "security: A role was changed. event=\"role_changed\" name=\"ann\"",
            ]
        );
        let line: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert_eq!((&line["event"], &line["account"]), (&"signed_in".into(), &3.into()));
        assert_eq!((&line["target"], &line["level"]), (&"security".into(), &"INFO".into()));
    }
}
