//! Runs a match: its sessions on some threads, block by block, until all deals are played, a test
//! has its verdict, or the user interrupts it. The number of threads does not change the result.

use crate::carry::StackRule;
use crate::reduce::Reduction;
use crate::schedule::{self, BLOCK, Format, Seatings, Size};
use crate::score::{Counts, Scores, scores};
use crate::seat::Entrant;
use crate::session::tournament;
use crate::session::{Conduct, Hand, NotedFault, Session, Stopped};
use crate::stats::{Estimate, LEAST_FOR_INTERVAL, Sequential, Verdict};
use crate::tournament::Finish;
use hdrhistogram::Histogram;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The number of deals before the first look at the result of a match that may end early.
const FIRST_LOOK: u32 = 200;

/// A bot of a match.
pub struct Bot {
    pub name: String,
    /// Its player, as the command line names it.
    pub player: String,
    /// SHA-256 of its file, in hexadecimal; `None` for a brain.
    pub sha256: Option<String>,
    pub entrant: Box<dyn Entrant>,
}

/// When a match ends before its last deal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Early {
    /// A sequential test of the first bot's rate has its verdict.
    Test(Sequential),
    /// Half the width of the interval is at most this many thousandths of a big blind.
    Until(f64),
}

/// Everything that decides the result of a match, apart from its bots.
#[derive(Clone, Debug)]
pub struct Settings {
    pub conduct: Conduct,
    pub format: Format,
    pub seatings: Seatings,
    pub deals: u32,
    /// How many lives the players have in each seating.
    pub sessions: u32,
    pub early: Option<Early>,
    /// Which luck the report's reduced results are without, if it has some.
    pub reduction: Option<Reduction>,
    /// Whether the report has the results in which all-in hands count by their equity.
    pub counts_equity: bool,
}

impl Settings {
    /// Returns the size of the schedule.
    #[must_use]
    pub fn size(&self) -> Size {
        Size {
            format: self.format,
            seatings: self.seatings,
            deals: self.deals,
            // Each tournament is a life of its players.
            sessions: if self.conduct.tournament.is_some() { self.deals } else { self.sessions },
            in_blocks: self.early.is_some(),
            in_order: self.conduct.stacks == StackRule::Carry,
        }
    }
}

/// A session with what came of it.
#[derive(Debug)]
pub struct PlayedSession {
    pub plan: schedule::Session,
    /// The hands in the order in which they were played.
    pub hands: Vec<Hand>,
    pub faults: Vec<NotedFault>,
    /// How long the decisions of each seat took, in nanoseconds.
    pub times: Vec<Histogram<u64>>,
    /// How its tournament ended, if it is one.
    pub finish: Option<Finish>,
}

impl PlayedSession {
    /// Returns the bot in a seat in one of its hands, by its place among the entrants.
    #[must_use]
    pub fn entrant_at(&self, hand: &Hand, seat: u8) -> Option<usize> {
        let player = match &hand.seats {
            Some(seats) => seats.iter().position(|taken| *taken == Some(seat))?,
            None => usize::from(seat),
        };
        self.plan.seats.get(player).copied()
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    /// All deals were played.
    Complete,
    /// The test has its verdict, or the interval is narrow enough.
    Early,
    Stopped(Stopped),
}

/// A match that is over.
#[derive(Debug)]
pub struct Outcome {
    pub sessions: Vec<PlayedSession>,
    pub end: End,
    /// The log-likelihood ratio and the verdict of a sequential test.
    pub test: Option<(f64, Verdict)>,
    pub took: Duration,
}

impl Outcome {
    /// Returns a match that stopped before its first session.
    #[must_use]
    pub fn stopped(stopped: Stopped) -> Self {
        Self { sessions: Vec::new(), end: End::Stopped(stopped), test: None, took: Duration::ZERO }
    }
}

/// The state of a session while the match runs.
struct Slot<'a> {
    open: Option<Session<'a>>,
    hands: Vec<Hand>,
    faults: Vec<NotedFault>,
    times: Vec<Histogram<u64>>,
    finish: Option<Finish>,
    stopped: Option<Stopped>,
}

impl Slot<'_> {
    fn close(&mut self) {
        if let Some(session) = self.open.take() {
            (self.faults, self.times) = session.close();
        }
    }
}

/// Prepares the bots for their first session. Programs are built here.
///
/// # Errors
/// A bot that is not ready, or [`Stopped::Interrupted`] if `halt` became true.
pub fn prepare(bots: &mut [Bot], halt: &AtomicBool) -> Result<(), Stopped> {
    for (entrant, bot) in bots.iter_mut().enumerate() {
        match bot.entrant.prepare(halt) {
            Ok(None) => {}
            Ok(made) => bot.sha256 = made,
            Err(_) if halt.load(Ordering::Relaxed) => return Err(Stopped::Interrupted),
            Err(fault) => {
                let noted = NotedFault { entrant, session: 0, hand: 0, deal: 0, fault };
                return Err(Stopped::NotReady(Box::new(noted)));
            }
        }
    }
    Ok(())
}

/// Returns how many sessions at a time leave a core for each process of a match, and at least one.
/// The thread of a session waits while its program thinks, so it needs no core of its own then.
#[must_use]
pub fn usual_jobs(format: Format, bots: &[Bot], cores: usize) -> usize {
    let groups = schedule::groups(format, bots.len());
    let processes =
        |group: &Vec<usize>| group.iter().map(|bot| bots[*bot].entrant.processes()).sum::<usize>();
    let most = groups.iter().map(processes).max().unwrap_or(0);
    (cores / most.max(1)).max(1)
}

/// Plays a match on `jobs` threads. `halt` ends it when it becomes true.
#[must_use]
pub fn run(settings: &Settings, bots: &[Bot], jobs: usize, halt: &AtomicBool) -> Outcome {
    let began = Instant::now();
    let conduct = &settings.conduct;
    let plans = schedule::sessions(&settings.size(), bots.len(), conduct.seed);
    let slots: Vec<Mutex<Slot<'_>>> = plans.iter().map(|_| Mutex::new(new_slot())).collect();
    let rounds = plans.iter().map(|plan| plan.blocks.len()).max().unwrap_or(0);
    let names: Vec<String> = bots.iter().map(|bot| bot.name.clone()).collect();
    let (mut end, mut test) = (End::Complete, None);
    for round in 0..rounds {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, plans.len().max(1)) {
                scope.spawn(|| {
                    while let Some((plan, slot)) = take(&plans, &slots, &next) {
                        let Ok(mut slot) = slot.lock() else { continue };
                        play_round(conduct, plan, bots, &names, round, halt, &mut slot);
                    }
                });
            }
        });
        if let Some(stopped) = first_stop(&slots) {
            end = End::Stopped(stopped);
            break;
        }
        let deals = u32::try_from(round + 1).unwrap_or(u32::MAX).saturating_mul(BLOCK);
        let Some(early) = settings.early.filter(|_| deals >= FIRST_LOOK) else { continue };
        let is_over = {
            let scored = first_scores(settings, &plans, &slots);
            match early {
                Early::Test(sequential) => {
                    let ratio = sequential.log_likelihood_ratio(&scored);
                    let verdict = sequential.verdict(ratio);
                    test = Some((ratio, verdict));
                    verdict != Verdict::Open
                }
                Early::Until(most) => {
                    let estimate = Estimate::of(&scored, 1, LEAST_FOR_INTERVAL);
                    estimate.half_width.is_some_and(|half_width| half_width <= most)
                }
            }
        };
        if is_over {
            if round + 1 < rounds {
                end = End::Early;
            }
            break;
        }
    }
    let sessions = plans.iter().zip(slots).map(|(plan, slot)| {
        let mut slot = slot.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        slot.close();
        let Slot { hands, faults, times, finish, .. } = slot;
        PlayedSession { plan: plan.clone(), hands, faults, times, finish }
    });
    Outcome { sessions: sessions.collect(), end, test, took: began.elapsed() }
}

fn new_slot<'a>() -> Slot<'a> {
    Slot {
        open: None,
        hands: Vec::new(),
        faults: Vec::new(),
        times: Vec::new(),
        finish: None,
        stopped: None,
    }
}

fn take<'s, 'a>(
    plans: &'a [schedule::Session],
    slots: &'s [Mutex<Slot<'a>>],
    next: &AtomicUsize,
) -> Option<(&'a schedule::Session, &'s Mutex<Slot<'a>>)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    Some((plans.get(at)?, slots.get(at)?))
}

/// Plays one block of a session. It opens with the first and closes with the last.
fn play_round<'a>(
    conduct: &'a Conduct,
    plan: &'a schedule::Session,
    bots: &[Bot],
    names: &[String],
    round: usize,
    halt: &AtomicBool,
    slot: &mut Slot<'a>,
) {
    let Some(block) = plan.blocks.get(round) else { return };
    if halt.load(Ordering::Relaxed) {
        slot.stopped = Some(Stopped::Interrupted);
        return;
    }
    let entrants = |at: usize| &*bots[at].entrant;
    if let Some(terms) = &conduct.tournament {
        let bots = tournament::Bots { entrant_of: &entrants, names };
        let played = tournament::play((conduct, terms), plan, bots, halt, &mut slot.hands);
        (slot.faults, slot.times) = (played.faults, played.times);
        match played.finish {
            Ok(finish) => slot.finish = Some(finish),
            Err(stopped) => {
                halt.store(true, Ordering::Relaxed);
                slot.stopped = Some(stopped);
            }
        }
        return;
    }
    if slot.open.is_none() {
        match Session::open(conduct, plan, &entrants, names) {
            Ok(session) => slot.open = Some(session),
            Err(stopped) => {
                // An interrupted match ends the wait of a seat for its player.
                let is_interrupted = halt.swap(true, Ordering::Relaxed);
                slot.stopped = Some(if is_interrupted { Stopped::Interrupted } else { stopped });
                return;
            }
        }
    }
    let Some(session) = &mut slot.open else { return };
    let ended = session.play(block, halt, &mut slot.hands);
    let is_last = round + 1 == plan.blocks.len();
    if let Err(stopped) = ended {
        halt.store(true, Ordering::Relaxed);
        slot.stopped = Some(stopped);
        slot.close();
    } else if is_last {
        slot.close();
    }
}

/// Returns why the match stopped: the first reason that is no consequence of another.
fn first_stop(slots: &[Mutex<Slot<'_>>]) -> Option<Stopped> {
    let stops = slots.iter().filter_map(|slot| slot.lock().ok()?.stopped.clone());
    let mut stops: Vec<Stopped> = stops.collect();
    let cause = stops.iter().position(|stop| *stop != Stopped::Interrupted);
    let at = cause.or_else(|| (!stops.is_empty()).then_some(0))?;
    Some(stops.swap_remove(at))
}

/// Returns the scores of the first bot in the deals that are complete.
fn first_scores(
    settings: &Settings,
    plans: &[schedule::Session],
    slots: &[Mutex<Slot<'_>>],
) -> Vec<f64> {
    let locked: Vec<_> = slots.iter().filter_map(|slot| slot.lock().ok()).collect();
    let played = plans.iter().zip(&locked).map(|(plan, slot)| (plan, slot.hands.as_slice()));
    let Scores { deals, .. } = scores(
        played.filter(|(plan, _)| plan.group == 0),
        settings,
        settings.reduction.map_or(Counts::Chips, Counts::reduced),
    );
    deals.iter().filter_map(|deal| deal.scores.first().copied()).collect()
}

#[cfg(test)]
mod tests;
