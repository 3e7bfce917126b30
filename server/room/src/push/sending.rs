//! The office's task: it reads who gets a notice, sends it, and tries again later what a push
//! service was too busy for. It decides nothing.

use super::Inner;
use crate::ids::AccountId;
use crate::metrics::{PUSH_DROPPED, PUSH_ENDED, PUSH_SENT};
use crate::store::StoreError;
use cardroom_push::{
    Delivery, Kinds, Notice, Outcome, Queue, Settled, Subscription, plan, request,
};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// How many requests to push services are under way at once.
const MAX_REQUESTS: usize = 16;

/// Sends notices until the office is gone.
pub(super) async fn run(office: Weak<Inner>, mut inbox: mpsc::Receiver<Notice>) {
    let mut queue = Queue::default();
    let mut under_way: JoinSet<(Delivery, Outcome)> = JoinSet::new();
    loop {
        let Some(inner) = office.upgrade() else { return };
        begin(&inner, &mut queue, &mut under_way);
        drop(inner);
        let due = queue.deadline().filter(|_| under_way.len() < MAX_REQUESTS);
        tokio::select! {
            notice = inbox.recv() => {
                let (Some(notice), Some(inner)) = (notice, office.upgrade()) else { return };
                take(&inner, &notice, &mut queue).await;
            }
            Some(ended) = under_way.join_next() => {
                let (Ok((delivery, outcome)), Some(inner)) = (ended, office.upgrade()) else { continue };
                settle(&inner, &mut queue, delivery, outcome).await;
            }
            () = sleep_until(due) => {}
        }
    }
}

/// Sleeps until a time in milliseconds since 1970, or for ever.
async fn sleep_until(due_ms: Option<u64>) {
    match due_ms {
        Some(due) => tokio::time::sleep(Duration::from_millis(due.saturating_sub(now_ms()))).await,
        None => std::future::pending().await,
    }
}

/// Begins the requests that are due.
fn begin(inner: &Arc<Inner>, queue: &mut Queue, under_way: &mut JoinSet<(Delivery, Outcome)>) {
    let mut dropped = 0;
    while under_way.len() < MAX_REQUESTS
        && let Some(delivery) = queue.next(now_ms(), &mut dropped)
    {
        let inner = Arc::clone(inner);
        under_way.spawn(async move {
            let outcome = send(&inner, &delivery).await;
            (delivery, outcome)
        });
    }
    metrics::counter!(PUSH_DROPPED).increment(dropped);
}

async fn send(inner: &Inner, delivery: &Delivery) -> Outcome {
    let contact = inner.contact.as_deref();
    let Some(request) = request(now_ms(), delivery, &inner.key, contact, inner.reach) else {
        // No browser makes a key that is no point, so nothing will ever reach it.
        return Outcome::Gone;
    };
    let host = request.uri().host().unwrap_or_default().to_owned();
    let answer = inner.http.send(request).await;
    let was_cut_off = inner.is_cut_off.swap(answer.is_err(), Ordering::Relaxed);
    match answer {
        Ok(answer) => {
            let outcome = Outcome::of(answer.status(), answer.headers());
            if outcome == Outcome::Refused {
                let status = answer.status().as_u16();
                tracing::warn!(%host, status, "a push service refused a notice");
            }
            outcome
        }
        Err(error) => {
            if was_cut_off {
                tracing::debug!(%host, %error, "a push service cannot be reached");
            } else {
                tracing::warn!(%host, %error, "a push service cannot be reached");
            }
            Outcome::Busy { after_ms: None }
        }
    }
}

/// Adds what follows from a notice to the queue.
async fn take(inner: &Inner, notice: &Notice, queue: &mut Queue) {
    let account = AccountId(notice.account);
    let (off, subscriptions) = match read(inner, account).await {
        Ok(read) => read,
        Err(error) => {
            tracing::warn!(%error, "could not read who gets a notice");
            metrics::counter!(PUSH_DROPPED).increment(1);
            return;
        }
    };
    // The player may have come back in the meantime.
    let is_visible = inner.sight.sees_the_page(account);
    let now = now_ms();
    for delivery in plan(now, notice, is_visible, off, &subscriptions) {
        if !queue.add(now, delivery) {
            metrics::counter!(PUSH_DROPPED).increment(1);
        }
    }
}

async fn read(inner: &Inner, account: AccountId) -> Result<(Kinds, Vec<Subscription>), StoreError> {
    let off = Kinds(inner.store.push_off(account).await?);
    let stored = inner.store.subscriptions(account).await?.into_iter();
    let readable = stored.filter_map(|stored| {
        Some(Subscription {
            endpoint: stored.endpoint,
            public_key: stored.public_key,
            auth: stored.auth.try_into().ok()?,
            language: stored.language,
        })
    });
    Ok((off, readable.collect()))
}

async fn settle(inner: &Inner, queue: &mut Queue, delivery: Delivery, outcome: Outcome) {
    match queue.settle(now_ms(), delivery, outcome) {
        Settled::Sent => metrics::counter!(PUSH_SENT).increment(1),
        Settled::Waits => {}
        Settled::Dropped => metrics::counter!(PUSH_DROPPED).increment(1),
        Settled::Gone { account, endpoint } => {
            metrics::counter!(PUSH_ENDED).increment(1);
            if let Err(error) = inner.unsubscribe(AccountId(account), Some(&endpoint)).await {
                tracing::warn!(%error, "could not delete a subscription that has ended");
            }
        }
    }
}

/// Returns the time of the system, which push services check signatures against.
pub(crate) fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
