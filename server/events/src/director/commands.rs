//! Conversion of floor commands between the protocol and the director.

mod parts;

use super::names::Names;
use super::wire::stages_out;
use arrayvec::ArrayVec;
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::limits::{MAX_LOTS, MAX_POT_PARTS};
use cardroom_protocol::tournament as wire;
use cardroom_protocol::{Chips, EntryId};
use cardroom_rules as rules;
use cardroom_rules::{EntryNo, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{
    Command, Director, Lot, LotList, Place, PotNo, Refund, Ruling, RulingState, Undo,
    plain_commands,
};
use parts::Part;
use wire::TournamentCommand as Wire;

/// Matches a command of the protocol. The commands of the list are converted part by part, the
/// others as their arms say.
macro_rules! match_wire {
    (
        $command:ident, $names:ident, { $($arms:tt)* }
        alone: $($alone:ident),*;
        of_one_part: $($one:ident),*;
        of_two_parts: $($two:ident),*;
    ) => {
        match $command {
            $(Wire::$alone => Command::$alone,)*
            $(Wire::$one(part) => Command::$one(part.known($names)?),)*
            $(Wire::$two(parts) => {
                let (one, other) = parts.known($names)?;
                Command::$two(one, other)
            })*
            $($arms)*
        }
    };
}

/// Matches a command of the director, as [`match_wire`] does one of the protocol.
macro_rules! match_known {
    (
        $command:expr, $names:ident, { $($arms:tt)* }
        alone: $($alone:ident),*;
        of_one_part: $($one:ident),*;
        of_two_parts: $($two:ident),*;
    ) => {
        match $command {
            $(Command::$alone => Wire::$alone,)*
            $(Command::$one(part) => Wire::$one(Part::shown(part, $names)),)*
            $(Command::$two(one, other) => Wire::$two(Part::shown(&(*one, *other), $names)),)*
            $($arms)*
        }
    };
}

/// Converts a kind of refund for clients.
pub(super) fn refund_out(names: &Names, refund: Refund) -> wire::Refund {
    Part::shown(&refund, names)
}

/// Converts a command for the director. An error names the part of the command that is unknown
/// here. `entrant` is the player to register, if the room has an account with that name.
pub(super) fn command_in(
    names: &Names,
    command: Wire,
    entrant: Option<PlayerId>,
) -> Result<Command, &'static str> {
    Ok(plain_commands!(match_wire {
        command, names, {
            Wire::SetClock(set) => Command::SetClock {
                level: set
                    .level
                    .checked_sub(1)
                    .ok_or("Levels are numbered from 1. Choose another number.")?,
                left: Millis::seconds(set.seconds_left.into()),
            },
            Wire::AnnounceFor(timed) => Command::AnnounceFor(timed.text, timed.minutes),
            Wire::ChangeLevels(change) => Command::ChangeLevels(stages_in(&change)?),
            Wire::EnterPlayer(_) => {
                Command::EnterPlayer(entrant.ok_or("No account has this name. Check the spelling.")?)
            }
            Wire::SetStack(order) => {
                Command::SetStack(order.entry.known(names)?, order.chips.known(names)?)
            }
            Wire::PinSeat(order) => Command::PinSeat(Place {
                entry: order.entry.known(names)?,
                table: TableNo(order.table),
                seat: order.seat.map(SeatNo),
            }),
            Wire::Disqualify(order) => Command::Disqualify {
                entry: order.entry.known(names)?,
                keeps_prize: order.keeps_prize,
            },
            Wire::Impound(order) => Command::Impound {
                table: order.table.known(names)?,
                parts: order.parts.known(names)?,
            },
            Wire::ReleasePot(order) => Command::ReleasePot {
                pot: PotNo(order.pot),
                parts: order.parts.known(names)?,
            },
            Wire::Out(hand) => Command::Out {
                entry: hand.entry.known(names)?,
                by: all_known(hand.by, names)?,
                with: all_known(hand.with, names)?,
            },
            Wire::DrawLots(list) => Command::DrawLots(LotList {
                about: list.about,
                lots: list
                    .lots
                    .into_iter()
                    .map(|lot| match lot {
                        wire::Lot::Text(text) => Ok(Lot::Text(text)),
                        wire::Lot::Entry(id) => id.known(names).map(Lot::Entry),
                    })
                    .collect::<Result<_, _>>()?,
                count: list.count,
            }),
        }
    }))
}

/// Converts the command of a ruling for clients.
pub(super) fn command_out(names: &Names, director: &Director, ruling: &Ruling) -> Wire {
    plain_commands!(match_known {
        &ruling.command, names, {
            Command::SetClock { level, left } => Wire::SetClock(wire::ClockSetting {
                level: level + 1,
                seconds_left: Part::shown(left, names),
            }),
            Command::AnnounceFor(text, minutes) => Wire::AnnounceFor(wire::TimedAnnouncement {
                text: text.clone(),
                minutes: *minutes,
            }),
            Command::ChangeLevels(stages) => {
                let kept = match ruling.undo {
                    Undo::Levels { kept } => kept,
                    _ => 0,
                };
                let before = director.terms().levels_before(kept);
                Wire::ChangeLevels(wire::LevelChange { stages: bounded(stages_out(stages, before)) })
            }
            Command::EnterPlayer(player) => {
                let known = names.player(*player);
                Wire::EnterPlayer(known.map_or_else(String::new, |player| player.name.to_string()))
            }
            // The ruling has had its second look.
            Command::SetStack(entry, chips) => Wire::SetStack(wire::StackOrder {
                entry: Part::shown(entry, names),
                chips: Part::shown(chips, names),
                beyond: true,
            }),
            Command::PinSeat(order) => Wire::PinSeat(wire::PinOrder {
                entry: Part::shown(&order.entry, names),
                table: order.table.0,
                seat: order.seat.map(|seat| seat.0),
            }),
            Command::Penalize(given) => {
                Wire::MissHands(Part::shown(&(given.entry, given.hands), names))
            }
            Command::Disqualify { entry, keeps_prize } => Wire::Disqualify(wire::Disqualification {
                entry: Part::shown(entry, names),
                keeps_prize: *keeps_prize,
            }),
            Command::Impound { table, parts } => Wire::Impound(wire::Impoundment {
                table: Part::shown(table, names),
                parts: Part::shown(parts, names),
            }),
            Command::ReleasePot { pot, parts } => Wire::ReleasePot(wire::PotRelease {
                pot: pot.0,
                parts: Part::shown(parts, names),
            }),
            Command::Out { entry, by, with } => Wire::Out(wire::LostHand {
                entry: Part::shown(entry, names),
                by: by.iter().take(MAX_POT_PARTS).map(|id| Part::shown(id, names)).collect(),
                with: with.iter().take(MAX_POT_PARTS).map(|id| Part::shown(id, names)).collect(),
            }),
            Command::DrawLots(list) => Wire::DrawLots(wire::LotList {
                about: list.about.clone(),
                lots: bounded(list.lots.iter().map(|lot| match lot {
                    Lot::Text(text) => wire::Lot::Text(text.clone()),
                    Lot::Entry(id) => wire::Lot::Entry(Part::shown(id, names)),
                })),
                count: list.count,
                result: director.lots_drawn(ruling.seq).map(|drawn| wire::LotsDrawn {
                    seed: format!("{:016x}", drawn.seed),
                    drawn: bounded(drawn.drawn.iter().copied()),
                }),
            }),
        }
    })
}

const _: () = assert!(LotList::MOST == MAX_LOTS, "what a director takes fits the wire");

/// Converts entries for the director.
fn all_known<const N: usize>(
    entries: ArrayVec<EntryId, N>,
    names: &Names,
) -> Result<Vec<EntryNo>, &'static str> {
    entries.into_iter().map(|id| id.known(names)).collect()
}

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

/// Converts the state of a ruling.
pub(super) fn state(state: RulingState) -> wire::RulingState {
    match state {
        RulingState::Made => wire::RulingState::Made,
        RulingState::NeedsSecond => wire::RulingState::NeedsSecond,
        RulingState::Undone => wire::RulingState::Undone,
    }
}
