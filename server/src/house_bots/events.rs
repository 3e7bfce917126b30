//! House bots in tournaments. They enter tournaments in which people are waiting, and play to the
//! end. The schedule announces the tournaments, and each bot finds its own seat.

use super::{Entrance, Errand, SeatedBot, bot_name, house_bot_of};
use crate::config::ScheduledTournament;
use crate::ids::{AccountId, TournamentId};
use crate::inbox::{DirectorHandle, DirectorInput};
use crate::registry::Registry;
use crate::store::Store;
use cardroom_protocol::tournament::{TournamentInfo, TournamentState};
use cardroom_rules::Millis;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How often tournaments are checked. One bot at a time enters each.
const INTERVAL: Duration = Duration::from_millis(500);
/// How long until a bot that could not come in is sent again.
const RETRY: Duration = Duration::from_secs(10);
/// How many addresses the tournaments share that are played at the same time.
const ADDRESSES: u64 = 4_096;

/// First names of house bots in tournaments. None of them sits at a ring table.
pub(super) const NAMES: &[&str] = &[
    "Alba", "Bruno", "Carla", "Dunja", "Emil", "Flora", "Gerd", "Hedda", "Ilja", "Jana", "Karel",
    "Linus", "Marek", "Nora", "Orla", "Petra", "Rafael", "Selma", "Timo", "Ulla", "Viktor",
    "Wilma", "Xenia", "Yves", "Zita",
];

/// The tournaments that house bots fill.
pub struct EventCrew {
    /// The tournaments to fill, by name.
    filled: BTreeMap<String, Filled>,
    registry: Registry,
    store: Arc<dyn Store>,
    /// The tournaments with people or bots in them.
    events: BTreeMap<TournamentId, EventTeam>,
    /// The house bot's name for each account; `None` for people.
    names: HashMap<AccountId, Option<String>>,
}

/// The terms for filling a tournament.
#[derive(Clone, Copy)]
struct Filled {
    /// The most house bots in it.
    bots: u32,
    /// How long to wait for people.
    after: Duration,
}

/// The house bots of one tournament.
#[derive(Default)]
struct EventTeam {
    playing: Vec<SeatedBot>,
    /// When the first person entered.
    awaited_since: Option<Instant>,
    /// No bot is sent before this time.
    rests_until: Option<Instant>,
    /// The time of the next bot that the tournament shows.
    announced: Option<Instant>,
}

/// The entrants of a tournament.
#[derive(Default)]
struct Field {
    people: u32,
    house: Vec<String>,
}

impl EventCrew {
    /// Creates the crew for the tournaments of the schedule.
    #[must_use]
    pub fn new(
        schedule: &[ScheduledTournament],
        registry: Registry,
        store: Arc<dyn Store>,
    ) -> Self {
        let filled = schedule.iter().filter(|scheduled| scheduled.house_bots > 0);
        let filled = filled.map(|scheduled| {
            let after = Duration::from_secs(scheduled.house_bots_after_seconds);
            (scheduled.name.clone(), Filled { bots: scheduled.house_bots, after })
        });
        let (events, names) = (BTreeMap::new(), HashMap::new());
        Self { filled: filled.collect(), registry, store, events, names }
    }

    /// Fills tournaments until the bots are stopped. `first_address` is the first address number
    /// that the tables' bots do not use.
    pub(super) async fn run(mut self, entrance: Entrance, first_address: usize) {
        while !self.filled.is_empty() {
            tokio::select! {
                () = entrance.stop.cancelled() => break,
                () = tokio::time::sleep(INTERVAL) => {}
            }
            let tournaments = self.registry.tournaments();
            self.events.retain(|id, _| tournaments.iter().any(|handle| handle.id == *id));
            for handle in &tournaments {
                self.look_after(handle, &entrance, first_address).await;
            }
        }
        for bot in self.events.into_values().flat_map(|team| team.playing) {
            bot.leave().await;
        }
    }

    async fn look_after(&mut self, handle: &DirectorHandle, entrance: &Entrance, first: usize) {
        let info = Arc::clone(&handle.info.borrow());
        let Some(filled) = self.filled.get(&info.name).copied() else { return };
        let is_over = matches!(info.state, TournamentState::Finished | TournamentState::Cancelled);
        if handle.announced_by.is_some() || is_over {
            self.events.remove(&handle.id);
            return;
        }
        let field = self.field(handle.id).await;
        let sent: usize = self.events.values().map(|team| team.playing.len()).sum();
        let most = usize::from(entrance.settings.in_tournaments);
        let team = self.events.entry(handle.id).or_default();
        let now = Instant::now();
        let before = team.playing.len();
        team.playing.retain(|bot| !bot.task.is_finished());
        if team.playing.len() < before {
            team.rests_until = Some(now + RETRY);
        }
        if field.people == 0 {
            team.awaited_since = None;
        } else {
            team.awaited_since.get_or_insert(now);
        }
        let in_and_coming = u32::try_from(team.playing.len()).unwrap_or(u32::MAX);
        let wanted = sent < most && wants_another(&info, filled, field.people, in_and_coming);
        let comes_at = team.next_bot(filled).filter(|_| wanted);
        if team.announced != comes_at {
            let wait = comes_at.map(|at| at.saturating_duration_since(now).as_millis());
            let wait = wait.map(|wait| Millis(u64::try_from(wait).unwrap_or(u64::MAX)));
            // If the inbox is full, the next round tries again.
            if handle.try_send(DirectorInput::BotIn(wait)).is_ok() {
                team.announced = comes_at;
            }
        }
        if team.rests_until.is_some_and(|until| now < until) {
            return;
        }
        // A bot that has entered but is not running lost its task when the room closed.
        // It is sent again.
        let plays = |name: &String| team.playing.iter().any(|bot| bot.name == *name);
        let name = field.house.iter().find(|name| !plays(name)).cloned();
        let comes = comes_at.is_some_and(|at| at <= now);
        let name = name.or_else(|| comes.then(|| self.free_name()));
        if let (Some(name), Some(team)) = (name, self.events.get_mut(&handle.id)) {
            let number = usize::try_from(handle.id.0 % ADDRESSES).unwrap_or_default();
            let errand = Errand::Event(cardroom_bot::TournamentId(handle.id.0));
            team.playing.push(entrance.send(name, errand, first + number));
        }
    }

    /// Returns the entrants of a tournament.
    async fn field(&mut self, tournament: TournamentId) -> Field {
        let mut field = Field::default();
        for account in self.registry.accounts_in(tournament) {
            match self.house_bot(account).await {
                Some(name) => field.house.push(name),
                None => field.people += 1,
            }
        }
        field
    }

    /// Returns the name of a house bot; `None` for all others.
    async fn house_bot(&mut self, account: AccountId) -> Option<String> {
        if let Some(name) = self.names.get(&account) {
            return name.clone();
        }
        let stored = match self.store.account(account).await {
            Ok(stored) => stored,
            Err(error) => {
                tracing::warn!(%account, %error, "could not look up the account of a player");
                return None;
            }
        };
        let name = stored.and_then(|stored| house_bot_of(stored, NAMES)).map(|(_, name)| name);
        self.names.insert(account, name.clone());
        name
    }

    /// Returns the name of a house bot that is in no tournament.
    fn free_name(&self) -> String {
        let busy = |name: &String| {
            self.events.values().any(|team| team.playing.iter().any(|bot| bot.name == *name))
        };
        let mut names = (0..).map(|index| bot_name(NAMES, index));
        names.find(|name| !busy(name)).expect("there are more numbers than bots")
    }
}

impl EventTeam {
    /// Returns when the next bot may come; `None` if no person waits.
    fn next_bot(&self, filled: Filled) -> Option<Instant> {
        let at = self.awaited_since? + filled.after;
        Some(self.rests_until.map_or(at, |until| at.max(until)))
    }
}

impl std::fmt::Debug for EventCrew {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EventCrew").field("filled", &self.filled.len()).finish_non_exhaustive()
    }
}

/// Returns `true` if one more bot is to enter: the tournament has not begun and has room.
fn wants_another(info: &TournamentInfo, filled: Filled, people: u32, bots: u32) -> bool {
    info.open
        && info.bots_allowed
        && info.level == 0
        && bots < filled.bots
        && people.saturating_add(bots) < info.max_entries
}
