//! Which web pages may open a connection. Browsers name the page's origin and cannot be made to
//! leave it out; native clients name none.

use http::{HeaderMap, Uri, header};

/// Whether a request's origin may connect: none at all, the room's own, or one that is listed.
pub(super) fn is_allowed(headers: &HeaderMap, listed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    listed.iter().any(|allowed| allowed == "*" || allowed.eq_ignore_ascii_case(origin))
        || is_own(origin, headers).unwrap_or(false)
}

/// Whether the page came from the same host and port that is asked now.
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
