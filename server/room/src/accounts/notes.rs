//! Notes of players about other players: their limits, and access for the writer alone.

use super::AccountError;
use super::backing::Backing;
use crate::ids::AccountId;
use crate::store::StoredNote;
use cardroom_protocol::limits::{MAX_NOTE_CHARS, MAX_NOTE_COLOR, MAX_NOTES, MAX_NOTES_PER_PAGE};
use cardroom_protocol::notes::{Note, NotePage};
use cardroom_protocol::{RequestId, TimeMs};

/// The notes of all accounts.
pub struct Notes {
    backing: Backing,
}

impl Notes {
    pub(super) fn new(backing: Backing) -> Self {
        Self { backing }
    }

    /// Writes a note about the player with this name, replacing the previous one. Without text
    /// and color, deletes it.
    ///
    /// # Errors
    /// The text or the color is out of bounds, no other account has the name, there are too many
    /// notes, there is none to delete, or the store failed.
    pub async fn set(
        &self,
        account: AccountId,
        player: &str,
        text: &str,
        color: u8,
    ) -> Result<(), AccountError> {
        let text = text.trim();
        if !is_note(text) || color > MAX_NOTE_COLOR {
            return Err(AccountError::BadNote);
        }
        let (store, failed) = (&self.backing.store, |error| self.backing.failed(&error));
        let about = store.account_by_name(player).await.map_err(failed)?;
        let about = about.filter(|about| about.id != account).ok_or(AccountError::NoSuchPlayer)?.id;
        if text.is_empty() && color == 0 {
            let was_there = store.delete_note(account, about).await.map_err(failed)?;
            return was_there.then_some(()).ok_or(AccountError::NoSuchNote);
        }
        let text = text.to_owned();
        let note = StoredNote { account, about, text, color, written_ms: self.backing.now_ms() };
        let at_most = u32::try_from(MAX_NOTES).unwrap_or(u32::MAX);
        let is_stored = store.set_note(&note, at_most).await.map_err(failed)?;
        is_stored.then_some(()).ok_or(AccountError::TooManyNotes)
    }

    /// Returns a page of an account's notes. The caller fills in the request id.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn page(&self, account: AccountId, from: u32) -> Result<NotePage, AccountError> {
        let at_most = u32::try_from(MAX_NOTES_PER_PAGE).unwrap_or(u32::MAX);
        let found = self.backing.store.notes(account, from, at_most).await;
        let found = found.map_err(|error| self.backing.failed(&error))?;
        let notes = found.notes.into_iter().map(|(player, note)| Note {
            player,
            text: note.text,
            color: note.color,
            written_at: TimeMs(note.written_ms),
        });
        Ok(NotePage { request: RequestId(0), from, total: found.total, notes: notes.collect() })
    }
}

/// Returns `true` for a text that can be shown as it is, on any number of lines.
fn is_note(text: &str) -> bool {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let unwanted = |c: char| c != '\n' && c.is_control() || turns(c);
    text.chars().count() <= MAX_NOTE_CHARS && !text.contains(unwanted)
}
