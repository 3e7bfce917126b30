//! A step of a core: applied, stored, and only then told. Every task around a core takes its steps
//! here, so this is where nobody hears of what is not durable.
//!
//! A step that cannot be stored is forgotten: the core is folded again from its stream.

use crate::journal::Journal;
use crate::store::{Store, StoreError, StoredStream, StreamId, Unit};
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Millis;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;

/// Delay before another read of a stream that could not be read.
pub(crate) const STORE_RETRY: Duration = Duration::from_millis(500);
/// How long a core rests after a step that could not be stored. Without this rest, every deadline
/// would retry a full disk at once.
const STORE_REST: Duration = Duration::from_millis(100);

/// The surroundings of a core: its store, and everything that its outputs reach.
pub(crate) trait Host: Send {
    type Input: Send;
    /// Everything that follows from an input once it is stored. What it holds for the input, such as
    /// chips of a wallet, is free again when this is dropped.
    type Outputs: Send;
    /// The connection that is answered.
    type Asker: Send;
    /// The reason why a stream does not fold.
    type FoldError: Display;

    /// Returns the stream of the core, with its journal and its store.
    fn stream(&self) -> (StreamId, &Journal, &Arc<dyn Store>);

    /// Returns the second stream of the core, which is folded with the first.
    fn second_stream(&self) -> Option<StreamId> {
        None
    }

    /// Applies an input to the core.
    fn apply(
        &mut self,
        now: Millis,
        input: Self::Input,
        asker: Option<&mut Self::Asker>,
    ) -> (Unit, Self::Outputs);

    /// Completes a unit with values that only the store knows. The guard is held until the unit is
    /// stored.
    async fn complete(
        &mut self,
        _now: Millis,
        _unit: &mut Unit,
        _outputs: &mut Self::Outputs,
    ) -> Option<OwnedMutexGuard<()>> {
        None
    }

    /// Tells and does what follows from a step that is stored.
    async fn carry_out(&mut self, now: Millis, outputs: Self::Outputs, asker: Option<Self::Asker>);

    /// Folds the core again from its stream, and tells everybody where it stands.
    ///
    /// # Errors
    /// The stream does not fold. The core is as before.
    fn refold(
        &mut self,
        now: Millis,
        stream: &StoredStream,
        second: Option<&StoredStream>,
        asker: Option<&mut Self::Asker>,
    ) -> Result<(), Self::FoldError>;

    /// Does what must follow a refold.
    fn refolded(&mut self);
}

/// Handles one input completely. Returns `false` if it could not be stored.
pub(crate) async fn step<H: Host>(
    host: &mut H,
    now: Millis,
    input: H::Input,
    mut asker: Option<H::Asker>,
) -> bool {
    let (unit, outputs) = host.apply(now, input, asker.as_mut());
    keep(host, now, unit, outputs, asker).await
}

/// Stores what an input brought, and carries it out. Returns `false` if it could not be stored.
pub(crate) async fn keep<H: Host>(
    host: &mut H,
    now: Millis,
    mut unit: Unit,
    mut outputs: H::Outputs,
    asker: Option<H::Asker>,
) -> bool {
    let held = host.complete(now, &mut unit, &mut outputs).await;
    let (stream, journal, _) = host.stream();
    if !unit.is_empty()
        && let Err(error) = journal.commit(unit).await
    {
        let (_, journal, _) = host.stream();
        journal.explain(&error, || tracing::error!(%stream, %error, "could not store a step"));
        if is_planted(Fault::MemoryKept) {
            return true;
        }
        drop(outputs);
        forget(host, now, asker).await;
        return false;
    }
    drop(held);
    host.carry_out(now, outputs, asker).await;
    true
}

/// Loads the stream of a core, and its second one.
async fn load(
    second: Option<StreamId>,
    first: StreamId,
    store: &Arc<dyn Store>,
) -> Result<(StoredStream, Option<StoredStream>), StoreError> {
    let stream = store.load_stream(first).await?;
    let second = match second {
        Some(second) => Some(store.load_stream(second).await?),
        None => None,
    };
    Ok((stream, second))
}

/// Forgets a step that could not be stored.
async fn forget<H: Host>(host: &mut H, now: Millis, mut asker: Option<H::Asker>) {
    loop {
        let (id, journal, store) = host.stream();
        match load(host.second_stream(), id, store).await {
            Ok((stream, second)) => {
                match host.refold(now, &stream, second.as_ref(), asker.as_mut()) {
                    Ok(()) => break,
                    Err(error) => {
                        tracing::error!(stream = %id, %error, "could not fold a stream");
                    }
                }
            }
            Err(error) if journal.health().failed(&error) => {}
            Err(error) => tracing::error!(stream = %id, %error, "could not load a stream"),
        }
        tokio::time::sleep(STORE_RETRY).await;
    }
    host.refolded();
    tokio::time::sleep(STORE_REST).await;
}
