//! The needs of each command: whether it is possible now, and how it can be undone.

use super::super::{
    Step, bonus, colour_up, escrow, levels, lots, real_cards, refunds, registration, surplus,
};
use super::{clock, sanctions, seats};
use crate::command::{Command, WallScene};
use crate::entry::Whereabouts;
use crate::floor::Undo;
use crate::input::Purchase;
use crate::refusal::Refusal;
use std::ops::RangeInclusive;

/// The longest time for which walls show an announcement: a day.
const MOST_MINUTES: u16 = 24 * 60;
/// How long a scene of a rotation may stay.
const SCENE_SECONDS: RangeInclusive<u16> = 5..=600;

/// Checks whether a command is possible now, and returns the information needed to undo it.
pub(in crate::director) fn check(step: &Step<'_>, command: &Command) -> Result<Undo, Refusal> {
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
