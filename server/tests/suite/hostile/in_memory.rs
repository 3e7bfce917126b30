//! Valid frames with deliberate damage, and valid frames in every wrong state. They go directly to
//! the room's own clients without a socket, so that there can be many. Two players in the middle of
//! a hand must not notice.
//!
//! `CARDROOM_FRAMES=10000000 cargo test --release -p cardroom --test suite hostile::in_memory --
//! --nocapture` sends more of them.

use crate::hostile::mutation::{Dice, mutate};
use crate::support::playing::{BUY_IN, Play, assert_books_balance};
use cardroom::accounts::NewToken;
use cardroom::outbox::{Ending, Outbox};
use cardroom::room::Room;
use cardroom::session::client::Client;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Hello, LoginToken, Observe, WatchLobby};
use cardroom_protocol::{Encoding, ErrorCode, MINOR_VERSION, RequestId, Secret, TableId};
use futures_util::FutureExt as _;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

const GOLDEN: &str = include_str!("../../../../protocol/tests/golden/client.txt");
/// The default number of frames.
const FRAMES: usize = 20_000;
/// The number of frames between two checks of the players.
const LOOK_EVERY: usize = 5_000;
/// How much the process may grow, whatever it receives.
const MEMORY: usize = 256 << 20;
/// Hashing a password takes as long as ten thousand frames, so a few of these are enough.
const SLOW: [&str; 4] = ["Register ", "Login ", "ChangePassword ", "UpgradeGuest "];

/// How far a connection has come when it turns hostile.
#[derive(Clone, Copy, Debug)]
enum Stage {
    Connected,
    Welcome,
    LoggedIn,
    /// Logged in, and watching the table and the lobby.
    Watching,
}

const STAGES: [Stage; 4] = [Stage::Connected, Stage::Welcome, Stage::LoggedIn, Stage::Watching];

/// A client that sends anything.
struct Mallory {
    room: Arc<Room>,
    token: Secret,
    table: TableId,
    stage: Stage,
    encoding: Encoding,
    client: Client,
    outbox: Arc<Outbox>,
}

impl Mallory {
    fn new(
        room: &Arc<Room>,
        token: Secret,
        table: TableId,
        stage: Stage,
        encoding: Encoding,
    ) -> Self {
        let (client, outbox) = connect(room, encoding);
        Self { room: Arc::clone(room), token, table, stage, encoding, client, outbox }
    }

    /// Opens a new connection and brings it to its first stage.
    async fn come_in(&mut self) {
        self.client.leave().await;
        (self.client, self.outbox) = connect(&self.room, self.encoding);
        self.client.enter();
        if matches!(self.stage, Stage::Connected) {
            return;
        }
        self.say(Hello { minor: MINOR_VERSION, client: "hostile/1".to_owned() }.into());
        if matches!(self.stage, Stage::Welcome) {
            return;
        }
        self.say(LoginToken { request: RequestId(1), token: self.token.clone() }.into());
        poll_fn(|cx| self.client.poll_work(false, cx)).await;
        if matches!(self.stage, Stage::Watching) {
            self.say(Observe { request: RequestId(2), table: self.table }.into());
            self.say(WatchLobby { request: RequestId(3), on: true }.into());
        }
    }

    fn say(&mut self, message: ClientMessage) {
        let frame = self.encoding.encode(&[message]).unwrap();
        self.take(&frame);
    }

    fn take(&mut self, frame: &[u8]) {
        let now = self.room.clock.now();
        self.client.take(now, frame);
    }

    /// Continues the work under way, and reads its output.
    fn go_on(&mut self) {
        while poll_fn(|cx| self.client.poll_work(true, cx)).now_or_never().is_some() {
            drop(self.outbox.take_recorded());
        }
        drop(self.outbox.take_recorded());
    }
}

pub(super) fn connect(room: &Arc<Room>, encoding: Encoding) -> (Client, Arc<Outbox>) {
    let outbox = Arc::new(Outbox::recording(encoding));
    let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
    (Client::new(Arc::clone(room), Arc::clone(&outbox), address), outbox)
}

/// Returns valid frames in an encoding. The slow ones come first.
fn valid(encoding: Encoding) -> (usize, Vec<Vec<u8>>) {
    let frame = |block: &&str| -> Vec<u8> {
        let mut lines = block.lines().skip(1);
        let (json, hex) = (lines.next().unwrap(), lines.next().unwrap());
        let byte = |byte| u8::from_str_radix(byte, 16).unwrap();
        match encoding {
            Encoding::Json => format!("[{json}]").into_bytes(),
            Encoding::Binary => hex.split_whitespace().map(byte).collect(),
        }
    };
    let blocks: Vec<&str> = GOLDEN.split("\n\n").skip(1).collect();
    let is_slow = |block: &&str| SLOW.iter().any(|slow| block.starts_with(slow));
    let (slow, fast): (Vec<&str>, Vec<&str>) = blocks.iter().partition(|block| is_slow(block));
    (slow.len(), slow.iter().chain(&fast).map(frame).collect())
}

/// Returns the resident memory in bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0_usize) * 4_096
}

/// Memory is measured for the whole process, and other tests hash passwords. So this test
/// gets its own process.
#[test]
fn whatever_clients_send_two_players_in_a_hand_do_not_notice() {
    let program = std::env::current_exe().unwrap();
    let test = "hostile::in_memory::two_players_in_a_hand_do_not_notice";
    let arguments = [test, "--exact", "--include-ignored", "--nocapture"];
    let output = std::process::Command::new(program).args(arguments).output().unwrap();
    std::io::stdout().write_all(&output.stdout).unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && told.contains("1 passed"), "{told}{error}");
}

#[tokio::test]
#[ignore = "the test above runs it in a process of its own"]
async fn two_players_in_a_hand_do_not_notice() {
    let asked = std::env::var("CARDROOM_FRAMES").ok();
    let frames: usize = asked.and_then(|count| count.parse().ok()).unwrap_or(FRAMES);
    let mut play = Play::begin(&[Encoding::Binary, Encoding::Json], |config| {
        config.tables[0].seats = 2;
        config.limits.messages_per_second = 1_000_000;
        config.limits.message_burst = 1_000_000;
        config.limits.logins_per_minute = 1_000_000_000;
        config.limits.guests_per_hour = 1_000_000;
        config.limits.guests_per_network_hour = 1_000_000;
    })
    .await;
    play.deal().await;
    let before = play.views.clone();
    let room = Arc::clone(&play.open.room);
    let mut clients = Vec::new();
    for encoding in Encoding::ALL {
        for stage in STAGES {
            let account =
                room.accounts.guest(None, Ipv4Addr::LOCALHOST.into()).await.unwrap().account;
            let new = NewToken::to_play("hostile");
            let token = room.accounts.create_api_token(account, &new).await.unwrap().0;
            let mut client = Mallory::new(&room, token, play.table, stage, encoding);
            client.come_in().await;
            clients.push(client);
        }
    }
    let pools = Encoding::ALL.map(|encoding| (encoding, valid(encoding)));
    let (mut dice, memory) = (Dice(29), resident());
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..frames {
        let place = number % clients.len();
        let client = &mut clients[place];
        let (_, (slow, valid)) =
            pools.iter().find(|(encoding, _)| *encoding == client.encoding).unwrap();
        let skip = if number.is_multiple_of(1_000) { 0 } else { *slow };
        let mut frame = valid[skip + dice.below(valid.len() - skip)].clone();
        // Some are valid, but in the wrong place.
        for _ in 0..dice.below(4) {
            mutate(&mut frame, &valid[skip..], &mut dice);
        }
        client.take(&frame);
        client.go_on();
        if number.is_multiple_of(16) {
            // Lets tables and tournaments answer.
            tokio::task::yield_now().await;
        }
        if let Some(ending) = client.outbox.ending() {
            let how = match ending {
                Ending::Goodbye(code) => code.as_str(),
                _ => "otherwise",
            };
            *ends.entry(how).or_default() += 1;
            client.come_in().await;
        }
        if number % LOOK_EVERY == LOOK_EVERY - 1 {
            play.settle().await;
            assert_eq!(play.views, before, "after {number} frames");
            play.assert_secret();
        }
    }
    for mut client in clients {
        client.client.leave().await;
    }
    play.settle().await;
    assert_eq!(play.views, before);
    play.play(cardroom_protocol::table::Action::Fold).await;
    assert!(assert_books_balance(&play.open).await >= 2 * BUY_IN);
    let grown = resident().saturating_sub(memory);
    // Not by a macro, whose output the harness hides if the test passes.
    let told = format!("{frames} frames, {grown} bytes more; connections ended: {ends:?}\n");
    std::io::stdout().write_all(told.as_bytes()).unwrap();
    assert!(grown < MEMORY, "{told}");
    let malformed = ends.get(ErrorCode::Malformed.as_str()).copied().unwrap_or(0);
    let understood = frames - ends.values().sum::<usize>();
    assert!(malformed > frames / 8 && understood > frames / 8, "{told}");
}
