//! Origins of web pages that may open a connection. A browser always sends the page's origin, and a
//! page cannot prevent it. Native clients send none.

use http::{HeaderMap, Uri, header};

/// Returns `true` if a request has no origin, the room's own, or a listed one.
/// `secure`: the request came over the room's own TLS.
pub(super) fn is_allowed(headers: &HeaderMap, listed: &[String], secure: bool) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    listed.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(origin))
        || is_own(origin, headers, secure).unwrap_or(false)
}

/// Returns `true` if the page came from the host and port of this request. Behind TLS, a page
/// without TLS is not the room's own: anyone on the way can write it.
fn is_own(origin: &str, headers: &HeaderMap, secure: bool) -> Option<bool> {
    let origin = origin.parse::<Uri>().ok()?;
    let host = headers.get(header::HOST)?.to_str().ok()?;
    if secure && origin.scheme_str()? != "https" {
        return Some(false);
    }
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
        let listed: Vec<_> = listed.iter().map(|&origin| origin.to_owned()).collect();
        is_allowed(&headers, &listed, false)
    }

    #[test]
    fn behind_tls_a_page_of_the_same_name_without_tls_is_another_one() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "poker.example".parse().unwrap());
        for (origin, allowed) in [("https://poker.example", true), ("http://poker.example", false)]
        {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
            assert_eq!(is_allowed(&headers, &[], true), allowed, "{origin}");
            assert!(is_allowed(&headers, &[], false), "a proxy may speak TLS: {origin}");
        }
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
