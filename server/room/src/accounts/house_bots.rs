//! The accounts of the room's own bots.

use super::opening::new_account;
use super::{AccountError, Accounts, NewToken, names};
use crate::ids::AccountId;
use crate::store::{AccountEdit, StoredAccount, StoredOperation};
use cardroom_protocol::Secret;

/// The label of a house bot's token.
const HOUSE_LABEL: &str = "house";

impl Accounts {
    /// Finds or opens the account of a house bot, and gives it a new token.
    /// Its previous token ends.
    ///
    /// # Errors
    /// The name belongs to an account that is not a house bot.
    pub async fn house_bot(&self, name: &str) -> Result<Secret, AccountError> {
        let found = self
            .inner
            .backing
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?;
        let account = match found {
            Some(account) if account.bot && account.password_hash.is_none() => account,
            Some(_) => return Err(AccountError::NameTaken),
            None if !names::has_form(name) => return Err(AccountError::BadName),
            None => {
                self.open(StoredAccount { bot: true, ..new_account(name, self.now_ms()) }).await?
            }
        };
        self.inner.grants.sign_up(&account).await?;
        self.inner
            .backing
            .store
            .delete_api_token(account.id, HOUSE_LABEL)
            .await
            .map_err(|error| self.failed(&error))?;
        self.keep_api_token(account.id, &NewToken::to_play(HOUSE_LABEL)).await
    }

    /// Gives a house bot another name. Returns `false` if no house bot has the old name.
    ///
    /// # Errors
    /// The new name is taken, or the store failed.
    pub async fn rename_house_bot(&self, old: &str, new: &str) -> Result<bool, AccountError> {
        let found = self
            .inner
            .backing
            .store
            .account_by_name(old)
            .await
            .map_err(|error| self.failed(&error))?;
        let is_house_bot = |account: &StoredAccount| account.bot && account.password_hash.is_none();
        let Some(account) = found.filter(is_house_bot) else { return Ok(false) };
        let operation = StoredOperation {
            at_ms: self.now_ms(),
            operator: None,
            account: account.id,
            done: format!("Renamed {old} to {new}"),
            reason: "House bots leave plain names to people".to_owned(),
        };
        self.operations().operate(&AccountEdit::Rename(new.to_owned()), &operation).await?;
        Ok(true)
    }

    /// Returns the account of a house bot; `None` if no account has the name.
    ///
    /// # Errors
    /// The account of this name is not a house bot, or the store failed.
    pub async fn house_bot_account(&self, name: &str) -> Result<Option<AccountId>, AccountError> {
        match self
            .inner
            .backing
            .store
            .account_by_name(name)
            .await
            .map_err(|error| self.failed(&error))?
        {
            Some(account) if account.bot && account.password_hash.is_none() => Ok(Some(account.id)),
            Some(_) => Err(AccountError::NameTaken),
            None => Ok(None),
        }
    }
}
