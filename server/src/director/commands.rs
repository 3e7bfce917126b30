//! Conversion of floor commands between the protocol and the director.

use super::core::DirectorCore;
use super::wire::stages_out;
use arrayvec::ArrayVec;
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::limits::{MAX_LOTS, MAX_POT_PARTS};
use cardroom_protocol::tournament as wire;
use cardroom_protocol::{Chips, EntryId, Seq, TableId, TimeMs};
use cardroom_rules as rules;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{EntryNo, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{
    ColorUp, Command, Lot, LotList, Place, PotNo, Refund, Ruling, RulingState, Seq as Step, Undo,
};
use wire::TournamentCommand as Wire;

/// Converts a command for the director. An error names the part of the command that is unknown
/// here. `entrant` is the player to register, if the room has an account with that name.
pub(super) fn command_in(
    core: &DirectorCore,
    command: Wire,
    entrant: Option<PlayerId>,
) -> Result<Command, &'static str> {
    let entry = |id: EntryId| {
        u32::try_from(id.0).map(EntryNo).map_err(|_| "There is no such entry. Check its number.")
    };
    let table = |id: TableId| {
        let known = core.tables.iter().find(|(_, known)| known.0 == id.0);
        known.map(|(table, _)| *table).ok_or("This table does not exist. Check its number.")
    };
    let place = |order: wire::SeatOrder| {
        let seat = order.seat.map(SeatNo);
        Ok::<_, &'static str>(Place {
            entry: entry(order.entry)?,
            table: table(order.table)?,
            seat,
        })
    };
    let parts = |parts: ArrayVec<wire::ChipOrder, MAX_POT_PARTS>| {
        let parts = parts.into_iter();
        let parts = parts.map(|part| Ok((entry(part.entry)?, rules::Chips(part.chips.0))));
        parts.collect::<Result<Vec<_>, &'static str>>()
    };
    Ok(match command {
        Wire::Pause => Command::Pause,
        Wire::Resume => Command::Resume,
        Wire::SetClock(set) => Command::SetClock {
            level: set
                .level
                .checked_sub(1)
                .ok_or("Levels are numbered from 1. Choose another number.")?,
            left: Millis::seconds(set.seconds_left.into()),
        },
        Wire::AddTime(seconds) => Command::AddTime(Millis::seconds(seconds.into())),
        Wire::TakeTime(seconds) => Command::TakeTime(Millis::seconds(seconds.into())),
        Wire::ChangeStart(at) => Command::ChangeStart(Millis(at.0)),
        Wire::CloseEntry => Command::CloseEntry,
        Wire::EnterPlayer(_) => {
            Command::EnterPlayer(entrant.ok_or("No account has this name. Check the spelling.")?)
        }
        Wire::RemoveEntry(id) => Command::RemoveEntry(entry(id)?),
        Wire::Seat(order) => Command::Seat(place(order)?),
        Wire::Move(order) => Command::Move(place(order)?),
        Wire::PinSeat(order) => Command::PinSeat(Place {
            entry: entry(order.entry)?,
            table: TableNo(order.table),
            seat: order.seat.map(SeatNo),
        }),
        Wire::KeepApart(pair) => Command::KeepApart(entry(pair.one)?, entry(pair.other)?),
        Wire::BalanceNow => Command::BalanceNow,
        Wire::BreakTable(id) => Command::BreakTable(table(id)?),
        Wire::HaltTable(id) => Command::HaltTable(table(id)?),
        Wire::WaiveHalt(id) => Command::WaiveHalt(table(id)?),
        Wire::Redraw => Command::Redraw,
        Wire::HandForHand(on) => Command::HandForHand(on),
        Wire::Announce(text) => Command::Announce(text),
        Wire::Warn(id) => Command::Warn(entry(id)?),
        Wire::MissHands(order) => Command::MissHands(entry(order.entry)?, order.hands),
        Wire::MissRounds(order) => Command::MissRounds(entry(order.entry)?, order.rounds),
        Wire::LiftPenalty(id) => Command::LiftPenalty(entry(id)?),
        Wire::Disqualify(order) => {
            let keeps_prize = order.keeps_prize;
            Command::Disqualify { entry: entry(order.entry)?, keeps_prize }
        }
        Wire::PickUp(id) => Command::PickUp(entry(id)?),
        Wire::Forfeit(order) => Command::Forfeit(entry(order.entry)?, rules::Chips(order.chips.0)),
        Wire::SetStack(order) => {
            Command::SetStack(entry(order.entry)?, rules::Chips(order.chips.0))
        }
        Wire::AllowDeals(on) => Command::AllowDeals(on),
        Wire::Mute(id) => Command::Mute(entry(id)?),
        Wire::Unmute(id) => Command::Unmute(entry(id)?),
        Wire::Ban(ban) => Command::Ban(entry(ban.entry)?, ban.days),
        Wire::Cancel(refund) => Command::Cancel(match refund {
            wire::Refund::Everything => Refund::Everything,
            wire::Refund::ByStacks => Refund::ByStacks,
            wire::Refund::Evenly => Refund::Evenly,
        }),
        Wire::Undo(seq) => Command::Undo(Step(seq.0)),
        Wire::Second(seq) => Command::Second(Step(seq.0)),
        Wire::GiveBonus(order) => {
            Command::GiveBonus(entry(order.entry)?, rules::Chips(order.chips.0))
        }
        Wire::ForfeitBonus(id) => Command::ForfeitBonus(entry(id)?),
        Wire::Impound(order) => {
            Command::Impound { table: table(order.table)?, parts: parts(order.parts)? }
        }
        Wire::ReleasePot(order) => {
            Command::ReleasePot { pot: PotNo(order.pot), parts: parts(order.parts)? }
        }
        Wire::ExtraPlayers(tables) => Command::ExtraPlayers(tables),
        Wire::ColorUp(order) => Command::ColorUp(ColorUp {
            table: order.table.map(table).transpose()?,
            unit: rules::Chips(order.unit.0),
            method: order.method.map(|method| match method {
                wire::ColorUpMethod::Race => ColourUpChoice::Race,
                wire::ColorUpMethod::RoundUp => ColourUpChoice::RoundUp,
            }),
        }),
        Wire::ChangeLevels(change) => Command::ChangeLevels(stages_in(&change)?),
        Wire::DrawLots(list) => Command::DrawLots(LotList {
            about: list.about,
            lots: list
                .lots
                .iter()
                .map(|lot| match lot {
                    wire::Lot::Text(text) => Ok(Lot::Text(text.clone())),
                    wire::Lot::Entry(id) => entry(*id).map(Lot::Entry),
                })
                .collect::<Result<_, _>>()?,
            count: list.count,
        }),
    })
}

const _: () = assert!(LotList::MOST == MAX_LOTS, "what a director takes fits the wire");

/// Collects the first elements of a list, at most as many as a message can hold.
fn bounded<T, const N: usize>(list: impl IntoIterator<Item = T>) -> Box<ArrayVec<T, N>> {
    Box::new(list.into_iter().take(N).collect())
}

/// Converts the levels and breaks of a command.
///
/// # Errors
/// If the command has no levels or breaks.
pub(super) fn stages_in(change: &wire::LevelChange) -> Result<Vec<rules::Stage>, &'static str> {
    if change.stages.is_empty() {
        return Err("A change has at least one level.");
    }
    let stage = |stage: &wire::Stage| match stage {
        wire::Stage::Level(level) => rules::Stage::Level(rules::Level {
            seconds: level.seconds.into(),
            stakes: stakes_in(&level.stakes),
        }),
        wire::Stage::Break(pause) => rules::Stage::Break(rules::Break {
            seconds: pause.seconds.into(),
            new_unit: pause.new_unit.map(|unit| rules::Chips(unit.0)),
        }),
    };
    Ok(change.stages.iter().map(stage).collect())
}

fn stakes_in(stakes: &wire::Stakes) -> rules::Stakes {
    let chips = |amount: Chips| rules::Chips(amount.0);
    rules::Stakes {
        betting: match stakes.betting {
            Betting::NoLimit => rules::Betting::NoLimit,
            Betting::PotLimit => rules::Betting::PotLimit,
            Betting::FixedLimit => rules::Betting::FixedLimit,
        },
        small_blind: chips(stakes.small_blind),
        big_blind: chips(stakes.big_blind),
        bring_in: chips(stakes.bring_in),
        ante: chips(stakes.ante),
        ante_kind: match stakes.ante_kind {
            AnteKind::None => rules::AnteKind::None,
            AnteKind::Each => rules::AnteKind::Each,
            AnteKind::BigBlind => rules::AnteKind::BigBlind,
            AnteKind::Button => rules::AnteKind::Button,
        },
        unit: chips(stakes.unit),
    }
}

/// Converts the command of a ruling for clients.
pub(super) fn command_out(core: &DirectorCore, ruling: &Ruling) -> Wire {
    let entry = |entry: &EntryNo| EntryId(entry.0.into());
    let table = |table: &TableNo| TableId(core.tables.get(table).map_or(0, |id| id.0));
    let place = |place: &Place| wire::SeatOrder {
        entry: entry(&place.entry),
        table: table(&place.table),
        seat: place.seat.map(|seat| seat.0),
    };
    let seconds = |time: &Millis| u32::try_from(time.0 / 1_000).unwrap_or(u32::MAX);
    let chips = |whose: &EntryNo, chips: &rules::Chips| wire::ChipOrder {
        entry: entry(whose),
        chips: Chips(chips.0),
    };
    let parts = |parts: &[(EntryNo, rules::Chips)]| {
        parts.iter().map(|(whose, amount)| chips(whose, amount)).collect()
    };
    match &ruling.command {
        Command::Pause => Wire::Pause,
        Command::Resume => Wire::Resume,
        Command::SetClock { level, left } => {
            let seconds_left = seconds(left);
            Wire::SetClock(wire::ClockSetting { level: level + 1, seconds_left })
        }
        Command::AddTime(time) => Wire::AddTime(seconds(time)),
        Command::TakeTime(time) => Wire::TakeTime(seconds(time)),
        Command::ChangeStart(at) => Wire::ChangeStart(TimeMs(at.0)),
        Command::CloseEntry => Wire::CloseEntry,
        Command::EnterPlayer(player) => {
            let known = core.people.get(player);
            Wire::EnterPlayer(known.map_or_else(String::new, |player| player.name.to_string()))
        }
        Command::RemoveEntry(id) => Wire::RemoveEntry(entry(id)),
        Command::Seat(order) => Wire::Seat(place(order)),
        Command::Move(order) => Wire::Move(place(order)),
        Command::PinSeat(order) => Wire::PinSeat(wire::PinOrder {
            entry: entry(&order.entry),
            table: order.table.0,
            seat: order.seat.map(|seat| seat.0),
        }),
        Command::KeepApart(one, other) => {
            Wire::KeepApart(wire::EntryPair { one: entry(one), other: entry(other) })
        }
        Command::BalanceNow => Wire::BalanceNow,
        Command::BreakTable(id) => Wire::BreakTable(table(id)),
        Command::HaltTable(id) => Wire::HaltTable(table(id)),
        Command::WaiveHalt(id) => Wire::WaiveHalt(table(id)),
        Command::Redraw => Wire::Redraw,
        Command::HandForHand(on) => Wire::HandForHand(*on),
        Command::Announce(text) => Wire::Announce(text.clone()),
        Command::Warn(id) => Wire::Warn(entry(id)),
        Command::MissHands(id, hands) => {
            Wire::MissHands(wire::MissedHands { entry: entry(id), hands: *hands })
        }
        Command::MissRounds(id, rounds) => {
            Wire::MissRounds(wire::MissedRounds { entry: entry(id), rounds: *rounds })
        }
        Command::LiftPenalty(id) => Wire::LiftPenalty(entry(id)),
        Command::Penalize(given) => {
            Wire::MissHands(wire::MissedHands { entry: entry(&given.entry), hands: given.hands })
        }
        Command::Disqualify { entry: id, keeps_prize } => {
            let (entry, keeps_prize) = (entry(id), *keeps_prize);
            Wire::Disqualify(wire::Disqualification { entry, keeps_prize })
        }
        Command::PickUp(id) => Wire::PickUp(entry(id)),
        Command::Forfeit(id, amount) => Wire::Forfeit(chips(id, amount)),
        Command::SetStack(id, amount) => Wire::SetStack(chips(id, amount)),
        Command::AllowDeals(on) => Wire::AllowDeals(*on),
        Command::Mute(id) => Wire::Mute(entry(id)),
        Command::Unmute(id) => Wire::Unmute(entry(id)),
        Command::Ban(id, days) => Wire::Ban(wire::Ban { entry: entry(id), days: *days }),
        Command::Cancel(refund) => Wire::Cancel(match refund {
            Refund::Everything => wire::Refund::Everything,
            Refund::ByStacks => wire::Refund::ByStacks,
            Refund::Evenly => wire::Refund::Evenly,
        }),
        Command::Undo(seq) => Wire::Undo(Seq(seq.0)),
        Command::Second(seq) => Wire::Second(Seq(seq.0)),
        Command::GiveBonus(id, amount) => Wire::GiveBonus(chips(id, amount)),
        Command::ForfeitBonus(id) => Wire::ForfeitBonus(entry(id)),
        Command::Impound { table: at, parts: of } => {
            Wire::Impound(wire::Impoundment { table: table(at), parts: parts(of) })
        }
        Command::ReleasePot { pot, parts: to } => {
            Wire::ReleasePot(wire::PotRelease { pot: pot.0, parts: parts(to) })
        }
        Command::ExtraPlayers(tables) => Wire::ExtraPlayers(*tables),
        Command::ColorUp(order) => Wire::ColorUp(wire::ColorUp {
            table: order.table.as_ref().map(table),
            unit: Chips(order.unit.0),
            method: order.method.map(|method| match method {
                ColourUpChoice::Race => wire::ColorUpMethod::Race,
                ColourUpChoice::RoundUp => wire::ColorUpMethod::RoundUp,
            }),
        }),
        Command::ChangeLevels(stages) => {
            let kept = match ruling.undo {
                Undo::Levels { kept } => kept,
                _ => 0,
            };
            Wire::ChangeLevels(wire::LevelChange {
                stages: bounded(stages_out(stages, core.director.terms().levels_before(kept))),
            })
        }
        Command::DrawLots(list) => Wire::DrawLots(wire::LotList {
            about: list.about.clone(),
            lots: bounded(list.lots.iter().map(|lot| match lot {
                Lot::Text(text) => wire::Lot::Text(text.clone()),
                Lot::Entry(id) => wire::Lot::Entry(entry(id)),
            })),
            count: list.count,
            result: core.director.lots_drawn(ruling.seq).map(|drawn| wire::LotsDrawn {
                seed: format!("{:016x}", drawn.seed),
                drawn: bounded(drawn.drawn.iter().copied()),
            }),
        }),
    }
}

/// Converts the state of a ruling.
pub(super) fn state(state: RulingState) -> wire::RulingState {
    match state {
        RulingState::Made => wire::RulingState::Made,
        RulingState::NeedsSecond => wire::RulingState::NeedsSecond,
        RulingState::Undone => wire::RulingState::Undone,
    }
}
