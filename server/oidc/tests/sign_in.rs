//! Sign-ins with an honest provider and with a lying one.

use cardroom_https::Outgoing;
use cardroom_oidc::test_provider::{Answers, CLIENT_ID, CLIENT_SECRET, TestProvider};
use cardroom_oidc::{Identity, OidcError, Provider, Settings, is_reachable_address};
use std::time::Duration;
use tokio::runtime::Handle;

/// Signs nothing but the tests of this file.
const RSA_KEY: &str = include_str!("rsa-test-key.pem");

fn settings(provider: &TestProvider) -> Settings {
    Settings {
        issuer: provider.issuer.clone(),
        client_id: CLIENT_ID.to_owned(),
        client_secret: Some(CLIENT_SECRET.to_owned()),
        redirect: "http://127.0.0.1:7777/oidc/callback".to_owned(),
        scopes: vec!["profile".to_owned()],
        ca_file: None,
    }
}

fn outgoing() -> Outgoing {
    Outgoing::new(cardroom_https::Settings::default(), Handle::current())
}

async fn ada() -> (TestProvider, Provider) {
    let test = TestProvider::start("ada-1815", Some("Ada")).await;
    let provider = Provider::new(settings(&test), &outgoing()).expect("the system has CAs");
    (test, provider)
}

async fn sign_in(test: &TestProvider, provider: &Provider) -> Result<Identity, OidcError> {
    let begun = provider.begin().await?;
    let approved = test.approve(&begun.address);
    assert_eq!(approved.state, begun.flow.state);
    provider.finish(begun.flow, approved.code, Some(&test.issuer)).await
}

#[tokio::test]
async fn a_player_signs_in_and_metadata_is_read_once() {
    let (test, provider) = ada().await;
    let ada = Identity { subject: "ada-1815".to_owned(), name: Some("Ada".to_owned()) };
    assert_eq!(sign_in(&test, &provider).await.unwrap(), ada);
    let requests = test.requests();
    assert_eq!(sign_in(&test, &provider).await.unwrap(), ada);
    // Exchanging the player's code is one request.
    assert_eq!(test.requests() - requests, 2, "the code was exchanged, and nothing else was asked");
}

#[tokio::test]
async fn an_rsa_signature_is_as_good() {
    let (test, provider) = ada().await;
    test.answers().rsa = Some(RSA_KEY.to_owned());
    assert_eq!(sign_in(&test, &provider).await.unwrap().subject, "ada-1815");
}

#[tokio::test]
async fn tokens_that_cannot_be_trusted_are_refused() {
    type Lie = (&'static str, fn(&mut Answers));
    let lies: [Lie; 9] = [
        ("another issuer", |answers| answers.issuer = Some("https://evil.example".to_owned())),
        ("another audience", |answers| answers.audience = "another client".to_owned()),
        ("another nonce", |answers| answers.nonce = Some("of another browser".to_owned())),
        ("a token that is over", |answers| answers.age = Duration::from_secs(301)),
        ("a token of the future", |answers| answers.early = Duration::from_secs(90)),
        ("a key that is not published", |answers| answers.key = 2),
        ("no signature", |answers| answers.unsigned = true),
        ("another access token", |answers| answers.other_access_token = true),
        ("no subject", |answers| answers.subject.clear()),
    ];
    for (lie, tell) in lies {
        let (test, provider) = ada().await;
        tell(&mut test.answers());
        let refused = sign_in(&test, &provider).await;
        assert!(matches!(refused, Err(OidcError::Untrusted(_))), "{lie}: {refused:?}");
    }
}

#[tokio::test]
async fn new_keys_of_the_provider_are_found() {
    let (test, provider) = ada().await;
    sign_in(&test, &provider).await.unwrap();
    {
        let mut answers = test.answers();
        (answers.key, answers.published) = (2, 2);
    }
    let early = sign_in(&test, &provider).await;
    assert!(matches!(early, Err(OidcError::Untrusted(_))), "the keys were read a moment ago");
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(11)).await;
    tokio::time::resume();
    assert_eq!(sign_in(&test, &provider).await.unwrap().subject, "ada-1815");
}

#[tokio::test]
async fn a_code_serves_once_for_the_browser_that_began() {
    let (test, provider) = ada().await;
    let [begun, other] = [provider.begin().await.unwrap(), provider.begin().await.unwrap()];
    let approved = test.approve(&begun.address);
    let stolen = provider.finish(other.flow, approved.code, None).await;
    assert!(matches!(stolen, Err(OidcError::Exchange(_))), "PKCE: {stolen:?}");
    let again = test.approve(&begun.address);
    provider.finish(begun.flow.clone(), again.code.clone(), None).await.unwrap();
    let replayed = provider.finish(begun.flow, again.code, None).await;
    assert!(matches!(replayed, Err(OidcError::Exchange(_))), "{replayed:?}");
}

#[tokio::test]
async fn a_code_of_another_issuer_is_not_sent_anywhere() {
    let (test, provider) = ada().await;
    let begun = provider.begin().await.unwrap();
    let requests = test.requests();
    let other = provider.finish(begun.flow, "code".to_owned(), Some("https://evil.example")).await;
    assert!(matches!(other, Err(OidcError::OtherIssuer(_))), "{other:?}");
    assert_eq!(test.requests(), requests);
}

#[tokio::test]
async fn a_wrong_client_secret_is_told_without_it() {
    let (test, _) = ada().await;
    let client_secret = Some("hunter2hunter2".to_owned());
    let provider =
        Provider::new(Settings { client_secret, ..settings(&test) }, &outgoing()).unwrap();
    let refused = sign_in(&test, &provider).await.unwrap_err();
    assert!(matches!(&refused, OidcError::Exchange(text) if text.contains("invalid_client")));
    assert!(!format!("{refused} {refused:?} {provider:?}").contains("hunter2"));
}

#[tokio::test]
async fn a_provider_that_is_down_is_not_asked_again_at_once() {
    let (test, provider) = ada().await;
    test.answers().down = true;
    let failed = provider.begin().await;
    assert!(matches!(failed, Err(OidcError::Metadata(_))), "{failed:?}");
    let requests = test.requests();
    let again = provider.begin().await;
    assert!(matches!(again, Err(OidcError::FailedLately)), "{again:?}");
    assert_eq!(test.requests(), requests);
}

#[tokio::test]
async fn secrets_go_to_https_or_this_machine_alone() {
    for good in ["https://a.example", "http://127.0.0.1:8080", "http://[::1]/x", "http://localhost"]
    {
        assert!(is_reachable_address(good), "{good}");
    }
    for bad in ["http://a.example", "ftp://127.0.0.1", "https://", "a.example", "http://10.0.0.1"] {
        assert!(!is_reachable_address(bad), "{bad}");
    }
    let issuer = "http://192.0.2.1:1".to_owned();
    let (test, _) = ada().await;
    let provider = Provider::new(Settings { issuer, ..settings(&test) }, &outgoing()).unwrap();
    let refused = provider.begin().await;
    assert!(matches!(&refused, Err(OidcError::Metadata(text)) if text.contains("https://")));
}
