//! The result of an entry for a player that reconnects after the room has forgotten the tournament.

use crate::common::*;
use crate::player::{Scene, refused, request_of};
use crate::tournament::{ENTRY, EVENT, end_of, is_watch, plan, playing};
use cardroom_bot::brains::Caller;
use cardroom_bot::{EntryEnd, Outcome};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::past::{GetResults, PastEvent, ResultPage, ResultRow};
use cardroom_protocol::{ErrorCode, Money, TimeMs};
use std::time::Duration;

/// Reconnects to a room that has forgotten the tournament. The player requests its results.
fn forgotten() -> (Scene, GetResults) {
    let mut scene = playing(plan(), Caller);
    scene.player.disconnected();
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let [ClientMessage::WatchTournament(watch)] = &said[..] else { panic!("{said:?}") };
    let said = scene.hear(vec![refused(watch.request, ErrorCode::UnknownTournament)]);
    (scene, results_of(said))
}

fn results_of(said: Vec<ClientMessage>) -> GetResults {
    match <[_; 1]>::try_from(said) {
        Ok([ClientMessage::GetResults(get)]) => get,
        other => panic!("no results are asked for: {other:?}"),
    }
}

fn row(name: &str, place: Option<u32>) -> ResultRow {
    ResultRow {
        place,
        name: name.to_owned(),
        entries: 1,
        rebuys: 0,
        add_ons: 0,
        prize: Money(150),
        tickets: Money(0),
        bounties: Money(20),
        knocked_out: 1,
        points: None,
        disqualified: false,
    }
}

fn result_page(get: &GetResults, total: u32, rows: Vec<ResultRow>) -> ResultPage {
    let event = PastEvent {
        tournament: get.tournament,
        name: "Sunday Major".to_owned(),
        structure: "major".to_owned(),
        rulebook: "online".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        began_at: Some(TimeMs(1_800_000_000_000)),
        ended_at: TimeMs(1_800_000_900_000),
        cancelled: false,
        entries: total,
        players: total,
        buy_in: Money(100),
        fee: Money(10),
        prize_pool: Money(200),
        winners: vec!["villain".to_owned()],
        league: None,
        season: None,
    };
    ResultPage {
        request: get.request,
        from: get.from,
        total,
        event: Box::new(event),
        deals: Vec::new(),
        corrections: Vec::new(),
        rows,
    }
}

#[test]
fn who_was_away_until_the_room_forgot_the_tournament_finds_its_place_in_the_results() {
    let (mut scene, get) = forgotten();
    assert_eq!((get.tournament, get.from), (EVENT, 0));
    let others = vec![row("villain", Some(1)), row("bot01", Some(2))];
    let get = results_of(scene.hear(vec![result_page(&get, 3, others).into()]));
    assert_eq!(get.from, 2);
    let said = scene.hear(vec![result_page(&get, 3, vec![row("bot0", Some(3))]).into()]);
    assert!(matches!(said[..], [ClientMessage::Logout(_)]), "{said:?}");
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentPlayed(EntryEnd::Place(3))));
    let results = scene.shared.results.sorted();
    let [result] = &results[..] else { panic!("{results:?}") };
    assert_eq!((result.entry, result.prize, result.bounties), (ENTRY, Money(150), Money(20)));
    assert_eq!(scene.shared.counters.totals().entries_over, 1);
}

#[test]
fn results_without_a_place_say_why() {
    let end = |cancelled: bool, disqualified: bool| {
        let (mut scene, get) = forgotten();
        let row = ResultRow { disqualified, ..row("bot0", None) };
        let mut page = result_page(&get, 1, vec![row]);
        page.event.cancelled = cancelled;
        scene.hear(vec![page.into()]);
        end_of(&scene).unwrap()
    };
    assert_eq!(end(false, false), EntryEnd::Through);
    assert_eq!(end(true, false), EntryEnd::Returned);
    assert_eq!(end(false, true), EntryEnd::Disqualified);
}

#[test]
fn who_is_not_in_the_results_or_finds_none_has_played_all_the_same() {
    let (mut scene, get) = forgotten();
    scene.hear(vec![result_page(&get, 1, vec![row("villain", Some(1))]).into()]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentLeft));
    // An empty page must not make the bot request the next one forever.
    let (mut scene, get) = forgotten();
    scene.hear(vec![result_page(&get, 200, Vec::new()).into()]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentLeft));
    let (mut scene, get) = forgotten();
    scene.hear(vec![refused(get.request, ErrorCode::UnknownTournament)]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentLeft));
    assert!(scene.shared.results.sorted().is_empty());
}

#[test]
fn where_the_room_is_busy_or_says_that_it_goes_on_the_tournament_is_looked_for_again() {
    for code in [ErrorCode::Busy, ErrorCode::NotAllowedNow] {
        let (mut scene, get) = forgotten();
        let said = scene.hear(vec![refused(get.request, code)]);
        assert!(said.is_empty(), "{said:?}");
        let said = scene.wait(Duration::from_secs(1));
        assert!(is_watch(&said, true), "{said:?}");
    }
}
