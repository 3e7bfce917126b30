//! Orders from a certificate authority by ACME (RFC 8555): the account, the challenge on port 80
//! (HTTP-01), and the certificate. Errors are sorted by what the operator can do about them.

use crate::chain::Certificate;
use crate::challenges::Challenges;
use crate::notices::{Failure, Reason};
use crate::stored::Stored;
use bytes::Bytes;
use cardroom_https::{HttpClient, HttpError};
use http::header::RETRY_AFTER;
use http_body_util::{BodyExt as _, Full};
use instant_acme::{
    Account, AuthorizationStatus, BodyWrapper, BytesResponse, CertificateIdentifier, ChallengeType,
    Error, Identifier, NewAccount, NewOrder, Order, OrderStatus, Problem, RetryPolicy,
};
use parking_lot::Mutex;
use rustls::CertificateError;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// How long the authority may take to check the challenge, and then to issue the certificate.
const PATIENCE: Duration = Duration::from_secs(90);
const POLLING: RetryPolicy =
    RetryPolicy::new().initial_delay(Duration::from_millis(250)).timeout(PATIENCE);

/// A certificate authority, with the account of this room.
pub(crate) struct Authority {
    pub(crate) directory: String,
    /// An address for warnings; empty for none.
    pub(crate) contact: String,
    pub(crate) http: HttpClient,
    pub(crate) stored: Stored,
    pub(crate) challenges: Challenges,
}

/// The time in which the authority suggests to renew, in seconds since 1970.
pub(crate) struct Suggestion {
    pub(crate) from: i64,
    pub(crate) until: i64,
    pub(crate) again: Duration,
}

impl Authority {
    /// Orders a certificate for a name, and stores it.
    pub(crate) async fn order(
        &self,
        domain: &str,
        replaced: Option<&Certificate>,
    ) -> Result<Certificate, Failure> {
        let waits = Waits::default();
        let ordered = self.try_order(domain, replaced, &waits).await;
        self.challenges.clear();
        let (chain, key) = ordered.map_err(|failed| failed.sorted(&waits))?;
        let certificate = Certificate::from_pem(chain.as_bytes(), key.as_bytes());
        let certificate = certificate.map_err(|error| other(error.to_string()))?;
        self.stored.keep_certificate(domain, &chain, &key).map_err(|error| not_stored(&error))?;
        Ok(certificate)
    }

    async fn try_order(
        &self,
        domain: &str,
        replaced: Option<&Certificate>,
        waits: &Waits,
    ) -> Result<(String, String), Failed> {
        let names = [Identifier::Dns(domain.to_owned())];
        let account = self.account(waits).await?;
        let ordered = match account.new_order(&order_for(&names, replaced)).await {
            // An authority that does not know the certificate, or not this extension.
            Err(Error::Unsupported(_)) => account.new_order(&NewOrder::new(&names)).await,
            Err(Error::Api(problem)) if is(&problem, "accountDoesNotExist") => {
                self.stored.forget_account();
                self.account(waits).await?.new_order(&NewOrder::new(&names)).await
            }
            Err(Error::Api(problem)) if replaced.is_some() && !is(&problem, "rateLimited") => {
                account.new_order(&NewOrder::new(&names)).await
            }
            ordered => ordered,
        };
        let mut order = ordered?;
        self.answer_challenges(&mut order).await?;
        let ready = order.poll_ready(&POLLING).await;
        if !matches!(ready, Ok(OrderStatus::Ready)) {
            return Err(why_invalid(&mut order).await.unwrap_or_else(|| match ready {
                Ok(_) => Failed::Other("the order is invalid, without a reason".to_owned()),
                Err(error) => Failed::Acme(error),
            }));
        }
        let key = order.finalize().await?;
        let chain = order.poll_certificate(&POLLING).await?;
        Ok((chain, key))
    }

    /// Returns the room's account, which is opened at the first order.
    async fn account(&self, waits: &Waits) -> Result<Account, Failed> {
        let builder = || Account::builder_with_http(Box::new(Client::new(&self.http, waits)));
        if let Some(credentials) = self.stored.account(&self.directory) {
            return Ok(builder().from_credentials(credentials).await?);
        }
        let contact = format!("mailto:{}", self.contact);
        let contact: &[&str] = if self.contact.is_empty() { &[] } else { &[&contact] };
        let new =
            NewAccount { contact, terms_of_service_agreed: true, only_return_existing: false };
        let (account, credentials) = builder().create(&new, self.directory.clone(), None).await?;
        self.stored.keep_account(&self.directory, credentials).map_err(Failed::Storage)?;
        Ok(account)
    }

    async fn answer_challenges(&self, order: &mut Order) -> Result<(), Failed> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let Some(mut challenge) = authorization.challenge(ChallengeType::Http01) else {
                let why = "it offers no challenge on port 80 (HTTP-01)";
                return Err(Failed::Other(why.to_owned()));
            };
            let answer = challenge.key_authorization();
            self.challenges.set(&challenge.token, answer.as_str());
            challenge.set_ready().await?;
        }
        Ok(())
    }

    /// Asks when to renew a certificate; `None` if the authority does not say.
    pub(crate) async fn suggestion(&self, certificate: &Certificate) -> Option<Suggestion> {
        let account = self.account(&Waits::default()).await.ok()?;
        let id = CertificateIdentifier::try_from(certificate.key.cert.first()?).ok()?;
        let (info, again) = account.renewal_info(&id).await.ok()?;
        let window = info.suggested_window;
        let (from, until) = (window.start.unix_timestamp(), window.end.unix_timestamp());
        Some(Suggestion { from, until, again })
    }
}

/// Returns an order that names the certificate it replaces (RFC 9773, 5), which some authorities
/// count less.
fn order_for<'a>(names: &'a [Identifier], replaced: Option<&'a Certificate>) -> NewOrder<'a> {
    let replaced = replaced.and_then(|certificate| certificate.key.cert.first());
    match replaced.map(CertificateIdentifier::try_from) {
        Some(Ok(id)) => NewOrder::new(names).replaces(id.into_owned()),
        _ => NewOrder::new(names),
    }
}

/// Returns what the authority found at the challenge.
async fn why_invalid(order: &mut Order) -> Option<Failed> {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let state = authorization.refresh().await.ok()?;
        if let Some(problem) = state.challenges.iter().find_map(|challenge| challenge.error.clone())
        {
            return Some(Failed::Acme(Error::Api(problem)));
        }
    }
    None
}

/// A failure as it came.
enum Failed {
    Acme(Error),
    Storage(io::Error),
    Other(String),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self::Acme(error)
    }
}

impl Failed {
    fn sorted(self, waits: &Waits) -> Failure {
        let mut failure = match self {
            Self::Storage(error) => not_stored(&error),
            Self::Other(detail) => other(detail),
            Self::Acme(error) => sorted(&error),
        };
        failure.retry_after = waits.last();
        failure
    }
}

fn failure(reason: Reason, detail: String) -> Failure {
    Failure { reason, detail, retry_after: None }
}

fn other(detail: String) -> Failure {
    failure(Reason::Other, detail)
}

fn not_stored(error: &io::Error) -> Failure {
    failure(Reason::Storage, error.to_string())
}

fn sorted(error: &Error) -> Failure {
    match error {
        Error::Api(problem) => of_problem(problem),
        Error::Timeout(_) => failure(Reason::Slow, "the order stayed open".to_owned()),
        Error::Other(inner) => match inner.downcast_ref::<HttpError>() {
            Some(HttpError::Socket(error)) if is_of_the_clock(error) => {
                failure(Reason::Clock, error.to_string())
            }
            Some(error) => failure(Reason::Unreachable, error.to_string()),
            None => other(inner.to_string()),
        },
        error => other(error.to_string()),
    }
}

/// Sorts a problem by its type (RFC 8555, 6.7).
fn of_problem(problem: &Problem) -> Failure {
    let reason = [
        ("connection", Reason::NotConnected),
        ("tls", Reason::NotConnected),
        ("dns", Reason::NoAddress),
        ("unauthorized", Reason::WrongAnswer),
        ("incorrectResponse", Reason::WrongAnswer),
        ("caa", Reason::Forbidden),
        ("rateLimited", Reason::TooMany),
        ("rejectedIdentifier", Reason::Refused),
        ("unsupportedIdentifier", Reason::Refused),
        ("malformed", Reason::Refused),
    ];
    let found = reason.into_iter().find(|(kind, _)| is(problem, kind));
    let detail = problem.detail.clone().unwrap_or_else(|| problem.to_string());
    let detail = detail.trim_end_matches('.').to_owned();
    failure(found.map_or(Reason::Other, |(_, reason)| reason), detail)
}

fn is(problem: &Problem, kind: &str) -> bool {
    let of = problem.r#type.as_deref().unwrap_or_default();
    of.strip_prefix("urn:ietf:params:acme:error:") == Some(kind)
}

/// Returns `true` if a certificate was refused for its dates.
fn is_of_the_clock(error: &io::Error) -> bool {
    let mut cause = error.get_ref().map(|error| error as &(dyn std::error::Error + 'static));
    while let Some(error) = cause {
        if let Some(rustls::Error::InvalidCertificate(reason)) = error.downcast_ref() {
            return matches!(
                reason,
                CertificateError::Expired
                    | CertificateError::ExpiredContext { .. }
                    | CertificateError::NotValidYet
                    | CertificateError::NotValidYetContext { .. }
            );
        }
        cause = error.source();
    }
    false
}

/// The last wait that the authority asked for with a refusal.
#[derive(Clone, Default)]
struct Waits(Arc<Mutex<Option<Duration>>>);

impl Waits {
    fn last(&self) -> Option<Duration> {
        *self.0.lock()
    }
}

/// The client of [`instant_acme`], on that of the house.
struct Client {
    http: HttpClient,
    waits: Waits,
}

impl Client {
    fn new(http: &HttpClient, waits: &Waits) -> Self {
        Self { http: http.clone(), waits: waits.clone() }
    }
}

impl instant_acme::HttpClient for Client {
    fn request(
        &self,
        request: http::Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let (client, waits) = (self.http.clone(), self.waits.clone());
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let body = body.collect().await.unwrap_or_else(|never| match never {});
            let request = http::Request::from_parts(parts, body.to_bytes().into());
            let answer = client.send(request).await.map_err(|error| Error::Other(error.into()))?;
            if answer.status().is_client_error() || answer.status().is_server_error() {
                let wait = answer.headers().get(RETRY_AFTER).and_then(|wait| wait.to_str().ok());
                let wait = wait.and_then(|wait| wait.trim().parse().ok()).map(Duration::from_secs);
                *waits.0.lock() = wait;
            }
            let (parts, body) = answer.into_parts();
            Ok(http::Response::from_parts(parts, Full::new(Bytes::from(body))).into())
        })
    }
}
