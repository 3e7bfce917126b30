//! Mandatory penalties of a rulebook. A table reports what a player did, and the room rules without
//! an operator. The floor can lift such a penalty or undo the ruling.

use super::Director;
use super::state::Rulings;
use crate::command::{BookPenalty, Command};
use crate::floor::{Operator, Ruling, RulingState, Undo};
use crate::report::{PenaltyCause, PenaltyDue};
use crate::seq::Seq;
use cardroom_rules::rulebook::NutsCheck;
use cardroom_rules::{HandNo, Millis, Rulebook, TableNo};

/// Returns `true` if the rulebook demands a penalty for this.
fn demands_penalty(rulebook: &Rulebook, cause: PenaltyCause) -> bool {
    match cause {
        PenaltyCause::ExclusiveNuts => rulebook.betting.nuts_check == NutsCheck::MandatoryPenalty,
    }
}

/// Returns the mandatory penalties that were given, and the state of each.
fn given(rulings: &Rulings) -> impl Iterator<Item = (&Ruling, BookPenalty)> {
    let all = rulings.all().iter();
    all.filter_map(|ruling| Some((ruling, book_penalty(&ruling.command)?)))
}

/// Returns the ruling that penalizes a player, made in the step `seq` at this time. The first
/// penalty is one missed hand, the lightest possible. Each further one costs one hand more, because
/// repeated infractions escalate (TNPL J1-ii). One that was undone does not count.
pub(super) fn penalty(
    director: &Director,
    due: PenaltyDue,
    seq: Seq,
    at: Millis,
) -> Option<Ruling> {
    let PenaltyDue { table, hand, player, cause } = due;
    let (rulings, entries) = (&director.state.rulings, &director.state.entries);
    let is_dealt = director.table(table).is_some_and(|known| known.hand >= hand);
    let entry = entries.of_player_in(player).ok()?;
    let is_known = given(rulings).any(|(_, given)| {
        (given.entry, given.table, given.hand, given.cause) == (entry, table, hand, cause)
    });
    if is_known || !is_dealt || !demands_penalty(&director.setup.rulebook, cause) {
        return None;
    }
    let before = given(rulings).filter(|(ruling, given)| {
        ruling.state == RulingState::Made
            && given.cause == cause
            && entries.player(given.entry) == player
    });
    let hands = u32::try_from(before.count()).unwrap_or(u32::MAX).saturating_add(1);
    Some(Ruling {
        seq,
        at,
        operator: Operator::ROOM,
        plays: false,
        command: Command::Penalize(BookPenalty { entry, table, hand, cause, hands }),
        reason: reason(cause, hand),
        rule: Some(rule(cause).to_owned()),
        state: RulingState::Made,
        undo: Undo::Penalty { entry, added: hands, lifted: 0 },
    })
}

/// Returns the rulings that penalized players for what they did in a hand.
pub(super) fn of_hand(rulings: &Rulings, table: TableNo, hand: HandNo) -> Vec<Seq> {
    let of_hand = given(rulings).filter(|(ruling, given)| {
        ruling.state == RulingState::Made && (given.table, given.hand) == (table, hand)
    });
    of_hand.map(|(ruling, _)| ruling.seq).collect()
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
