//! Answers of the API as HTTP responses: their headers, and which pages of other origins may read
//! them.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use cardroom_api::exchange::Reply;
use cardroom_api::openapi;
use cardroom_api::operations::Operation;
use cardroom_api::problem::{self, Problem};
use cardroom_api::tag::{is_known, tag_of};
use cardroom_protocol::ErrorCode;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Returns the response to a call.
pub(super) fn reply(
    reply: Reply,
    operation: &Operation,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    match reply {
        Reply::Done => Ok(with_headers(StatusCode::NO_CONTENT, None, Body::empty())),
        Reply::Problem(refused) => Err(*refused),
        Reply::Body(body) => {
            let body = body.to_string();
            match operation.tagged {
                true => Ok(tagged(body, headers)),
                false => Ok(with_headers(StatusCode::OK, Some(JSON), body.into())),
            }
        }
    }
}

/// Returns the description of the API.
pub(super) fn described(headers: &HeaderMap) -> Result<Response, Problem> {
    Ok(tagged(openapi::TEXT.to_owned(), headers))
}

/// Returns a body with its entity tag, or only the tag if the client has the body.
fn tagged(body: String, headers: &HeaderMap) -> Response {
    let tag = tag_of(body.as_bytes());
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let mut response = match known.is_some_and(|known| is_known(known, &tag)) {
        true => with_headers(StatusCode::NOT_MODIFIED, None, Body::empty()),
        false => with_headers(StatusCode::OK, Some(JSON), body.into()),
    };
    let headers = response.headers_mut();
    // A client may keep it, and compares the tag before each use.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.extend(HeaderValue::from_str(&tag).ok().map(|tag| (header::ETAG, tag)));
    response
}

/// Returns the response to a refused request.
pub(super) fn problem(refused: &Problem) -> Response {
    let status = StatusCode::from_u16(refused.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let kind = HeaderValue::from_static(problem::MEDIA_TYPE);
    let mut response = with_headers(status, Some(kind), refused.body().to_string().into());
    let headers = response.headers_mut();
    if let Some(seconds) = refused.retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    let allow = refused.allow.as_ref().and_then(|allow| HeaderValue::from_str(allow).ok());
    headers.extend(allow.map(|allow| (header::ALLOW, allow)));
    if status == StatusCode::UNAUTHORIZED {
        let known = refused.code == ErrorCode::BadToken;
        let scheme = if known { "Bearer error=\"invalid_token\"" } else { "Bearer" };
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(scheme));
    }
    if status == StatusCode::PAYLOAD_TOO_LARGE {
        // The rest of the body is not read.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn with_headers(status: StatusCode, kind: Option<HeaderValue>, body: Body) -> Response {
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.extend(kind.map(|kind| (header::CONTENT_TYPE, kind)));
    response
}

/// Returns the response to a browser that checks what a page of another origin may send. [`show_to`]
/// adds the origin if it is listed.
pub(super) fn permitted() -> Response {
    let mut response = with_headers(StatusCode::NO_CONTENT, None, Body::empty());
    let pairs: [(HeaderName, &str); 3] = [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, idempotency-key, if-none-match",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    response.headers_mut().extend(pairs.map(|(name, text)| (name, HeaderValue::from_static(text))));
    response
}

/// Lets pages of a listed origin read a response. It never permits cookies.
pub(super) fn show_to(
    origin: Option<&HeaderValue>,
    listed: &[String],
    mut response: Response,
) -> Response {
    let headers = response.headers_mut();
    if !listed.is_empty() {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
    let Some(origin) = origin else { return response };
    let is_listed = origin.to_str().is_ok_and(|origin| {
        listed.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(origin))
    });
    if is_listed {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
        let shown = HeaderValue::from_static("etag, retry-after");
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, shown);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn origin_shown_to(listed: &[&str], origin: &str) -> Option<HeaderValue> {
        let listed: Vec<_> = listed.iter().map(|&origin| origin.to_owned()).collect();
        let origin = HeaderValue::from_str(origin).unwrap();
        let response = show_to(Some(&origin), &listed, permitted());
        assert!(!response.headers().contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
        response.headers().get(header::ACCESS_CONTROL_ALLOW_ORIGIN).cloned()
    }

    #[test]
    fn pages_of_listed_origins_read_answers_and_others_do_not() {
        let club = "https://club.example";
        assert_eq!(origin_shown_to(&[], club), None);
        assert_eq!(origin_shown_to(&[club], club), Some(HeaderValue::from_static(club)));
        assert_eq!(origin_shown_to(&[club], "https://club.example.evil"), None);
        assert_eq!(origin_shown_to(&["*"], club), Some(HeaderValue::from_static(club)));
    }

    #[test]
    fn a_client_that_has_an_answer_gets_its_tag_alone() {
        let mut headers = HeaderMap::new();
        let first = tagged(json!([1]).to_string(), &headers);
        assert_eq!(first.status(), StatusCode::OK);
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        let again = tagged(json!([1]).to_string(), &headers);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(tagged(json!([2]).to_string(), &headers).status(), StatusCode::OK);
    }

    #[test]
    fn a_refusal_without_a_token_says_which_scheme_to_use() {
        let response = problem(&Problem::refused(ErrorCode::NotLoggedIn, "Sign in first."));
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
        assert_eq!(response.headers()[header::WWW_AUTHENTICATE], "Bearer");
        assert_eq!(response.headers()[header::CONTENT_TYPE], problem::MEDIA_TYPE);
        let response = problem(&Problem::refused(ErrorCode::Busy, ""));
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    }
}
