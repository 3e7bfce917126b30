//! The door that every order passes: of operators about accounts, of the floor at tables and in
//! tournaments, and about leagues.
//!
//! [`note`] writes who gives the order, from where, with which credential, about whom and why, into
//! the security log. Only this function makes a [`Noted`], and nothing else can be carried out. The
//! line comes first, so an order that is refused later leaves one too.

use crate::ids::{AccountId, ConnectionId};
use crate::permits::{Credential, Standing};
use crate::security::{self, Event, Given, Subject};
use cardroom_protocol::administration::{AccountOrder, Administer};
use cardroom_protocol::hooks::{DirectHook, HookOrder};
use cardroom_protocol::league::{ChangeLeague, DirectLeague, LeagueChange, NewSeason, SeasonEnd};
use cardroom_protocol::requests::{TableRequest, TournamentRequest};
use cardroom_protocol::schedule::{DirectSchedule, ScheduleOrder};
use cardroom_protocol::tournament::ImportRoster;
use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

/// The most characters of an order that its line shows.
const MOST_CHARS: usize = 160;

/// A giver of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The account; `None` at the machine's command line.
    pub account: Option<AccountId>,
    pub name: Option<Arc<str>>,
    pub standing: Standing,
    /// The user of the machine's command line, by number.
    pub user: Option<u32>,
    pub address: Option<IpAddr>,
    pub connection: Option<ConnectionId>,
}

impl Operator {
    /// The user of the machine's command line, who runs as the room's own user and could change
    /// the database directly anyway.
    pub const AT_THE_MACHINE: Self = Self {
        account: None,
        name: None,
        standing: Standing::MACHINE,
        user: None,
        address: None,
        connection: None,
    };

    /// Describes the credential: `sign_in`, `token LABEL`, or `machine`, with the user's number.
    fn credential(&self) -> Cow<'static, str> {
        match (&self.standing.credential, self.user) {
            (Credential::SignIn, _) => "sign_in".into(),
            (Credential::Token { label, .. }, _) => format!("token {label}").into(),
            (Credential::Machine, None) => "machine".into(),
            (Credential::Machine, Some(user)) => format!("machine, user {user}").into(),
        }
    }
}

/// Something that was noted, and may be carried out.
#[derive(Debug)]
pub struct Noted<T>(T);

impl<T> Noted<T> {
    /// Returns what was noted.
    #[must_use]
    pub fn as_noted(&self) -> &T {
        &self.0
    }

    /// Returns what was noted, to carry it out.
    #[must_use]
    pub fn take(self) -> T {
        self.0
    }
}

/// The part of an order's line that describes the order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// `accounts`, `table`, `tournament`, `league`, `schedules` or `hooks`.
    pub kind: &'static str,
    /// The subject of the order, such as an account or a table.
    pub on: String,
    /// The order in the protocol's own words.
    pub order: String,
    pub reason: String,
}

/// A request that may be an order.
pub trait MayBeOrder {
    /// Returns the line of an order; `None` for a request that is none.
    fn line(&self) -> Option<Line>;
}

/// Notes an order in the security log. Other requests pass without a line, and `operator` is not
/// called for them. It returns `None` before a sign-in, when no order is permitted.
pub fn note<T: MayBeOrder>(request: T, operator: impl FnOnce() -> Option<Operator>) -> Noted<T> {
    if let Some(line) = request.line() {
        write(&line, operator().as_ref());
    }
    Noted(request)
}

/// Writes the line of an order.
fn write(line: &Line, operator: Option<&Operator>) {
    let credential = operator.map_or("none".into(), Operator::credential);
    let given = Given {
        credential: &credential,
        kind: line.kind,
        order: &line.order,
        on: &line.on,
        reason: &line.reason,
    };
    let subject = Subject {
        account: operator.and_then(|operator| operator.account),
        name: operator.and_then(|operator| operator.name.as_deref()),
        address: operator.and_then(|operator| operator.address),
        connection: operator.and_then(|operator| operator.connection),
        given: Some(given),
    };
    security::note(Event::OrderGiven, &subject);
}

/// An administrator's order to export another account, with the cards of its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportOf {
    pub account: String,
    pub reason: String,
}

impl MayBeOrder for ExportOf {
    fn line(&self) -> Option<Line> {
        let (on, order) = (self.account.clone(), "Export".to_owned());
        Some(Line { kind: "accounts", on, order, reason: self.reason.clone() })
    }
}

impl<T: MayBeOrder> MayBeOrder for Box<T> {
    fn line(&self) -> Option<Line> {
        self.as_ref().line()
    }
}

impl MayBeOrder for Administer {
    fn line(&self) -> Option<Line> {
        let on = about(&self.order).into_owned();
        Some(Line { kind: "accounts", on, order: words(&self.order), reason: self.reason.clone() })
    }
}

impl MayBeOrder for TableRequest {
    fn line(&self) -> Option<Line> {
        let Self::DirectTable(body) = self else { return None };
        let on = format!("table {}", body.table.0);
        let order = words(&body.command);
        Some(Line { kind: "table", on, order, reason: body.reason.clone() })
    }
}

impl MayBeOrder for TournamentRequest {
    fn line(&self) -> Option<Line> {
        match self {
            Self::DirectTournament(body) => {
                let on = format!("tournament {}", body.tournament.0);
                let order = words(&body.command);
                Some(Line { kind: "tournament", on, order, reason: body.reason.clone() })
            }
            Self::ImportRoster(body) => body.line(),
            _ => None,
        }
    }
}

impl MayBeOrder for ImportRoster {
    fn line(&self) -> Option<Line> {
        let (on, order) = (format!("tournament {}", self.tournament.0), "ImportRoster".to_owned());
        Some(Line { kind: "tournament", on, order, reason: self.reason.clone() })
    }
}

impl MayBeOrder for DirectLeague {
    fn line(&self) -> Option<Line> {
        let (on, order) = ("leagues".to_owned(), words(&self.command));
        Some(Line { kind: "league", on, order, reason: self.reason.clone() })
    }
}

impl MayBeOrder for ChangeLeague {
    fn line(&self) -> Option<Line> {
        use LeagueChange as C;
        let on = match &self.change {
            // The file names its league.
            C::Make(_) | C::Replace(_) => "leagues".to_owned(),
            C::OpenSeason(NewSeason { league, .. })
            | C::EndSeason(SeasonEnd { league, .. })
            | C::End(league) => format!("league {league}"),
        };
        let order = words(&self.change);
        Some(Line { kind: "league", on, order, reason: self.reason.clone() })
    }
}

impl MayBeOrder for DirectSchedule {
    fn line(&self) -> Option<Line> {
        use ScheduleOrder as O;
        let on = match &self.order {
            O::Make(terms) => format!("schedule \"{}\"", terms.name),
            O::Change(change) => format!("schedule {}", change.schedule),
            O::End(schedule) => format!("schedule {schedule}"),
        };
        let order = words(&self.order);
        Some(Line { kind: "schedules", on, order, reason: self.reason.clone() })
    }
}

impl MayBeOrder for DirectHook {
    fn line(&self) -> Option<Line> {
        use HookOrder as O;
        let on = match &self.order {
            O::Make(terms) => host_of(&terms.address),
            O::Change(change) => format!("hook {}", change.hook),
            O::SendAgain(event) => format!("hook {}", event.hook),
            O::End(hook)
            | O::TurnOff(hook)
            | O::TurnOn(hook)
            | O::ReplaceSecret(hook)
            | O::Test(hook) => format!("hook {hook}"),
        };
        // The path of an address may be a secret, as it is at Discord.
        let order = match &self.order {
            O::Make(_) => "Make".to_owned(),
            O::Change(change) => format!("Change to {}", host_of(&change.terms.address)),
            order => words(order),
        };
        Some(Line { kind: "hooks", on, order, reason: self.reason.clone() })
    }
}

/// Returns the part of an address up to its path.
fn host_of(address: &str) -> String {
    address.split('/').take(3).collect::<Vec<_>>().join("/").chars().take(MOST_CHARS).collect()
}

/// Returns the account, the report or the accounts that an order is about.
fn about(order: &AccountOrder) -> Cow<'_, str> {
    use AccountOrder as O;
    match order {
        O::Suspend(body) | O::Mute(body) => (&*body.account).into(),
        O::Restore(name)
        | O::Unmute(name)
        | O::ResetPassword(name)
        | O::SignOut(name)
        | O::RemoveSecondFactor(name)
        | O::UnlinkSignIn(name)
        | O::Erase(name)
        | O::Unlock(name) => (&**name).into(),
        O::Remove(body) => (&*body.account).into(),
        O::SettleReport(number) => format!("report {number}").into(),
        O::Create(body) => (&*body.name).into(),
        O::Rename(body) => (&*body.account).into(),
        O::SetRole(body) => (&*body.account).into(),
        O::RevokeToken(body) => (&*body.account).into(),
        O::GrantChips(body) | O::TakeChips(body) => (&*body.account).into(),
        O::MergeGuest(body) => (&*body.guest).into(),
        O::CreateAll(all) => format!("{} accounts", all.len()).into(),
    }
}

/// Returns an order in the protocol's own words. Secrets do not show themselves.
fn words(order: &impl fmt::Debug) -> String {
    format!("{order:?}").chars().take(MOST_CHARS).collect()
}
