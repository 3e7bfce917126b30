//! Account commands for a closed room.

use super::closing::finish;
use super::{StartError, Surroundings, open_books, open_store};
use crate::accounts::AccountError;
use crate::config::{Config, StorePlace};
use crate::ids::AccountId;
use crate::security::{self, Event, Subject};
use cardroom_protocol::server::Role;

/// Opens an administrator's account in a closed room.
///
/// # Errors
/// The store cannot be used, or the name or the password breaks the rules.
pub async fn create_admin(
    config: &Config,
    name: &str,
    password: &cardroom_protocol::Secret,
) -> Result<AccountId, StartError> {
    let books = open_books(config, open_store(config).await?, &Surroundings::closed()).await?;
    let created = books.accounts.create_admin(name, password).await;
    books.journal.close();
    finish(books.writer, "the journal").await;
    let account = created?;
    let subject = Subject { account: Some(account), name: Some(name), ..Subject::default() };
    security::note(Event::Registered, &subject);
    Ok(account)
}

/// Sets the role of an account in a closed room.
///
/// # Errors
/// The store cannot be used, or there is no account with this name.
pub async fn set_role(config: &Config, name: &str, role: Role) -> Result<(), StartError> {
    let books = open_books(config, open_store(config).await?, &Surroundings::closed()).await?;
    let set = books.accounts.set_role(name, role).await;
    books.journal.close();
    finish(books.writer, "the journal").await;
    match set {
        Err(AccountError::NoSuchAccount) => Err(StartError::NoSuchAccount {
            name: name.to_owned(),
            store: match config.store.place(&config.server.data_dir) {
                Some(StorePlace::Sqlite(file)) => file.display().to_string(),
                // Its URL may contain a password.
                _ => "the database".to_owned(),
            },
        }),
        set => {
            set?;
            let subject = Subject { name: Some(name), ..Subject::default() };
            security::note(Event::RoleChanged, &subject);
            Ok(())
        }
    }
}
