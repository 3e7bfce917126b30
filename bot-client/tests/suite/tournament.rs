//! A player's way through a tournament, with and without a socket.

use crate::common::*;
use crate::fake_server::{Client, FakeServer};
use crate::player::{Scene, act_of, refused, request_of};
use cardroom_bot::brains::Caller;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::standings::Standings;
use cardroom_bot::{
    Action, Brain, DeadLine, EntryEnd, LegalActions, Outcome, Settings, Swarm, Table,
    TournamentPlan,
};
use cardroom_deal::{Faces, NULL, Op, Opening, Pack, RoomKey, Seal, contributed, digest};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::deal::{Bytes, DealBound, DealOpened, DealSealed, Sig64};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::items::Items;
use cardroom_protocol::server::*;
use cardroom_protocol::table::*;
use cardroom_protocol::tournament::*;
use cardroom_protocol::{
    ActionId, Chips, DealId, Encoding, EntryId, ErrorCode, HandNo, Money, RequestId, Seq, TableId,
    TimeMs, TournamentId,
};
use std::time::Duration;

pub(crate) const EVENT: TournamentId = TournamentId(12);
pub(crate) const ENTRY: EntryId = EntryId(5);
const OTHER_TABLE: TableId = TableId(4);

pub(crate) fn plan() -> Settings {
    Settings { tournament: Some(TournamentPlan::id(EVENT)), ..Settings::default() }
}

fn planned(plan: TournamentPlan) -> Settings {
    Settings { tournament: Some(plan), ..Settings::default() }
}

pub(crate) fn event_info(state: TournamentState, level: u16) -> TournamentInfo {
    TournamentInfo {
        tournament: EVENT,
        name: "Sunday Major".to_owned(),
        structure: "major".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        format: TournamentFormat::Open,
        state,
        starts_at: Some(TimeMs(1_800_000_000_000)),
        seats: 6,
        buy_in: Money(100),
        fee: Money(10),
        bounty: None,
        starting_stack: Chips(1_000),
        entries: 2,
        max_entries: 100,
        players_left: 2,
        level,
        late_level: 4,
        open: !matches!(state, TournamentState::Announced),
        re_entries: 1,
        guarantee: Money(0),
        prize_pool: Money(200),
        min_age: None,
        check_in: false,
        bots_allowed: true,
        self_run: false,
        host: None,
        bot_at: None,
        counts_for: None,
    }
}

pub(crate) fn event_view(
    info: TournamentInfo,
    remaining_ms: u32,
    you: Option<OwnEntry>,
) -> ServerMessage {
    let stakes = Stakes {
        betting: Betting::NoLimit,
        small_blind: Chips(5),
        big_blind: Chips(10),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
    };
    let clock = ClockView {
        phase: if info.level == 0 { ClockPhase::BeforeStart } else { ClockPhase::Level },
        level: info.level,
        stakes,
        remaining_ms,
        next: None,
        next_break_ms: None,
    };
    let view = TournamentView {
        info,
        seq: Seq(40),
        clock,
        tables: 1,
        average_stack: Chips(1_000),
        smallest_stack: Chips(1_000),
        largest_stack: Chips(1_000),
        places_paid: 1,
        payouts: Vec::new(),
        hand_for_hand: false,
        deals_allowed: false,
        deal: None,
        announcement: None,
        you,
    };
    TournamentSnapshot { tournament: EVENT, view: Box::new(view) }.into()
}

fn own(state: EntryState, place: Option<u32>) -> OwnEntry {
    OwnEntry {
        entry: ENTRY,
        state,
        table: None,
        seat: None,
        stack: Chips(0),
        place,
        prize: Money(150),
        bounties: Money(0),
        head: Money(0),
        penalty_hands: 0,
        may_buy: Vec::new(),
        may_re_enter: false,
    }
}

fn event_step(seq: u64, event: impl Into<TournamentEvent>) -> ServerMessage {
    TournamentStep { tournament: EVENT, seq: Seq(seq), events: Items(vec![event.into()]) }.into()
}

fn new_seat(table: TableId, seat: u8, reason: SeatReason) -> ServerMessage {
    let stack = Chips(1_000);
    NewSeat { tournament: EVENT, entry: ENTRY, table, seat, stack, reason }.into()
}

/// Makes the view of a tournament table with the hero in seat 1.
fn event_table(table: TableId, seq: u64) -> ServerMessage {
    let seats = vec![seat(0, "villain", 1_000), seat(1, "bot0", 1_000)];
    let mut view = view(seq, seats, Some(own_view(1)));
    (view.info.table, view.info.tournament) = (table, Some(EVENT));
    snapshot(view)
}

fn finished(place: u32, prize: u64, may_re_enter: bool) -> ServerMessage {
    Finished {
        tournament: EVENT,
        entry: ENTRY,
        place,
        tied: 1,
        prize: Money(prize),
        ticket: None,
        bounties: Money(0),
        may_re_enter,
    }
    .into()
}

fn enter_of(said: &[ClientMessage]) -> RequestId {
    match said {
        [ClientMessage::EnterTournament(enter)] => {
            assert_eq!((enter.tournament, enter.of_age), (EVENT, true));
            enter.request
        }
        other => panic!("it does not enter: {other:?}"),
    }
}

pub(crate) fn is_watch(said: &[ClientMessage], on: bool) -> bool {
    matches!(said, [ClientMessage::WatchTournament(watch)] if watch.on == on)
}

/// Logs in, and requests the tournament's view.
fn arrived(settings: Settings, brain: impl Brain + 'static) -> Scene {
    let mut scene = Scene::new(settings, brain);
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    assert!(is_watch(&said, true), "{said:?}");
    scene
}

/// Registers before the start, and stops watching the tournament.
fn registered(settings: Settings, brain: impl Brain + 'static) -> Scene {
    let mut scene = arrived(settings, brain);
    let said = scene.hear(vec![event_view(event_info(TournamentState::Registering, 0), 0, None)]);
    let entered =
        Entered { request: enter_of(&said), tournament: EVENT, entry: ENTRY, waiting: false };
    let said = scene.hear(vec![entered.into()]);
    assert!(is_watch(&said, false), "{said:?}");
    scene
}

/// Takes seat 1 at table 3.
pub(crate) fn playing(settings: Settings, brain: impl Brain + 'static) -> Scene {
    let mut scene = registered(settings, brain);
    let said = scene.hear(vec![new_seat(TABLE, 1, SeatReason::Draw), event_table(TABLE, 10)]);
    assert!(said.is_empty(), "{said:?}");
    scene
}

fn left(table: TableId) -> ServerMessage {
    LeftTable { table, cashed_out: Chips(0), reason: "moved".to_owned(), stayed: Chips(0) }.into()
}

pub(crate) fn end_of(scene: &Scene) -> Option<EntryEnd> {
    scene.shared.results.sorted().first().map(|result| result.end)
}

#[test]
fn from_the_registration_to_a_place() {
    let mut scene = playing(plan(), Caller);
    let said = scene.deal(11, 1);
    assert_eq!(act_of(&said).0, ActionId(1));
    let said = scene.hear(vec![step(12, button_folds(1))]);
    assert!(said.is_empty(), "a stack below the buy-in is no reason to buy: {said:?}");

    // Moved between hands to another table, where action ids start again.
    let gone = step(13, vec![SeatLeft { seat: 1 }.into()]);
    assert!(scene.hear(vec![gone, left(TABLE)]).is_empty());
    assert!(scene.player.table().is_none());
    let seat = new_seat(OTHER_TABLE, 1, SeatReason::Balanced);
    let said = scene.hear(vec![seat, event_table(OTHER_TABLE, 70)]);
    assert!(said.is_empty(), "{said:?}");
    assert_eq!(scene.player.table().map(|table| table.info.table), Some(OTHER_TABLE));
    let on_other = |message: ServerMessage| match message {
        ServerMessage::Step(step) => Step { table: OTHER_TABLE, ..step }.into(),
        ServerMessage::HoleCards(cards) => HoleCards { table: OTHER_TABLE, ..cards }.into(),
        ServerMessage::YourTurn(turn) => YourTurn { table: OTHER_TABLE, ..turn }.into(),
        other => other,
    };
    let turn = your_turn(71, 99, call_or_raise(5, 20, 1_000));
    let deal = vec![step(71, hand_begins(9)), hole_cards(71, 9, "As Kd"), turn];
    let said = scene.hear(deal.into_iter().map(on_other).collect());
    assert_eq!(act_of(&said).0, ActionId(1));

    let said = scene.hear(vec![finished(2, 50, false)]);
    assert!(matches!(said[..], [ClientMessage::Logout(_)]), "{said:?}");
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentPlayed(EntryEnd::Place(2))));
    let results = scene.shared.results.sorted();
    let [result] = &results[..] else { panic!("{results:?}") };
    assert_eq!((result.entry, result.prize, &*result.name), (ENTRY, Money(50), "bot0"));
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.entries, totals.entries_over, totals.moves), (1, 1, 1));
    assert_eq!((totals.protocol_errors, totals.top_ups, totals.sits), (0, 0, 0));
}

#[test]
fn an_entrant_who_waits_for_a_seat_notices_a_dead_line() {
    let mut scene = registered(plan(), Caller);
    // The answer to the end of watching, which is the fourth request.
    assert!(scene.hear(vec![Done { request: RequestId(4) }.into()]).is_empty());
    assert_eq!(scene.player.deadline(), Some(scene.now + DeadLine::QUIET));
    assert!(matches!(scene.wait(DeadLine::QUIET)[..], [ClientMessage::Ping(_)]));
    assert!(!scene.player.is_connection_dead(scene.now));
    assert!(scene.player.is_connection_dead(scene.now + DeadLine::PING));
    scene.player.disconnected();
    let said = scene.connect();
    assert!(matches!(said[..], [ClientMessage::LoginToken(_)]), "{said:?}");
}

#[test]
fn a_seat_may_be_shown_before_it_is_told() {
    let mut scene = registered(plan(), Caller);
    scene.hear(vec![event_table(TABLE, 10), new_seat(TABLE, 1, SeatReason::Draw)]);
    assert_eq!(act_of(&scene.deal(11, 1)).0, ActionId(1));
    // The same, combined with a move.
    scene.hear(vec![step(12, button_folds(1)), left(TABLE), event_table(OTHER_TABLE, 70)]);
    scene.hear(vec![new_seat(OTHER_TABLE, 1, SeatReason::TableBroken)]);
    assert_eq!(scene.player.table().map(|table| table.info.table), Some(OTHER_TABLE));
    // After a new seat at the same table the player waits for its view.
    let said = scene.hear(vec![new_seat(OTHER_TABLE, 1, SeatReason::Redraw)]);
    assert!(said.is_empty());
    assert_eq!(scene.shared.counters.totals().moves, 2);
}

#[test]
fn a_tournament_is_found_by_its_name() {
    let mut scene = Scene::new(planned(TournamentPlan::named("sunday major")), Caller);
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let [ClientMessage::ListTournaments(list)] = &said[..] else { panic!("{said:?}") };
    let none = TournamentList { request: list.request, tournaments: Vec::new(), last: true };
    assert!(scene.hear(vec![none.into()]).is_empty());
    let said = scene.wait(Duration::from_secs(2));
    let [ClientMessage::ListTournaments(list)] = &said[..] else { panic!("{said:?}") };
    let with = |id: u64, name: &str, state| {
        let info = event_info(state, 0);
        TournamentInfo { tournament: TournamentId(id), name: name.to_owned(), ..info }
    };
    let first = vec![
        with(3, "Sunday Major", TournamentState::Finished),
        with(4, "Sunday Minor", TournamentState::Registering),
        with(6, "Sunday Major", TournamentState::Announced),
    ];
    let first = TournamentList { request: list.request, tournaments: first, last: false };
    assert!(scene.hear(vec![first.into()]).is_empty());
    let rest = vec![with(12, "Sunday Major", TournamentState::Registering)];
    let rest = TournamentList { request: list.request, tournaments: rest, last: true };
    let said = scene.hear(vec![rest.into()]);
    assert!(
        matches!(said[..], [ClientMessage::WatchTournament(ref watch)] if watch.tournament == EVENT)
    );
}

#[test]
fn what_does_not_exist_is_not_looked_for_for_ever() {
    let mut scene = arrived(plan(), Caller);
    for request in 2..100 {
        scene.hear(vec![refused(RequestId(request), ErrorCode::UnknownTournament)]);
        scene.wait(Duration::from_secs(2));
    }
    assert_eq!(scene.player.outcome(), Some(&Outcome::NoSuchTournament));
}

#[test]
fn entries_that_are_not_taken_yet_are_waited_for() {
    let mut scene = arrived(plan(), Caller);
    let said = scene.hear(vec![event_view(event_info(TournamentState::Announced, 0), 0, None)]);
    assert!(said.is_empty(), "{said:?}");
    assert!(
        scene
            .hear(vec![event_step(41, StartChanged { starts_at: TimeMs(9), counts_for: None })])
            .is_empty()
    );
    let said = scene.hear(vec![event_step(42, EntryOpened {})]);
    assert!(is_watch(&said, true), "{said:?}");
    let said = scene.hear(vec![event_view(event_info(TournamentState::Registering, 0), 0, None)]);
    let request = enter_of(&said);
    // A player without money requests chips, and then enters.
    let said = scene.hear(vec![refused(request, ErrorCode::InsufficientFunds)]);
    let said = scene.hear(vec![Done { request: request_of(&said) }.into()]);
    enter_of(&said);
}

#[test]
fn a_late_player_enters_in_its_level() {
    let mut scene = arrived(planned(TournamentPlan::id(EVENT).late_from(0)), Caller);
    let running = |level| event_info(TournamentState::Running, level);
    let said = scene.hear(vec![event_view(event_info(TournamentState::Registering, 0), 0, None)]);
    assert!(said.is_empty(), "before the start is not late: {said:?}");
    let stakes = Stakes {
        betting: Betting::NoLimit,
        small_blind: Chips(5),
        big_blind: Chips(10),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
    };
    let mut entered_in = None;
    for level in 1..=4 {
        let sheet = LevelSheet { level, seconds: 60, stakes };
        let (remaining_ms, next, next_break_ms) = (60_000, None, None);
        let began = LevelBegan { level: sheet, remaining_ms, next, next_break_ms };
        let seq = if level == 1 { 41 } else { 42 };
        let said = scene.hear(vec![event_step(seq, began)]);
        assert!(is_watch(&said, true), "{said:?}");
        let said = scene.hear(vec![event_view(running(level), 60_000, None)]);
        assert!(said.is_empty(), "{said:?}");
        scene.hear(vec![event_step(41, HandForHandBegan {})]);
        let said = scene.wait(Duration::from_secs(60));
        if !said.is_empty() {
            // After such a long silence a ping is sent too.
            let enter = |m: &&ClientMessage| matches!(m, ClientMessage::EnterTournament(_));
            if said.iter().any(|m| enter(&m)) {
                entered_in = Some(level);
                break;
            }
        }
    }
    assert!(entered_in.is_some(), "it never enters");
}

#[test]
fn who_comes_too_late_has_done_nothing_wrong() {
    let closed = TournamentInfo { open: false, ..event_info(TournamentState::Running, 9) };
    let mut late = arrived(planned(TournamentPlan::id(EVENT).late_from(0)), Caller);
    late.hear(vec![event_view(closed.clone(), 0, None)]);
    assert_eq!(late.player.outcome(), Some(&Outcome::EntryClosed));
    assert!(Outcome::EntryClosed.is_success());
    // A player that was not planned to come late has missed the tournament.
    let mut scene = arrived(plan(), Caller);
    scene.hear(vec![event_view(closed, 0, None)]);
    let Some(Outcome::Rejected { code: ErrorCode::TooLate, .. }) = scene.player.outcome() else {
        panic!("{:?}", scene.player.outcome())
    };
}

#[test]
fn who_is_out_enters_again_as_often_as_planned() {
    let mut scene = playing(planned(TournamentPlan::id(EVENT).re_entries(1)), Caller);
    let said = scene.hear(vec![finished(90, 0, true)]);
    let entered =
        Entered { request: enter_of(&said), tournament: EVENT, entry: EntryId(77), waiting: true };
    assert!(scene.hear(vec![entered.into()]).is_empty());
    assert!(scene.player.outcome().is_none());
    let out = ServerMessage::from(Finished {
        tournament: EVENT,
        entry: EntryId(77),
        place: 60,
        tied: 2,
        prize: Money(0),
        ticket: None,
        bounties: Money(0),
        may_re_enter: true,
    });
    scene.hear(vec![out]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentPlayed(EntryEnd::Place(60))));
    let entries: Vec<_> =
        scene.shared.results.sorted().iter().map(|result| result.entry.0).collect();
    assert_eq!(entries, [77, 5]);
}

#[test]
fn a_player_who_enters_again_at_the_same_table_joins_its_deals_anew() {
    let mut scene = Scene::new(planned(TournamentPlan::id(EVENT).re_entries(1)), Caller);
    scene.player.connected(scene.now, &welcome(1));
    let said = scene.player.take_outbox(scene.now);
    scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let mut said =
        scene.hear(vec![event_view(event_info(TournamentState::Registering, 0), 0, None)]);
    for round in 0..2 {
        let request = enter_of(&said);
        let entered = Entered { request, tournament: EVENT, entry: ENTRY, waiting: false };
        scene.hear(vec![entered.into()]);
        let seat = new_seat(TABLE, 1, SeatReason::Draw);
        let said_seated = scene.hear(vec![seat, event_table(TABLE, 10 + round)]);
        let joins = |said: &&ClientMessage| matches!(said, ClientMessage::JoinDeal(_));
        assert_eq!(said_seated.iter().filter(joins).count(), 1, "{said_seated:?}");
        // The tournament may say that the player is out before the table does.
        said = scene.hear(vec![finished(90, 0, true), left(TABLE)]);
    }
}

/// The old table breaks before the request for its view arrives there, as in a simulated room in
/// which all players at the final table forgot it and lent no link to its deals.
#[test]
fn a_player_whom_the_room_moved_keeps_the_new_table_when_the_view_of_the_old_one_is_refused() {
    let mut scene = playing(plan(), Caller);
    let said = scene.hear(vec![step(14, button_folds(1))]);
    let [ClientMessage::Observe(observe)] = &said[..] else { panic!("{said:?}") };
    let moved = new_seat(OTHER_TABLE, 1, SeatReason::FinalTable);
    scene.hear(vec![moved, event_table(OTHER_TABLE, 3)]);
    scene.hear(vec![refused(observe.request, ErrorCode::UnknownTable)]);
    let mut turn = your_turn(4, 71, call_or_raise(5, 20, 1_000));
    if let ServerMessage::YourTurn(turn) = &mut turn {
        turn.table = OTHER_TABLE;
    }
    let mut begins = step(4, hand_begins(1));
    if let ServerMessage::Step(begins) = &mut begins {
        begins.table = OTHER_TABLE;
    }
    let said = scene.hear(vec![begins, turn]);
    assert_eq!(act_of(&said).2, Action::Call, "it plays on at the new table");
}

/// The tournament says that it is over before the table says how its last hand ended.
#[test]
fn a_hand_that_a_player_stops_following_is_not_verified() {
    let mut scene = Scene::new(plan(), Caller);
    scene.player.connected(scene.now, &welcome(1));
    let said = scene.player.take_outbox(scene.now);
    scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    let said = scene.hear(vec![event_view(event_info(TournamentState::Registering, 0), 0, None)]);
    let request = enter_of(&said);
    let entered = Entered { request, tournament: EVENT, entry: ENTRY, waiting: false };
    let seat = new_seat(TABLE, 1, SeatReason::Draw);
    scene.hear(vec![entered.into(), seat, event_table(TABLE, 10)]);
    let [opened, bound, sealed] = round_of_a_void_hand(11);
    scene.hear(vec![opened, bound, step(11, hand_begins(11))]);
    let returned = EntryReturned {
        tournament: EVENT,
        entry: ENTRY,
        refund: Money(100),
        ticket: false,
        reason: "The tournament is canceled.".to_owned(),
    };
    let reason = "The tournament is canceled.".to_owned();
    let voided = HandVoided { hand: HandNo(11), reason };
    scene.hear(vec![returned.into(), step(12, vec![voided.into()]), sealed]);
    let totals = scene.shared.counters.totals();
    assert_eq!((totals.protocol_errors, totals.deals_verified), (0, 0));
}

/// Returns the opening, the links and the seal of a hand, of which a player gets no card.
fn round_of_a_void_hand(hand: u64) -> [ServerMessage; 3] {
    let key = RoomKey::new(&cardroom_deal::Secret::new([3; 32]));
    let pack = Pack::new(&Faces::Full, 0, cardroom_deal::Secret::new([1; 32]));
    let opening = Opening {
        key: key.public(),
        table: TABLE.0,
        hand,
        round: 0,
        time_ms: 0,
        prev: NULL,
        shuffles_again: false,
        is_stud: false,
        faces: Faces::Full,
        shuffles: 0,
        roots: vec![vec![*pack.decks()[0].root()]],
        script: vec![Op::Down(2)],
        button: 0,
        dealt: vec![0, 1],
        roster: Vec::new(),
    };
    let bytes = opening.encode();
    let opening = digest(&bytes);
    let signature = Sig64(key.sign_opening(&opening));
    let seal = Seal {
        opening,
        outcome: cardroom_deal::Outcome::Void,
        blame: None,
        bound: contributed(&[]),
        joint: NULL,
        course: NULL,
        time_ms: 0,
    };
    let seal = Bytes(seal.encode().to_vec());
    [
        DealOpened { table: TABLE, opening: Bytes(bytes), signature, answer_ms: 3_000 }.into(),
        DealBound { table: TABLE, hand: HandNo(hand), links: Vec::new(), spares: Vec::new() }
            .into(),
        DealSealed { table: TABLE, seal }.into(),
    ]
}

/// The room fails to store the new entry for a moment, and the table shows the old seat once more.
#[test]
fn the_seat_of_an_entry_that_is_over_is_not_gone_back_to() {
    let mut scene = playing(planned(TournamentPlan::id(EVENT).re_entries(1)), Caller);
    let said = scene.hear(vec![finished(90, 0, true)]);
    scene.hear(vec![refused(enter_of(&said), ErrorCode::Internal)]);
    let mut table =
        view(30, vec![seat(0, "villain", 2_000), seat(1, "bot0", 0)], Some(own_view(1)));
    table.info.tournament = Some(EVENT);
    assert!(scene.hear(vec![snapshot(table), left(TABLE)]).is_empty());
    let said = scene.wait(Duration::from_secs(1));
    assert!(is_watch(&said, true), "it tries again: {said:?}");
}

#[test]
fn a_lost_connection_loses_no_seat() {
    let mut scene = playing(plan(), Caller);
    let (_, turn, _) = act_of(&scene.deal(11, 1));
    scene.player.disconnected();
    let said = scene.connect();
    let request = request_of(&said);
    let back = logged_in_to(request, &[TABLE], &[EVENT]);
    let mut table = view(12, vec![seat(0, "villain", 990), seat(1, "bot0", 995)], None);
    let decision = Decision { turn, legal: call_or_raise(5, 20, 1_000) };
    table.you = Some(OwnView { decision: Some(decision), ..own_view(1) });
    table.info.tournament = Some(EVENT);
    let said = scene.hear(vec![back, new_seat(TABLE, 1, SeatReason::Unchanged), snapshot(table)]);
    assert_eq!(act_of(&said).0, ActionId(1), "the same action again: {said:?}");
    assert_eq!(scene.shared.counters.totals().moves, 0);
}

/// The connection is lost with the answer to a re-entry. The entry still counts, exactly once.
#[test]
fn an_entry_whose_answer_is_lost_counts() {
    let mut scene = playing(planned(TournamentPlan::id(EVENT).re_entries(1)), Caller);
    let said = scene.hear(vec![finished(90, 0, true)]);
    enter_of(&said);
    scene.player.disconnected();
    let said = scene.connect();
    let said = scene.hear(vec![
        logged_in_to(request_of(&said), &[TABLE], &[EVENT]),
        NewSeat {
            tournament: EVENT,
            entry: EntryId(77),
            table: TABLE,
            seat: 1,
            stack: Chips(1_000),
            reason: SeatReason::Unchanged,
        }
        .into(),
        event_table(TABLE, 50),
    ]);
    assert!(said.is_empty(), "{said:?}");
    assert_eq!(scene.shared.counters.totals().entries, 2);
    let said = scene.hear(vec![
        Finished {
            tournament: EVENT,
            entry: EntryId(77),
            place: 50,
            tied: 1,
            prize: Money(0),
            ticket: None,
            bounties: Money(0),
            may_re_enter: true,
        }
        .into(),
    ]);
    assert!(matches!(said[..], [ClientMessage::Logout(_)]), "it has entered as planned: {said:?}");
    assert_eq!(scene.shared.counters.totals().entries_over, 2);
}

#[test]
fn who_went_out_while_away_learns_it() {
    let mut scene = playing(plan(), Caller);
    scene.player.disconnected();
    let said = scene.connect();
    let said = scene.hear(vec![logged_in(request_of(&said), 5_000, &[])]);
    assert!(is_watch(&said, true), "{said:?}");
    let you = own(EntryState::Out, Some(8));
    let info = event_info(TournamentState::Running, 5);
    scene.hear(vec![event_view(info, 0, Some(you))]);
    assert_eq!(end_of(&scene), Some(EntryEnd::Place(8)));
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentPlayed(EntryEnd::Place(8))));
    assert_eq!(scene.shared.counters.totals().entries_over, 1);
}

#[test]
fn rebuys_are_taken_or_declined_as_planned() {
    let offer = |what| {
        RebuyOffered {
            tournament: EVENT,
            entry: ENTRY,
            what,
            cost: Money(100),
            chips: Chips(1_000),
            time_ms: 20_000,
        }
        .into()
    };
    let mut scene = playing(planned(TournamentPlan::id(EVENT).buys_chips()), Caller);
    for what in [Purchase::AddOn, Purchase::Rebuy] {
        let said = scene.hear(vec![offer(what)]);
        let [ClientMessage::BuyChips(buy)] = &said[..] else { panic!("{said:?}") };
        assert_eq!(buy.what, what);
        // A lack of money does not block the seat.
        let said = scene.hear(vec![refused(buy.request, ErrorCode::InsufficientFunds)]);
        let declined = matches!(said[..], [ClientMessage::DeclineRebuy(_)]);
        assert_eq!(declined, what == Purchase::Rebuy, "{said:?}");
    }
    let mut scene = playing(plan(), Caller);
    let said = scene.hear(vec![offer(Purchase::Rebuy)]);
    assert!(matches!(said[..], [ClientMessage::DeclineRebuy(_)]), "{said:?}");
    assert!(scene.hear(vec![offer(Purchase::AddOn)]).is_empty());
}

struct Dealmaker;

impl Brain for Dealmaker {
    fn act(&mut self, _: &Table, legal: &LegalActions) -> Action {
        use cardroom_bot::Choices as _;
        legal.check_or_fold()
    }

    fn accept_deal(&mut self, offer: &DealOffered) -> bool {
        offer.yours >= Money(100)
    }
}

#[test]
fn a_deal_is_the_brains_to_accept() {
    let offer = |yours| {
        DealOffered {
            tournament: EVENT,
            deal: DealId(2),
            proposer: None,
            yours: Money(yours),
            shares: Vec::new(),
            for_winner: Money(0),
            time_ms: 60_000,
        }
        .into()
    };
    let vote = |said: &[ClientMessage]| match said {
        [ClientMessage::VoteOnDeal(vote)] => {
            assert_eq!((vote.tournament, vote.deal), (EVENT, DealId(2)));
            vote.accept
        }
        other => panic!("no vote: {other:?}"),
    };
    let mut scene = playing(plan(), Dealmaker);
    assert!(vote(&scene.hear(vec![offer(100)])));
    assert!(!vote(&scene.hear(vec![offer(99)])));
    let mut scene = playing(plan(), Caller);
    assert!(!vote(&scene.hear(vec![offer(1_000_000)])), "everything is played for unless said");
}

#[test]
fn an_entry_that_is_returned_is_over() {
    let mut scene = registered(plan(), Caller);
    let reason = "Too few have entered.".to_owned();
    let (tournament, entry, refund) = (EVENT, ENTRY, Money(110));
    scene.hear(vec![EntryReturned { tournament, entry, refund, ticket: false, reason }.into()]);
    assert_eq!(scene.player.outcome(), Some(&Outcome::TournamentPlayed(EntryEnd::Returned)));
}

/// Makes a hand of three. Seat 1 may or may not be dealt in and have the big blind.
fn three_handed(hand: u64, dealt: &[u8], big_blind: u8) -> Vec<TableEvent> {
    let started = HandStarted {
        hand: cardroom_protocol::HandNo(hand),
        game: holdem(),
        bomb_pot: false,
        button: 0,
        small_blind: None,
        big_blind: Some(big_blind),
        dealt: dealt.to_vec(),
    };
    let voided = HandVoided { hand: cardroom_protocol::HandNo(hand), reason: String::new() };
    vec![started.into(), voided.into()]
}

#[test]
fn what_no_rulebook_allows_is_counted() {
    let mut scene = playing(plan(), Caller);
    let counted = |scene: &Scene| {
        let totals = scene.shared.counters.totals();
        (totals.big_blinds_twice, totals.hands_not_dealt)
    };
    scene.hear(vec![step(11, three_handed(1, &[0, 1], 1)), step(12, three_handed(2, &[0, 1], 0))]);
    assert_eq!(counted(&scene), (0, 0));
    scene.hear(vec![step(13, three_handed(3, &[0, 1], 1)), step(14, three_handed(4, &[0, 1], 1))]);
    assert_eq!(counted(&scene), (1, 0));
    scene.hear(vec![step(15, three_handed(5, &[0], 0))]);
    assert_eq!(counted(&scene), (1, 1));
    // Players of a broken table draw seats, which may put them in the big blind. Balancing moves no
    // player who has just had it into the big blind again.
    for (reason, twice) in [(SeatReason::TableBroken, 1), (SeatReason::Balanced, 2)] {
        let mut scene = playing(plan(), Caller);
        scene.hear(vec![step(11, three_handed(1, &[0, 1], 1)), left(TABLE)]);
        scene.hear(vec![new_seat(TABLE, 1, reason), event_table(TABLE, 80)]);
        scene.hear(vec![step(81, three_handed(9, &[0, 1], 1))]);
        assert_eq!(counted(&scene), (twice - 1, 0), "{reason:?}");
    }
}

fn logged_in_to(
    request: RequestId,
    tables: &[TableId],
    tournaments: &[TournamentId],
) -> ServerMessage {
    match logged_in(request, 5_000, tables) {
        ServerMessage::LoggedIn(login) => {
            LoggedIn { tournaments: tournaments.to_vec(), ..login }.into()
        }
        other => other,
    }
}

async fn hear_enter(client: &mut Client) -> RequestId {
    let ClientMessage::WatchTournament(_) = client.hear().await else { panic!("it does not look") };
    let info = event_info(TournamentState::Registering, 0);
    client.say(&[event_view(info, 0, None)]).await;
    let ClientMessage::EnterTournament(enter) = client.hear().await else { panic!("no entry") };
    enter.request
}

/// The bot cuts its own connection, logs in with its token, and finds its seat.
#[tokio::test]
async fn a_bot_cuts_its_connection_and_comes_back() {
    let server = FakeServer::start().await;
    let swarm = Swarm::builder(&server.url())
        .brain(|_| Caller)
        .tournament(TournamentPlan::id(EVENT))
        .drop_every(Duration::from_millis(200))
        .encoding(Encoding::Json);
    let running = tokio::spawn(swarm.run());
    let mut client = server.accept().await;
    let ClientMessage::LoginGuest(login) = client.hear().await else { panic!("no login") };
    client.say(&[logged_in(login.request, 5_000, &[])]).await;
    let request = hear_enter(&mut client).await;
    let entered = Entered { request, tournament: EVENT, entry: ENTRY, waiting: false };
    client.say(&[entered.into()]).await;
    let ClientMessage::WatchTournament(_) = client.hear().await else { panic!("it still watches") };
    client.say(&[new_seat(TABLE, 1, SeatReason::Draw), event_table(TABLE, 10)]).await;

    let mut client = server.accept().await;
    let ClientMessage::LoginToken(login) = client.hear().await else { panic!("no token") };
    client
        .say(&[
            logged_in_to(login.request, &[TABLE], &[EVENT]),
            new_seat(TABLE, 1, SeatReason::Unchanged),
            event_table(TABLE, 10),
            finished(1, 200, false),
        ])
        .await;
    let summary = running.await.unwrap().unwrap();
    assert!(summary.is_success(), "{summary:?}");
    assert_eq!(summary.outcomes, [Outcome::TournamentPlayed(EntryEnd::Place(1))]);
    assert_eq!(summary.results.len(), 1);
    assert_eq!((summary.totals.drops, summary.totals.disconnects), (1, 0));
}

fn row(entry: u64, place: Option<u32>, prize: u64) -> PlayerRow {
    PlayerRow {
        entry: EntryId(entry),
        name: format!("bot{entry}"),
        bot: true,
        state: EntryState::Out,
        stack: Chips(0),
        table: None,
        seat: None,
        place,
        prize: Money(prize),
        bounties: Money(0),
        head: Money(0),
        re_entries: 0,
        avatar: 0,
        color: 0,
        staff: false,
    }
}

/// Standings arrive page by page, and a request to a busy server is repeated.
#[tokio::test]
async fn standings_are_read_and_checked() {
    let server = FakeServer::start().await;
    let url = server.url();
    let reading = tokio::spawn(async move {
        let endpoint = Endpoint::resolve(&url).await.unwrap();
        Standings::read(&endpoint, Encoding::Binary, EVENT).await
    });
    let mut client = server.accept().await;
    let ClientMessage::WatchTournament(watch) = client.hear().await else { panic!("no view") };
    let done = Done { request: watch.request };
    let info = event_info(TournamentState::Finished, 9);
    client.say(&[event_view(info, 0, None), done.into()]).await;
    let ClientMessage::ListPlayers(list) = client.hear().await else { panic!("no page") };
    client.say(&[refused(list.request, ErrorCode::RateLimited)]).await;
    for (from, players) in [(0, vec![row(1, Some(1), 150)]), (1, vec![row(2, Some(2), 50)])] {
        let ClientMessage::ListPlayers(list) = client.hear().await else { panic!("no page") };
        assert_eq!(list.from, from);
        let (request, tournament, total) = (list.request, EVENT, 2);
        client.say(&[PlayerPage { request, tournament, from, total, players }.into()]).await;
    }
    let standings = reading.await.unwrap().unwrap();
    assert!(standings.is_final());
    assert_eq!(standings.problems(), [""; 0]);

    let wrong = |change: &dyn Fn(&mut Standings)| {
        let mut standings = standings.clone();
        change(&mut standings);
        standings.problems().join("; ")
    };
    let says = |problem: String, what: &str| assert!(problem.contains(what), "{problem}");
    says(wrong(&|s| s.players[1].place = None), "1 entries have no place");
    says(wrong(&|s| s.players[1].place = Some(3)), "place 3 comes where place 2 is due");
    says(wrong(&|s| s.players[0].prize = Money(149)), "prizes of 199 from a pool of 200");
    says(wrong(&|s| s.info.state = TournamentState::Running), "Running");
    says(wrong(&|s| s.info.entries = 3), "3 entries and 2 rows");
    let heads = Some(BountyTerms { amount: Money(10), kind: BountyKind::Fixed });
    says(wrong(&|s| s.info.bounty = heads), "bounties of 0 from heads worth 20");
}
