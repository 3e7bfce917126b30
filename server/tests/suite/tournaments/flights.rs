//! A main event of two first days and a final. Survivors bag their chips, bring them to the final
//! and play for the pool of both days, over restarts between the days.

use crate::tournaments::people::{LEVELS, Line, Person, open_event, people, play, start};
use crate::tournaments::winners::{open_room_with, standings};
use cardroom::config::ScheduledTournament;
use cardroom::inbox::DirectorHandle;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::verify;
use cardroom::wiring::OpenRoom;
use cardroom_bot::TournamentId;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::past::ListPastEvents;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{ChipsBagged, EntryState, TournamentState};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const BUY_IN: u64 = 100;
const STACK: u64 = 1_500;
/// A day takes seconds. A machine that also compiles may need longer.
const LONG: Duration = Duration::from_secs(180);

/// Returns a first day from which a quarter of the entrants advance.
fn first_day(id: &str, next_day: &str) -> String {
    format!(
        r#"
id = "{id}"
name = "{id}"
rulebook = "online"
game = "holdem"
seats = 6
format = {{ flight = {{ survivors_basis_points = 2500 }} }}
next_day = "{next_day}"
[entry]
buy_in = {BUY_IN}
fee = 7
starting_stack = {STACK}
min_entrants = 4
max_entrants = 50
late_levels = 0
{LEVELS}"#
    )
}

const LEAGUE: &str = r#"
id = "club"
name = "Club Nights"
points = "entrants - place"
[[seasons]]
id = "long"
name = "The Long One"
from = 2020-01-01
until = 2090-12-31
"#;

fn last_day(id: &str, carried: &str) -> String {
    format!(
        r#"
id = "{id}"
name = "The final"
rulebook = "online"
game = "holdem"
seats = 6
[entry]
buy_in = 0
starting_stack = {STACK}
min_entrants = 2
max_entrants = 100
qualified_only = true
carried = "{carried}"
[prizes]
shares.table = [{{ from = 2, basis_points = [6000, 4000] }}]
{LEVELS}"#
    )
}

async fn open(directory: &Path, store: &Arc<MemoryStore>) -> OpenRoom {
    let folder = directory.join("tournaments");
    std::fs::create_dir_all(&folder).unwrap();
    for (id, text) in [
        ("first-a", first_day("first-a", "final")),
        ("first-b", first_day("first-b", "final")),
        ("final", last_day("final", "best")),
        ("early", first_day("early", "all-chips")),
        ("late", first_day("late", "all-chips")),
        ("all-chips", last_day("all-chips", "sum")),
    ] {
        std::fs::write(folder.join(format!("{id}.toml")), text).unwrap();
    }
    std::fs::create_dir_all(directory.join("leagues")).unwrap();
    std::fs::write(directory.join("leagues/club.toml"), LEAGUE).unwrap();
    open_room_with(Arc::clone(store) as Arc<dyn Store>, directory).await
}

/// Plays a first day to its end. Returns the survivors with their chips.
async fn play_day(room: &OpenRoom, day: &DirectorHandle, all: &[Person]) -> BTreeMap<String, u64> {
    let swarm = start(room, TournamentId(day.id.0), all).await;
    let mut info = day.info.clone();
    let over = info.wait_for(|info| info.state == TournamentState::Finished);
    tokio::time::timeout(LONG, over).await.expect("it ends").unwrap();
    swarm.stop().await;
    let end = standings(room, TournamentId(day.id.0)).await;
    let through = end.players.iter().filter(|row| row.state == EntryState::Through);
    let through: BTreeMap<String, u64> =
        through.map(|row| (row.name.clone(), row.stack.0)).collect();
    assert!((1..=all.len() / 2).contains(&through.len()), "{through:?}");
    assert_eq!(through.values().sum::<u64>(), all.len() as u64 * STACK, "they have every chip");
    through
}

/// Reads the next message to a survivor about bagged chips.
async fn bagged(line: &mut Line) -> ChipsBagged {
    line.told(|message| match message {
        ServerMessage::ChipsBagged(bagged) => Some(bagged.clone()),
        _ => None,
    })
    .await
}

async fn balance(store: &MemoryStore, prefix: &str) -> i64 {
    let balances = store.load_balances().await.unwrap();
    let these = balances.iter().filter(|(name, _)| name.starts_with(prefix));
    these.map(|(_, balance)| *balance).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn survivors_of_two_first_days_play_the_final_for_what_both_brought() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), &store).await;
    let names =
        ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida", "Jim", "Kay", "Lou"];
    let all = people(&room, names).await;
    room.room.accounts.set_role("Lou", Role::Floor).await.unwrap();
    let [players @ .., floor] = &all;
    let mut cleo = Line::open(&room, floor).await;
    let now = || room.room.clock.now().0;
    assert_eq!(
        cleo.open_tournament("final", now(), None).await,
        Err(ErrorCode::NotAllowedNow),
        "nobody has come so far"
    );

    let first = open_event(&room, "first-a", Some(1_500), |_| {}).await;
    let from_a = play_day(&room, &first, &players[..8]).await;
    let second = open_event(&room, "first-b", Some(3_600_000), |_| {}).await;
    assert_eq!(
        cleo.open_tournament("final", now() + 7_200_000, None).await,
        Err(ErrorCode::NotAllowedNow),
        "the other first day comes before"
    );
    drop((cleo, first, second));
    room.close(Duration::from_secs(20)).await;

    // The second day: some who busted enter again, possibly with some new players.
    let room = open(directory.path(), &store).await;
    let waiting = room.room.registry.tournaments();
    assert_eq!(waiting.len(), 2, "the first day keeps its bags, the other one its place");
    drop(waiting);
    let second = open_event(&room, "first-b", Some(1_500), |_| {}).await;
    let from_b = play_day(&room, &second, &players[3..]).await;
    drop(second);
    room.close(Duration::from_secs(20)).await;

    let room = open(directory.path(), &store).await;
    // A survivor who logs in before the final hears of the chips that wait.
    for person in players {
        let mut line = Line::open(&room, person).await;
        let stacks = [&from_a, &from_b].map(|day| day.get(&person.name).copied());
        for _ in stacks.iter().flatten() {
            let bagged = bagged(&mut line).await;
            assert!(stacks.contains(&Some(bagged.chips.0)), "{}: {bagged:?}", person.name);
            assert_eq!((&*bagged.structure, &*bagged.name), ("final", "The final"));
        }
    }
    let mut cleo = Line::open(&room, floor).await;
    // The first day announced for later belongs to the next main event.
    let starts_at = room.room.clock.now().0 + 4_000;
    let last = cleo.open_tournament("final", starts_at, None).await.unwrap();
    assert_eq!(
        cleo.open_tournament("final", starts_at, None).await,
        Err(ErrorCode::NotAllowedNow),
        "everybody has gone on by now"
    );
    assert_eq!(balance(&store, &format!("tournament:{last}")).await, 1_600, "the pool came too");
    drop(cleo);
    room.close(Duration::from_secs(20)).await;

    let room = open(directory.path(), &store).await;
    let mut best = from_a.clone();
    for (name, stack) in &from_b {
        let known = best.entry(name.clone()).or_default();
        *known = (*known).max(*stack);
    }
    let finalists: Vec<Person> =
        players.iter().filter(|person| best.contains_key(&person.name)).cloned().collect();
    let entered = standings(&room, last).await;
    let stacks: BTreeMap<String, u64> =
        entered.players.iter().map(|row| (row.name.clone(), row.stack.0)).collect();
    assert_eq!(stacks, best, "of two stacks the better one, and everybody once");
    play(&room, last, &finalists).await;
    let end = standings(&room, last).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    let prizes: Vec<u64> = end.players.iter().take(2).map(|row| row.prize.0).collect();
    assert_eq!(prizes, [960, 640], "what sixteen entries paid");
    assert_eq!(end.players[0].stack.0, best.values().sum::<u64>());

    room.close(Duration::from_secs(20)).await;
    assert_eq!(balance(&store, "tournament:").await, 0);
    assert_eq!(balance(&store, "house:fees").await, 16 * 7);
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_nobody_on_the_floor_the_final_is_announced_when_its_first_day_is_over() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), &store).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal"]).await;
    let scheduled = ScheduledTournament {
        name: "Whenever it is time".to_owned(),
        structure: "final".to_owned(),
        starts_in_minutes: Some(0),
        every: Vec::new(),
        time_zone: "UTC".to_owned(),
        opens_minutes_before: 0,
        league: None,
        bots_allowed: true,
        verifiable: None,
        house_bots: 0,
        house_bots_after_seconds: 0,
    };
    let office = room.room.tournaments().unwrap();
    office.schedules.keep(1, scheduled);
    let half = |structure: &mut cardroom_rules::Structure| {
        structure.format = cardroom_rules::Format::Flight { survivors_basis_points: 5_000 };
    };
    let first = open_event(&room, "first-a", Some(1_500), half).await;
    let through = play_day(&room, &first, &all).await;

    let last = loop {
        let mut known = room.room.registry.tournaments().into_iter();
        if let Some(last) = known.find(|handle| handle.id != first.id) {
            break last;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let finalists: Vec<Person> =
        all.iter().filter(|person| through.contains_key(&person.name)).cloned().collect();
    let swarm = start(&room, TournamentId(last.id.0), &finalists).await;
    let mut info = last.info.clone();
    let over = info.wait_for(|info| info.state == TournamentState::Finished);
    tokio::time::timeout(LONG, over).await.expect("it ends").unwrap();
    let end = standings(&room, TournamentId(last.id.0)).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    let won: u64 = end.players.iter().map(|row| row.prize.0).sum();
    assert_eq!(won, 8 * BUY_IN);
    swarm.stop().await;
    drop((first, last));
    room.close(Duration::from_secs(20)).await;
    assert_eq!(balance(&store, "tournament:").await, 0);
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}

/// Plays a day with four active players and four who fold. The day ends when one busts, along with
/// others who bust in the same hand or in the last hand at the other table. Those who fold hear
/// that their chips wait.
async fn most_go_through(
    room: &OpenRoom,
    structure: &str,
    all: &[Person],
) -> BTreeMap<String, u64> {
    let day = open_event(room, structure, Some(4_000), |structure| {
        structure.format = cardroom_rules::Format::Flight { survivors_basis_points: 8_750 };
    })
    .await;
    let tournament = TournamentId(day.id.0);
    let (folding, playing) = all.split_at(4);
    let mut listening = Vec::new();
    for person in folding {
        let mut line = Line::open(room, person).await;
        line.enter(tournament).await.unwrap();
        let name = person.name.clone();
        listening.push(tokio::spawn(async move {
            let told = line.fold_until(|message| match message {
                ServerMessage::ChipsBagged(bagged) if bagged.tournament == tournament => {
                    Some(Some(bagged.chips.0))
                }
                ServerMessage::Finished(finished) if finished.tournament == tournament => {
                    Some(None)
                }
                _ => None,
            });
            (name, told.await)
        }));
    }
    let swarm = start(room, tournament, playing).await;
    let mut info = day.info.clone();
    let over = info.wait_for(|info| info.state == TournamentState::Finished);
    tokio::time::timeout(LONG, over).await.expect("it ends").unwrap();
    swarm.stop().await;
    let end = standings(room, tournament).await;
    let through = end.players.iter().filter(|row| row.state == EntryState::Through);
    let through: BTreeMap<String, u64> =
        through.map(|row| (row.name.clone(), row.stack.0)).collect();
    assert!((5..=7).contains(&through.len()), "{through:?}");
    assert_eq!(through.values().sum::<u64>(), all.len() as u64 * STACK, "they have every chip");
    for listener in listening {
        let (name, told) = listener.await.unwrap();
        assert_eq!(told, through.get(&name).copied(), "{name} is told what waits");
    }
    through
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_stacks_of_two_first_days_come_together_where_the_final_says_so_and_it_counts() {
    let directory = tempfile::tempdir().unwrap();
    let store = Arc::new(MemoryStore::new());
    let room = open(directory.path(), &store).await;
    let names = ["Ada", "Bea", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Lou"];
    let all = people(&room, names).await;
    room.room.accounts.set_role("Lou", Role::Floor).await.unwrap();
    let [players @ .., floor] = &all;
    let mut stacks = most_go_through(&room, "early", players).await;
    for (name, stack) in most_go_through(&room, "late", players).await {
        *stacks.entry(name).or_default() += stack;
    }
    assert_eq!(stacks.values().sum::<u64>(), 16 * STACK, "every chip of both days");

    let mut cleo = Line::open(&room, floor).await;
    let starts_at = room.room.clock.now().0 + 2_000;
    let nowhere = cleo.open_tournament("all-chips", starts_at, Some("nowhere")).await;
    assert_eq!(nowhere, Err(ErrorCode::BadText), "there is no such league");
    let last = cleo.open_tournament("all-chips", starts_at, Some("club")).await.unwrap();
    let entered = standings(&room, last).await;
    let come: BTreeMap<String, u64> =
        entered.players.iter().map(|row| (row.name.clone(), row.stack.0)).collect();
    assert_eq!(come, stacks, "all stacks of a player together");
    let finalists: Vec<Person> =
        players.iter().filter(|person| stacks.contains_key(&person.name)).cloned().collect();
    play(&room, last, &finalists).await;
    let list = |request| {
        let league = Some("club".to_owned());
        ListPastEvents { request, league, season: None, from: 0 }.into()
    };
    let counted = loop {
        let page = cleo.ask(list, |message| match message {
            ServerMessage::PastEventPage(page) => Some(page.events.clone()),
            _ => None,
        });
        // It is stored when its last table is closed.
        match page.await.unwrap().pop() {
            Some(event) => break event,
            None => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    };
    assert_eq!((counted.tournament, counted.season.as_deref()), (last, Some("long")));
    drop(cleo);
    room.close(Duration::from_secs(20)).await;
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}
