//! Hooks as they are stored and as administrators see them.

use crate::store::StoredHook;
use crate::vault::Vault;
use cardroom_hooks::{EventKind, Format, Hook, OffReason, Secret, Secrets};
use cardroom_protocol::TournamentId;
use cardroom_protocol::hooks::{HookFormat, HookTerms};
use cardroom_protocol::limits::{MAX_HOOK_ADDRESS_BYTES, MAX_LEAGUE_NAME_CHARS};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A hook with everything that is stored of it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) hook: Hook,
    pub(super) secrets: Secrets,
    pub(super) made_ms: u64,
    pub(super) failing_since_ms: Option<u64>,
    pub(super) off: Option<OffReason>,
    pub(super) dropped: u64,
}

/// Secrets as they are sealed.
#[derive(Serialize, Deserialize)]
struct Texts {
    current: String,
    former: Option<(String, u64)>,
}

/// Why terms are refused. Administrators read the text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadTerms {
    #[error("An address has at most {MAX_HOOK_ADDRESS_BYTES} bytes.")]
    LongAddress,
    #[error("A hook needs at least one event.")]
    NoEvents,
    #[error("There is no event \"{0}\".")]
    UnknownEvent(String),
    #[error("The id of a league has 1 to {MAX_LEAGUE_NAME_CHARS} characters.")]
    NoLeague,
}

impl Kept {
    pub(super) fn read(vault: &Vault, stored: StoredHook) -> Option<Self> {
        let mut hook: Hook = serde_json::from_str(&stored.terms).ok()?;
        hook.id = stored.id;
        let Texts { current, former } =
            serde_json::from_slice(&vault.unseal_hook(&stored.secrets)?).ok()?;
        let secret = |text: &str| Secret::parse(text).ok();
        let former = match former {
            Some((text, until_ms)) => Some((secret(&text)?, until_ms)),
            None => None,
        };
        let off = stored.off.map(|off| serde_json::from_value(off.into()));
        Some(Self {
            hook,
            secrets: Secrets { current: secret(&current)?, former },
            made_ms: stored.made_ms,
            failing_since_ms: stored.failing_since_ms,
            off: off.transpose().ok()?,
            dropped: stored.dropped,
        })
    }

    pub(super) fn stored(&self, vault: &Vault) -> StoredHook {
        let Secrets { current, former } = &self.secrets;
        let former = former.as_ref().map(|(secret, until_ms)| (secret.text(), *until_ms));
        let texts = Texts { current: current.text(), former };
        let plain = serde_json::to_vec(&texts).expect("secrets are nothing but data");
        StoredHook {
            id: self.hook.id,
            made_ms: self.made_ms,
            terms: serde_json::to_string(&self.hook).expect("a hook is nothing but data"),
            secrets: vault.seal_hook(&plain),
            failing_since_ms: self.failing_since_ms,
            off: self.off.map(off_text),
            dropped: self.dropped,
        }
    }
}

/// Returns why a hook is off, as it is stored and shown.
pub(super) fn off_text(reason: OffReason) -> String {
    let text = match reason {
        OffReason::Gone => "gone",
        OffReason::Failing => "failing",
        OffReason::Operator => "operator",
    };
    text.to_owned()
}

/// Reads the terms of a hook. The caller checks where the address leads.
pub(super) fn hook_of(id: u64, terms: &HookTerms) -> Result<Hook, BadTerms> {
    if terms.address.len() > MAX_HOOK_ADDRESS_BYTES {
        return Err(BadTerms::LongAddress);
    }
    if terms.events.is_empty() {
        return Err(BadTerms::NoEvents);
    }
    let kind = |name: &String| {
        let kind = EventKind::parse(name).filter(|kind| kind.can_be_listed());
        kind.ok_or_else(|| BadTerms::UnknownEvent(name.chars().take(40).collect()))
    };
    let is_league = |league: &String| (1..=MAX_LEAGUE_NAME_CHARS).contains(&league.chars().count());
    if !terms.leagues.iter().all(is_league) {
        return Err(BadTerms::NoLeague);
    }
    Ok(Hook {
        id,
        address: terms.address.clone(),
        events: terms.events.iter().map(kind).collect::<Result<BTreeSet<_>, _>>()?,
        leagues: terms.leagues.iter().cloned().collect(),
        tournaments: terms.tournaments.iter().map(|tournament| tournament.0).collect(),
        format: match terms.format {
            HookFormat::Standard => Format::Standard,
            HookFormat::Discord => Format::Discord,
            HookFormat::Slack => Format::Slack,
        },
    })
}

/// Returns the terms of a hook, as administrators see them.
pub(super) fn shown(hook: &Hook) -> HookTerms {
    HookTerms {
        address: hook.address.clone(),
        events: hook.events.iter().map(|kind| kind.name().to_owned()).collect(),
        leagues: hook.leagues.iter().cloned().collect(),
        tournaments: hook.tournaments.iter().map(|id| TournamentId(*id)).collect(),
        format: match hook.format {
            Format::Standard => HookFormat::Standard,
            Format::Discord => HookFormat::Discord,
            Format::Slack => HookFormat::Slack,
        },
    }
}
