//! Random commands of the floor: nearly every command there is, about any player and table,
//! sensible or not. This module neither checks nor sends them.

mod forms;

use cardroom_protocol::hybrid::{Dispute, MoreTime, PotReaward, TableCommand};
use cardroom_protocol::tournament::{ChipOrder, PotRelease, TournamentCommand};
use cardroom_protocol::{Chips, EntryId};
use chacha20::ChaCha12Rng;
pub(super) use forms::Moment;
use rand::RngExt as _;

/// One in this many tournament commands is weighty: it takes players out, or takes or gives chips.
const WEIGHTY: u32 = 6;
/// One in this many weighty commands cancels the tournament.
const CALLED_OFF: u32 = 4;

/// After these, chips, prizes or players are gone.
const WEIGHTY_COMMANDS: [&str; 8] = [
    "impound",
    "give-bonus",
    "forfeit-bonus",
    "forfeit",
    "set-stack",
    "pick-up",
    "disqualify",
    "ban",
];
/// The operator resumes and releases pots when it is time, cancels rarely, and enters no players.
const DRAWN_APART: [&str; 4] = ["resume", "release-pot", "cancel", "enter"];

/// Draws a command for a table with this number of seats.
pub(super) fn to_table(chance: &mut ChaCha12Rng, seats: u8) -> TableCommand {
    let seat = chance.random_range(0..seats);
    match chance.random_range(0..14) {
        0 => TableCommand::VoidHand,
        1 | 2 => TableCommand::Pause,
        3..=5 => TableCommand::KillHand(seat),
        6 => TableCommand::RestoreHand(seat),
        7 => TableCommand::SetButton(seat),
        8 | 9 => {
            let time_ms = chance.random_range(1_000..60_000);
            TableCommand::AddTime(MoreTime { seat, time_ms })
        }
        // The next two do not apply at a table without a human dealer.
        10 => TableCommand::CallClock(seat),
        11 => TableCommand::DealStreet,
        _ => {
            let about =
                if chance.random_bool(0.5) { Dispute::Reading } else { Dispute::Accounting };
            let to = chance.random_range(0..seats);
            let amount = Chips(chance.random_range(1..100));
            TableCommand::ReawardPot(PotReaward { about, from: seat, to, amount })
        }
    }
}

/// Draws a command for a tournament.
pub(super) fn to_tournament(chance: &mut ChaCha12Rng, at: &Moment<'_>) -> TournamentCommand {
    let is_weighty = chance.random_range(0..WEIGHTY) == 0;
    if is_weighty && chance.random_range(0..CALLED_OFF) == 0 {
        return forms::draw(chance, at, |name| name == "cancel");
    }
    forms::draw(chance, at, |name| {
        !DRAWN_APART.contains(&name) && WEIGHTY_COMMANDS.contains(&name) == is_weighty
    })
}

/// The chips of an impounded pot go to anybody.
pub(super) fn pot_to_one(chance: &mut ChaCha12Rng, pot: u32, chips: Chips) -> TournamentCommand {
    let parts = std::iter::once(ChipOrder { entry: any_entry(chance), chips }).collect();
    TournamentCommand::ReleasePot(PotRelease { pot, parts })
}

fn any_entry(chance: &mut ChaCha12Rng) -> EntryId {
    EntryId(chance.random_range(1..20))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::TableId;
    use cardroom_rules::Millis;
    use rand::SeedableRng as _;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_is_drawn_that_is_not_drawn_apart() {
        let chance = &mut ChaCha12Rng::seed_from_u64(1);
        let at = Moment { now: Millis(0), seq: 40, tables: &[TableId(7), TableId(8)] };
        let drawn: BTreeSet<String> = (0..20_000)
            .map(|_| format!("{:?}", to_tournament(chance, &at)))
            .map(|command| command.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_owned())
            .collect();
        // "cancel" is drawn here, too.
        assert_eq!(drawn.len() + DRAWN_APART.len() - 1, forms::count());
    }
}
