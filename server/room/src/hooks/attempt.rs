//! One attempt to send an event to a hook: its request, signed now, and the answer.

use super::Inner;
use super::terms::Kept;
use crate::push::now_ms;
use crate::store::StoredHookEvent;
use cardroom_hooks::{Answer, Event, Format, Secrets, body, discord, message_id, slack};
use http::Request;
use http::header::{CONTENT_TYPE, RETRY_AFTER, USER_AGENT};
use std::sync::Weak;

/// Makes one attempt. The office may be gone before it ends.
pub(super) async fn attempt(
    office: &Weak<Inner>,
    kept: &Kept,
    event: u64,
) -> (Answer, Option<u16>, Option<String>) {
    let failed = |why: &str| (Answer::Failed, None, Some(why.to_owned()));
    let (http, request) = {
        let Some(office) = office.upgrade() else { return failed("the room closes") };
        let stored = match office.store.hook_event(event).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return failed("the event is gone"),
            Err(_) => return failed("the event could not be read"),
        };
        let Some(request) = request_of(&office, kept, &stored) else {
            return failed("the address or the event cannot be read");
        };
        let Some(http) = office.http() else { return failed("there is no CA to trust") };
        (http.clone(), request)
    };
    match http.send(request).await {
        Ok(answer) => {
            let after = answer.headers().get(RETRY_AFTER).and_then(|it| it.to_str().ok());
            let status = answer.status().as_u16();
            (Answer::of(now_ms(), status, after, answer.body()), Some(status), None)
        }
        Err(error) => failed(&error.to_string()),
    }
}

/// Writes the request for an event, signed now.
fn request_of(office: &Inner, kept: &Kept, stored: &StoredHookEvent) -> Option<Request<Vec<u8>>> {
    let StoredHookEvent { id, at_ms, subject } = stored;
    let subject = serde_json::from_str(subject).ok()?;
    let event = Event { sequence: *id, at_ms: *at_ms, is_private: false, subject };
    let text = match kept.hook.format {
        Format::Standard => body(&event, &office.look.address),
        Format::Discord => discord(&event, &office.look).to_string(),
        Format::Slack => slack(&event, &office.look).to_string(),
    };
    let request = Request::post(&kept.hook.address)
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, crate::SERVER);
    let request = match kept.hook.format {
        Format::Standard => signed(office, &kept.secrets, *id, &text, request)?,
        Format::Discord | Format::Slack => request,
    };
    request.body(text.into_bytes()).ok()
}

fn signed(
    office: &Inner,
    secrets: &Secrets,
    event: u64,
    text: &str,
    request: http::request::Builder,
) -> Option<http::request::Builder> {
    let id = message_id(office.room.get()?, event);
    let signed = secrets.sign(now_ms(), id, text.as_bytes());
    Some(
        request
            .header("webhook-id", signed.id)
            .header("webhook-timestamp", signed.timestamp)
            .header("webhook-signature", signed.signature),
    )
}
