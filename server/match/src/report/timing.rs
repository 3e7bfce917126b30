//! How long the decisions of each bot took.

use super::{BotTiming, Timing};
use crate::run::{Bot, Outcome};
use hdrhistogram::Histogram;

pub(super) fn timing(bots: &[Bot], outcome: &Outcome, jobs: usize) -> Timing {
    let of_bot = |(entrant, bot): (usize, &Bot)| {
        let mut all: Option<Histogram<u64>> = None;
        for session in &outcome.sessions {
            for (seat, times) in session.plan.seats.iter().zip(&session.times) {
                if *seat != entrant {
                    continue;
                }
                match &mut all {
                    None => all = Some(times.clone()),
                    // A histogram that grows has a place for every time.
                    Some(all) => all.add(times).unwrap_or_default(),
                }
            }
        }
        let micro = |nano: f64| nano / 1_000.0;
        let (mean, p99, decisions) = all.map_or((0.0, 0.0, 0), |all| {
            (all.mean(), all.value_at_quantile(0.99) as f64, all.len())
        });
        let bot = bot.name.clone();
        BotTiming { bot, decisions, mean_us: micro(mean), p99_us: micro(p99) }
    };
    let bots = bots.iter().enumerate().map(of_bot).collect();
    Timing { seconds: outcome.took.as_secs_f64(), jobs, bots }
}
