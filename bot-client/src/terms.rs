//! The terms of a room's six rulebooks, as far as a spectator or a player can check them. They are
//! repeated here so that the room is not judged by its own claims.

/// Terms of a rulebook that a spectator or a player can check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// By how many players two tables may differ.
    pub balance: Balance,
    /// How many hands a newcomer at a table may have to wait before being dealt in.
    pub newcomers_wait: u32,
    /// Whether the big blind always goes to the next player due heads-up, so that a player may have
    /// it twice in a row.
    pub heads_up_big_blind_twice: bool,
}

/// By how many players two tables may differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The limit with fewer than four tables.
    pub few_tables: u8,
    /// The limit with four or more tables.
    pub many_tables: u8,
}

impl Balance {
    /// Makes a limit that does not depend on the number of tables.
    #[must_use]
    pub fn of(players: u8) -> Self {
        Self { few_tables: players, many_tables: players }
    }
}

impl Terms {
    /// The ids of the rulebooks that are known here.
    pub const RULEBOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

    /// Returns the terms of a rulebook, or `None` if it is unknown.
    #[must_use]
    pub fn of(rulebook: &str) -> Option<Self> {
        // TDA 11-D gives no numbers. Two players are assumed here, and one from four tables on.
        // Newcomers wait between the button and the small blind (TDA 8-A, 10-A). No player has the
        // big blind twice in a row when play becomes heads-up (TDA 34-B).
        let tda = Self {
            balance: Balance { few_tables: 2, many_tables: 1 },
            newcomers_wait: 2,
            heads_up_big_blind_twice: false,
        };
        Some(match rulebook {
            "tda-2024" | "tnpl" | "online" | "two-minutes" => tda,
            // TFPL 4a-6, 2c-3: newcomers wait for the big blind unless they sit behind the button.
            "tfpl" => Self { balance: Balance::of(1), newcomers_wait: 9, ..tda },
            // Spotlight 2c-2: a difference of one player, with any number of tables.
            "spotlight" => Self { balance: Balance::of(1), ..tda },
            // WPTAPL 12: heads-up the big blind goes to the next player due.
            "wptapl" => Self { heads_up_big_blind_twice: true, ..tda },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rulebook_has_terms() {
        assert!(Terms::RULEBOOKS.iter().all(|book| Terms::of(book).is_some()));
        assert_eq!(Terms::of("two-sevens-league"), None);
    }
}
