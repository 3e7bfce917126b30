//! The terms of a private tournament, checked against the operator's limits, and the structure they
//! become. Errors name the wrong term. The office opens the tournament.

use crate::config::{HostedTournamentSettings, HostingSettings};
use crate::director::TournamentOffice;
use crate::text::is_line;
use cardroom_protocol::game as wire;
use cardroom_protocol::hosting::{
    HostableStructure, HostedStart, TournamentHostingLimits, TournamentTerm as Term,
    TournamentTerms,
};
use cardroom_protocol::limits::MAX_TOURNAMENT_NAME_CHARS;
use cardroom_protocol::{Chips as WireChips, Money};
use cardroom_rules::{
    Betting, Cents, Chips, Format, Library, Millis, ShareTable, Shares, Stage, Structure,
};
use std::collections::BTreeMap;
use std::sync::Arc;

const HOUR_MS: u64 = 60 * 60 * 1_000;

/// A term that is outside the limits, or does not fit the others.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TournamentTermError {
    pub term: Term,
    /// A sentence for people, with the limit.
    pub message: String,
}

type Checked<T = ()> = Result<T, TournamentTermError>;

fn wrong(term: Term, message: impl Into<String>) -> TournamentTermError {
    TournamentTermError { term, message: message.into() }
}

fn require(holds: bool, term: Term, message: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(wrong(term, message())) }
}

/// Returns the limits as clients receive them.
pub(super) fn limits(
    limits: &HostedTournamentSettings,
    structures: &BTreeMap<String, Arc<Structure>>,
) -> TournamentHostingLimits {
    let offered = structures.values().filter(|structure| is_offered(structure, limits));
    TournamentHostingLimits {
        per_account: limits.per_account,
        max_price: Money(limits.max_price.0),
        max_stack: WireChips(limits.max_stack.0),
        max_entrants: limits.max_entrants,
        min_level_minutes: limits.min_level_minutes,
        max_level_minutes: limits.max_level_minutes,
        starts_within_hours: limits.starts_within_hours,
        structures: offered.map(|structure| hostable(structure)).collect(),
    }
}

fn hostable(structure: &Structure) -> HostableStructure {
    let first = structure.levels().next();
    let betting = first.map_or(Betting::NoLimit, |level| level.stakes.betting);
    let minutes = first.map_or(1, |level| (level.seconds / 60).max(1));
    HostableStructure {
        id: structure.id.clone(),
        name: structure.name.clone(),
        game: structure.game.clone(),
        betting: match betting {
            Betting::NoLimit => wire::Betting::NoLimit,
            Betting::PotLimit => wire::Betting::PotLimit,
            Betting::FixedLimit => wire::Betting::FixedLimit,
        },
        rulebook: structure.rulebook.clone(),
        buy_in: Money(structure.entry.buy_in.0),
        starting_stack: WireChips(structure.entry.starting_stack.0),
        seats: structure.seats,
        max_entrants: structure.entry.max_entrants,
        level_minutes: u16::try_from(minutes).unwrap_or(u16::MAX),
        when_full: can_begin_full(structure.format),
    }
}

/// Returns `true` if private tournaments may follow a structure: one that leads to no other day
/// and no other tournament.
fn is_offered(structure: &Structure, limits: &HostedTournamentSettings) -> bool {
    let listed = limits.structures.is_empty() || limits.structures.contains(&structure.id);
    let leads_on = matches!(structure.format, Format::Flight { .. })
        || structure.entry.qualified_only
        || matches!(structure.prizes.shares, Shares::Tickets { .. });
    listed && !leads_on
}

fn can_begin_full(format: Format) -> bool {
    matches!(format, Format::Open | Format::SitAndGo)
}

/// Returns the structure of a tournament on these terms, and when it begins. If it begins when it
/// is full or when its host starts it, returns the time when it is canceled otherwise.
///
/// # Errors
/// The first term that is outside the limits, or does not fit the others.
pub(super) fn of_terms(
    terms: &TournamentTerms,
    settings: &HostingSettings,
    office: &TournamentOffice,
    now: Millis,
) -> Checked<(Structure, Millis)> {
    let library = &office.services.library;
    let template = office.structures.get(&terms.structure);
    let template = template.filter(|template| is_offered(template, &settings.tournaments));
    let template = template.ok_or_else(|| {
        wrong(
            Term::Structure,
            format!("\"{}\" cannot be hosted. Choose another structure.", terms.structure),
        )
    })?;
    without_bots_at_real_cards(template, terms.bots_allowed)?;
    within(terms, settings)?;
    let starts_at = start(terms.starts, template, &settings.tournaments, now)?;
    let structure = follow(template, terms);
    let (price, most) = (structure.price().0, settings.tournaments.max_price.0);
    require(price <= most, Term::BuyIn, || {
        format!("An entry may cost at most {most}, not {price}. Choose a smaller price.")
    })?;
    fits(&structure, library)?;
    Ok((structure, starts_at))
}

fn without_bots_at_real_cards(template: &Structure, bots_allowed: bool) -> Checked {
    require(!(bots_allowed && template.has_real_cards()), Term::Structure, || {
        format!(
            "\"{}\" is played with real cards, which bots cannot hold. Do not allow bots, or choose \
             another structure.",
            template.name
        )
    })
}

/// Checks each of the terms against its limit.
fn within(terms: &TournamentTerms, settings: &HostingSettings) -> Checked {
    let limits = &settings.tournaments;
    let name = terms.name.trim();
    let is_name = name == terms.name && is_line(name, MAX_TOURNAMENT_NAME_CHARS);
    require(is_name, Term::Name, || {
        format!(
            "A name needs 1 to {MAX_TOURNAMENT_NAME_CHARS} characters, without spaces around them."
        )
    })?;
    let listed = |ids: &[String], id: &String| ids.is_empty() || ids.contains(id);
    require(listed(&settings.games, &terms.game), Term::Game, || {
        format!("\"{}\" is not offered in private tournaments. Choose another game.", terms.game)
    })?;
    require(listed(&settings.rulebooks, &terms.rulebook), Term::Rulebook, || {
        format!(
            "Private tournaments do not use the rulebook \"{}\". Choose another one.",
            terms.rulebook
        )
    })?;
    require((1..=limits.max_stack.0).contains(&terms.starting_stack.0), Term::Stack, || {
        format!("Choose a starting stack from 1 to {} chips.", limits.max_stack)
    })?;
    require((2..=settings.seats).contains(&terms.seats), Term::Seats, || {
        format!("Choose 2 to {} seats a table.", settings.seats)
    })?;
    require((2..=limits.max_entrants).contains(&terms.max_entrants), Term::Entrants, || {
        format!("Choose 2 to {} entries.", limits.max_entrants)
    })?;
    let (least, most) = (limits.min_level_minutes, limits.max_level_minutes);
    require((least..=most).contains(&terms.level_minutes), Term::LevelTime, || {
        format!("Choose levels of {least} to {most} minutes.")
    })?;
    // Checked before anything is multiplied by it.
    require(terms.buy_in.0 <= limits.max_price.0, Term::BuyIn, || {
        format!("An entry may cost at most {}. Choose a smaller price.", limits.max_price.0)
    })
}

/// Returns when it begins. If it has no fixed start, returns when it is canceled at the latest.
fn start(
    starts: HostedStart,
    template: &Structure,
    limits: &HostedTournamentSettings,
    now: Millis,
) -> Checked<Millis> {
    let latest = now + Millis(u64::from(limits.starts_within_hours) * HOUR_MS);
    match starts {
        HostedStart::WhenFull if !can_begin_full(template.format) => Err(wrong(
            Term::Start,
            format!(
                "\"{}\" begins at a time, or when you start it. Choose one of them.",
                template.name
            ),
        )),
        HostedStart::WhenFull | HostedStart::WhenTold => Ok(latest),
        HostedStart::At(at) if (now.0..=latest.0).contains(&at.0) => Ok(Millis(at.0)),
        HostedStart::At(_) => Err(wrong(
            Term::Start,
            format!("Choose a start within {} hours.", limits.starts_within_hours),
        )),
    }
}

/// Applies the host's terms to the structure. The house takes and adds nothing.
fn follow(template: &Structure, terms: &TournamentTerms) -> Structure {
    let mut structure = template.clone();
    // No file has this id, so no ticket or schedule can refer to it.
    structure.id = format!("private/{}", template.id);
    structure.name.clone_from(&terms.name);
    structure.rulebook.clone_from(&terms.rulebook);
    structure.game.clone_from(&terms.game);
    structure.seats = terms.seats;
    structure.final_table = template.final_table.filter(|seats| *seats <= terms.seats);
    // A field smaller than any in the prize table plays winner-take-all.
    if let Shares::Table(tables) = &mut structure.prizes.shares
        && tables.first().is_some_and(|first| first.from > 2)
    {
        tables.insert(0, ShareTable { from: 2, basis_points: vec![10_000] });
    }
    structure.prizes.guarantee = Cents::ZERO;
    structure.prizes.points = None;
    structure.prizes.points_places = 0;
    set_levels(&mut structure, terms);
    set_entry(&mut structure, template, terms);
    if can_begin_full(structure.format) {
        structure.format = match terms.starts {
            HostedStart::WhenFull => Format::SitAndGo,
            HostedStart::WhenTold | HostedStart::At(_) => Format::Open,
        };
    }
    if structure.is_closed_at_the_start() {
        let entry = &mut structure.entry;
        (entry.late_levels, entry.re_entries) = (None, 0);
        (entry.rebuy, entry.add_on, entry.alternates) = (None, None, false);
    }
    if structure.format == Format::SitAndGo {
        structure.entry.min_entrants = terms.max_entrants;
    }
    structure
}

fn set_levels(structure: &mut Structure, terms: &TournamentTerms) {
    for stage in &mut structure.stages {
        if let Stage::Level(level) = stage {
            level.seconds = u64::from(terms.level_minutes) * 60;
            level.stakes.betting = match terms.betting {
                wire::Betting::NoLimit => Betting::NoLimit,
                wire::Betting::PotLimit => Betting::PotLimit,
                wire::Betting::FixedLimit => Betting::FixedLimit,
            };
        }
    }
}

/// Sets the price and the chips of an entry. Other purchases keep their proportion to it.
fn set_entry(structure: &mut Structure, template: &Structure, terms: &TournamentTerms) {
    let before = &template.entry;
    let (buy_in, stack) = (Cents(terms.buy_in.0), Chips(terms.starting_stack.0));
    let unit = template.levels().next().map_or(1, |level| level.stakes.unit.0);
    let price = |cost: Cents| Cents(in_proportion(cost.0, buy_in.0, before.buy_in.0));
    let chips = |sold: Chips| {
        let sold = in_proportion(sold.0, stack.0, before.starting_stack.0);
        // A multiple of the smallest chip, and at least one chip.
        Chips((sold - sold % unit).max(unit))
    };
    let entry = &mut structure.entry;
    (entry.buy_in, entry.fee, entry.starting_stack) = (buy_in, Cents::ZERO, stack);
    (entry.min_entrants, entry.max_entrants) = (2, terms.max_entrants);
    (entry.early_bonus, entry.check_in, entry.late_deduction) = (None, false, false);
    if let Some(rebuy) = &mut entry.rebuy {
        (rebuy.cost, rebuy.chips) = (price(rebuy.cost), chips(rebuy.chips));
        rebuy.at_most = chips(rebuy.at_most);
    }
    if let Some(add_on) = &mut entry.add_on {
        (add_on.cost, add_on.chips) = (price(add_on.cost), chips(add_on.chips));
    }
    if let Some(bounty) = &mut structure.bounty {
        bounty.amount = price(bounty.amount);
    }
    structure.bounty = structure.bounty.take().filter(|bounty| !bounty.amount.is_zero());
}

/// Scales `amount` from a whole of `before` to one of `now`, rounding down; 0 if `before` is 0.
fn in_proportion(amount: u64, now: u64, before: u64) -> u64 {
    let product = u128::from(amount) * u128::from(now);
    let share = product.checked_div(u128::from(before)).unwrap_or(0);
    u64::try_from(share).unwrap_or(u64::MAX)
}

/// Checks that the room can play the structure. Translates the key of a file in an
/// error to the term.
fn fits(structure: &Structure, library: &Library) -> Checked {
    let is_known = library.rulebook(&structure.rulebook).is_some();
    require(is_known, Term::Rulebook, || {
        format!(
            "This room does not have the rulebook \"{}\". Choose another one.",
            structure.rulebook
        )
    })?;
    if let Some(game) = library.game(&structure.game) {
        let betting = structure.levels().next().map(|level| level.stakes.betting);
        let plays = betting.is_none_or(|betting| game.betting.contains(&betting));
        require(plays, Term::Betting, || {
            format!("{} does not have this betting structure. Choose another one.", game.name)
        })?;
    }
    library.check_structure(structure).map_err(|message| {
        let named = [
            ("rulebook", Term::Rulebook),
            ("game", Term::Game),
            ("seats", Term::Seats),
            ("final_table", Term::Seats),
            ("entry.starting_stack", Term::Stack),
            ("entry.rebuy", Term::Structure),
            ("entry.re_entries", Term::Structure),
            ("entry.late_levels", Term::Structure),
            ("entry.max_entrants", Term::Entrants),
            ("level", Term::Game),
        ];
        let term = named.iter().find(|(key, _)| message.starts_with(key));
        wrong(term.map_or(Term::Structure, |(_, term)| *term), message)
    })
}

/// Returns the error for a setup that a director refuses.
pub(super) fn wrong_setup(message: String) -> TournamentTermError {
    wrong(Term::Structure, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn bots_are_refused_where_people_deal_real_cards() {
        let library = Config::default().library().unwrap();
        let named = |id: &str| library.structures().find(|structure| structure.id == id).unwrap();
        let (dealt, real) = (named("tnpl-league-night"), named("tnpl-pub-night"));
        assert_eq!(without_bots_at_real_cards(dealt, true), Ok(()));
        assert_eq!(without_bots_at_real_cards(real, false), Ok(()));
        let error = without_bots_at_real_cards(real, true).unwrap_err();
        assert_eq!(error.term, Term::Structure);
        assert!(error.message.contains("bots cannot hold"), "{error}");
    }
}
