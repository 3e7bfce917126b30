//! The structure of a tournament as data: what is played, what it costs, what there is to win, how
//! long each level lasts. What a rulebook leaves to the house stands here; nothing here is decided.
//! How it is written down in a file is `file`'s business, whether it can be played that of `check`.

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
    /// Its id: the name of its file.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The id of the rulebook it is played by.
    pub rulebook: String,
    /// The id of the game or rotation.
    pub game: String,
    /// How many seats a table has.
    pub seats: u8,
    /// How many sit down at the final table, where it is not as the rulebook says.
    #[serde(default)]
    pub final_table: Option<u8>,
    /// How players come to a winner.
    #[serde(default)]
    pub format: Format,
    /// The id of the structure of the next day, to which those who are left carry their chips.
    #[serde(default)]
    pub next_day: Option<String>,
    /// Who may enter, until when, with what.
    pub entry: EntryTerms,
    pub prizes: PrizeTerms,
    /// A price on every head.
    #[serde(default)]
    pub bounty: Option<BountyTerms>,
    /// Agreements about the prizes, where the rulebook has them.
    #[serde(default)]
    pub deals: DealTerms,
    /// Levels and breaks in turn; the last level goes on to the end.
    pub stages: Vec<Stage>,
    /// Who leaves the tournament with it and how fast its hands follow each other.
    #[serde(default)]
    pub pace: Pace,
}

/// How players come to a winner.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Starts at its time and plays down to one; tables are balanced and broken.
    #[default]
    Open,
    /// Starts as soon as it is full.
    SitAndGo,
    /// Every table plays down to one, the winners play the next round.
    Shootout,
    /// Two at a table, the winners play the next round.
    HeadsUp,
    /// One of several first days: ends when so many ten-thousandths of its entrants are left, who
    /// carry their chips to the next day.
    Flight {
        /// Ten-thousandths of the entrants that go on.
        survivors_basis_points: u32,
    },
}

/// Who may enter, until when, with what.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryTerms {
    /// Goes to the prize pool.
    pub buy_in: Cents,
    /// Goes to the house.
    #[serde(default)]
    pub fee: Cents,
    /// What an entrant starts with.
    pub starting_stack: Chips,
    /// Fewer than that, and it is cancelled with every buy-in returned.
    #[serde(default = "two")]
    pub min_entrants: u32,
    /// The most entries, re-entries counted.
    pub max_entrants: u32,
    /// Until the end of which level (from 1) one may still enter; 0 for only before the start.
    /// Where it is not given, the rulebook says (see [`Structure::late_levels`]).
    #[serde(default)]
    pub late_levels: Option<u16>,
    /// Who enters late gets less for each level begun, where the rulebook knows that (TNPL B2-i).
    #[serde(default)]
    pub late_deduction: bool,
    /// How often a player who is out may enter again.
    #[serde(default)]
    pub re_entries: u32,
    /// Chips bought by who has few or none.
    #[serde(default)]
    pub rebuy: Option<Rebuy>,
    /// Chips bought once by anybody.
    #[serde(default)]
    pub add_on: Option<AddOn>,
    /// Extra chips for who registers so long before the start (TNPL B2-iii).
    #[serde(default)]
    pub early_bonus: Option<EarlyBonus>,
    /// Whoever finds no seat waits for one.
    #[serde(default)]
    pub alternates: bool,
    /// A registered player has to check in before the start to be seated.
    #[serde(default)]
    pub check_in: bool,
    /// Nobody enters but those who carry chips over from a day before.
    #[serde(default)]
    pub qualified_only: bool,
    /// With what somebody comes who got through several first days.
    #[serde(default)]
    pub carried: CarriedStacks,
}

/// With what somebody comes who got through several first days.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CarriedStacks {
    /// The best of the stacks.
    #[default]
    Best,
    /// All of them together.
    Sum,
}

/// Chips bought by who has few or none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    pub cost: Cents,
    pub chips: Chips,
    /// At most so often each; 0 for any number.
    #[serde(default)]
    pub most: u32,
    /// Until the end of which level, from 1.
    pub until_level: u16,
    /// By who has at most so many chips.
    pub at_most: Chips,
}

/// Chips bought once by anybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AddOn {
    pub cost: Cents,
    pub chips: Chips,
    /// In the break after this level, from 1.
    pub after_level: u16,
}

/// Extra chips for early registration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlyBonus {
    pub chips: Chips,
    /// At least so many minutes before the start.
    pub minutes_before: u64,
}

#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrizeTerms {
    /// The prize pool is at least this; the house adds what is missing.
    #[serde(default)]
    pub guarantee: Cents,
    /// Who gets how much of it.
    pub shares: Shares,
    /// The points of a league season, where it belongs to one.
    #[serde(default)]
    pub points: Option<String>,
    /// How many places score points; where the rulebook says so, nobody enters once no more players
    /// are left (TFPL 6-4).
    #[serde(default)]
    pub points_places: u32,
}

/// Agreements about the prizes that are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DealTerms {
    /// Whether there may be any, where the rulebook allows them.
    pub allowed: bool,
    /// It is a regional event: more may be kept for the winner (TNPL A8).
    pub regional: bool,
}

impl Default for DealTerms {
    fn default() -> Self {
        Self { allowed: true, regional: false }
    }
}

/// Who gets how much of a prize pool.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shares {
    /// Ten-thousandths by place, by the number of entries: the last table whose `from` is reached.
    Table(Vec<ShareTable>),
    /// So many ten-thousandths of the entries are paid, falling off from first to last; the last
    /// gets about `least_percent` of a buy-in.
    Curve {
        /// Ten-thousandths of the entries that are paid.
        paid_basis_points: u32,
        /// The least prize in percent of the buy-in.
        least_percent: u64,
    },
    /// Everything to the winner.
    #[default]
    WinnerTakesAll,
    /// Seats in another tournament, each of this worth, to the first so many; what is left of the
    /// pool goes to the next place.
    Tickets {
        /// The id of the structure they are for.
        structure: String,
        /// What each is worth.
        worth: Cents,
    },
}

/// The shares for fields from some size on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareTable {
    /// From so many entries on.
    pub from: u32,
    /// Ten-thousandths of the pool, first place first; they sum up to 10,000.
    pub basis_points: Vec<u32>,
}

/// A price on every head.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BountyTerms {
    /// What each entry pays for it, besides buy-in and fee.
    pub amount: Cents,
    pub kind: BountyKind,
}

/// Who gets the price on a head.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BountyKind {
    /// Whoever eliminates the player.
    Fixed,
    /// Whoever eliminates the player gets this part at once; the rest goes on the own head.
    Progressive { cash_percent: u32 },
    /// From the moment the money is reached, each elimination draws one of the prizes, which share
    /// all bounties that were paid.
    Mystery {
        /// The prizes: ten-thousandths of all bounties and how many of each in ten thousand.
        prizes: Vec<MysteryPrize>,
    },
}

/// One kind of mystery bounty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MysteryPrize {
    /// Its weight in relation to the others.
    pub weight: u32,
    /// How many there are for each ten thousand eliminations in the money; at least one where not
    /// 0.
    pub per_ten_thousand: u32,
}

/// A level, or a break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Level(Level),
    /// A break, for all tables at once.
    Break(Break),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// How long it lasts.
    pub seconds: u64,
    pub stakes: Stakes,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// How long it lasts.
    pub seconds: u64,
    /// Chips below this are exchanged in it.
    #[serde(default)]
    pub new_unit: Option<Chips>,
}

/// How fast hands follow each other.
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
    /// The levels, in order.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Level(level) => Some(level),
            Stage::Break(_) => None,
        })
    }

    /// What an entry costs altogether.
    #[must_use]
    pub fn price(&self) -> Cents {
        let bounty = self.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
        self.entry.buy_in + self.entry.fee + bounty
    }

    /// How many levels come before the first break; `None` where there is no break.
    #[must_use]
    pub fn levels_before_break(&self) -> Option<u16> {
        let levels = self.stages.iter().position(|stage| matches!(stage, Stage::Break(_)))?;
        u16::try_from(levels).ok()
    }

    /// Until the end of how many levels one may enter late, and of the break after them; 0 for only
    /// before the start. What the structure says goes; where it says nothing, until the end of the
    /// first break, or the least or else the most that the rulebook has.
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

    /// Until the end of how many levels the floor may let somebody enter who arranged it (Spotlight
    /// 6-3).
    #[must_use]
    pub fn late_levels_arranged(&self, rulebook: &Rulebook) -> u16 {
        let levels = self.late_levels(rulebook);
        if levels == 0 { 0 } else { levels.max(rulebook.entry.late_levels_arranged) }
    }

    /// Whether nobody can come once it has begun: it begins full, or goes by rounds, or with those
    /// who carry chips over.
    #[must_use]
    pub fn is_closed_at_the_start(&self) -> bool {
        let begins_full = !matches!(self.format, Format::Open | Format::Flight { .. });
        begins_full || self.entry.qualified_only
    }

    /// How many sit down at the final table.
    #[must_use]
    pub fn final_table_players(&self, rulebook: &Rulebook) -> u8 {
        match (self.format, self.final_table) {
            (Format::HeadsUp, _) => 2,
            (_, Some(players)) => players,
            (_, None) => rulebook.seating.final_table.players(self.seats),
        }
    }
}
