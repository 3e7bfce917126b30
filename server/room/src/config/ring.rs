//! Ring tables in the configuration, and the checked tables they become once games
//! and rulebooks are known.

use super::mistakes::Mistakes;
use super::{Config, ConfigError};
use cardroom_engine::{Occupancy, TableSetup};
use cardroom_protocol::game::ChipValue;
use cardroom_rules::{
    AnteKind, Betting, BombPot, Chips, Citations, Library, MAX_SEATS, Millis, Play, Rake,
    RingTerms, Rotation, Rulebook, Stakes, Straddle, Switch, TimeCharge,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSettings {
    /// The name in the lobby; unique. It also connects the table with its stored events.
    pub name: String,
    /// How many identical tables to open. If there are several, their names end with numbers.
    #[serde(default = "defaults::copies")]
    pub copies: u32,
    /// The id of the game, or of a rotation of games.
    #[serde(default = "defaults::game")]
    pub game: String,
    #[serde(default = "defaults::rulebook")]
    pub rulebook: String,
    /// The betting structure. A rotation defines one for each game.
    #[serde(default = "defaults::betting")]
    pub betting: Betting,
    pub small_blind: Chips,
    /// The big blind; in fixed limit also the small bet.
    pub big_blind: Chips,
    /// The bring-in of a game that has one instead of blinds; `big_blind` is its small bet.
    #[serde(default)]
    pub bring_in: Chips,
    /// The ante of each payer.
    #[serde(default)]
    pub ante: Chips,
    #[serde(default)]
    pub ante_kind: AnteKind,
    /// The smallest chip in play.
    #[serde(default = "defaults::unit")]
    pub unit: Chips,
    #[serde(default = "defaults::seats")]
    pub seats: u8,
    pub min_buy_in: Chips,
    pub max_buy_in: Chips,
    /// Whether programs may play here.
    #[serde(default = "defaults::bots_allowed")]
    pub bots_allowed: bool,
    /// The number of house bots; `house_bots.per_table` if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_bots: Option<u8>,
    /// Chat while a hand is contested. If absent, `free` under the rulebook `online`,
    /// `lines` under every other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chat: Option<TableChat>,
    /// Whether deals can be verified; as `[deal]` says if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verifiable: Option<bool>,
    /// Players may wager with words and chips, which are ruled on. A plain table
    /// accepts only exact actions.
    #[serde(default)]
    pub hybrid: bool,
    /// On a hybrid table, players show or muck their own hands at the showdown. Otherwise the room
    /// does it for them.
    #[serde(default)]
    pub players_show: bool,
    /// For how long a player who left must come back with the same chips; 0 for no such rule.
    #[serde(default = "defaults::rathole_minutes")]
    pub rathole_minutes: u64,
    /// Whether an address may have only one seat here.
    #[serde(default)]
    pub one_seat_per_address: bool,
    /// How long a player may sit out.
    #[serde(default = "defaults::sit_out_minutes")]
    pub sit_out_minutes: u64,
    /// The pause between hands.
    #[serde(default = "defaults::between_hands_ms")]
    pub between_hands_ms: u64,
    /// The pause before each street of an all-in run-out.
    #[serde(default = "defaults::run_out_ms")]
    pub run_out_ms: u64,
    /// How long a freed seat is held for the first player on the waiting list.
    #[serde(default = "defaults::seat_offer_seconds")]
    pub seat_offer_seconds: u64,
    /// The seats that may straddle; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub straddle: Option<Straddle>,
    /// Hands that begin with a large ante and the flop; absent for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bomb_pot: Option<BombPot>,
    /// The most boards all-in players may agree to run; 1 for no such offer.
    #[serde(default = "defaults::run_it")]
    pub run_it: u8,
    /// How long they have to agree.
    #[serde(default = "defaults::run_it_ms")]
    pub run_it_ms: u64,
    /// The house's share of the pots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rake: Option<Rake>,
    /// The house's charge for time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_charge: Option<TimeCharge>,
}

/// The chat that is allowed while a hand is contested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableChat {
    /// Fixed lines that reveal nothing about the hand.
    Lines,
    Free,
}

/// The rulebook for online play, where players expect to chat freely.
const ONLINE: &str = "online";

mod defaults {
    use cardroom_rules::{Betting, Chips};

    pub(super) fn copies() -> u32 {
        1
    }
    pub(super) fn game() -> String {
        "holdem".to_owned()
    }
    pub(super) fn rulebook() -> String {
        "online".to_owned()
    }
    pub(super) fn betting() -> Betting {
        Betting::NoLimit
    }
    pub(super) fn unit() -> Chips {
        Chips(1)
    }
    pub(super) fn seats() -> u8 {
        6
    }
    pub(super) fn bots_allowed() -> bool {
        true
    }
    pub(super) fn rathole_minutes() -> u64 {
        60
    }
    pub(super) fn sit_out_minutes() -> u64 {
        10
    }
    pub(super) fn between_hands_ms() -> u64 {
        3_000
    }
    pub(super) fn run_out_ms() -> u64 {
        1_200
    }
    pub(super) fn seat_offer_seconds() -> u64 {
        30
    }
    pub(super) fn run_it() -> u8 {
        1
    }
    pub(super) fn run_it_ms() -> u64 {
        5_000
    }
}

/// A checked ring table: its game and rulebook exist, and its settings fit together.
#[derive(Clone, Debug)]
pub struct RingTable {
    /// The name in the lobby, unique in the room.
    pub name: String,
    /// The games, in turn.
    pub plays: Arc<[Play]>,
    /// When the next game of the rotation begins.
    pub switch: Switch,
    /// The rotation of the games, if there are several.
    pub rotation: Option<Arc<Rotation>>,
    pub rulebook: Arc<Rulebook>,
    /// The rules behind its settings.
    pub citations: Arc<Citations>,
    /// The terms of the house.
    pub terms: RingTerms,
    pub seats: u8,
    /// Whether programs may play here.
    pub bots_allowed: bool,
    /// Players may wager with words and chips, which are ruled on.
    pub hybrid: bool,
    /// Players show or muck their own hands at the showdown.
    pub players_show: bool,
    /// How long a freed seat is held for the first player on the waiting list.
    pub seat_offer: Millis,
    /// The number of house bots; 0 if they are not enabled.
    pub house_bots: u8,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
    /// The stack up to which players may top up; 0 only for players without chips, `None`
    /// for the largest buy-in.
    pub top_up_to: Option<Chips>,
    /// The value that a host gave to chips.
    pub chip_value: Option<ChipValue>,
    /// Whether an address may have only one seat here.
    pub one_seat_per_address: bool,
    /// Tables with the same number count as one game. Chips taken from one must come back
    /// at any of them.
    pub twins: Option<usize>,
    /// Whether deals can be verified; `None` if the room decides.
    pub verifiable: Option<bool>,
}

/// The game and rulebook that an entry names, looked up.
struct Checked {
    plays: Arc<[Play]>,
    switch: Switch,
    rotation: Option<Arc<Rotation>>,
    rulebook: Arc<Rulebook>,
}

impl TableSettings {
    #[must_use]
    pub fn stakes(&self) -> Stakes {
        Stakes {
            betting: self.betting,
            small_blind: self.small_blind,
            big_blind: self.big_blind,
            bring_in: self.bring_in,
            ante: self.ante,
            ante_kind: self.ante_kind,
            unit: self.unit,
        }
    }

    /// Returns the terms of the house.
    #[must_use]
    pub fn terms(&self) -> RingTerms {
        let minutes = |minutes: u64| Millis(minutes.saturating_mul(60_000));
        RingTerms {
            min_buy_in: self.min_buy_in,
            max_buy_in: self.max_buy_in,
            rathole_ms: minutes(self.rathole_minutes),
            sit_out_ms: minutes(self.sit_out_minutes),
            free_entry: false,
            between_hands_ms: Millis(self.between_hands_ms),
            run_out_ms: Millis(self.run_out_ms),
            straddle: self.straddle,
            bomb_pot: self.bomb_pot,
            run_it: self.run_it,
            run_it_ms: Millis(self.run_it_ms),
            rake: self.rake.clone(),
            time_charge: self.time_charge.clone(),
        }
    }

    fn has_free_chat(&self) -> bool {
        match self.chat {
            Some(chat) => chat == TableChat::Free,
            None => self.rulebook == ONLINE,
        }
    }

    /// Returns the names of the tables that this entry opens.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (1..=self.copies).map(|number| match self.copies {
            1 => self.name.clone(),
            _ => format!("{} {number}", self.name),
        })
    }

    /// Checks the entry. An error describes the mistake.
    fn check(&self, library: &Library) -> Result<Checked, String> {
        self.stakes().validate()?;
        let plays = library.plays(&self.game, &self.stakes());
        let (plays, switch) =
            plays.ok_or_else(|| format!("game: there is no \"{}\"", self.game))?;
        let rulebook = library.rulebook(&self.rulebook);
        let rulebook =
            rulebook.ok_or_else(|| format!("rulebook: there is no \"{}\"", self.rulebook))?;
        for play in plays.iter() {
            play.validate()?;
            let most = usize::from(play.game.max_players).min(MAX_SEATS);
            if self.seats < 2 || usize::from(self.seats) > most {
                return Err(format!("seats: {} is played with 2 to {most}", play.game.name));
            }
        }
        if self.name.trim() != self.name || self.name.is_empty() || self.name.chars().count() > 40 {
            return Err("name: 1 to 40 characters without spaces around them".to_owned());
        }
        if self.copies == 0 {
            return Err("copies: at least 1".to_owned());
        }
        if self.hybrid && self.verifiable == Some(true) {
            let reason = "verifiable: cannot be true at a hybrid table, whose rulings move cards";
            return Err(reason.to_owned());
        }
        self.terms().validate()?;
        let accounts = self.rake.iter().map(|rake| &rake.account);
        let accounts = accounts.chain(self.time_charge.iter().map(|charge| &charge.account));
        for account in accounts {
            if account.strip_prefix("house:").is_none_or(str::is_empty) {
                return Err(format!("account = \"{account}\": must be house:NAME"));
            }
        }
        let setup = TableSetup {
            plays: Arc::clone(&plays),
            switch,
            rulebook: Arc::clone(rulebook),
            ring: Arc::new(self.terms()),
            seats: self.seats,
            hybrid: self.hybrid,
            auto_show: !self.players_show,
            players_left: None,
            occupancy: Occupancy::Ring,
        };
        setup.validate()?;
        let rotation = library.rotation(&self.game).cloned();
        Ok(Checked { plays, switch, rotation, rulebook: Arc::clone(rulebook) })
    }
}

impl Config {
    /// Returns every ring table, with `copies` expanded, checked against the games and rulebooks.
    ///
    /// # Errors
    /// Every table that cannot be opened, with the reason.
    pub fn ring_tables(&self, library: &Library) -> Result<Vec<RingTable>, ConfigError> {
        let mut names = BTreeSet::new();
        let mut tables = Vec::new();
        let mut mistakes = Mistakes::default();
        for (index, settings) in self.tables.iter().enumerate() {
            let key = format!("tables[{index}] \"{}\"", settings.name);
            let checked = match settings.check(library) {
                Ok(checked) => checked,
                Err(reason) => {
                    mistakes.add(key, reason);
                    continue;
                }
            };
            let citations = library.citations(&settings.rulebook).cloned();
            let citations = Arc::new(citations.unwrap_or_default());
            for name in settings.names() {
                if !names.insert(name.to_lowercase()) {
                    mistakes.add(key.as_str(), format!("there are two tables named \"{name}\""));
                }
                tables.push(RingTable {
                    name,
                    plays: Arc::clone(&checked.plays),
                    switch: checked.switch,
                    rotation: checked.rotation.clone(),
                    rulebook: Arc::clone(&checked.rulebook),
                    citations: Arc::clone(&citations),
                    terms: settings.terms(),
                    seats: settings.seats,
                    bots_allowed: settings.bots_allowed,
                    hybrid: settings.hybrid,
                    players_show: settings.players_show,
                    seat_offer: Millis(settings.seat_offer_seconds.saturating_mul(1_000)),
                    house_bots: self.house_bots_at(settings),
                    free_chat: settings.has_free_chat(),
                    top_up_to: None,
                    chip_value: None,
                    one_seat_per_address: settings.one_seat_per_address,
                    twins: (settings.copies > 1).then_some(index),
                    verifiable: settings.verifiable,
                });
            }
        }
        mistakes.finish(tables)
    }

    /// Returns how many house bots a table gets: the requested number, limited so that the
    /// free seats stay free.
    fn house_bots_at(&self, settings: &TableSettings) -> u8 {
        if !self.house_bots.enabled || !settings.bots_allowed {
            return 0;
        }
        let wanted = settings.house_bots.unwrap_or(self.house_bots.per_table);
        wanted.min(settings.seats.saturating_sub(self.house_bots.free_seats))
    }
}
