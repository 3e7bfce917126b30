//! The store over either database: each method calls the statements of its subject.

use super::{Backend, accounts, identities, moderation, operations};
use crate::ids::{AccountId, TableId, TournamentId};
use crate::look::Look;
use crate::{
    AccountEdit, AccountSearch, AuditTrail, ChatSearch, CheckedTransfers, CodeOf, FoundAccounts,
    FoundChat, FoundHands, FoundHostedTable, FoundNotes, FoundOperations, FoundReports, HandSearch,
    LedgerDifference, NamedReport, PastFilter, PastPage, SeasonId, Store, StoreError,
    StoredAccount, StoredBan, StoredChatLine, StoredCode, StoredHand, StoredHostedTable,
    StoredIdentity, StoredNote, StoredOperation, StoredReport, StoredResults, StoredSecondFactor,
    StoredSignIn, StoredStream, StoredToken, StoredTournament, StreamId, Transfer, Unit, failed,
};
use cardroom_protocol::server::Role;
use futures_util::future::BoxFuture;

impl Store for Backend {
    fn lost(&self) -> BoxFuture<'_, StoreError> {
        Box::pin(self.failure())
    }

    fn close(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.end())
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.try_to_write())
    }

    fn commit<'a>(&'a self, units: &'a [Unit]) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.commit_units(units))
    }

    fn writes_play_on_the_spot(&self) -> bool {
        self.is_quick()
    }

    fn load_streams(&self) -> BoxFuture<'_, Result<Vec<(StreamId, StoredStream)>, StoreError>> {
        Box::pin(self.read_streams())
    }

    fn load_stream(&self, stream: StreamId) -> BoxFuture<'_, Result<StoredStream, StoreError>> {
        Box::pin(self.read_stream(stream))
    }

    fn load_balances(&self) -> BoxFuture<'_, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(self.read_balances())
    }

    fn load_funds<'a>(
        &'a self,
        accounts: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<(String, i64)>, StoreError>> {
        Box::pin(self.read_funds(accounts))
    }

    fn audit_trail(
        &self,
        table: Option<TableId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<AuditTrail, StoreError>> {
        Box::pin(self.read_audit(table, from, at_most))
    }

    fn find_hands<'a>(
        &'a self,
        search: &'a HandSearch,
    ) -> BoxFuture<'a, Result<FoundHands, StoreError>> {
        Box::pin(self.read_hands(search))
    }

    fn hand(
        &self,
        table: TableId,
        hand: u64,
    ) -> BoxFuture<'_, Result<Option<StoredHand>, StoreError>> {
        Box::pin(self.read_hand(table, hand))
    }

    fn link_generation(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.read_link_generation(table, hand, seat))
    }

    fn revoke_links(
        &self,
        table: TableId,
        hand: u64,
        seat: u8,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_link_revocation(table, hand, seat))
    }

    fn forget_hands(
        &self,
        before_ms: u64,
        of_programs_alone: bool,
        at_most: u32,
    ) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_hands(before_ms, of_programs_alone, at_most))
    }

    fn set_note<'a>(
        &'a self,
        note: &'a StoredNote,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.write_note(note, at_most))
    }

    fn delete_note(
        &self,
        account: AccountId,
        about: AccountId,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_note(account, about))
    }

    fn notes(
        &self,
        account: AccountId,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundNotes, StoreError>> {
        Box::pin(self.read_notes(account, from, at_most))
    }

    fn find_accounts<'a>(
        &'a self,
        search: &'a AccountSearch,
    ) -> BoxFuture<'a, Result<FoundAccounts, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::find_accounts(&mut reader, search).await
        })
    }

    fn operate<'a>(
        &'a self,
        edit: &'a AccountEdit,
        operation: &'a StoredOperation,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = operations::operate(&mut lent.connection, edit, operation).await;
            lent.kept(done)
        })
    }

    fn operations(
        &self,
        account: Option<AccountId>,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundOperations, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_operations(&mut reader, account, from, at_most).await
        })
    }

    fn reset_code(
        &self,
        hash: [u8; 32],
        now_ms: u64,
    ) -> BoxFuture<'_, Result<Option<AccountId>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_reset_code(&mut reader, hash, now_ms).await
        })
    }

    fn use_reset_code<'a>(
        &'a self,
        hash: [u8; 32],
        now_ms: u64,
        password_hash: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done =
                operations::use_reset_code(&mut lent.connection, hash, now_ms, password_hash).await;
            lent.kept(done)
        })
    }

    fn second_factor(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Option<StoredSecondFactor>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_second_factor(&mut reader, account).await
        })
    }

    fn set_second_factor<'a>(
        &'a self,
        before: Option<&'a StoredSecondFactor>,
        now: &'a StoredSecondFactor,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = operations::write_second_factor(&mut lent.connection, before, now).await;
            lent.kept(done)
        })
    }

    fn delete_second_factor(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = operations::delete_second_factor(&mut lent.connection, account).await;
            lent.kept(done)
        })
    }

    fn reassign_hand<'a>(
        &'a self,
        hand: &'a StoredHand,
        from: AccountId,
        to: AccountId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.settle().await?;
            let mut lent = self.lend().await?;
            let done = operations::reassign_hand(&mut lent.connection, hand, from, to).await;
            lent.kept(done)
        })
    }

    fn move_notes(&self, from: AccountId, to: AccountId) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = operations::move_notes(&mut lent.connection, from, to).await;
            lent.kept(done)
        })
    }

    fn keep_chat<'a>(
        &'a self,
        lines: &'a [StoredChatLine],
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = moderation::write_chat(&mut lent.connection, lines).await;
            lent.kept(done)
        })
    }

    fn find_chat<'a>(
        &'a self,
        search: &'a ChatSearch,
    ) -> BoxFuture<'a, Result<FoundChat, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_chat(&mut reader, search).await
        })
    }

    fn forget_chat(&self, before_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = moderation::delete_chat(&mut lent.connection, before_ms).await;
            lent.kept(done)
        })
    }

    fn keep_report<'a>(
        &'a self,
        report: &'a StoredReport,
        at_most: u32,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = moderation::write_report(&mut lent.connection, report, at_most).await;
            lent.kept(done)
        })
    }

    fn reports(
        &self,
        open: bool,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'_, Result<FoundReports, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_reports(&mut reader, open, from, at_most).await
        })
    }

    fn report(&self, number: u64) -> BoxFuture<'_, Result<Option<NamedReport>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            moderation::read_report(&mut reader, number).await
        })
    }

    fn keep_sign_in<'a>(
        &'a self,
        sign_in: &'a StoredSignIn,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_sign_in(sign_in))
    }

    fn sign_ins(
        &self,
        days: (u32, u32),
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<StoredSignIn>, StoreError>> {
        Box::pin(self.read_sign_ins(days, at_most))
    }

    fn forget_sign_ins(&self, before_day: u32) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_sign_ins(before_day))
    }

    fn ledger_audit(&self) -> BoxFuture<'_, Result<Vec<LedgerDifference>, StoreError>> {
        Box::pin(self.audit())
    }

    fn check_transfers(&self) -> BoxFuture<'_, Result<CheckedTransfers, StoreError>> {
        Box::pin(self.look_at_transfers())
    }

    fn create_account<'a>(
        &'a self,
        account: &'a StoredAccount,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = accounts::insert_account(&mut lent.connection, account).await;
            lent.kept(done)
        })
    }

    fn open_with_identity<'a>(
        &'a self,
        account: &'a StoredAccount,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<AccountId, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done =
                identities::open_with_identity(&mut lent.connection, account, identity).await;
            lent.kept(done)
        })
    }

    fn link_identity<'a>(
        &'a self,
        identity: &'a StoredIdentity,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = identities::insert_identity(&mut lent.connection, identity).await;
            lent.kept(done)
        })
    }

    fn identity<'a>(
        &'a self,
        issuer: &'a str,
        subject: &'a str,
    ) -> BoxFuture<'a, Result<Option<AccountId>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            identities::read_identity(&mut reader, issuer, subject).await
        })
    }

    fn identities(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredIdentity>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            identities::read_identities(&mut reader, account).await
        })
    }

    fn unlink_identities(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            let mut lent = self.lend().await?;
            let done = identities::delete_identities(&mut lent.connection, account).await;
            lent.kept(done)
        })
    }

    fn account(&self, id: AccountId) -> BoxFuture<'_, Result<Option<StoredAccount>, StoreError>> {
        Box::pin(self.read_account(id))
    }

    fn accounts<'a>(
        &'a self,
        ids: &'a [AccountId],
    ) -> BoxFuture<'a, Result<Vec<StoredAccount>, StoreError>> {
        Box::pin(self.read_accounts(ids))
    }

    fn account_by_name<'a>(
        &'a self,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Option<StoredAccount>, StoreError>> {
        Box::pin(self.read_account_by_name(name))
    }

    fn replace_password<'a>(
        &'a self,
        id: AccountId,
        hash: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_password(id, hash))
    }

    fn upgrade_guest<'a>(
        &'a self,
        id: AccountId,
        name: &'a str,
        hash: &'a str,
        opened_ms: u64,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.write_upgrade(id, name, hash, opened_ms))
    }

    fn set_role(&self, id: AccountId, role: Role) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_role(id, role))
    }

    fn set_look(&self, id: AccountId, look: Look) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_look(id, look))
    }

    fn set_last_grant(&self, id: AccountId, at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_last_grant(id, at_ms))
    }

    fn create_token<'a>(&'a self, token: &'a StoredToken) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.insert_token(token))
    }

    fn token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<Option<StoredToken>, StoreError>> {
        Box::pin(self.read_token(hash))
    }

    fn note_token_use(&self, hash: [u8; 32], at_ms: u64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_token_use(hash, at_ms))
    }

    fn api_tokens(
        &self,
        account: AccountId,
    ) -> BoxFuture<'_, Result<Vec<StoredToken>, StoreError>> {
        Box::pin(self.read_api_tokens(account))
    }

    fn api_token_count(&self, account: AccountId) -> BoxFuture<'_, Result<usize, StoreError>> {
        Box::pin(self.count_api_tokens(account))
    }

    fn delete_token(&self, hash: [u8; 32]) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_token(hash))
    }

    fn delete_api_token<'a>(
        &'a self,
        account: AccountId,
        label: &'a str,
    ) -> BoxFuture<'a, Result<bool, StoreError>> {
        Box::pin(self.remove_api_token(account, label))
    }

    fn delete_tokens(
        &self,
        account: AccountId,
        but: Option<[u8; 32]>,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.remove_tokens(account, but))
    }

    fn extend_token(
        &self,
        hash: [u8; 32],
        expires_ms: u64,
    ) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.write_token_end(hash, expires_ms))
    }

    fn delete_ended_tokens(&self, now_ms: u64) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.remove_ended_tokens(now_ms))
    }

    fn create_tournament<'a>(
        &'a self,
        tournament: &'a StoredTournament,
    ) -> BoxFuture<'a, Result<TournamentId, StoreError>> {
        Box::pin(self.insert_tournament(tournament))
    }

    fn open_tournaments(&self) -> BoxFuture<'_, Result<Vec<StoredTournament>, StoreError>> {
        Box::pin(self.read_open_tournaments())
    }

    fn past_tournaments<'a>(
        &'a self,
        filter: &'a PastFilter,
        from: u32,
        at_most: u32,
    ) -> BoxFuture<'a, Result<PastPage, StoreError>> {
        Box::pin(self.read_past_tournaments(filter, from, at_most))
    }

    fn bans(&self, now_ms: u64) -> BoxFuture<'_, Result<Vec<StoredBan>, StoreError>> {
        Box::pin(self.read_bans(now_ms))
    }

    fn season_results<'a>(
        &'a self,
        season: &'a SeasonId,
    ) -> BoxFuture<'a, Result<Vec<StoredResults>, StoreError>> {
        Box::pin(self.read_season_results(season))
    }

    fn tournament(
        &self,
        id: TournamentId,
    ) -> BoxFuture<'_, Result<Option<StoredTournament>, StoreError>> {
        Box::pin(self.read_tournament(id))
    }

    fn keep_hosted_table<'a>(
        &'a self,
        hosted: &'a StoredHostedTable,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.insert_hosted_table(hosted))
    }

    fn end_hosted_table(
        &self,
        table: TableId,
        at_ms: u64,
    ) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.write_hosted_end(table, at_ms))
    }

    fn hosted_table(
        &self,
        table: TableId,
    ) -> BoxFuture<'_, Result<Option<FoundHostedTable>, StoreError>> {
        Box::pin(self.read_hosted_table(table))
    }

    fn wallet_transfers<'a>(
        &'a self,
        account: AccountId,
        after: &'a str,
        at_most: u32,
    ) -> BoxFuture<'a, Result<Vec<Transfer>, StoreError>> {
        Box::pin(async move {
            let mut reader = self.readers.acquire().await.map_err(failed)?;
            operations::read_wallet_transfers(&mut reader, account, after, at_most).await
        })
    }

    fn table_transfers(&self, table: TableId) -> BoxFuture<'_, Result<Vec<Transfer>, StoreError>> {
        Box::pin(self.read_table_transfers(table))
    }

    fn hosted_tables(&self) -> BoxFuture<'_, Result<Vec<StoredHostedTable>, StoreError>> {
        Box::pin(self.read_hosted_tables())
    }

    fn idle_guests(
        &self,
        opened_before_ms: u64,
        at_most: u32,
    ) -> BoxFuture<'_, Result<Vec<AccountId>, StoreError>> {
        Box::pin(self.read_idle_guests(opened_before_ms, at_most))
    }

    fn forget_guest(&self, id: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.remove_guest(id))
    }

    fn codes(&self) -> BoxFuture<'_, Result<Vec<StoredCode>, StoreError>> {
        Box::pin(self.read_codes())
    }

    fn replace_code<'a>(
        &'a self,
        of: CodeOf,
        code: &'a str,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.write_code(of, code))
    }

    fn table_ids<'a>(
        &'a self,
        names: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<TableId>, StoreError>> {
        Box::pin(self.find_or_open_tables(names))
    }
}
