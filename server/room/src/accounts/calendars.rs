//! The secret addresses of accounts' own calendars. Each is an API token with the scope `calendar`
//! alone.

use super::signing_in::Way;
use super::{AccountError, Accounts};
use crate::store::StoredAccount;
use cardroom_protocol::Secret;
use std::net::IpAddr;

/// The accounts, as calendar programs reach them.
#[derive(Clone, Debug)]
pub struct Calendars(pub Accounts);

impl Calendars {
    /// Returns the account whose calendar has this address, and notes the use.
    ///
    /// # Errors
    /// The token is unknown, has ended, or has another scope. Or the store failed.
    pub async fn owner(&self, token: &Secret, from: IpAddr) -> Result<StoredAccount, AccountError> {
        let (stored, account) = self.0.read_token(token, Way::Calendar).await?;
        self.0.note_token_use(&stored, from).await;
        Ok(account)
    }
}
