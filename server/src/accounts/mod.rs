//! Accounts: who may come in, under which name, and the play chips a new player starts with. It
//! knows nothing of connections; limits by address are the session's.

mod error;

pub use crate::config::AccountSettings;
pub use error::AccountError;

use crate::cashier::Cashier;
use crate::ids::AccountId;
use crate::journal::Journal;
use crate::store::Store;
use cardroom_protocol::Secret;
use cardroom_protocol::server::Role;
use cardroom_rules::Chips;
use std::sync::Arc;

/// The accounts of the room. Cheap to clone.
#[derive(Clone)]
pub struct Accounts {
    inner: Arc<Inner>,
}

#[expect(dead_code, reason = "the methods come next")]
struct Inner {
    store: Arc<dyn Store>,
    journal: Journal,
    cashier: Cashier,
    settings: AccountSettings,
}

/// Somebody who came in.
#[derive(Clone, Debug)]
pub struct Login {
    /// The account.
    pub account: AccountId,
    /// The name others see.
    pub name: Arc<str>,
    /// What the account may do.
    pub role: Role,
    /// Whether a program plays: the account is a bot's, or the login was by API token.
    pub bot: bool,
    /// What the wallet can spend.
    pub balance: Chips,
    /// Logs the account in again; absent after a login by API token, which serves for that.
    pub resume_token: Option<Secret>,
}

impl Accounts {
    /// The accounts in a store. `cashier` must have been loaded from the same store.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        journal: Journal,
        cashier: Cashier,
        settings: AccountSettings,
    ) -> Self {
        Self { inner: Arc::new(Inner { store, journal, cashier, settings }) }
    }

    /// Opens an account without a password, under the nickname or a name the room makes.
    pub async fn guest(&self, nickname: Option<&str>) -> Result<Login, AccountError> {
        let _ = nickname;
        Err(AccountError::Internal)
    }

    /// Opens an account and logs it in.
    pub async fn register(&self, name: &str, password: &Secret) -> Result<Login, AccountError> {
        let _ = (name, password);
        Err(AccountError::Internal)
    }

    /// Logs in with name and password.
    pub async fn login(&self, name: &str, password: &Secret) -> Result<Login, AccountError> {
        let _ = (name, password);
        Err(AccountError::Internal)
    }

    /// Logs in with a resume token, which slides its end, or with an API token.
    pub async fn login_token(&self, token: &Secret) -> Result<Login, AccountError> {
        let _ = token;
        Err(AccountError::Internal)
    }

    /// Replaces the password and ends all resume tokens of the account.
    pub async fn change_password(
        &self,
        account: AccountId,
        old: &Secret,
        new: &Secret,
    ) -> Result<(), AccountError> {
        let _ = (account, old, new);
        Err(AccountError::Internal)
    }

    /// Makes a token a bot can log in with. Its text exists only in the answer.
    pub async fn create_api_token(
        &self,
        account: AccountId,
        label: &str,
    ) -> Result<Secret, AccountError> {
        let _ = (account, label);
        Err(AccountError::Internal)
    }

    /// Ends an API token.
    pub async fn revoke_api_token(
        &self,
        account: AccountId,
        label: &str,
    ) -> Result<(), AccountError> {
        let _ = (account, label);
        Err(AccountError::Internal)
    }

    /// Ends a resume token.
    pub async fn logout(&self, token: &Secret) -> Result<(), AccountError> {
        let _ = token;
        Err(AccountError::Internal)
    }

    /// Gives play chips to who has next to none; answers with what the wallet can spend now.
    pub async fn refill(
        &self,
        account: AccountId,
        chips_on_tables: Chips,
        now_ms: u64,
    ) -> Result<Chips, AccountError> {
        let _ = (account, chips_on_tables, now_ms);
        Err(AccountError::Internal)
    }

    /// Opens an account with the role of an administrator, also where registration is closed.
    pub async fn create_admin(
        &self,
        name: &str,
        password: &Secret,
    ) -> Result<AccountId, AccountError> {
        let _ = (name, password);
        Err(AccountError::Internal)
    }

    /// Changes what an account may do.
    pub async fn set_role(&self, name: &str, role: Role) -> Result<(), AccountError> {
        let _ = (name, role);
        Err(AccountError::Internal)
    }

    /// Finds or opens the account of a house bot, and gives it a fresh token to log in with.
    pub async fn house_bot(&self, name: &str) -> Result<Secret, AccountError> {
        let _ = name;
        Err(AccountError::Internal)
    }
}
