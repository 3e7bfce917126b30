//! The listener without TLS beside one with TLS: it answers the certificate authority, and sends
//! everyone else to the room's name at `https://`.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardroom_certificates::Challenges;
use http::{HeaderValue, StatusCode, Uri, header};
use std::sync::Arc;

/// How long a browser uses `https://` without asking. A week protects those who come again, and locks
/// nobody out for long if a room gives up its TLS.
const STRICT: HeaderValue = HeaderValue::from_static("max-age=604800");

#[derive(Clone)]
struct Target {
    domain: Arc<str>,
    challenges: Challenges,
}

/// Returns the pages of the listener without TLS. Browsers reach the room on port 443 of its name,
/// which a router may lead to another port of this machine.
pub fn router(domain: &str, challenges: Challenges) -> Router {
    Router::new()
        .route("/.well-known/acme-challenge/{token}", get(answer))
        .fallback(redirect)
        .with_state(Target { domain: domain.into(), challenges })
}

/// Makes every page of a router say that browsers should come back over TLS only.
pub fn strict(router: Router) -> Router {
    router.layer(middleware::from_fn(|request: Request, next: Next| async move {
        let mut response = next.run(request).await;
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, STRICT);
        response
    }))
}

async fn answer(State(target): State<Target>, Path(token): Path<String>) -> Response {
    match target.challenges.answer(&token) {
        Some(answer) => {
            ([(header::CONTENT_TYPE, "application/octet-stream")], answer).into_response()
        }
        None => (StatusCode::NOT_FOUND, "No challenge has this token.\n").into_response(),
    }
}

/// Sends a browser to the same page of the room, whatever name it came by. The answer is temporary,
/// so that no browser remembers it for ever.
async fn redirect(State(target): State<Target>, uri: Uri) -> Response {
    let page = uri.path_and_query().map_or("/", |page| page.as_str());
    match HeaderValue::from_str(&format!("https://{}{page}", target.domain)) {
        Ok(location) => {
            (StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response()
        }
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn location(uri: &str) -> String {
        let target = Target { domain: "poker.example".into(), challenges: Challenges::default() };
        let response = redirect(State(target), uri.parse().unwrap()).await;
        assert_eq!(response.status(), StatusCode::TEMPORARY_REDIRECT);
        response.headers()[header::LOCATION].to_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn every_page_leads_to_the_same_page_of_the_configured_name_and_to_no_other() {
        assert_eq!(location("/").await, "https://poker.example/");
        assert_eq!(location("/hands?q=1").await, "https://poker.example/hands?q=1");
        assert_eq!(location("//evil.example/").await, "https://poker.example//evil.example/");
        assert_eq!(location("http://evil.example/x").await, "https://poker.example/x");
        assert_eq!(location("/@evil.example").await, "https://poker.example/@evil.example");
    }
}
