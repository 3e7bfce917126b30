//! Words and chips that become actions, questions and rulings. The rule cases have the rest.
use crate::common::{Play, deck, preflop, rulebook, setup, with_rules};

use cardroom_engine::{
    Action, Event, First, Gesture, Input, Matter, RefusalKind, RulingOption, Said, Scene,
    SmallBlind, TableSetup, Words,
};
use cardroom_rules::rulebook::{RaiseWordThenChip, SmallestWagerUnit};
use cardroom_rules::{Chips, Millis, SeatNo, Stakes};

fn under(book: &str) -> TableSetup {
    TableSetup { hybrid: true, rulebook: rulebook(book), ..setup(Stakes::no_limit(100, 200)) }
}

/// Enters a hand on the flop with these stacks behind. The last seat has the button.
fn entered(setup: TableSetup, stacks: &[u64]) -> Play {
    let mut play = Play::new(setup, stacks);
    let players = u8::try_from(stacks.len()).unwrap();
    let scene = Scene {
        deck: deck(""),
        reshuffles: Vec::new(),
        dealt: (0..players).map(SeatNo).collect(),
        button: SeatNo(players - 1),
        small_blind: SmallBlind::LeftOfButton,
        big_blind: None,
        street: 1,
        pot: Chips(600),
        front: Vec::new(),
    };
    play.input(Input::EnterHand(Box::new(scene))).unwrap();
    play
}

fn make(play: &mut Play, seat: u8, gesture: Gesture) -> Vec<Event> {
    play.input(Input::Gesture { seat: SeatNo(seat), gesture }).unwrap()
}

/// Returns the seat and the total of the last raise.
fn raised(play: &Play) -> Option<(u8, u64)> {
    play.log.iter().rev().find_map(|event| match event {
        Event::Acted { seat, action: Action::RaiseTo(to), .. } => Some((seat.0, to.0)),
        _ => None,
    })
}

/// TFPL 3d-4.
#[test]
fn chips_smaller_than_the_unit_do_not_play_in_words() {
    for (unit, heard) in
        [(SmallestWagerUnit::UnitInPlay, 125), (SmallestWagerUnit::BigBlindChip, 100)]
    {
        let stakes = Stakes { unit: Chips(25), ..Stakes::no_limit(25, 50) };
        let setup = TableSetup { hybrid: true, ..setup(stakes) };
        let setup = with_rules(setup, |rules| rules.betting.smallest_wager_unit = unit);
        let mut play = preflop(setup, &[1_010; 5]);
        let said = Said { words: Words::Raise, amount: Some(Chips(125)), figure: None };
        make(&mut play, 3, Gesture::Say(said));
        assert_eq!(raised(&play), Some((3, heard)), "{unit:?}");
    }
}

/// TDA 15-B.
#[test]
fn the_floor_rules_on_a_bettor_who_discards() {
    let discarded = |book: &str, option: Option<RulingOption>| {
        let mut play = entered(under(book), &[5_000; 3]);
        if option.is_some() {
            play.input(Input::AttendFloor { attended: true }).unwrap();
        }
        play.bet(0, 400);
        play.fold(1);
        make(&mut play, 0, Gesture::Say(Said::word(Words::Fold)));
        if let Some(option) = option {
            let ticket = play.table.ticket().unwrap();
            assert_eq!((ticket.seat, &ticket.matter), (SeatNo(0), &Matter::DiscardedBet));
            let ticket = ticket.ticket;
            play.input(Input::RuleTicket { ticket, option }).unwrap();
        }
        play
    };
    for book in ["tda-2024", "tnpl", "tfpl", "spotlight"] {
        // Without a floor person the hand stays live.
        for option in [None, Some(RulingOption::NotBinding)] {
            let play = discarded(book, option);
            assert_eq!((play.stack(0), play.turn(), play.to_call()), (4_600, Some(2), 400));
        }
        let mut play = discarded(book, Some(RulingOption::Dead));
        play.run_out();
        assert_eq!(play.stacks(), [5_000, 5_000, 5_600], "the uncalled bet went back");
    }
    let mut play = discarded("wptapl", None);
    play.run_out();
    assert_eq!(play.stacks(), [5_000, 5_000, 5_600], "a dead hand is final");
}

/// TDA 51-B.
#[test]
fn an_undercall_that_was_only_declared_is_forfeited_from_the_stack() {
    for book in ["tda-2024", "tnpl"] {
        let mut play = entered(under(book), &[5_000; 3]);
        play.input(Input::AttendFloor { attended: true }).unwrap();
        play.bet(0, 400);
        play.raise(1, 1_600);
        make(&mut play, 2, Gesture::Say(Said::with_amount(Words::Amount, Chips(400))));
        let ticket = play.table.ticket().unwrap();
        assert_eq!((&ticket.matter, ticket.forfeit), (&Matter::Undercall, Some(Chips(400))));
        let (ticket, option) = (ticket.ticket, RulingOption::ForfeitAndFold);
        play.input(Input::RuleTicket { ticket, option }).unwrap();
        assert_eq!((play.stack(2), play.turn(), play.to_call()), (4_600, Some(0), 1_200), "{book}");
        play.fold(0);
        play.run_out();
        assert_eq!(play.stacks(), [4_600, 6_400, 4_600], "{book}");
    }
}

/// TDA 44 against TFPL 5c-8, which allows raises in several motions.
#[test]
fn raise_and_one_chip_is_the_most_it_allows_or_waits_for_more_by_the_book() {
    for rule in [RaiseWordThenChip::MaximumOfChip, RaiseWordThenChip::ByChips] {
        let setup = with_rules(under("tfpl"), |rules| rules.wager.raise_word_then_chip = rule);
        let mut play = preflop(setup, &[5_000; 4]);
        let gesture = Gesture::Both {
            first: First::Word,
            said: Said::word(Words::Raise),
            chips: vec![Chips(1_000)],
            heard_by_all: true,
        };
        make(&mut play, 3, gesture);
        if rule == RaiseWordThenChip::MaximumOfChip {
            assert_eq!((raised(&play), play.turn()), (Some((3, 1_000)), Some(0)));
            continue;
        }
        assert_eq!((raised(&play), play.turn()), (None, Some(3)), "more may come");
        make(&mut play, 3, Gesture::Motion { chips: vec![Chips(500)] });
        make(&mut play, 3, Gesture::HandsAtRest);
        assert_eq!((raised(&play), play.turn()), (Some((3, 1_500)), Some(0)));
    }
}

/// The pause by the floor (GAPS G-30).
#[test]
fn a_ticket_stands_still_in_a_pause_and_the_floor_still_rules() {
    let mut play = entered(under("tda-2024"), &[5_000; 3]);
    play.input(Input::AttendFloor { attended: true }).unwrap();
    play.bet(0, 400);
    play.raise(1, 1_600);
    let undercall = Gesture::Say(Said::with_amount(Words::Amount, Chips(400)));
    make(&mut play, 2, undercall.clone());
    let ticket = play.table.ticket().expect("an undercall is up to the floor").clone();
    play.now = play.now + Millis(2_000);
    play.input(Input::Pause).unwrap();
    let refused = play.input(Input::Gesture { seat: SeatNo(2), gesture: undercall }).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::Paused);
    assert_eq!(play.table.deadline(), None, "nothing runs out");
    play.now = play.now + Millis(600_000);
    assert_eq!(play.input(Input::Tick).unwrap(), []);
    play.input(Input::Resume).unwrap();
    let later = ticket.deadline + Millis(605_000);
    assert_eq!(play.table.ticket().unwrap().deadline, later);
    assert_eq!(play.table.deadline(), Some(later));
    play.input(Input::Pause).unwrap();
    play.now = play.now + Millis(30_000);
    let option = RulingOption::ForfeitAndFold;
    let events = play.input(Input::RuleTicket { ticket: ticket.ticket, option }).unwrap();
    let waited = events.iter().find_map(|event| match event {
        Event::TicketClosed { waited, .. } => Some(*waited),
        _ => None,
    });
    // Two seconds were over before the first pause, and five are left out after it.
    assert_eq!(waited, Some(Millis(0)), "{events:?}");
    assert_eq!((play.turn(), play.table.deadline()), (Some(0), None));
}

/// TDA 53-B. The skipped player has time to speak up, and the deadline of the table says how much.
#[test]
fn a_skipped_player_loses_the_right_to_act_at_the_deadline() {
    let mut play = preflop(under("tda-2024"), &[5_000; 5]);
    assert_eq!((play.turn(), play.table.deadline()), (Some(3), None));
    make(&mut play, 4, Gesture::Push { chips: vec![Chips(200)], pulled: Vec::new() });
    assert_eq!(play.table.deadline(), None, "one action is not substantial");
    make(&mut play, 0, Gesture::Push { chips: vec![Chips(200)], pulled: Vec::new() });
    let pending = play.table.declarations().unwrap();
    assert!(pending.out_of_turn_is_substantial && pending.held == [SeatNo(0), SeatNo(4)]);
    let spoken = play.clone_of();
    let due = play.table.deadline().expect("the player may still speak up");
    assert_eq!(due, play.now + play.table.setup().rulebook.hybrid.skipped_ms);
    play.tick();
    let pending = play.table.declarations().unwrap();
    assert_eq!((pending.held.len(), pending.bound), (0, vec![SeatNo(0), SeatNo(4)]));
    // Speaking up keeps the right.
    let mut play = spoken;
    make(&mut play, 3, Gesture::SpeakUp);
    assert_eq!(play.table.deadline(), None);
}
