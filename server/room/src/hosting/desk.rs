//! Changes that a host makes at an open private table: its terms, and its host. The store has a
//! change before the table does.

use super::{HostingError, HostingOffice, Inner, ring_table, terms};
use crate::ids::TableId;
use crate::inbox::{Player, TableHandle, TableInput};
use crate::opening;
use cardroom_protocol::hosting::TableTerms;
use std::sync::Arc;
use tokio::sync::{OwnedMutexGuard, oneshot};

impl HostingOffice {
    /// Changes the terms of a table for its host. The table uses them from the next hand.
    ///
    /// # Errors
    /// The account does not host this table, a term is wrong, or the store failed.
    pub async fn change_terms(
        &self,
        host: &Player,
        table: TableId,
        new: &TableTerms,
    ) -> Result<(), HostingError> {
        let Inner { services, library, settings, open, .. } = &*self.inner;
        let _one_at_a_time = self.one_change_at_a_time(table).await?;
        let old = {
            let open = open.lock();
            let found = open.get(&table).filter(|open| !open.closing);
            let own = found.filter(|open| open.host == host.account);
            own.map(|open| open.terms.clone()).ok_or(HostingError::Unknown)?
        };
        terms::may_follow(new, &old)?;
        terms::allowed(new, settings, library)?;
        let what = terms::differences(new, &old);
        let ring = ring_table(new, library)?;
        let handle = services.registry.table(table).ok_or(HostingError::Unknown)?;
        self.store_change(table, host, new).await?;
        if let Some(open) = open.lock().get_mut(&table) {
            open.terms = new.clone();
        }
        let terms = Box::new(opening::private_terms(new, &ring));
        let change = TableInput::ChangeTerms { by: host.clone(), terms, what };
        handle.send(change).await.map_err(|_| HostingError::Unknown)
    }

    /// Makes another player the host: the one with this name, or without a name the sender, who
    /// follows a host who is gone. The caller must have checked access to the table.
    ///
    /// # Errors
    /// The sender may not decide this, no such player sits there, or the store failed.
    pub async fn hand_over(
        &self,
        by: &Player,
        handle: &TableHandle,
        to: Option<String>,
    ) -> Result<(), HostingError> {
        let Inner { services, open, .. } = &*self.inner;
        let _one_at_a_time = self.one_change_at_a_time(handle.id).await?;
        let terms = {
            let open = open.lock();
            let found = open.get(&handle.id).filter(|open| !open.closing);
            found.map(|open| open.terms.clone()).ok_or(HostingError::Unknown)?
        };
        let (reply, answer) = oneshot::channel();
        let question = TableInput::NextHost { asked_by: by.account, to, reply };
        handle.send(question).await.map_err(|_| HostingError::Unknown)?;
        let next = answer.await.map_err(|_| HostingError::Unknown)?;
        let host = next.map_err(|(code, text)| HostingError::NotNow(code, text))?;
        self.store_change(handle.id, &host, &terms).await?;
        if let Some(open) = open.lock().get_mut(&handle.id) {
            open.host = host.account;
        }
        services.registry.open_table(handle.clone().hosted_by(Some(host.account)));
        tracing::info!(table = handle.id.0, host = %host.account, "changed the host of a private table");
        let change = TableInput::ChangeHost { by: by.clone(), host };
        handle.send(change).await.map_err(|_| HostingError::Unknown)
    }

    /// Waits until no other change of the table is under way. No other table waits for it.
    async fn one_change_at_a_time(
        &self,
        table: TableId,
    ) -> Result<OwnedMutexGuard<()>, HostingError> {
        let changing = self.inner.open.lock().get(&table).map(|open| Arc::clone(&open.changing));
        Ok(changing.ok_or(HostingError::Unknown)?.lock_owned().await)
    }

    async fn store_change(
        &self,
        table: TableId,
        host: &Player,
        terms: &TableTerms,
    ) -> Result<(), HostingError> {
        let terms = serde_json::to_string(terms).expect("terms hold nothing but data");
        let store = &self.inner.services.store;
        Ok(store.change_hosted_table(table, host.account, &terms).await?)
    }
}
