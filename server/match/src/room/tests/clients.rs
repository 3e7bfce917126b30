//! Clients for the tests of this module.

use super::{Invitation, RoomEntrant};
use crate::brains::BrainKind;
use crate::seat::{Entrant, Fault, Opening, Seat};
use cardroom_bot::brains::{Caller, DealersExample, RandomLegal, TightAggressive};
use cardroom_bot::{Brain, Credentials, Outcome, Seed, Swarm};
use cardroom_protocol::{Encoding, Secret};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A brain that plays over a socket, by the client of the library, with the seed that it would have
/// in process.
pub(super) struct InProcess {
    kind: BrainKind,
    encoding: Encoding,
}

impl InProcess {
    pub(super) fn new(kind: BrainKind, encoding: Encoding) -> Self {
        Self { kind, encoding }
    }
}

impl Entrant for InProcess {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let (kind, encoding, seed) = (self.kind, self.encoding, opening.brain_seed);
        let open = RoomEntrant::that_connects(Arc::new(AtomicBool::new(false))).unwrap();
        let invitation = open.invitation().unwrap().clone();
        std::thread::spawn(move || play(kind, encoding, seed, invitation));
        open.open(opening)
    }
}

/// Plays until the match is over.
fn play(kind: BrainKind, encoding: Encoding, seed: u64, invitation: Invitation) {
    let make = move |_| -> Box<dyn Brain> {
        let seed = Seed::new(seed, 0);
        match kind {
            BrainKind::Caller => Box::new(Caller),
            BrainKind::Random => Box::new(RandomLegal::new(seed)),
            BrainKind::DealersExample => Box::new(DealersExample::new(seed)),
            _ => Box::new(TightAggressive::new(seed)),
        }
    };
    let swarm = Swarm::builder(&invitation.url)
        .credentials(Credentials::Tokens([Secret(invitation.token)].into()))
        .encoding(encoding)
        .boxed_brain(make);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let summary = runtime.unwrap().block_on(swarm.run()).unwrap();
    assert!(summary.is_success(), "{summary:?}");
    assert_eq!(summary.outcomes, [Outcome::MatchOver]);
}

/// A client in Python without a library, and what the faulty ones are made of.
pub(super) const PRELUDE: &str = r#"
import base64, json, os, signal, socket, struct, sys, time

def connect(subprotocol="cardroom.v1.json"):
    global sock, buffer
    host, port = os.environ["CARDROOM_URL"][len("ws://"):].split("/")[0].rsplit(":", 1)
    sock = socket.create_connection((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    sock.sendall(("GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Protocol: %s\r\n\r\n" % (host, port, key, subprotocol)).encode())
    buffer = b""
    while b"\r\n\r\n" not in buffer:
        buffer += recv()
    head, buffer = buffer.split(b"\r\n\r\n", 1)
    assert b" 101 " in head.split(b"\r\n")[0], "no 101: %r" % head

def recv():
    data = sock.recv(65536)
    if not data:
        raise SystemExit("the connection is closed")
    return data

def take(count):
    global buffer
    while len(buffer) < count:
        buffer += recv()
    data, buffer = buffer[:count], buffer[count:]
    return data

def frames():
    while True:
        first, length = take(2)
        if length == 126:
            length = struct.unpack("!H", take(2))[0]
        elif length == 127:
            length = struct.unpack("!Q", take(8))[0]
        payload = take(length)
        if first & 15 == 8:
            return
        if first & 15 == 1:
            yield payload.decode()

def send_text(text, opcode=1):
    payload = text.encode()
    count = len(payload)
    head = bytes([0x80 | opcode])
    if count < 126:
        head += bytes([0x80 | count])
    elif count < 65536:
        head += b"\xfe" + struct.pack("!H", count)
    else:
        head += b"\xff" + struct.pack("!Q", count)
    sock.sendall(head + b"\0\0\0\0" + payload)

def send(**message):
    send_text(json.dumps([message]))

def login(token=None):
    send(Hello={"minor": 0, "client": "test"})
    send(LoginToken={"request": 1, "token": token or os.environ["CARDROOM_TOKEN"]})

def start():
    connect()
    login()

def seen(frame):
    pass

def other(name, body):
    pass

def turns():
    for frame in frames():
        seen(frame)
        for message in json.loads(frame):
            [(name, body)] = message.items()
            if name == "YourTurn":
                yield body
            else:
                other(name, body)

ids = iter(range(1, 1 << 30))

def act(turn, action=None):
    action = action or ("Check" if turn["legal"]["check"] else "Call")
    send(Act={"table": turn["table"], "turn": turn["turn"], "action_id": next(ids),
        "action": action})

def discard(turn):
    send(Discard={"table": turn["table"], "turn": turn["turn"], "action_id": next(ids),
        "cards": []})

def play():
    for turn in turns():
        act(turn)
"#;
