//! Permissions for commands, and the step that a command refers to.

use crate::floor::event::{Event, REASON, told};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::server::Role;
use cardroom_protocol::tournament::{
    Ban, ChipOrder, ClockSetting, ColorUp, Disqualification, EntryPair, Impoundment, LevelChange,
    LevelSheet, Lot, LotList, MissedHands, MissedRounds, PinOrder, PotRelease, Refund, SeatOrder,
    StackOrder, Stage, Stakes, TournamentCommand as Command, TournamentEvent,
};
use cardroom_protocol::{Chips, EntryId, ErrorCode, Seq, TableId, TimeMs};

/// A level that could follow.
pub(crate) fn levels() -> LevelChange {
    let stakes = Stakes {
        betting: Betting::NoLimit,
        small_blind: Chips(2),
        big_blind: Chips(4),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        unit: Chips(1),
    };
    let level = Stage::Level(LevelSheet { level: 0, seconds: 900, stakes });
    LevelChange { stages: Box::new([level; 4].into_iter().collect()) }
}

/// One of every command.
fn all(entry: EntryId, table: TableId) -> Vec<Command> {
    let order = SeatOrder { entry, table, seat: None };
    vec![
        Command::Pause,
        Command::Resume,
        Command::SetClock(ClockSetting { level: 2, seconds_left: 60 }),
        Command::AddTime(10),
        Command::TakeTime(10),
        Command::ChangeStart(TimeMs(4_000_000_000_000)),
        Command::CloseEntry,
        Command::EnterPlayer("Cleo".to_owned()),
        Command::RemoveEntry(entry),
        Command::Seat(order),
        Command::Move(order),
        Command::PinSeat(PinOrder { entry, table: 1, seat: None }),
        Command::KeepApart(EntryPair { one: entry, other: EntryId(entry.0 + 1) }),
        Command::BalanceNow,
        Command::BreakTable(table),
        Command::HaltTable(table),
        Command::WaiveHalt(table),
        Command::Redraw,
        Command::HandForHand(true),
        Command::Announce("Hear, hear".to_owned()),
        Command::Warn(entry),
        Command::MissHands(MissedHands { entry, hands: 1 }),
        Command::MissRounds(MissedRounds { entry, rounds: 1 }),
        Command::LiftPenalty(entry),
        Command::Disqualify(Disqualification { entry, keeps_prize: false }),
        Command::PickUp(entry),
        Command::Forfeit(ChipOrder { entry, chips: Chips(1) }),
        Command::SetStack(StackOrder { entry, chips: Chips(1), beyond: false }),
        Command::AllowDeals(true),
        Command::Mute(entry),
        Command::Unmute(entry),
        Command::Ban(Ban { entry, days: 1 }),
        Command::Cancel(Refund::Evenly),
        Command::Undo(Seq(1)),
        Command::Second(Seq(1)),
        Command::GiveBonus(ChipOrder { entry, chips: Chips(1) }),
        Command::ForfeitBonus(entry),
        Command::Impound(Impoundment {
            table,
            parts: [ChipOrder { entry, chips: Chips(1) }].into_iter().collect(),
        }),
        Command::ReleasePot(PotRelease {
            pot: 1,
            parts: [ChipOrder { entry, chips: Chips(1) }].into_iter().collect(),
        }),
        Command::ColorUp(ColorUp { table: None, unit: Chips(1), method: None }),
        Command::ExtraPlayers(1),
        Command::ChangeLevels(levels()),
        Command::DrawLots(LotList {
            about: "the burn card".to_owned(),
            lots: Box::new([Lot::Entry(entry), Lot::Text("9h".to_owned())].into_iter().collect()),
            count: 1,
            result: None,
        }),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_is_for_the_floor_that_does_not_play_and_has_seen_what_it_rules_on() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let mut player = event.operator("Ida", Role::Player).await;
    let mut host = event.operator("Hilda", Role::Host).await;
    let mut playing = event.operator("Paula", Role::Floor).await;
    playing.enter().await;
    let (entry, table) = (cleo.players().await[0].entry, cleo.tables().await[0].table);
    for command in all(entry, table) {
        let answer = player.try_order(&command).await;
        assert_eq!(answer, Err(ErrorCode::Forbidden), "{command:?}");
        let answer = host.try_order(&command).await;
        assert_eq!(answer, Err(ErrorCode::Forbidden), "{command:?}");
        let answer = playing.try_order(&command).await;
        assert_eq!(answer, Err(ErrorCode::PlaysHere), "{command:?}");
        // A command cannot refer to a step in the future.
        let answer = cleo.give(Seq(cleo.seq.0 + 1_000_000), command.clone()).await;
        assert_eq!(answer, Err(ErrorCode::SeqMoved), "{command:?}");
    }
    assert_eq!(cleo.rulings().await, [], "nothing came of any of it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_operators_who_cross_each_other_the_second_is_refused() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let mut ada = event.operator("Ada", Role::Floor).await;
    let entry = cleo.players().await[0].entry;
    let table = cleo.tables().await[0].table;

    // Both have the same view, and both rule on the same clock, player or table.
    let hands = |hands| Command::MissHands(MissedHands { entry, hands });
    let clock = |level| Command::SetClock(ClockSetting { level, seconds_left: 600 });
    for (first, second) in [
        (clock(2), clock(3)),
        (Command::AddTime(60), Command::TakeTime(60)),
        (hands(1), hands(2)),
        (Command::Warn(entry), Command::Warn(entry)),
        (Command::HaltTable(table), Command::BreakTable(table)),
    ] {
        cleo.look().await;
        let seen = ada.look().await.seq;
        cleo.order(first.clone()).await;
        let answer = ada.give(seen, second.clone()).await;
        assert_eq!(answer, Err(ErrorCode::SeqMoved), "{second:?} after {first:?}");
    }
    assert!(cleo.rulings().await.iter().all(|ruling| ruling.operator.as_deref() == Some("Cleo")));

    // After another view it works. Rulings on different things do not conflict.
    ada.look().await;
    ada.order(clock(3)).await;
    let seen = ada.look().await.seq;
    cleo.look().await;
    cleo.order(hands(1)).await;
    assert_eq!(ada.give(seen, Command::AddTime(60)).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_plays_rules_where_everybody_is_told_of_it() {
    let event = Event::running_with(|_| {}, true).await;
    let mut paula = event.operator("Paula", Role::Floor).await;
    assert!(paula.look().await.info.self_run, "everybody sees it");
    paula.enter().await;
    paula.until("it has begun", |view| view.info.level > 0 && view.info.players_left == 9).await;
    let (_, events) = paula.order(Command::Announce("Cards in the air".to_owned())).await;
    let announced = |event: &TournamentEvent| matches!(event, TournamentEvent::Announcement(said) if said.text == "Cards in the air");
    assert!(told(&events, announced), "{events:?}");
}

#[tokio::test]
async fn a_command_is_explained_in_one_line() {
    let event = Event::registering().await;
    let mut cleo = event.cleo().await;
    let long = cardroom_protocol::tournament::DirectTournament {
        request: cardroom_protocol::RequestId(9),
        tournament: event.tournament,
        seq: cleo.seq,
        reason: REASON.repeat(30),
        rule: None,
        command: Command::CloseEntry,
    };
    for (reason, rule) in [
        (long.reason.clone(), None),
        (REASON.to_owned(), Some("TDA 1 ".repeat(10))),
        ("two\nlines".to_owned(), None),
        (String::new(), None),
    ] {
        let order =
            cardroom_protocol::tournament::DirectTournament { reason, rule, ..long.clone() };
        cleo.client.send([order.clone().into()]).await;
        assert_eq!(cleo.refusal(9).await, ErrorCode::BadText, "{order:?}");
    }
    let announcement = Command::Announce("x".repeat(281));
    assert_eq!(cleo.try_order(&announcement).await, Err(ErrorCode::BadText));
    assert_eq!(cleo.rulings().await, []);
}
