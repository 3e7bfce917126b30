//! A six-seat no-limit table from the shipped files, without pauses that a test would have to wait
//! for.

use cardroom_engine::{Occupancy, TableSetup};
use cardroom_rules::{Chips, Library, Millis, RingTerms, Stakes, Switch};
use std::sync::Arc;

/// Returns a table with blinds of 50 and 100 under the rulebook `online`. `change` adjusts the
/// terms for the test.
pub(crate) fn hold_em_table(change: impl FnOnce(&mut RingTerms)) -> TableSetup {
    let library = Library::parse(
        [("holdem", include_str!("../../../../config/games/holdem.toml"))],
        [
            ("tda-2024", include_str!("../../../../config/rulebooks/tda-2024.toml")),
            ("online", include_str!("../../../../config/rulebooks/online.toml")),
        ],
    )
    .expect("the shipped files parse");
    let mut ring = RingTerms {
        sit_out_ms: Millis::seconds(600),
        between_hands_ms: Millis(10),
        run_out_ms: Millis(10),
        ..RingTerms::bare(Chips(100), Chips(100_000))
    };
    change(&mut ring);
    TableSetup {
        plays: library.plays("holdem", &Stakes::no_limit(50, 100)).expect("a shipped game").0,
        switch: Switch::Never,
        rulebook: library.rulebook("online").expect("a shipped rulebook").clone(),
        ring: Arc::new(ring),
        seats: 6,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}
