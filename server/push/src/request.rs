//! The request of one delivery, and what the push service's answer means (RFC 8030, sections 5 to 8).

use crate::encryption::encrypt;
use crate::endpoint::{Endpoint, Reach};
use crate::plan::Delivery;
use crate::vapid::VapidKey;
use http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, Request, StatusCode};
use p256::PublicKey;

/// The answer to a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The push service has the notice.
    Sent,
    /// The subscription is over.
    Gone,
    /// The push service is busy, or cannot be reached. It may have said when to ask again.
    Busy { after_ms: Option<u64> },
    /// The push service does not accept it, and will not later.
    Refused,
}

impl Outcome {
    /// Reads the answer of a push service.
    #[must_use]
    pub fn of(status: StatusCode, headers: &HeaderMap) -> Self {
        match status {
            status if status.is_success() => Self::Sent,
            StatusCode::NOT_FOUND | StatusCode::GONE => Self::Gone,
            status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                let seconds = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
                let seconds = seconds.and_then(|seconds| seconds.trim().parse::<u64>().ok());
                Self::Busy { after_ms: seconds.map(|seconds| seconds.saturating_mul(1_000)) }
            }
            _ => Self::Refused,
        }
    }
}

/// Returns the request that delivers a notice. The push service keeps it for as long as it is worth
/// something. Returns `None` if the subscription cannot be used.
#[must_use]
pub fn request(
    now_ms: u64,
    delivery: &Delivery,
    key: &VapidKey,
    contact: Option<&str>,
    reach: Reach,
) -> Option<Request<Vec<u8>>> {
    let subscription = &delivery.subscription;
    let endpoint = Endpoint::parse(&subscription.endpoint, reach).ok()?;
    let browser = PublicKey::from_sec1_bytes(&subscription.public_key).ok()?;
    let body = encrypt(&browser, &subscription.auth, delivery.payload.as_bytes())?;
    let left = delivery.until_ms.saturating_sub(now_ms).div_ceil(1_000);
    Request::post(endpoint.uri().clone())
        .header("ttl", left)
        .header("urgency", "high")
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header(AUTHORIZATION, key.authorization(&endpoint.origin(), now_ms, contact))
        .body(body)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Subscription;
    use crate::test_service::{Subscriber, base64, verified_claims};

    #[test]
    fn a_request_is_signed_encrypted_and_kept_until_the_turn_ends() {
        let (subscriber, key) = (Subscriber::new(), VapidKey::generate());
        let subscription = Subscription {
            endpoint: "https://push.example/send/abc".to_owned(),
            public_key: subscriber.public_key().to_vec(),
            auth: subscriber.auth,
            language: "en".to_owned(),
        };
        let payload = "{\"kind\":\"turn\"}".to_owned();
        let delivery =
            Delivery { account: 5, subscription, payload, until_ms: 24_500, attempts: 1 };
        let made = request(1_000, &delivery, &key, Some("https://room.example"), Reach::Public);
        let made = made.unwrap();
        assert_eq!(made.method(), "POST");
        assert_eq!(made.uri(), "https://push.example/send/abc");
        let header = |name: &str| made.headers()[name].to_str().unwrap();
        assert_eq!((header("ttl"), header("content-encoding")), ("24", "aes128gcm"));
        assert_eq!(subscriber.decrypt(made.body()).unwrap(), b"{\"kind\":\"turn\"}");
        let claims = verified_claims(header("authorization"), &base64(&key.public_key())).unwrap();
        assert_eq!(claims["aud"], "https://push.example");
        let elsewhere = Subscription {
            endpoint: "https://192.168.0.1/".to_owned(),
            ..delivery.subscription.clone()
        };
        let delivery = Delivery { subscription: elsewhere, ..delivery };
        assert!(request(1_000, &delivery, &key, None, Reach::Public).is_none());
    }

    #[test]
    fn an_answer_ends_the_subscription_or_the_notice_or_asks_for_patience() {
        let headers = |value: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            value.map(|value| headers.insert(RETRY_AFTER, value.parse().unwrap()));
            headers
        };
        let of = |status: u16, retry| {
            Outcome::of(StatusCode::from_u16(status).unwrap(), &headers(retry))
        };
        for status in [200, 201, 202] {
            assert_eq!(of(status, None), Outcome::Sent);
        }
        for status in [404, 410] {
            assert_eq!(of(status, None), Outcome::Gone);
        }
        assert_eq!(of(429, Some("120")), Outcome::Busy { after_ms: Some(120_000) });
        assert_eq!(
            of(503, Some("Fri, 31 Dec 2027 23:59:59 GMT")),
            Outcome::Busy { after_ms: None }
        );
        assert_eq!(of(500, None), Outcome::Busy { after_ms: None });
        for status in [301, 400, 401, 403, 413] {
            assert_eq!(of(status, None), Outcome::Refused);
        }
    }
}
