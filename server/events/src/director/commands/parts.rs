//! The parts of commands that the protocol and the director spell differently.

use crate::director::names::Names;
use arrayvec::ArrayVec;
use cardroom_protocol::limits::MAX_POT_PARTS;
use cardroom_protocol::tournament::{
    Ban, ChipOrder, ColorUp, ColorUpMethod, EntryPair, MissedHands, MissedRounds, Refund,
    SeatOrder, WallOrder, WallScene,
};
use cardroom_protocol::{Chips, EntryId, Seq, TableId, TimeMs};
use cardroom_rules as rules;
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{EntryNo, Millis, SeatNo, TableNo};
use cardroom_tournament as tournament;
use cardroom_tournament::Place;

/// A part of a command in the protocol, which the director has as a `Known`.
pub(super) trait Part<Known>: Sized {
    /// Converts the part for the director.
    ///
    /// # Errors
    /// If the director has no such entry or table.
    fn known(self, names: &Names) -> Result<Known, &'static str>;

    /// Converts the part for clients.
    fn shown(known: &Known, names: &Names) -> Self;
}

/// A part that both spell alike.
impl<T: Clone> Part<T> for T {
    fn known(self, _: &Names) -> Result<T, &'static str> {
        Ok(self)
    }

    fn shown(known: &T, _: &Names) -> T {
        known.clone()
    }
}

impl Part<EntryNo> for EntryId {
    fn known(self, _: &Names) -> Result<EntryNo, &'static str> {
        let number = u32::try_from(self.0);
        number.map(EntryNo).map_err(|_| "There is no such entry. Check its number.")
    }

    fn shown(known: &EntryNo, _: &Names) -> Self {
        Self(known.0.into())
    }
}

impl Part<TableNo> for TableId {
    fn known(self, names: &Names) -> Result<TableNo, &'static str> {
        names.table_no(self.0).ok_or("This table does not exist. Check its number.")
    }

    fn shown(known: &TableNo, names: &Names) -> Self {
        Self(names.table_id(*known).map_or(0, |id| id.0))
    }
}

/// A time in seconds.
impl Part<Millis> for u32 {
    fn known(self, _: &Names) -> Result<Millis, &'static str> {
        Ok(Millis::seconds(self.into()))
    }

    fn shown(known: &Millis, _: &Names) -> Self {
        Self::try_from(known.0 / 1_000).unwrap_or(Self::MAX)
    }
}

impl Part<Millis> for TimeMs {
    fn known(self, _: &Names) -> Result<Millis, &'static str> {
        Ok(Millis(self.0))
    }

    fn shown(known: &Millis, _: &Names) -> Self {
        Self(known.0)
    }
}

impl Part<rules::Chips> for Chips {
    fn known(self, _: &Names) -> Result<rules::Chips, &'static str> {
        Ok(rules::Chips(self.0))
    }

    fn shown(known: &rules::Chips, _: &Names) -> Self {
        Self(known.0)
    }
}

impl Part<tournament::Seq> for Seq {
    fn known(self, _: &Names) -> Result<tournament::Seq, &'static str> {
        Ok(tournament::Seq(self.0))
    }

    fn shown(known: &tournament::Seq, _: &Names) -> Self {
        Self(known.0)
    }
}

impl Part<Place> for SeatOrder {
    fn known(self, names: &Names) -> Result<Place, &'static str> {
        let (entry, table) = (self.entry.known(names)?, self.table.known(names)?);
        Ok(Place { entry, table, seat: self.seat.map(SeatNo) })
    }

    fn shown(known: &Place, names: &Names) -> Self {
        let (entry, table) = (Part::shown(&known.entry, names), Part::shown(&known.table, names));
        Self { entry, table, seat: known.seat.map(|seat| seat.0) }
    }
}

impl Part<tournament::ColorUp> for ColorUp {
    fn known(self, names: &Names) -> Result<tournament::ColorUp, &'static str> {
        let table = self.table.map(|table| table.known(names)).transpose()?;
        let method = self.method.map(|method| match method {
            ColorUpMethod::Race => ColourUpChoice::Race,
            ColorUpMethod::RoundUp => ColourUpChoice::RoundUp,
        });
        Ok(tournament::ColorUp { table, unit: rules::Chips(self.unit.0), method })
    }

    fn shown(known: &tournament::ColorUp, names: &Names) -> Self {
        let table = known.table.map(|table| Part::shown(&table, names));
        let method = known.method.map(|method| match method {
            ColourUpChoice::Race => ColorUpMethod::Race,
            ColourUpChoice::RoundUp => ColorUpMethod::RoundUp,
        });
        Self { table, unit: Chips(known.unit.0), method }
    }
}

/// Writes the conversions of choices that both spell alike.
macro_rules! choices {
    ($($choice:ident { $($value:ident),* $(,)? })*) => {$(
        impl Part<tournament::$choice> for $choice {
            fn known(self, _: &Names) -> Result<tournament::$choice, &'static str> {
                Ok(match self {
                    $(Self::$value => tournament::$choice::$value,)*
                })
            }

            fn shown(known: &tournament::$choice, _: &Names) -> Self {
                match known {
                    $(tournament::$choice::$value => Self::$value,)*
                }
            }
        }
    )*};
}

choices! {
    Refund { Everything, ByStacks, Evenly }
    WallScene { Clock, Seats, Moves, Prizes, Standings, Rules, Rotate }
}

/// Writes the conversions of structures with two fields, which the director has as a pair.
macro_rules! pairs {
    ($($wire:ident { $one:ident, $other:ident } as ($first:ty, $second:ty);)*) => {$(
        impl Part<($first, $second)> for $wire {
            fn known(self, names: &Names) -> Result<($first, $second), &'static str> {
                Ok((self.$one.known(names)?, self.$other.known(names)?))
            }

            fn shown((one, other): &($first, $second), names: &Names) -> Self {
                Self { $one: Part::shown(one, names), $other: Part::shown(other, names) }
            }
        }
    )*};
}

pairs! {
    EntryPair { one, other } as (EntryNo, EntryNo);
    MissedHands { entry, hands } as (EntryNo, u32);
    MissedRounds { entry, rounds } as (EntryNo, u8);
    ChipOrder { entry, chips } as (EntryNo, rules::Chips);
    Ban { entry, days } as (EntryNo, u16);
    WallOrder { scene, seconds } as (tournament::WallScene, u16);
}

impl Part<Vec<(EntryNo, rules::Chips)>> for ArrayVec<ChipOrder, MAX_POT_PARTS> {
    fn known(self, names: &Names) -> Result<Vec<(EntryNo, rules::Chips)>, &'static str> {
        self.into_iter().map(|part| part.known(names)).collect()
    }

    fn shown(known: &Vec<(EntryNo, rules::Chips)>, names: &Names) -> Self {
        known.iter().map(|part| Part::shown(part, names)).collect()
    }
}
