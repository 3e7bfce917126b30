//! A room that cheats at its deals. A proxy between the bots and an honest room does what a
//! dishonest operator would: it has the room's key, and changes what is sent. The bots notice, and
//! every verifier refuses their evidence with the code of the cheat.

mod forked;

use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::vault::Vault;
use cardroom::wiring::{self, OpenRoom};
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{BuyIn, Settings, Swarm};
use cardroom_cards::CardSet;
use cardroom_deal::{
    Code, Document, Hash, JointSeed, Known, Opening, Pack, RoomKey, Secret, digest, verify_session,
};
use cardroom_protocol::deal::{Bytes, DealBound, DealOpened, Hash32, OwnCardsOpened, Sig64};
use cardroom_protocol::limits::MAX_SERVER_FRAME_BYTES;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{ClientMessage, Encoding};
use futures_util::{SinkExt as _, StreamExt as _};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

/// The timeout, longer than some hands take.
const LONG: Duration = Duration::from_secs(120);
const PROTOCOL: &str = "sec-websocket-protocol";
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bot-client/examples/verify_deal.py");

/// The deed of the operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cheat {
    Nothing,
    /// Deals a player cards of the pack that was not picked.
    OtherPack,
    /// Does not let the players' links count.
    LeftOut,
    /// Signs a second opening once the links are known.
    OpeningExchanged,
    /// Shows a player another card than the one that lies there.
    CardSwapped,
    /// Seals each hand with the seal of the one before.
    OtherSeal,
}

/// One connection of a player to a room whose operator cheats.
struct Operator {
    cheat: Cheat,
    key: RoomKey,
    opened: Option<DealOpened>,
    /// The joint seed, and the pack that was not picked.
    other: Option<(JointSeed, Pack)>,
    seal: Option<Bytes>,
}

impl Operator {
    fn up(&self, message: &mut ClientMessage) {
        if let (Cheat::LeftOut, ClientMessage::JoinDeal(join)) = (self.cheat, message) {
            join.anchor = None;
        }
    }

    /// Adds what the player is sent in the place of a message.
    fn down(&mut self, mut message: ServerMessage, said: &mut Vec<ServerMessage>) {
        match (&mut message, self.cheat) {
            (ServerMessage::DealJoined(joined), Cheat::LeftOut) => joined.index = 1,
            (ServerMessage::DealOpened(opened), _) => self.opened = Some(opened.clone()),
            (ServerMessage::DealBound(bound), Cheat::OtherPack) => {
                self.other = self.unpicked(bound);
            }
            (ServerMessage::DealBound(_), Cheat::OpeningExchanged) => {
                said.extend(self.second_opening().map(ServerMessage::from));
            }
            (ServerMessage::OwnCardsOpened(own), Cheat::OtherPack) => self.exchange(own),
            (ServerMessage::HoleCards(held), Cheat::CardSwapped) => {
                let others = CardSet::full52().iter();
                held.cards[0] = others.into_iter().find(|card| !held.cards.contains(card)).unwrap();
            }
            (ServerMessage::DealSealed(sealed), Cheat::OtherSeal) => {
                let true_seal = sealed.seal.clone();
                sealed.seal = self.seal.replace(true_seal.clone()).unwrap_or(true_seal);
            }
            _ => {}
        }
        said.push(message);
    }

    fn unpicked(&self, bound: &DealBound) -> Option<(JointSeed, Pack)> {
        let bytes = &self.opened.as_ref()?.opening.0;
        let opening = Opening::parse(bytes).unwrap();
        let seats = opening.roster.iter().map(|entry| entry.seat);
        let lent: Vec<(u8, Hash)> =
            seats.zip(&bound.links).map(|(seat, lent)| (seat, lent.link.0)).collect();
        let seed = Secret::new(bound.spares.first()?.0);
        let joint = JointSeed::new(&digest(bytes), &lent);
        Some((joint, Pack::new(&opening.faces, opening.shuffles, seed)))
    }

    /// Opens the cards of the other pack, each with its own salt and path.
    fn exchange(&self, own: &mut OwnCardsOpened) {
        let Some((joint, pack)) = &self.other else { return };
        for card in &mut own.cards {
            let leaf = joint.permutation(card.deck, 52)[usize::from(card.place)];
            let opened = pack.open(card.deck, leaf).unwrap();
            (card.card, card.salt) = (opened.card, Hash32(opened.salt));
            card.path = opened.path.into_iter().map(Hash32).collect();
        }
    }

    fn second_opening(&mut self) -> Option<DealOpened> {
        let first = self.opened.take()?;
        let mut opening = Opening::parse(&first.opening.0).unwrap();
        opening.time_ms += 1;
        let bytes = opening.encode();
        let signature = Sig64(self.key.sign_opening(&digest(&bytes)));
        Some(DealOpened { opening: Bytes(bytes), signature, ..first })
    }
}

/// Carries the frames of one connection.
async fn carry(stream: TcpStream, room: SocketAddr, mut operator: Operator) -> Option<()> {
    let mut protocol = None;
    #[expect(clippy::result_large_err, reason = "the type is the library's")]
    let callback = |request: &Request, mut response: Response| {
        let offered = request.headers()[PROTOCOL].clone();
        response.headers_mut().insert(PROTOCOL, offered.clone());
        protocol = Some(offered);
        Ok(response)
    };
    let player = tokio_tungstenite::accept_hdr_async(stream, callback).await.ok()?;
    let mut request = format!("ws://{room}/ws").into_client_request().ok()?;
    request.headers_mut().insert(PROTOCOL, protocol?);
    let (hall, _) = tokio_tungstenite::connect_async(request).await.ok()?;
    let (mut to_player, mut from_player) = player.split();
    let (mut to_room, mut from_room) = hall.split();
    let encoding = Encoding::Binary;
    loop {
        tokio::select! {
            frame = from_player.next() => {
                let Message::Binary(frame) = frame?.ok()? else { continue };
                let decoded = encoding.decode(&frame, MAX_SERVER_FRAME_BYTES).unwrap();
                let mut messages: Vec<ClientMessage> = decoded.messages;
                messages.iter_mut().for_each(|message| operator.up(message));
                to_room.send(Message::Binary(encoding.encode(&messages).unwrap())).await.ok()?;
            }
            frame = from_room.next() => {
                let Message::Binary(frame) = frame?.ok()? else { continue };
                let decoded = encoding.decode(&frame, MAX_SERVER_FRAME_BYTES).unwrap();
                let mut said = Vec::new();
                let messages: Vec<ServerMessage> = decoded.messages;
                messages.into_iter().for_each(|message| operator.down(message, &mut said));
                to_player.send(Message::Binary(encoding.encode(&said).unwrap())).await.ok()?;
            }
        }
    }
}

/// Opens the way to a room through a cheating operator.
async fn cheated(room: SocketAddr, cheat: Cheat, key: RoomKey) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (opened, other, seal) = (None, None, None);
            let operator = Operator { cheat, key: key.clone(), opened, other, seal };
            tokio::spawn(carry(stream, room, operator));
        }
    });
    address
}

async fn open_room() -> (OpenRoom, RoomKey) {
    let text = "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         [accounts]\nsignup_grant = 100000\nfree_chips = \"everywhere\"\n\
         [limits]\nmessages_per_second = 1000\nmessage_burst = 2000\nseats_per_network = 100\n\
         [house_bots]\nenabled = false\n[deal]\nverifiable = true\nwindow_ms = 20000\n\
         [[tables]]\nname = \"One\"\ngame = \"holdem\"\nbetting = \"no_limit\"\nsmall_blind = 5\n\
         big_blind = 10\nseats = 2\nmin_buy_in = 100\nmax_buy_in = 400\nbetween_hands_ms = 0\n\
         run_out_ms = 0\n";
    let config = Config::load_text("test", text, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let vault = Vault::in_memory();
    let key = vault.deal_keys(0).unwrap().key;
    let store = Arc::new(MemoryStore::new());
    (wiring::open_with(&config, store, vault, figures).await.unwrap(), key)
}

/// Lets two bots play until they verified some hands, or reported something.
async fn play(room: SocketAddr, cheat: Cheat, key: RoomKey, evidence: &Path) -> (u64, u64) {
    let address = cheated(room, cheat, key).await;
    let settings = Settings {
        buy_in: BuyIn::BigBlinds(20),
        leave_patience: Duration::from_secs(2),
        evidence: evidence.to_owned(),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&format!("ws://{address}/ws"))
        .settings(settings)
        .bots(2)
        .seed(11)
        .brain(|bot| RandomLegal::new(bot.seed))
        .start()
        .await
        .unwrap();
    let deadline = Instant::now() + LONG;
    loop {
        let totals = swarm.totals();
        if totals.protocol_errors > 0 || totals.deals_verified >= 10 {
            break;
        }
        assert!(Instant::now() < deadline, "{cheat:?}: {totals}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let totals = swarm.stop().await.totals;
    (totals.protocol_errors, totals.deals_verified)
}

fn files_of(folder: &Path, code: Code) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(folder) else { return Vec::new() };
    let ending = format!("-{code}.json");
    let files = files.map(|file| file.unwrap().path());
    files.filter(|path| path.to_str().is_some_and(|path| path.ends_with(&ending))).collect()
}

/// Checks that the verifier refuses a file with this code.
fn must_be_refused(file: &Path, code: Code) {
    let text = fs::read(file).unwrap();
    let (document, asked) = Document::read(&text).unwrap();
    let Document::Proofs(proofs) = document else { panic!("{} has proofs", file.display()) };
    let known = Known { seat: asked.seat, ..Known::default() };
    let fraud = verify_session(&proofs, &known).unwrap_err();
    assert_eq!(fraud.code, code, "{}: {fraud}", file.display());
}

/// Checks the same for the verifier in Python. Returns `false` if there is no Python here.
fn python_must_refuse(file: &Path, code: Code) -> bool {
    let Ok(output) = Command::new("python3").arg(PYTHON).arg(file).output() else { return false };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(code.name()), "{code}: {said}");
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_notice_each_way_to_cheat_and_keep_evidence_that_verifiers_refuse() {
    let cheats = [
        (Cheat::OtherPack, Code::Opening),
        (Cheat::LeftOut, Code::NotMine),
        (Cheat::OpeningExchanged, Code::Receipt),
        (Cheat::CardSwapped, Code::Card),
        (Cheat::OtherSeal, Code::Seal),
    ];
    for (cheat, code) in cheats {
        let (room, key) = open_room().await;
        let folder = tempfile::tempdir().unwrap();
        let evidence = folder.path().join("evidence");
        let (errors, _) = play(room.address, cheat, key, &evidence).await;
        assert!(errors > 0, "{cheat:?}");
        let files = files_of(&evidence, code);
        assert!(!files.is_empty(), "{cheat:?}: {:?}", fs::read_dir(&evidence));
        files.iter().for_each(|file| must_be_refused(file, code));
        if !files.iter().all(|file| python_must_refuse(file, code)) {
            eprintln!("SKIPPED: there is no python3 here");
        }
        room.close(Duration::from_secs(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_who_changes_nothing_is_not_suspected() {
    let (room, key) = open_room().await;
    let folder = tempfile::tempdir().unwrap();
    let evidence = folder.path().join("evidence");
    let (errors, verified) = play(room.address, Cheat::Nothing, key, &evidence).await;
    assert_eq!(errors, 0);
    assert!(verified >= 10, "{verified}");
    assert!(!evidence.exists());
    room.close(Duration::from_secs(5)).await;
}
