//! During play: the effect of each command, and how far it can be undone.

use crate::floor::event::{Event, Operator, REASON, STACK, told};
use cardroom_protocol::administration::{GetAccount, SeatedAt};
use cardroom_protocol::client::{Chat, Observe};
use cardroom_protocol::hybrid::{Dispute, PotReaward, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{
    Ban, ChipOrder, ClockPhase, ClockSetting, Disqualification, EntryState, Impoundment,
    MissedHands, MissedRounds, Penalty, PlayerRow, PotRelease, Refund, SeatOrder, StackOrder,
    TableRow, TableState, TournamentCommand as Command, TournamentEvent as Told, TournamentState,
};
use cardroom_protocol::{Chips, EntryId, ErrorCode, RequestId, TableId};
use std::collections::BTreeMap;

/// Returns a tournament in play, with an operator on its floor.
async fn in_play() -> (Event, Operator) {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    (event, cleo)
}

fn at(players: &[PlayerRow], table: TableId) -> usize {
    players.iter().filter(|row| row.table == Some(table)).count()
}

fn row(players: &[PlayerRow], entry: EntryId) -> &PlayerRow {
    players.iter().find(|row| row.entry == entry).unwrap()
}

fn is_table(tables: &[TableRow], table: TableId, is: impl Fn(&TableRow) -> bool) -> bool {
    tables.iter().any(|row| row.table == table && is(row))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_stands_still_until_it_goes_on() {
    let (_event, mut cleo) = in_play().await;
    let (pause, events) = cleo.order(Command::Pause).await;
    assert!(told(&events, |event| matches!(event, Told::ClockPaused(_))), "{events:?}");
    let view = cleo.look().await;
    assert_eq!((view.info.state, view.clock.phase), (TournamentState::Paused, ClockPhase::Paused));
    cleo.cannot_undo(pause).await;
    assert_eq!(cleo.try_order(&Command::Pause).await, Err(ErrorCode::NotAllowedNow));
    let hands = |tables: &[TableRow]| tables.iter().map(|row| row.hand.0).sum::<u64>();
    let before = hands(&cleo.tables().await);
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    assert_eq!(hands(&cleo.tables().await), before, "no hand begins");

    let (_, events) = cleo.order(Command::Resume).await;
    assert!(told(&events, |event| matches!(event, Told::ClockResumed(_))), "{events:?}");
    cleo.until_seated("hands go on", |_, tables| hands(tables) > before + 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_is_set_and_put_back() {
    let (_event, mut cleo) = in_play().await;
    let left =
        |view: &cardroom_protocol::tournament::TournamentView| view.clock.remaining_ms / 1_000;
    let before = left(&cleo.look().await);
    assert!((900..=1_000).contains(&before), "{before}");
    let (add, events) = cleo.order(Command::AddTime(600)).await;
    assert!(told(&events, |event| matches!(event, Told::ClockSet(_))), "{events:?}");
    assert!(left(&cleo.look().await) > 1_500);
    cleo.undo(add).await;
    assert!(left(&cleo.look().await) <= before);
    cleo.order(Command::TakeTime(600)).await;
    assert!(left(&cleo.look().await) < 400);

    let set = Command::SetClock(ClockSetting { level: 3, seconds_left: 77 });
    let (set, events) = cleo.order(set).await;
    let begun = |event: &Told| matches!(event, Told::LevelBegan(began) if began.level.level == 3);
    assert!(told(&events, begun), "{events:?}");
    let view = cleo.look().await;
    assert_eq!(view.clock.level, 3);
    assert!((70..=77).contains(&left(&view)), "{view:?}");
    cleo.undo(set).await;
    let view = cleo.look().await;
    assert_eq!(view.clock.level, 1);
    assert!(left(&view) > 200, "{view:?}");
    cleo.cannot_undo(add).await;
    let unknown = Command::SetClock(ClockSetting { level: 99, seconds_left: 77 });
    assert_eq!(cleo.try_order(&unknown).await, Err(ErrorCode::NotAllowedNow));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_moves_and_tables_are_balanced_and_broken() {
    let (_event, mut cleo) = in_play().await;
    let players = cleo.players().await;
    let tables: Vec<TableId> = cleo.tables().await.iter().map(|row| row.table).collect();
    let [one, other] = tables[..] else { panic!("two tables: {tables:?}") };
    assert_eq!((at(&players, one), at(&players, other)), (4, 4));
    let who = players.iter().find(|row| row.table == Some(one)).unwrap().entry;

    cleo.look().await;
    let taken = players.iter().find(|row| row.table == Some(other)).unwrap().seat;
    let order = SeatOrder { entry: who, table: other, seat: taken };
    assert_eq!(cleo.try_order(&Command::Move(order)).await, Err(ErrorCode::SeatTaken));
    let order = SeatOrder { entry: who, table: other, seat: None };
    let (moved, _) = cleo.order(Command::Move(order)).await;
    cleo.until_seated("the player is at the other table", |players, _| {
        row(players, who).table == Some(other) && row(players, who).state == EntryState::Playing
    })
    .await;
    cleo.cannot_undo(moved).await;
    let stack = row(&cleo.players().await, who).stack;
    assert!(stack.0 > STACK - 10_000, "the chips come along: {stack}");

    cleo.order(Command::BalanceNow).await;
    cleo.until_seated("four at each", |players, _| {
        at(players, one) == 4 && at(players, other) == 4
    })
    .await;

    cleo.look().await;
    let waits = SeatOrder { entry: who, table: one, seat: None };
    assert_eq!(cleo.try_order(&Command::Seat(waits)).await, Err(ErrorCode::NotAllowedNow));
    // Eight players do not fit at one table for six.
    let answer = cleo.try_order(&Command::BreakTable(one)).await;
    assert_eq!(answer, Err(ErrorCode::NotAllowedNow));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_broken_where_there_is_room() {
    let event = Event::running_with(|structure| structure.seats = 4, false).await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let table = cleo.tables().await[0].table;
    // The other table has four seats, so the table breaks once enough players are out.
    for _ in 0..4 {
        let players = cleo.players().await;
        cleo.look().await;
        let here = players.iter().find(|row| row.table == Some(table));
        let Some(here) = here else { break };
        let order = Disqualification { entry: here.entry, keeps_prize: false };
        cleo.order(Command::Disqualify(order)).await;
        let gone = here.entry;
        cleo.until_seated("the player is out", |players, _| {
            !matches!(row(players, gone).state, EntryState::Playing | EntryState::Moving)
        })
        .await;
    }
    cleo.until_seated("one table is left", |players, tables| {
        tables.len() == 1
            && players.iter().filter(|row| row.state == EntryState::Playing).count() == 4
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_waits_and_hands_are_played_together_by_order() {
    let (_event, mut cleo) = in_play().await;
    let table = cleo.tables().await[0].table;
    let halt = || Command::HaltTable(table);
    let (first, events) = cleo.order(halt()).await;
    assert!(told(&events, |event| matches!(event, Told::TableHalted(_))), "{events:?}");
    assert_eq!(cleo.try_order(&halt()).await, Err(ErrorCode::NotAllowedNow));
    let events = cleo.undo(first).await;
    assert!(told(&events, |event| matches!(event, Told::TableUnhalted(_))), "{events:?}");
    cleo.look().await;
    cleo.order(halt()).await;
    cleo.until_seated("it waits", |_, tables| {
        is_table(tables, table, |row| matches!(row.state, TableState::Waiting | TableState::Halted))
    })
    .await;
    cleo.look().await;
    let (waived, _) = cleo.order(Command::WaiveHalt(table)).await;
    cleo.until_seated("it plays", |_, tables| {
        is_table(tables, table, |row| row.state == TableState::Playing)
    })
    .await;
    cleo.cannot_undo(waived).await;

    assert!(cleo.look().await.info.open);
    let (closed, events) = cleo.order(Command::CloseEntry).await;
    assert!(told(&events, |event| matches!(event, Told::EntryClosed(_))), "{events:?}");
    assert!(!cleo.look().await.info.open);
    cleo.cannot_undo(closed).await;

    let (together, events) = cleo.order(Command::HandForHand(true)).await;
    assert!(told(&events, |event| matches!(event, Told::HandForHandBegan(_))), "{events:?}");
    assert!(cleo.look().await.hand_for_hand);
    cleo.undo(together).await;
    assert!(!cleo.look().await.hand_for_hand);
    cleo.order(Command::HandForHand(true)).await;
    let (ended, _) = cleo.order(Command::HandForHand(false)).await;
    cleo.cannot_undo(ended).await;

    let seats = |players: &[PlayerRow]| {
        players
            .iter()
            .map(|row| (row.entry, row.table, row.seat))
            .collect::<std::collections::BTreeSet<_>>()
    };
    let before = seats(&cleo.players().await);
    cleo.order(Command::Redraw).await;
    cleo.until_seated("everybody sits elsewhere", |players, tables| {
        let all = players.iter().all(|row| row.state == EntryState::Playing);
        all && tables.len() == 2 && seats(players) != before
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pot_goes_to_another_player_and_the_list_says_so_before_the_next_hand() {
    let (_event, mut cleo) = in_play().await;
    let table = cleo.tables().await[0].table;
    cleo.until_seated("a hand is over", |_, tables| is_table(tables, table, |row| row.hand.0 > 1))
        .await;
    cleo.look().await;
    cleo.order(Command::HaltTable(table)).await;
    cleo.until_seated("its hand is over", |_, tables| {
        is_table(tables, table, |row| matches!(row.state, TableState::Waiting | TableState::Halted))
    })
    .await;
    let here = |players: &[PlayerRow]| -> BTreeMap<u8, u64> {
        let here = players.iter().filter(|row| row.table == Some(table));
        here.map(|row| (row.seat.unwrap(), row.stack.0)).collect()
    };
    let before = here(&cleo.players().await);
    let seats: Vec<u8> = before.keys().copied().collect();
    let pairs = seats.iter().flat_map(|from| seats.iter().map(move |to| (*from, *to)));
    let (mut went, mut refusals) = (None, Vec::new());
    // The test does not know who won. A seat that has not won has nothing to return.
    for (from, to) in pairs.filter(|(from, to)| from != to) {
        let (about, amount) = (Dispute::Accounting, Chips(1));
        let pot = PotReaward { about, from, to, amount };
        match cleo.at_table(table, TableCommand::ReawardPot(pot)).await {
            Ok(()) => {
                went = Some((from, to));
                break;
            }
            Err(refused) => refusals.push((from, to, refused)),
        }
    }
    let hint = format!("nobody has won the last hand: {refusals:?} {:?}", cleo.tables().await);
    let (from, to) = went.unwrap_or_else(|| panic!("{hint}"));
    let mut wanted = before.clone();
    *wanted.get_mut(&from).unwrap() -= 1;
    *wanted.get_mut(&to).unwrap() += 1;
    cleo.until_seated("both stacks are right", |players, _| here(players) == wanted).await;
    let is_halted = |row: &TableRow| row.state == TableState::Halted;
    assert!(is_table(&cleo.tables().await, table, is_halted), "no hand has begun since");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_that_was_killed_by_mistake_is_live_again() {
    let (_event, mut cleo) = in_play().await;
    let table = cleo.tables().await[0].table;
    // Between two hands there is none to kill.
    for _ in 0..200 {
        cleo.look().await;
        cleo.order(Command::Pause).await;
        for seat in 0..6 {
            if cleo.at_table(table, TableCommand::KillHand(seat)).await.is_ok() {
                let again = cleo.at_table(table, TableCommand::KillHand(seat)).await;
                assert!(again.is_err(), "it is dead already");
                match cleo.at_table(table, TableCommand::RestoreHand(seat)).await {
                    Ok(()) => {}
                    // Without that hand the betting was over, so the next card has come or the hand
                    // is over.
                    Err(ErrorCode::WindowClosed | ErrorCode::NoHand | ErrorCode::SeqMoved) => {
                        continue;
                    }
                    Err(other) => panic!("{other:?}"),
                }
                let twice = cleo.at_table(table, TableCommand::RestoreHand(seat)).await;
                assert!(twice.is_err(), "it is live already");
                return;
            }
        }
        cleo.look().await;
        cleo.order(Command::Resume).await;
    }
    panic!("no hand could be killed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn penalties_are_given_served_and_lifted() {
    let (_event, mut cleo) = in_play().await;
    let entry = cleo.players().await[0].entry;
    let (warned, events) = cleo.order(Command::Warn(entry)).await;
    let is = |penalty: Penalty| move |event: &Told| matches!(event, Told::PenaltyGiven(given) if (given.entry, given.penalty) == (entry, penalty));
    assert!(told(&events, is(Penalty::Warning)), "{events:?}");
    cleo.cannot_undo(warned).await;

    let (missed, events) = cleo.order(Command::MissHands(MissedHands { entry, hands: 500 })).await;
    assert!(told(&events, is(Penalty::MissHands(500))), "{events:?}");
    let events = cleo.undo(missed).await;
    assert!(
        told(&events, |event| matches!(event, Told::PenaltyOver(over) if over.entry == entry))
            || told(&events, |event| matches!(event, Told::PenaltyGiven(_))),
        "{events:?}"
    );
    cleo.look().await;
    let (rounds, events) = cleo.order(Command::MissRounds(MissedRounds { entry, rounds: 2 })).await;
    assert!(told(&events, is(Penalty::MissHands(8))), "two rounds of four: {events:?}");
    let _ = rounds;
    cleo.look().await;
    // Some of the eight hands may be over by now. This lifts the rest.
    match cleo.try_order(&Command::LiftPenalty(entry)).await {
        Ok(()) | Err(ErrorCode::NotAllowedNow) => {}
        other => panic!("{other:?}"),
    }
    let none = MissedHands { entry, hands: 0 };
    cleo.look().await;
    let answer = cleo.try_order(&Command::MissHands(none)).await;
    assert_eq!(answer, Err(ErrorCode::NotAllowedNow));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_are_taken_and_given_and_the_sum_says_so() {
    let (_event, mut cleo) = in_play().await;
    let entry = cleo.players().await[0].entry;
    let all = |players: &[PlayerRow]| players.iter().map(|row| row.stack.0).sum::<u64>();
    let sum = |wanted: u64| {
        move |players: &[PlayerRow], _: &[TableRow]| {
            players.iter().map(|row| row.stack.0).sum::<u64>() == wanted
        }
    };
    assert_eq!(all(&cleo.players().await), 8 * STACK);
    let forfeit = Command::Forfeit(ChipOrder { entry, chips: Chips(1_000) });
    let (taken, _) = cleo.order(forfeit).await;
    cleo.until_seated("they are gone", sum(8 * STACK - 1_000)).await;
    cleo.look().await;
    cleo.undo(taken).await;
    cleo.until_seated("they are back", sum(8 * STACK)).await;
    cleo.look().await;
    let everything = ChipOrder { entry, chips: Chips(10 * STACK) };
    let answer = cleo.try_order(&Command::Forfeit(everything)).await;
    assert_eq!(answer, Err(ErrorCode::NotAllowedNow));

    let view = cleo.look().await;
    assert!(view.info.open);
    let stack = |beyond| Command::SetStack(StackOrder { entry, chips: Chips(3 * STACK), beyond });
    // A slip of the hand makes chips from nothing, so it takes a second look.
    assert_eq!(cleo.try_order(&stack(false)).await, Err(ErrorCode::BeyondEntries));
    let (set, _) = cleo.order(stack(true)).await;
    cleo.until_seated("there are more", |players, _| {
        row(players, entry).stack.0 > 3 * STACK - 10_000
    })
    .await;
    cleo.look().await;
    cleo.undo(set).await;
    cleo.until_seated("as before", sum(8 * STACK)).await;
}

/// TFPL and Spotlight 2a-6.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_impounded_pot_stays_in_play_and_everybody_sees_it() {
    let (_event, mut cleo) = in_play().await;
    let players = cleo.players().await;
    let (entry, other) = (players[0].entry, players[1].entry);
    let table = players[0].table.expect("everybody has a seat");
    let part = |entry, chips| ChipOrder { entry, chips: Chips(chips) };
    let impound = Impoundment { table, parts: [part(entry, 1_000)].into_iter().collect() };
    let (impounded, events) = cleo.order(Command::Impound(impound)).await;
    let named = |event: &Told| {
        matches!(event, Told::PotsChanged(changed)
            if changed.pots.len() == 1 && changed.pots[0].reason == REASON)
    };
    assert!(told(&events, named), "{events:?}");
    let sum = |wanted: u64| {
        move |players: &[PlayerRow], _: &[TableRow]| {
            players.iter().map(|row| row.stack.0).sum::<u64>() == wanted
        }
    };
    cleo.until_seated("it left the stack", sum(8 * STACK - 1_000)).await;
    let pots = cleo.pots().await;
    assert_eq!((pots[0].chips, pots[0].due), (Chips(1_000), Chips(0)), "{pots:?}");
    assert_eq!(cleo.look().await.average_stack, Chips(STACK), "it is in play");
    cleo.cannot_undo(impounded).await;

    let release = |parts| Command::ReleasePot(PotRelease { pot: pots[0].pot, parts });
    cleo.look().await;
    let short = cleo.try_order(&release([part(other, 999)].into_iter().collect())).await;
    assert_eq!(short, Err(ErrorCode::NotAllowedNow));
    cleo.look().await;
    cleo.order(release([part(other, 400), part(entry, 600)].into_iter().collect())).await;
    cleo.until_seated("it is in the stacks", sum(8 * STACK)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disqualified_player_is_out_last_of_those_left_and_a_banned_one_stays_out() {
    let (_event, mut cleo) = in_play().await;
    let entry = cleo.players().await[0].entry;
    let order = Disqualification { entry, keeps_prize: false };
    let (out, _) = cleo.order(Command::Disqualify(order)).await;
    cleo.until_seated("the player is out", |players, _| {
        matches!(row(players, entry).state, EntryState::Out | EntryState::Disqualified)
    })
    .await;
    let players = cleo.players().await;
    assert_eq!(row(&players, entry).place, Some(8));
    let chips: u64 = players.iter().map(|row| row.stack.0).sum();
    assert!(chips < 8 * STACK, "the chips leave the tournament: {chips}");
    cleo.cannot_undo(out).await;
    let again = cleo.try_order(&Command::Warn(entry)).await;
    assert_eq!(again, Err(ErrorCode::UnknownEntry));
    let picked =
        cleo.players().await.iter().find(|row| row.state == EntryState::Playing).unwrap().entry;
    cleo.look().await;
    let answer = cleo.try_order(&Command::PickUp(picked)).await;
    assert_eq!(answer, Err(ErrorCode::NotAllowedNow), "who plays is not picked up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_watches_a_table_and_is_seated_there_is_shown_the_seat() {
    let (event, mut cleo) = in_play().await;
    let mut ida = event.operator("Ida", Role::Player).await;
    // The director may seat her at either of them.
    let tables: Vec<TableId> = cleo.tables().await.iter().map(|row| row.table).collect();
    for table in &tables {
        ida.client.send([Observe { request: RequestId(5), table: *table }.into()]).await;
    }
    let mut seen = 0;
    while seen < tables.len() {
        if let ServerMessage::TableSnapshot(snapshot) = ida.client.receive().await {
            assert_eq!(snapshot.view.you, None);
            seen += 1;
        }
    }
    ida.enter().await;
    loop {
        match ida.client.receive().await {
            ServerMessage::TableSnapshot(snapshot) => {
                assert!(snapshot.view.you.is_some(), "{snapshot:?}");
                return;
            }
            ServerMessage::YourTurn(_) => panic!("she has to act from a seat she was not shown"),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_muted_player_is_not_heard_at_the_table_and_a_banned_one_enters_no_more() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    let mut ida = event.operator("Ida", Role::Player).await;
    ida.enter().await;
    cleo.until("nine play", |view| view.info.players_left == 9 && view.info.level > 0).await;
    cleo.until_seated("Ida has a seat", |players, _| {
        players.iter().any(|row| row.name == "Ida" && row.state == EntryState::Playing)
    })
    .await;
    let players = cleo.players().await;
    let own = players.iter().find(|row| row.name == "Ida").unwrap();
    let (entry, table) = (own.entry, own.table.unwrap());
    let chat = || Chat { request: RequestId(5), table, text: "nice hand".to_owned() };
    let heard = async |ida: &mut Operator| {
        ida.client.send([chat().into()]).await;
        loop {
            match ida.client.receive().await {
                ServerMessage::Done(done) if done.request == RequestId(5) => return Ok(()),
                ServerMessage::Refused(refused) if refused.request == RequestId(5) => {
                    return Err(refused.code);
                }
                _ => {}
            }
        }
    };
    assert_eq!(heard(&mut ida).await, Ok(()));
    cleo.look().await;
    let (muted, _) = cleo.order(Command::Mute(entry)).await;
    assert_eq!(heard(&mut ida).await, Err(ErrorCode::Forbidden));
    cleo.undo(muted).await;
    assert_eq!(heard(&mut ida).await, Ok(()));
    cleo.look().await;
    cleo.order(Command::Mute(entry)).await;
    cleo.order(Command::Unmute(entry)).await;
    assert_eq!(heard(&mut ida).await, Ok(()));

    let players = cleo.players().await;
    let bot = players.iter().find(|row| row.name != "Ida" && row.table != Some(table)).unwrap();
    let (entry, name) = (bot.entry, bot.name.clone());
    cleo.look().await;
    let (ban, _) = cleo.order(Command::Ban(Ban { entry, days: 0 })).await;
    cleo.undo(ban).await;
    cleo.look().await;
    cleo.order(Command::Ban(Ban { entry, days: 0 })).await;
    cleo.look().await;
    let out = Disqualification { entry, keeps_prize: false };
    cleo.order(Command::Disqualify(out)).await;
    cleo.until_seated("the bot is out", |players, _| {
        row(players, entry).state != EntryState::Playing
    })
    .await;
    let again = cleo.try_order(&Command::EnterPlayer(name)).await;
    assert_eq!(again, Err(ErrorCode::Banned));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_left_is_shared_when_it_is_called_off_in_play() {
    let (event, mut cleo) = in_play().await;
    let pool = cleo.look().await.info.prize_pool.0;
    assert_eq!(pool, 800);
    let (allowed, _) = cleo.order(Command::AllowDeals(true)).await;
    cleo.undo(allowed).await;
    let (_, events) = cleo.order(Command::Cancel(Refund::Evenly)).await;
    assert!(told(&events, |event| matches!(event, Told::TournamentCancelled(_))), "{events:?}");
    let view = cleo.until("it is over", |view| view.tables == 0).await;
    assert_eq!(view.info.state, TournamentState::Cancelled);
    let store = event.room.room.tournaments().unwrap().services.tables.store;
    let balances = store.load_balances().await.unwrap();
    let of =
        |name: &str| balances.iter().find(|(known, _)| known == name).map_or(0, |(_, sum)| *sum);
    assert_eq!(of(&format!("tournament:{}", event.tournament.0)), 0, "nothing stays in the pool");
    assert_eq!(of("house:fees"), 0, "fees come back");
}

/// The room's own number of a tournament's table is nowhere on the page.
#[tokio::test]
async fn an_account_sits_at_its_table_by_the_number_that_the_floor_uses() {
    let (event, mut cleo) = in_play().await;
    let (players, tables) = (cleo.players().await, cleo.tables().await);
    let seated = players.iter().filter_map(|row| Some((&row.name, row.table?)));
    for (name, table) in seated {
        let number = tables.iter().find(|row| row.table == table).unwrap().number;
        let (request, account) = (RequestId(900), name.clone());
        cleo.client.send([GetAccount { request, account }.into()]).await;
        let shown = loop {
            if let ServerMessage::AccountShown(shown) = cleo.client.receive().await {
                break shown;
            }
        };
        let (name, tournament) = (format!("Test · table {number}"), Some(event.tournament));
        assert_eq!(shown.tables, [SeatedAt { table, name, tournament }]);
    }
}
