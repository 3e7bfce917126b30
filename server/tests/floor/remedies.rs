//! What the floor draws, changes in the structure and exchanges while play goes on.

use crate::event::{Event, REASON};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::tournament::{Lot, LotList, RulingState, TournamentCommand as Command};
use cardroom_tournament::Draws;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_on_the_record_with_its_seed_and_anybody_can_repeat_it() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    let texts = ["the flop stands", "three other cards", "the hand is void"];
    let lots = texts.map(|text| Lot::Text(text.to_owned())).to_vec();
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
