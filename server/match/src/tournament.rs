//! Tournaments in place of single hands (`--tournament`): which structures a match can play, and
//! how they end. `session::tournament` plays them, and `score` says what the places are worth.

use crate::game::Terms;
use cardroom_rules::{
    Cents, Chips, Format, LevelPlays, Library, Millis, Rulebook, Shares, Structure,
};
use std::sync::Arc;

/// How long each decision takes on the tournament's clock, whatever it took in truth. So levels
/// rise after the same hands on every machine.
pub const DECISION: Millis = Millis::seconds(5);

/// A tournament that is played again and again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentTerms {
    pub(crate) structure: Arc<Structure>,
    pub(crate) rulebook: Arc<Rulebook>,
    /// The games and stakes of each level.
    pub(crate) levels: Arc<[LevelPlays]>,
}

/// How a tournament ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The place of each player, in the order of the session's players.
    pub places: Vec<u32>,
    /// The prize of each player, in cents. Together they are the pool.
    pub prizes: Vec<u64>,
    pub pool: u64,
    /// The level of the last hand, from 1.
    pub level: u16,
}

impl TournamentTerms {
    /// Finds a structure, and checks that a match can play it with this many players.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn new(library: &Library, id: &str, players: usize) -> Result<Self, String> {
        let structure = library.structure(id).ok_or_else(|| {
            let known: Vec<&str> = library.structures().map(|known| known.id.as_str()).collect();
            format!("There is no tournament \"{id}\". There are {}.", known.join(", "))
        })?;
        let rulebook = library
            .rulebook(&structure.rulebook)
            .ok_or_else(|| format!("There is no rulebook \"{}\".", structure.rulebook))?;
        let levels = library
            .level_plays(structure)
            .ok_or_else(|| format!("There is no game \"{}\".", structure.game))?;
        check(structure, players)?;
        let (structure, rulebook) = (Arc::clone(structure), Arc::clone(rulebook));
        structure.check_rulebook(&rulebook)?;
        Ok(Self { structure, rulebook, levels: levels.into() })
    }

    /// Returns its games, with the stakes of the first level.
    ///
    /// # Errors
    /// The library does not have its game.
    pub fn terms(&self, library: &Library) -> Result<Terms, String> {
        let id = &self.structure.game;
        let name = library.game(id).map(|game| game.name.clone());
        let name = name.or(library.rotation(id).map(|games| games.name.clone()));
        let first = self.levels.first().cloned();
        let terms = first.zip(name).and_then(|(level, name)| {
            Terms::of_level(level, Arc::clone(&self.rulebook), self.stack(), name)
        });
        terms.ok_or_else(|| format!("There is no game \"{id}\"."))
    }

    /// Returns the id of its structure.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.structure.id
    }

    /// Returns the name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.structure.name
    }

    /// Returns the part of an entry that goes to the prize pool, in cents.
    #[must_use]
    pub fn buy_in(&self) -> u64 {
        self.structure.entry.buy_in.0
    }

    /// Returns the chips that each player begins with.
    #[must_use]
    pub fn stack(&self) -> Chips {
        self.structure.entry.starting_stack
    }

    /// Returns when it starts on its clock; `None` if it starts when it is full.
    pub(crate) fn starts_at(&self) -> Option<Millis> {
        (self.structure.format != Format::SitAndGo).then_some(Millis::seconds(60))
    }
}

/// Says why a match cannot play a structure.
fn check(structure: &Structure, players: usize) -> Result<(), String> {
    let (name, entry) = (&structure.name, &structure.entry);
    let count = u32::try_from(players).unwrap_or(u32::MAX);
    if structure.has_real_cards() {
        return Err(format!("{name} is played with real cards, and a match deals its own."));
    }
    let is_flight = matches!(structure.format, Format::Flight { .. });
    if is_flight || structure.next_day.is_some() || entry.qualified_only {
        return Err(format!(
            "{name} is played on several days, and a match plays tournaments from the first hand \
             to the last."
        ));
    }
    let least = match structure.format {
        Format::SitAndGo => entry.max_entrants,
        _ => entry.min_entrants,
    };
    if !(least..=entry.max_entrants).contains(&count) {
        return Err(match structure.format {
            Format::SitAndGo => format!("{name} starts with {least} players, not with {players}."),
            _ => format!("{name} needs {least} players or more, and these are {players}."),
        });
    }
    if entry.rebuy.is_some() || entry.add_on.is_some() {
        return Err(format!("{name} sells chips, and bots of a match do not buy any."));
    }
    if structure.bounty.is_some() || matches!(structure.prizes.shares, Shares::Tickets { .. }) {
        return Err(format!(
            "{name} pays bounties or tickets, and a match scores shares of the prize pool alone."
        ));
    }
    if entry.buy_in == Cents::ZERO {
        return Err(format!("{name} has no buy-in, which is what a match scores prizes in."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use cardroom_rules::{BountyKind, BountyTerms, Rebuy};

    fn refused(id: &str, players: usize) -> String {
        TournamentTerms::new(samples::library(), id, players).unwrap_err()
    }

    #[test]
    fn structures_of_one_day_are_played() {
        for (id, players) in [
            ("heads-up-sit-and-go", 2),
            ("sit-and-go", 6),
            ("sit-and-go-hyper", 6),
            ("test-turbo", 9),
            ("weekly-table", 4),
            ("horse-championship", 10),
            ("nightly-freezeout", 10),
            ("shootout", 9),
            ("heads-up-bracket", 7),
        ] {
            let terms = TournamentTerms::new(samples::library(), id, players).unwrap();
            assert_eq!(terms.id(), id);
        }
    }

    #[test]
    fn what_a_match_cannot_play_is_said() {
        for (id, players, reason) in [
            ("midnight", 2, "There is no tournament \"midnight\". There are"),
            ("sit-and-go", 5, "starts with 6 players, not with 5"),
            ("nightly-freezeout", 9, "needs 10 players or more, and these are 9"),
            ("shootout", 8, "needs 9 players or more, and these are 8"),
            ("heads-up-bracket", 2, "needs 4 players or more, and these are 2"),
            ("main-event-2", 4, "played on several days"),
            ("main-event-1a", 9, "played on several days"),
            ("tnpl-league-night", 6, "has no buy-in"),
        ] {
            let said = refused(id, players);
            assert!(said.contains(reason) && said.ends_with('.'), "{id}: {said}");
        }
    }

    #[test]
    fn prizes_that_are_no_share_of_the_pool_are_refused() {
        let with = |change: &dyn Fn(&mut Structure)| {
            let mut structure = (**samples::library().structure("test-turbo").unwrap()).clone();
            change(&mut structure);
            check(&structure, 4).unwrap_err()
        };
        let terms = BountyTerms { amount: Cents(50), kind: BountyKind::Fixed };
        let bounty = with(&move |structure: &mut Structure| structure.bounty = Some(terms.clone()));
        assert!(bounty.contains("pays bounties or tickets"), "{bounty}");
        let tickets = with(&|structure: &mut Structure| {
            let worth = Cents(5_000);
            structure.prizes.shares = Shares::Tickets { structure: "million".to_owned(), worth };
        });
        assert!(tickets.contains("pays bounties or tickets"), "{tickets}");
        let rebuys = with(&|structure: &mut Structure| {
            let (cost, chips) = (Cents(100), Chips(1_000));
            let rebuy = Rebuy { cost, chips, most: 0, until_level: 2, at_most: chips };
            structure.entry.rebuy = Some(rebuy);
        });
        assert!(rebuys.contains("sells chips"), "{rebuys}");
    }
}
