//! Draws, changed levels, color-ups and other remedies of the floor while play goes on.

use crate::floor::event::{Event, REASON, STACK};
use crate::floor::who_may::levels;
use cardroom_protocol::tournament::{
    ClockSetting, ColorUp, ColorUpMethod, LevelChange, Lot, LotList, PlayerRow, RulingState,
    StackOrder, Stage, TournamentCommand as Command,
};
use cardroom_protocol::{Chips, ErrorCode};
use cardroom_rules as rules;
use cardroom_rules::Structure;
use cardroom_tournament::Draws;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_on_the_record_with_its_seed_and_anybody_can_repeat_it() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let texts = ["the flop stands", "three other cards", "the hand is void"];
    let lots = Box::new(texts.map(|text| Lot::Text(text.to_owned())).into_iter().collect());
    let list = LotList { about: "the flop".to_owned(), lots, count: 2, result: None };
    assert_eq!(cleo.try_order(&Command::DrawLots(list.clone())).await, Ok(()));
    let kept = cleo.rulings().await.remove(0);
    assert_eq!((&*kept.reason, kept.state), (REASON, RulingState::Made));
    let Command::DrawLots(mut drawn) = kept.command.clone() else { panic!("{kept:?}") };
    let result = drawn.result.take().unwrap();
    assert_eq!(drawn, list, "the list as it was given");
    let seed = u64::from_str_radix(&result.seed, 16).unwrap();
    let again = Draws::new(seed).several(3, 2);
    assert!(result.drawn.iter().map(|lot| usize::from(*lot)).eq(again));
    cleo.is_told_of(&kept).await;
    cleo.cannot_undo(kept.seq).await;

    let long = LotList { about: "x".repeat(61), ..list.clone() };
    assert_eq!(cleo.try_order(&Command::DrawLots(long)).await, Err(ErrorCode::BadText));
    let none = LotList { count: 0, ..list };
    assert_eq!(cleo.try_order(&Command::DrawLots(none)).await, Err(ErrorCode::NotAllowedNow));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changed_levels_are_announced_played_and_taken_back() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let announced = cleo.structure().await.stages;
    let change = Command::ChangeLevels(levels());
    assert_eq!(cleo.try_order(&change).await, Ok(()));
    let kept = cleo.rulings().await.remove(0);
    let Command::ChangeLevels(numbered) = &kept.command else { panic!("{kept:?}") };
    let numbers = numbered.stages.iter().map(|stage| match stage {
        Stage::Level(level) => level.level,
        Stage::Break(_) => 0,
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [2, 3, 4, 5], "the server numbers the levels");
    cleo.is_told_of(&kept).await;
    let stages = cleo.structure().await.stages;
    assert_eq!((&stages[..1], &stages[1..]), (&announced[..1], &numbered.stages[..]));
    let next = cleo.look().await.clock.next.unwrap();
    assert_eq!((next.stakes.big_blind, next.seconds), (Chips(4), 900));
    cleo.undo(kept.seq).await;
    assert_eq!(cleo.structure().await.stages, announced);

    assert_eq!(cleo.try_order(&change).await, Ok(()));
    let kept = cleo.rulings().await.remove(0);
    cleo.order(Command::SetClock(ClockSetting { level: 1, seconds_left: 1 })).await;
    cleo.until("the next level", |view| view.info.level == 2).await;
    assert_eq!(cleo.look().await.clock.stakes.big_blind, Chips(4));
    cleo.cannot_undo(kept.seq).await;
    let table = cleo.tables().await[0].table;
    cleo.until_dealt(table, "the new blinds are posted", |view| {
        view.hand.as_ref().is_some_and(|hand| hand.game.big_blind == Chips(4))
    })
    .await;
    let mut falls = levels();
    falls.stages.truncate(1);
    let answer =
        cleo.try_order(&Command::ChangeLevels(LevelChange { stages: Box::default() })).await;
    assert_eq!(answer, Err(ErrorCode::NotAllowedNow));
    let Stage::Level(level) = &mut falls.stages[0] else { panic!("a level") };
    level.stakes.big_blind = Chips(3);
    let answer = cleo.try_order(&Command::ChangeLevels(falls)).await;
    assert_eq!(answer, Err(ErrorCode::NotInTheRules), "blinds do not fall");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_color_up_is_announced_and_small_chips_are_gone_from_the_next_hand_on() {
    let in_small_chips = |structure: &mut Structure| {
        structure.rulebook = "tda-2024".to_owned();
        for stage in &mut structure.stages {
            if let rules::Stage::Level(level) = stage {
                level.stakes = rules::Stakes::no_limit(100, 200);
                level.stakes.unit = rules::Chips(25);
            }
        }
    };
    let event = Event::running_with(in_small_chips, false).await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let entry = cleo.players().await[0].entry;
    let odd = StackOrder { entry, chips: Chips(STACK + 25), beyond: true };
    cleo.order(Command::SetStack(odd)).await;
    let is_odd = |players: &[PlayerRow]| players.iter().any(|row| row.stack.0 % 100 != 0);
    cleo.until_seated("somebody has an odd chip", |players, _| is_odd(players)).await;
    cleo.look().await;
    let color_up = |unit, method| ColorUp { table: None, unit: Chips(unit), method };
    let smaller = Command::ColorUp(color_up(1_000, None));
    assert_eq!(cleo.try_order(&smaller).await, Err(ErrorCode::NotAllowedNow));
    let other = Command::ColorUp(color_up(100, Some(ColorUpMethod::RoundUp)));
    assert_eq!(cleo.try_order(&other).await, Err(ErrorCode::NotInTheRules));
    let (ruling, _) = cleo.order(Command::ColorUp(color_up(100, None))).await;
    cleo.until_seated("no odd chips are left", |players, _| !is_odd(players)).await;
    let stakes = cleo.look().await.clock.stakes;
    assert_eq!((stakes.unit, stakes.big_blind), (Chips(100), Chips(200)));
    cleo.cannot_undo(ruling).await;
    let table = cleo.tables().await[0].table;
    cleo.until_dealt(table, "hands are dealt in larger chips", |view| view.info.unit == Chips(100))
        .await;
}
