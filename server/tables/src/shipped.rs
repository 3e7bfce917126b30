//! Shipped games and rulebooks, for tests.

use cardroom_engine::{Occupancy, TableSetup};
use cardroom_rules::{Chips, Library, Millis, RingTerms, Stakes, Switch};
use std::sync::Arc;

/// Returns hold'em and every shipped rulebook.
pub(crate) fn library() -> Library {
    let games = [("holdem", include_str!("../../../config/games/holdem.toml"))];
    let books = [
        ("online", include_str!("../../../config/rulebooks/online.toml")),
        ("spotlight", include_str!("../../../config/rulebooks/spotlight.toml")),
        ("tda-2024", include_str!("../../../config/rulebooks/tda-2024.toml")),
        ("tfpl", include_str!("../../../config/rulebooks/tfpl.toml")),
        ("tnpl", include_str!("../../../config/rulebooks/tnpl.toml")),
        ("two-minutes", include_str!("../../../config/rulebooks/two-minutes.toml")),
        ("wptapl", include_str!("../../../config/rulebooks/wptapl.toml")),
    ];
    Library::parse(games, books).expect("the shipped files can be used")
}

/// Returns a table of hold'em for six players.
pub(crate) fn hold_em() -> TableSetup {
    let library = library();
    let ring =
        RingTerms { sit_out_ms: Millis::seconds(600), ..RingTerms::bare(Chips(40), Chips(200)) };
    TableSetup {
        plays: library.plays("holdem", &Stakes::no_limit(1, 2)).expect("it is shipped").0,
        switch: Switch::Never,
        rulebook: Arc::clone(library.rulebook("online").expect("it is shipped")),
        ring: Arc::new(ring),
        seats: 6,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}
