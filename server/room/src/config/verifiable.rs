//! Who asks for deals that can be verified: `[deal]` for the whole room, or a table or tournament
//! for itself. And what the room needs for them.

use super::mistakes::Mistakes;
use super::{Config, ConfigError, JournalMode, Synchronous};
use cardroom_deal::MOST_BYTES as MOST_OPENING_BYTES;
use cardroom_rules::Library;
use cardroom_tables::longest_opening;

impl Config {
    /// Returns `true` if any table of the room may deal so that it can be verified.
    #[must_use]
    pub fn deals_verifiably(&self) -> bool {
        !self.keys_of_deals().is_empty()
    }

    /// Returns the keys of the settings that ask for verifiable deals.
    fn keys_of_deals(&self) -> Vec<String> {
        let room = self.deal.verifiable.then(|| "deal.verifiable".to_owned());
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
            mistakes.require(
                self.store.synchronous == Synchronous::Full,
                &key,
                "needs store.synchronous = \"full\": a room that forgets an opening signs a second \
                 one, which looks like fraud. Set that, or verifiable = false here",
            );
            mistakes.require(
                self.store.journal == JournalMode::On,
                &key,
                "needs store.journal = \"on\", which stores openings before they are sent. Set \
                 that, or verifiable = false here",
            );
            mistakes.require(
                self.history.keep,
                &key,
                "needs history.keep = true, because proofs are stored with their hands. Set that, \
                 or verifiable = false here",
            );
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
