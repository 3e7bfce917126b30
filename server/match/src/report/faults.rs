//! The faults of a match, by bot and kind.

use super::FaultReport;
use crate::run::{Bot, End, Outcome};
use crate::seat::FaultKind;
use crate::session::{NotedFault, Stopped};

/// How much of a line at fault a report shows.
const SHOWN_BYTES: usize = 200;

pub(super) fn faults(bots: &[Bot], outcome: &Outcome) -> Vec<FaultReport> {
    let mut all: Vec<&NotedFault> =
        outcome.sessions.iter().flat_map(|session| &session.faults).collect();
    if let End::Stopped(Stopped::NotReady(noted)) = &outcome.end {
        all.push(noted);
    }
    let mut reports = Vec::new();
    for (entrant, bot) in bots.iter().enumerate() {
        for kind in FaultKind::ALL {
            let is_such =
                |noted: &&&NotedFault| noted.entrant == entrant && noted.fault.kind == kind;
            let mut such = all.iter().filter(is_such);
            let Some(first) = such.next() else { continue };
            reports.push(FaultReport {
                bot: bot.name.clone(),
                kind: kind.name(),
                count: 1 + such.count(),
                session: first.session,
                hand: first.hand,
                deal: first.deal,
                detail: first.fault.detail.clone(),
                line: escaped(&first.fault.raw),
            });
        }
    }
    reports
}

/// Escapes the beginning of a line, so that it cannot do anything to a terminal.
fn escaped(raw: &[u8]) -> String {
    raw[..raw.len().min(SHOWN_BYTES)].escape_ascii().to_string()
}
