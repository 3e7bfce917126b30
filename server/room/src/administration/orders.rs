//! Orders of operators about accounts: the role each one requires, and its effect on the store
//! and the open room.

use super::users::user_name;
use super::{OperationError, erase, merge, reports};
use crate::accounts::{AccountError, NEVER_MS, until};
use crate::ids::{AccountId, TableId};
use crate::inbox::{Player, TableInput};
use crate::noted::{Noted, Operator, note};
use crate::permits::{Ask, NotPermitted, Weight};
use crate::room::Room;
use crate::security::{self, Event, Subject};
use crate::store::{
    AccountEdit, AccountSearch, HookEvent, LedgerAccount, StoredAccount, StoredOperation, Which,
};
use crate::text::is_line;
use cardroom_hooks::{Account, EventKind};
use cardroom_protocol::administration::{
    AccountOrder, Administer, ChipsFor, NewAccount, NewName, NewRole, RemoveFrom, ResetCode,
    ResetCodes, TokenOf, Until,
};
use cardroom_protocol::limits::MAX_REASON_CHARS;
use cardroom_protocol::server::{Done, Role};
use cardroom_protocol::{ErrorCode, RequestId, ServerMessage, TimeMs};
use cardroom_rules::Chips;
use cardroom_sessions::TOKEN_ENDED;
use cardroom_store::confusable::skeleton;
use std::collections::BTreeSet;

/// A permitted order about an existing account.
pub(super) struct Order<'a> {
    pub(super) room: &'a Room,
    operator: Operator,
    reason: String,
    pub(super) account: StoredAccount,
}

/// Notes an order that the operator may give, and carries it out.
pub(super) async fn administer(
    room: &Room,
    operator: Operator,
    body: Administer,
) -> Result<ServerMessage, OperationError> {
    if !is_line(&body.reason, MAX_REASON_CHARS) {
        return Err(OperationError::NoReason);
    }
    operator.may(room, Ask::Order(Weight::of(&body.order)))?;
    let noted = note(body, || Some(operator.clone()));
    carry_out(room, operator, noted).await
}

async fn carry_out(
    room: &Room,
    operator: Operator,
    noted: Noted<Administer>,
) -> Result<ServerMessage, OperationError> {
    let Administer { request, reason, order } = noted.take();
    let operations = room.accounts.operations();
    let _turn = operations.turn().await;
    operator.still_has_the_role(room).await?;
    let Terms { named, word, event } = terms(&order);
    match order {
        AccountOrder::Create(new) => {
            return create(room, operator, reason, request, new).await;
        }
        AccountOrder::CreateAll(all) => {
            return create_all(room, operator, &reason, request, &all).await;
        }
        _ => {}
    }
    let account = match named {
        Named::Report(number) => reports::subject(room, number).await?,
        Named::Account(name) => changeable(room.accounts.operations().named(name).await?)?,
    };
    operator.is_not(&account)?;
    if operator.standing.role < Role::Admin && account.role >= Role::Floor {
        return Err(OperationError::AboveTheFloor);
    }
    let (id, name) = (account.id, account.name.clone());
    let by = operator.account;
    let answer = Order { room, operator, reason, account }.give(request, order).await?;
    tracing::info!(operator = ?by, account = %id, order = word, "an operator's order");
    if let Some(event) = event {
        let (account, name) = (Some(id), Some(&*name));
        security::note(event, &Subject { account, name, ..Subject::default() });
    }
    Ok(answer)
}

/// Refuses an account that no operator can change.
fn changeable(account: StoredAccount) -> Result<StoredAccount, OperationError> {
    match account {
        StoredAccount { erased_ms: Some(_), .. } => Err(OperationError::Erased),
        StoredAccount { bot: true, name, .. } => Err(OperationError::HouseBot(name)),
        account => Ok(account),
    }
}

impl Operator {
    /// Adds the user of the machine to what was done there.
    fn signed(&self, done: String) -> String {
        match self.user.and_then(user_name) {
            Some(user) => format!("{done} (user {user} of the machine)"),
            None => done,
        }
    }

    /// Refuses an order of somebody who has lost the role, or the account, since it was sent.
    async fn still_has_the_role(&self, room: &Room) -> Result<(), OperationError> {
        let Some(account) = self.account else { return Ok(()) };
        let stored = room.accounts.stored(account).await?;
        let role = stored.filter(|account| !is_shut(account, room)).map(|account| account.role);
        match role.is_some_and(|role| role >= self.standing.role) {
            true => Ok(()),
            false => Err(NotPermitted::NotTheFloor.into()),
        }
    }

    /// Refuses an order about the operator's own account.
    fn is_not(&self, account: &StoredAccount) -> Result<(), OperationError> {
        match self.account == Some(account.id) {
            true => Err(OperationError::OwnAccount),
            false => Ok(()),
        }
    }
}

/// Returns `true` if nobody can sign in to an account now.
fn is_shut(account: &StoredAccount, room: &Room) -> bool {
    let now_ms = room.clock.now().0;
    account.erased_ms.is_some() || account.suspended_until_ms.is_some_and(|end| end > now_ms)
}

/// The account or the report that an order names.
enum Named<'a> {
    Account(&'a str),
    Report(u32),
}

/// The terms of an order: the account it is about, and its words in the logs.
struct Terms<'a> {
    named: Named<'a>,
    word: &'static str,
    event: Option<Event>,
}

/// Returns the terms of an order. A new order needs a line here and an arm in [`Order::give`].
fn terms(order: &AccountOrder) -> Terms<'_> {
    use AccountOrder as O;
    let of = |name, word, event| Terms { named: Named::Account(name), word, event };
    match order {
        O::Suspend(body) => of(&body.account, "suspend", Some(Event::Suspended)),
        O::Restore(name) => of(name, "restore", Some(Event::Restored)),
        O::Mute(body) => of(&body.account, "mute", None),
        O::Unmute(name) => of(name, "unmute", None),
        O::Remove(body) => of(&body.account, "remove", None),
        O::SettleReport(number) => {
            let (named, word) = (Named::Report(*number), "settle report");
            Terms { named, word, event: None }
        }
        O::Create(body) => of(&body.name, "create", None),
        O::Rename(body) => of(&body.account, "rename", Some(Event::Renamed)),
        O::SetRole(body) => of(&body.account, "role", Some(Event::RoleChanged)),
        O::ResetPassword(name) => of(name, "reset", Some(Event::ResetCodeMade)),
        O::SignOut(name) => of(name, "sign out", Some(Event::SignedOutEverywhere)),
        O::RevokeToken(body) => of(&body.account, "revoke", Some(Event::TokenRevoked)),
        O::RemoveSecondFactor(name) => {
            of(name, "remove second factor", Some(Event::SecondFactorRemoved))
        }
        O::UnlinkSignIn(name) => of(name, "unlink", Some(Event::SignInUnlinked)),
        O::GrantChips(body) => of(&body.account, "grant", None),
        O::TakeChips(body) => of(&body.account, "take", None),
        O::MergeGuest(body) => of(&body.guest, "merge", Some(Event::Erased)),
        O::Erase(name) => of(name, "erase", Some(Event::Erased)),
        O::CreateAll(_) => of("", "create all", None),
        O::Unlock(name) => of(name, "unlock", None),
    }
}

/// Opens an account whose owner sets the password with a code.
async fn create(
    room: &Room,
    operator: Operator,
    reason: String,
    request: RequestId,
    new: NewAccount,
) -> Result<ServerMessage, OperationError> {
    let role = role_word(new.role);
    let done = format!("Opened the account with the role {role}");
    let operations = room.accounts.operations();
    if let Some(password) = &new.password {
        let account = operations.open_with_password(&new.name, new.role, password).await?;
        let order = Order { room, operator, reason, account };
        order.edit(AccountEdit::Nothing, format!("{done} and a password")).await?;
        return Ok(Done { request }.into());
    }
    let account = operations.open_for(&new.name, new.role).await?;
    let code = Order { room, operator, reason, account }.make_code(request, done).await?;
    Ok(code.into())
}

/// Opens accounts whose owners set their passwords with codes: all, or none.
async fn create_all(
    room: &Room,
    operator: Operator,
    reason: &str,
    request: RequestId,
    all: &[NewAccount],
) -> Result<ServerMessage, OperationError> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for (place, new) in all.iter().enumerate() {
        let free = room.accounts.operations().check_free(&new.name).await;
        let twice = !seen.insert(skeleton(&new.name));
        let why = match free {
            Err(error) => error.to_string(),
            Ok(()) if twice => "Another account of this list has a name like it.".to_owned(),
            Ok(()) if new.password.is_some() => "Leave the password to its owner.".to_owned(),
            Ok(()) => continue,
        };
        wrong.push(format!("{}: {}: {why}", place + 1, new.name));
    }
    if !wrong.is_empty() {
        return Err(OperationError::NoneOpened(wrong.join("\n")));
    }
    let mut codes = Vec::with_capacity(all.len());
    for new in all {
        let account = room.accounts.operations().open_for(&new.name, new.role).await?;
        let (operator, reason) = (operator.clone(), reason.to_owned());
        let order = Order { room, operator, reason, account };
        let done = format!("Opened the account with the role {}", role_word(new.role));
        codes.push(order.make_code(request, done).await?);
    }
    Ok(ResetCodes { request, codes }.into())
}

impl Order<'_> {
    async fn give(
        self,
        request: RequestId,
        order: AccountOrder,
    ) -> Result<ServerMessage, OperationError> {
        use AccountOrder as O;
        match order {
            O::Create(_) | O::CreateAll(_) => return Err(OperationError::NotAboutAccounts),
            O::Unlock(_) => self.unlock().await?,
            O::ResetPassword(_) => {
                let done = "Made a code for a new password".to_owned();
                return Ok(self.make_code(request, done).await?.into());
            }
            O::Rename(NewName { name, .. }) => self.rename(name).await?,
            O::SetRole(NewRole { role, .. }) => self.set_role(role).await?,
            O::Suspend(Until { until, .. }) => self.suspend(until).await?,
            O::Restore(_) => self.restore().await?,
            O::Mute(Until { until, .. }) => self.mute(until).await?,
            O::Unmute(_) => self.unmute().await?,
            O::Remove(RemoveFrom { table, .. }) => self.remove(TableId(table.0)).await?,
            O::SignOut(_) => self.sign_out().await?,
            O::RevokeToken(TokenOf { token, .. }) => {
                let hash =
                    self.room.accounts.operations().api_token_hash(self.account.id, token).await?;
                self.edit(AccountEdit::EndToken(hash), "Revoked an API token").await?;
                let (registry, id) = (&self.room.registry, self.account.id);
                registry.close_tokens(id, Some(token), ErrorCode::BadToken, TOKEN_ENDED);
            }
            O::RemoveSecondFactor(_) => self.remove_second_factor().await?,
            O::UnlinkSignIn(_) => self.unlink_sign_in().await?,
            O::GrantChips(ChipsFor { chips, .. }) => self.grant(Chips(chips.0)).await?,
            O::TakeChips(ChipsFor { chips, .. }) => self.take(Chips(chips.0)).await?,
            O::MergeGuest(body) => merge::merge(self, &body.into, body.chips).await?,
            O::Erase(_) => erase::erase(self).await?,
            O::SettleReport(number) => {
                let at_ms = self.room.clock.now().0;
                let settle = AccountEdit::SettleReport(number.into(), at_ms);
                self.edit(settle, format!("Settled report {number}")).await?;
            }
        }
        Ok(Done { request }.into())
    }

    /// Refuses to give something to the operator's own account.
    pub(super) fn may_give_to(&self, account: &StoredAccount) -> Result<(), OperationError> {
        self.operator.is_not(account)
    }

    /// Closes an account that plays nowhere, before its data is removed or moved. The account
    /// cannot sign in from here on.
    pub(super) async fn close_account(&self, text: &str) -> Result<AccountId, OperationError> {
        self.plays_nowhere()?;
        self.edit(AccountEdit::Suspend(Some(NEVER_MS)), "Closed the account").await?;
        self.end_connection(ErrorCode::Suspended, text);
        // The player may have sat down before the account was closed. Then the player leaves, and
        // the order can be given again.
        self.leave_tables().await;
        self.plays_nowhere()
    }

    /// Builds the record of an operation, which is stored together with it.
    pub(super) fn operation(&self, done: impl Into<String>) -> StoredOperation {
        StoredOperation {
            at_ms: self.room.clock.now().0,
            operator: self.operator.account,
            account: self.account.id,
            done: self.operator.signed(done.into()),
            reason: self.reason.clone(),
        }
    }

    pub(super) async fn edit(
        &self,
        edit: AccountEdit,
        done: impl Into<String>,
    ) -> Result<(), OperationError> {
        // The name of an erased account is gone with it.
        let name = match &edit {
            AccountEdit::Erase { pseudonym, .. } => pseudonym,
            _ => &self.account.name,
        };
        let (operation, hooked) = self.noted_as(name, done);
        let operations = self.room.accounts.operations();
        operations.operate_and_tell(&edit, &operation, &hooked).await?;
        self.look(&hooked);
        Ok(())
    }

    /// Builds the record of an operation, and what hooks hear of it.
    pub(super) fn noted(&self, done: impl Into<String>) -> (StoredOperation, Vec<HookEvent>) {
        self.noted_as(&self.account.name, done)
    }

    fn noted_as(&self, name: &str, done: impl Into<String>) -> (StoredOperation, Vec<HookEvent>) {
        let operation = self.operation(done);
        let office = self.room.hooks();
        let office = office.filter(|office| office.asks(EventKind::AccountOrder));
        let hooked = office.map_or_else(Vec::new, |office| {
            office.of_step(operation.at_ms, false, vec![self.for_hooks(name, &operation)])
        });
        (operation, hooked)
    }

    /// Tells hooks that something new is stored for them, if anything is.
    fn look(&self, hooked: &[HookEvent]) {
        if let Some(office) = self.room.hooks().filter(|_| !hooked.is_empty()) {
            office.look();
        }
    }

    /// Returns what an operation means to other programs.
    fn for_hooks(&self, name: &str, operation: &StoredOperation) -> cardroom_hooks::Subject {
        cardroom_hooks::Subject::AccountOrder {
            account: Account { id: self.account.id.0, name: name.to_owned() },
            operator: self.operator.name.as_ref().map(|name| name.to_string()),
            text: operation.done.clone(),
            reason: operation.reason.clone(),
        }
    }

    /// Closes the account's connection, if it has one, and those of its API tokens.
    pub(super) fn end_connection(&self, code: ErrorCode, text: &str) {
        self.room.registry.close_tokens(self.account.id, None, code, text);
        if let Some(viewer) = self.room.registry.live(self.account.id) {
            viewer.outbox.close(code, text);
        }
    }

    async fn make_code(
        &self,
        request: RequestId,
        done: String,
    ) -> Result<ResetCode, OperationError> {
        if self.account.is_guest() {
            let text = "A guest has no password. Its owner sets one with \"Keep this account\".";
            return Err(OperationError::NothingToDo(text));
        }
        let (code, edit, expires_ms) = self.room.accounts.operations().new_reset_code();
        self.edit(edit, done).await?;
        let (account, expires_at) = (self.account.name.clone(), TimeMs(expires_ms));
        Ok(ResetCode { request, account, code, expires_at })
    }

    /// Ends the wait that wrong guesses of the password cost.
    async fn unlock(&self) -> Result<(), OperationError> {
        let operations = self.room.accounts.operations();
        if operations.locked_until(&self.account.name).is_none() {
            let text = "No login of this account has to wait for wrong guesses.";
            return Err(OperationError::NothingToDo(text));
        }
        self.edit(AccountEdit::Nothing, "Ended the wait after wrong guesses of the password")
            .await?;
        operations.unlock(&self.account.name);
        Ok(())
    }

    async fn rename(&self, name: String) -> Result<(), OperationError> {
        if name == self.account.name {
            return Err(OperationError::NothingToDo("The account has this name already."));
        }
        let done = format!("Renamed {} to {name}", self.account.name);
        self.edit(AccountEdit::Rename(name.clone()), done).await?;
        self.room.introduce(&Player::from(StoredAccount { name, ..self.account.clone() })).await;
        self.end_connection(ErrorCode::BadToken, CHANGED);
        Ok(())
    }

    async fn set_role(&self, role: Role) -> Result<(), OperationError> {
        if role == self.account.role {
            return Err(OperationError::NothingToDo("The account has this role already."));
        }
        self.is_not_the_last_administrator().await?;
        let done = format!("Gave the role {} in place of {}", role_word(role), {
            role_word(self.account.role)
        });
        self.edit(AccountEdit::Role(role), done).await?;
        self.end_connection(ErrorCode::BadToken, CHANGED);
        Ok(())
    }

    /// Refuses an order about the last administrator, because a room must keep one.
    pub(super) async fn is_not_the_last_administrator(&self) -> Result<(), OperationError> {
        if self.account.role != Role::Admin {
            return Ok(());
        }
        let (text, now_ms) = (String::new(), self.room.clock.now().0);
        let search =
            AccountSearch { text, which: Which::Staff, now_ms, from: 0, at_most: MOST_STAFF };
        let staff = self.room.accounts.operations().find(&search).await?.accounts;
        let others = staff.iter().filter(|other| other.id != self.account.id);
        let others = others.filter(|other| !is_shut(other, self.room));
        if others.filter(|other| other.role == Role::Admin).count() == 0 {
            return Err(OperationError::LastAdministrator(self.account.name.clone()));
        }
        Ok(())
    }

    /// Returns when a measure ends, in milliseconds since 1970.
    fn end(&self, until: Option<TimeMs>) -> Result<u64, OperationError> {
        match until {
            None => Ok(NEVER_MS),
            Some(TimeMs(end)) if end > self.room.clock.now().0 => Ok(end.min(NEVER_MS)),
            Some(_) => Err(OperationError::InThePast),
        }
    }

    async fn suspend(&self, end: Option<TimeMs>) -> Result<(), OperationError> {
        let end = self.end(end)?;
        self.is_not_the_last_administrator().await?;
        self.edit(AccountEdit::Suspend(Some(end)), format!("Suspended {}", until(end))).await?;
        self.leave_tables().await;
        self.end_connection(ErrorCode::Suspended, &AccountError::Suspended(end).to_string());
        Ok(())
    }

    /// Makes the account leave every ring table when the hand in progress is over. A
    /// seat in a tournament stays. Its stack is blinded off, and the floor of the
    /// tournament decides about it.
    pub(super) async fn leave_tables(&self) {
        let id = self.account.id;
        let mut tables = self.room.registry.seats(id);
        tables.extend(self.room.registry.lines(id));
        for handle in tables.into_iter().filter_map(|table| self.room.registry.table(table)) {
            // A closed table has no seats.
            let _ = handle.send(TableInput::Remove { account: id }).await;
        }
    }

    async fn restore(&self) -> Result<(), OperationError> {
        let now = self.room.clock.now().0;
        if self.account.suspended_until_ms.is_none_or(|end| end <= now) {
            return Err(OperationError::NothingToDo("The account is not suspended."));
        }
        self.edit(AccountEdit::Suspend(None), "Ended the suspension").await
    }

    async fn mute(&self, end: Option<TimeMs>) -> Result<(), OperationError> {
        let end = self.end(end)?;
        self.edit(AccountEdit::Mute(Some(end)), format!("Muted {}", until(end))).await?;
        self.room.registry.silence(self.account.id, Some(end));
        Ok(())
    }

    async fn unmute(&self) -> Result<(), OperationError> {
        let now = self.room.clock.now().0;
        if self.account.muted_until_ms.is_none_or(|end| end <= now) {
            return Err(OperationError::NothingToDo("The account is not muted."));
        }
        self.edit(AccountEdit::Mute(None), "Ended the mute").await?;
        self.room.registry.silence(self.account.id, None);
        Ok(())
    }

    async fn remove(&self, table: TableId) -> Result<(), OperationError> {
        let (id, registry) = (self.account.id, &self.room.registry);
        let handle = registry.table(table).filter(|_| registry.seats(id).contains(&table));
        let handle = handle.ok_or_else(|| OperationError::NotSeated(self.account.name.clone()))?;
        if handle.info.borrow().tournament.is_some() {
            return Err(OperationError::TournamentTable);
        }
        let done = format!("Removed from the table {}", handle.info.borrow().name);
        self.edit(AccountEdit::Nothing, done).await?;
        // A table that has closed meanwhile has no seats.
        let _ = handle.send(TableInput::Remove { account: id }).await;
        Ok(())
    }

    async fn sign_out(&self) -> Result<(), OperationError> {
        self.edit(AccountEdit::EndTokens, "Ended all tokens").await?;
        self.end_connection(ErrorCode::BadToken, SIGNED_OUT);
        Ok(())
    }

    async fn remove_second_factor(&self) -> Result<(), OperationError> {
        if !self.room.accounts.second_factor(self.account.id).is_set().await? {
            return Err(OperationError::NothingToDo("The account has no second factor."));
        }
        self.edit(AccountEdit::EndSecondFactor, "Removed the second factor").await?;
        // The connection proved a factor that is gone.
        self.end_connection(ErrorCode::BadToken, CHANGED);
        Ok(())
    }

    async fn unlink_sign_in(&self) -> Result<(), OperationError> {
        if self.room.accounts.identities(self.account.id).await?.is_empty() {
            let text = "The account is not linked to a sign-in provider.";
            return Err(OperationError::NothingToDo(text));
        }
        self.edit(AccountEdit::EndIdentities, "Ended the link to the sign-in provider").await
    }

    async fn grant(&self, chips: Chips) -> Result<(), OperationError> {
        is_some(chips)?;
        let noted = self.noted(format!("Granted {} chips", chips.0));
        let hooked = noted.1.clone();
        self.room.accounts.operations().give(chips, noted).await?;
        self.look(&hooked);
        tell_balance(self.room, self.account.id).await
    }

    async fn take(&self, chips: Chips) -> Result<(), OperationError> {
        is_some(chips)?;
        let noted = self.noted(format!("Took {} chips", chips.0));
        let (id, hooked) = (self.account.id, noted.1.clone());
        self.room.accounts.operations().take(id, LedgerAccount::Bank, chips, noted).await?;
        self.look(&hooked);
        tell_balance(self.room, id).await
    }

    /// Refuses an order that requires an account that plays nowhere.
    pub(super) fn plays_nowhere(&self) -> Result<AccountId, OperationError> {
        match self.room.registry.is_playing(self.account.id) {
            true => Err(OperationError::StillPlays(self.account.name.clone())),
            false => Ok(self.account.id),
        }
    }
}

/// Sends its new balance to an account that is connected.
pub(super) async fn tell_balance(room: &Room, account: AccountId) -> Result<(), OperationError> {
    if room.registry.live(account).is_some() {
        // The wallet is in memory as long as its purse.
        let _purse = room.accounts.purse(account).await?;
        room.registry.tell_balance(account, &room.cashier);
    }
    Ok(())
}

fn is_some(chips: Chips) -> Result<(), OperationError> {
    match chips.is_zero() {
        true => Err(OperationError::NothingToDo("Choose at least one chip.")),
        false => Ok(()),
    }
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Player => "player",
        Role::Host => "host",
        Role::Floor => "floor",
        Role::Admin => "admin",
    }
}

/// How many staff accounts are searched for another administrator.
const MOST_STAFF: u32 = 10_000;

const SIGNED_OUT: &str = "An operator has signed your account out. Sign in again.";

const CHANGED: &str =
    "An operator has changed your account, so this connection ends. Connect again.";
