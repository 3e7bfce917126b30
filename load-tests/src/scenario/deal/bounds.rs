//! The most that verifiable deals may cost beyond others, at tables of six.

use super::{HandCost, InMode, Mode, added};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The seats of the tables that the bounds are for. An opening names each seat.
pub(super) const SEATS: u8 = 6;

/// Bytes may be this part of the computed ones, because players also join.
const BYTES: f64 = 1.1;
/// The bytes of an opening with its signature and of a seal.
const LENT: f64 = 650.0;
/// The bytes to a player who verifies a hand up to a showdown of two. Other hands have fewer.
const VERIFIED: f64 = 3_580.0;
/// The bytes of a contribution to the room.
const CONTRIBUTED: f64 = 110.0;

/// A cost and the most that it may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Bound {
    mode: &'static str,
    of: Of,
    /// The median of the rounds, beyond deals off in the same round, in seconds or bytes; `None` if
    /// it was not measured.
    more: Option<f64>,
    most: f64,
}

/// A bounded cost of a hand: the room's CPU time, or bytes from and to the room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Of {
    Cpu,
    Down,
    Up,
}

/// Compares the costs of all modes with their bounds. Tables of other seats have none.
pub(super) fn judge(seats: u8, modes: &[InMode]) -> Vec<Bound> {
    let bounds = [
        (Mode::NobodyJoined, Of::Cpu, 60e-6),
        (Mode::EverybodyLends, Of::Cpu, 200e-6),
        (Mode::EverybodyLends, Of::Down, LENT * BYTES),
        (Mode::EverybodyLends, Of::Up, CONTRIBUTED * BYTES),
        (Mode::EverybodyVerifies, Of::Down, VERIFIED * BYTES),
        (Mode::EverybodyVerifies, Of::Up, CONTRIBUTED * BYTES),
    ];
    let judged = bounds.map(|(mode, of, most)| {
        let pick: fn(&HandCost) -> Option<f64> = match of {
            Of::Cpu => |cost| cost.cpu_per_hand,
            Of::Down => |cost| cost.bytes_received_per_hand_and_player,
            Of::Up => |cost| cost.bytes_sent_per_hand_and_player,
        };
        Bound { mode: mode.name(), of, more: added(modes, mode, pick), most }
    });
    judged.into_iter().filter(|_| seats == SEATS).collect()
}

impl Bound {
    /// Returns `true` if the cost was measured and is low enough.
    pub(super) fn holds(&self) -> bool {
        self.more.is_some_and(|more| more <= self.most)
    }
}

impl Display for Bound {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { mode, of, more, most } = self;
        let verdict = if self.holds() { "ok:    " } else { "BROKEN:" };
        let (scale, unit) = match of {
            Of::Cpu => (1e6, "µs of CPU a hand"),
            Of::Down => (1.0, "bytes down a hand and player"),
            Of::Up => (1.0, "bytes up a hand and player"),
        };
        let more = more.map_or_else(|| "–".to_owned(), |more| format!("{:+.0}", more * scale));
        write!(f, "{verdict} {mode}: {more} {unit}, at most {:+.0}", most * scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_mode(mode: Mode, cpu: f64, down: f64) -> InMode {
        let cost = HandCost {
            cpu_per_hand: Some(cpu),
            bytes_received_per_hand_and_player: Some(down),
            bytes_sent_per_hand_and_player: Some(down / 10.0),
            ..HandCost::default()
        };
        InMode { mode, rounds: vec![cost], why: None }
    }

    fn broken(bounds: &[Bound]) -> Vec<String> {
        bounds.iter().filter(|bound| !bound.holds()).map(Bound::to_string).collect()
    }

    #[test]
    fn each_cost_is_judged_beside_deals_off() {
        let modes = [
            in_mode(Mode::Off, 300e-6, 300.0),
            in_mode(Mode::NobodyJoined, 359e-6, 300.0),
            in_mode(Mode::EverybodyLends, 501e-6, 1_000.0),
            in_mode(Mode::EverybodyVerifies, 900e-6, 1_600.0),
        ];
        let bounds = judge(6, &modes);
        assert_eq!(bounds.len(), 6);
        let broken = broken(&bounds);
        let [lends, verifies] = &broken[..] else { panic!("{broken:?}") };
        assert_eq!(lends, "BROKEN: everybody lends: +201 µs of CPU a hand, at most +200");
        assert!(verifies.contains("verifies: +130 bytes up"), "{verifies}");
        assert!(judge(9, &modes).is_empty(), "an opening names each seat");
    }

    #[test]
    fn what_was_not_measured_does_not_hold() {
        assert_eq!(broken(&judge(6, &[in_mode(Mode::Off, 1.0, 1.0)])).len(), 6);
    }
}
