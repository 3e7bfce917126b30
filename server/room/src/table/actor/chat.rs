//! Chat at a table: who may say what, and what is kept for the operators.

use super::Actor;
use crate::inbox::Viewer;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::client::Chat;
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::ServerMessage;
use cardroom_rules::Millis;

impl Actor {
    /// Stores a line of chat.
    pub(super) fn keep_chat(&self, aside: Option<&ServerMessage>, asker: Option<&Viewer>) {
        if let Some(ServerMessage::ChatLine(line)) = aside
            && let Some(player) = asker.and_then(|viewer| viewer.player.as_ref())
        {
            let now = self.services.clock.now().0;
            self.services.moderation.said(now, player.account, self.id, &line.text);
        }
    }

    /// Returns why the room forbids a request, which the table would accept; `None` if it does not.
    pub(super) fn forbids(
        &self,
        now: Millis,
        viewer: &Viewer,
        request: &TableRequest,
    ) -> Option<(ErrorCode, &'static str)> {
        let (TableRequest::Chat(_) | TableRequest::Emote(_)) = request else { return None };
        if let Some(text) = self.muted(now, viewer) {
            return Some((ErrorCode::Forbidden, text));
        }
        let TableRequest::Chat(Chat { text, .. }) = request else { return None };
        let why = "This room does not allow a word in your line. Say it differently.";
        self.services.moderation.forbids(text).then_some((ErrorCode::BadText, why))
    }

    /// Returns why a viewer may not chat; `None` if neither an operator nor the floor of the
    /// tournament has muted it.
    fn muted(&self, now: Millis, viewer: &Viewer) -> Option<&'static str> {
        let account = viewer.player.as_ref()?.account;
        let registry = &self.services.registry;
        if registry.is_silenced(account, now) {
            return Some(
                "An operator has muted you in this room. Ask the room's operator about it.",
            );
        }
        let event = self.core.description().event.as_ref()?;
        registry
            .is_muted(event.tournament, account)
            .then_some("You are muted in this tournament. Ask the floor to unmute you.")
    }
}
