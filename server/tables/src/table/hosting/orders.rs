//! The commands of a host about the people at the table.

use crate::table::refusals::{Refused, refused};
use crate::table::{Outputs, TableCore, buy_ins, floor, player_id};
use cardroom_engine::Input;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hosting::{HostOrder, SeatChips};
use cardroom_protocol::hybrid::DirectTable;
use cardroom_record::Player;
use cardroom_rules::{Chips, Millis, SeatSet};

/// Carries out a command of the host about the people at the table.
pub(in crate::table) fn order(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    order: &HostOrder,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if !core.description.is_hosted_by(player.account) || !core.description.has_own_chips() {
        let text = "Only the host of a private table can do this.";
        return Err(refused(ErrorCode::Forbidden, text));
    }
    match order {
        HostOrder::ChangeTerms(_) | HostOrder::HandOver(_) => {
            let text = "This order only announces a change. Send ChangeTable or HandOver.";
            Err(refused(ErrorCode::NotAllowedNow, text))
        }
        HostOrder::SetStack(chips) => set_stack(core, now, player, direct, chips, outputs),
        HostOrder::Remove(who) => {
            let (seat, account) =
                floor::seat_named(&core.table, &core.audience, who.seat, &who.player)?;
            let input = Input::Leave { seat };
            floor::carry_out_input(core, now, player, direct, input, outputs)?;
            core.hosting.removed.insert(account);
            Ok(())
        }
        HostOrder::SitOut(who) => {
            let (seat, _) = floor::seat_named(&core.table, &core.audience, who.seat, &who.player)?;
            floor::carry_out_input(core, now, player, direct, Input::SitOut { seat }, outputs)
        }
        HostOrder::Admit(answer) => buy_ins::admit(core, now, player, direct, answer, outputs),
        HostOrder::Decline(answer) => buy_ins::decline(core, now, player, direct, answer, outputs),
        HostOrder::ShuffleSeats => shuffle_seats(core, now, player, direct, outputs),
    }
}

/// Draws new seats for all players between two hands, among the seats that are taken.
fn shuffle_seats(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if core.table.hand_in_progress().is_some() {
        let text = "Seats can be shuffled between two hands. Pause the table after this hand, then \
                    shuffle them.";
        return Err(refused(ErrorCode::NotAllowedNow, text));
    }
    let taken: SeatSet = core.table.players().map(|(seat, _)| seat).collect();
    let mut drawn = std::mem::take(&mut core.hosting.drawn);
    drawn.retain(|seat| taken.contains(*seat));
    let moves = taken.iter().zip(drawn).collect();
    floor::carry_out_input(core, now, player, direct, Input::ShuffleSeats { moves }, outputs)
}

/// Sets a stack between two hands. The ledger notes the difference as given or taken.
fn set_stack(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    wanted: &SeatChips,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let (seat, account) =
        floor::seat_named(&core.table, &core.audience, wanted.seat, &wanted.player)?;
    if core.table.hand_in_progress().is_some() {
        let text = "A stack can be set between two hands. Pause the table after this hand, or add \
                    chips and take them now: they move when the hand is over.";
        return Err(refused(ErrorCode::NotAllowedNow, text));
    }
    let who = player_id(account);
    let mut stacks = core.table.chips_by_player();
    let has = stacks.find(|(other, _)| *other == who).map_or(Chips::ZERO, |(_, has)| has);
    drop(stacks);
    let wanted = Chips(wanted.chips.0);
    if wanted > has {
        floor::give(core, now, player, direct, seat, wanted - has, outputs)
    } else {
        let input = Input::TakeBack { seat, amount: has - wanted };
        floor::carry_out_input(core, now, player, direct, input, outputs)
    }
}
