//! A small OpenID provider on loopback, for tests. It signs in a configured player, and lies if a
//! test wants it to. It checks what real providers check: the client's secret, the redirect, and
//! the PKCE verifier of each code.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Form, Json, Router};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use http::{HeaderMap, StatusCode, header};
use openidconnect::core::{
    CoreEdDsaPrivateSigningKey, CoreIdToken, CoreIdTokenClaims, CoreJwsSigningAlgorithm,
    CoreRsaPrivateSigningKey,
};
use openidconnect::url::Url;
use openidconnect::{
    AccessToken, Audience, EmptyAdditionalClaims, EndUserUsername, IssuerUrl, JsonWebKeyId, Nonce,
    PrivateSigningKey as _, StandardClaims, SubjectIdentifier,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};
use tokio::net::TcpListener;

pub const CLIENT_ID: &str = "cardroom";
pub const CLIENT_SECRET: &str = "a secret of two";

/// The PKCS#8 header of a 32-byte Ed25519 key (RFC 8410).
const ED25519_HEADER: [u8; 16] =
    [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/// The player that the provider signs in, and its lies.
#[derive(Clone, Debug)]
pub struct Answers {
    pub subject: String,
    /// The player's name (`preferred_username`).
    pub name: Option<String>,
    /// The issuer in ID tokens. `None` is the provider's own.
    pub issuer: Option<String>,
    /// The audience of ID tokens.
    pub audience: String,
    /// The nonce in ID tokens. `None` is the one in the request.
    pub nonce: Option<String>,
    /// The age of ID tokens. They last five minutes.
    pub age: Duration,
    /// How far in the future ID tokens are issued, beside `age`.
    pub early: Duration,
    /// The number of the Ed25519 key that signs.
    pub key: u8,
    /// The number of the Ed25519 key that is published.
    pub published: u8,
    /// A PKCS#1 PEM of an RSA key that signs instead.
    pub rsa: Option<String>,
    /// ID tokens have no signature and declare that.
    pub unsigned: bool,
    /// The ID token contains the hash of another access token.
    pub other_access_token: bool,
    /// Every request fails with status 500.
    pub down: bool,
}

#[derive(Clone)]
pub struct TestProvider {
    pub issuer: String,
    inner: Arc<Inner>,
}

struct Inner {
    answers: Mutex<Answers>,
    codes: Mutex<HashMap<String, Asked>>,
    requests: AtomicUsize,
}

/// The parameters of a request for a code.
struct Asked {
    redirect: String,
    challenge: String,
    nonce: String,
}

/// A code, as the provider sends it back with the player.
#[derive(Clone, Debug)]
pub struct Approved {
    pub code: String,
    /// The state of the request.
    pub state: String,
    /// The address that the player is sent to, with both.
    pub address: String,
}

impl TestProvider {
    /// Starts a provider on a free loopback port. It stops with the runtime.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start(subject: &str, name: Option<&str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback has a free port");
        let address: SocketAddr = listener.local_addr().expect("a bound socket has an address");
        let answers = Answers {
            subject: subject.to_owned(),
            name: name.map(str::to_owned),
            issuer: None,
            audience: CLIENT_ID.to_owned(),
            nonce: None,
            age: Duration::ZERO,
            early: Duration::ZERO,
            key: 1,
            published: 1,
            rsa: None,
            unsigned: false,
            other_access_token: false,
            down: false,
        };
        let provider = Self {
            issuer: format!("http://{address}"),
            inner: Arc::new(Inner {
                answers: Mutex::new(answers),
                codes: Mutex::default(),
                requests: AtomicUsize::new(0),
            }),
        };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(metadata))
            .route("/jwks", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    /// Returns the player that the provider signs in, and its lies, for a test to change.
    ///
    /// # Panics
    /// If a test panicked while holding the guard.
    pub fn answers(&self) -> MutexGuard<'_, Answers> {
        self.inner.answers.lock().expect("no test panics with it")
    }

    /// Returns the number of requests so far.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.inner.requests.load(Ordering::Relaxed)
    }

    /// Signs the player in at this address of the provider.
    ///
    /// # Panics
    /// If the address does not belong to an authorization code flow with PKCE for the known client.
    #[must_use]
    pub fn approve(&self, address: &str) -> Approved {
        let url = Url::parse(address).expect("the address is a URL");
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert!(address.starts_with(&format!("{}/authorize?", self.issuer)), "{address}");
        assert_eq!(query["response_type"], "code");
        assert_eq!(query["client_id"], CLIENT_ID);
        assert_eq!(query["code_challenge_method"], "S256");
        assert!(query["scope"].split(' ').any(|scope| scope == "openid"), "{address}");
        let [redirect, state] = ["redirect_uri", "state"].map(|name| query[name].clone());
        let code = format!("code-{}", self.inner.requests.fetch_add(1, Ordering::Relaxed));
        let asked = Asked {
            redirect: redirect.clone(),
            challenge: query["code_challenge"].clone(),
            nonce: query["nonce"].clone(),
        };
        self.inner.codes.lock().expect("no test panics with it").insert(code.clone(), asked);
        let mut back = Url::parse(&redirect).expect("the redirect is a URL");
        let pairs = [("code", &code), ("state", &state), ("iss", &self.issuer)];
        back.query_pairs_mut().extend_pairs(pairs);
        Approved { code, state, address: back.into() }
    }

    fn id_token(&self, nonce: String, access_token: &str) -> String {
        let answers = self.answers().clone();
        let issuer = answers.issuer.unwrap_or_else(|| self.issuer.clone());
        let claims = StandardClaims::new(SubjectIdentifier::new(answers.subject))
            .set_preferred_username(answers.name.map(EndUserUsername::new));
        let issued = SystemTime::now() + answers.early - answers.age;
        let claims = CoreIdTokenClaims::new(
            IssuerUrl::new(issuer).expect("the issuer is a URL"),
            vec![Audience::new(answers.audience)],
            (issued + Duration::from_secs(300)).into(),
            issued.into(),
            claims,
            EmptyAdditionalClaims {},
        );
        let claims = claims.set_nonce(Some(Nonce::new(answers.nonce.unwrap_or(nonce))));
        if answers.unsigned {
            let part = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
            let claims = serde_json::to_value(&claims).expect("claims are JSON");
            return format!("{}.{}.", part(&json!({"alg": "none", "typ": "JWT"})), part(&claims));
        }
        let access_token = if answers.other_access_token { "another" } else { access_token };
        let access_token = Some(&AccessToken::new(access_token.to_owned()));
        let token = match &answers.rsa {
            Some(pem) => {
                let alg = CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256;
                CoreIdToken::new(claims, &rsa(pem), alg, access_token, None)
            }
            None => {
                let alg = CoreJwsSigningAlgorithm::EdDsa;
                CoreIdToken::new(claims, &ed25519(answers.key), alg, access_token, None)
            }
        };
        token.expect("the claims can be signed").to_string()
    }
}

/// Returns a fixed Ed25519 key. It signs nothing but tests.
fn ed25519(number: u8) -> CoreEdDsaPrivateSigningKey {
    let der = [&ED25519_HEADER[..], &[number; 32]].concat();
    let body = BASE64_STANDARD.encode(der);
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n");
    let id = JsonWebKeyId::new(format!("key-{number}"));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(id)).expect("32 bytes are a key")
}

fn rsa(pem: &str) -> CoreRsaPrivateSigningKey {
    let id = JsonWebKeyId::new("rsa".to_owned());
    CoreRsaPrivateSigningKey::from_pem(pem, Some(id)).expect("the PEM is of an RSA key")
}

/// Counts a request, and rejects it if the provider is down.
fn counted(provider: &TestProvider) -> Result<(), StatusCode> {
    provider.inner.requests.fetch_add(1, Ordering::Relaxed);
    if provider.answers().down { Err(StatusCode::INTERNAL_SERVER_ERROR) } else { Ok(()) }
}

async fn metadata(State(provider): State<TestProvider>) -> Result<Json<Value>, StatusCode> {
    counted(&provider)?;
    let issuer = &provider.issuer;
    Ok(Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "EdDSA", "HS256", "none"],
    })))
}

async fn keys(State(provider): State<TestProvider>) -> Result<Json<Value>, StatusCode> {
    counted(&provider)?;
    let answers = provider.answers().clone();
    let mut keys = vec![ed25519(answers.published).as_verification_key()];
    keys.extend(answers.rsa.as_deref().map(|pem| rsa(pem).as_verification_key()));
    Ok(Json(json!({ "keys": keys })))
}

async fn token(
    State(provider): State<TestProvider>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    if let Err(status) = counted(&provider) {
        return status.into_response();
    }
    let refused =
        |error: &str| (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response();
    // Both are form-encoded before they are joined (RFC 6749, 2.3.1).
    let secret = CLIENT_SECRET.replace(' ', "+");
    let expected = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT_ID}:{secret}")));
    let sent = headers.get(header::AUTHORIZATION).and_then(|sent| sent.to_str().ok());
    if sent != Some(&*expected) {
        return refused("invalid_client");
    }
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let asked = provider.inner.codes.lock().expect("no test panics").remove(&field("code"));
    let Some(asked) = asked else { return refused("invalid_grant") };
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(field("code_verifier")));
    if challenge != asked.challenge || field("redirect_uri") != asked.redirect {
        return refused("invalid_grant");
    }
    let access_token = "an access token";
    let id_token = provider.id_token(asked.nonce, access_token);
    let tokens = json!({
        "access_token": access_token,
        "token_type": "Bearer",
        "expires_in": 300,
        "id_token": id_token,
    });
    Json(tokens).into_response()
}
