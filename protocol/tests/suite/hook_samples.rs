//! One value of every message about hooks.

use crate::samples::Note;
use cardroom_protocol::hooks::*;
use cardroom_protocol::{
    ClientMessage, RequestId, Secret, Seq, ServerMessage, TimeMs, TournamentId,
};

const REQUEST: RequestId = RequestId(147);
const HOOK: u32 = 3;
const THEN: TimeMs = TimeMs(1_790_000_000_000);

fn terms(format: HookFormat) -> HookTerms {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    HookTerms {
        address: "https://club.example/room".to_owned(),
        events: texts(&["tournament.started", "tournament.ended"]).into_iter().collect(),
        leagues: texts(&["club"]).into_iter().collect(),
        tournaments: [TournamentId(7)].into_iter().collect(),
        format,
    }
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    use HookOrder as O;
    let change = HookChange { hook: HOOK, terms: terms(HookFormat::Discord) };
    let orders = [
        O::Make(Box::new(terms(HookFormat::Standard))),
        O::Change(Box::new(change)),
        O::Make(Box::new(terms(HookFormat::Slack))),
        O::End(HOOK),
        O::TurnOff(HOOK),
        O::TurnOn(HOOK),
        O::ReplaceSecret(HOOK),
        O::Test(HOOK),
        O::SendAgain(HookEvent { hook: HOOK, event: Seq(42) }),
    ];
    let reason = || "For the club's website.".to_owned();
    let orders =
        orders.map(|order| ("", DirectHook { request: REQUEST, reason: reason(), order }.into()));
    let mut samples: Vec<(Note, ClientMessage)> = vec![
        ("", ListHooks { request: REQUEST, from: 5 }.into()),
        ("", ListDeliveries { request: REQUEST, hook: HOOK, from: 0 }.into()),
    ];
    samples.extend(orders);
    samples
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let shown = |off: Option<&str>, failing_since| HookShown {
        hook: HOOK,
        made_at: THEN,
        terms: terms(HookFormat::Standard),
        off: off.map(str::to_owned),
        failing_since,
        waiting: 12,
        dropped: 0,
    };
    let hooks = vec![shown(None, None), shown(Some("failing"), Some(THEN))];
    let delivery = |status, error: Option<&str>| HookDelivery {
        event: Seq(42),
        kind: "tournament.started".to_owned(),
        attempt: 1,
        at: THEN,
        took_ms: 120,
        status,
        error: error.map(str::to_owned),
    };
    let deliveries = vec![delivery(Some(204), None), delivery(None, Some("the request timed out"))];
    let secret = Secret::from("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    vec![
        ("", HookPage { request: REQUEST, from: 0, total: 2, hooks }.into()),
        ("", HookSecret { request: REQUEST, hook: HOOK, secret }.into()),
        ("", DeliveryPage { request: REQUEST, from: 0, total: 2, deliveries }.into()),
    ]
}
