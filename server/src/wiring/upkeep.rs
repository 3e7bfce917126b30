//! Folds the metrics of a room at intervals, and deletes what has expired.

use crate::accounts::{ForgetError, Forgotten};
use crate::config::ModerationSettings;
use crate::moderation;
use crate::room::Room;
use metrics_exporter_prometheus::PrometheusHandle;
use std::sync::Arc;
use std::time::Duration;

/// How often metrics are folded and inactive addresses dropped.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
/// Upkeeps from one cleanup of the limits to the next.
const UPKEEPS_PER_TIDYING: u32 = 12;
/// Upkeeps from one cleanup of the tokens to the next: an hour.
const UPKEEPS_PER_TOKEN_ROUND: u32 = 720;

pub(super) async fn upkeep(
    room: Arc<Room>,
    figures: PrometheusHandle,
    moderation: ModerationSettings,
) {
    let mut round = 0_u32;
    loop {
        tokio::time::sleep(UPKEEP_INTERVAL).await;
        figures.run_upkeep();
        round = round.wrapping_add(1);
        if round.is_multiple_of(UPKEEPS_PER_TIDYING) {
            room.limits.tidy(room.clock.now());
        }
        if round.is_multiple_of(UPKEEPS_PER_TOKEN_ROUND)
            && let Err(error) = room.accounts.forget_ended_tokens().await
        {
            tracing::warn!(%error, "could not delete expired tokens");
        }
        if round % UPKEEPS_PER_TOKEN_ROUND == 2 {
            forget_idle_accounts(&room).await;
            forget_closed_tables(&room).await;
            if let Err(error) = room.accounts.networks().forget_old().await {
                tracing::warn!(%error, "could not delete old networks of accounts");
            }
            if let Err(error) = room.accounts.keyed_requests().forget_old().await {
                tracing::warn!(%error, "could not delete old keys of requests");
            }
        }
        if round % UPKEEPS_PER_TOKEN_ROUND == 1
            && let Some(histories) = room.histories()
        {
            moderation::forget_old(&room.accounts, &moderation, room.clock.now().0).await;
            match histories.forget_old(room.clock.now().0).await {
                Ok(0) => {}
                Ok(hands) => tracing::info!(hands, "deleted old hands"),
                Err(error) => tracing::warn!(%error, "could not delete old hands"),
            }
        }
        if round % UPKEEPS_PER_TOKEN_ROUND == 2
            && let Some(integrity) = room.integrity()
            && let Err(error) = integrity.forget_old(room.clock.now().0).await
        {
            tracing::warn!(%error, "could not delete old codes of addresses");
        }
    }
}

async fn forget_closed_tables(room: &Room) {
    let Some(hosting) = room.hosting() else { return };
    match hosting.forget_closed().await {
        Ok((0, 0)) => {}
        Ok((tables, tournaments)) => {
            tracing::info!(tables, tournaments, "deleted what was private and ended long ago");
        }
        Err(error) => tracing::warn!(%error, "could not delete closed private tables"),
    }
}

async fn forget_idle_accounts(room: &Room) {
    let (registry, hosting) = (&room.registry, room.hosting());
    let is_here = |account| {
        let is_waiting = || !registry.lines(account).is_empty();
        let hosts = || hosting.as_ref().is_some_and(|office| !office.ids_of(account).is_empty());
        registry.live(account).is_some() || registry.is_playing(account) || is_waiting() || hosts()
    };
    log(room.accounts.forget_idle_guests(is_here).await, "guests");
    log(room.accounts.forget_unused_accounts(is_here).await, "accounts");
}

fn log(forgotten: Result<Forgotten, ForgetError>, what: &str) {
    match forgotten {
        Ok(forgotten) if forgotten == Forgotten::default() => {}
        Ok(Forgotten { deleted, kept }) => {
            tracing::info!(what, deleted, kept, "deleted accounts that no one uses");
        }
        Err(error) => tracing::warn!(%error, what, "could not delete accounts that no one uses"),
    }
}
