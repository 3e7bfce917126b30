//! Origins of web pages that may open a connection. A browser always sends the page's origin, and a
//! page cannot prevent it. Native clients send none.

use http::{HeaderMap, Uri, header};

/// Returns `true` if a request has no origin, the room's own, or a listed one.
pub(super) fn is_allowed(headers: &HeaderMap, listed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    listed.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(origin))
        || is_own(origin, headers).unwrap_or(false)
}

/// Returns `true` if the page came from the host and port of this request.
fn is_own(origin: &str, headers: &HeaderMap) -> Option<bool> {
    let origin = origin.parse::<Uri>().ok()?;
    let host = headers.get(header::HOST)?.to_str().ok()?;
    origin.scheme()?;
    Some(origin.authority()?.as_str().eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&str>, listed: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "poker.example:7777".parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        is_allowed(&headers, &listed.iter().map(|&origin| origin.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn native_clients_and_own_pages_may_connect_and_other_pages_must_be_listed() {
        assert!(allowed(None, &[]));
        assert!(allowed(Some("http://poker.example:7777"), &[]));
        assert!(!allowed(Some("http://poker.example"), &[]));
        assert!(!allowed(Some("https://evil.example"), &[]));
        assert!(!allowed(Some("null"), &[]));
        assert!(allowed(Some("https://club.example"), &["https://club.example"]));
        assert!(!allowed(Some("https://club.example.evil.example"), &["https://club.example"]));
        assert!(allowed(Some("https://anything.example"), &["*"]));
    }
}
