//! Chat and emotes at a table. If chat is not free, only lines that reveal nothing and advise no
//! player are allowed while a hand is contested (TDA 67; GAPS G-54). This module checks who is muted
//! at this table, not who is muted in its tournament.

use super::audience::Audience;
use super::refusals::{Refused, not_seated, refused};
use super::seats::seat_of;
use super::{Outputs, player_id};
use cardroom_engine::Viewer;
use cardroom_hybrid::HybridTable;
use cardroom_protocol::limits::MIN_EMOTE_MS;
use cardroom_protocol::server::{ChatLine, Emoted};
use cardroom_protocol::table::EmoteKind;
use cardroom_protocol::{ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::TableId;
use cardroom_rules::rulebook::ChatInHand;
use cardroom_rules::{Millis, PlayerId, Rulebook, SeatNo};
use std::collections::BTreeMap;

/// The shortest time between two emotes of a player.
const EMOTE_EVERY: Millis = Millis(MIN_EMOTE_MS);

/// Lines that are always allowed.
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

/// The pace of emotes.
#[derive(Debug, Default)]
pub(super) struct Emotes {
    /// When each player last showed an emote.
    last: BTreeMap<PlayerId, Millis>,
}

impl Emotes {
    /// Counts an emote of a player. Returns `false` if it comes too soon after the last one.
    fn count(&mut self, now: Millis, player: PlayerId) -> bool {
        self.last.retain(|_, last| now.since(*last) < EMOTE_EVERY);
        let is_first = !self.last.contains_key(&player);
        if is_first {
            self.last.insert(player, now);
        }
        is_first
    }

    /// Shows an emote of a seated player to the whole table. The emotes are fixed and reveal
    /// nothing about a hand, so they are allowed during a hand, too.
    pub(super) fn show(
        &mut self,
        now: Millis,
        (id, table): (TableId, &HybridTable),
        audience: &Audience,
        player: &Player,
        emote: EmoteKind,
        outputs: &mut Outputs,
    ) -> Result<(), Refused> {
        let seat = seat_of(table, player.account).ok_or_else(not_seated)?;
        check_not_muted(audience, player)?;
        if !self.count(now, player_id(player.account)) {
            let text = "You can show one emote every two seconds. Wait a moment, then try again.";
            return Err(refused(ErrorCode::RateLimited, text));
        }
        let table = WireTableId(id.0);
        outputs.aside = Some(Emoted { table, seat: seat.0, emote }.into());
        Ok(())
    }
}

/// Sends a line of a player to the whole table.
pub(super) fn speak(
    (id, table): (TableId, &HybridTable),
    audience: &Audience,
    is_free: bool,
    player: &Player,
    text: String,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    check_not_muted(audience, player)?;
    let live = live_seats(table);
    if !is_free && live.len() > 1 {
        let plays = seat_of(table, player.account).is_some_and(|seat| live.contains(&seat));
        check_line(&table.setup().rulebook, live.len() == 2 && plays, &text)?;
    }
    let (table, name, staff) = (WireTableId(id.0), player.name.to_string(), player.staff);
    let line = ChatLine { table, name, text, staff };
    outputs.aside = Some(line.into());
    Ok(())
}

fn check_not_muted(audience: &Audience, player: &Player) -> Result<(), Refused> {
    if audience.is_muted(player.account) {
        let text = "You are muted at this table. Ask the host or the floor to unmute you.";
        return Err(refused(ErrorCode::Forbidden, text));
    }
    Ok(())
}

/// Checks a line that a player sends while a hand is contested. Some rulebooks let a heads-up player
/// speculate about the opponent's hand (TNPL J2-ii).
fn check_line(book: &Rulebook, is_heads_up: bool, text: &str) -> Result<(), Refused> {
    let canned = CANNED.iter().any(|line| line.eq_ignore_ascii_case(text.trim()));
    let is_allowed = book.penalties.chat_in_hand == ChatInHand::OpponentsHandHeadsUp;
    if canned || is_heads_up && is_allowed {
        return Ok(());
    }
    let lines = CANNED.join(", ");
    let text = format!("Free chat waits until the hand is over. You can say now: {lines}.");
    Err((ErrorCode::NotAllowedNow, text))
}

/// Returns the seats whose hands can still win.
fn live_seats(table: &HybridTable) -> Vec<SeatNo> {
    if table.hand_in_progress().is_none() {
        return Vec::new();
    }
    let seats = table.view(Viewer::Public).seats.into_iter();
    let live = seats.filter(|seat| seat.in_hand.as_ref().is_some_and(|hand| !hand.folded));
    live.map(|seat| seat.seat).collect()
}
