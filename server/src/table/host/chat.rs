//! What may be said at a table. While a hand is contested only lines that tell nothing and advise nobody
//! pass (TDA 67; GAPS G-54); who may write at all is not decided here.

use super::TableHost;
use crate::table::handle::Player;
use cardroom_engine::Viewer;
use cardroom_protocol::ErrorCode;
use cardroom_rules::SeatNo;
use cardroom_rules::rulebook::ChatInHand;

/// Lines that may always be said.
pub(super) const CANNED: &[&str] = &[
    "Hello",
    "Good luck",
    "Nice hand",
    "Well played",
    "Good game",
    "Thank you",
    "Sorry",
    "Back in a moment",
    "Floor, please",
];

impl TableHost {
    /// Whether a player may say something now.
    pub(super) fn may_say(&self, player: &Player, text: &str) -> Result<(), (ErrorCode, String)> {
        let live = self.live_seats();
        let contested = live.len() > 1;
        let canned = CANNED.iter().any(|line| line.eq_ignore_ascii_case(text.trim()));
        if !contested || canned || self.may_talk_heads_up(player, &live) {
            return Ok(());
        }
        let lines = CANNED.join(", ");
        Err((ErrorCode::NotAllowedNow, format!("while a hand is contested only: {lines}")))
    }

    /// Heads-up a player may speculate about the opponent's hand, where the book has that (TNPL J2-ii).
    fn may_talk_heads_up(&self, player: &Player, live: &[SeatNo]) -> bool {
        let book = self.table.setup().rulebook.penalties.chat_in_hand;
        let plays = self.seat_of(player.account).is_some_and(|seat| live.contains(&seat));
        book == ChatInHand::OpponentsHandHeadsUp && live.len() == 2 && plays
    }

    /// Whose hands can still win.
    fn live_seats(&self) -> Vec<SeatNo> {
        if self.table.hand_in_progress().is_none() {
            return Vec::new();
        }
        let seats = self.table.view(Viewer::Public).seats.into_iter();
        let live = seats.filter(|seat| seat.in_hand.as_ref().is_some_and(|hand| !hand.folded));
        live.map(|seat| seat.seat).collect()
    }
}
