//! Completed hands: search, viewing and sharing, with a separate version for each viewer. This
//! module alone decides which viewer sees which card. The store keeps cards sealed, and the writers
//! of formats only get visible cards.

mod proof;
mod reassigned;
mod statistics;
mod stored;

pub use cardroom_tables::PlayedHand;
pub(crate) use proof::stored_deal;
pub use reassigned::RewriteError;
pub use stored::{all_cards, public_record, seal_of, to_store};

use crate::config::HistorySettings;
use crate::deal_log::DealLog;
use crate::denied::Denied;
use crate::ids::{AccountId, TableId, TournamentId};
use crate::journal::Journal;
use crate::look::Look;
use crate::store::{AuditRecord, HandSearch, Store, StoreError, StoredHand, Unit};
use crate::vault::Vault;
use cardroom_deal::Inclusion;
use cardroom_history::SealedHand;
use cardroom_protocol::history::{
    HandFilter, HandPage, HandRecord, HandSummary, OwnResult, RecordedCards, SeatLook,
};
use cardroom_protocol::hybrid::DealRemedy;
use cardroom_protocol::limits::{MAX_HANDS_PER_PAGE, MAX_REASON_CHARS, MAX_STATISTICS_HANDS};
use cardroom_protocol::server::Role;
use cardroom_protocol::statistics::Statistics;
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::{ErrorCode, RequestId, TimeMs};
use cardroom_rules::HandNo;
use data_encoding::HEXLOWER;
use statistics::Tally;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use subtle::ConstantTimeEq as _;
use tokio::sync::Mutex;

/// The most hands deleted with one statement.
const FORGET_AT_ONCE: u32 = 500;
/// How many hands are read at once for counting. The most that are counted is a multiple of it.
const HANDS_AT_ONCE: u32 = 250;
/// The most hands in one file.
pub const MOST_IN_A_FILE: u32 = 1_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The reason why a hand is not shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// The hand does not exist, or the viewer was not dealt in.
    #[error("This hand does not exist, or you may not see it.")]
    Unknown,
    /// Only the floor may do that.
    #[error("Only the floor may see the hands of other players.")]
    Forbidden,
    /// Only the floor may do that.
    #[error("Only the floor and administrators may read integrity reports.")]
    NoReport,
    #[error("Sharing is off in this room.")]
    NoLinks,
    /// An operator may not inspect a hand that they were dealt in.
    #[error("You played in this hand, so you cannot inspect it. Ask another operator.")]
    PlaysHere,
    /// The deal of the hand cannot be verified.
    #[error("The deal of this hand cannot be verified, because its table dealt without proofs.")]
    NoProof,
    /// The proof is larger than the largest frame.
    #[error("The proof is too large for a message. Download it: {0}")]
    LargeProof(String),
    /// The reason is empty, too long or contains control characters.
    #[error("A reason needs one line of 1 to 280 characters.")]
    BadReason,
    /// The account requests a slow count too often.
    #[error("Counting hands takes a while. Try again in a minute.")]
    TooOften,
    /// The account or its network makes or revokes links too often.
    #[error("You or your network made too many links in this hour. Try again later.")]
    TooManyLinks,
    /// The store failed. The details are in the log.
    #[error("Something failed inside the room, and nothing changed. Try again in a moment.")]
    Internal,
}

impl HistoryError {
    /// Returns the code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unknown | Self::NoProof => ErrorCode::UnknownHand,
            Self::LargeProof(_) => ErrorCode::TooLarge,
            Self::Forbidden | Self::NoLinks | Self::NoReport => ErrorCode::Forbidden,
            Self::BadReason => ErrorCode::BadText,
            Self::PlaysHere => ErrorCode::PlaysHere,
            Self::TooOften | Self::TooManyLinks => ErrorCode::RateLimited,
            Self::Internal => ErrorCode::Internal,
        }
    }
}

impl From<HistoryError> for Denied {
    fn from(error: HistoryError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

impl From<StoreError> for HistoryError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "could not read stored hands");
        Self::Internal
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer {
    pub account: AccountId,
    pub role: Role,
}

/// The stored hands. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Histories {
    store: Arc<dyn Store>,
    journal: Journal,
    vault: Arc<Vault>,
    settings: HistorySettings,
    /// Allows one count at a time, to leave the store and the workers to the tables.
    counting: Arc<Mutex<()>>,
    /// The log of verifiable deals, if the room has one.
    log: Option<DealLog>,
}

impl Histories {
    /// Creates access to the hands of a store, unsealed with a vault.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        journal: Journal,
        vault: Arc<Vault>,
        settings: HistorySettings,
    ) -> Self {
        Self { store, journal, vault, settings, counting: Arc::default(), log: None }
    }

    /// Returns the same hands, whose proofs show that their rounds are in this log.
    #[must_use]
    pub fn with_log(self, log: Option<DealLog>) -> Self {
        Self { log, ..self }
    }

    #[must_use]
    pub fn settings(&self) -> &HistorySettings {
        &self.settings
    }

    /// Returns a page of hands that match: the viewer's own, or with `everybody` all hands of the
    /// room, for the floor. The caller fills in the request id.
    ///
    /// # Errors
    /// The viewer may not see them, or the store failed.
    pub async fn page(
        &self,
        viewer: Viewer,
        filter: &HandFilter,
        everybody: bool,
        from: u32,
    ) -> Result<HandPage, HistoryError> {
        let at_most = u32::try_from(MAX_HANDS_PER_PAGE).unwrap_or(u32::MAX);
        let request = RequestId(0);
        let Some(search) = self.search(viewer, filter, everybody, from, at_most).await? else {
            return Ok(HandPage { request, from, total: 0, hands: Vec::new() });
        };
        let found = self.store.find_hands(&search).await?;
        let hands = found.hands.iter().filter_map(|hand| self.summary(viewer, hand));
        Ok(HandPage { request, from, total: found.total, hands: hands.collect() })
    }

    /// Returns the viewer's own version of up to 1,000 hands that match, the earliest first.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn latest(
        &self,
        viewer: Viewer,
        filter: &HandFilter,
        from: u32,
        at_most: u32,
    ) -> Result<Vec<HandRecord>, HistoryError> {
        let hands = self.latest_sealed(viewer, filter, from, at_most).await?;
        Ok(hands.into_iter().map(|hand| hand.record).collect())
    }

    /// Returns the same hands with the seals of their deals.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn latest_sealed(
        &self,
        viewer: Viewer,
        filter: &HandFilter,
        from: u32,
        at_most: u32,
    ) -> Result<Vec<SealedHand>, HistoryError> {
        let at_most = at_most.min(MOST_IN_A_FILE);
        let search = self.search(viewer, filter, false, from, at_most).await?;
        let Some(search) = search else { return Ok(Vec::new()) };
        let found = self.store.find_hands(&search).await?;
        let hands = found.hands.iter().rev().filter_map(|hand| {
            let record = self.version_of(viewer.account, hand)?;
            Some(SealedHand { record, seal: seal_of(hand) })
        });
        Ok(hands.collect())
    }

    /// Returns a record with the seal of its hand's deal. The caller has checked that the viewer
    /// may see the hand.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn sealed(&self, record: HandRecord) -> Result<SealedHand, HistoryError> {
        let stored = self.store.hand(TableId(record.table.0), record.hand.0).await?;
        Ok(SealedHand { record, seal: stored.as_ref().and_then(seal_of) })
    }

    /// Computes statistics over the latest 5,000 hands of an account between two times, page by
    /// page. The caller fills in the request id.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn statistics(
        &self,
        account: AccountId,
        from: Option<TimeMs>,
        to: Option<TimeMs>,
    ) -> Result<Statistics, HistoryError> {
        let _alone = self.counting.lock().await;
        let mut search = HandSearch {
            viewer: Some(account),
            since_ms: from.map(|time| time.0),
            until_ms: to.map(|time| time.0),
            at_most: HANDS_AT_ONCE,
            ..HandSearch::default()
        };
        let mut tally = Tally::default();
        let mut partial = false;
        while search.from < MAX_STATISTICS_HANDS {
            let found = self.store.find_hands(&search).await?;
            if search.until_ms.is_none() {
                // Hands that end meanwhile would shift the pages.
                search.until_ms = found.hands.first().map(|hand| hand.ended_ms.saturating_add(1));
            }
            for stored in &found.hands {
                let mut players = stored.players.iter();
                let seat = players.find(|(who, _)| *who == account).map(|(_, seat)| *seat);
                if let Some((record, seat)) = public_record(stored).zip(seat) {
                    tally.count(&record, seat);
                }
            }
            partial = found.total > MAX_STATISTICS_HANDS;
            if found.hands.len() < HANDS_AT_ONCE as usize {
                break;
            }
            search.from += HANDS_AT_ONCE;
            tokio::task::yield_now().await;
        }
        Ok(tally.told(partial))
    }

    /// Returns a hand as the viewer may see it. With a reason, the floor sees every card, and
    /// the store records that.
    ///
    /// # Errors
    /// There is no such hand, the viewer may not see it, or the store failed.
    pub async fn read(
        &self,
        viewer: Viewer,
        table: TableId,
        hand: u64,
        inspect: Option<&str>,
        now_ms: u64,
    ) -> Result<HandRecord, HistoryError> {
        let stored = self.store.hand(table, hand).await?.ok_or(HistoryError::Unknown)?;
        let is_floor = viewer.role >= Role::Floor;
        let dealt_in = stored.players.iter().any(|(account, _)| *account == viewer.account);
        if let Some(reason) = inspect {
            if !is_floor {
                return Err(HistoryError::Forbidden);
            }
            if dealt_in {
                return Err(HistoryError::PlaysHere);
            }
            return self.inspect(viewer, &stored, reason, now_ms).await;
        }
        if !dealt_in && !is_floor {
            return Err(HistoryError::Unknown);
        }
        self.version_of(viewer.account, &stored).ok_or(HistoryError::Internal)
    }

    /// Returns the proof of a hand as the viewer may see it, and before it the proofs of its rounds
    /// that were given up.
    ///
    /// # Errors
    /// There is no such hand, the viewer may not see it, its deal cannot be verified, or the store
    /// failed.
    pub async fn proofs(
        &self,
        viewer: Viewer,
        table: TableId,
        hand: u64,
    ) -> Result<Vec<String>, HistoryError> {
        let stored = self.store.hand(table, hand).await?.ok_or(HistoryError::Unknown)?;
        let own = stored.players.iter().find(|(account, _)| *account == viewer.account);
        if own.is_none() && viewer.role < Role::Floor {
            return Err(HistoryError::Unknown);
        }
        let seat = own.map(|(_, seat)| *seat);
        let logged = self.inclusions(table, hand).await;
        proof::proofs(&self.vault, &stored, seat, logged).ok_or(HistoryError::NoProof)
    }

    /// Returns the public proofs of hands of a table from one number to another, and of their
    /// rounds that were given up. Hands without proofs are left out. The caller has checked that
    /// the viewer may watch the table.
    ///
    /// # Errors
    /// The store failed.
    pub async fn public_proofs(
        &self,
        table: TableId,
        hands: RangeInclusive<u64>,
        most_bytes: usize,
    ) -> Result<Vec<String>, HistoryError> {
        let (mut all, mut bytes) = (Vec::new(), 0);
        for hand in hands {
            let Some(stored) = self.store.hand(table, hand).await? else { continue };
            let logged = self.inclusions(table, hand).await;
            let proofs = proof::proofs(&self.vault, &stored, None, logged).unwrap_or_default();
            bytes += proofs.iter().map(|proof| proof.len() + 1).sum::<usize>();
            if bytes >= most_bytes {
                break;
            }
            all.extend(proofs);
        }
        Ok(all)
    }

    /// Returns the number of the last stored hand of a table.
    ///
    /// # Errors
    /// The store failed.
    pub async fn last_hand(&self, table: TableId) -> Result<Option<u64>, HistoryError> {
        let search = HandSearch { table: Some(table), at_most: 1, ..HandSearch::default() };
        Ok(self.store.find_hands(&search).await?.hands.first().map(|hand| hand.hand))
    }

    /// Returns the rounds of a hand that the log has, and those of the one before, which was perhaps
    /// withdrawn. A proof without them is still one.
    async fn inclusions(&self, table: TableId, hand: u64) -> BTreeMap<(u64, u8), Inclusion> {
        let mut all = BTreeMap::new();
        for hand in hand.saturating_sub(1)..=hand {
            let Some(log) = &self.log else { break };
            match log.inclusions(table, hand).await {
                Ok(found) => all.extend(found.into_iter().map(|(round, it)| ((hand, round), it))),
                Err(error) => tracing::warn!(%error, "a proof has no part of the log of deals"),
            }
        }
        all
    }

    /// Returns how the players of a hand look now. The caller has checked that the viewer may see
    /// the hand.
    ///
    /// # Errors
    /// There is no such hand, or the store failed.
    pub async fn looks(&self, table: TableId, hand: u64) -> Result<Vec<SeatLook>, HistoryError> {
        let stored = self.store.hand(table, hand).await?.ok_or(HistoryError::Unknown)?;
        let mut looks = Vec::new();
        for (player, seat) in stored.players {
            let account = self.store.account(player).await?;
            let look = account.map_or_else(|| Look::of(player), |account| account.look());
            looks.push(SeatLook { seat, avatar: look.avatar(), color: look.color() });
        }
        Ok(looks)
    }

    /// Checks that a hand is stored.
    ///
    /// # Errors
    /// The hand is not stored, or the store failed.
    pub async fn is_stored(&self, table: TableId, hand: u64) -> Result<(), HistoryError> {
        let stored = self.store.hand(table, hand).await?;
        stored.map(|_| ()).ok_or(HistoryError::Unknown)
    }

    /// Returns every card of a hand. Stores the viewer and the reason before it shows any.
    async fn inspect(
        &self,
        viewer: Viewer,
        stored: &StoredHand,
        reason: &str,
        now_ms: u64,
    ) -> Result<HandRecord, HistoryError> {
        let length = reason.chars().count();
        if length == 0 || length > MAX_REASON_CHARS || reason.chars().any(char::is_control) {
            return Err(HistoryError::BadReason);
        }
        let audit = AuditRecord {
            at_ms: now_ms,
            operator: viewer.account,
            table: stored.table,
            seq: 0,
            command: format!("{{\"InspectHand\":{}}}", stored.hand),
            reason: reason.to_owned(),
            rule: None,
        };
        let unit = Unit { audit: vec![audit], ..Unit::default() };
        if let Err(error) = self.journal.commit(unit).await {
            tracing::error!(
                %error,
                "refused an inspection of hidden cards, because it could not be stored"
            );
            return Err(HistoryError::Internal);
        }
        let record = public_record(stored).ok_or(HistoryError::Internal)?;
        Ok(HandRecord { cards: all_cards(&self.vault, stored), ..record })
    }

    /// Returns the path of a link to the viewer's own version of a hand.
    ///
    /// # Errors
    /// The room makes no links, there is no such hand, or the viewer was not dealt in.
    pub async fn share(
        &self,
        viewer: Viewer,
        table: TableId,
        hand: u64,
    ) -> Result<String, HistoryError> {
        if !self.settings.share_links {
            return Err(HistoryError::NoLinks);
        }
        let seat = self.own_seat(viewer, table, hand).await?;
        let generation = self.store.link_generation(table, hand, seat).await?;
        let code = self.vault.link_code(table, HandNo(hand), seat, generation);
        Ok(format!("/replay/{table}-{hand}-{seat}-{}", HEXLOWER.encode(&code)))
    }

    /// Revokes every link to the viewer's own version of a hand, even if links are now off.
    ///
    /// # Errors
    /// There is no such hand, or the viewer was not dealt in.
    pub async fn revoke_links(
        &self,
        viewer: Viewer,
        table: TableId,
        hand: u64,
    ) -> Result<(), HistoryError> {
        let seat = self.own_seat(viewer, table, hand).await?;
        Ok(self.store.revoke_links(table, hand, seat).await?)
    }

    /// Returns the seat where the viewer was dealt in.
    async fn own_seat(
        &self,
        viewer: Viewer,
        table: TableId,
        hand: u64,
    ) -> Result<u8, HistoryError> {
        let stored = self.store.hand(table, hand).await?.ok_or(HistoryError::Unknown)?;
        let own = stored.players.iter().find(|(account, _)| *account == viewer.account);
        own.map(|(_, seat)| *seat).ok_or(HistoryError::Unknown)
    }

    /// Returns the hand behind a link, as the player who shared it sees it.
    ///
    /// # Errors
    /// The room makes no links, or the link is invalid.
    pub async fn shared(&self, code: &str) -> Result<HandRecord, HistoryError> {
        if !self.settings.share_links {
            return Err(HistoryError::NoLinks);
        }
        let mut parts = code.splitn(4, '-');
        let mut number = || parts.next()?.parse::<u64>().ok();
        let (table, hand, seat) = (number(), number(), number());
        let seat = seat.and_then(|seat| u8::try_from(seat).ok());
        let (Some((table, hand)), Some(seat)) = (table.zip(hand), seat) else {
            return Err(HistoryError::Unknown);
        };
        let table = TableId(table);
        let generation = self.store.link_generation(table, hand, seat).await?;
        let right = HEXLOWER.encode(&self.vault.link_code(table, HandNo(hand), seat, generation));
        let given = parts.next().unwrap_or_default();
        // The time of the comparison does not reveal where the codes differ.
        if !bool::from(right.as_bytes().ct_eq(given.as_bytes())) {
            return Err(HistoryError::Unknown);
        }
        let stored = self.store.hand(table, hand).await?.ok_or(HistoryError::Unknown)?;
        self.version_of_seat(Some(seat), &stored).ok_or(HistoryError::Internal)
    }

    /// Deletes hands that are older than the operator's limit.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_old(&self, now_ms: u64) -> Result<u64, StoreError> {
        let HistorySettings { keep_days, keep_bot_days, .. } = self.settings;
        let mut forgotten = 0;
        for (days, of_programs_alone) in [(keep_bot_days, true), (keep_days, false)] {
            if days == 0 {
                continue;
            }
            let before = now_ms.saturating_sub(days * DAY_MS);
            // Deletes in pieces, so that play never waits long for the disk.
            loop {
                let gone =
                    self.store.forget_hands(before, of_programs_alone, FORGET_AT_ONCE).await?;
                forgotten += gone;
                if gone < u64::from(FORGET_AT_ONCE) {
                    break;
                }
            }
        }
        Ok(forgotten)
    }

    /// Builds the search; `None` if a name in the filter does not exist.
    async fn search(
        &self,
        viewer: Viewer,
        filter: &HandFilter,
        everybody: bool,
        from: u32,
        at_most: u32,
    ) -> Result<Option<HandSearch>, HistoryError> {
        if everybody && viewer.role < Role::Floor {
            return Err(HistoryError::Forbidden);
        }
        let player = match &filter.player {
            None => None,
            Some(name) => match self.store.account_by_name(name).await? {
                Some(account) => Some(account.id),
                None => return Ok(None),
            },
        };
        Ok(Some(HandSearch {
            viewer: (!everybody).then_some(viewer.account),
            player,
            table: filter.table.map(|table| TableId(table.0)),
            tournament: filter.tournament.map(|tournament| TournamentId(tournament.0)),
            game: filter.game.clone(),
            least_pot: filter.least_pot.map(|pot| pot.0),
            since_ms: filter.since.map(|time| time.0),
            until_ms: filter.until.map(|time| time.0),
            from,
            at_most,
        }))
    }

    /// Returns a hand as an account may see it: the public record and its own cards.
    fn version_of(&self, account: AccountId, stored: &StoredHand) -> Option<HandRecord> {
        let seat = stored.players.iter().find(|(who, _)| *who == account).map(|(_, seat)| *seat);
        self.version_of_seat(seat, stored)
    }

    /// Returns the public record of a hand and the cards of a seat.
    fn version_of_seat(&self, seat: Option<u8>, stored: &StoredHand) -> Option<HandRecord> {
        let mut record = public_record(stored)?;
        let is_new = |cards: &RecordedCards| {
            seat == Some(cards.seat) && record.cards_of(cards.seat).is_none()
        };
        let own = all_cards(&self.vault, stored).into_iter().find(is_new);
        record.cards.extend(own);
        record.viewer = seat.filter(|seat| record.player(*seat).is_some());
        Some(record)
    }

    fn summary(&self, viewer: Viewer, stored: &StoredHand) -> Option<HandSummary> {
        let record = self.version_of(viewer.account, stored)?;
        let mut events = record.events();
        let game = events.find_map(|event| match event {
            TableEvent::HandStarted(start) => Some(start.game.name.clone()),
            _ => None,
        })?;
        let mut board = Vec::new();
        for event in record.events() {
            match event {
                TableEvent::BoardDealt(dealt) if dealt.board == 0 => board.extend(&dealt.cards),
                // At a hybrid table, the floor may have corrected it.
                TableEvent::DealRuled(ruled) => match &ruled.remedy {
                    DealRemedy::Board(new) => board.clone_from(&new.cards),
                    DealRemedy::Scrapped(scrapped) => board.clone_from(&scrapped.board),
                    _ => {}
                },
                _ => {}
            }
        }
        let void = record.events().any(|event| matches!(event, TableEvent::HandVoided(_)));
        let mut players = stored.players.iter();
        let seat = players.find(|(who, _)| *who == viewer.account).map(|(_, seat)| *seat);
        let own = seat.and_then(|seat| record.player(seat)).map(|player| OwnResult {
            cards: record.cards_of(player.seat).map(RecordedCards::held).unwrap_or_default(),
            began_with: player.began_with,
            ended_with: player.ended_with,
        });
        Some(HandSummary {
            table: record.table,
            hand: record.hand,
            table_name: record.table_name.clone(),
            tournament: record.tournament,
            game,
            ended_at: TimeMs(stored.ended_ms),
            pot: stored.pot.into(),
            void,
            players: u8::try_from(record.seats.len()).unwrap_or(u8::MAX),
            board,
            own,
        })
    }
}
