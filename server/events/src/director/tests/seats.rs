//! Seat codes: what one shows, who gets them, and when they end.

use super::*;
use crate::seat_codes::{Issue, SeatKey, SeatLetters, parse_seat_code};
use cardroom_protocol::tournament::{EntryState, ListSeatCodes, SeatCode, SeatCodePage};

fn with_codes(mut night: Night) -> Night {
    night.core = night.core.with_seat_key(SeatKey::new([7; 32]));
    night
}

fn page(night: &Night, from: u32) -> SeatCodePage {
    let tournament = WireTournamentId(ID.0);
    night.core.seat_codes(&ListSeatCodes { request: REQUEST, tournament, from })
}

fn letters(code: &SeatCode) -> SeatLetters {
    let (tournament, letters) = parse_seat_code(&code.code).expect("it is a code");
    assert_eq!(tournament, ID);
    letters
}

fn slip(night: &Night, code: &SeatCode) -> SeatSlip {
    match night.core.find_seat(night.now, letters(code)) {
        Some(SeatFound::Slip(slip)) => *slip,
        other => panic!("{other:?}"),
    }
}

/// Frees a seat: its player has lost all chips, and buys no more.
fn free_seat(night: &mut Night, table: TableNo) -> SeatNo {
    let (seat, out) = night.seated(table)[1];
    let (by, with) = (Default::default(), Default::default());
    night.direct(TournamentCommand::Out(LostHand { entry: EntryId(out.0.into()), by, with }));
    let account = night.core.director.entry(out).unwrap().player.0;
    let decline = DeclineRebuy { request: REQUEST, tournament: WireTournamentId(ID.0) };
    let decline = TournamentRequest::DeclineRebuy(decline);
    night.request(super::player(account), decline, Behind::default());
    night.carry_out();
    seat
}

#[test]
fn a_code_shows_the_seat_of_its_entry_and_a_move_until_it_is_confirmed() {
    let mut night = with_codes(real_night());
    let codes = page(&night, 0);
    assert_eq!((codes.total, codes.codes.len()), (12, 12));
    let (seat, entry) = night.seated(TableNo(1))[0];
    let code = codes.codes.iter().find(|code| code.entry.0 == u64::from(entry.0)).unwrap();
    let place = |table, seat: SeatNo| Some(SeatPlace { table, seat: seat.0 + 1 });
    let shown = slip(&night, code);
    let player = night.core.director.entry(entry).unwrap().player;
    assert_eq!((&*shown.tournament, shown.player), ("Night", format!("Player {}", player.0)));
    assert_eq!((shown.state, shown.at, shown.from), (EntryState::Playing, place(1, seat), None));
    assert_eq!((shown.clock.level, shown.clock.stakes.big_blind.0), (1, 50));
    let new = free_seat(&mut night, TableNo(2));
    let order = SeatOrder { entry: code.entry, table: WireTableId(2), seat: Some(new.0) };
    night.direct(TournamentCommand::Move(order));
    night.carry_out();
    let shown = slip(&night, code);
    assert_eq!((shown.at, shown.from), (place(2, new), place(1, seat)));
    night.direct(TournamentCommand::Moved(code.entry));
    assert_eq!(slip(&night, code).from, None);
}

#[test]
fn a_code_is_the_same_after_a_restart_and_ends_with_the_tournament() {
    let mut night = with_codes(Night::entered(4));
    let codes = page(&night, 0).codes;
    assert_eq!(slip(&night, &codes[0]).at, None, "no seat is drawn yet");
    night.begin();
    night.restart();
    assert_eq!(page(&night, 0).codes, [], "no key, no codes");
    assert_eq!(night.core.find_seat(night.now, letters(&codes[0])), None);
    night = with_codes(night);
    assert_eq!(page(&night, 0).codes, codes);
    assert_eq!(page(&night, 3).codes, codes[3..]);
    night.direct(TournamentCommand::Cancel(Refund::Everything));
    assert_eq!((page(&night, 0).codes, page(&night, 0).total), (vec![], 0));
    assert_eq!(night.core.find_seat(night.now, letters(&codes[0])), Some(SeatFound::Ended));
}

#[test]
fn a_code_of_another_key_or_of_nobody_shows_nothing() {
    let night = with_codes(Night::entered(4));
    let other = SeatKey::new([8; 32]);
    assert_eq!(night.core.find_seat(night.now, other.letters(Issue(0), EntryNo(1))), None);
    let nobody = SeatKey::new([7; 32]).letters(Issue(0), EntryNo(5));
    assert_eq!(night.core.find_seat(night.now, nobody), None);
}

#[test]
fn new_codes_take_the_place_of_the_old_ones_also_after_a_restart() {
    let mut night = with_codes(Night::entered(4));
    let old = page(&night, 0).codes;
    let renew = |night: &mut Night| {
        night.direct(TournamentCommand::NewSeatCodes);
        page(night, 0).codes
    };
    let new = renew(&mut night);
    let gone = |night: &Night, codes: &[SeatCode]| {
        codes.iter().all(|code| night.core.find_seat(night.now, letters(code)).is_none())
    };
    assert_eq!(new.len(), old.len());
    assert!(gone(&night, &old));
    assert_eq!(new.iter().map(|code| slip(&night, code).player).collect::<Vec<_>>().len(), 4);
    night.restart();
    night = with_codes(night);
    assert_eq!(page(&night, 0).codes, new);
    let newest = renew(&mut night);
    assert!(gone(&night, &old) && gone(&night, &new) && !gone(&night, &newest));
    let ruling = night.core.director.rulings().last().unwrap().clone();
    assert!(!night.core.director.can_undo(ruling.seq), "a lost code stays lost");
}
