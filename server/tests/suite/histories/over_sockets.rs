//! Three guests play. Then each reads the hands over a socket and as files, a stranger tries to,
//! and the floor looks.

use crate::support::client::{Client, LONG, open_room};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Login;
use cardroom_protocol::history::{
    GetHand, HandFilter, HandPage, HandRecord, HandShown, ListHands, RevokeHandLink, ShareHand,
};
use cardroom_protocol::hybrid::ListAudit;
use cardroom_protocol::integrity::{GetIntegrityReport, IntegrityReport};
use cardroom_protocol::notes::{ListNotes, SetNote};
use cardroom_protocol::server::{LoggedIn, Role, ServerMessage, YourTurn};
use cardroom_protocol::statistics::{GetStatistics, Statistics};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{
    ActionId, Chips, Encoding, ErrorCode, HandNo, RequestId, Secret, TableId, TimeMs, client as c,
};
use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const REQUEST: RequestId = RequestId(500);

/// A player who calls bets of little or no cost, and folds every third time.
struct Guest {
    client: Client,
    logged_in: LoggedIn,
    turns: u64,
}

impl Guest {
    async fn new(open: &OpenRoom, name: &str, encoding: Encoding) -> Self {
        let (client, logged_in) = Client::guest_in(open, encoding, name).await;
        Self { client, logged_in, turns: 0 }
    }

    async fn answer(&mut self, turn: YourTurn) {
        self.turns += 1;
        let action = match (turn.legal.check, turn.legal.call) {
            (false, Some(_)) if self.turns.is_multiple_of(3) => Action::Fold,
            (true, _) => Action::Check,
            (false, Some(_)) => Action::Call,
            (false, None) => Action::Fold,
        };
        let (table, action_id) = (turn.table, ActionId(self.turns));
        self.client.send([c::Act { table, turn: turn.turn, action_id, action }.into()]).await;
    }

    /// Sends a request and returns the answer, ignoring other messages before it.
    async fn ask(&mut self, message: impl Into<ClientMessage>) -> ServerMessage {
        self.client.send([message.into()]).await;
        loop {
            match self.client.receive().await {
                ServerMessage::YourTurn(turn) => self.answer(turn).await,
                ServerMessage::HandPage(page) if page.request == REQUEST => return page.into(),
                ServerMessage::HandShown(shown) if shown.request == REQUEST => return shown.into(),
                ServerMessage::HandShared(link) if link.request == REQUEST => return link.into(),
                ServerMessage::AuditPage(page) if page.request == REQUEST => return page.into(),
                ServerMessage::Statistics(of) if of.request == REQUEST => return of.into(),
                ServerMessage::IntegrityReport(page) if page.request == REQUEST => {
                    return page.into();
                }
                ServerMessage::NotePage(page) if page.request == REQUEST => return page.into(),
                ServerMessage::Done(done) if done.request == REQUEST => return done.into(),
                ServerMessage::Refused(refused) if refused.request == REQUEST => {
                    return refused.into();
                }
                _ => {}
            }
        }
    }

    async fn list(&mut self, filter: HandFilter, everybody: bool) -> HandPage {
        match self.ask(ListHands { request: REQUEST, filter, everybody, from: 0 }).await {
            ServerMessage::HandPage(page) => page,
            other => panic!("{other:?}"),
        }
    }

    async fn get(
        &mut self,
        (table, hand): (TableId, HandNo),
        inspect: Option<&str>,
    ) -> Result<HandRecord, ErrorCode> {
        let inspect = inspect.map(str::to_owned);
        match self.ask(GetHand { request: REQUEST, table, hand, inspect }).await {
            ServerMessage::HandShown(HandShown { record, .. }) => Ok(*record),
            ServerMessage::Refused(refused) => Err(refused.code),
            other => panic!("{other:?}"),
        }
    }

    fn token(&self) -> &str {
        &self.logged_in.resume_token.as_ref().unwrap().0
    }
}

/// Returns status, headers and body of a file.
async fn file(open: &OpenRoom, path: &str, token: Option<&str>) -> (u16, String, String) {
    let mut stream = TcpStream::connect(open.address).await.unwrap();
    let token =
        token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
    let request = format!("GET {path} HTTP/1.1\r\nHost: room\r\n{token}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), body.to_owned())
}

/// Opens a room in which three guests have played this many hands.
async fn played(hands: u32) -> (OpenRoom, Vec<Guest>) {
    let open = open_room(|config| {
        config.limits.messages_per_second = 10_000;
        config.limits.message_burst = 10_000;
        config.limits.connections_per_address = 1_000;
        config.history.share_links = true;
        config.history.pokerstars_text = false;
        for table in &mut config.tables {
            table.between_hands_ms = 0;
            table.run_out_ms = 0;
        }
    })
    .await;
    let table = TableId(open.room.registry.tables()[0].id.0);
    let mut guests = Vec::new();
    for (name, encoding) in
        [("Ada", Encoding::Json), ("Bob", Encoding::Binary), ("Cyd", Encoding::Binary)]
    {
        let mut guest = Guest::new(&open, name, encoding).await;
        let sit = c::Sit {
            request: RequestId(1),
            table,
            seat: None,
            buy_in: Chips(80),
            wait_for_big_blind: false,
        };
        guest.client.send([sit.into()]).await;
        guests.push(guest);
    }
    let play = async {
        loop {
            for guest in &mut guests {
                let next = tokio::time::timeout(Duration::from_millis(5), guest.client.receive());
                if let Ok(ServerMessage::YourTurn(turn)) = next.await {
                    guest.answer(turn).await;
                }
            }
            if guests[0].list(HandFilter::default(), false).await.total >= hands {
                return;
            }
        }
    };
    tokio::time::timeout(LONG, play).await.unwrap();
    (open, guests)
}

fn folded(record: &HandRecord) -> bool {
    record
        .events()
        .any(|event| matches!(event, TableEvent::Acted(acted) if acted.action == Action::Fold))
}

/// Returns the seats whose cards the histories of `online` show to everyone: called hands.
fn called(record: &HandRecord) -> BTreeSet<u8> {
    let mut live: BTreeSet<u8> = record.seats.iter().map(|seat| seat.seat).collect();
    for event in record.events() {
        if let TableEvent::Acted(acted) = event
            && acted.action == Action::Fold
        {
            live.remove(&acted.seat);
        }
    }
    if live.len() > 1 { live } else { BTreeSet::new() }
}

fn seats_of(record: &HandRecord) -> BTreeSet<u8> {
    record.cards.iter().map(|cards| cards.seat).collect()
}

#[tokio::test]
async fn everybody_reads_the_own_version_of_a_hand() {
    let (open, mut guests) = played(12).await;
    let page = guests[0].list(HandFilter::default(), false).await;
    assert_eq!(page.hands.len(), usize::try_from(page.total).unwrap().min(20));
    assert!(page.hands.is_sorted_by_key(|hand| std::cmp::Reverse(hand.ended_at)));
    let mut with_a_fold = 0;
    for summary in page.hands.iter().take(8) {
        let name = (summary.table, summary.hand);
        let own = summary.own.as_ref().unwrap();
        let mut versions = Vec::new();
        for guest in &mut guests {
            let Ok(record) = guest.get(name, None).await else { continue };
            let mine = record.seats.iter().find(|seat| seat.name == guest.logged_in.name).unwrap();
            let mut seen = called(&record);
            seen.insert(mine.seat);
            assert_eq!(seats_of(&record), seen, "one's own cards, and called hands");
            assert_eq!(record.cards_of(mine.seat).unwrap().dealt.len(), 2);
            versions.push((mine.seat, record));
        }
        assert!(versions.len() >= 2, "two at least were dealt in");
        let (seat, version) = &versions[0];
        assert_eq!(own.cards, version.cards_of(*seat).unwrap().held());
        for (seat, version) in &versions {
            assert_eq!(version.viewer, Some(*seat), "the record names its viewer");
        }
        let mut versions: Vec<HandRecord> =
            versions.into_iter().map(|(_, version)| version).collect();
        with_a_fold += usize::from(folded(&versions[0]));
        let began: u64 = versions[0].seats.iter().map(|seat| seat.began_with.0).sum();
        let ended: u64 = versions[0].seats.iter().map(|seat| seat.ended_with.0).sum();
        assert_eq!(began, ended, "no chip is lost");
        for version in &mut versions {
            version.cards.clear();
            version.viewer = None;
        }
        assert!(versions.windows(2).all(|pair| pair[0] == pair[1]), "the rest is the same for all");
    }
    assert!(with_a_fold > 0, "somebody folded");

    // A player who was not dealt in gets the same answer as for a hand that never existed.
    let name = (page.hands[0].table, page.hands[0].hand);
    let mut stranger = Guest::new(&open, "Dot", Encoding::Binary).await;
    assert_eq!(stranger.get(name, None).await, Err(ErrorCode::UnknownHand));
    assert_eq!(stranger.get((name.0, HandNo(1 << 40)), None).await, Err(ErrorCode::UnknownHand));
    assert_eq!(stranger.get(name, Some("curious")).await, Err(ErrorCode::Forbidden));
    assert_eq!(stranger.list(HandFilter::default(), false).await.total, 0);
    let all =
        ListHands { request: REQUEST, filter: HandFilter::default(), everybody: true, from: 0 };
    let refused = stranger.ask(all).await;
    assert!(
        matches!(refused, ServerMessage::Refused(refused) if refused.code == ErrorCode::Forbidden)
    );

    // A search finds what it asks for.
    let [ada, bob, _] = &mut guests[..] else { unreachable!("three came") };
    let with =
        |player: &str| HandFilter { player: Some(player.to_owned()), ..HandFilter::default() };
    let together = ada.list(with(&bob.logged_in.name.clone()), false).await;
    assert!(together.total > 0 && together.total <= page.total + 12);
    assert_eq!(ada.list(with("nobody at all"), false).await.total, 0);
    assert_eq!(ada.list(with("Dot"), false).await.total, 0);
    let least = HandFilter { least_pot: Some(Chips(1_000_000)), ..HandFilter::default() };
    assert_eq!(ada.list(least, false).await.total, 0);
    open.close(Duration::from_secs(1)).await;
}

/// Requests the report as this client.
async fn compared(guest: &mut Guest) -> Result<IntegrityReport, ErrorCode> {
    let asked =
        GetIntegrityReport { request: REQUEST, since: None, until: None, player: None, from: 0 };
    match guest.ask(asked).await {
        ServerMessage::IntegrityReport(report) => Ok(report),
        ServerMessage::Refused(refused) => Err(refused.code),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_floor_sees_what_the_table_saw_and_every_card_with_a_reason() {
    let (open, mut guests) = played(6).await;
    let page = guests[0].list(HandFilter::default(), false).await;
    let name = (page.hands[0].table, page.hands[0].hand);
    let accounts = &open.room.accounts;
    let password = Secret("eight or more".to_owned());
    accounts.register("Cleo", &password, Ipv4Addr::LOCALHOST.into()).await.unwrap();
    accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let mut client = Client::welcome(&open, Encoding::Binary).await;
    client
        .send([Login { request: RequestId(1), name: "Cleo".to_owned(), password, browser: None }
            .into()])
        .await;
    let ServerMessage::LoggedIn(logged_in) = client.receive().await else { panic!("no login") };
    let mut cleo = Guest { client, logged_in, turns: 0 };

    assert!(cleo.list(HandFilter::default(), true).await.total >= 6);
    assert_eq!(cleo.list(HandFilter::default(), false).await.total, 0, "she played none");
    assert_eq!(compared(&mut guests[0]).await, Err(ErrorCode::Forbidden));
    let report = compared(&mut cleo).await.unwrap();
    assert_eq!((report.request, report.compared, report.partial), (REQUEST, 3, false));
    assert!(report.hands >= 6 && report.pairs.iter().all(|pair| pair.hands >= 1), "{report:?}");
    let seen = cleo.get(name, None).await.unwrap();
    assert_eq!(seats_of(&seen), called(&seen), "nobody's cards but called hands");
    assert_eq!(cleo.get(name, Some("")).await, Err(ErrorCode::BadText));
    let all = cleo.get(name, Some("A complaint of collusion.")).await.unwrap();
    assert_eq!(all.cards.len(), all.seats.len(), "everybody's cards");
    let trail = ListAudit { request: REQUEST, table: Some(name.0), from: 0 };
    let ServerMessage::AuditPage(trail) = cleo.ask(trail).await else { panic!("no trail") };
    assert_eq!(trail.total, 1, "looking without a reason was refused and left nothing");
    let entry = &trail.entries[0];
    assert_eq!((&*entry.operator, &*entry.reason), ("Cleo", "A complaint of collusion."));
    assert_eq!(entry.command, format!("{{\"InspectHand\":{}}}", name.1));
    open.close(Duration::from_secs(1)).await;
}

#[tokio::test]
async fn files_are_for_whoever_has_the_token_and_links_for_whoever_has_them() {
    let (open, mut guests) = played(6).await;
    let page = guests[0].list(HandFilter::default(), false).await;
    let (table, hand) = (page.hands[0].table, page.hands[0].hand);
    let one = format!("/hands/{table}-{hand}");
    let token = guests[0].token().to_owned();

    let (status, head, body) = file(&open, &format!("{one}.json"), Some(&token)).await;
    let record: HandRecord = serde_json::from_str(&body).unwrap();
    assert_eq!((status, record.clone()), (200, guests[0].get((table, hand), None).await.unwrap()));
    assert!(head.contains("content-type: application/json"), "{head}");
    let (status, head, body) = file(&open, &format!("{one}.phh"), Some(&token)).await;
    assert_eq!((status, body), (200, cardroom_history::phh(&record).unwrap()));
    assert!(head.contains("content-disposition: attachment; filename=\""), "{head}");
    let (status, _, body) = file(&open, "/hands.phhs?at_most=3", Some(&token)).await;
    assert_eq!((status, body.matches("variant = ").count()), (200, 3));
    let (status, _, body) = file(&open, "/hands.ohh?least_pot=1", Some(&token)).await;
    assert!(status == 200 && body.lines().filter(|line| !line.is_empty()).count() >= 6);
    let (status, _, body) = file(&open, "/hands.txt", Some(&token)).await;
    assert!(status == 200 && body.contains("wins"), "{body}");

    for (path, token, expected) in [
        (format!("{one}.json"), None, 401),
        (format!("{one}.json"), Some("not a token"), 401),
        (format!("{one}.pokerstars"), Some(&*token), 403),
        ("/hands.pokerstars".to_owned(), Some(&*token), 403),
        (format!("{one}.exe"), Some(&*token), 404),
        (format!("/hands/{table}.phh"), Some(&*token), 404),
        (format!("/hands/{table}-999999.phh"), Some(&*token), 404),
        ("/hands.phhs?everybody=1".to_owned(), Some(&*token), 400),
    ] {
        let (status, _, body) = file(&open, &path, token).await;
        assert_eq!(status, expected, "{path}: {body}");
    }
    let stranger = Guest::new(&open, "Dot", Encoding::Binary).await;
    assert_eq!(file(&open, &format!("{one}.json"), Some(stranger.token())).await.0, 404);
    assert_eq!(file(&open, "/hands.phhs", Some(stranger.token())).await.2, "");

    let share = ShareHand { request: REQUEST, table, hand };
    let ServerMessage::HandShared(link) = guests[0].ask(share).await else { panic!("no link") };
    let code = link.path.strip_prefix("/replay/").unwrap();
    let (status, _, body) = file(&open, &format!("/shared/{code}.json"), None).await;
    assert_eq!((status, serde_json::from_str::<HandRecord>(&body).unwrap()), (200, record));
    let shared: serde_json::Value = serde_json::from_str(&body).unwrap();
    let seat: u8 = code.split('-').nth(2).unwrap().parse().unwrap();
    let LoggedIn { avatar, color, .. } = guests[0].logged_in;
    let own = serde_json::json!({ "seat": seat, "avatar": avatar, "color": color });
    assert!(shared["looks"].as_array().unwrap().contains(&own), "{}", shared["looks"]);
    // A link to one player's version opens neither another player's version nor another hand.
    let parts: Vec<&str> = code.split('-').collect();
    for other in [
        format!("{}-{}-{}-{}", parts[0], parts[1], 1 + parts[2].parse::<u8>().unwrap(), parts[3]),
        format!("{}-{}-{}-{}", parts[0], 1 + parts[1].parse::<u64>().unwrap(), parts[2], parts[3]),
        code[..code.len() - 1].to_owned(),
        String::new(),
    ] {
        assert_eq!(file(&open, &format!("/shared/{other}.json"), None).await.0, 404, "{other}");
    }
    open.close(Duration::from_secs(1)).await;
}

#[tokio::test]
async fn a_link_that_was_revoked_leads_nowhere_and_a_new_one_does() {
    let (open, mut guests) = played(1).await;
    let page = guests[0].list(HandFilter::default(), false).await;
    let (table, hand) = (page.hands[0].table, page.hands[0].hand);
    async fn link(guest: &mut Guest, (table, hand): (TableId, HandNo)) -> String {
        let share = ShareHand { request: REQUEST, table, hand };
        let ServerMessage::HandShared(link) = guest.ask(share).await else { panic!("no link") };
        format!("/shared/{}.json", link.path.strip_prefix("/replay/").unwrap())
    }
    let old = link(&mut guests[0], (table, hand)).await;
    let others = link(&mut guests[1], (table, hand)).await;
    assert_eq!(link(&mut guests[0], (table, hand)).await, old, "one link until it is revoked");
    let revoke = |hand| RevokeHandLink { request: REQUEST, table, hand };
    for _ in 0..2 {
        assert!(matches!(guests[0].ask(revoke(hand)).await, ServerMessage::Done(_)));
        assert_eq!(file(&open, &old, None).await.0, 404);
    }
    let new = link(&mut guests[0], (table, hand)).await;
    assert_ne!(new, old);
    assert_eq!(file(&open, &new, None).await.0, 200);
    assert_eq!(file(&open, &others, None).await.0, 200, "the link of another player stays");
    let mut stranger = Guest::new(&open, "Dan", Encoding::Binary).await;
    for (guest, hand) in [(&mut stranger, hand), (&mut guests[0], HandNo(9_999))] {
        match guest.ask(revoke(hand)).await {
            ServerMessage::Refused(refused) => assert_eq!(refused.code, ErrorCode::UnknownHand),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(file(&open, &new, None).await.0, 200);
}

/// Requests the statistics of a guest between two times.
async fn counted(guest: &mut Guest, from: Option<TimeMs>, to: Option<TimeMs>) -> Statistics {
    match guest.ask(GetStatistics { request: REQUEST, from, to }).await {
        ServerMessage::Statistics(counted) => counted,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn statistics_are_those_of_the_hands_that_are_kept() {
    let (_open, mut guests) = played(12).await;
    for guest in &mut guests {
        let counted = counted(guest, None, None).await;
        let page = guest.list(HandFilter::default(), false).await;
        assert!(counted.hands > 0 && counted.hands <= page.total, "{counted:?}");
        assert_eq!(counted.curve.len(), counted.hands as usize, "a point for each hand");
        let [game] = &counted.games[..] else { panic!("{counted:?}") };
        assert_eq!((&*game.game, game.hands, game.vpip), ("holdem", counted.hands, counted.vpip));
        assert!(counted.pfr.count == 0 && counted.pfr.of > 0, "nobody raises here: {counted:?}");
        assert!(counted.vpip.count > 0 && counted.vpip.count <= counted.vpip.of);
        assert!(!counted.partial && counted.tournament_hands == 0);
    }
    // Up to a time between two hands, so that one player's wins are the others' losses.
    let page = guests[0].list(HandFilter::default(), false).await;
    let summary = &page.hands[page.hands.len() - 1];
    let own = summary.own.as_ref().unwrap();
    let until = Some(TimeMs(summary.ended_at.0 + 1));
    let counted = counted(&mut guests[0], None, until).await;
    let result = (counted.won.0, counted.lost.0);
    let (began, ended) = (own.began_with.0, own.ended_with.0);
    assert_eq!(result, (ended.saturating_sub(began), began.saturating_sub(ended)));
    assert_eq!(counted.hands, 1);
    let last = counted.curve[0];
    assert_eq!((last.hands, last.won, last.lost), (1, counted.won, counted.lost));

    // Counting takes long, so a client cannot request it again and again. A slow machine has time to
    // forgive some.
    let mut refused = None;
    for _ in 0..50 {
        let asked = GetStatistics { request: REQUEST, from: None, to: None };
        if let ServerMessage::Refused(refusal) = guests[0].ask(asked).await {
            refused = Some(refusal.code);
            break;
        }
    }
    assert_eq!(refused, Some(ErrorCode::RateLimited));
}

#[tokio::test]
async fn notes_are_for_whoever_wrote_them() {
    let (_open, mut guests) = played(1).await;
    let (player, text) = ("Bob".to_owned(), "Folds every third time.".to_owned());
    let set = SetNote { request: REQUEST, player, text, color: 2 };
    assert!(matches!(guests[0].ask(set).await, ServerMessage::Done(_)));
    let mut pages = Vec::new();
    for guest in &mut guests {
        match guest.ask(ListNotes { request: REQUEST, from: 0 }).await {
            ServerMessage::NotePage(page) => pages.push(page),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(pages.iter().map(|page| page.total).collect::<Vec<_>>(), [1, 0, 0]);
    let note = &pages[0].notes[0];
    assert_eq!((&*note.player, &*note.text, note.color), ("Bob", "Folds every third time.", 2));
    let (player, text) = ("Nobody at all".to_owned(), "a text".to_owned());
    let refused = guests[0].ask(SetNote { request: REQUEST, player, text, color: 0 }).await;
    assert!(matches!(refused, ServerMessage::Refused(_)), "{refused:?}");
}
