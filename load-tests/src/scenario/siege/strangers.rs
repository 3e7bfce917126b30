//! Strangers who take what a room lets them, without a pause but the one that a refusal needs.

use super::line::{From, Line};
use super::room::Room;
use super::{HONEST, name_of};
use cardroom_protocol::client::{Chat, ListTables, Login, LoginGuest, Observe, Register, Sit};
use cardroom_protocol::game::Betting;
use cardroom_protocol::hosting::{HostTable, TableTerms};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::{Chips, RequestId, Secret, ServerMessage, TableId};
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

/// The pause after a refusal or a lost connection. Without it, this program would only measure
/// itself.
const PAUSE: Duration = Duration::from_millis(50);

/// The one thing that a stranger does over and over.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Host,
    Register,
    Guess,
    Chat,
    Sit,
    Export,
}

const DEEDS: [Deed; 6] =
    [Deed::Host, Deed::Register, Deed::Guess, Deed::Chat, Deed::Sit, Deed::Export];

type Did = Arc<Mutex<BTreeMap<String, u64>>>;

/// The strangers who are there.
pub(super) struct Strangers {
    tasks: JoinSet<()>,
    did: Did,
}

/// Has strangers come from this many networks, one for each deed.
pub(super) fn come(room: &Room, networks: u16, stop: &CancellationToken) -> Strangers {
    let (mut tasks, did) = (JoinSet::new(), Did::default());
    for network in 0..networks {
        for deed in DEEDS {
            let (stop, did, address) = (stop.clone(), Arc::clone(&did), room.address);
            tasks.spawn(async move {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = keep_doing(address, network, deed, &did) => {}
                }
            });
        }
    }
    Strangers { tasks, did }
}

impl Strangers {
    /// Waits until all are gone. Returns what they did, and what the room said to it.
    pub(super) async fn leave(self) -> BTreeMap<String, u64> {
        self.tasks.join_all().await;
        std::mem::take(&mut self.did.lock())
    }
}

/// Returns the addresses of a network.
fn from(network: u16) -> From {
    let [high, low] = (network / 2 + 1).to_be_bytes();
    if network.is_multiple_of(2) {
        From::Address(IpAddr::V4(Ipv4Addr::new(127, 1 + high, low, 7)))
    } else {
        From::Proxy(format!("2001:db8:{:x}::7", network / 2))
    }
}

async fn keep_doing(room: SocketAddr, network: u16, deed: Deed, did: &Did) {
    for round in 0_u32.. {
        let result = match Line::open(room, from(network)).await {
            Ok(line) => stay(room, line, (network, round), deed, did).await,
            Err(error) => Err(error),
        };
        if let Err(error) = result {
            note(did, deed, &error);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

fn note(did: &Did, deed: Deed, outcome: &str) {
    // Errors of the system may name ports.
    let outcome = outcome.split(" (").next().unwrap_or(outcome);
    *did.lock().entry(format!("{deed:?}: {outcome}")).or_default() += 1;
}

/// Does the deed on one connection until the room ends it, or refuses and another one may do
/// better.
async fn stay(
    room: SocketAddr,
    mut line: Line,
    (network, round): (u16, u32),
    deed: Deed,
    did: &Did,
) -> Result<(), String> {
    let done = |outcome: &str| note(did, deed, outcome);
    let request = RequestId(9);
    match deed {
        Deed::Register => {
            let name = format!("Stranger {network} {round}");
            let password = Secret::from("a stranger's passphrase");
            let register = Register { request, name, password };
            line.ask(register.into(), super::is_logged_in).await?;
            done("done");
            return Ok(());
        }
        Deed::Guess => {
            for guess in 0_u32.. {
                let name = name_of(u8::try_from(guess % u32::from(HONEST)).unwrap_or(0));
                let password = Secret(format!("guess {network} {round} {guess}"));
                let login = Login { request, name, password, browser: None };
                if let Err(refusal) = line.ask(login.into(), super::is_logged_in).await {
                    done(&refusal);
                    if refusal != "BadCredentials" && refusal != "RateLimited" {
                        return Ok(());
                    }
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
        _ => {}
    }
    let token = line.ask(LoginGuest { request, nickname: None }.into(), |message| match message {
        ServerMessage::LoggedIn(login) => login.resume_token.clone(),
        _ => None,
    });
    let token = token.await?;
    let table = a_table(&mut line, network).await?;
    let observe = Observe { request, table };
    line.ask(observe.into(), is_done).await?;
    loop {
        let result = match deed {
            Deed::Host => {
                let host = HostTable { request, terms: terms() };
                line.ask(host.into(), |message| {
                    matches!(message, ServerMessage::Hosted(_)).then_some(())
                })
                .await
            }
            Deed::Chat => {
                let chat = Chat { request, table, text: "Buy my chips!".to_owned() };
                line.ask(chat.into(), is_line).await
            }
            Deed::Sit => {
                let sit = Sit {
                    request,
                    table,
                    seat: None,
                    buy_in: Chips(40),
                    wait_for_big_blind: false,
                };
                line.ask(sit.into(), |message| {
                    matches!(message, ServerMessage::Seated(_)).then_some(())
                })
                .await
            }
            _ => export(room, &token).await,
        };
        match result {
            Ok(()) => done("done"),
            Err(refusal) if refusal.contains(' ') => return Err(refusal),
            Err(refusal) => {
                done(&refusal);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// Returns one of the tables of the lobby.
async fn a_table(line: &mut Line, network: u16) -> Result<TableId, String> {
    let list = ListTables { request: RequestId(8), filter: TableFilter::default() };
    line.ask(list.into(), |message| match message {
        ServerMessage::TableList(list) if !list.tables.is_empty() => {
            let tables: Vec<TableId> = list.tables.iter().map(|info| info.table).collect();
            tables.get(usize::from(network) % tables.len()).copied()
        }
        _ => None,
    })
    .await
}

fn is_done(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::Done(_)).then_some(())
}

fn is_line(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::ChatLine(_) | ServerMessage::Done(_)).then_some(())
}

/// Downloads everything that the room stores of an account.
async fn export(room: SocketAddr, token: &Secret) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("export: {error}");
    let mut stream = TcpStream::connect(room).await.map_err(failed)?;
    let request = format!(
        "GET /account.jsonl HTTP/1.1\r\nhost: {room}\r\nauthorization: Bearer {}\r\n\
         connection: close\r\n\r\n",
        token.0
    );
    stream.write_all(request.as_bytes()).await.map_err(failed)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.map_err(failed)?;
    let status = answer.split(|byte| *byte == b' ').nth(1).unwrap_or_default();
    match status {
        b"200" => Ok(()),
        status => Err(format!("HTTP_{}", String::from_utf8_lossy(status))),
    }
}

/// Returns the terms of a private table.
pub(super) fn terms() -> TableTerms {
    let terms = serde_json::json!({
        "name": "Friends", "game": "holdem", "rulebook": "online", "betting": Betting::NoLimit,
        "small_blind": 5, "big_blind": 10, "bring_in": 0, "ante": 0, "ante_kind": "None",
        "seats": 4, "min_buy_in": 400, "max_buy_in": 1_000, "act_seconds": 60,
        "bank_seconds": 60, "straddle": null, "bomb_pot": null, "max_boards": 1,
        "hybrid": false, "bots_allowed": false, "free_chat": false, "between_hands_ms": 3_000,
        "top_up_to": 1_000
    });
    serde_json::from_value(terms).expect("a test reads them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_can_be_read_and_networks_differ() {
        assert_eq!(terms().seats, 4);
        let all: Vec<String> = (0..1_000).map(|network| format!("{:?}", from(network))).collect();
        let different: std::collections::BTreeSet<_> = all.iter().collect();
        assert_eq!(different.len(), all.len());
    }
}
