//! Bots that use a code and bots on a waiting list, without a socket.

use crate::common::*;
use crate::player::{Scene, request_of};
use crate::tournament::{EVENT, event_info, event_view};
use cardroom_bot::brains::Caller;
use cardroom_bot::{Outcome, Settings, TableChoice, TournamentPlan};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::hosting::{Invited, InvitedToTournament};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::*;
use cardroom_protocol::tournament::TournamentState;
use cardroom_protocol::waiting::{SeatOffered, WaitListEnd, WaitListLeft, WaitListPlace};
use cardroom_protocol::{ErrorCode, RequestId, TableId};
use std::time::Duration;

const CODE: &str = "K7QX2M9RTA";

fn refused(request: RequestId, code: ErrorCode) -> ServerMessage {
    Refused { request, code, message: String::new() }.into()
}

fn by_code() -> Settings {
    Settings { code: Some(CODE.to_owned()), ..Settings::default() }
}

fn in_line() -> Settings {
    let tables = TableChoice::Ids([TABLE].into());
    Settings { tables, waits_in_line: true, ..Settings::default() }
}

/// Logs in, and returns the messages that the bot sends then.
fn log_in(scene: &mut Scene) -> Vec<ClientMessage> {
    let said = scene.connect();
    scene.hear(vec![logged_in(request_of(&said), 5_000, &[])])
}

fn code_brought(said: &[ClientMessage]) -> RequestId {
    let [ClientMessage::UseInvitation(body)] = said else { panic!("no code: {said:?}") };
    assert_eq!(body.code, CODE);
    body.request
}

fn sits(said: &[ClientMessage]) -> RequestId {
    let [ClientMessage::Sit(sit)] = said else { panic!("does not sit down: {said:?}") };
    assert_eq!(sit.table, TABLE);
    sit.request
}

/// Puts a bot on the waiting list of a full table.
fn waiting() -> Scene {
    let mut scene = Scene::new(in_line(), Caller);
    let said = log_in(&mut scene);
    assert!(matches!(said[..], [ClientMessage::Observe(_)]), "{said:?}");
    let said = scene.hear(vec![snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]);
    let said = scene.hear(vec![refused(sits(&said), ErrorCode::TableFull)]);
    let [ClientMessage::JoinWaitList(join)] = &said[..] else { panic!("not in line: {said:?}") };
    let place = WaitListPlace { table: TABLE, place: 2, waiting: 2 };
    let said = scene.hear(vec![Done { request: join.request }.into(), place.into()]);
    assert!(said.is_empty(), "it waits: {said:?}");
    scene
}

#[test]
fn a_code_leads_to_its_table_and_is_brought_again_on_every_connection() {
    let mut scene = Scene::new(by_code(), Caller);
    for _ in 0..2 {
        let said = log_in(&mut scene);
        let request = code_brought(&said);
        let said = scene.hear(vec![Invited { request, info: info() }.into()]);
        let [ClientMessage::Observe(observe)] = &said[..] else { panic!("{said:?}") };
        assert_eq!(observe.table, TABLE);
        let said = scene.hear(vec![snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]);
        sits(&said);
        scene.player.disconnected();
    }
}

#[test]
fn a_code_that_leads_nowhere_ends_it_and_a_busy_room_does_not() {
    let mut scene = Scene::new(by_code(), Caller);
    let said = log_in(&mut scene);
    let busy = refused(code_brought(&said), ErrorCode::RateLimited);
    assert!(scene.hear(vec![busy]).is_empty());
    assert_eq!(scene.player.outcome(), None);
    let said = scene.wait(Duration::from_secs(1));
    scene.hear(vec![refused(code_brought(&said), ErrorCode::UnknownCode)]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::NoSuchTable));
}

#[test]
fn a_table_that_is_closed_is_not_asked_for_for_ever() {
    let mut scene = Scene::new(by_code(), Caller);
    let said = log_in(&mut scene);
    let request = code_brought(&said);
    let said = scene.hear(vec![Invited { request, info: info() }.into()]);
    let [ClientMessage::Observe(observe)] = &said[..] else { panic!("{said:?}") };
    scene.hear(vec![refused(observe.request, ErrorCode::UnknownTable)]);
    let said = scene.wait(Duration::from_secs(1));
    scene.hear(vec![refused(code_brought(&said), ErrorCode::UnknownCode)]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::NoSuchTable));
}

#[test]
fn a_code_leads_to_its_tournament() {
    let tournament = Some(TournamentPlan::by_code(CODE));
    let mut scene = Scene::new(Settings { tournament, ..Settings::default() }, Caller);
    let said = log_in(&mut scene);
    let request = code_brought(&said);
    let info = event_info(TournamentState::Registering, 0);
    let invited = InvitedToTournament { request, info: info.clone() };
    let said = scene.hear(vec![invited.into()]);
    let [ClientMessage::WatchTournament(watch)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(watch.tournament, EVENT);
    let said = scene.hear(vec![event_view(info, 60_000, None)]);
    let [ClientMessage::EnterTournament(enter)] = &said[..] else { panic!("{said:?}") };
    assert_eq!(enter.tournament, EVENT);

    let tournament = Some(TournamentPlan::by_code(CODE));
    let mut scene = Scene::new(Settings { tournament, ..Settings::default() }, Caller);
    let said = log_in(&mut scene);
    scene.hear(vec![refused(code_brought(&said), ErrorCode::UnknownCode)]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::NoSuchTournament));
}

#[test]
fn who_waits_sits_down_when_a_seat_is_offered_and_gets_in_line_again_where_it_is_gone() {
    let mut scene = waiting();
    let elsewhere = SeatOffered { table: TableId(TABLE.0 + 1), time_ms: 30_000 };
    assert!(scene.hear(vec![elsewhere.into()]).is_empty());
    let offer = || SeatOffered { table: TABLE, time_ms: 30_000 }.into();
    let said = scene.hear(vec![offer()]);
    let said = scene.hear(vec![refused(sits(&said), ErrorCode::SeatKept)]);
    let [ClientMessage::JoinWaitList(join)] = &said[..] else { panic!("{said:?}") };
    // It is still on the list.
    assert!(scene.hear(vec![refused(join.request, ErrorCode::NothingToDo)]).is_empty());
    let said = scene.hear(vec![offer()]);
    let seated = Seated { request: sits(&said), table: TABLE, seat: 3 };
    let left = WaitListLeft { table: TABLE, reason: WaitListEnd::Seated };
    assert!(scene.hear(vec![left.into(), seated.into()]).is_empty());
    assert_eq!(scene.player.table().unwrap().hero_seat, Some(3));
}

#[test]
fn who_falls_out_of_line_looks_again_and_a_seat_that_frees_meanwhile_is_taken() {
    let mut scene = waiting();
    let left = WaitListLeft { table: TABLE, reason: WaitListEnd::OfferOver };
    assert!(scene.hear(vec![left.into()]).is_empty());
    let said = scene.wait(Duration::from_secs(3));
    assert!(
        said.iter().any(|message| matches!(message, ClientMessage::Observe(_))),
        "it looks again: {said:?}"
    );
    let said = scene.hear(vec![snapshot(view(11, vec![seat(0, "villain", 1_000)], None))]);
    let said = scene.hear(vec![refused(sits(&said), ErrorCode::TableFull)]);
    let [ClientMessage::JoinWaitList(join)] = &said[..] else { panic!("{said:?}") };
    sits(&scene.hear(vec![refused(join.request, ErrorCode::SeatsFree)]));
}

#[test]
fn the_shortest_line_is_chosen_where_no_seat_is_free() {
    let full = |table, waiting| TableInfo {
        table: TableId(table),
        seated: info().seats,
        waiting,
        ..info()
    };
    let listed = |tables: Vec<TableInfo>| {
        let settings = Settings { waits_in_line: true, ..Settings::default() };
        let mut scene = Scene::new(settings, Caller);
        let said = log_in(&mut scene);
        let [ClientMessage::ListTables(list)] = &said[..] else { panic!("{said:?}") };
        assert!(!list.filter.open_seats, "full tables count, too");
        let list = TableList { request: list.request, tables, last: true };
        let said = scene.hear(vec![list.into()]);
        let [ClientMessage::Observe(observe)] = &said[..] else { panic!("{said:?}") };
        observe.table
    };
    assert_eq!(listed(vec![full(5, 3), full(6, 1), full(7, 2)]), TableId(6));
    let open = TableInfo { table: TableId(8), seated: 1, ..info() };
    assert_eq!(listed(vec![full(5, 0), open]), TableId(8), "a free seat comes first");
}
