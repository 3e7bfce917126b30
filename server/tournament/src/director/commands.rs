//! Commands of the floor: what each one needs, what it does, and what its opposite is. Whatever
//! takes more than a few lines is in the modules below. [`rulings`](super::rulings) asks who
//! may rule, and keeps the record.

mod clock;
mod sanctions;
mod seats;

pub(super) use sanctions::chips_beyond;

use super::{
    Director, Step, absences, bonus, colour_up, escrow, levels, lots, pauses, real_cards, refunds,
    registration, stages, surplus, together,
};
use crate::command::{Command, WallScene};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{Ruling, Undo};
use crate::input::Purchase;
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::seating::Reserved;
use std::ops::RangeInclusive;

/// The longest time for which walls show an announcement: a day.
const MOST_MINUTES: u16 = 24 * 60;
/// How long a scene of a rotation may stay.
const SCENE_SECONDS: RangeInclusive<u16> = 5..=600;

/// Checks whether a command is possible now, and returns the information needed to undo it.
pub(super) fn check(step: &Step<'_>, command: &Command) -> Result<Undo, Refusal> {
    let director = &*step.director;
    let state = &director.state;
    let when = |holds: bool, otherwise: &'static str| {
        if holds { Ok(()) } else { Err(Refusal::NotNow(otherwise)) }
    };
    let running_and = |holds: bool, otherwise: &'static str| {
        state.course.must_run()?;
        when(holds, otherwise)
    };
    let never = |()| Undo::Never;
    match command {
        Command::Pause => {
            running_and(!state.is_paused_by_floor(), "It is paused already.").map(never)
        }
        Command::Resume => running_and(state.schedule.is_paused(), "It is not paused.").map(never),
        Command::SetClock { .. } | Command::AddTime(_) | Command::TakeTime(_) => {
            clock::check(director, command)
        }
        Command::ChangeStart(at) => clock::check_start(step, *at),
        Command::ChangeLevels(stages) => levels::check_levels(director, stages),
        Command::CloseEntry => {
            running_and(!state.entries.are_closed(), "Registration is closed already.").map(never)
        }
        Command::EnterPlayer(player) => {
            registration::may_be_entered_by_floor(step, *player).map(|()| Undo::Inverse)
        }
        Command::RemoveEntry(entry) => {
            state.entries.must_be_in(*entry)?;
            let known = state.entries.whereabouts(*entry);
            when(
                known == Some(Whereabouts::Registered),
                "The tournament has begun, so the entry cannot be removed.",
            )
            .map(never)
        }
        Command::CheckIn(entry) => {
            let has_check_in = director.setup.structure.entry.check_in;
            has_check_in.then_some(()).ok_or(Refusal::NoCheckIn)?;
            state.course.must_not_have_begun()?;
            state.entries.must_be_in(*entry)?;
            when(!state.entries.is_checked_in(*entry), "This player is checked in already.")
                .map(never)
        }
        Command::Seat(place) | Command::Move(place) => seats::check(director, command, *place),
        Command::PinSeat(place) => seats::check_pin(director, *place),
        Command::KeepApart(one, other) => {
            state.entries.must_be_in(*one)?;
            state.entries.must_be_in(*other)?;
            when(one != other, "Choose two different players.")?;
            Ok(Undo::Inverse)
        }
        Command::ExtraPlayers(_) => surplus::check_extra_players(director),
        Command::BalanceNow | Command::Redraw => {
            let is_balanced = !director.setup.is_played_in_rounds();
            running_and(is_balanced, "Tables are not balanced any more at this stage.").map(never)
        }
        Command::BreakTable(table) => seats::check_breaking(director, *table),
        Command::HaltTable(table) => {
            let known = seats::running(director, *table)?;
            when(known.halted.is_none(), "The table is halted already.")?;
            Ok(Undo::Inverse)
        }
        Command::WaiveHalt(table) => {
            let known = seats::running(director, *table)?;
            when(known.halted.is_some(), "The table is not halted.").map(never)
        }
        Command::ColorUp(order) => colour_up::check_color_up(director, *order).map(|_| Undo::Never),
        Command::HandForHand(true) => {
            real_cards::check_hand_for_hand(director)?;
            running_and(!state.together.is_on(), "Hand-for-hand is on already.")
                .map(|()| Undo::Inverse)
        }
        Command::HandForHand(false) => {
            running_and(state.together.is_on(), "Hand-for-hand is not on.").map(never)
        }
        Command::Announce(_) => Ok(Undo::Never),
        Command::AnnounceFor(_, minutes) => when(
            (1..=MOST_MINUTES).contains(minutes),
            "An announcement stays for 1 to 1440 minutes. Choose another number.",
        )
        .map(|()| Undo::Inverse),
        Command::Wall(scene, seconds) => when(
            *scene != WallScene::Rotate || SCENE_SECONDS.contains(seconds),
            "A scene stays for 5 to 600 seconds. Choose another number.",
        )
        .map(|()| Undo::Inverse),
        Command::DrawLots(list) => lots::check_lots(director, list).map(never),
        Command::AllowDeals(_) => Ok(Undo::Inverse),
        Command::Warn(entry) => state.entries.must_be_in(*entry).map(never),
        Command::MissHands(entry, hands) => sanctions::check_hands(director, *entry, *hands),
        Command::MissRounds(entry, rounds) => sanctions::check_rounds(director, *entry, *rounds),
        Command::LiftPenalty(entry) => sanctions::check_lifting(director, *entry),
        Command::Disqualify { entry, .. } => {
            state.course.must_run()?;
            state.entries.must_be_in(*entry).map(|()| Undo::Removal(*entry))
        }
        Command::PickUp(entry) => sanctions::check_picking_up(director, *entry),
        Command::Forfeit(entry, chips) => sanctions::check_forfeit(director, *entry, *chips),
        Command::SetStack(entry, chips) => sanctions::check_stack(director, *entry, *chips),
        Command::Mute(entry) | Command::Unmute(entry) | Command::Ban(entry, _) => {
            director.entry(*entry).map(|_| Undo::Inverse).ok_or(Refusal::NotIn(*entry))
        }
        Command::Cancel(refund) => refunds::check_refund(step, *refund).map(never),
        Command::Impound { table, parts } => {
            state.course.must_run()?;
            escrow::check_impound(director, *table, parts).map(never)
        }
        Command::ReleasePot { pot, parts } => {
            state.course.must_run()?;
            escrow::check_release(director, *pot, parts).map(never)
        }
        Command::GiveBonus(entry, chips) => {
            state.course.must_run()?;
            bonus::check_bonus(director, *entry, *chips).map(never)
        }
        Command::ForfeitBonus(entry) => {
            state.course.must_run()?;
            bonus::check_forfeited_bonus(director, *entry).map(never)
        }
        Command::Out { entry, by, with } => real_cards::check_out(director, *entry, by, with),
        Command::Back(entry) => real_cards::check_back(director, *entry).map(never),
        Command::Rebuy(entry) => {
            real_cards::check_purchase(director, *entry, Purchase::Rebuy).map(never)
        }
        Command::AddOn(entry) => {
            real_cards::check_purchase(director, *entry, Purchase::AddOn).map(never)
        }
        Command::Count(entry, chips) => real_cards::check_count(director, *entry, *chips),
        Command::Moved(entry) => real_cards::check_moved(director, *entry).map(never),
        // The first two are about another ruling, and the room itself gives the third.
        Command::Undo(_) | Command::Second(_) | Command::Penalize(_) => {
            running_and(false, "This cannot be ordered.").map(never)
        }
    }
}

/// Carries out the command of a ruling that has been checked.
pub(super) fn carry_out(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::Pause => pauses::pause(step),
        Command::Resume => pauses::resume(step),
        Command::SetClock { level, left } => clock::set(step, *level, *left),
        Command::AddTime(more) => clock::change_time_left(step, |left| left + *more),
        Command::TakeTime(less) => clock::change_time_left(step, |left| left.since(*less)),
        Command::ChangeStart(at) => step.emit(Event::StartChanged { at: Some(*at) }),
        Command::ChangeLevels(stages) => levels::change_levels(step, ruling.seq, stages),
        Command::CloseEntry => stages::close_entry(step),
        Command::EnterPlayer(player) => registration::make_entry(step, *player)?,
        Command::RemoveEntry(entry) => registration::withdraw_entry(step, *entry),
        Command::CheckIn(entry) => step.emit(Event::CheckedIn { entry: *entry }),
        Command::Seat(place) => seats::seat(step, *place),
        Command::Move(place) => seats::move_player(step, *place),
        Command::PinSeat(place) => seats::pin(step, *place),
        Command::KeepApart(one, other) => {
            step.emit(Event::KeptApart { one: *one, other: *other });
        }
        Command::ExtraPlayers(tables) => step.emit(Event::ExtraPlayersAllowed { tables: *tables }),
        Command::BalanceNow => {
            step.emit(Event::BalancingOrdered { on: true });
            step.attend_to_all();
        }
        Command::Redraw => seats::redraw(step),
        Command::BreakTable(table) => seats::break_table(step, *table),
        Command::HaltTable(table) => {
            step.emit(Event::Halted { table: *table, at: step.now, ordered: true });
        }
        Command::WaiveHalt(table) => seats::resume_table(step, *table, true),
        Command::ColorUp(order) => colour_up::color_up(step, *order)?,
        Command::HandForHand(true) => step.emit(Event::HandForHandBegan { ordered: true }),
        Command::HandForHand(false) => together::end_hand_for_hand(step),
        Command::Announce(text) | Command::AnnounceFor(text, _) => {
            step.emit(Event::Announced { text: text.clone() });
        }
        // The ruling itself is what walls follow.
        Command::Wall(..) => {}
        Command::DrawLots(list) => lots::draw_lots(step, ruling.seq, list),
        Command::AllowDeals(allowed) => step.emit(Event::DealsAllowed { allowed: *allowed }),
        Command::Warn(entry) => step.emit(Event::Warned { entry: *entry }),
        Command::MissHands(..)
        | Command::MissRounds(..)
        | Command::LiftPenalty(_)
        | Command::Penalize(_) => sanctions::penalize(step, ruling),
        Command::Disqualify { entry, keeps_prize } => {
            // The rulebook or the floor may leave the prize to a disqualified player (GAPS
            // G-46).
            let by_book = step.setup().rulebook.penalties.disqualified_prize;
            let why = Removal::Disqualified { keeps_prize: *keeps_prize || by_book };
            absences::remove_when_due(step, *entry, why);
        }
        Command::PickUp(entry) => absences::remove_when_due(step, *entry, Removal::PickedUp),
        Command::Forfeit(..) | Command::SetStack(..) => sanctions::change_stack(step, ruling),
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Ban(entry, days) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: Some(*days) });
        }
        Command::Cancel(refund) => refunds::call_off_running(step, *refund, ruling.reason.clone()),
        Command::Impound { table, parts } => {
            escrow::impound(step, *table, parts.clone(), ruling.reason.clone());
        }
        Command::ReleasePot { pot, parts } => escrow::release_pot(step, *pot, parts),
        Command::GiveBonus(entry, chips) => bonus::give_bonus(step, *entry, *chips),
        Command::ForfeitBonus(entry) => bonus::forfeit_bonus(step, *entry),
        Command::Out { entry, by, with } => real_cards::put_out(step, ruling.seq, *entry, by, with),
        Command::Back(_) => real_cards::take_hand_back(step),
        Command::Rebuy(entry) => real_cards::sell(step, *entry, Purchase::Rebuy)?,
        Command::AddOn(entry) => real_cards::sell(step, *entry, Purchase::AddOn)?,
        Command::Count(entry, chips) => real_cards::count(step, *entry, *chips),
        Command::Moved(entry) => real_cards::confirm_move(step, *entry),
        // These are about another ruling, so `rulings` carries them out.
        Command::Undo(_) | Command::Second(_) => {}
    }
    Ok(())
}

/// Checks that the opposite of a command still has an effect.
pub(super) fn check_inverse(director: &Director, command: &Command) -> Result<(), Refusal> {
    let possible = match command {
        Command::EnterPlayer(player) => registration::registered_entry(director, *player).is_some(),
        Command::HaltTable(table) => {
            director.table(*table).is_some_and(|table| table.halted.is_some())
        }
        Command::HandForHand(true) => director.state.together.is_on(),
        _ => true,
    };
    if possible {
        Ok(())
    } else {
        Err(Refusal::CannotUndo("Play went on, so this ruling cannot be undone any more."))
    }
}

/// Carries out the opposite of a command that [`check`] answered with [`Undo::Inverse`].
pub(super) fn invert(step: &mut Step<'_>, command: &Command) {
    match command {
        Command::EnterPlayer(player) => {
            if let Some(entry) = registration::registered_entry(step.director, *player) {
                registration::withdraw_entry(step, entry);
            }
        }
        Command::PinSeat(place) => {
            step.emit(Event::Reserved { entry: place.entry, place: Reserved::default() });
        }
        Command::KeepApart(one, other) => {
            step.emit(Event::LetTogether { one: *one, other: *other });
        }
        Command::HaltTable(table) => seats::resume_table(step, *table, false),
        Command::HandForHand(_) => together::end_hand_for_hand(step),
        Command::AllowDeals(allowed) => step.emit(Event::DealsAllowed { allowed: !allowed }),
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Ban(entry, _) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: None });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Command, Director, Event, FloorOrder, Input, Operator, Refusal, Setup, Undo, WallScene,
    };
    use cardroom_rules::{
        Chips, EntryNo, EntryTerms, Level, Library, Millis, PlayerId, Stage, Stakes, Structure,
        TableNo,
    };

    const ADA: EntryNo = EntryNo(1);
    const BOB: EntryNo = EntryNo(2);

    /// Returns a tournament with check-in that Ada and Bob have entered.
    fn before_the_start() -> Director {
        let holdem = include_str!("../../../../config/games/holdem.toml");
        let tda = include_str!("../../../../config/rulebooks/tda-2024.toml");
        let library = Library::parse([("holdem", holdem)], [("tda-2024", tda)]).unwrap();
        let entry = EntryTerms {
            starting_stack: Chips(5_000),
            min_entrants: 2,
            max_entrants: 100,
            check_in: true,
            ..EntryTerms::default()
        };
        let stage = Stage::Level(Level { seconds: 300, stakes: Stakes::no_limit(10, 20) });
        let structure = Structure {
            rulebook: "tda-2024".to_owned(),
            game: "holdem".to_owned(),
            seats: 9,
            entry,
            stages: vec![stage],
            ..Structure::default()
        };
        let mut director = Director::new(Setup {
            structure: structure.into(),
            rulebook: library.rulebook("tda-2024").unwrap().clone(),
            starts_at: Some(Millis(60_000)),
            carried: None,
            self_run: false,
        })
        .unwrap();
        for player in [PlayerId(1), PlayerId(2)] {
            director.step(Millis(0), 7, Input::Enter { player, of_age: true }).unwrap();
        }
        director
    }

    /// Gives a command, and returns how it can be undone and the events that follow the ruling.
    fn order(director: &mut Director, command: Command) -> Result<(Undo, Vec<Event>), Refusal> {
        let operator = Operator { account: PlayerId(900), owner: false };
        let (seen, reason) = (director.seq(), "For the test.".to_owned());
        let order = FloorOrder { operator, seen, reason, rule: None, command };
        let mut events = director.step(Millis(1_000), 7, Input::Floor(order))?;
        let ruled = events.iter().position(|event| matches!(event, Event::Ruled(_))).unwrap();
        let follows = events.split_off(ruled + 1);
        Ok((director.rulings().last().unwrap().undo, follows))
    }

    #[test]
    fn chips_that_no_entry_brought_are_counted() {
        let mut director = before_the_start();
        assert_eq!(director.chips_beyond(ADA, Chips(50_000)), Some(Chips(45_000)));
        assert_eq!(director.chips_beyond(ADA, Chips(4_000)), None);
        order(&mut director, Command::SetStack(ADA, Chips(4_000))).unwrap();
        assert_eq!(director.chips_beyond(BOB, Chips(6_000)), None, "they were Ada's");
        assert_eq!(director.chips_beyond(BOB, Chips(6_001)), Some(Chips(1)));
        order(&mut director, Command::SetStack(ADA, Chips(50_000))).unwrap();
        let given = director.rulings().last().unwrap().seq;
        assert_eq!(director.chips_beyond(BOB, Chips(5_001)), Some(Chips(45_001)));
        order(&mut director, Command::Undo(given)).unwrap();
        assert_eq!(director.chips_beyond(BOB, Chips(6_000)), None);
    }

    #[test]
    fn a_ruling_says_whether_it_can_be_undone() {
        let mut director = before_the_start();
        let ruled = |director: &mut Director, command| {
            order(director, command).unwrap();
            director.rulings().last().unwrap().seq
        };
        let start = ruled(&mut director, Command::ChangeStart(Millis(90_000)));
        let warned = ruled(&mut director, Command::Warn(ADA));
        let muted = ruled(&mut director, Command::Mute(BOB));
        assert_eq!([start, warned, muted].map(|seq| director.can_undo(seq)), [true, false, true]);
        ruled(&mut director, Command::Undo(muted));
        assert!(!director.can_undo(muted), "it is undone");
        director.step(Millis(80_000), 7, Input::CheckIn { player: PlayerId(1) }).unwrap();
        director.step(Millis(80_000), 7, Input::CheckIn { player: PlayerId(2) }).unwrap();
        director.step(Millis(90_000), 7, Input::Tick).unwrap();
        assert!(!director.can_undo(start), "the tournament has begun");
    }

    #[test]
    fn what_the_floor_can_order_before_the_start() {
        let begins = Millis(90_000);
        for (command, expected) in [
            (Command::Pause, Err(Refusal::NotBegun)),
            (Command::AddTime(begins), Err(Refusal::NotBegun)),
            (Command::ChangeStart(begins), Ok(Undo::Start(Some(Millis(60_000))))),
            (Command::RemoveEntry(ADA), Ok(Undo::Never)),
            (Command::KeepApart(ADA, BOB), Ok(Undo::Inverse)),
            (Command::BreakTable(TableNo(1)), Err(Refusal::NotBegun)),
            (Command::Warn(ADA), Ok(Undo::Never)),
            (Command::Warn(EntryNo(3)), Err(Refusal::NotIn(EntryNo(3)))),
            (Command::MissHands(ADA, 1), Err(Refusal::NotBegun)),
            (
                Command::SetStack(ADA, Chips(4_000)),
                Ok(Undo::Stack { entry: ADA, given: Chips(0), taken: Chips(1_000) }),
            ),
            (Command::Mute(BOB), Ok(Undo::Inverse)),
            (Command::AnnounceFor("Hello".to_owned(), 10), Ok(Undo::Inverse)),
            (Command::Wall(WallScene::Clock, 0), Ok(Undo::Inverse)),
            (Command::CheckIn(ADA), Ok(Undo::Never)),
            (Command::CheckIn(EntryNo(3)), Err(Refusal::NotIn(EntryNo(3)))),
        ] {
            let found = order(&mut before_the_start(), command.clone()).map(|(undo, _)| undo);
            assert_eq!(found, expected, "{command:?}");
        }
    }

    #[test]
    fn the_floor_checks_in_a_player_once_and_the_tournament_starts_with_that_player() {
        let mut director = before_the_start();
        let (_, follows) = order(&mut director, Command::CheckIn(ADA)).unwrap();
        assert_eq!(follows, [Event::CheckedIn { entry: ADA }]);
        let again = order(&mut director, Command::CheckIn(ADA)).map(|_| ());
        assert_eq!(again, Err(Refusal::NotNow("This player is checked in already.")));
        order(&mut director, Command::CheckIn(BOB)).unwrap();
        director.step(Millis(60_000), 7, Input::Tick).unwrap();
        assert_eq!(director.players_left(), 2);
        let late = order(&mut director, Command::CheckIn(BOB)).map(|_| ());
        assert_eq!(late, Err(Refusal::HasBegun));
    }

    #[test]
    fn a_ruling_that_changes_a_subject_marks_it() {
        let mut director = before_the_start();
        let touched = |director: &Director| director.entry(ADA).unwrap().touched;
        let before = touched(&director);
        order(&mut director, Command::Mute(ADA)).unwrap();
        assert_eq!(touched(&director), before);
        order(&mut director, Command::Warn(ADA)).unwrap();
        assert_eq!(touched(&director), director.seq());
    }
}
