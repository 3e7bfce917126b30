//! The part of a report about results without luck.

use crate::reduce;
use crate::run::{Bot, Outcome, Settings};
use serde::Serialize;

/// How luck was taken out of the reduced results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReductionReport {
    /// The name of the method: `chance` or `aivat`.
    pub method: &'static str,
    /// The name and version of the value function.
    pub value: &'static str,
    /// The bots that stated the probabilities of their decisions; always empty with `chance`.
    pub policies: Vec<PolicyReport>,
}

/// The decisions of a bot that were drawn from stated probabilities.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PolicyReport {
    pub bot: String,
    pub decisions: u64,
}

/// A result without luck. Its mean is that of the result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReducedReport {
    /// The name and version of the value function.
    pub value: &'static str,
    pub rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    pub deviation: f64,
    /// The standard deviation of a hand, to compare with that of the unpaired result.
    pub hand_deviation: f64,
}

/// Reports how luck was taken out, if it was.
pub(super) fn reduction(
    settings: &Settings,
    bots: &[Bot],
    outcome: &Outcome,
) -> Option<ReductionReport> {
    let method = settings.reduction?.name();
    let mut decisions = vec![0_u64; bots.len()];
    for session in &outcome.sessions {
        let lucks = session.hands.iter().filter_map(|hand| hand.luck.as_ref());
        for luck in lucks {
            for (entrant, drawn) in session.plan.seats.iter().zip(&luck.drawn) {
                decisions[*entrant] += u64::from(*drawn);
            }
        }
    }
    let of_bots = bots.iter().zip(decisions).filter(|(_, decisions)| *decisions > 0);
    let policies =
        of_bots.map(|(bot, decisions)| PolicyReport { bot: bot.name.clone(), decisions });
    Some(ReductionReport { method, value: reduce::VALUE, policies: policies.collect() })
}
