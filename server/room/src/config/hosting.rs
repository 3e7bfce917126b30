//! `[hosting]`: private tables and tournaments that players open, and their limits.

use crate::allowances::{PRIVATE_TABLES, PRIVATE_TOURNAMENTS};
use cardroom_rules::{Cents, Chips};
use serde::{Deserialize, Serialize};

/// `[hosting]`: private tables and tournaments that players open, and their limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HostingSettings {
    /// Whether players may open private tables and tournaments.
    pub enabled: bool,
    /// Whether guests may open them, too.
    pub guests: bool,
    /// How many tables an account may have open at a time.
    pub per_account: u8,
    /// How many tables may be open at a time that one network opened.
    pub per_network: u32,
    /// How many tables may be open in all.
    pub in_all: u32,
    pub seats: u8,
    /// The largest big blind, and the largest ante.
    pub max_big_blind: Chips,
    pub max_buy_in: Chips,
    /// Whether chat during hands may be free at private tables.
    pub free_chat: bool,
    /// The allowed games and rotations; empty for all that the room has.
    pub games: Vec<String>,
    /// The allowed rulebooks; empty for all that the room has.
    pub rulebooks: Vec<String>,
    /// The shortest allowed time for a decision.
    pub min_act_seconds: u16,
    /// The longest allowed time for a decision.
    pub max_act_seconds: u16,
    pub max_bank_seconds: u16,
    /// The shortest allowed pause between hands.
    pub min_between_ms: u32,
    /// The longest allowed pause between hands.
    pub max_between_ms: u32,
    /// How long a table without players stays open.
    pub close_empty_seconds: u32,
    /// How long a table stays open whose players are all offline.
    pub close_away_hours: u16,
    /// For how many days after a table has closed its host can read its ledger.
    pub ledger_days: u16,
    /// Limits for tournaments alone.
    pub tournaments: HostedTournamentSettings,
}

/// `[hosting.tournaments]`: limits of private tournaments. Games, rulebooks and seats
/// are those of `[hosting]`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HostedTournamentSettings {
    /// How many unfinished ones an account may have at a time; 0 for none.
    pub per_account: u8,
    /// How many unfinished ones a network may have at a time.
    pub per_network: u32,
    /// How many there may be in all.
    pub in_all: u32,
    /// The allowed structures; empty for all that can be hosted.
    pub structures: Vec<String>,
    /// The highest price of an entry, including a bounty.
    pub max_price: Cents,
    /// The largest starting stack.
    pub max_stack: Chips,
    pub max_entrants: u32,
    pub min_level_minutes: u16,
    pub max_level_minutes: u16,
    /// A tournament that has not begun after this many hours is canceled.
    pub starts_within_hours: u16,
}

impl Default for HostedTournamentSettings {
    fn default() -> Self {
        Self {
            per_account: 2,
            per_network: PRIVATE_TOURNAMENTS.network,
            in_all: PRIVATE_TOURNAMENTS.room.unwrap_or(u32::MAX),
            structures: Vec::new(),
            max_price: Cents(10_000),
            max_stack: Chips(1_000_000),
            max_entrants: 200,
            min_level_minutes: 1,
            max_level_minutes: 60,
            starts_within_hours: 72,
        }
    }
}

impl Default for HostingSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            guests: true,
            per_account: 2,
            per_network: PRIVATE_TABLES.network,
            in_all: PRIVATE_TABLES.room.unwrap_or(u32::MAX),
            seats: 10,
            max_big_blind: Chips(1_000),
            max_buy_in: Chips(100_000),
            free_chat: true,
            games: Vec::new(),
            rulebooks: Vec::new(),
            min_act_seconds: 5,
            max_act_seconds: 120,
            max_bank_seconds: 600,
            min_between_ms: 1_000,
            max_between_ms: 30_000,
            close_empty_seconds: 1_800,
            close_away_hours: 24,
            ledger_days: 30,
            tournaments: HostedTournamentSettings::default(),
        }
    }
}
