//! The structure of a tournament as data: what is played, what it costs, what there is to win, how
//! long each level lasts. What a rulebook leaves to the house stands here; nothing here is decided.

use crate::stakes::Stakes;
use crate::units::{Cents, Chips, Millis};
use serde::{Deserialize, Serialize};

/// The structure of a tournament, as a file in `config/tournaments` has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// How players come to a winner.
    #[serde(default)]
    pub format: Format,
    /// Who may enter, until when, with what.
    pub entry: EntryTerms,
    /// What is won.
    pub prizes: PrizeTerms,
    /// A price on every head.
    #[serde(default)]
    pub bounty: Option<BountyTerms>,
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Until the end of which level (from 1) one may still enter; 0 for only before the start. Where
    /// it is not given, the rulebook says.
    #[serde(default)]
    pub late_levels: Option<u16>,
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
}

/// Chips bought by who has few or none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rebuy {
    /// What it costs.
    pub cost: Cents,
    /// How many.
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
    /// What it costs.
    pub cost: Cents,
    /// How many.
    pub chips: Chips,
    /// In the break after this level, from 1.
    pub after_level: u16,
}

/// Extra chips for early registration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlyBonus {
    /// How many.
    pub chips: Chips,
    /// At least so many minutes before the start.
    pub minutes_before: u64,
}

/// What is won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
}

/// Who gets how much of a prize pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shares {
    /// Ten-thousandths by place, by the number of entries: the last table whose `from` is reached.
    Table(Vec<ShareTable>),
    /// So many ten-thousandths of the entries are paid, falling off evenly from first to last; the
    /// last gets about `least_percent` of a buy-in.
    Curve {
        /// Ten-thousandths of the entries that are paid.
        paid_basis_points: u32,
        /// The least prize in percent of the buy-in.
        least_percent: u64,
    },
    /// Everything to the winner.
    WinnerTakesAll,
    /// Seats in another tournament, each of this worth, to the first so many; what is left of the pool
    /// goes to the next place.
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
    /// Who gets it.
    pub kind: BountyKind,
}

/// Who gets the price on a head.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BountyKind {
    /// Whoever eliminates the player.
    Fixed,
    /// Whoever eliminates the player gets this part at once; the rest goes on the own head.
    Progressive {
        /// In percent.
        cash_percent: u32,
    },
    /// From the moment the money is reached, each elimination draws one of the prizes, which share all
    /// bounties that were paid.
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
    /// How many there are for each ten thousand eliminations in the money; at least one where not 0.
    pub per_ten_thousand: u32,
}

/// A level, or a break.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A level.
    Level(Level),
    /// A break, for all tables at once.
    Break(Break),
}

/// A level.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// How long it lasts.
    pub seconds: u64,
    /// The stakes.
    pub stakes: Stakes,
}

/// A break.
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
