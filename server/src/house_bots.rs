//! The room's own players. Each table gets the configured number of them, or fewer while people
//! want the seats. They also fill tournaments.
//!
//! House bots work like all other bots: same library, same protocol, over the loopback interface.
//! The only difference is that the room opens their accounts and gives them a token.

mod events;

pub use events::EventCrew;

use crate::accounts::{AccountError, Accounts};
use crate::config::HouseBotSettings;
use crate::ids::AccountId;
use crate::inbox::TableHandle;
use crate::registry::Registry;
use crate::store::StoredAccount;
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::{
    BuyIn, Credentials, DealPart, Settings, Swarm, TableChoice, TableId, ThinkTime, TournamentId,
    TournamentPlan,
};
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long to wait between two changes of the number of players.
const REST: Duration = Duration::from_millis(1_500);
/// How long until a bot that could not come in is sent again.
const RETRY: Duration = Duration::from_secs(10);
/// How long a table that has just opened may take to report its players, and how often to check.
const OPENING: Duration = Duration::from_secs(5);
const LOOK: Duration = Duration::from_millis(20);

/// First names of house bots. `MARK` follows each, so that people can be called Ada. Those of the
/// second table also have a number, and so on.
const NAMES: &[&str] = &[
    "Ada", "Bela", "Cleo", "Dario", "Edda", "Faro", "Gwen", "Hugo", "Ines", "Jonas", "Kira",
    "Lars", "Mona", "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Sven", "Tara", "Ugo", "Vera",
    "Wanda", "Xaver", "Yara", "Zeno",
];

/// Marks the name of a house bot.
const MARK: &str = "Bot";

/// A table's share of house bots.
#[derive(Debug)]
pub struct Crew {
    pub table: TableHandle,
    /// The most house bots at a time.
    pub bots: u8,
}

/// The means by which house bots come in.
#[derive(Clone)]
struct Entrance {
    settings: HouseBotSettings,
    accounts: Accounts,
    registry: Registry,
    /// Where the room listens.
    address: SocketAddr,
    /// Canceled when the bots must stop.
    stop: CancellationToken,
}

/// Keeps every table supplied, and fills tournaments, until `stop` is canceled. The
/// room listens on `address`.
pub async fn run(
    crews: Vec<Crew>,
    events: EventCrew,
    settings: HouseBotSettings,
    (accounts, registry): (Accounts, Registry),
    address: SocketAddr,
    stop: CancellationToken,
) {
    for names in [NAMES, events::NAMES] {
        step_aside(names, &accounts).await;
    }
    let entrance = Entrance { settings, accounts, registry, address, stop };
    let mut tasks = tokio::task::JoinSet::new();
    let mut first = 0;
    tasks.spawn(events.run(entrance.clone(), crews.len()));
    for (number, crew) in crews.into_iter().enumerate().filter(|(_, crew)| crew.bots > 0) {
        let bots = usize::from(crew.bots);
        let names = (first..first + bots).map(|index| bot_name(NAMES, index)).collect();
        first += bots;
        let entrance = entrance.clone();
        let (seated, known) = (Vec::new(), BTreeMap::new());
        tasks.spawn(HouseTable { crew, number, names, entrance, seated, known }.run());
    }
    while tasks.join_next().await.is_some() {}
}

/// Adds the mark to the names of house bots that an older version of the room opened.
async fn step_aside(names: &[&str], accounts: &Accounts) {
    for first in names {
        for round in 1.. {
            let name = if round == 1 { (*first).to_owned() } else { format!("{first} {round}") };
            match accounts.rename_house_bot(&name, &numbered(first, round)).await {
                Ok(true) => tracing::info!(bot = name, "a house bot has a new name"),
                Ok(false) => break,
                Err(error) => {
                    tracing::warn!(bot = name, %error, "a house bot could not be renamed");
                    break;
                }
            }
        }
    }
}

/// One table and the house bots at it.
struct HouseTable {
    crew: Crew,
    /// The table's number, which selects the address that its bots share.
    number: usize,
    names: Vec<String>,
    entrance: Entrance,
    /// The bots that are running, with a seat or on the way to one.
    seated: Vec<SeatedBot>,
    /// The names of the accounts that are house bots.
    known: BTreeMap<AccountId, String>,
}

/// A running house bot.
struct SeatedBot {
    name: String,
    stop: CancellationToken,
    task: tokio::task::JoinHandle<()>,
}

/// The destination of a house bot.
#[derive(Clone, Copy)]
enum Errand {
    /// A seat at a ring table, until the bot is stopped.
    Table(TableId),
    /// A tournament, until the bot is out.
    Event(TournamentId),
}

impl HouseTable {
    async fn run(mut self) {
        let mut info = self.crew.table.info.clone();
        self.find_those_who_sit_already().await;
        loop {
            self.seated.retain(|bot| !bot.task.is_finished());
            self.learn_new_accounts().await;
            let abandoned: Vec<String> = self.abandoned().cloned().collect();
            for name in abandoned {
                // This includes a bot too many, because it must come back to give up its seat.
                self.send(name);
            }
            let wanted = self.wanted();
            if self.seated.len() > wanted {
                let last = self.seated.iter().rposition(|bot| self.can_get_up(bot));
                if let Some(last) = last {
                    self.seated.remove(last).leave().await;
                }
            } else if self.seated.len() < wanted
                && let Some(name) = self.free_name().await
            {
                self.send(name);
            }
            tokio::select! {
                () = self.entrance.stop.cancelled() => break,
                () = tokio::time::sleep(REST) => {}
            }
            if self.seated.len() == self.wanted() {
                tokio::select! {
                    () = self.entrance.stop.cancelled() => break,
                    changed = info.changed() => if changed.is_err() { break },
                    () = tokio::time::sleep(RETRY) => {}
                }
            }
        }
        for bot in self.seated.drain(..) {
            bot.leave().await;
        }
    }

    /// Finds the house bots of a table that was restored from the journal. No bots are
    /// running for their seats.
    async fn find_those_who_sit_already(&mut self) {
        let table = self.crew.table.id;
        let seated = usize::from(self.crew.table.info.borrow().seated);
        let all_are_known = async {
            while self.entrance.registry.seated_at(table).len() < seated {
                tokio::time::sleep(LOOK).await;
            }
        };
        // A player may have left meanwhile.
        let _ = tokio::time::timeout(OPENING, all_are_known).await;
        for account in self.entrance.registry.seated_at(table) {
            match self.entrance.accounts.stored(account).await {
                Ok(stored) => {
                    self.known.extend(stored.and_then(|stored| house_bot_of(stored, NAMES)));
                }
                Err(error) => {
                    tracing::warn!(%account, %error, "could not look up the account of a player");
                }
            }
        }
    }

    /// Looks up new bots, whose accounts are opened on the way to the table.
    async fn learn_new_accounts(&mut self) {
        let is_known = |name: &String| self.known.values().any(|known| known == name);
        let names = self.seated.iter().map(|bot| &bot.name).filter(|name| !is_known(name));
        for name in names.cloned().collect::<Vec<_>>() {
            if let Ok(Some(account)) = self.entrance.accounts.house_bot_account(&name).await {
                self.known.insert(account, name);
            }
        }
    }

    /// Returns the house bots that have a seat here.
    fn with_a_seat(&self) -> impl Iterator<Item = &String> {
        let table = self.crew.table.id;
        let sits_here = move |account| self.entrance.registry.seats(account).contains(&table);
        self.known.iter().filter(move |(account, _)| sits_here(**account)).map(|(_, name)| name)
    }

    /// Returns those that have a seat here and no running bot.
    fn abandoned(&self) -> impl Iterator<Item = &String> {
        self.with_a_seat().filter(|name| !self.seated.iter().any(|bot| bot.name == **name))
    }

    /// Returns `false` for a bot that is on the way back to a seat. It cannot give up the seat
    /// before it is there.
    fn can_get_up(&self, bot: &SeatedBot) -> bool {
        let is_waited_for = |name: &String| {
            let mut known = self.known.iter();
            let account = known.find(|(_, known)| *known == name).map(|(account, _)| *account);
            account.is_some_and(|account| self.entrance.registry.live(account).is_none())
        };
        !self.with_a_seat().any(|name| *name == bot.name && is_waited_for(name))
    }

    /// Returns how many house bots there should be. People come first, and one seat more than they
    /// take stays free, unless a person would then be alone.
    fn wanted(&self) -> usize {
        let info = self.crew.table.info.borrow();
        let people = usize::from(info.seated).saturating_sub(self.with_a_seat().count());
        let free = usize::from(self.entrance.settings.free_seats);
        wanted(usize::from(info.seats), people, free).min(usize::from(self.crew.bots))
    }

    /// Returns the name of a house bot of this table that sits nowhere.
    async fn free_name(&mut self) -> Option<String> {
        let is_here = |name: &&String| self.seated.iter().any(|bot| bot.name == **name);
        let free: Vec<_> = self.names.iter().filter(|name| !is_here(name)).cloned().collect();
        for name in free {
            let found = self.entrance.accounts.house_bot_account(&name).await;
            match found {
                Ok(None) => return Some(name),
                Ok(Some(account)) => {
                    self.known.insert(account, name.clone());
                    if self.entrance.registry.seats(account).is_empty() {
                        return Some(name);
                    }
                }
                Err(error) => {
                    tracing::warn!(bot = name, %error, "could not open the account of a house bot");
                }
            }
        }
        None
    }

    fn send(&mut self, name: String) {
        let errand = Errand::Table(TableId(self.crew.table.id.0));
        self.seated.push(self.entrance.send(name, errand, self.number));
    }
}

impl Entrance {
    /// Sends a bot. Bots with the same number share an address.
    fn send(&self, name: String, errand: Errand, number: usize) -> SeatedBot {
        let stop = self.stop.child_token();
        let source = source_address(self.address, number);
        let task = tokio::spawn(play(name.clone(), errand, self.clone(), source, stop.clone()));
        SeatedBot { name, stop, task }
    }
}

impl SeatedBot {
    /// Stops the bot, which leaves when its hand is over.
    async fn leave(self) {
        self.stop.cancel();
        if self.task.await.is_err() {
            tracing::warn!(bot = self.name, "the task of a house bot panicked");
        }
    }
}

/// Runs one bot from its sign-in until it leaves.
async fn play(
    name: String,
    errand: Errand,
    entrance: Entrance,
    source: Option<IpAddr>,
    stop: CancellationToken,
) {
    let token = match entrance.accounts.house_bot(&name).await {
        Ok(token) => token,
        // The reason is already in the log, once for all failures of an outage.
        Err(AccountError::Internal) => return,
        Err(error) => {
            return tracing::warn!(bot = name, %error, "could not open the account of a house bot");
        }
    };
    let url = format!("ws://{}/ws", reachable(entrance.address));
    let (tables, tournament) = match errand {
        Errand::Table(table) => (TableChoice::Ids(Arc::from([table])), None),
        Errand::Event(tournament) => {
            (TableChoice::default(), Some(TournamentPlan::id(tournament).buys_chips()))
        }
    };
    let settings = Settings {
        credentials: Credentials::Tokens(Arc::from([token])),
        tables,
        tournament,
        buy_in: BuyIn::BigBlinds(100),
        think_time: ThinkTime::Uniform {
            min: Duration::from_millis(entrance.settings.think_min_ms),
            max: Duration::from_millis(entrance.settings.think_max_ms),
        },
        // Links from the room's own process protect no player.
        deals: DealPart::Absent,
        // Long enough for a hand in which every player thinks.
        // A house bot has no line that could die.
        dead_line: None,
        leave_patience: Duration::from_secs(120),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&url)
        .settings(settings)
        .seed(rand::random())
        .brain(|bot| TightAggressive::new(bot.seed))
        .source_addresses(source.into_iter().collect())
        .start()
        .await;
    let mut swarm = match swarm {
        Ok(swarm) => swarm,
        Err(error) => return tracing::warn!(bot = name, %error, "a house bot could not connect"),
    };
    let bot_stop = swarm.stop_token();
    loop {
        tokio::select! {
            outcome = swarm.next_outcome() => {
                match outcome {
                    Some(outcome) if !outcome.is_success() => {
                        tracing::info!(bot = name, %outcome, "a house bot left");
                    }
                    _ => {}
                }
                return;
            }
            () = stop.cancelled(), if !bot_stop.is_cancelled() => bot_stop.cancel(),
        }
    }
}

/// Returns how many of the seats bots may take, with this many people at the table.
fn wanted(seats: usize, people: usize, free: usize) -> usize {
    let company = usize::from(people == 1);
    seats.saturating_sub(people + free).max(company).min(seats.saturating_sub(people))
}

/// Returns the account and the name of a house bot with one of these names; `None` for all others.
fn house_bot_of(stored: StoredAccount, names: &[&str]) -> Option<(AccountId, String)> {
    let first = stored.name.split(' ').next().unwrap_or_default();
    let is_house_bot = stored.bot && stored.password_hash.is_none() && names.contains(&first);
    is_house_bot.then_some((stored.id, stored.name))
}

fn bot_name(names: &[&str], index: usize) -> String {
    numbered(names[index % names.len()], index / names.len() + 1)
}

/// Returns the name of a house bot: `Ada Bot`, then `Ada Bot 2`.
fn numbered(first: &str, round: usize) -> String {
    match round {
        1 => format!("{first} {MARK}"),
        round => format!("{first} {MARK} {round}"),
    }
}

/// Returns an address to connect to a listener, even one on the unspecified address.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the source address of a table's bots. Each table has one of its own, so that the limits
/// by address treat each table as one household. If the system has only one loopback address, they
/// share it and come in as fast as its limits allow.
fn source_address(address: SocketAddr, table: usize) -> Option<IpAddr> {
    let loopback = address.is_ipv4() && reachable(address).ip().is_loopback();
    if !cfg!(target_os = "linux") || !loopback {
        return None;
    }
    let [_, _, high, low] = u32::try_from(table + 256).ok()?.to_be_bytes();
    Some(IpAddr::V4(Ipv4Addr::new(127, 77, high, low)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_bot_of_a_large_room_has_its_own_name() {
        let names: BTreeSet<String> = (0..500).map(|index| bot_name(NAMES, index)).collect();
        assert_eq!(names.len(), 500);
        assert!(names.iter().all(|name| name.chars().count() <= 24));
        assert!(!NAMES.iter().any(|name| names.contains(*name)), "people may be called Ada");
        assert!(names.contains("Ada Bot") && names.contains("Ada Bot 2"));
    }

    #[test]
    fn people_find_a_free_seat_and_somebody_to_play_against() {
        assert_eq!(wanted(6, 0, 1), 5);
        assert_eq!(wanted(6, 3, 1), 2);
        assert_eq!(wanted(6, 6, 1), 0);
        assert_eq!(wanted(2, 0, 1), 1, "heads-up, a bot waits");
        assert_eq!(wanted(2, 1, 1), 1, "and plays");
        assert_eq!(wanted(2, 2, 1), 0);
    }

    #[test]
    fn a_listener_on_all_addresses_is_reached_over_loopback() {
        let everywhere: SocketAddr = "0.0.0.0:7777".parse().unwrap();
        assert_eq!(reachable(everywhere).to_string(), "127.0.0.1:7777");
        let named: SocketAddr = "192.0.2.7:7777".parse().unwrap();
        assert_eq!(reachable(named), named);
        assert_eq!(source_address(named, 0), None);
    }
}
