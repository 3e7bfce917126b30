//! Random commands of the floor: nearly every command there is, about any player and table,
//! sensible or not. This module neither checks nor sends them.

use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::hybrid::{Dispute, MoreTime, PotReaward, TableCommand};
use cardroom_protocol::tournament::{
    Ban, ChipOrder, ClockSetting, ColorUp, Disqualification, EntryPair, Impoundment, LevelChange,
    LevelSheet, Lot, LotList, MissedHands, MissedRounds, PinOrder, PotRelease, Refund, SeatOrder,
    Stage, Stakes, TournamentCommand,
};
use cardroom_protocol::{Chips, EntryId, Seq, TableId, TimeMs};
use cardroom_rules::Millis;
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// One in this many tournament commands is weighty: it takes players out, or takes or gives chips.
const WEIGHTY: u32 = 6;
/// One in this many weighty commands cancels the tournament.
const CALLED_OFF: u32 = 4;

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

/// Draws a command for a tournament at its step `seq`, about any of these tables.
pub(super) fn to_tournament(
    chance: &mut ChaCha12Rng,
    now: Millis,
    seq: u64,
    tables: &[TableId],
) -> TournamentCommand {
    if chance.random_range(0..WEIGHTY) == 0 {
        return weighty(chance, tables);
    }
    let entry = any_entry(chance);
    let table = match tables.len() {
        0 => TableId(0),
        count => tables[chance.random_range(0..count)],
    };
    let on = chance.random_bool(0.5);
    match chance.random_range(0..34) {
        0 => TournamentCommand::Pause,
        1 => TournamentCommand::AddTime(chance.random_range(1..120)),
        2 => TournamentCommand::TakeTime(chance.random_range(1..30)),
        3 => TournamentCommand::SetClock(ClockSetting {
            level: chance.random_range(1..8),
            seconds_left: chance.random_range(1..60),
        }),
        4 => TournamentCommand::ChangeStart(TimeMs(now.0 + chance.random_range(1_000..120_000))),
        5 => TournamentCommand::CloseEntry,
        6 => TournamentCommand::BalanceNow,
        7 => TournamentCommand::BreakTable(table),
        8 => TournamentCommand::HaltTable(table),
        9 => TournamentCommand::WaiveHalt(table),
        10 => TournamentCommand::Redraw,
        11 => TournamentCommand::HandForHand(on),
        12 => TournamentCommand::MissHands(MissedHands { entry, hands: chance.random_range(1..4) }),
        13 => TournamentCommand::MissRounds(MissedRounds { entry, rounds: 1 }),
        14 => TournamentCommand::LiftPenalty(entry),
        15 => TournamentCommand::Warn(entry),
        16 => TournamentCommand::Mute(entry),
        17 => TournamentCommand::Unmute(entry),
        18 => TournamentCommand::AllowDeals(on),
        19 => TournamentCommand::Announce("Shuffle up and deal.".to_owned()),
        20 => TournamentCommand::Seat(SeatOrder { entry, table, seat: None }),
        21 => TournamentCommand::PinSeat(PinOrder { entry, table: 1, seat: None }),
        22 => TournamentCommand::KeepApart(EntryPair { one: entry, other: any_entry(chance) }),
        23 => TournamentCommand::RemoveEntry(entry),
        24 => TournamentCommand::Undo(Seq(seq.saturating_sub(chance.random_range(0..12)))),
        25 => TournamentCommand::Second(Seq(seq.saturating_sub(chance.random_range(0..4)))),
        26 => {
            let lots = [Lot::Text("The flop stands.".to_owned()), Lot::Entry(entry)];
            let lots = Box::new(lots.into_iter().collect());
            let about = "the remedy".to_owned();
            TournamentCommand::DrawLots(LotList { about, lots, count: 1, result: None })
        }
        29 => TournamentCommand::ExtraPlayers(chance.random_range(0..3)),
        28 => {
            let unit = Chips(1 << chance.random_range(1..5));
            let table = on.then_some(table);
            TournamentCommand::ColorUp(ColorUp { table, unit, method: None })
        }
        27 => TournamentCommand::ChangeLevels(levels(chance)),
        _ => TournamentCommand::Move(SeatOrder { entry, table, seat: None }),
    }
}

/// One of those commands after which chips, prizes or players are gone.
fn weighty(chance: &mut ChaCha12Rng, tables: &[TableId]) -> TournamentCommand {
    if chance.random_range(0..CALLED_OFF) == 0 {
        let refunds = [Refund::Everything, Refund::ByStacks, Refund::Evenly];
        return TournamentCommand::Cancel(refunds[chance.random_range(0..refunds.len())]);
    }
    let entry = any_entry(chance);
    let chips = Chips(chance.random_range(1..=80) * 50);
    match chance.random_range(0..9) {
        7 => TournamentCommand::GiveBonus(ChipOrder { entry, chips }),
        8 => TournamentCommand::ForfeitBonus(entry),
        5 | 6 if !tables.is_empty() => {
            let table = tables[chance.random_range(0..tables.len())];
            let parts = std::iter::once(ChipOrder { entry, chips }).collect();
            TournamentCommand::Impound(Impoundment { table, parts })
        }
        0 => {
            let keeps_prize = chance.random_bool(0.5);
            TournamentCommand::Disqualify(Disqualification { entry, keeps_prize })
        }
        1 => TournamentCommand::PickUp(entry),
        2 => TournamentCommand::Forfeit(ChipOrder { entry, chips }),
        3 => TournamentCommand::SetStack(ChipOrder { entry, chips }),
        _ => TournamentCommand::Ban(Ban { entry, days: 0 }),
    }
}

/// The chips of an impounded pot go to anybody.
pub(super) fn pot_to_one(chance: &mut ChaCha12Rng, pot: u32, chips: Chips) -> TournamentCommand {
    let parts = std::iter::once(ChipOrder { entry: any_entry(chance), chips }).collect();
    TournamentCommand::ReleasePot(PotRelease { pot, parts })
}

/// Returns levels with doubling blinds. The room rejects them if the blinds are higher already. The
/// last ones are high enough to end the tournament soon.
fn levels(chance: &mut ChaCha12Rng) -> LevelChange {
    let level = |doublings: u32| {
        let small = 1_u64 << doublings;
        let stakes = Stakes {
            betting: Betting::NoLimit,
            small_blind: Chips(small),
            big_blind: Chips(2 * small),
            bring_in: Chips(0),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            unit: Chips(1),
        };
        Stage::Level(LevelSheet { level: 0, seconds: 30, stakes })
    };
    LevelChange { stages: Box::new((chance.random_range(0..6)..12).map(level).collect()) }
}

fn any_entry(chance: &mut ChaCha12Rng) -> EntryId {
    EntryId(chance.random_range(1..20))
}
