//! Plays one seed from the first life of the room to the last. A script can skip faults, which
//! makes a failure shorter.

use super::ending;
use super::floor::Badge;
use super::life::{self, End};
use super::notes::{Counts, Notes};
use super::plan::{Plan, START};
use super::watch::Watch;
use cardroom::entropy::Entropy;
use cardroom::store::{MemorySegments, MemoryStore};
use cardroom::vault::Vault;
use cardroom::wiring::Rules;
use cardroom_bot::player::{Player, Shared};
use cardroom_rules::Millis;
use parking_lot::Mutex;
use rand::{Rng as _, RngExt as _};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};
use tokio::sync::Notify;

/// A seed, and the parts of it to skip.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Script {
    /// The source of all randomness in the run.
    pub seed: u64,
    /// The numbers of the faults to skip.
    pub without: BTreeSet<u64>,
    /// Skips all faults with this number or a larger one.
    pub faults_before: Option<u64>,
    /// Ends the run after this number of inputs.
    pub inputs: Option<u64>,
    /// The number of most recent events to keep as text.
    pub tells: usize,
    /// Deals verifiably in two thirds of the rooms.
    pub deals: bool,
}

/// The result of a seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Counts of what happened.
    pub counts: Counts,
    /// The number of faults that could strike.
    pub faults: u64,
    /// The hash of all messages in order. It is the same for the same script.
    pub log_hash: u64,
    /// True if the run was played to its end with too few inputs, hands or faults to be complete.
    pub is_short: bool,
    /// The first failed check.
    pub failure: Option<String>,
    /// The last events as text, to examine a failure.
    pub tail: Vec<String>,
}

impl Script {
    /// Makes a script that plays a whole seed.
    #[must_use]
    pub fn of(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--seed {}", self.seed)?;
        if self.deals {
            f.write_str(" --deals")?;
        }
        if let Some(inputs) = self.inputs {
            write!(f, " --inputs {inputs}")?;
        }
        if let Some(before) = self.faults_before {
            write!(f, " --faults-before {before}")?;
        }
        if !self.without.is_empty() {
            let without: Vec<String> = self.without.iter().map(u64::to_string).collect();
            write!(f, " --without {}", without.join(","))?;
        }
        Ok(())
    }
}

thread_local! {
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    /// Notified immediately of a panic. A task that restarts and panics repeatedly would otherwise
    /// keep the run from noticing.
    static PANICKED: RefCell<Option<Arc<Notify>>> = const { RefCell::new(None) };
    /// True while a room runs on this thread.
    static IS_PLAYED: Cell<bool> = const { Cell::new(false) };
}

/// Stores panics of the room instead of printing them. A panic fails the seed.
pub fn keep_panics() {
    static KEPT: Once = Once::new();
    KEPT.call_once(keep_panics_now);
}

fn keep_panics_now() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !IS_PLAYED.get() {
            return usual(info);
        }
        let text = info.to_string();
        PANIC.with_borrow_mut(|kept| {
            kept.get_or_insert(text);
        });
        PANICKED.with_borrow(|told| told.iter().for_each(|told| told.notify_one()));
    }));
}

/// Takes the text of the first panic on this thread since the last call.
pub(super) fn take_panic() -> Option<String> {
    PANIC.with_borrow_mut(Option::take)
}

/// Returns `true` if a panic was stored since the last call of `take_panic`.
pub(super) fn has_panicked() -> bool {
    PANIC.with_borrow(Option::is_some)
}

/// Everything that outlives the process: the disk, the keys, the players.
pub(super) struct World {
    pub(super) plan: Plan,
    pub(super) rules: Rules,
    pub(super) store: MemoryStore,
    /// The redo log in front of the store.
    pub(super) segments: MemorySegments,
    pub(super) vault: Arc<Vault>,
    pub(super) entropy: Entropy,
    pub(super) notes: Arc<Notes>,
    pub(super) watch: Arc<Watch>,
    pub(super) bots: Vec<Mutex<Player>>,
    /// The settings and counters of the bots.
    shared: Vec<Arc<Shared>>,
    pub(super) badge: Badge,
}

/// Adds the tournament's structure to the rules.
fn with_event(rules: &Rules, plan: &Plan) -> Rules {
    let mut rules = rules.clone();
    if let Some(structure) = &plan.structure {
        let mut structures = (*rules.structures).clone();
        structures.insert(structure.id.clone(), Arc::clone(structure));
        rules.structures = Arc::new(structures);
    }
    rules
}

impl World {
    fn new(script: &Script, rules: &Rules) -> Arc<Self> {
        let plan = Plan::draw(script.seed, script.deals, rules);
        let notes = Arc::new(Notes::new(script));
        let mut entropy = [0; 32];
        plan.chance(u64::MAX).fill_bytes(&mut entropy);
        let mut keys = [0; 32];
        plan.chance(u64::MAX - 2).fill_bytes(&mut keys);
        let shared = plan.bots.iter().map(|bot| {
            Arc::new(Shared {
                settings: bot.settings.clone(),
                probe: Some(Arc::clone(&notes) as _),
                ..Shared::default()
            })
        });
        let shared: Vec<Arc<Shared>> = shared.collect();
        let bots = plan.bots.iter().zip(&shared).enumerate().map(|(number, (bot, shared))| {
            Mutex::new(Player::new(number, bot.seed, Arc::clone(shared), bot.brain()))
        });
        Arc::new(Self {
            bots: bots.collect(),
            shared,
            badge: Badge::default(),
            rules: with_event(rules, &plan),
            store: MemoryStore::new(),
            segments: MemorySegments::new(plan.segment_bytes, true),
            vault: Arc::new(Vault::from_seed(keys)),
            entropy: Entropy::from_seed(entropy),
            notes,
            watch: Arc::default(),
            plan,
        })
    }
}

/// Plays a script to its end.
#[must_use]
pub fn run(script: &Script, rules: &Rules) -> Outcome {
    take_panic();
    let world = World::new(script, rules);
    let mut now = START;
    let mut downtimes = world.plan.chance(u64::MAX - 1);
    let mut last = false;
    loop {
        IS_PLAYED.set(true);
        PANICKED.set(Some(world.notes.wake()));
        let lived = panic::catch_unwind(AssertUnwindSafe(|| live(&world, now, last)));
        IS_PLAYED.set(false);
        let panicked = take_panic();
        let end = lived.unwrap_or(End::Failed);
        if let Some(panicked) = panicked {
            world.notes.fail(format!("panic: {panicked}"));
        }
        match end {
            End::Crashed(at) if world.notes.failure().is_none() => {
                now = at + Millis(downtimes.random_range(10..20_000));
            }
            // The room sweeps the house's chips when it opens. After that, no chips may
            // be left in play.
            End::Over(at) if !last && script.inputs.is_none() => {
                (now, last) = (at + Millis(1_000), true);
            }
            _ => break,
        }
    }
    if world.notes.failure().is_none() && script.inputs.is_none() {
        ending::check(&world);
    }
    let verified = world.shared.iter().map(|shared| shared.counters.deals_verified.get()).sum();
    world.notes.count(|counts| counts.verified = verified);
    world.notes.outcome()
}

/// Runs one life of the process.
fn live(world: &Arc<World>, now: Millis, last: bool) -> End {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime that only keeps time needs nothing of the system");
    runtime.block_on(life::live(Arc::clone(world), now, last))
}
