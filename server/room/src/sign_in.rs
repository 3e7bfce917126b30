//! Sign-in with an OpenID Connect provider: from the page to the provider and back with a ticket.
//!
//! The room stores nothing of a sign-in in progress, and remembers only which tickets were used. So a flood of them cannot fill its memory, and
//! a sign-in continues after a restart. The browser carries the provider's secrets in a sealed
//! cookie, and afterwards the player's identity in a sealed ticket. A ticket is useless without the
//! verifier that only the page has, in the tab that began the sign-in.

use crate::accounts::ProviderIdentity;
use crate::config::OidcSettings;
use crate::vault::{TextPurpose, Vault};
use cardroom_https::Outgoing;
use cardroom_oidc::{Flow, OidcError, Provider, Settings, UnusableCa};
use cardroom_protocol::Secret;
use cardroom_protocol::sign_in::SignInTicket;
use cardroom_rules::Millis;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The path to which the provider sends players back, below the room's address.
pub const CALLBACK: &str = "/oidc/callback";

/// The time a player has at the provider, and then with a ticket, in milliseconds.
const SIGN_IN_MS: u64 = 10 * 60 * 1_000;

/// The room's sign-in with a provider.
#[derive(Debug)]
pub struct SignIn {
    provider: Provider,
    name: String,
    is_secure: bool,
    vault: Arc<Vault>,
    /// The tickets that were used, by their hashes, and until when they would be valid.
    used: Mutex<HashMap<[u8; 32], Millis>>,
}

/// The use of a ticket. Unless the sign-in succeeds, the ticket can be used again.
#[must_use]
#[derive(Debug)]
pub struct Use<'a> {
    used: &'a Mutex<HashMap<[u8; 32], Millis>>,
    ticket: Option<[u8; 32]>,
}

impl Use<'_> {
    /// Notes that the sign-in succeeded.
    pub fn succeeded(mut self) {
        self.ticket = None;
    }
}

impl Drop for Use<'_> {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket {
            self.used.lock().remove(&ticket);
        }
    }
}

/// The reason why a room cannot offer sign-in with its provider.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The file with the client's secret cannot be read.
    #[error("oidc.client_secret_file {}: {error}", path.display())]
    SecretFile { path: PathBuf, error: io::Error },
    #[error("oidc.ca_file: {0}")]
    Ca(#[from] UnusableCa),
}

/// The start of a sign-in.
#[derive(Debug)]
pub struct Begun {
    /// The address at the provider to which the player goes.
    pub address: String,
    /// The sealed secrets, for a cookie.
    pub cookie: String,
    /// The secret of the page that began the sign-in.
    pub verifier: Secret,
}

/// A sign-in that the provider confirmed.
#[derive(Debug)]
pub struct Confirmed {
    pub identity: ProviderIdentity,
    /// The player's name at the provider, if the provider shares it.
    pub name: Option<String>,
    pub ticket: String,
}

/// The reason why a sign-in cannot be finished.
#[derive(Debug, thiserror::Error)]
pub enum NotConfirmed {
    /// The cookie is missing or too old, or the answer is for another browser.
    #[error("it took too long, or began in another browser")]
    Expired,
    /// The provider failed, or its answer cannot be trusted.
    #[error(transparent)]
    Provider(#[from] OidcError),
}

/// The parameters with which the provider sent the browser back.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// The code that the room exchanges for the player's identity.
    pub code: &'a str,
    /// The state that the sign-in began with.
    pub state: &'a str,
    /// The provider that issued the code, if the answer contains it (RFC 9207).
    pub issuer: Option<&'a str>,
}

/// A sign-in in progress, in its cookie.
#[derive(Serialize, Deserialize)]
struct InProgress {
    flow: Flow,
    /// SHA-256 of the page's verifier.
    verifier: [u8; 32],
    ends: Millis,
}

/// A confirmed sign-in, in its ticket.
#[derive(Serialize, Deserialize)]
struct Ticket {
    issuer: String,
    subject: String,
    /// SHA-256 of the page's verifier.
    verifier: [u8; 32],
    ends: Millis,
}

impl SignIn {
    /// Creates the configured sign-in; `None` if the room has no provider. Does not
    /// contact the provider yet.
    ///
    /// # Errors
    /// A file of the settings cannot be used.
    pub fn open(
        settings: &OidcSettings,
        vault: Arc<Vault>,
        outgoing: &Outgoing,
    ) -> Result<Option<Self>, SignInError> {
        if !settings.is_on() {
            return Ok(None);
        }
        let set = |path: &PathBuf| (!path.as_os_str().is_empty()).then(|| path.clone());
        let secret = |path: PathBuf| match std::fs::read_to_string(&path) {
            Ok(secret) => Ok(secret.trim().to_owned()),
            Err(error) => Err(SignInError::SecretFile { path, error }),
        };
        let settings_of_provider = Settings {
            issuer: settings.issuer.clone(),
            client_id: settings.client_id.clone(),
            client_secret: set(&settings.client_secret_file).map(secret).transpose()?,
            redirect: format!("{}{CALLBACK}", settings.address),
            scopes: settings.scopes.clone(),
            ca_file: set(&settings.ca_file),
        };
        let provider = Provider::new(settings_of_provider, outgoing)?;
        let is_secure = settings.address.starts_with("https://");
        let (name, used) = (settings.name.trim().to_owned(), Mutex::default());
        Ok(Some(Self { provider, name, is_secure, vault, used }))
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if browsers reach the room over HTTPS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Begins a sign-in at the provider.
    ///
    /// # Errors
    /// The provider cannot be reached.
    pub async fn begin(&self, now: Millis) -> Result<Begun, OidcError> {
        let begun = self.provider.begin().await?;
        let verifier = crate::accounts::new_secret();
        let in_progress =
            InProgress { flow: begun.flow, verifier: hash(&verifier), ends: end(now) };
        let cookie = self.seal(TextPurpose::SignInFlow, &in_progress);
        Ok(Begun { address: begun.address, cookie, verifier })
    }

    /// Finishes a sign-in with the provider's answer.
    ///
    /// # Errors
    /// The cookie is not of this sign-in, or the provider does not confirm it.
    pub async fn confirm(
        &self,
        cookie: &str,
        answer: Answer<'_>,
        now: Millis,
    ) -> Result<Confirmed, NotConfirmed> {
        let in_progress: Option<InProgress> = self.unseal(TextPurpose::SignInFlow, cookie);
        let in_progress = in_progress.filter(|begun| now < begun.ends);
        let InProgress { flow, verifier, .. } = in_progress.ok_or(NotConfirmed::Expired)?;
        if Sha256::digest(&flow.state) != Sha256::digest(answer.state) {
            return Err(NotConfirmed::Expired);
        }
        let found = self.provider.finish(flow, answer.code.to_owned(), answer.issuer).await?;
        let (issuer, subject) = (self.provider.issuer().to_owned(), found.subject);
        let ticket =
            Ticket { issuer: issuer.clone(), subject: subject.clone(), verifier, ends: end(now) };
        let ticket = self.seal(TextPurpose::SignInTicket, &ticket);
        let identity = ProviderIdentity { issuer, subject };
        Ok(Confirmed { identity, name: found.name, ticket })
    }

    /// Uses a ticket, and returns the identity that it proves; `None` if it expired, was used, is not
    /// from this room and its provider, or comes without its verifier. A ticket that was used before
    /// a restart can be used once more.
    pub fn use_ticket(
        &self,
        ticket: &SignInTicket,
        now: Millis,
    ) -> Option<(ProviderIdentity, Use<'_>)> {
        let identity = self.identity(ticket, now)?;
        let mut used = self.used.lock();
        used.retain(|_, ends| now < *ends);
        let ticket = hash(&ticket.ticket);
        used.insert(ticket, end(now)).is_none().then_some(())?;
        Some((identity, Use { used: &self.used, ticket: Some(ticket) }))
    }

    fn identity(&self, ticket: &SignInTicket, now: Millis) -> Option<ProviderIdentity> {
        let opened: Ticket = self.unseal(TextPurpose::SignInTicket, &ticket.ticket.0)?;
        let is_good = now < opened.ends
            && opened.verifier == hash(&ticket.verifier)
            && opened.issuer == self.provider.issuer();
        is_good.then_some(ProviderIdentity { issuer: opened.issuer, subject: opened.subject })
    }

    fn seal(&self, purpose: TextPurpose, value: &impl Serialize) -> String {
        let bytes = postcard::to_stdvec(value).expect("a few texts fit into memory");
        self.vault.seal_text(purpose, &bytes)
    }

    fn unseal<T: for<'de> Deserialize<'de>>(&self, purpose: TextPurpose, text: &str) -> Option<T> {
        postcard::from_bytes(&self.vault.unseal_text(purpose, text)?).ok()
    }
}

fn end(now: Millis) -> Millis {
    Millis(now.0.saturating_add(SIGN_IN_MS))
}

fn hash(secret: &Secret) -> [u8; 32] {
    Sha256::digest(secret.0.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_oidc::test_provider::{CLIENT_ID, CLIENT_SECRET, TestProvider};

    const NOW: Millis = Millis(1_800_000_000_000);

    async fn club() -> (TestProvider, OidcSettings, tempfile::TempDir) {
        let provider = TestProvider::start("ada-1815", Some("Ada")).await;
        let folder = tempfile::tempdir().unwrap();
        let client_secret_file = folder.path().join("secret");
        std::fs::write(&client_secret_file, format!("{CLIENT_SECRET}\n")).unwrap();
        let settings = OidcSettings {
            issuer: provider.issuer.clone(),
            name: "The Club".to_owned(),
            client_id: CLIENT_ID.to_owned(),
            client_secret_file,
            address: "https://cards.example".to_owned(),
            ..OidcSettings::default()
        };
        (provider, settings, folder)
    }

    fn outgoing() -> Outgoing {
        Outgoing::new(cardroom_https::Settings::default(), tokio::runtime::Handle::current())
    }

    fn open(settings: &OidcSettings, vault: &Arc<Vault>) -> SignIn {
        SignIn::open(settings, Arc::clone(vault), &outgoing()).unwrap().unwrap()
    }

    fn answer<'a>(code: &'a str, state: &'a str) -> Answer<'a> {
        Answer { code, state, issuer: None }
    }

    #[tokio::test]
    async fn a_ticket_works_for_ten_minutes_with_its_verifier_alone() {
        let (provider, settings, _folder) = club().await;
        let vault = Arc::new(Vault::in_memory());
        let sign_in = open(&settings, &vault);
        let begun = sign_in.begin(NOW).await.unwrap();
        let approved = provider.approve(&begun.address);
        assert!(approved.address.starts_with("https://cards.example/oidc/callback?"));
        // The room was restarted in between.
        let sign_in = open(&settings, &vault);
        let answer = answer(&approved.code, &approved.state);
        let confirmed = sign_in.confirm(&begun.cookie, answer, NOW).await.unwrap();
        assert_eq!(confirmed.name.as_deref(), Some("Ada"));
        let ticket = |verifier: &Secret| SignInTicket {
            ticket: Secret(confirmed.ticket.clone()),
            verifier: verifier.clone(),
        };
        let good = ticket(&begun.verifier);
        assert_eq!(sign_in.identity(&good, NOW), Some(confirmed.identity.clone()));
        let late = Millis(NOW.0 + SIGN_IN_MS);
        assert_eq!(sign_in.identity(&good, late), None);
        assert_eq!(sign_in.identity(&ticket(&Secret::from("another tab")), NOW), None);
        // A cookie does not work as a ticket.
        let cookie = SignInTicket { ticket: Secret(begun.cookie.clone()), ..good.clone() };
        assert_eq!(sign_in.identity(&cookie, NOW), None);
        // A sign-in that fails, such as for a name that is taken, leaves the ticket.
        drop(sign_in.use_ticket(&good, NOW).unwrap());
        let (identity, first) = sign_in.use_ticket(&good, NOW).unwrap();
        assert!(sign_in.use_ticket(&good, NOW).is_none(), "while it is used");
        assert_eq!(identity, confirmed.identity);
        first.succeeded();
        assert!(sign_in.use_ticket(&good, NOW).is_none(), "it was used");
        let other = open(&settings, &Arc::new(Vault::in_memory()));
        assert_eq!(other.identity(&good, NOW), None, "another room");
        let moved = OidcSettings { issuer: "https://other.example".to_owned(), ..settings };
        assert_eq!(open(&moved, &vault).identity(&good, NOW), None, "another provider");
    }

    #[tokio::test]
    async fn an_answer_counts_in_the_browser_that_began_and_in_time() {
        let (provider, settings, _folder) = club().await;
        let sign_in = open(&settings, &Arc::new(Vault::in_memory()));
        let [ours, other] = [sign_in.begin(NOW).await.unwrap(), sign_in.begin(NOW).await.unwrap()];
        let approved = provider.approve(&ours.address);
        let sent = answer(&approved.code, &approved.state);
        let requests = provider.requests();
        let late = Millis(NOW.0 + SIGN_IN_MS);
        for (cookie, at) in [(&*other.cookie, NOW), ("", NOW), ("00", NOW), (&*ours.cookie, late)] {
            let refused = sign_in.confirm(cookie, sent.clone(), at).await;
            assert!(matches!(refused, Err(NotConfirmed::Expired)), "{cookie}: {refused:?}");
        }
        assert_eq!(provider.requests(), requests, "the provider was not asked");
        sign_in.confirm(&ours.cookie, sent, NOW).await.unwrap();
    }

    #[tokio::test]
    async fn a_secret_file_that_is_missing_is_named() {
        let (_provider, settings, folder) = club().await;
        let client_secret_file = folder.path().join("missing");
        let settings = OidcSettings { client_secret_file, ..settings };
        let error = SignIn::open(&settings, Arc::new(Vault::in_memory()), &outgoing()).unwrap_err();
        assert!(error.to_string().starts_with("oidc.client_secret_file"), "{error}");
        let off = SignIn::open(&OidcSettings::default(), Arc::new(Vault::in_memory()), &outgoing());
        assert!(off.unwrap().is_none());
    }
}
