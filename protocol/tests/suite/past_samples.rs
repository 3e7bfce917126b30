//! One value of every message about what stays of tournaments, and the largest pages of them.
//!
//! They tell of what is left of "Sunday Major": Ada won, Bob was second.

use crate::samples::Note;
use crate::tournament_pages::{fits, longest};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::limits::*;
use cardroom_protocol::past::*;
use cardroom_protocol::tournament::DealPart;
use cardroom_protocol::{
    ClientMessage, EntryId, Money, Points, RequestId, ServerMessage, TimeMs, TournamentId,
};

const REQUEST: RequestId = RequestId(70);
const TOURNAMENT: TournamentId = TournamentId(12);

fn event() -> PastEvent {
    PastEvent {
        tournament: TOURNAMENT,
        name: "Sunday Major".to_owned(),
        structure: "sunday-major".to_owned(),
        rulebook: "tda-2024".to_owned(),
        game_name: "No-limit hold'em".to_owned(),
        began_at: Some(TimeMs(1_800_000_600_000)),
        ended_at: TimeMs(1_800_012_000_000),
        cancelled: false,
        entries: 300,
        players: 241,
        buy_in: Money(1_000),
        fee: Money(100),
        prize_pool: Money(300_000),
        winners: vec!["Ada".to_owned()],
        league: Some("thursdays".to_owned()),
        season: Some("2026-autumn".to_owned()),
    }
}

fn cancelled() -> PastEvent {
    PastEvent {
        began_at: None,
        cancelled: true,
        entries: 0,
        players: 0,
        winners: Vec::new(),
        league: None,
        season: None,
        ..event()
    }
}

fn row() -> ResultRow {
    ResultRow {
        place: Some(1),
        name: "Ada".to_owned(),
        entries: 2,
        rebuys: 1,
        add_ons: 1,
        prize: Money(90_000),
        tickets: Money(0),
        bounties: Money(1_500),
        knocked_out: 3,
        points: Some(Points(1_250)),
        disqualified: false,
    }
}

/// Every client message.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let request = REQUEST;
    let league = || Some("thursdays".to_owned());
    let season = || Some("2026-autumn".to_owned());
    vec![
        ("everything", ListPastEvents { request, league: None, season: None, from: 25 }.into()),
        (
            "a season",
            ListPastEvents { request, league: league(), season: season(), from: 0 }.into(),
        ),
        ("", GetResults { request, tournament: TOURNAMENT, from: 100 }.into()),
    ]
}

/// Every server message.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let request = REQUEST;
    let share = |entry, name: &str, amount| DealPart {
        entry: EntryId(entry),
        name: name.to_owned(),
        amount: Money(amount),
    };
    let shares = vec![share(1, "Ada", 70_000), share(300, "Bob", 60_000)];
    let deals = vec![PastDeal { shares, for_winner: Money(20_000) }];
    let gone = ResultRow {
        place: None,
        name: "Eve".to_owned(),
        points: None,
        disqualified: true,
        tickets: Money(11_000),
        ..row()
    };
    let events = vec![event(), cancelled()];
    vec![
        ("", PastEventPage { request, from: 0, total: 2, events }.into()),
        (
            "",
            ResultPage {
                request,
                from: 0,
                total: 2,
                event: Box::new(event()),
                deals,
                rows: vec![row(), gone],
            }
            .into(),
        ),
    ]
}

/// An event with everything as long as it gets.
fn longest_event() -> PastEvent {
    PastEvent {
        tournament: TournamentId(MAX_SAFE),
        name: longest(MAX_TOURNAMENT_NAME_CHARS),
        structure: longest(MAX_TOURNAMENT_NAME_CHARS),
        rulebook: longest(MAX_RULE_CHARS),
        game_name: longest(MAX_TOURNAMENT_NAME_CHARS),
        buy_in: Money(MAX_SAFE),
        fee: Money(MAX_SAFE),
        prize_pool: Money(MAX_SAFE),
        winners: vec![longest(MAX_NAME_CHARS); MAX_WINNERS],
        league: Some(longest(MAX_RULE_CHARS)),
        season: Some(longest(MAX_RULE_CHARS)),
        ..event()
    }
}

#[test]
fn a_full_page_of_past_events_fits() {
    let events = vec![longest_event(); MAX_PAST_EVENTS_PER_PAGE];
    fits(PastEventPage { request: REQUEST, from: u32::MAX, total: u32::MAX, events });
}

#[test]
fn a_full_page_of_results_with_a_deal_fits() {
    let row = ResultRow {
        place: Some(u32::MAX),
        name: longest(MAX_NAME_CHARS),
        entries: u32::MAX,
        rebuys: u32::MAX,
        add_ons: u32::MAX,
        prize: Money(MAX_SAFE),
        tickets: Money(MAX_SAFE),
        bounties: Money(MAX_SAFE),
        knocked_out: u32::MAX,
        points: Some(Points(MAX_SAFE)),
        disqualified: false,
    };
    let share = DealPart {
        entry: EntryId(MAX_SAFE),
        name: longest(MAX_NAME_CHARS),
        amount: Money(MAX_SAFE),
    };
    let deal = PastDeal { shares: vec![share; MAX_DEAL_SHARES], for_winner: Money(MAX_SAFE) };
    fits(ResultPage {
        request: REQUEST,
        from: u32::MAX,
        total: u32::MAX,
        event: Box::new(longest_event()),
        deals: vec![deal; MAX_PAST_DEALS],
        rows: vec![row; MAX_RESULTS_PER_PAGE],
    });
}
