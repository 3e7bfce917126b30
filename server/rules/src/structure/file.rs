//! The file format of a structure: levels as short rows that do not repeat shared values. `check`
//! tests whether the structure can be played.

use super::{
    BountyTerms, Break, Cards, DealTerms, EntryTerms, Format, Level, Pace, PrizeTerms, Stage,
    Structure,
};
use crate::stakes::{AnteKind, Betting, Stakes};
use crate::units::Chips;
use serde::Deserialize;

/// A file of `config/tournaments`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    id: String,
    name: String,
    rulebook: String,
    game: String,
    seats: u8,
    final_table: Option<u8>,
    #[serde(default)]
    format: Format,
    #[serde(default)]
    cards: Cards,
    next_day: Option<String>,
    entry: EntryTerms,
    /// A flight has the prizes of its last day.
    pub(super) prizes: Option<PrizeTerms>,
    bounty: Option<BountyTerms>,
    #[serde(default)]
    deals: DealTerms,
    levels: Levels,
    #[serde(default)]
    pace: Pace,
}

/// Levels and breaks, and the values that all levels share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Levels {
    /// `None` if the game has only one.
    betting: Option<Betting>,
    /// The payer of antes, if a level has one.
    ante_kind: Option<AnteKind>,
    /// The smallest chip in play at the start. Breaks may change it.
    #[serde(default = "one_chip")]
    unit: Chips,
    /// The default duration of a level.
    minutes: Option<u64>,
    seconds: Option<u64>,
    rows: Vec<Row>,
}

fn one_chip() -> Chips {
    Chips(1)
}

/// A level or a break.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Small and big blind. In a rotation, those of its fixed-limit games.
    blinds: Option<(Chips, Chips)>,
    /// In a game with a bring-in, instead of blinds.
    small_bet: Option<Chips>,
    bring_in: Option<Chips>,
    ante: Option<Chips>,
    minutes: Option<u64>,
    seconds: Option<u64>,
    /// The duration of a break.
    #[serde(rename = "break")]
    break_minutes: Option<u64>,
    break_seconds: Option<u64>,
    /// Chips below this unit are exchanged in the break.
    new_unit: Option<Chips>,
}

impl File {
    /// Builds the structure. `betting` is the game's betting structure, if it has only one.
    pub(super) fn structure(self, betting: Option<Betting>) -> Result<Structure, String> {
        let stages = self.levels.stages(betting)?;
        Ok(Structure {
            id: self.id,
            name: self.name,
            rulebook: self.rulebook,
            game: self.game,
            seats: self.seats,
            final_table: self.final_table,
            format: self.format,
            cards: self.cards,
            next_day: self.next_day,
            entry: self.entry,
            prizes: self.prizes.unwrap_or_default(),
            bounty: self.bounty,
            deals: self.deals,
            stages,
            pace: self.pace,
        })
    }

    pub(super) fn game(&self) -> &str {
        &self.game
    }

    pub(super) fn next_day(&self) -> Option<&str> {
        self.next_day.as_deref()
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

/// The levels and breaks of a text: the table `[levels]` of a structure's file, alone.
///
/// # Errors
/// The text is not such a table, or a row is incomplete. Names the key.
pub fn levels_of(text: &str) -> Result<Vec<Stage>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Alone {
        levels: Levels,
    }
    let alone: Alone = toml::from_str(text).map_err(|error| error.to_string())?;
    alone.levels.stages(None)
}

impl Levels {
    fn stages(&self, betting: Option<Betting>) -> Result<Vec<Stage>, String> {
        let Some(betting) = self.betting.or(betting) else {
            return Err("levels.betting: the game is played in several betting structures; say \
                        which"
                .to_owned());
        };
        let mut unit = self.unit;
        let mut stages = Vec::with_capacity(self.rows.len());
        let mut level = 0;
        for (index, row) in self.rows.iter().enumerate() {
            let wrong = |reason: &str| format!("levels.rows, row {}: {reason}", index + 1);
            let stage = if row.is_break() {
                let pause = row.pause().map_err(|reason| wrong(&reason))?;
                unit = pause.new_unit.unwrap_or(unit);
                Stage::Break(pause)
            } else {
                level += 1;
                let wrong = |reason: String| wrong(&format!("level {level}: {reason}"));
                let stakes = self.stakes(row, betting, unit).map_err(wrong)?;
                Stage::Level(Level { seconds: self.lasts(row).map_err(wrong)?, stakes })
            };
            stages.push(stage);
        }
        Ok(stages)
    }

    /// Returns the duration of a level in seconds.
    fn lasts(&self, row: &Row) -> Result<u64, String> {
        let own = duration(row.minutes, row.seconds, "minutes", "seconds")?;
        let shared = duration(self.minutes, self.seconds, "levels.minutes", "levels.seconds")?;
        own.or(shared).ok_or_else(|| {
            "say how long it lasts: minutes or seconds, here or for all in [levels]".to_owned()
        })
    }

    fn stakes(&self, row: &Row, betting: Betting, unit: Chips) -> Result<Stakes, String> {
        let (small_blind, big_blind, bring_in) = match (row.blinds, row.small_bet, row.bring_in) {
            (Some((small, big)), None, None) => (small, big, Chips::ZERO),
            (None, Some(small_bet), Some(bring_in)) => (Chips::ZERO, small_bet, bring_in),
            _ => {
                return Err("a level has blinds = [small, big], or small_bet and bring_in, and a \
                            break has break = minutes"
                    .to_owned());
            }
        };
        if row.new_unit.is_some() {
            return Err("new_unit belongs to a break".to_owned());
        }
        let ante = row.ante.unwrap_or_default();
        let ante_kind = match (ante.is_zero(), self.ante_kind) {
            (true, _) => AnteKind::None,
            (false, Some(kind)) => kind,
            (false, None) => return Err("levels.ante_kind: say who pays the ante".to_owned()),
        };
        Ok(Stakes { betting, small_blind, big_blind, bring_in, ante, ante_kind, unit })
    }
}

impl Row {
    fn is_break(&self) -> bool {
        self.break_minutes.is_some() || self.break_seconds.is_some()
    }

    fn pause(&self) -> Result<Break, String> {
        let of_a_level = self.blinds.is_some()
            || self.small_bet.is_some()
            || self.bring_in.is_some()
            || self.ante.is_some()
            || self.minutes.is_some()
            || self.seconds.is_some();
        if of_a_level {
            return Err("a break has nothing of a level: break = minutes, new_unit".to_owned());
        }
        let lasts = duration(self.break_minutes, self.break_seconds, "break", "break_seconds")?
            .unwrap_or(0);
        Ok(Break { seconds: lasts, new_unit: self.new_unit })
    }
}

/// Returns a duration in seconds from one of two keys.
fn duration(
    minutes: Option<u64>,
    seconds: Option<u64>,
    minutes_key: &str,
    seconds_key: &str,
) -> Result<Option<u64>, String> {
    match (minutes, seconds) {
        (Some(_), Some(_)) => Err(format!("{minutes_key} or {seconds_key}, not both")),
        (Some(minutes), None) => Ok(Some(minutes.saturating_mul(60))),
        (None, seconds) => Ok(seconds),
    }
}
