//! Cards that players show after a hand: who may, which, until when, and who sees them.
use crate::common;

use cardroom_cards::{Card, parse_cards};
use cardroom_engine::{Event, Input, Picks, RefusalKind, Table, TableSetup, Viewer};
use cardroom_rules::{SeatNo, Stakes};
use common::{Play, dealt, rulebook, setup};

const BOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

fn under(book: &str) -> TableSetup {
    TableSetup { rulebook: rulebook(book), ..setup(Stakes::no_limit(50, 100)) }
}

/// Deals to three players. The button is in seat 0, and seat 2 has the big blind.
fn begun(setup: TableSetup) -> Play {
    let mut play = Play::new(setup, &[5_000; 3]);
    play.start(dealt(&["KsKh", "7c2d", "AsAd"], "3c8d9hJcQd"));
    play
}

/// Plays a hand that seat 2 wins because the others fold.
fn folded_out(book: &str) -> Play {
    let mut play = begun(under(book));
    play.fold(0);
    play.fold(1);
    assert_eq!(play.table.hand_in_progress(), None);
    play
}

fn show(play: &mut Play, seat: u8, places: &[usize]) -> Result<Vec<Event>, RefusalKind> {
    let picks = places.iter().fold(Picks::NONE, |picks, place| picks.with(*place));
    let shown = play.input(Input::ShowCards { seat: SeatNo(seat), picks });
    shown.map_err(|refusal| refusal.kind)
}

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

/// Returns the cards at a seat that all viewers can see.
fn seen(table: &Table, seat: u8) -> Vec<Card> {
    let view = table.view(Viewer::Public);
    let seat = view.seats.iter().find(|view| view.seat == SeatNo(seat)).unwrap();
    seat.shown.to_vec()
}

#[test]
fn a_winner_whom_nobody_called_shows_one_card_under_every_book() {
    for book in BOOKS {
        let mut play = folded_out(book);
        let events = show(&mut play, 2, &[0]).unwrap();
        let hand = play.table.last_hand();
        let one =
            Event::CardsShown { hand, seat: SeatNo(2), cards: cards("7c").into_iter().collect() };
        assert_eq!(events, [one], "{book}");
        assert_eq!(seen(&play.table, 2), cards("7c"), "{book}: the other card stays down");
        assert_eq!(show(&mut play, 2, &[0]), Err(RefusalKind::NothingToDo));
        show(&mut play, 2, &[0, 1]).unwrap();
        assert_eq!(seen(&play.table, 2), cards("7c2d"));
        assert_eq!(show(&mut play, 2, &[0, 1]), Err(RefusalKind::NothingToDo));
    }
}

#[test]
fn a_folded_hand_is_shown_where_the_book_has_no_muck() {
    for book in BOOKS {
        let mut play = folded_out(book);
        let to_show = |play: &Play| play.table.view(Viewer::Seat(SeatNo(1))).to_show.to_vec();
        if book == "online" {
            assert_eq!(to_show(&play), cards("KsKh"));
            show(&mut play, 1, &[1]).unwrap();
            assert_eq!((seen(&play.table, 1), to_show(&play)), (cards("Kh"), cards("Ks")));
        } else {
            assert!(to_show(&play).is_empty());
            assert_eq!(show(&mut play, 1, &[1]), Err(RefusalKind::GivenUpStaysDown), "{book}");
        }
    }
}

/// Plays a showdown that seat 0 wins with aces, before whom the kings of seat 1 were shown and the
/// hand of seat 2 was mucked.
fn shown_down(book: &str) -> Play {
    let mut play = begun(under(book));
    while play.turn().is_some() {
        play.street();
    }
    play.run_out();
    assert_eq!((play.tabled(), play.mucked()), (vec![1, 0], vec![2]));
    play
}

#[test]
fn a_mucked_hand_is_like_a_folded_one_and_a_tabled_one_is_open() {
    for book in BOOKS {
        let mut play = shown_down(book);
        assert_eq!(show(&mut play, 0, &[0, 1]), Err(RefusalKind::NothingToDo), "it lies open");
        let mucked = show(&mut play, 2, &[0]);
        if book == "online" {
            assert!(mucked.is_ok());
            assert_eq!(play.tabled(), [1, 0], "it is no showdown");
        } else {
            assert_eq!(mucked, Err(RefusalKind::GivenUpStaysDown), "{book}");
        }
    }
}

#[test]
fn nobody_shows_while_others_are_in_the_hand_or_after_the_next_one_began() {
    let mut play = begun(under("online"));
    play.fold(0);
    for seat in 0..3 {
        assert_eq!(show(&mut play, seat, &[0]), Err(RefusalKind::NothingToShow));
    }
    play.fold(1);
    show(&mut play, 0, &[0]).unwrap();
    let due = play.table.deadline();
    show(&mut play, 2, &[0]).unwrap();
    assert_eq!(play.table.deadline(), due, "the next hand does not wait");
    play.next_hand();
    assert!(seen(&play.table, 0).is_empty() && seen(&play.table, 2).is_empty());
    assert_eq!(show(&mut play, 2, &[1]), Err(RefusalKind::NothingToShow));
    assert!(play.table.last_cards(SeatNo(2)).is_empty());
}

#[test]
fn only_players_of_the_hand_show_and_only_cards_that_they_hold() {
    let mut play = folded_out("online");
    play.sit(5, 5_000, false);
    assert_eq!(show(&mut play, 5, &[0]), Err(RefusalKind::NothingToShow), "not dealt in");
    assert_eq!(show(&mut play, 7, &[0]), Err(RefusalKind::SeatEmpty));
    assert_eq!(show(&mut play, 2, &[2]), Err(RefusalKind::NoSuchCard));
    assert_eq!(show(&mut play, 2, &[]), Err(RefusalKind::NothingToDo));
    play.leave(1);
    play.sit(1, 5_000, false);
    assert_eq!(show(&mut play, 1, &[0]), Err(RefusalKind::NothingToShow), "another player");

    let mut voided = begun(under("online"));
    voided.input(Input::VoidHand { reason: "a test".to_owned() }).unwrap();
    assert_eq!(show(&mut voided, 2, &[0]), Err(RefusalKind::NothingToShow));
}

#[test]
fn a_paused_table_lets_players_show_and_stays_paused() {
    let mut play = folded_out("online");
    play.input(Input::Pause).unwrap();
    show(&mut play, 2, &[1]).unwrap();
    assert!(play.table.is_paused());
    assert_eq!(seen(&play.table, 2), cards("2d"));
}

#[test]
fn all_viewers_see_the_same_after_a_replay_and_a_snapshot_has_no_card_that_was_not_shown() {
    let mut play = folded_out("online");
    let before = serde_json::to_string(&play.table.snapshot().unwrap()).unwrap();
    show(&mut play, 2, &[1]).unwrap();
    show(&mut play, 0, &[0, 1]).unwrap();
    let viewers = (0..3).map(|seat| Viewer::Seat(SeatNo(seat))).chain([Viewer::Public]);

    let decks = cardroom_engine::Decks {
        deck: dealt(&["KsKh", "7c2d", "AsAd"], "3c8d9hJcQd"),
        reshuffles: Vec::new(),
    };
    let mut replayed = Table::new(under("online")).unwrap();
    for event in &play.log {
        replayed.apply(&match event {
            Event::HandStarted(start) => {
                Event::HandStarted(Box::new((**start).clone().with_decks(decks.clone())))
            }
            other => other.clone(),
        });
    }
    for viewer in viewers {
        assert_eq!(replayed.view(viewer), play.table.view(viewer));
    }

    // A table that comes back from its snapshot knows what was shown since, and no more.
    let read = &mut serde_json::Deserializer::from_str(&before);
    let mut restored = Table::restore(under("online"), read).unwrap();
    let shown = play.log.iter().filter(|event| matches!(event, Event::CardsShown { .. }));
    shown.for_each(|event| restored.apply(event));
    assert_eq!((seen(&restored, 2), seen(&restored, 0)), (cards("2d"), cards("AsAd")));
    assert!(restored.view(Viewer::Seat(SeatNo(2))).to_show.is_empty());
    let rest = Input::ShowCards { seat: SeatNo(2), picks: Picks::first(2) };
    assert!(restored.step(play.now, rest).is_err());
}
