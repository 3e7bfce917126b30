//! A room in this process: entries before the start, late entries and re-entries, played down to
//! one player.

use crate::tournaments::people::{Line, open_event, people, start};
use cardroom::announced::Announcement;
use cardroom::config::Config;
use cardroom::director::announce;
use cardroom::inbox::DirectorHandle;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::standings::Standings;
use cardroom_bot::{Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::Encoding;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{QuitTournament, TournamentState};
use cardroom_rules::{
    AddOn, BountyKind, BountyTerms, Break, Cents, Chips, Format, Millis, MysteryPrize, Pace, Rebuy,
    Shares, Stage, Structure,
};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The timeout, longer than all of it takes.
pub(crate) const LONG: Duration = Duration::from_secs(240);

pub(crate) async fn open_room(store: Arc<dyn Store>) -> OpenRoom {
    open_room_with(store, Path::new("")).await
}

/// Opens a room with its own games, rulebooks and structures.
pub(crate) async fn open_room_with(store: Arc<dyn Store>, rules: &Path) -> OpenRoom {
    let text = "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [limits]\nguests_per_hour = 1000000\nguests_per_network_hour = 1000000\n\
         connections_per_address = 10000\nlogins_per_minute = 100000\n\
         messages_per_second = 1000\nmessage_burst = 2000\n\
         [accounts]\nsignup_grant = 100000\n[house_bots]\nenabled = false\n";
    let mut config = Config::load_text("test", text, [], &Default::default()).unwrap();
    config.server.rules_dir = rules.to_owned();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, store, figures).await.unwrap()
}

/// Announces a tournament that starts soon, or when it is full if it is a sit-and-go.
pub(crate) async fn announced(
    room: &OpenRoom,
    starts_in: u64,
    change: impl FnOnce(&mut Structure),
) -> DirectorHandle {
    let office = room.room.tournaments().unwrap();
    let mut structure = Structure::clone(&office.structures["test-turbo"]);
    change(&mut structure);
    let starts_at = Millis(room.room.clock.now().0 + starts_in);
    let starts_at = (structure.format != Format::SitAndGo).then_some(starts_at);
    let setup = office.setup(&Arc::new(structure), starts_at, false).unwrap();
    let announcement = Announcement::of(setup, true);
    announce(announcement, "Test".to_owned(), None, &office.services).await.unwrap()
}

/// Returns the final standings, once they are final.
pub(crate) async fn standings(room: &OpenRoom, tournament: TournamentId) -> Standings {
    let endpoint = Endpoint::resolve(&format!("ws://{}/ws", room.address)).await.unwrap();
    Standings::read(&endpoint, Encoding::Binary, tournament).await.unwrap()
}

/// Plays a tournament with this many bots, and checks the result.
async fn play(bots: usize, plan: impl FnOnce(TournamentPlan) -> TournamentPlan, book: &str) {
    play_by(bots, plan, book, |_| {}).await;
}

/// Does the same, with a changed structure.
async fn play_by(
    bots: usize,
    plan: impl FnOnce(TournamentPlan) -> TournamentPlan,
    book: &str,
    change: impl FnOnce(&mut Structure),
) -> Standings {
    let store = Arc::new(MemoryStore::new());
    let room = open_room(Arc::clone(&store) as Arc<dyn Store>).await;
    let book = book.to_owned();
    let handle = announced(&room, 3_000, |structure| {
        structure.rulebook.clone_from(&book);
        structure.entry.fee = Cents(7);
        if book != "online" {
            // The league has no re-entry, and sets the late entry period itself.
            structure.entry.re_entries = 0;
            structure.entry.late_levels = None;
        }
        structure.prizes.shares = Shares::Curve { paid_basis_points: 2_000, least_percent: 120 };
        change(structure);
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(bots)
        .seed(11)
        .brain(|bot| RandomLegal::new(bot.seed))
        .tournament(plan(TournamentPlan::id(tournament)))
        .run();
    let summary = tokio::time::timeout(LONG, swarm).await.expect("it ends in time").unwrap();
    let totals = summary.totals;
    assert_eq!(totals.protocol_errors, 0, "{book}: {totals}");
    assert_eq!(totals.illegal_choices, 0, "{book}: {totals}");
    assert!(summary.is_success(), "{book}: {totals} {:?}", summary.refusals);
    let standings = standings(&room, tournament).await;
    assert_eq!(standings.problems(), Vec::<String>::new(), "{book}");
    assert_eq!(standings.players[0].place, Some(1), "{book}");
    if let Some(bounty) = standings.info.bounty {
        let won: u64 = standings.players.iter().map(|player| player.bounties.0).sum();
        assert_eq!(won, bounty.amount.0 * u64::from(standings.info.entries), "every head is paid");
        assert!(standings.players.iter().all(|player| player.head.0 == 0));
    }
    assert!(u64::from(standings.info.entries) >= bots as u64, "{book}: {}", standings.info.entries);
    drop(handle);

    // The last tables close when every player has been informed.
    let closed = async {
        while !store.load_streams().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, closed).await.expect("nothing is kept of what is over");
    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
    let balances = store.load_balances().await.unwrap();
    let of = |prefix: &str| -> i64 {
        let these = balances.iter().filter(|(name, _)| name.starts_with(prefix));
        these.map(|(_, balance)| *balance).sum()
    };
    assert_eq!(of("tournament:"), 0, "{book}: the whole pool is paid out");
    assert_eq!(of("table:"), 0, "{book}: tournament chips are no money");
    assert_eq!(of("house:fees"), 7 * i64::from(standings.info.entries), "{book}");
    let open = store.load_streams().await.unwrap();
    assert!(open.is_empty(), "{book}: nothing is kept of what is over: {}", open.len());
    standings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_bots_play_down_to_one() {
    play(30, |plan| plan, "online").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_entries_and_re_entries_are_played() {
    play(26, |plan| plan.late_from(20).re_entries(1), "online").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_played_by_a_league_s_book() {
    play(20, |plan| plan, "wptapl").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prices_on_heads_are_paid_to_who_takes_them() {
    let on_heads = |structure: &mut Structure| {
        let kind = BountyKind::Progressive { cash_percent: 50 };
        structure.bounty = Some(BountyTerms { amount: Cents(501), kind });
    };
    play_by(14, |plan| plan, "online", on_heads).await;
    let in_envelopes = |structure: &mut Structure| {
        let prizes = vec![
            MysteryPrize { weight: 50, per_ten_thousand: 1_000 },
            MysteryPrize { weight: 1, per_ten_thousand: 9_000 },
        ];
        let kind = BountyKind::Mystery { prizes };
        structure.bounty = Some(BountyTerms { amount: Cents(300), kind });
    };
    play_by(14, |plan| plan, "online", in_envelopes).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bracket_and_a_shootout_are_played_round_by_round() {
    let in_rounds = |format: Format, seats: u8| {
        move |structure: &mut Structure| {
            structure.format = format;
            structure.seats = seats;
            structure.entry.late_levels = None;
            structure.entry.re_entries = 0;
            // Registered players check in before the start.
            structure.entry.check_in = true;
        }
    };
    // Eleven do not fill it: five go through the first round without an opponent.
    play_by(11, |plan| plan, "online", in_rounds(Format::HeadsUp, 2)).await;
    play_by(16, |plan| plan, "online", in_rounds(Format::Shootout, 4)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn alternates_play_as_soon_as_somebody_is_out() {
    let few_seats = |structure: &mut Structure| {
        structure.seats = 4;
        structure.entry.max_entrants = 8;
        structure.entry.alternates = true;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = Some(6);
    };
    // Eight have a seat at the start. Three more wait, play, and are placed like everyone else.
    play_by(11, |plan| plan, "online", few_seats).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rebuys_and_an_add_on_are_paid_for_and_won() {
    let chips_for_sale = |structure: &mut Structure| {
        structure.entry.re_entries = 0;
        let (cost, chips) = (Cents(50), structure.entry.starting_stack);
        let (most, until_level, at_most) = (2, 3, Chips::ZERO);
        structure.entry.rebuy = Some(Rebuy { cost, chips, most, until_level, at_most });
        structure.entry.add_on = Some(AddOn { cost: Cents(30), chips, after_level: 3 });
        for stage in &mut structure.stages {
            if let Stage::Level(level) = stage {
                level.seconds = 3;
            }
        }
        structure.stages.insert(3, Stage::Break(Break { seconds: 2, new_unit: None }));
    };
    let end = play_by(20, TournamentPlan::buys_chips, "online", chips_for_sale).await;
    let paid = end.info.buy_in.0 * u64::from(end.info.entries);
    let more = end.info.prize_pool.0 - paid;
    assert!(more > 50, "chips were bought for {more}");
    let stack = end.info.starting_stack.0 * u64::from(end.info.entries);
    assert!(end.players[0].stack.0 > stack, "and were played for");
    let won: u64 = end.players.iter().map(|row| row.prize.0).sum();
    assert_eq!(won, end.info.prize_pool.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rotation_is_played_to_its_winner() {
    let room = open_room(Arc::new(MemoryStore::new())).await;
    let names = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida", "Jim"];
    let all = people(&room, names).await;
    let event = open_event(&room, "horse-championship", Some(2_000), |structure| {
        structure.entry.starting_stack = Chips(1_500);
        structure.pace = Pace { between_hands_ms: Millis(0), run_out_ms: Millis(0) };
        structure.stages.retain(|stage| matches!(stage, Stage::Level(_)));
        for stage in &mut structure.stages {
            if let Stage::Level(level) = stage {
                level.seconds = 1;
                level.stakes.unit = Chips(25);
            }
        }
    })
    .await;
    let tournament = TournamentId(event.id.0);
    crate::tournaments::people::play(&room, tournament, &all).await;
    let end = standings(&room, tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    assert_eq!((end.info.game.as_str(), end.players.len()), ("horse", 10));
    drop(event);
    room.close(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_for_good_keeps_nobody_waiting_and_has_a_place() {
    let room = open_room(Arc::new(MemoryStore::new())).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Dan"]).await;
    let event = open_event(&room, "test-turbo", Some(2_000), |structure| {
        structure.entry.re_entries = 0;
        structure.entry.late_levels = Some(0);
        for stage in &mut structure.stages {
            if let Stage::Level(level) = stage {
                level.seconds = 1;
            }
        }
    })
    .await;
    let tournament = TournamentId(event.id.0);
    let mut ada = Line::open(&room, &all[0]).await;
    ada.enter(tournament).await.unwrap();
    let swarm = start(&room, tournament, &all[1..]).await;
    ada.told(|message| matches!(message, ServerMessage::NewSeat(_)).then_some(())).await;
    let quit = |request| QuitTournament { request, tournament }.into();
    ada.order(quit).await.unwrap();
    // She no longer answers: each of her turns ends at once, also the one that she may have now.
    let quit_at = std::time::Instant::now();
    let mut info = event.info.clone();
    let over = info.wait_for(|info| info.state == TournamentState::Finished);
    tokio::time::timeout(LONG, over).await.expect("it ends").unwrap();
    // A turn and its time bank would take longer.
    assert!(quit_at.elapsed() < Duration::from_secs(40), "{:?}", quit_at.elapsed());
    swarm.stop().await;
    let end = standings(&room, tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    let place = end.players.iter().find(|row| row.name == "Ada").unwrap().place;
    assert!(place.is_some(), "{place:?}");
    drop((ada, event));
    room.close(Duration::from_secs(20)).await;
}
