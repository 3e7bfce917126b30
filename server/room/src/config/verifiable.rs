//! Who asks for deals that can be verified: `[deal]` for the whole room, or a table or tournament
//! for itself. And what the room needs for them.

use super::mistakes::Mistakes;
use super::{Config, ConfigError, JournalMode, Synchronous};
use cardroom_deal::MOST_BYTES as MOST_OPENING_BYTES;
use cardroom_rules::Library;
use cardroom_tables::longest_opening;

/// The settings that verifiable deals need, with the reasons.
const NEEDS: [(&str, &str); 3] = [
    (
        "store.synchronous = \"full\"",
        ": a room that forgets an opening signs a second one, which looks like fraud",
    ),
    ("store.journal = \"on\"", ", which stores openings before they are sent"),
    ("history.keep = true", ", because proofs are stored with their hands"),
];

impl Config {
    /// Returns `true` if any table of the room may deal so that it can be verified.
    #[must_use]
    pub fn deals_verifiably(&self) -> bool {
        self.deals_verifiably_by_default() || !self.keys_of_deals().is_empty()
    }

    /// Returns `true` if tables and tournaments without a setting of their own deal so:
    /// `deal.verifiable`. If that is left out, they do if the room has what it takes.
    #[must_use]
    pub fn deals_verifiably_by_default(&self) -> bool {
        self.deal.verifiable.unwrap_or_else(|| self.lacks_for_deals().next().is_none())
    }

    /// Returns why the room does not deal verifiably although no setting turns that off; `None` if
    /// it does, or if one does.
    #[must_use]
    pub fn why_deals_are_not_verifiable(&self) -> Option<String> {
        let lacking: Vec<&str> = self.lacks_for_deals().map(|(need, _)| need).collect();
        (self.deal.verifiable.is_none() && !lacking.is_empty()).then(|| {
            format!(
                "Nobody can verify the deals of this room, because that needs {}. Set that, or \
                 deal.verifiable = false.",
                lacking.join(" and ")
            )
        })
    }

    /// Returns what the configuration lacks for verifiable deals, with the reason for each.
    fn lacks_for_deals(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let has = [
            self.store.synchronous == Synchronous::Full,
            self.store.journal == JournalMode::On,
            self.history.keep,
        ];
        NEEDS.into_iter().zip(has).filter(|(_, has)| !has).map(|(need, _)| need)
    }

    /// Returns the keys of the settings that ask for verifiable deals.
    fn keys_of_deals(&self) -> Vec<String> {
        let room = (self.deal.verifiable == Some(true)).then(|| "deal.verifiable".to_owned());
        let tables = self.tables.iter().enumerate();
        let tables = tables.filter(|(_, table)| table.verifiable == Some(true));
        let tables =
            tables.map(|(index, table)| format!("tables[{index}] \"{}\": verifiable", table.name));
        let tournaments = self.tournaments.iter().enumerate();
        let tournaments = tournaments.filter(|(_, entry)| entry.verifiable == Some(true));
        let tournaments = tournaments.map(|(index, _)| format!("tournaments[{index}].verifiable"));
        room.into_iter().chain(tables).chain(tournaments).collect()
    }

    /// Checks that the room can do what each of these settings asks for.
    pub(super) fn check_who_deals_verifiably(&self, mistakes: &mut Mistakes) {
        for key in self.keys_of_deals() {
            for (need, why) in self.lacks_for_deals() {
                let reason = format!("needs {need}{why}. Set that, or verifiable = false here");
                mistakes.add(&*key, reason);
            }
        }
    }

    /// Checks that an opening of each game fits into a message.
    ///
    /// # Errors
    /// Every game whose openings are too long.
    pub(super) fn check_openings(&self, library: &Library) -> Result<(), ConfigError> {
        let mut mistakes = Mistakes::default();
        let packs = self.deal.packs;
        for game in library.games().filter(|_| self.deals_verifiably()) {
            let bytes = longest_opening(game, packs);
            let reason = format!(
                "must be lower: with {packs} packs an opening of \"{}\" has up to {bytes} bytes, \
                 and {MOST_OPENING_BYTES} is the most",
                game.id
            );
            mistakes.require(bytes <= MOST_OPENING_BYTES, "deal.packs", &reason);
        }
        mistakes.finish(())
    }
}
