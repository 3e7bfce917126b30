//! Hooks, the events that wait for them, and their deliveries.

use super::{Backend, Connection, Query, Row};
use crate::hooks::{EndedAttempt, StoredDelivery, StoredHook, StoredHookEvent, StoredWaiting};
use crate::{HookStore, StoreError, failed, signed, unsigned};
use async_trait::async_trait;
use sqlx::{Connection as _, Row as _};
use std::collections::{BTreeMap, BTreeSet};

#[async_trait]
impl HookStore for Backend {
    async fn add_hook(&self, hook: &StoredHook, name: &str) -> Result<u64, StoreError> {
        let mut lent = self.lend().await?;
        let added = add_hook(&mut lent.connection, hook, name).await;
        lent.kept(added)
    }

    async fn hooks(&self) -> Result<Vec<StoredHook>, StoreError> {
        let rows = sqlx::query("SELECT * FROM hook ORDER BY id").fetch_all(&self.readers).await;
        rows.map_err(failed)?.iter().map(hook_of).collect()
    }

    async fn change_hook(&self, hook: &StoredHook) -> Result<bool, StoreError> {
        let update = sqlx::query(
            "UPDATE hook SET terms = $1, secrets = $2, failing_since_ms = $3, off = $4,
                 dropped = $5 WHERE id = $6",
        );
        let update = update
            .bind(hook.terms.clone())
            .bind(hook.secrets.clone())
            .bind(hook.failing_since_ms.map(signed).transpose()?)
            .bind(hook.off.clone())
            .bind(signed(hook.dropped)?)
            .bind(signed(hook.id)?);
        Ok(self.write(update).await? > 0)
    }

    async fn end_hook(&self, hook: u64) -> Result<bool, StoreError> {
        let mut lent = self.lend().await?;
        let ended = end_hook(&mut lent.connection, signed(hook)?).await;
        lent.kept(ended)
    }

    async fn hook_room(&self) -> Result<Option<String>, StoreError> {
        let name = sqlx::query_scalar("SELECT name FROM hook_room WHERE one = 1");
        name.fetch_optional(&self.readers).await.map_err(failed)
    }

    async fn waiting_events(
        &self,
        hook: u64,
        from: u64,
        at_most: u32,
    ) -> Result<Vec<StoredWaiting>, StoreError> {
        self.settle().await?;
        let rows = sqlx::query(
            "SELECT hook_waiting.*, hook_event.kind FROM hook_waiting
             JOIN hook_event ON hook_event.id = hook_waiting.event
             WHERE hook_waiting.hook = $1 AND hook_waiting.event >= $2
             ORDER BY hook_waiting.event LIMIT $3",
        );
        let rows = rows.bind(signed(hook)?).bind(signed(from)?).bind(i64::from(at_most));
        // The connection that writes sees only what no crash can take back.
        let mut lent = self.lend().await?;
        let rows = rows.fetch_all(&mut lent.connection).await;
        lent.done(rows).map_err(failed)?.iter().map(waiting_of).collect()
    }

    async fn hook_event(&self, event: u64) -> Result<Option<StoredHookEvent>, StoreError> {
        let row = sqlx::query("SELECT id, at_ms, subject FROM hook_event WHERE id = $1");
        let row = row.bind(signed(event)?).fetch_optional(&self.readers).await.map_err(failed)?;
        let event_of = |row: Row| {
            Ok(StoredHookEvent {
                id: number(&row, "id")?,
                at_ms: number(&row, "at_ms")?,
                subject: row.try_get("subject").map_err(failed)?,
            })
        };
        row.map(event_of).transpose()
    }

    async fn end_attempts(&self, ended: &[EndedAttempt]) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = end_attempts(&mut lent.connection, ended).await;
        lent.kept(done)
    }

    async fn drop_waiting(&self, hook: u64, events: &[u64], others: u64) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = drop_waiting(&mut lent.connection, signed(hook)?, events, others).await;
        lent.kept(done)
    }

    async fn send_again(&self, hook: u64, event: u64, now_ms: u64) -> Result<bool, StoreError> {
        let insert = sqlx::query(
            "INSERT INTO hook_waiting (hook, event, since_ms, due_ms, attempts, failures)
             SELECT hook.id, hook_event.id, $3, $3, 0, 0 FROM hook, hook_event
             WHERE hook.id = $1 AND hook_event.id = $2
             ON CONFLICT (hook, event) DO UPDATE SET due_ms = excluded.due_ms",
        );
        let insert = insert.bind(signed(hook)?).bind(signed(event)?).bind(signed(now_ms)?);
        Ok(self.write(insert).await? > 0)
    }

    async fn deliveries(
        &self,
        hook: u64,
        from: u32,
        at_most: u32,
    ) -> Result<(u32, Vec<StoredDelivery>), StoreError> {
        let hook = signed(hook)?;
        let total = sqlx::query_scalar("SELECT COUNT(*) FROM hook_delivery WHERE hook = $1");
        let total: i64 = total.bind(hook).fetch_one(&self.readers).await.map_err(failed)?;
        let rows = sqlx::query(
            "SELECT hook_delivery.*, hook_event.kind FROM hook_delivery
             JOIN hook_event ON hook_event.id = hook_delivery.event
             WHERE hook_delivery.hook = $1 ORDER BY hook_delivery.id DESC LIMIT $2 OFFSET $3",
        );
        let rows = rows.bind(hook).bind(i64::from(at_most)).bind(i64::from(from));
        let rows = rows.fetch_all(&self.readers).await.map_err(failed)?;
        let rows = rows.iter().map(delivery_of).collect::<Result<_, StoreError>>()?;
        Ok((u32::try_from(unsigned(total)?).unwrap_or(u32::MAX), rows))
    }

    async fn forget_deliveries(&self, before_ms: u64) -> Result<(), StoreError> {
        let mut lent = self.lend().await?;
        let done = forget_deliveries(&mut lent.connection, signed(before_ms)?).await;
        lent.kept(done)
    }
}

async fn add_hook(
    connection: &mut Connection,
    hook: &StoredHook,
    name: &str,
) -> Result<u64, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let room =
        sqlx::query("INSERT INTO hook_room (one, name) VALUES (1, $1) ON CONFLICT DO NOTHING");
    room.bind(name).execute(&mut *transaction).await.map_err(failed)?;
    let insert = sqlx::query(concat!(
        "INSERT INTO hook (made_ms, terms, secrets, failing_since_ms, off, dropped)
         VALUES ($1, $2, $3, NULL, NULL, 0)",
        returning_id!(),
    ));
    let insert = insert.bind(signed(hook.made_ms)?).bind(&hook.terms).bind(&hook.secrets);
    let id = super::insert_for_id(&mut transaction, insert).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    unsigned(id)
}

async fn end_hook(connection: &mut Connection, hook: i64) -> Result<bool, StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let ended = sqlx::query("DELETE FROM hook WHERE id = $1").bind(hook);
    let ended = ended.execute(&mut *transaction).await.map_err(failed)?.rows_affected();
    let waiting = sqlx::query("DELETE FROM hook_waiting WHERE hook = $1").bind(hook);
    waiting.execute(&mut *transaction).await.map_err(failed)?;
    let deliveries = sqlx::query("DELETE FROM hook_delivery WHERE hook = $1").bind(hook);
    deliveries.execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)?;
    Ok(ended > 0)
}

async fn end_attempts(
    connection: &mut Connection,
    ended: &[EndedAttempt],
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let hooks = sqlx::query_scalar::<_, i64>("SELECT id FROM hook");
    let hooks = hooks.fetch_all(&mut *transaction).await.map_err(failed)?;
    let hooks = hooks.into_iter().map(unsigned).collect::<Result<BTreeSet<u64>, _>>()?;
    // A hook that has ended meanwhile keeps no deliveries.
    let kept = ended.iter().filter(|ended| hooks.contains(&ended.delivery.hook));
    let kept: Vec<&EndedAttempt> = kept.collect();
    if !kept.is_empty() {
        add_deliveries(&mut transaction, &kept).await?;
    }
    let (again, over): (Vec<_>, Vec<_>) = kept.iter().partition(|ended| ended.again.is_some());
    for ended in again {
        wait_again(&mut transaction, ended).await?;
    }
    if !over.is_empty() {
        wait_no_longer(&mut transaction, &over).await?;
    }
    // The last attempt of a hook says how the hook stands.
    let last: BTreeMap<u64, &EndedAttempt> =
        kept.iter().map(|ended| (ended.delivery.hook, *ended)).collect();
    let mut standing: BTreeMap<_, Vec<u64>> = BTreeMap::new();
    for (hook, EndedAttempt { failing_since_ms, off, .. }) in last {
        standing.entry((*failing_since_ms, off.as_deref())).or_default().push(hook);
    }
    for ((failing_since_ms, off), hooks) in standing {
        let mut update = Query::new("UPDATE hook SET failing_since_ms = ");
        update.push_bind(failing_since_ms.map(signed).transpose()?);
        update.push(", off = ").push_bind(off.map(str::to_owned)).push(" WHERE id IN (");
        let mut ids = update.separated(", ");
        for hook in hooks {
            ids.push_bind(signed(hook)?);
        }
        ids.push_unseparated(")");
        update.build().execute(&mut *transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

async fn add_deliveries(
    transaction: &mut Connection,
    ended: &[&EndedAttempt],
) -> Result<(), StoreError> {
    let numbers = ended.iter().map(|EndedAttempt { delivery, .. }| {
        let StoredDelivery { hook, event, at_ms, took_ms, .. } = delivery;
        Ok([signed(*hook)?, signed(*event)?, signed(*at_ms)?, signed(*took_ms)?])
    });
    let numbers = numbers.collect::<Result<Vec<_>, StoreError>>()?;
    let mut insert = Query::new(
        "INSERT INTO hook_delivery (hook, event, attempt, at_ms, took_ms, status, error) ",
    );
    insert.push_values(ended.iter().zip(numbers), |mut row, (ended, numbers)| {
        let [hook, event, at_ms, took_ms] = numbers;
        row.push_bind(hook)
            .push_bind(event)
            .push_bind(i64::from(ended.delivery.attempt))
            .push_bind(at_ms)
            .push_bind(took_ms)
            .push_bind(ended.delivery.status.map(i64::from))
            .push_bind(ended.delivery.error.clone());
    });
    insert.build().execute(transaction).await.map_err(failed).map(drop)
}

async fn wait_again(
    transaction: &mut Connection,
    EndedAttempt { delivery, again, .. }: &EndedAttempt,
) -> Result<(), StoreError> {
    let Some((due_ms, failures)) = again else { return Ok(()) };
    let update = sqlx::query(
        "UPDATE hook_waiting SET due_ms = $1, attempts = $2, failures = $3
         WHERE hook = $4 AND event = $5",
    );
    let update = update.bind(signed(*due_ms)?).bind(i64::from(delivery.attempt));
    let update = update.bind(i64::from(*failures));
    let update = update.bind(signed(delivery.hook)?).bind(signed(delivery.event)?);
    update.execute(transaction).await.map_err(failed).map(drop)
}

async fn wait_no_longer(
    transaction: &mut Connection,
    ended: &[&EndedAttempt],
) -> Result<(), StoreError> {
    let places = ended
        .iter()
        .map(|EndedAttempt { delivery, .. }| Ok((signed(delivery.hook)?, signed(delivery.event)?)));
    let places = places.collect::<Result<Vec<_>, StoreError>>()?;
    let mut delete = Query::new("DELETE FROM hook_waiting WHERE (hook, event) IN (");
    delete.push_values(places, |mut row, (hook, event)| {
        row.push_bind(hook).push_bind(event);
    });
    delete.push(")");
    delete.build().execute(transaction).await.map_err(failed).map(drop)
}

async fn drop_waiting(
    connection: &mut Connection,
    hook: i64,
    events: &[u64],
    others: u64,
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let mut count = signed(others)?;
    for event in events {
        let delete = sqlx::query("DELETE FROM hook_waiting WHERE hook = $1 AND event = $2");
        let delete = delete.bind(hook).bind(signed(*event)?);
        let dropped = delete.execute(&mut *transaction).await.map_err(failed)?;
        count = count.saturating_add(signed(dropped.rows_affected())?);
    }
    let update = sqlx::query("UPDATE hook SET dropped = dropped + $1 WHERE id = $2");
    update.bind(count).bind(hook).execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

async fn forget_deliveries(connection: &mut Connection, before_ms: i64) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await.map_err(failed)?;
    let deliveries = sqlx::query("DELETE FROM hook_delivery WHERE at_ms < $1").bind(before_ms);
    deliveries.execute(&mut *transaction).await.map_err(failed)?;
    let events = sqlx::query(
        "DELETE FROM hook_event WHERE at_ms < $1 AND NOT EXISTS
             (SELECT 1 FROM hook_waiting WHERE hook_waiting.event = hook_event.id)",
    );
    events.bind(before_ms).execute(&mut *transaction).await.map_err(failed)?;
    transaction.commit().await.map_err(failed)
}

fn number(row: &Row, column: &str) -> Result<u64, StoreError> {
    unsigned(row.try_get::<i64, _>(column).map_err(failed)?)
}

fn small(row: &Row, column: &str) -> Result<u32, StoreError> {
    Ok(u32::try_from(number(row, column)?).unwrap_or(u32::MAX))
}

fn hook_of(row: &Row) -> Result<StoredHook, StoreError> {
    let failing_since_ms: Option<i64> = row.try_get("failing_since_ms").map_err(failed)?;
    Ok(StoredHook {
        id: number(row, "id")?,
        made_ms: number(row, "made_ms")?,
        terms: row.try_get("terms").map_err(failed)?,
        secrets: row.try_get("secrets").map_err(failed)?,
        failing_since_ms: failing_since_ms.map(unsigned).transpose()?,
        off: row.try_get("off").map_err(failed)?,
        dropped: number(row, "dropped")?,
    })
}

fn waiting_of(row: &Row) -> Result<StoredWaiting, StoreError> {
    Ok(StoredWaiting {
        event: number(row, "event")?,
        kind: row.try_get("kind").map_err(failed)?,
        since_ms: number(row, "since_ms")?,
        due_ms: number(row, "due_ms")?,
        attempts: small(row, "attempts")?,
        failures: small(row, "failures")?,
    })
}

fn delivery_of(row: &Row) -> Result<StoredDelivery, StoreError> {
    let status: Option<i64> = row.try_get("status").map_err(failed)?;
    Ok(StoredDelivery {
        id: number(row, "id")?,
        hook: number(row, "hook")?,
        event: number(row, "event")?,
        kind: row.try_get("kind").map_err(failed)?,
        attempt: small(row, "attempt")?,
        at_ms: number(row, "at_ms")?,
        took_ms: number(row, "took_ms")?,
        status: status.and_then(|status| u16::try_from(status).ok()),
        error: row.try_get("error").map_err(failed)?,
    })
}
