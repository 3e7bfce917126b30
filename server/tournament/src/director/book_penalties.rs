//! Mandatory penalties of a rulebook. A table reports what a player did, and the room rules without
//! an operator. The floor can lift such a penalty or undo the ruling.

use super::{Director, Step, rulings, undo};
use crate::command::{BookPenalty, Command};
use crate::event::Event;
use crate::floor::{Operator, Ruling, RulingState, Undo};
use crate::refusal::Refusal;
use crate::report::{PenaltyCause, PenaltyDue};
use crate::seq::Seq;
use cardroom_rules::rulebook::NutsCheck;
use cardroom_rules::{HandNo, PlayerId, TableNo};

/// Returns `true` if the rulebook demands a penalty for this.
fn demands_penalty(director: &Director, cause: PenaltyCause) -> bool {
    match cause {
        PenaltyCause::ExclusiveNuts => {
            director.setup.rulebook.betting.nuts_check == NutsCheck::MandatoryPenalty
        }
    }
}

/// Returns a player's mandatory penalties that have not been undone, from all entries.
fn book_penalties(
    director: &Director,
    player: PlayerId,
    cause: PenaltyCause,
) -> impl Iterator<Item = BookPenalty> {
    let made =
        director.state.rulings.all().iter().filter(|ruling| ruling.state == RulingState::Made);
    let given = made.filter_map(|ruling| book_penalty(&ruling.command));
    given.filter(move |given| {
        given.cause == cause && director.state.entries.player(given.entry) == player
    })
}

/// Penalizes a player. The first penalty is one missed hand, the lightest possible. Each
/// further one costs one hand more, because repeated infractions escalate (TNPL J1-ii).
pub(super) fn penalize(step: &mut Step<'_>, due: PenaltyDue) -> Result<(), Refusal> {
    let PenaltyDue { table, hand, player, cause } = due;
    let director = &*step.director;
    let is_dealt = director.table(table).is_some_and(|known| known.hand >= hand);
    let Ok(entry) = director.state.entries.of_player_in(player) else { return Ok(()) };
    let is_known = director.rulings().iter().any(|ruling| {
        book_penalty(&ruling.command).is_some_and(|given| {
            (given.entry, given.table, given.hand, given.cause) == (entry, table, hand, cause)
        })
    });
    if is_known || !is_dealt || !demands_penalty(director, cause) {
        return Ok(());
    }
    let before = book_penalties(director, player, cause).count();
    let hands = u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1);
    let ruling = Ruling {
        seq: step.ruling_seq(),
        at: step.now,
        operator: Operator::ROOM,
        plays: false,
        command: Command::Penalize(BookPenalty { entry, table, hand, cause, hands }),
        reason: reason(cause, hand),
        rule: Some(rule(cause).to_owned()),
        state: RulingState::Made,
        undo: Undo::Penalty { entry, added: hands, lifted: 0 },
    };
    step.emit(Event::Ruled(Box::new(ruling.clone())));
    rulings::carry_out(step, &ruling)
}

/// Undoes the penalties of a hand that was voided afterwards.
pub(super) fn take_back_penalties(
    step: &mut Step<'_>,
    table: TableNo,
    hand: HandNo,
) -> Result<(), Refusal> {
    let of_hand = |ruling: &&Ruling| {
        let given = book_penalty(&ruling.command);
        ruling.state == RulingState::Made
            && given.is_some_and(|given| (given.table, given.hand) == (table, hand))
    };
    let rulings = step.director.rulings().iter().filter(of_hand).map(|ruling| ruling.seq);
    for ruling in rulings.collect::<Vec<Seq>>() {
        undo::undo(step, ruling)?;
    }
    Ok(())
}

fn book_penalty(command: &Command) -> Option<BookPenalty> {
    match command {
        Command::Penalize(given) => Some(*given),
        _ => None,
    }
}

fn reason(cause: PenaltyCause, hand: HandNo) -> String {
    match cause {
        PenaltyCause::ExclusiveNuts => format!(
            "Last to act on the river in hand {} with the exclusive nuts, the player did not bet or raise.",
            hand.0
        ),
    }
}

fn rule(cause: PenaltyCause) -> &'static str {
    match cause {
        PenaltyCause::ExclusiveNuts => "TNPL H19, J1-ii",
    }
}
