//! The estimated end of a tournament, from its structure and its field.

use cardroom_rules::{Format, Millis, Stage, Structure};

/// How many big blinds each of the last players has when a tournament ends. A player with fewer is
/// all in after a few hands.
const LAST_BLINDS: u128 = 15;

/// Estimates are rounded up to half hours, so that not every entry changes them.
const STEP_SECONDS: u64 = 30 * 60;

/// Estimates the end of a tournament from its start and its number of entries.
///
/// It ends with the level whose blinds are large for the chips of the last players, the breaks
/// before it included. A first day ends when the players are left who go on. A field smaller than a
/// table is taken for a table, because more players are to come.
#[must_use]
pub fn ends_at(structure: &Structure, entries: u32, begins: Millis) -> Millis {
    let seats = u32::from(structure.seats).max(2);
    let field = u128::from(entries.max(seats.min(structure.entry.max_entrants)).max(2));
    let left = match structure.format {
        Format::Flight { survivors_basis_points } => {
            (field * u128::from(survivors_basis_points) / 10_000).max(2)
        }
        _ => 2,
    };
    let chips = field * u128::from(structure.entry.starting_stack.0);
    let mut seconds: u64 = 0;
    for stage in &structure.stages {
        match stage {
            Stage::Break(pause) => seconds = seconds.saturating_add(pause.seconds),
            Stage::Level(level) => {
                seconds = seconds.saturating_add(level.seconds);
                if u128::from(level.stakes.big_blind.0) * left * LAST_BLINDS >= chips {
                    break;
                }
            }
        }
    }
    let steps = seconds.div_ceil(STEP_SECONDS).max(1);
    begins + Millis(steps.saturating_mul(STEP_SECONDS * 1_000))
}

/// Returns the estimated end of a tournament that is still played: the estimate, or the next half
/// hour after it has passed.
#[must_use]
pub fn not_over_at(estimate: Millis, now: Millis) -> Millis {
    let step = STEP_SECONDS * 1_000;
    let steps = now.since(estimate).0 / step;
    if now < estimate { estimate } else { estimate + Millis((steps + 1) * step) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::{Break, Chips, EntryTerms, Level, Stakes};

    /// A structure with levels of twenty minutes that double, and a break after the second.
    fn structure() -> Structure {
        let mut stages: Vec<Stage> = (0..12)
            .map(|level| 50 << level)
            .map(|small| {
                Stage::Level(Level { seconds: 1_200, stakes: Stakes::no_limit(small, 2 * small) })
            })
            .collect();
        stages.insert(2, Stage::Break(Break { seconds: 600, new_unit: None }));
        let entry = EntryTerms {
            starting_stack: Chips(10_000),
            max_entrants: 500,
            ..EntryTerms::default()
        };
        Structure { seats: 9, entry, stages, ..Structure::default() }
    }

    fn minutes(structure: &Structure, entries: u32) -> u64 {
        ends_at(structure, entries, Millis(5_000)).since(Millis(5_000)).0 / 60_000
    }

    #[test]
    fn a_larger_field_plays_longer() {
        let structure = structure();
        // 90,000 chips: 30 big blinds are fewer at 3200, level 6 after 120 minutes and a break.
        assert_eq!(minutes(&structure, 9), 150);
        // 1,000,000 chips: at 51,200, level 10 after 200 minutes and a break.
        assert_eq!(minutes(&structure, 100), 210);
        assert_eq!(minutes(&structure, 0), minutes(&structure, 9), "a table will come");
    }

    #[test]
    fn a_first_day_ends_when_the_players_are_left_who_go_on() {
        let whole = structure();
        let format = Format::Flight { survivors_basis_points: 1_500 };
        let flight = Structure { format, ..structure() };
        assert!(minutes(&flight, 100) < minutes(&whole, 100));
    }

    #[test]
    fn the_last_level_is_the_latest_estimate() {
        let structure = structure();
        // Twelve levels and a break: 250 minutes.
        assert_eq!(minutes(&structure, u32::MAX), 270);
        let none = Structure { stages: Vec::new(), ..structure };
        assert_eq!(minutes(&none, 9), 30);
        let endless = Stage::Break(Break { seconds: u64::MAX, new_unit: None });
        let endless = Structure { stages: vec![endless], ..none };
        assert!(ends_at(&endless, 9, Millis(5_000)) > Millis(5_000));
    }

    #[test]
    fn a_tournament_that_is_still_played_ends_later_than_now() {
        let half_hour = 1_800_000;
        assert_eq!(not_over_at(Millis(500), Millis(499)), Millis(500));
        assert_eq!(not_over_at(Millis(500), Millis(500)), Millis(500 + half_hour));
        assert_eq!(not_over_at(Millis(500), Millis(600)), Millis(500 + half_hour));
        assert_eq!(not_over_at(Millis(500), Millis(500 + half_hour)), Millis(500 + 2 * half_hour));
    }
}
