//! The structure that a field plays: a turbo with everything that the rulebook has and
//! that works without people.

use super::{Field, FieldError};
use cardroom_engine::TableSetup;
use cardroom_rules::rulebook::{ColourUp, LateUntil, ReEntry};
use cardroom_rules::{
    AnteKind, BountyKind, BountyTerms, Break, Cents, Chips, EntryTerms, Format, Level, Millis,
    Pace, PrizeTerms, Rulebook, Shares, Stage, Stakes, Structure,
};
use cardroom_tables::LevelPlays;
use std::sync::Arc;

/// The number of levels between breaks.
const LEVELS_TO_A_BREAK: usize = 3;
/// The length of levels and breaks.
const LEVEL_SECONDS: u64 = 300;
const BREAK_SECONDS: u64 = 300;
/// Each player's starting stack.
const STACK: u64 = 5_000;

/// Builds a structure with 5,000 chips, and blinds that rise by about two fifths every five
/// minutes. A break follows every three levels, in which the smallest chips are exchanged. As
/// far as the rulebook allows, it has late entries, re-entries, antes, prizes for 15 % of the
/// field and progressive bounties.
pub(super) fn structure(field: &Field, rulebook: &Rulebook) -> Structure {
    let comes_again = rulebook.entry.re_entry != ReEntry::Never;
    let late = match rulebook.entry.late_until {
        LateUntil::House if rulebook.entry.late_levels_most == 0 => Some(LEVELS_TO_A_BREAK),
        _ => None,
    };
    let late = late.and_then(|levels| u16::try_from(levels).ok());
    Structure {
        id: "field".to_owned(),
        name: "Field".to_owned(),
        rulebook: rulebook.id.clone(),
        game: "holdem".to_owned(),
        seats: field.seats,
        format: Format::Open,
        entry: EntryTerms {
            buy_in: Cents(100),
            fee: Cents(10),
            starting_stack: Chips(STACK),
            min_entrants: 2,
            max_entrants: u32::MAX,
            late_levels: late,
            re_entries: if comes_again { 2 } else { 0 },
            ..EntryTerms::default()
        },
        prizes: PrizeTerms {
            shares: Shares::Curve { paid_basis_points: 1_500, least_percent: 150 },
            ..PrizeTerms::default()
        },
        bounty: Some(BountyTerms {
            amount: Cents(50),
            kind: BountyKind::Progressive { cash_percent: 50 },
        }),
        stages: stages(field, rulebook),
        ..Structure::default()
    }
}

fn stages(field: &Field, rulebook: &Rulebook) -> Vec<Stage> {
    let exchanges = rulebook.colour_up.method != ColourUp::Never;
    let antes = rulebook.betting.antes.contains(&AnteKind::BigBlind);
    let mut units = [Chips(100), Chips(500), Chips(1_000)].into_iter();
    let (mut unit, mut big, mut levels) = (Chips(25), 100_u64, 0_usize);
    let mut stages = Vec::new();
    // Enough levels for the blinds to outgrow all chips, with any number of re-entries.
    while big < u64::from(field.entrants) * 3 * STACK {
        let mut stakes = Stakes { unit, ..Stakes::no_limit(big / 2, big) };
        if antes && levels >= LEVELS_TO_A_BREAK {
            stakes = Stakes { ante: Chips(big), ante_kind: AnteKind::BigBlind, ..stakes };
        }
        stages.push(Stage::Level(Level { seconds: LEVEL_SECONDS, stakes }));
        levels += 1;
        if levels.is_multiple_of(LEVELS_TO_A_BREAK) {
            let new_unit = if exchanges { units.next() } else { None };
            unit = new_unit.unwrap_or(unit);
            stages.push(Stage::Break(Break { seconds: BREAK_SECONDS, new_unit }));
        }
        // Small blinds are multiples of the smallest chip.
        let step = 2 * unit.0;
        big = (big * 7 / 5).div_ceil(step) * step;
    }
    if matches!(stages.last(), Some(Stage::Break(_))) {
        stages.pop();
    }
    stages
}

/// Returns the setup of a table of the field.
pub(super) fn table_setup(
    levels: &[LevelPlays],
    rulebook: &Arc<Rulebook>,
    seats: u8,
) -> Result<TableSetup, FieldError> {
    let (plays, switch) = levels.first().ok_or_else(|| FieldError::Setup("no level".to_owned()))?;
    let (plays, pace) =
        (Arc::clone(plays), Pace { between_hands_ms: Millis(0), run_out_ms: Millis(0) });
    Ok(TableSetup::of_event(plays, *switch, Arc::clone(rulebook), pace, seats))
}
