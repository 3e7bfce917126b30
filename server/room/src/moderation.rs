//! Chat at tables: words that the room does not allow, and chat that is stored for a while, so that
//! operators can check players' reports. A line is stored moments after the table has read it, so
//! the last lines before a crash may be missing.

use crate::accounts::Accounts;
use crate::config::ModerationSettings;
use crate::confusable::skeleton;
use crate::ids::{AccountId, TableId};
use crate::store::{Store, StoredChatLine};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many lines may wait to be stored. If more are waiting, the disk is not responding.
const WAITING: usize = 4_096;

/// How many lines are stored together.
const TOGETHER: usize = 256;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The rules for chat, and its storage. Cheap to clone. The default allows
/// everything and stores nothing.
#[derive(Clone, Debug, Default)]
pub struct Moderation {
    words: Arc<Words>,
    chat: Option<mpsc::Sender<StoredChatLine>>,
}

/// The skeletons of words that are not allowed.
#[derive(Debug, Default)]
struct Words {
    whole: BTreeSet<String>,
    beginnings: Vec<String>,
}

impl Moderation {
    /// Starts a task that stores chat as long as this value or a clone of it lives.
    pub fn start(settings: &ModerationSettings, store: Arc<dyn Store>) -> Self {
        let words = Arc::new(Words::new(&settings.words));
        if settings.chat_days == 0 {
            return Self { words, chat: None };
        }
        let (chat, lines) = mpsc::channel(WAITING);
        tokio::spawn(keep(store, lines));
        Self { words, chat: Some(chat) }
    }

    /// Returns `true` if a line contains a word that the room does not allow. Ignores case,
    /// look-alike letters, and characters between words.
    #[must_use]
    pub fn forbids(&self, line: &str) -> bool {
        self.words.are_in(line)
    }

    /// Stores a line that the table has read.
    pub fn said(&self, at_ms: u64, account: AccountId, table: TableId, text: &str) {
        let Some(chat) = &self.chat else { return };
        let line = StoredChatLine { at_ms, account, table, text: text.to_owned() };
        if chat.try_send(line).is_err() {
            tracing::warn!(%table, "did not store a line of chat, because too many are waiting");
        }
    }
}

impl Words {
    fn new(words: &[String]) -> Self {
        let mut all = Self::default();
        for word in words.iter().map(|word| word.trim()).filter(|word| !word.is_empty()) {
            match word.strip_suffix('*') {
                Some(beginning) => all.beginnings.push(skeleton(beginning)),
                None => {
                    all.whole.insert(skeleton(word));
                }
            }
        }
        all
    }

    fn are_in(&self, line: &str) -> bool {
        if self.whole.is_empty() && self.beginnings.is_empty() {
            return false;
        }
        let words = line.split(|symbol: char| !symbol.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(skeleton).any(|word| {
            self.whole.contains(&word) || self.beginnings.iter().any(|it| word.starts_with(it))
        })
    }
}

async fn keep(store: Arc<dyn Store>, mut lines: mpsc::Receiver<StoredChatLine>) {
    let mut batch = Vec::new();
    while lines.recv_many(&mut batch, TOGETHER).await > 0 {
        if let Err(error) = store.keep_chat(&batch).await {
            tracing::warn!(%error, lines = batch.len(), "could not store chat");
        }
        batch.clear();
    }
}

/// Deletes chat and reports that are older than the operator's limits.
pub async fn forget_old(accounts: &Accounts, settings: &ModerationSettings, now_ms: u64) {
    let ago = |days: u64| now_ms.saturating_sub(days.saturating_mul(DAY_MS));
    if settings.chat_days > 0 {
        match accounts.operations().forget_chat(ago(settings.chat_days)).await {
            Ok(0) => {}
            Ok(lines) => tracing::info!(lines, "deleted old chat"),
            Err(error) => tracing::warn!(%error, "could not delete old chat"),
        }
    }
    if settings.report_days > 0 {
        match accounts.operations().forget_reports(ago(settings.report_days)).await {
            Ok(0) => {}
            Ok(reports) => tracing::info!(reports, "deleted old reports"),
            Err(error) => tracing::warn!(%error, "could not delete old reports"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_whole_whatever_its_case_and_letters_look_like() {
        let words = ["fish".to_owned(), "donk*".to_owned(), " ".to_owned()];
        let words = Words::new(&words);
        for line in ["You FISH!", "f\u{456}sh", "a donkey", "Donk.", "so,fish"] {
            assert!(words.are_in(line), "{line}");
        }
        for line in ["selfish", "fisherman", "Good game", ""] {
            assert!(!words.are_in(line), "{line}");
        }
        assert!(!Words::default().are_in("fish"));
    }
}
