//! Undoing commands of the floor (GAPS G-04). The log is never truncated. Further events undo the
//! effects.
//!
//! | command | effect of undo | possible until |
//! |---|---|---|
//! | set clock, add time, take time | the clock without the ruling | it changes or is paused |
//! | change levels | the previous levels | the next level begins |
//! | change start | the previous start time | the tournament begins |
//! | enter player | the entry is withdrawn and refunded | the tournament begins |
//! | extra players | the previous number | the tournament begins |
//! | pin seat, keep apart | removed for later draws | the end |
//! | halt table | the table resumes | it resumes |
//! | hand-for-hand begins | it ends | it ends |
//! | miss hands, miss rounds, mandatory penalties | the hands are taken off | the player is out |
//! | lift penalty | the hands are added again | the player is out |
//! | forfeit, set stack | the chips are returned or taken | the player is out or has too few |
//! | disqualify, pick up | the player stays | the hand in progress is over |
//! | allow deals, mute, unmute, ban | the opposite | the end |
//!
//! Other commands cannot be undone: pause, resume, close entry, remove entry, seat, move, balance,
//! break table, waive halt, redraw, end of hand-for-hand, announce, warn, draw lots, color up and
//! cancel. The floor orders the opposite, if there is one.

use super::{Clock, Director, Step, dues, levels, registration, together};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{Command, RulingState, Undo};
use crate::refusal::Refusal;
use crate::seating::Reserved;
use crate::seq::Seq;
use cardroom_rules::{EntryNo, PlayerId, Stage};

/// Checks whether a ruling can be undone now.
pub(super) fn check_undo(director: &Director, seq: Seq) -> Result<(), Refusal> {
    let ruling = director.state.rulings.get(seq)?;
    let holds = |holds: bool, otherwise| {
        if holds { Ok(()) } else { Err(Refusal::CannotUndo(otherwise)) }
    };
    match ruling.state {
        RulingState::Undone => {
            return Err(Refusal::CannotUndo("This ruling was undone already."));
        }
        // It has had no effect yet.
        RulingState::NeedsSecond => return Ok(()),
        RulingState::Made => {}
    }
    match ruling.undo {
        Undo::Never => Err(Refusal::CannotUndo("This ruling cannot be undone.")),
        Undo::Clock { .. } => {
            let untouched = director.state.schedule.touched() == ruling.seq;
            holds(
                untouched && director.state.course.must_run().is_ok(),
                "the clock has gone on since",
            )
        }
        Undo::Start(_) => holds(director.state.course.is_registering(), "the tournament has begun"),
        Undo::Penalty { entry, .. } => director.state.entries.must_be_in(entry),
        Undo::Stack { entry, given, taken } => {
            director.state.entries.must_be_in(entry)?;
            let enough = director.state.stack_due(entry) + taken > given;
            holds(enough, "the player has not so many chips any more")
        }
        Undo::Removal(entry) => {
            let waits = director.state.due.removal(entry).is_some();
            holds(waits && director.state.entries.must_be_in(entry).is_ok(), "the player is out")
        }
        Undo::Inverse => check_inverse(director, &ruling.command),
        Undo::Levels { .. } => levels::check_undo_levels(director, seq),
        Undo::ExtraPlayers { .. } => {
            holds(director.state.course.is_registering(), "The tournament has begun.")
        }
    }
}

fn check_inverse(director: &Director, command: &Command) -> Result<(), Refusal> {
    let possible = match command {
        Command::EnterPlayer(player) => registered_entry(director, *player).is_some(),
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

/// Returns the entry of a player who is registered for the start.
fn registered_entry(director: &Director, player: PlayerId) -> Option<EntryNo> {
    let entry = director.entry_of(player)?;
    let known = director.entry(entry)?;
    (known.whereabouts == Whereabouts::Registered).then_some(entry)
}

/// Undoes a ruling that has been checked.
pub(super) fn undo(step: &mut Step<'_>, seq: Seq) -> Result<(), Refusal> {
    let ruling = step.state().rulings.get(seq)?.clone();
    step.emit(Event::RulingChanged { ruling: seq, state: RulingState::Undone });
    if ruling.state == RulingState::NeedsSecond {
        return Ok(());
    }
    match ruling.undo {
        Undo::Never => {}
        Undo::Clock { stage, clock, .. } => put_clock_back(step, stage, clock),
        Undo::Start(at) => step.emit(Event::StartChanged { at }),
        Undo::Penalty { entry, added, lifted } => {
            let hands = step.state().discipline.penalties().hands(entry);
            let hands = (hands + lifted).saturating_sub(added);
            step.emit(Event::PenaltySet { entry, hands });
        }
        Undo::Stack { entry, given, taken } => dues::change_stack(step, entry, taken, given),
        Undo::Removal(entry) => step.emit(Event::RemovalLifted { entry }),
        Undo::Inverse => invert(step, &ruling.command),
        Undo::Levels { kept } => levels::change_levels_back(step, kept),
        Undo::ExtraPlayers { before } => {
            step.emit(Event::ExtraPlayersAllowed { tables: before });
        }
    }
    Ok(())
}

fn put_clock_back(step: &mut Step<'_>, stage: u16, clock: Clock) {
    if stage != step.state().schedule.stage() {
        match step.setup().stage(stage) {
            Some(Stage::Level(_)) => step.emit(Event::LevelBegan { stage, ends_at: None }),
            _ => step.emit(Event::BreakDue { stage, at: step.now }),
        }
    }
    step.emit(Event::ClockSet { clock });
    step.attend_to_all();
}

fn invert(step: &mut Step<'_>, command: &Command) {
    match command {
        Command::EnterPlayer(player) => {
            if let Some(entry) = registered_entry(step.director, *player) {
                registration::withdraw_entry(step, entry);
            }
        }
        Command::PinSeat(place) => {
            step.emit(Event::Reserved { entry: place.entry, place: Reserved::default() });
        }
        Command::KeepApart(one, other) => {
            step.emit(Event::LetTogether { one: *one, other: *other });
        }
        Command::HaltTable(table) => {
            step.emit(Event::PlaysOn { table: *table, waived: false });
            step.attention.insert(*table);
        }
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
