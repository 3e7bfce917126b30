//! Sign-in with an OpenID Connect provider, by the authorization code flow with PKCE (OpenID
//! Connect Core 1.0, section 3.1; RFC 7636).
//!
//! [`Provider::begin`] makes the address at which a player signs in with the provider.
//! [`Provider::finish`] exchanges the returned code for the player's [`Identity`]. In between, the
//! caller keeps the [`Flow`] secret and bound to the browser that began it. The crate knows nothing
//! of accounts, cookies or pages.
#![forbid(unsafe_code)]

#[cfg(feature = "test-provider")]
pub mod test_provider;

pub use cardroom_https::{HttpError, UnusableCa, is_reachable_address};

use cardroom_https::{HttpClient, Outgoing};
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreProviderMetadata,
};
use openidconnect::{
    AccessTokenHash, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret,
    CsrfToken, EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl, LocalizedClaim, Nonce,
    OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError,
    Scope, SignatureVerificationError, TokenResponse as _,
};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// How long the provider's metadata and keys are used before they are read again.
const METADATA_TIME: Duration = Duration::from_secs(60 * 60);

/// The delay before a failed provider is contacted again, and before new keys are looked up again.
const RETRY_TIME: Duration = Duration::from_secs(10);

/// How far the provider's clock may be ahead of this machine's.
const CLOCK_DIFFERENCE: Duration = Duration::from_secs(60);

/// The most bytes of a provider's subject (OpenID Connect Core 1.0, section 2).
const MAX_SUBJECT_BYTES: usize = 255;

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// The settings of one provider, as registered for this client.
#[derive(Clone)]
pub struct Settings {
    /// The issuer, such as `https://accounts.example.org`. Its metadata is read
    /// from `/.well-known/openid-configuration` below it.
    pub issuer: String,
    pub client_id: String,
    /// `None` for a public client.
    pub client_secret: Option<String>,
    /// The address to which the provider sends players back.
    pub redirect: String,
    /// The scopes to request, in addition to `openid`.
    pub scopes: Vec<String>,
    /// A PEM file with CAs to trust in addition to those of the system.
    pub ca_file: Option<PathBuf>,
}

/// The secrets of one sign-in in progress. They belong to one browser and can be used once.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flow {
    /// The provider returns it with the code (`state`).
    pub state: String,
    nonce: String,
    pkce_verifier: String,
}

/// The start of a sign-in.
#[derive(Debug)]
pub struct Begun {
    /// The address at the provider that the player opens.
    pub address: String,
    /// The secrets that [`Provider::finish`] needs.
    pub flow: Flow,
}

/// A player, as the provider knows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The provider's id of the player: unique, and never reassigned.
    pub subject: String,
    /// The player's display name, if the provider sends one. It is not unique.
    pub name: Option<String>,
}

/// Why a sign-in failed. The messages are for the operator's log and contain no secret.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The issuer or the redirect is not a URL.
    #[error("{0}")]
    NotAUrl(String),
    /// The provider failed a moment ago, and the retry delay is not over.
    #[error("the provider failed a moment ago; the next try is due in {} s", RETRY_TIME.as_secs())]
    FailedLately,
    /// The provider's metadata or keys cannot be read.
    #[error("the provider's metadata cannot be read: {0}")]
    Metadata(String),
    /// The provider has no token endpoint.
    #[error("the provider's metadata names no token endpoint")]
    NoTokenEndpoint,
    /// The provider did not exchange the code.
    #[error("the provider did not exchange the code: {0}")]
    Exchange(String),
    /// The code came from another provider (RFC 9207).
    #[error("the code came from the issuer {0:?}, which is not the one that was asked")]
    OtherIssuer(String),
    /// The response has no ID token.
    #[error("the provider sent no ID token")]
    NoIdToken,
    /// The ID token cannot be trusted.
    #[error("the ID token cannot be trusted: {0}")]
    Untrusted(String),
}

/// An OpenID Connect provider. Its metadata is read when it is first needed, so that the
/// server starts without it.
pub struct Provider {
    settings: Settings,
    http: HttpClient,
    known: Mutex<Known>,
}

/// The provider's metadata, as far as it was read.
#[derive(Default)]
struct Known {
    client: Option<(Arc<Client>, Instant)>,
    failed: Option<Instant>,
}

impl Provider {
    /// Creates a provider without contacting it. Its issuer may be on a private network, because
    /// the operator named it.
    ///
    /// # Errors
    /// The CA file cannot be used, or the system has no CAs.
    pub fn new(settings: Settings, outgoing: &Outgoing) -> Result<Self, UnusableCa> {
        let http = outgoing.client(settings.ca_file.as_deref())?.reaching(&settings.issuer);
        Ok(Self { settings, http, known: Mutex::default() })
    }

    /// Returns the provider's issuer, as configured.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    /// Begins a sign-in: returns the address at the provider, and the secrets for the way back.
    ///
    /// # Errors
    /// The provider's metadata cannot be read.
    pub async fn begin(&self) -> Result<Begun, OidcError> {
        let client = self.client(METADATA_TIME).await?;
        let (challenge, pkce_verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let scopes = self.settings.scopes.iter().cloned().map(Scope::new);
        let (address, state, nonce) = client
            .authorize_url(flow, CsrfToken::new_random, Nonce::new_random)
            .add_scopes(scopes)
            .set_pkce_challenge(challenge)
            .url();
        let flow = Flow {
            state: state.into_secret(),
            nonce: nonce.secret().clone(),
            pkce_verifier: pkce_verifier.into_secret(),
        };
        Ok(Begun { address: address.into(), flow })
    }

    /// Exchanges a code from the provider for the player's identity. `issuer` is the one that came
    /// with the code, if any. The caller must have compared the state.
    ///
    /// # Errors
    /// The provider does not exchange the code, or its ID token is invalid: not for this client and
    /// flow, expired, or not signed with a key of the provider.
    pub async fn finish(
        &self,
        flow: Flow,
        code: String,
        issuer: Option<&str>,
    ) -> Result<Identity, OidcError> {
        if let Some(other) = issuer.filter(|issuer| *issuer != self.settings.issuer) {
            return Err(OidcError::OtherIssuer(other.to_owned()));
        }
        let client = self.client(METADATA_TIME).await?;
        let request = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(|_| OidcError::NoTokenEndpoint)?
            .set_pkce_verifier(PkceCodeVerifier::new(flow.pkce_verifier));
        let call = self.http.caller();
        let tokens = request.request_async(&call).await.map_err(|error| {
            // The variant for responses that do not parse holds the whole response, tokens
            // included.
            OidcError::Exchange(match error {
                RequestTokenError::ServerResponse(response) => response.to_string(),
                RequestTokenError::Request(error) => error.to_string(),
                RequestTokenError::Parse(error, _) => format!("the answer at {}", error.path()),
                RequestTokenError::Other(text) => text,
            })
        })?;
        let token = tokens.id_token().ok_or(OidcError::NoIdToken)?;
        let nonce = Nonce::new(flow.nonce);
        let claims = match token.claims(&verifier(&client), &nonce) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                // The provider may have new keys since its metadata was read.
                let client = self.client(RETRY_TIME).await?;
                token.claims(&verifier(&client), &nonce).cloned()
            }
            claims => claims.cloned(),
        };
        let claims = claims.map_err(|error| OidcError::Untrusted(chain(&error)))?;
        if let Some(expected) = claims.access_token_hash() {
            let untrusted = |text: String| OidcError::Untrusted(text);
            let alg = token.signing_alg().map_err(|error| untrusted(chain(&error)))?;
            let client = self.client(METADATA_TIME).await?;
            let checked = verifier(&client);
            let key = token.signing_key(&checked).map_err(|error| untrusted(chain(&error)))?;
            let hash = AccessTokenHash::from_token(tokens.access_token(), alg, key);
            if hash.map_err(|error| untrusted(chain(&error)))? != *expected {
                return Err(untrusted("it belongs to another access token".to_owned()));
            }
        }
        identity(&claims)
    }

    /// Returns the client, with metadata no older than `age`.
    async fn client(&self, age: Duration) -> Result<Arc<Client>, OidcError> {
        let mut known = self.known.lock().await;
        if let Some((client, read)) = &known.client
            && read.elapsed() < age
        {
            return Ok(Arc::clone(client));
        }
        if known.failed.is_some_and(|failed| failed.elapsed() < RETRY_TIME) {
            return Err(OidcError::FailedLately);
        }
        match self.discover().await {
            Ok(client) => {
                let client = Arc::new(client);
                *known =
                    Known { client: Some((Arc::clone(&client), Instant::now())), failed: None };
                Ok(client)
            }
            Err(error) => {
                known.failed = Some(Instant::now());
                Err(error)
            }
        }
    }

    async fn discover(&self) -> Result<Client, OidcError> {
        let settings = &self.settings;
        let not_a_url =
            |error: openidconnect::url::ParseError| OidcError::NotAUrl(error.to_string());
        let issuer = IssuerUrl::new(settings.issuer.clone()).map_err(not_a_url)?;
        let redirect = RedirectUrl::new(settings.redirect.clone()).map_err(not_a_url)?;
        let call = self.http.caller();
        let metadata = CoreProviderMetadata::discover_async(issuer, &call).await;
        let metadata = metadata.map_err(|error| OidcError::Metadata(chain(&error)))?;
        if metadata.token_endpoint().is_none() {
            return Err(OidcError::NoTokenEndpoint);
        }
        let auth_type = auth_type(metadata.token_endpoint_auth_methods_supported());
        let id = ClientId::new(settings.client_id.clone());
        let secret = settings.client_secret.clone().map(ClientSecret::new);
        let client = CoreClient::from_provider_metadata(metadata, id, secret);
        Ok(client.set_redirect_uri(redirect).set_auth_type(auth_type))
    }
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("issuer", &self.settings.issuer).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Flow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Flow")
    }
}

/// Returns how the client authenticates. The secret goes into the header, the default of OpenID
/// Connect Discovery 1.0, unless the provider accepts it only in the body.
fn auth_type(methods: Option<&Vec<CoreClientAuthMethod>>) -> AuthType {
    let takes = |method| methods.is_some_and(|methods| methods.contains(&method));
    let basic = methods.is_none() || takes(CoreClientAuthMethod::ClientSecretBasic);
    if !basic && takes(CoreClientAuthMethod::ClientSecretPost) {
        AuthType::RequestBody
    } else {
        AuthType::BasicAuth
    }
}

/// Returns a verifier that accepts no token from the future, and only signatures that the provider
/// alone can make. A provider may list others, but "none" is no signature, and anyone with the
/// client's secret can make HMACs.
fn verifier(client: &Client) -> openidconnect::core::CoreIdTokenVerifier<'_> {
    use CoreJwsSigningAlgorithm as A;
    let verifier = client.id_token_verifier().set_issue_time_verifier_fn(|issued| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let latest = i64::try_from((now + CLOCK_DIFFERENCE).as_secs()).unwrap_or(i64::MAX);
        match issued.timestamp() <= latest {
            true => Ok(()),
            false => Err("it was issued in the future".to_owned()),
        }
    });
    verifier.set_allowed_algs([
        A::RsaSsaPkcs1V15Sha256,
        A::RsaSsaPkcs1V15Sha384,
        A::RsaSsaPkcs1V15Sha512,
        A::RsaSsaPssSha256,
        A::RsaSsaPssSha384,
        A::RsaSsaPssSha512,
        A::EcdsaP256Sha256,
        A::EcdsaP384Sha384,
        A::EdDsa,
    ])
}

fn identity(claims: &CoreIdTokenClaims) -> Result<Identity, OidcError> {
    let subject = claims.subject().as_str();
    if subject.is_empty() || subject.len() > MAX_SUBJECT_BYTES {
        return Err(OidcError::Untrusted("its subject is empty or too long".to_owned()));
    }
    fn first<T>(claim: Option<&LocalizedClaim<T>>) -> Option<&T> {
        claim.and_then(|claim| claim.get(None).or_else(|| claim.iter().next().map(|(_, it)| it)))
    }
    let username = claims.preferred_username().map(|name| name.as_str());
    let nickname = first(claims.nickname()).map(|name| name.as_str());
    let given = first(claims.given_name()).map(|name| name.as_str());
    let name = [username, nickname, given].into_iter().flatten().find(|name| !name.is_empty());
    Ok(Identity { subject: subject.to_owned(), name: name.map(str::to_owned) })
}

/// Returns an error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
