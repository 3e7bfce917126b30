//! Random draws of the floor from a list, as a remedy for errors that no rule covers (TDA RP-14).

use crate::direction::{begun, replays, winner_takes_all};
use cardroom_rules::EntryNo;
use cardroom_tournament::{
    Command, DrawnLots, Draws, Event, Lot, LotList, LotsRefusal, Refusal, RulingState,
};

fn texts(lots: &[&str]) -> Vec<Lot> {
    lots.iter().map(|lot| Lot::Text((*lot).to_owned())).collect()
}

fn list(lots: Vec<Lot>, count: u16) -> LotList {
    LotList { about: "the burn card".to_owned(), lots, count }
}

#[test]
fn the_floor_draws_from_a_list_and_the_draw_can_be_made_again_from_the_log() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let wanted = list(texts(&["9h", "4c", "Js", "2d"]), 1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..40 {
        event.order(Command::DrawLots(wanted.clone())).unwrap();
        let ruling = event.director.rulings().last().unwrap();
        assert_eq!(ruling.command, Command::DrawLots(wanted.clone()), "the list is on the record");
        assert_eq!(ruling.state, RulingState::Made);
        let DrawnLots { seed, drawn, .. } = event.director.lots_drawn(ruling.seq).unwrap();
        let again = Draws::new(*seed).several(wanted.lots.len(), usize::from(wanted.count));
        assert_eq!(drawn.iter().map(|lot| usize::from(*lot)).collect::<Vec<_>>(), again);
        seen.extend(drawn.iter().copied());
        assert!(event.order(Command::Undo(ruling.seq)).is_err(), "what was drawn was drawn");
    }
    assert_eq!(seen.len(), 4, "every lot is drawn now and then");
    let logged = event.log.windows(2).filter(|pair| {
        matches!(pair, [Event::Drawn { seed }, Event::LotsDrawn(lots)] if *seed == lots.seed)
    });
    assert_eq!(logged.count(), 40);
    replays(&event);
}

#[test]
fn several_lots_are_drawn_each_once_and_players_may_be_among_them() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let lots = vec![Lot::Entry(EntryNo(3)), Lot::Entry(EntryNo(5)), Lot::Text("nobody".to_owned())];
    event.order(Command::DrawLots(list(lots, 3))).unwrap();
    let ruling = event.director.seq();
    let mut drawn = event.director.lots_drawn(ruling).unwrap().drawn.clone();
    drawn.sort_unstable();
    assert_eq!(drawn, [0, 1, 2]);
    let stranger = list(vec![Lot::Entry(EntryNo(3)), Lot::Entry(EntryNo(99))], 1);
    assert_eq!(event.order(Command::DrawLots(stranger)), Err(Refusal::NotIn(EntryNo(99))));
    assert_eq!(event.director.rulings().len(), 1);
}

#[test]
fn a_list_that_nothing_can_be_drawn_from_is_refused() {
    let mut event = begun(winner_takes_all("tda-2024", 9), 18);
    let many: Vec<Lot> = (0..=LotList::MOST).map(|lot| Lot::Text(format!("lot {lot}"))).collect();
    let long = "x".repeat(LotList::MOST_CHARS + 1);
    let fits: Vec<Lot> = (0..20).map(|lot| Lot::Text(format!("{lot:>60}"))).collect();
    let unnamed = LotList { about: String::new(), lots: texts(&["a", "b"]), count: 1 };
    for (wrong, refusal) in [
        (list(texts(&["a"]), 1), LotsRefusal::Length),
        (list(many, 1), LotsRefusal::Length),
        (list(texts(&["a", &long]), 1), LotsRefusal::Text),
        (list(texts(&["a", ""]), 1), LotsRefusal::Text),
        (list(texts(&["a", "b\nc"]), 1), LotsRefusal::Text),
        (list(fits, 1), LotsRefusal::Text),
        (unnamed, LotsRefusal::Text),
        (list(texts(&["a", "b", "a"]), 1), LotsRefusal::Twice),
        (list(texts(&["a", "b"]), 0), LotsRefusal::Count),
        (list(texts(&["a", "b"]), 3), LotsRefusal::Count),
    ] {
        let before = event.director.clone();
        let answer = event.order(Command::DrawLots(wrong.clone()));
        assert_eq!(answer, Err(Refusal::Lots(refusal)), "{wrong:?}");
        assert_eq!(event.director, before, "a refusal changes nothing");
    }
}
