//! The needs of each command: whether it is possible now, and how it can be undone.

use super::super::money::Money;
use super::super::registration::Registration;
use super::super::timetable::Timetable;
use super::super::{Director, bonus, colour_up, escrow, lots, real_cards, surplus};
use super::{sanctions, seats};
use crate::command::{ColorUp, Command, WallScene};
use crate::entry::Whereabouts;
use crate::floor::Undo;
use crate::input::Purchase;
use crate::refusal::Refusal;
use cardroom_rules::{EntryNo, Millis, TableNo};
use std::ops::RangeInclusive;

/// The longest time for which walls show an announcement: a day.
const MOST_MINUTES: u16 = 24 * 60;
/// How long a scene of a rotation may stay.
const SCENE_SECONDS: RangeInclusive<u16> = 5..=600;

/// Checks whether a command is possible now, and returns the information needed to undo it.
pub(in crate::director) fn check(
    director: &Director,
    now: Millis,
    command: &Command,
) -> Result<Undo, Refusal> {
    let setup = &director.setup;
    let state = &director.state;
    let when = |holds: bool, otherwise: &'static str| {
        if holds { Ok(()) } else { Err(Refusal::NotNow(otherwise)) }
    };
    let running_and = |holds: bool, otherwise: &'static str| {
        state.course.must_run()?;
        when(holds, otherwise)
    };
    // A player who is in a tournament that runs.
    let plays = |entry: EntryNo| {
        state.course.must_run()?;
        state.entries.must_be_in(entry)
    };
    let floor = state.seating.floor();
    let must_be_open = |table: TableNo| floor.table(table).ok_or(Refusal::UnknownTable(table));
    let must_be_real = || real_cards::must_be_real(setup, &state.course);
    let never = |()| Undo::Never;
    match command {
        Command::Pause => {
            running_and(!state.is_paused_by_floor(), "It is paused already.").map(never)
        }
        Command::Resume => running_and(state.schedule.is_paused(), "It is not paused.").map(never),
        Command::SetClock { level, .. } => {
            Timetable::of(director).check_clock(Some(*level), state.now)
        }
        Command::AddTime(_) | Command::TakeTime(_) => {
            Timetable::of(director).check_clock(None, state.now)
        }
        Command::ChangeStart(at) => Timetable::of(director).check_start(*at, now),
        Command::ChangeLevels(stages) => {
            Timetable::of(director).check_levels(stages, state.color_ups.exchange())
        }
        Command::CloseEntry => {
            running_and(!state.entries.are_closed(), "Registration is closed already.").map(never)
        }
        Command::EnterPlayer(player) => {
            let registration = Registration::of(director);
            registration.may_be_entered_by_floor(*player).map(|()| Undo::Inverse)
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
            let has_check_in = setup.structure.entry.check_in;
            has_check_in.then_some(()).ok_or(Refusal::NoCheckIn)?;
            state.course.must_not_have_begun()?;
            state.entries.must_be_in(*entry)?;
            when(!state.entries.is_checked_in(*entry), "This player is checked in already.")
                .map(never)
        }
        Command::Seat(place) | Command::Move(place) => {
            state.entries.must_be_in(place.entry)?;
            state.course.must_run()?;
            seats::check_player(&state.entries, &state.escrow, command, place.entry)?;
            seats::check_place(&state.seating, setup, command, *place)
        }
        Command::PinSeat(place) => seats::check_pin(&state.entries, &state.seating, setup, *place),
        Command::KeepApart(one, other) => {
            state.entries.must_be_in(*one)?;
            state.entries.must_be_in(*other)?;
            when(one != other, "Choose two different players.")?;
            Ok(Undo::Inverse)
        }
        Command::ExtraPlayers(_) => {
            surplus::check_extra_players(&state.course, &state.seating, setup)
        }
        Command::BalanceNow | Command::Redraw => {
            let is_balanced = !setup.is_played_in_rounds();
            running_and(is_balanced, "Tables are not balanced any more at this stage.").map(never)
        }
        Command::BreakTable(table) => {
            state.course.must_run()?;
            seats::check_breaking(&state.seating, setup, *table)
        }
        Command::HaltTable(table) => {
            state.course.must_run()?;
            let known = must_be_open(*table)?;
            when(known.halted.is_none(), "The table is halted already.")?;
            Ok(Undo::Inverse)
        }
        Command::WaiveHalt(table) => {
            state.course.must_run()?;
            let known = must_be_open(*table)?;
            when(known.halted.is_some(), "The table is not halted.").map(never)
        }
        Command::ColorUp(order) => {
            state.course.must_run()?;
            let ColorUp { table, .. } = *order;
            table.map(must_be_open).transpose()?;
            let (color_ups, schedule) = (&state.color_ups, &state.schedule);
            colour_up::check_color_up(color_ups, schedule, setup, *order)?;
            Ok(Undo::Never)
        }
        Command::HandForHand(true) => {
            real_cards::check_hand_for_hand(setup)?;
            running_and(!state.together.is_on(), "Hand-for-hand is on already.")
                .map(|()| Undo::Inverse)
        }
        Command::HandForHand(false) => {
            running_and(state.together.is_on(), "Hand-for-hand is not on.").map(never)
        }
        Command::Announce(_) | Command::NewSeatCodes => Ok(Undo::Never),
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
        Command::DrawLots(list) => lots::check_lots(&state.entries, list).map(never),
        Command::AllowDeals(_) => Ok(Undo::Inverse),
        Command::Warn(entry) => state.entries.must_be_in(*entry).map(never),
        Command::MissHands(entry, hands) => {
            plays(*entry)?;
            sanctions::check_hands(*entry, *hands)
        }
        Command::MissRounds(entry, rounds) => {
            plays(*entry)?;
            let most = setup.most_penalty_rounds();
            sanctions::check_rounds(&state.entries, floor, most, *entry, *rounds)
        }
        Command::LiftPenalty(entry) => {
            state.course.must_run()?;
            sanctions::check_lifting(state.discipline.penalties(), *entry)
        }
        Command::Disqualify { entry, .. } => plays(*entry).map(|()| Undo::Removal(*entry)),
        Command::PickUp(entry) => {
            plays(*entry)?;
            let long = director.may_be_picked_up(*entry);
            when(long, "This player has not been away for long enough.")?;
            Ok(Undo::Removal(*entry))
        }
        Command::Forfeit(entry, chips) => {
            plays(*entry)?;
            sanctions::check_forfeit(*entry, state.stack_due(*entry), *chips)
        }
        Command::SetStack(entry, chips) => {
            // Players need not begin with the same stack (Spotlight 6-26).
            if !state.course.is_registering() {
                state.course.must_run()?;
            }
            state.entries.must_be_in(*entry)?;
            sanctions::check_stack(*entry, state.stack_due(*entry), *chips)
        }
        Command::Mute(entry) | Command::Unmute(entry) | Command::Ban(entry, _) => {
            director.entry(*entry).map(|_| Undo::Inverse).ok_or(Refusal::NotIn(*entry))
        }
        Command::Cancel(refund) => {
            Money::of(director).check_refund(state.course.phase(), *refund).map(never)
        }
        Command::Impound { table, parts } => {
            state.course.must_run()?;
            must_be_open(*table)?;
            let stack_due = |entry| state.stack_due(entry);
            escrow::check_impound(&state.escrow, &state.entries, parts, stack_due).map(never)
        }
        Command::ReleasePot { pot, parts } => {
            state.course.must_run()?;
            escrow::check_release(&state.escrow, &state.entries, *pot, parts).map(never)
        }
        Command::GiveBonus(entry, chips) => {
            state.course.must_run()?;
            let (together, rule) = (&state.together, setup.rulebook.entry.bonus_chips);
            bonus::check_bonus(&state.entries, together, rule, *entry, *chips).map(never)
        }
        Command::ForfeitBonus(entry) => {
            state.course.must_run()?;
            bonus::check_forfeited_bonus(&state.bonuses, &state.entries, *entry).map(never)
        }
        Command::Out { entry, by, with } => {
            must_be_real()?;
            real_cards::check_out(&state.entries, &state.held, *entry, by, with)
        }
        Command::Back(entry) => {
            must_be_real()?;
            let last = real_cards::last_hand(director);
            real_cards::check_back(&state.entries, &state.held, last, *entry).map(never)
        }
        Command::Rebuy(entry) => {
            must_be_real()?;
            state.entries.must_be_in(*entry)?;
            let may = director.may_buy(state.entries.player(*entry), Purchase::Rebuy);
            when(may, "This player cannot take a rebuy now.").map(never)
        }
        Command::AddOn(entry) => {
            must_be_real()?;
            state.entries.must_be_in(*entry)?;
            let may = director.may_buy(state.entries.player(*entry), Purchase::AddOn);
            when(may, "This player cannot take the add-on now.").map(never)
        }
        Command::Count(entry, chips) => {
            must_be_real()?;
            real_cards::check_count(&state.entries, &state.held, *entry, *chips)
        }
        Command::Moved(entry) => {
            must_be_real()?;
            state.entries.must_be_in(*entry)?;
            let walks = state.real.is_walking(*entry);
            when(walks, "No move of this player waits to be confirmed.").map(never)
        }
        // The first two are about another ruling, and the room itself gives the third.
        Command::Undo(_) | Command::Second(_) | Command::Penalize(_) => {
            running_and(false, "This cannot be ordered.").map(never)
        }
    }
}
