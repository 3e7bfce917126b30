//! The structure of a tournament as data: games, price, prizes and levels. It holds the choices
//! that a rulebook leaves to the house, and decides nothing. `file` defines the file format, and
//! `check` whether a structure can be played.

mod check;
mod file;
mod shelf;

pub use file::levels_of;

use crate::rulebook::{LateUntil, Rulebook};
use crate::stakes::Stakes;
use crate::units::{Cents, Chips, Millis};
use serde::{Deserialize, Serialize};

/// The structure of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Structure {
    /// The name of its file.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    /// The id of the rulebook.
    pub rulebook: String,
    /// The id of the game or rotation.
    pub game: String,
    /// The number of seats at a table.
    pub seats: u8,
    /// The number of players at the final table, if it differs from the rulebook.
    #[serde(default)]
    pub final_table: Option<u8>,
    #[serde(default)]
    pub format: Format,
    /// Who deals the cards.
    #[serde(default, skip_serializing_if = "Cards::are_dealt")]
    pub cards: Cards,
    /// The id of the next day's structure, to which the remaining players carry their chips.
    #[serde(default)]
    pub next_day: Option<String>,
    pub entry: EntryTerms,
    pub prizes: PrizeTerms,
    #[serde(default)]
    pub bounty: Option<BountyTerms>,
    /// Agreements on the prizes, if the rulebook allows them.
    #[serde(default)]
    pub deals: DealTerms,
    /// Levels and breaks in order. The last level continues to the end.
    pub stages: Vec<Stage>,
    /// The pace of the hands.
    #[serde(default)]
    pub pace: Pace,
}

/// The way in which a tournament finds its winner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Starts at its time and plays down to one player. Tables are balanced and broken.
    #[default]
    Open,
    /// Starts as soon as it is full.
    SitAndGo,
    /// Every table plays down to one player, and the winners play the next round.
    Shootout,
    /// Two players at a table, and the winners play the next round.
    HeadsUp,
    /// One of several first days. It ends when a given part of its entrants is left, who carry
    /// their chips to the next day.
    Flight {
        /// The part of the entrants that go on, in ten-thousandths.
        survivors_basis_points: u32,
    },
}

/// Who deals the cards of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cards {
    /// The room deals every hand.
    #[default]
    Dealt,
    /// People deal real cards at real tables. The room deals nothing: the floor tells it who is
    /// out.
    Real,
}

impl Cards {
    fn are_dealt(&self) -> bool {
        *self == Self::Dealt
    }
}

/// The terms of entry.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryTerms {
    /// The part of the price that goes to the prize pool.
    pub buy_in: Cents,
    /// The part of the price that goes to the house.
    #[serde(default)]
    pub fee: Cents,
    pub starting_stack: Chips,
    /// With fewer entrants the tournament is canceled and every buy-in returned.
    #[serde(default = "two")]
    pub min_entrants: u32,
    /// The most entries, including re-entries.
    pub max_entrants: u32,
    /// The last level (from 1) of late entry; 0 to close entry at the start. Without a value the
    /// rulebook decides (see [`Structure::late_levels`]).
    #[serde(default)]
    pub late_levels: Option<u16>,
    /// Whether late entrants get less for each level begun, if the rulebook allows it (TNPL B2-i).
    #[serde(default)]
    pub late_deduction: bool,
    /// The number of re-entries per player.
    #[serde(default)]
    pub re_entries: u32,
    /// Chips for players who have few or none.
    #[serde(default)]
    pub rebuy: Option<Rebuy>,
    /// Chips that any player may buy once.
    #[serde(default)]
    pub add_on: Option<AddOn>,
    /// Extra chips for registering early (TNPL B2-iii).
    #[serde(default)]
    pub early_bonus: Option<EarlyBonus>,
    /// Whether entrants without a seat wait for one.
    #[serde(default)]
    pub alternates: bool,
    /// Whether a registered player must check in before the start to be seated.
    #[serde(default)]
    pub check_in: bool,
    /// Whether only players who carry chips over from an earlier day may enter.
    #[serde(default)]
    pub qualified_only: bool,
    /// The stack of a player who qualified on several first days.
    #[serde(default)]
    pub carried: CarriedStacks,
}

/// The stack of a player who qualified on several first days.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CarriedStacks {
    /// The largest of the stacks.
    #[default]
    Best,
    /// The sum of the stacks.
    Sum,
}

/// Chips for players who have few or none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    pub cost: Cents,
    pub chips: Chips,
    /// The most rebuys per player; 0 for any number.
    #[serde(default)]
    pub most: u32,
    /// The last level with rebuys, from 1.
    pub until_level: u16,
    /// The largest stack with which a player may rebuy.
    pub at_most: Chips,
}

/// Chips that any player may buy once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddOn {
    pub cost: Cents,
    pub chips: Chips,
    /// Sold in the break after this level, from 1.
    pub after_level: u16,
}

/// Extra chips for early registration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlyBonus {
    pub chips: Chips,
    /// The least time before the start.
    pub minutes_before: u64,
}

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeTerms {
    /// The smallest prize pool. The house adds the difference.
    #[serde(default)]
    pub guarantee: Cents,
    /// The division of the prize pool.
    pub shares: Shares,
    /// The league season that it scores points for, if any.
    #[serde(default)]
    pub points: Option<String>,
    /// The number of places that score points. If the rulebook says so, late entry ends when no
    /// more players than this are left (TFPL 6-4).
    #[serde(default)]
    pub points_places: u32,
}

/// Agreements on the remaining prizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DealTerms {
    /// Whether deals are allowed, if the rulebook also allows them.
    pub allowed: bool,
    /// Whether this is a regional tournament, which may reserve more for the winner (TNPL A8).
    pub regional: bool,
}

impl Default for DealTerms {
    fn default() -> Self {
        Self { allowed: true, regional: false }
    }
}

/// The division of a prize pool.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shares {
    /// Ten-thousandths by place, for different numbers of entries. The last table whose
    /// `from` is reached applies.
    Table(Vec<ShareTable>),
    /// A falling curve over a given part of the entries. The last paid place gets about
    /// `least_percent` of a buy-in.
    Curve {
        /// The paid part of the entries, in ten-thousandths.
        paid_basis_points: u32,
        /// The smallest prize, in percent of the buy-in.
        least_percent: u64,
    },
    /// The whole pool goes to the winner.
    #[default]
    WinnerTakesAll,
    /// Seats in another tournament for as many first places as the pool affords. The rest of the
    /// pool goes to the next place.
    Tickets {
        /// The id of that tournament's structure.
        structure: String,
        /// The worth of each seat.
        worth: Cents,
    },
}

/// The shares for fields of at least a given size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareTable {
    /// The smallest number of entries.
    pub from: u32,
    /// Ten-thousandths of the pool, first place first, which add up to 10,000.
    pub basis_points: Vec<u32>,
}

/// The bounties of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BountyTerms {
    /// The bounty part of each entry, in addition to buy-in and fee.
    pub amount: Cents,
    pub kind: BountyKind,
}

/// The recipient of a bounty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BountyKind {
    /// The player who eliminates its owner.
    Fixed,
    /// The player who eliminates its owner gets this part at once. The rest is added
    /// to their own bounty.
    Progressive { cash_percent: u32 },
    /// Once the money is reached, each elimination draws one of the prizes, which
    /// divide all bounties paid.
    Mystery {
        /// The prizes, with their weights and frequencies.
        prizes: Vec<MysteryPrize>,
    },
}

/// One kind of mystery bounty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryPrize {
    /// The weight relative to the other prizes.
    pub weight: u32,
    /// The frequency per ten thousand eliminations in the money. If it is not 0, there
    /// is at least one.
    pub per_ten_thousand: u32,
}

/// A level or a break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Level(Level),
    /// A break for all tables at once.
    Break(Break),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    pub seconds: u64,
    pub stakes: Stakes,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    pub seconds: u64,
    /// Chips below this unit are exchanged in the break.
    #[serde(default)]
    pub new_unit: Option<Chips>,
}

/// The pace of the hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pace {
    /// The pause between hands.
    pub between_hands_ms: Millis,
    /// The pause before each street of an all-in run-out (GAPS G-49).
    pub run_out_ms: Millis,
}

impl Default for Pace {
    fn default() -> Self {
        Self { between_hands_ms: Millis(1_500), run_out_ms: Millis(1_500) }
    }
}

fn two() -> u32 {
    2
}

impl Structure {
    /// Returns `true` if people deal real cards, and the room deals nothing.
    #[must_use]
    pub fn has_real_cards(&self) -> bool {
        self.cards == Cards::Real
    }

    /// Returns the levels, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Break(_) => None,
        })
    }

    /// Returns the full price of an entry.
    #[must_use]
    pub fn price(&self) -> Cents {
        let bounty = self.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
        self.entry.buy_in + self.entry.fee + bounty
    }

    /// Returns the number of levels before the first break; `None` without a break.
    #[must_use]
    pub fn levels_before_break(&self) -> Option<u16> {
        let levels = self.stages.iter().position(|stage| matches!(stage, Stage::Break(_)))?;
        u16::try_from(levels).ok()
    }

    /// Returns the number of levels, with the break after them, that are open for late entry;
    /// 0 if entry closes at the start. The structure's own value takes precedence. Without
    /// one, late entry lasts until the end of the first break, or for the rulebook's minimum
    /// or else its maximum.
    #[must_use]
    pub fn late_levels(&self, rulebook: &Rulebook) -> u16 {
        let rule = &rulebook.entry;
        let of_the_rulebook = || {
            if self.is_closed_at_the_start() {
                return 0;
            }
            match rule.late_until {
                LateUntil::EndOfFirstBreak => self.levels_before_break().unwrap_or(0),
                LateUntil::House if rule.late_levels_least > 0 => rule.late_levels_least,
                LateUntil::House => rule.late_levels_most,
            }
        };
        self.entry.late_levels.unwrap_or_else(of_the_rulebook)
    }

    /// Returns the number of levels in which the floor may admit a player who
    /// arranged it (Spotlight 6-3).
    #[must_use]
    pub fn late_levels_arranged(&self, rulebook: &Rulebook) -> u16 {
        let levels = self.late_levels(rulebook);
        if levels == 0 { 0 } else { levels.max(rulebook.entry.late_levels_arranged) }
    }

    /// Returns `true` if no player can enter after the start: the tournament starts full, goes by
    /// rounds, or admits only players who carry chips over.
    #[must_use]
    pub fn is_closed_at_the_start(&self) -> bool {
        let begins_full = !matches!(self.format, Format::Open | Format::Flight { .. });
        begins_full || self.entry.qualified_only
    }

    /// Returns the number of players at the final table.
    #[must_use]
    pub fn final_table_players(&self, rulebook: &Rulebook) -> u8 {
        match (self.format, self.final_table) {
            (Format::HeadsUp, _) => 2,
            (_, Some(players)) => players,
            (_, None) => rulebook.seating.final_table.players(self.seats),
        }
    }
}
