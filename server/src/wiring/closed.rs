//! Account commands for a closed room.

use super::closing::finish;
use super::{StartError, Surroundings, open_books, open_store};
use crate::accounts::AccountError;
use crate::config::{Config, StorePlace};
use crate::ids::AccountId;
use crate::noted::{Operator, note};
use crate::security::{self, Event, Subject};
use cardroom_protocol::RequestId;
use cardroom_protocol::administration::{AccountOrder, Administer, NewAccount, NewRole};
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
    let new = NewAccount { name: name.to_owned(), role: Role::Admin, password: None };
    given(AccountOrder::Create(new));
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
    given(AccountOrder::SetRole(NewRole { account: name.to_owned(), role }));
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

/// Notes an order that is given at the machine while the room is closed.
fn given(order: AccountOrder) {
    let reason = "The room is closed.".to_owned();
    let operator =
        Operator { user: Some(rustix::process::getuid().as_raw()), ..Operator::AT_THE_MACHINE };
    let order = Administer { request: RequestId(0), reason, order };
    // The caller carries it out, in the store itself.
    let _ = note(order, || Some(operator)).take();
}
