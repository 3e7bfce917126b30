//! `cardroom hands export` and `show`: the stored hands of this room, for its operator. Both read a
//! copy of one moment, so the room may be running. The room must be closed only to show every card,
//! and the store keeps a record of that.

use super::dates;
use super::keep::Temporary;
use crate::clock::Clock;
use crate::config::{Config, Synchronous};
use crate::history::{all_cards, public_record, seal_of};
use crate::ids::{TableId, TournamentId};
use crate::store::backup::back_up;
use crate::store::{AuditRecord, HandSearch, SqliteStore, Store, StoredAccount, StoredHand, Unit};
use crate::vault::Vault;
use crate::wiring;
use anyhow::Context as _;
use cardroom_history::{Format, SealedHand};
use cardroom_protocol::TimeMs;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::server::Role;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// How many hands are read at a time.
const PAGE: u32 = 500;

/// The format in which hands are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum FormatName {
    /// Poker hand history (PHH), many hands in one file
    Phh,
    /// Open Hand History, JSON
    Ohh,
    /// The text of PokerStars
    Pokerstars,
    /// Sentences, for people
    Text,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Phh => Self::Phh,
            FormatName::Ohh => Self::Ohh,
            FormatName::Pokerstars => Self::PokerStars,
            FormatName::Text => Self::Text,
        }
    }
}

/// The viewer whose cards are shown.
#[derive(Debug, Args)]
pub(crate) struct Eyes {
    /// Show the cards of this account, too; otherwise only what the table saw
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Show every card, even those that were never shown; the room must be closed
    #[arg(long, requires = "user", requires = "reason", conflicts_with = "player")]
    all_cards: bool,
    /// Your account, with the role floor or admin; needed for --all-cards
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// Why you look at every card; stored in the audit trail
    #[arg(long)]
    reason: Option<String>,
}

impl Eyes {
    /// Returns the view of an operator: with every card, or as the tables saw it.
    pub(super) fn of_operator(
        all_cards: bool,
        user: Option<String>,
        reason: Option<String>,
    ) -> Self {
        Self { player: None, all_cards, user, reason }
    }
}

/// The hands to write, and the format.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// Format of the file
    #[arg(long, value_enum, default_value = "phh")]
    format: FormatName,
    /// File to write; it must not exist [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The viewer whose cards are shown
    #[command(flatten)]
    eyes: Eyes,
    /// Only hands of the table with this number
    #[arg(long)]
    table: Option<u64>,
    /// Only hands of the tournament with this number
    #[arg(long)]
    tournament: Option<u64>,
    /// Only hands of this game, by its id, such as holdem
    #[arg(long)]
    game: Option<String>,
    /// Only hands with at least this many chips in the pots
    #[arg(long, value_name = "CHIPS")]
    min_pot: Option<u64>,
    /// Only hands that ended on this day (in UTC) or later: 2026-11-01, or 2026-11-01T18:00Z
    #[arg(long, value_name = "DATE", value_parser = dates::time)]
    since: Option<TimeMs>,
    /// Only hands that ended on this day (in UTC) or earlier, or before this time
    #[arg(long, value_name = "DATE", value_parser = dates::end)]
    until: Option<TimeMs>,
    /// At most this many hands, the latest
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: u32,
}

/// The hand to print.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// Number of the table and number of the hand, such as 7-1042
    #[arg(value_name = "TABLE-HAND", value_parser = hand_name)]
    hand: (u64, u64),
    /// The viewer whose cards are shown
    #[command(flatten)]
    eyes: Eyes,
}

fn hand_name(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('-');
    let numbers = numbers.and_then(|(table, hand)| table.parse().ok().zip(hand.parse().ok()));
    numbers.ok_or_else(|| "a hand is named like 7-1042".to_owned())
}

/// The stored hands of a room, and the viewer who reads them.
pub(super) struct Shelf {
    pub(super) store: Arc<dyn Store>,
    vault: Option<Vault>,
    player: Option<StoredAccount>,
    all_cards: bool,
    _copy: Option<Temporary>,
}

impl Shelf {
    /// Opens the stored hands. With every card, first stores in the audit trail what is shown, and
    /// of which table; `None` if of more than one.
    pub(super) async fn open(
        config: &Config,
        eyes: &Eyes,
        table: Option<TableId>,
        what: &str,
    ) -> anyhow::Result<Self> {
        let vault = wiring::reading_vault(config).await?;
        if eyes.all_cards {
            let store = wiring::open_store(config).await?;
            note(store.as_ref(), eyes, table, what).await?;
            return Ok(Self { store, vault, player: None, all_cards: true, _copy: None });
        }
        let directory = Temporary::new()?;
        let copy = directory.path().join("copy.sqlite");
        let place = config.store.place(&config.server.data_dir);
        back_up(
            &place.context("store.url names no known store. Write sqlite, or a postgres:// URL")?,
            &copy,
        )
        .await?;
        let store: Arc<dyn Store> =
            Arc::new(SqliteStore::open(&copy, Synchronous::Normal, 0).await?);
        let player = match &eyes.player {
            None => None,
            Some(name) => Some(account(store.as_ref(), name).await?),
        };
        Ok(Self { store, vault, player, all_cards: false, _copy: Some(directory) })
    }

    /// Returns the hand as the viewer sees it.
    pub(super) fn see(&self, hand: &StoredHand) -> Option<HandRecord> {
        let record = public_record(hand)?;
        let mut cards = self.vault.as_ref().map_or_else(Vec::new, |vault| all_cards(vault, hand));
        let viewer = self.player.as_ref().and_then(|player| {
            let mut players = hand.players.iter();
            players.find(|(account, _)| *account == player.id).map(|(_, seat)| *seat)
        });
        if !self.all_cards {
            cards.retain(|cards| Some(cards.seat) == viewer);
            let known: Vec<u8> = cards.iter().map(|cards| cards.seat).collect();
            // Hands that the rulebook revealed to the whole table.
            let revealed = record.cards.iter().filter(|cards| !known.contains(&cards.seat));
            cards.extend(revealed.cloned());
        }
        Some(HandRecord { cards, viewer, ..record })
    }
}

pub(super) async fn account(store: &dyn Store, name: &str) -> anyhow::Result<StoredAccount> {
    store.account_by_name(name).await?.with_context(|| format!("There is no account {name}. Check the spelling; `cardroom admin list` prints the accounts"))
}

/// Stores who wants to see every card, and why, before showing any.
async fn note(
    store: &dyn Store,
    eyes: &Eyes,
    table: Option<TableId>,
    what: &str,
) -> anyhow::Result<()> {
    let (user, reason) = eyes.user.as_deref().zip(eyes.reason.as_deref()).unwrap_or_default();
    let operator = account(store, user).await?;
    anyhow::ensure!(
        operator.role >= Role::Floor,
        "{user} has neither the role floor nor admin. Name another account with --user."
    );
    anyhow::ensure!(
        !reason.trim().is_empty(),
        "The reason is empty. Say with --reason why you look at every card."
    );
    let audit = AuditRecord {
        at_ms: Clock::start().now().0,
        operator: operator.id,
        table: table.unwrap_or(TableId(0)),
        seq: 0,
        command: what.to_owned(),
        reason: reason.to_owned(),
        rule: None,
    };
    Ok(store.commit(&[Unit { audit: vec![audit], ..Unit::default() }]).await?)
}

impl Export {
    /// Writes the hands, the earliest first.
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<()> {
        let table = self.table.map(TableId);
        let what = "{\"ExportHands\":\"all cards\"}";
        let shelf = Shelf::open(config, &self.eyes, table, what).await?;
        let mut records = Vec::new();
        let mut from = 0;
        while from < self.limit {
            let search = HandSearch {
                viewer: shelf.player.as_ref().map(|player| player.id),
                player: None,
                table,
                tournament: self.tournament.map(TournamentId),
                game: self.game.clone(),
                least_pot: self.min_pot,
                since_ms: self.since.map(|time| time.0),
                until_ms: self.until.map(|time| time.0),
                from,
                at_most: PAGE.min(self.limit - from),
            };
            let found = shelf.store.find_hands(&search).await?;
            let count = u32::try_from(found.hands.len()).unwrap_or(u32::MAX);
            let sealed = |hand| Some(SealedHand { record: shelf.see(hand)?, seal: seal_of(hand) });
            records.extend(found.hands.iter().filter_map(sealed));
            from += count;
            if count < PAGE {
                break;
            }
        }
        shelf.store.close().await?;
        records.reverse();
        let (text, left_out) = Format::from(self.format).write_all_sealed(&records);
        let told = records.len() - left_out.total();
        match &self.out {
            None => out.write_all(text.as_bytes())?,
            Some(path) => {
                let mut file =
                    File::create_new(path).with_context(|| path.display().to_string())?;
                file.write_all(text.as_bytes())?;
                file.sync_all()?;
                writeln!(out, "Wrote {told} hands to {}.", path.display())?;
                if left_out.total() > 0 {
                    writeln!(out, "Left out {} hands: {left_out}.", left_out.total())?;
                }
            }
        }
        Ok(())
    }
}

impl Show {
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<()> {
        let (number, hand) = self.hand;
        let table = TableId(number);
        let what = format!("{{\"InspectHand\":{hand}}}");
        let shelf = Shelf::open(config, &self.eyes, Some(table), &what).await?;
        let stored = shelf.store.hand(table, hand).await?;
        shelf.store.close().await?;
        let seal = stored.as_ref().and_then(seal_of);
        let record = stored.as_ref().and_then(|hand| shelf.see(hand));
        let record = record.with_context(|| {
            format!(
                "There is no hand {number}-{hand}. It was never played, or it is deleted by now"
            )
        })?;
        Ok(out.write_all(Format::Text.write_sealed(&SealedHand { record, seal })?.as_bytes())?)
    }
}
