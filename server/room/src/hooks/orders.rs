//! Administrators' view of hooks, and their orders about them.

use super::sending::Order;
use super::terms::{BadTerms, Kept, hook_of, off_text, shown};
use super::{HookOffice, Inner, by, stored};
use crate::denied::Denied;
use crate::journal::CommitError;
use crate::noted::{Operator, note};
use crate::push::now_ms;
use crate::store::{StoreError, Unit};
use crate::text::is_line;
use cardroom_hooks::{MAX_HOOKS, Secret, Secrets, Subject};
use cardroom_https::AddressError;
use cardroom_protocol::hooks::{
    DeliveryPage, DirectHook, HookDelivery, HookOrder, HookPage, HookSecret, HookShown, HookTerms,
    ListDeliveries, ListHooks,
};
use cardroom_protocol::limits::{MAX_DELIVERIES_PER_PAGE, MAX_HOOKS_PER_PAGE, MAX_REASON_CHARS};
use cardroom_protocol::server::Done;
use cardroom_protocol::{ErrorCode, RequestId, Seq, ServerMessage, TimeMs};
use data_encoding::HEXLOWER;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;

/// Why a request about hooks is refused. Administrators read the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HookError {
    #[error("A reason needs one line of 1 to 280 characters.")]
    NoReason,
    #[error("There is no hook {0}.")]
    NoSuchHook(u32),
    #[error("This event is not stored any more.")]
    NoSuchEvent,
    #[error("The room has {MAX_HOOKS} hooks already. End one first.")]
    TooMany,
    #[error("Set server.address first: the links in events begin with it.")]
    NoAddressOfTheRoom,
    #[error(transparent)]
    Terms(#[from] BadTerms),
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error("The room is starting or closing. Try again in a moment.")]
    NotNow,
    #[error("The room could not store this, and nothing changed. Try again in a moment.")]
    NotStored,
}

impl HookError {
    /// Returns the code that goes over the wire.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::NoReason | Self::Terms(_) | Self::Address(_) => ErrorCode::BadText,
            Self::NoSuchHook(_) | Self::NoSuchEvent => ErrorCode::NothingToDo,
            Self::TooMany | Self::NoAddressOfTheRoom | Self::NotNow => ErrorCode::NotAllowedNow,
            Self::NotStored => ErrorCode::Internal,
        }
    }
}

impl From<StoreError> for HookError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed a request about hooks");
        Self::NotStored
    }
}

impl From<CommitError> for HookError {
    fn from(error: CommitError) -> Self {
        tracing::error!(%error, "could not store an event for a hook");
        Self::NotStored
    }
}

impl From<HookError> for Denied {
    fn from(error: HookError) -> Self {
        Self { code: error.code(), message: error.to_string() }
    }
}

/// A request about hooks whose sender may make it.
#[derive(Debug)]
pub enum Asked {
    Hooks(ListHooks),
    Deliveries(ListDeliveries),
    Order(DirectHook),
}

/// Answers a request about hooks. The caller has checked that the operator may make it.
///
/// # Errors
/// The request cannot be carried out, or the store failed.
pub async fn answer(
    office: &HookOffice,
    operator: &Operator,
    asked: Asked,
) -> Result<ServerMessage, HookError> {
    let inner = office.inner.as_ref().ok_or(HookError::NotNow)?;
    match asked {
        Asked::Hooks(body) => inner.page(body).await.map(Into::into),
        Asked::Deliveries(body) => inner.deliveries(body).await.map(Into::into),
        Asked::Order(body) => direct(inner, operator, body).await,
    }
}

/// Stores an event that belongs to no step, if a hook asks for it.
pub async fn say(office: &HookOffice, at_ms: u64, subject: Subject) {
    let Some(inner) = office.inner.as_ref().filter(|_| office.asks(subject.kind())) else { return };
    let hooked = office.of_step(at_ms, false, vec![subject]);
    if hooked.is_empty() {
        return;
    }
    match inner.journal.commit(Unit { hooked, ..Unit::default() }).await {
        Ok(()) => office.look(),
        Err(error) => tracing::warn!(%error, "could not store an event for hooks"),
    }
}

/// Notes an order, and carries it out.
async fn direct(
    inner: &Arc<Inner>,
    operator: &Operator,
    body: DirectHook,
) -> Result<ServerMessage, HookError> {
    if !is_line(&body.reason, MAX_REASON_CHARS) {
        return Err(HookError::NoReason);
    }
    let DirectHook { request, order, .. } = note(body, || Some(operator.clone())).take();
    let _turn = inner.turn.lock().await;
    let word = word(&order);
    let answer = inner.carry_out(request, order).await?;
    tracing::info!(operator = by(operator.account), order = word, "an order about a hook");
    Ok(answer)
}

fn word(order: &HookOrder) -> &'static str {
    match order {
        HookOrder::Make(_) => "make",
        HookOrder::Change(_) => "change",
        HookOrder::End(_) => "end",
        HookOrder::TurnOff(_) => "turn off",
        HookOrder::TurnOn(_) => "turn on",
        HookOrder::ReplaceSecret(_) => "replace the secret",
        HookOrder::Test(_) => "test",
        HookOrder::SendAgain(_) => "send again",
    }
}

impl Inner {
    async fn carry_out(
        self: &Arc<Self>,
        request: RequestId,
        order: HookOrder,
    ) -> Result<ServerMessage, HookError> {
        match order {
            HookOrder::Make(terms) => return self.make(request, &terms).await,
            HookOrder::ReplaceSecret(hook) => return self.replace_secret(request, hook).await,
            HookOrder::Change(change) => {
                let mut kept = self.shown(change.hook).await?;
                kept.hook = self.checked(kept.hook.id, &change.terms)?;
                self.change(change.hook, kept).await?;
            }
            HookOrder::End(hook) => {
                if !self.store.end_hook(hook.into()).await? {
                    return Err(HookError::NoSuchHook(hook));
                }
                self.end(hook.into());
            }
            HookOrder::TurnOff(hook) => self.order(hook, Order::TurnOff).await?,
            HookOrder::TurnOn(hook) => self.order(hook, Order::TurnOn).await?,
            HookOrder::Test(hook) => self.test(hook).await?,
            HookOrder::SendAgain(again) => self.send_again(again.hook, again.event.0).await?,
        }
        Ok(Done { request }.into())
    }

    /// Reads terms, and checks where their address leads.
    fn checked(&self, id: u64, terms: &HookTerms) -> Result<cardroom_hooks::Hook, HookError> {
        let hook = hook_of(id, terms)?;
        self.outgoing.check(&hook.address)?;
        Ok(hook)
    }

    async fn make(
        self: &Arc<Self>,
        request: RequestId,
        terms: &HookTerms,
    ) -> Result<ServerMessage, HookError> {
        if self.look.address.is_empty() {
            return Err(HookError::NoAddressOfTheRoom);
        }
        if self.hooks.read().len() >= MAX_HOOKS {
            return Err(HookError::TooMany);
        }
        let secret = Secret::new(rand::random());
        let mut kept = Kept {
            hook: self.checked(0, terms)?,
            secrets: Secrets::new(secret.clone()),
            made_ms: now_ms(),
            failing_since_ms: None,
            off: None,
            dropped: 0,
        };
        let name = HEXLOWER.encode(&rand::random::<[u8; 8]>());
        kept.hook.id = self.store.add_hook(&kept.stored(&self.vault), &name).await?;
        let hook = number(kept.hook.id);
        self.begin(kept).await?;
        Ok(HookSecret { request, hook, secret: (&*secret.text()).into() }.into())
    }

    async fn replace_secret(
        &self,
        request: RequestId,
        hook: u32,
    ) -> Result<ServerMessage, HookError> {
        let mut kept = self.shown(hook).await?;
        let secret = Secret::new(rand::random());
        kept.secrets = kept.secrets.replaced(now_ms(), secret.clone());
        self.change(hook, kept).await?;
        Ok(HookSecret { request, hook, secret: (&*secret.text()).into() }.into())
    }

    async fn change(&self, hook: u32, kept: Kept) -> Result<(), HookError> {
        let new = kept.hook.clone();
        self.order(hook, |done| Order::Change(Box::new(kept), done)).await?;
        for known in self.hooks.write().iter_mut().filter(|known| known.hook.id == new.id) {
            known.hook = new.clone();
        }
        self.count();
        Ok(())
    }

    /// Stores a test for one hook.
    async fn test(&self, hook: u32) -> Result<(), HookError> {
        let id = u64::from(hook);
        if self.task(id).is_none() {
            return Err(HookError::NoSuchHook(hook));
        }
        let test = stored(now_ms(), &Subject::Test {}, vec![id]);
        self.journal.commit(Unit { hooked: vec![test], ..Unit::default() }).await?;
        let hooks = self.hooks.read();
        let known = hooks.iter().find(|known| known.hook.id == id);
        known.into_iter().for_each(|known| known.state.look.notify_one());
        Ok(())
    }

    async fn send_again(&self, hook: u32, event: u64) -> Result<(), HookError> {
        if self.task(hook.into()).is_none() {
            return Err(HookError::NoSuchHook(hook));
        }
        let stored = self.store.hook_event(event).await?.ok_or(HookError::NoSuchEvent)?;
        let subject: Subject =
            serde_json::from_str(&stored.subject).map_err(|_| HookError::NoSuchEvent)?;
        let kind = subject.kind();
        self.order(hook, |done| Order::Again { event, kind, done }).await
    }

    /// Gives the task of a hook an order that it stores.
    async fn order(
        &self,
        hook: u32,
        order: impl FnOnce(oneshot::Sender<Result<bool, StoreError>>) -> Order,
    ) -> Result<(), HookError> {
        let task = self.task(hook.into()).ok_or(HookError::NoSuchHook(hook))?;
        let (done, stored) = oneshot::channel();
        task.send(order(done)).await.map_err(|_| HookError::NotNow)?;
        match stored.await.map_err(|_| HookError::NotNow)?? {
            true => Ok(()),
            false => Err(HookError::NoSuchHook(hook)),
        }
    }

    /// Returns a hook as its task has it.
    async fn shown(&self, hook: u32) -> Result<Kept, HookError> {
        let task = self.task(hook.into()).ok_or(HookError::NoSuchHook(hook))?;
        let (show, shown) = oneshot::channel();
        task.send(Order::Show(show)).await.map_err(|_| HookError::NotNow)?;
        shown.await.map(|kept| *kept).map_err(|_| HookError::NotNow)
    }

    async fn page(&self, body: ListHooks) -> Result<HookPage, HookError> {
        let known: Vec<(u64, u64)> = {
            let hooks = self.hooks.read();
            let waiting = |state: &super::State| state.waiting.load(Ordering::Relaxed);
            hooks.iter().map(|known| (known.hook.id, waiting(&known.state))).collect()
        };
        let from = usize::try_from(body.from).unwrap_or(usize::MAX);
        let total = u32::try_from(known.len()).unwrap_or(u32::MAX);
        let mut hooks = Vec::new();
        for (id, waiting) in known.into_iter().skip(from).take(MAX_HOOKS_PER_PAGE) {
            let kept = self.shown(number(id)).await?;
            hooks.push(HookShown {
                hook: number(id),
                made_at: TimeMs(kept.made_ms),
                terms: shown(&kept.hook),
                off: kept.off.map(off_text),
                failing_since: kept.failing_since_ms.map(TimeMs),
                waiting: number(waiting),
                dropped: number(kept.dropped),
            });
        }
        Ok(HookPage { request: body.request, from: body.from, total, hooks })
    }

    async fn deliveries(&self, body: ListDeliveries) -> Result<DeliveryPage, HookError> {
        let ListDeliveries { request, hook, from } = body;
        if self.task(hook.into()).is_none() {
            return Err(HookError::NoSuchHook(hook));
        }
        let at_most = u32::try_from(MAX_DELIVERIES_PER_PAGE).unwrap_or(u32::MAX);
        let (total, stored) = self.store.deliveries(hook.into(), from, at_most).await?;
        let deliveries = stored.into_iter().map(|delivery| HookDelivery {
            event: Seq(delivery.event),
            kind: delivery.kind,
            attempt: delivery.attempt,
            at: TimeMs(delivery.at_ms),
            took_ms: number(delivery.took_ms),
            status: delivery.status,
            error: delivery.error,
        });
        Ok(DeliveryPage { request, from, total, deliveries: deliveries.collect() })
    }
}

fn number(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
