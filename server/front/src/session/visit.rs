//! One call of the API as a client without a socket: it says hello, signs in with the token, sends
//! the messages of the call, and leaves. The session, the permissions and the limits are those of
//! every other client.

mod once;

use super::in_memory::InMemory;
use cardroom_api::exchange::{Exchange, Next, Reply};
use cardroom_api::problem::Problem;
use cardroom_protocol::client::{Hello, LoginToken};
use cardroom_protocol::{ClientMessage, Encoding, ErrorCode, MINOR_VERSION, RequestId, Secret};
use cardroom_room::ids::AccountId;
use cardroom_room::room::Room;
use once::Claim;
pub(crate) use once::{Once, UnderWay};
use serde_json::{Map, Value, json};
use std::net::IpAddr;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// The most bytes of answers that wait for a call.
const UNREAD_BYTES: usize = 8 * 1024 * 1024;
/// How long a client waits for the answer to a call.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);
/// How long a call with a key may take.
const PATIENCE_WITH_KEY: Duration = Duration::from_secs(60);
/// The request id of the sign-in. A call has another one.
const SIGN_IN: RequestId = RequestId(2);

/// The token in a request was wrong, or the server's answer to the call.
pub(crate) enum Outcome {
    WrongToken(Problem),
    Reply(Reply),
}

/// Carries out a call for the owner of a token, or for a visitor. With a key, it is carried out
/// once.
pub(crate) async fn visit(
    room: Arc<Room>,
    address: IpAddr,
    token: Option<Secret>,
    exchange: Exchange,
    once: Option<Once>,
) -> Outcome {
    let mut session = InMemory::visit(&room, UNREAD_BYTES, address);
    let only_reads = exchange.only_reads();
    let patience = if once.is_some() { PATIENCE_WITH_KEY } else { PATIENCE };
    let mut call = Visit {
        room: &room,
        session: &mut session,
        token,
        exchange,
        once,
        claim: None,
        begun: false,
        is_final: false,
    };
    let outcome = tokio::time::timeout(patience, call.run()).await;
    if let (Some(claim), Ok(Outcome::Reply(reply))) = (call.claim.take(), &outcome) {
        claim.end(&room, reply, call.is_final).await;
    }
    session.leave().await;
    outcome.unwrap_or_else(|_| Outcome::Reply(Reply::Problem(Box::new(too_slow(only_reads)))))
}

fn too_slow(only_reads: bool) -> Problem {
    let text = match only_reads {
        true => "The room is too busy to answer. Try again in a moment.",
        false => {
            "The room has not answered in time. Look whether it was done before you send it again."
        }
    };
    Problem::with_status(503, ErrorCode::Busy, text)
}

/// A call that is under way.
struct Visit<'a> {
    room: &'a Room,
    session: &'a mut InMemory,
    token: Option<Secret>,
    exchange: Exchange,
    /// The key of the request, until its account is known.
    once: Option<Once>,
    /// The stored request, if it has a key.
    claim: Option<Claim>,
    /// Its first message is sent.
    begun: bool,
    /// The answer is the room's to the request, and not to the connection.
    is_final: bool,
}

impl Visit<'_> {
    async fn run(&mut self) -> Outcome {
        self.send(Hello { minor: MINOR_VERSION, client: "api/1".to_owned() }.into());
        let outbox = Arc::clone(self.session.outbox());
        loop {
            let payloads = self.session.serve(|cx| match outbox.poll_recorded(cx) {
                Poll::Ready(payloads) => Poll::Ready(payloads),
                Poll::Pending => Poll::Pending,
            });
            let payloads = payloads.await;
            if payloads.is_empty() {
                // The connection ended without a goodbye.
                return Outcome::Reply(Reply::Problem(Box::new(too_slow(false))));
            }
            for payload in payloads {
                // The room wrote it.
                let messages: Vec<Map<String, Value>> =
                    serde_json::from_slice(&payload).unwrap_or_default();
                for (name, body) in messages.into_iter().flatten() {
                    if let Some(outcome) = self.on(&name, &body).await {
                        return outcome;
                    }
                }
            }
        }
    }

    async fn on(&mut self, name: &str, body: &Value) -> Option<Outcome> {
        if self.begun {
            return self.follow(name, body);
        }
        match (name, self.token.take()) {
            // The welcome is the answer, with and without a token.
            ("Welcome", _) if self.exchange.sends_nothing() => self.begin(name, body),
            ("Welcome", Some(token)) => {
                self.send(LoginToken { request: SIGN_IN, token }.into());
                None
            }
            ("LoggedIn", _) => match self.claim_for(body).await {
                Ok(()) => self.begin(name, body),
                Err(reply) => Some(Outcome::Reply(reply)),
            },
            ("Welcome", None) => self.begin(name, body),
            ("Refused", _) if body["request"] == json!(SIGN_IN) => Some(refused(body)),
            ("Goodbye", _) => self.follow(name, body),
            (_, token) => {
                self.token = token;
                None
            }
        }
    }

    /// Stores a request with a key for the account that signed in.
    async fn claim_for(&mut self, signed_in: &Value) -> Result<(), Reply> {
        let Some(once) = self.once.take() else { return Ok(()) };
        let account = signed_in["account"].as_str().and_then(|id| id.parse().ok());
        let account = account.expect("the room writes the number of the account");
        self.claim = Some(once.claim(self.room, AccountId(account)).await?);
        Ok(())
    }

    fn begin(&mut self, name: &str, body: &Value) -> Option<Outcome> {
        self.begun = true;
        match self.exchange.first() {
            Some(message) => {
                self.send(message);
                None
            }
            None => self.follow(name, body),
        }
    }

    fn follow(&mut self, name: &str, body: &Value) -> Option<Outcome> {
        match self.exchange.on(name, body) {
            Next::Wait => None,
            Next::Send(message) => {
                self.send(*message);
                None
            }
            Next::Answer(reply) => {
                self.is_final = name != "Goodbye";
                Some(Outcome::Reply(reply))
            }
        }
    }

    fn send(&mut self, message: ClientMessage) {
        // Every integer of a message was read from JSON, so it can be written.
        if let Ok(payload) = Encoding::Json.encode(&[message]) {
            self.session.take(self.room.clock.now(), &payload);
        }
    }
}

/// Returns the problem of a refused sign-in.
fn refused(body: &Value) -> Outcome {
    let code = serde_json::from_value(body["code"].clone()).unwrap_or(ErrorCode::Internal);
    let problem = Problem::refused(code, body["message"].as_str().unwrap_or_default());
    match code {
        ErrorCode::BadToken => Outcome::WrongToken(problem),
        _ => Outcome::Reply(Reply::Problem(Box::new(problem))),
    }
}
