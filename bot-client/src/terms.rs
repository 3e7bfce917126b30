//! What the six rulebooks of a room ask for, as far as somebody can see it who only watches and
//! plays: written down here once more, so that a room is not judged by what it says of itself.

/// What a rulebook says that an observer or a player can check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many players more one table may have than another.
    pub balance: Balance,
    /// So many hands a newcomer at a table may have to wait before it is dealt in.
    pub newcomers_wait: u32,
    /// Heads-up the big blind goes to whoever is due, so that a player may have it twice running.
    pub heads_up_big_blind_twice: bool,
}

/// How many players more one table may have than another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// With less than four tables.
    pub few_tables: u8,
    /// With more.
    pub many_tables: u8,
}

impl Balance {
    /// The same however many tables there are.
    #[must_use]
    pub fn of(players: u8) -> Self {
        Self { few_tables: players, many_tables: players }
    }
}

impl Terms {
    /// The rulebooks that are known here.
    pub const RULEBOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

    /// Those of a rulebook; `None` for one that is not known.
    #[must_use]
    pub fn of(rulebook: &str) -> Option<Self> {
        // TDA 11-D gives no numbers: two players, and one from four tables on. Newcomers wait
        // between the button and the small blind (TDA 8-A, 10-A), and nobody has the big blind
        // twice when play becomes heads-up (TDA 34-B).
        let tda = Self {
            balance: Balance { few_tables: 2, many_tables: 1 },
            newcomers_wait: 2,
            heads_up_big_blind_twice: false,
        };
        Some(match rulebook {
            "tda-2024" | "tnpl" | "online" => tda,
            // TFPL 4a-6, 2c-3: newcomers wait for the big blind, where they do not come behind the
            // button.
            "tfpl" => Self { balance: Balance::of(1), newcomers_wait: 9, ..tda },
            // Spotlight 2c-2: one player more, however many tables there are.
            "spotlight" => Self { balance: Balance::of(1), ..tda },
            // WPTAPL 12: heads-up the big blind goes to whoever is due.
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
