//! The hands of a match: stacks and button are set before each, so that none depends on another.
use crate::common;

use cardroom_engine::{Action, Event, HandSetUp, Input, RefusalKind};
use cardroom_rules::{Chips, SeatNo, Stakes};
use common::{Play, deck, setup};

fn set_up(stacks: &[(u8, u64)], button: u8) -> Input {
    let stacks = stacks.iter().map(|(seat, stack)| (SeatNo(*seat), Chips(*stack))).collect();
    Input::SetUpHand(HandSetUp { stacks, button: SeatNo(button), play: 0, offers_choice: false })
}

fn table(stacks: &[u64]) -> Play {
    Play::new(setup(Stakes::no_limit(50, 100)), stacks)
}

#[test]
fn a_player_who_lost_everything_is_dealt_in_with_the_stack_that_was_set() {
    let mut play = table(&[5_000, 5_000]);
    play.input(set_up(&[(0, 5_000), (1, 5_000)], 1)).unwrap();
    play.start(deck("AsKsAhKh2c7d9hJc3s"));
    assert_eq!(play.button(), 1, "not drawn");
    play.act(1, Action::RaiseTo(Chips(5_000)));
    play.call(0);
    play.run_out();
    assert!(play.stacks().contains(&0), "{:?}", play.stacks());
    let told = play.input(set_up(&[(0, 5_000), (1, 5_000)], 1)).unwrap();
    let back = |event: &&Event| matches!(event, Event::SatIn { .. });
    assert_eq!(told.iter().filter(back).count(), 1);
    assert_eq!(play.stacks(), [5_000, 5_000]);
    play.start(deck(""));
    assert_eq!(play.button(), 1, "it does not move on by itself");
    assert_eq!(play.dealt_in().len(), 2);
}

#[test]
fn a_hand_is_set_up_between_hands_and_whole_or_not_at_all() {
    let mut play = table(&[5_000, 5_000, 5_000]);
    for bad in [
        set_up(&[(0, 7_000), (0, 8_000)], 1),
        set_up(&[(0, 7_000), (1, 0)], 1),
        set_up(&[(0, 7_000), (8, 7_000)], 1),
        set_up(&[(0, 7_000)], 8),
        set_up(&[(0, 1 << 53), (1, 1)], 1),
    ] {
        assert!(play.input(bad).is_err());
        assert_eq!(play.stacks(), [5_000, 5_000, 5_000]);
    }
    play.start(deck(""));
    let refused = play.input(set_up(&[(0, 7_000)], 1)).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::HandInProgress);
}
