//! A tournament's core, without a runtime. Inputs and time go in; records to store, instructions
//! and messages come out.
//!
//! A host around it carries messages and sleeps until [`DirectorCore::deadline`]. The core applies
//! a step at once. The host holds back everything in [`Outputs`] until [`Outputs::unit`] is
//! durable. If that fails, it [folds](DirectorCore::refold) the tournament again from the store.

mod bags;
mod commands;
mod deals;
mod enrol;
mod hooks;
mod input;
mod levels;
mod money;
mod names;
mod outputs;
mod private;
mod rematch;
mod requests;
mod seat_slip;
mod steps;
mod wire;

pub use bags::Bags;
pub use enrol::{EnrolOrder, Enrolment};
pub use input::{Behind, CoreInput, Next};
pub use levels::{UnknownGame, levels};
pub use money::WITHHELD;
pub use outputs::{After, Outputs, Said};
pub use seat_slip::{SeatFound, SeatPlace, SeatSlip};
pub use wire::{house_rules, stages_out, structure};

use crate::announced::Announcement;
use crate::seat_codes::SeatKey;
use crate::stored::{self, FoldError, Folded};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::TournamentInfo;
use cardroom_record::ids::{AccountId, ConnectionId, TableId, TournamentId};
use cardroom_record::{Player, StoredStream};
use cardroom_rules::{EntryNo, Millis, PlayerId, TableNo};
use cardroom_tournament::{Director, Event, Input, Phase};
use names::Names;
use rematch::Rematches;
use std::collections::{BTreeMap, BTreeSet};
use wire::Told;

/// A tournament's core, without a runtime.
#[derive(Debug)]
pub struct DirectorCore {
    id: TournamentId,
    name: String,
    game_name: String,
    announcement: Announcement,
    announced_by: Option<AccountId>,
    /// Whether the account that announced it hosts it. A private tournament has no
    /// effect outside of itself.
    is_private: bool,
    director: Director,
    seq: u64,
    snapshot_seq: u64,
    names: Names,
    /// Changes only when a stored step is [said](Self::say).
    told: Told,
    /// When the next house bot enters. It is not stored: the house bots say it again.
    bot_at: Option<Millis>,
    watchers: BTreeMap<ConnectionId, Option<AccountId>>,
    rematches: Rematches,
    /// The secret from which the seat codes follow; `None` if there are none.
    seat_key: Option<SeatKey>,
}

impl DirectorCore {
    /// Opens the tournament of a stream. An empty stream makes a new one. Before anything else,
    /// the caller must introduce the players ([`DirectorCore::introduce`]), set the ids of the
    /// tables ([`DirectorCore::name_table`]), and [recover](CoreInput::Recover).
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn open(
        id: TournamentId,
        name: String,
        game_name: String,
        announcement: Announcement,
        announced_by: Option<AccountId>,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        let Folded { director, seq, snapshot_seq } = stored::fold(&announcement.setup, stream)?;
        Ok(Self {
            told: Told::of(&director),
            bot_at: None,
            id,
            name,
            game_name,
            announcement,
            announced_by,
            is_private: false,
            director,
            seq,
            snapshot_seq,
            names: Names::default(),
            watchers: BTreeMap::new(),
            rematches: Rematches::default(),
            seat_key: None,
        })
    }

    /// Refolds the tournament from the store after a failed append. Nothing else has to be undone:
    /// whatever is not in the stream changes only once a step is stored.
    ///
    /// # Errors
    /// The stream does not fold.
    pub fn refold(&mut self, stream: &StoredStream) -> Result<(), FoldError> {
        let Folded { director, seq, snapshot_seq } =
            stored::fold(&self.announcement.setup, stream)?;
        self.told = Told::of(&director);
        (self.director, self.seq, self.snapshot_seq) = (director, seq, snapshot_seq);
        Ok(())
    }

    /// Returns the accounts that have entered or ruled, and the host of a private tournament,
    /// unless they have been introduced.
    pub fn strangers(&self) -> Vec<AccountId> {
        let host = self.announced_by.filter(|_| self.is_private);
        let host = host.map(|account| PlayerId(account.0));
        let players = stored::players(&self.director).chain(host);
        let strangers = players.filter(|player| self.names.player(*player).is_none());
        let strangers: BTreeSet<AccountId> = strangers.map(|player| AccountId(player.0)).collect();
        strangers.into_iter().collect()
    }

    /// Sets the name and look of a player.
    pub fn introduce(&mut self, player: Player) {
        self.names.introduce(player);
    }

    /// Returns the tables that have no id yet.
    pub fn nameless_tables(&self) -> Vec<TableNo> {
        let open = self.director.tables().map(|(table, _)| table);
        open.filter(|table| self.names.table_id(*table).is_none()).collect()
    }

    pub fn name_table(&mut self, table: TableNo, id: TableId) {
        self.names.name_table(table, id);
    }

    #[must_use]
    pub fn table_id(&self, table: TableNo) -> Option<TableId> {
        self.names.table_id(table)
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether its deals can be verified; `None` if the room decides. With real cards the
    /// room deals nothing.
    #[must_use]
    pub fn verifiable(&self) -> Option<bool> {
        if self.director.structure().has_real_cards() {
            return Some(false);
        }
        self.announcement.verifiable
    }

    /// Returns the director itself, for inspection.
    #[must_use]
    pub fn director(&self) -> &Director {
        &self.director
    }

    /// Returns the name of an entry's player.
    fn name_of(&self, entry: EntryNo) -> String {
        self.names.of_entry(&self.director, entry)
    }

    /// Returns a player's profile, for a table that will seat them.
    #[must_use]
    pub fn player(&self, player: PlayerId) -> Option<&Player> {
        self.names.player(player)
    }

    /// Returns when [`CoreInput::Tick`] is due.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.director.deadline()
    }

    /// Returns `true` if it is over and every table is closed, so that nothing more will happen.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let over = matches!(self.director.phase(), Phase::Over | Phase::Cancelled);
        over && self.director.tables().next().is_none() && !self.director.keeps_bags()
    }

    pub fn watchers(&self) -> impl Iterator<Item = (ConnectionId, Option<AccountId>)> {
        self.watchers.iter().map(|(connection, account)| (*connection, *account))
    }

    /// Returns the accounts that are still in it.
    pub fn accounts_in(&self) -> impl Iterator<Item = AccountId> {
        let is_on = self.director.phase() != Phase::Cancelled;
        let entries = self.director.entries();
        let entries = entries.filter(move |(_, entry)| is_on && entry.whereabouts.is_in());
        entries.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// Returns the accounts that may not chat at its tables.
    pub fn muted(&self) -> impl Iterator<Item = AccountId> {
        let entries = self.director.entries();
        let muted = entries.filter(|(number, _)| self.director.discipline().is_muted(*number));
        muted.map(|(_, entry)| AccountId(entry.player.0))
    }

    /// Returns the tournament as the lobby shows it.
    #[must_use]
    pub fn info(&self) -> TournamentInfo {
        wire::info(self)
    }

    /// Handles an input at this time and returns the results. `seed` is a fresh random number.
    pub fn on(&mut self, now: Millis, seed: u64, input: CoreInput) -> Outputs {
        let mut outputs = Outputs::default();
        match input {
            CoreInput::Request { connection, player, request, behind, price } => {
                let asked = (*request, behind, price);
                let answer = self.request(now, seed, connection, player, asked, &mut outputs);
                outputs.private.extend(answer.into_iter().map(|message| (connection, message)));
            }
            CoreInput::Arrived { connection, player } => {
                // Refused for a player who is not in it any more.
                let back = Input::Back { player: PlayerId(player.account.0) };
                drop(self.step(now, seed, back, &mut outputs));
                let waiting = self.bag_of(player.account);
                outputs.after.extend(waiting.map(|chips| After::Bagged(player.account, chips)));
                let seat = wire::own_seat(self, player.account);
                outputs.private.extend(seat.map(|seat| (connection, seat.into())));
                let asked = self.open_offers(player.account, now);
                outputs.private.extend(asked.map(|message| (connection, message)));
            }
            CoreInput::Recognize { connection, player } => {
                if self.watchers.contains_key(&connection) {
                    let view = self.watch(now, connection, Some(player));
                    outputs.private.extend(view.into_iter().map(|part| (connection, part)));
                }
            }
            CoreInput::Detach { connection } => {
                self.watchers.remove(&connection);
            }
            CoreInput::CarryOver => self.carry_over(now, seed, &mut outputs),
            CoreInput::HandOver { to } => {
                // Refused if it was already done.
                drop(self.step(now, seed, Input::HandOver { to: to.0 }, &mut outputs));
            }
            CoreInput::Report(report) => {
                if let Err(error) = self.step(now, seed, Input::Report(report), &mut outputs) {
                    outputs.after.push(After::RejectedReport(error));
                }
            }
            // None of these is ever refused.
            CoreInput::ConnectionsLost(missing) => {
                let input = Input::ConnectionsLost { missing };
                drop(self.step(now, seed, input, &mut outputs));
            }
            CoreInput::ConnectionsBack => {
                drop(self.step(now, seed, Input::ConnectionsBack, &mut outputs));
            }
            CoreInput::BotAt(at) => self.bot_at = at,
            CoreInput::CancelUnused if self.director.entry_count() > 0 => {}
            CoreInput::CancelUnused => {
                let reason = "Nobody entered, and another tournament needed the place.".to_owned();
                // Refused once it has begun.
                drop(self.step(now, seed, Input::Cancel { reason }, &mut outputs));
            }
            CoreInput::Tick => drop(self.step(now, seed, Input::Tick, &mut outputs)),
            CoreInput::Recover => drop(self.step(now, seed, Input::Recover, &mut outputs)),
        }
        outputs
    }

    /// Returns the league it counts for.
    #[must_use]
    pub fn league(&self) -> Option<&str> {
        self.announcement.counting.as_ref().map(|counting| &*counting.league.id)
    }

    /// Builds the messages about a step, once every table has its id.
    pub fn say(&mut self, now: Millis, events: &[Event]) -> Said {
        wire::say(self, now, events)
    }

    /// Returns the whole tournament as a viewer sees it, and the reason for its pause
    /// if it is paused.
    #[must_use]
    pub fn view(&self, now: Millis, account: Option<AccountId>) -> Vec<ServerMessage> {
        let mut view = vec![wire::snapshot(self, now, account).into()];
        let (id, director) = (self.id, &self.director);
        view.extend(wire::paused(id, director).map(ServerMessage::from));
        view.extend(wire::pots(id, director).map(ServerMessage::from));
        view.extend(wire::real_cards(id, director).map(ServerMessage::from));
        view.extend(wire::wall(self, now).map(ServerMessage::from));
        view
    }
}

#[cfg(test)]
mod tests;
