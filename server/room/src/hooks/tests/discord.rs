//! A webhook of Discord on loopback that keeps the limits which Discord publishes, and hostile
//! names on their way to it.

use super::{Case, REQUEST, friday, terms};
use crate::cashier::Cashier;
use crate::hooks::{Asked, HookOffice, answer};
use crate::journal::Journal;
use crate::noted::Operator;
use crate::push::now_ms;
use crate::store::{SqliteStore, Store, Synchronous, Unit};
use crate::vault::Vault;
use cardroom_hooks::{Place, Player, Subject, Tournament};
use cardroom_https::{Outgoing, Settings};
use cardroom_protocol::hooks::{DirectHook, HookFormat, HookOrder, HookTerms};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);

const MESSAGES_UNTIL_BUSY: usize = 125;
const PAUSE: Duration = Duration::from_millis(1_050);
const DELIVERIES: usize = 500;
const ISOLATES: [char; 2] = ['\u{2068}', '\u{2069}'];

/// A message as readers of a channel see it.
#[derive(Debug)]
struct Shown {
    title: String,
    description: String,
}

/// The receiving end of a stub: what it shows, or why it refused a message.
struct Discord {
    address: String,
    arrived: mpsc::UnboundedReceiver<Result<Shown, String>>,
    /// How often it asked for a pause.
    pauses: Arc<AtomicU64>,
}

impl Discord {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/hook", listener.local_addr().unwrap());
        let (arrived_in, arrived) = mpsc::unbounded_channel();
        let pauses = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&pauses);
        tokio::spawn(async move {
            let (mut taken, mut busy_until) = (0, None);
            while let Ok((mut socket, _)) = listener.accept().await {
                let request = read(&mut socket).await;
                let came_early = busy_until.is_some_and(|until| Instant::now() < until);
                let is_busy = taken % MESSAGES_UNTIL_BUSY == MESSAGES_UNTIL_BUSY - 1;
                if is_busy && busy_until.is_none() {
                    busy_until = Some(Instant::now() + PAUSE);
                    counted.fetch_add(1, Ordering::Relaxed);
                    let limited = r#"{"message": "You are being rate limited.", "retry_after": 1.05, "global": false}"#;
                    say(&mut socket, "429 Too Many Requests\r\nretry-after: 2", limited).await;
                    continue;
                }
                let shown = match came_early {
                    true => Err("it came before the pause was over".to_owned()),
                    false => message(&request),
                };
                (taken, busy_until) = (taken + 1, None);
                let status = if shown.is_ok() { "204 No Content" } else { "400 Bad Request" };
                say(&mut socket, status, "").await;
                if arrived_in.send(shown).is_err() {
                    return;
                }
            }
        });
        Self { address, arrived, pauses }
    }

    async fn next(&mut self) -> Shown {
        let arrived = timeout(PATIENCE, self.arrived.recv()).await;
        let shown = arrived.expect("a message comes").expect("the stub is there");
        shown.expect("Discord takes it")
    }
}

async fn read(socket: &mut TcpStream) -> Value {
    let (mut read, mut buffer) = (Vec::new(), [0; 4_096]);
    loop {
        let count = socket.read(&mut buffer).await.unwrap();
        assert!(count > 0, "a request ends too early");
        read.extend_from_slice(&buffer[..count]);
        let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let head = std::str::from_utf8(&read[..end]).unwrap().to_lowercase();
        let (_, length) = head.split_once("content-length: ").unwrap();
        let length: usize = length.lines().next().unwrap().parse().unwrap();
        if read.len() == end + 4 + length {
            return serde_json::from_slice(&read[end + 4..]).unwrap();
        }
    }
}

async fn say(socket: &mut TcpStream, status: &str, body: &str) {
    let length = body.len();
    let answer = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n{body}");
    socket.write_all(answer.as_bytes()).await.unwrap();
}

/// Returns a message as Discord shows it, or why Discord refuses it.
fn message(body: &Value) -> Result<Shown, String> {
    if body["allowed_mentions"] != json!({ "parse": [] }) {
        return Err("a mention is allowed".to_owned());
    }
    if length(&body["content"]) > 2_000 {
        return Err("the content is longer than 2,000".to_owned());
    }
    let embeds = body["embeds"].as_array().map_or(&[][..], Vec::as_slice);
    if embeds.is_empty() || embeds.len() > 10 {
        return Err("there are 1 to 10 embeds".to_owned());
    }
    if embeds.iter().map(in_all).sum::<usize>() > 6_000 {
        return Err("the embeds have more than 6,000 characters".to_owned());
    }
    embeds.iter().try_for_each(limits)?;
    let text = |name: &str| shown(embeds[0][name].as_str().unwrap_or_default());
    Ok(Shown { title: text("title")?, description: text("description")? })
}

/// Returns the length of a text, in the larger of the two ways to count it.
fn length(text: &Value) -> usize {
    text.as_str().unwrap_or_default().encode_utf16().count()
}

fn fields(embed: &Value) -> &[Value] {
    embed["fields"].as_array().map_or(&[], Vec::as_slice)
}

/// Returns the number of characters that count towards the limit of 6,000.
fn in_all(embed: &Value) -> usize {
    let own = [&embed["title"], &embed["description"], &embed["footer"]["text"]];
    let of_fields = fields(embed).iter().flat_map(|field| [&field["name"], &field["value"]]);
    own.into_iter().chain([&embed["author"]["name"]]).chain(of_fields).map(length).sum()
}

fn limits(embed: &Value) -> Result<(), String> {
    let most = [
        ("title", &embed["title"], 256),
        ("description", &embed["description"], 4_096),
        ("footer", &embed["footer"]["text"], 2_048),
        ("author", &embed["author"]["name"], 256),
    ];
    let of_fields = fields(embed)
        .iter()
        .flat_map(|field| [("name", &field["name"], 256), ("value", &field["value"], 1_024)]);
    if let Some((name, ..)) = most.into_iter().chain(of_fields).find(|it| length(it.1) > it.2) {
        return Err(format!("the {name} is too long"));
    }
    if fields(embed).len() > 25 {
        return Err("there are more than 25 fields".to_owned());
    }
    if length(&embed["title"]) + length(&embed["description"]) == 0 {
        return Err("the embed is empty".to_owned());
    }
    if embed["color"].as_u64().is_none_or(|color| color > 0x00ff_ffff) {
        return Err("the color is none".to_owned());
    }
    match embed["url"].as_str() {
        Some(url) if !url.starts_with("https://") => Err("the address is none".to_owned()),
        _ => Ok(()),
    }
}

/// Returns a text as Discord shows it: without the backslashes of escapes, which Discord takes
/// before ASCII punctuation. A text that is more than text is refused, but for a mark of a time.
fn shown(text: &str) -> Result<String, String> {
    let (mut shown, mut plain, mut rest) = (String::new(), String::new(), text.chars());
    while let Some(c) = rest.next() {
        let next = rest.as_str().chars().next();
        match (c, next) {
            ('\\', Some(escaped)) if escaped.is_ascii_punctuation() => {
                rest.next();
                shown.push(escaped);
                // It ends what the characters around it would be together.
                plain.push('\u{0}');
            }
            ('<', _) if rest.as_str().starts_with("t:") => {
                let (time, behind) = rest.as_str().split_once('>').ok_or("a time has no end")?;
                shown.push_str(&format!("<{time}>"));
                rest = behind.chars();
            }
            _ => {
                shown.push(c);
                plain.push(c);
            }
        }
    }
    match meaning(&plain) {
        Some(meaning) => Err(format!("{meaning} in {text}")),
        None => Ok(shown),
    }
}

/// Returns what Discord would take unescaped characters for, if it is more than text.
fn meaning(plain: &str) -> Option<&'static str> {
    if plain.contains(['*', '_', '~', '`', '|', '[', '<', '@']) {
        return Some("Markdown or a mention");
    }
    if plain.contains("://") {
        return Some("an address");
    }
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let parts: Vec<&str> = plain.split(':').collect();
    let mut between = parts.get(1..parts.len() - 1).into_iter().flatten();
    if between.any(|part| !part.is_empty() && part.chars().all(is_word)) {
        return Some("the name of an emoji");
    }
    plain.lines().map(str::trim_start).find_map(|line| {
        let behind_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_item = line.starts_with("- ") || line.starts_with("-# ");
        let is_numbered = behind_number.len() < line.len() && behind_number.starts_with(". ");
        let is_heading = line.starts_with(['#', '>']);
        (is_item || is_numbered || is_heading).then_some("a heading, a quote or a list")
    })
}

/// Names that would ping, format, link, or turn the text around them.
fn hostile() -> Vec<String> {
    let plain = [
        "@everyone",
        "@here",
        "<@123456789012345678>",
        "<@&123456789012345678>",
        "<#123456789012345678>",
        "<t:0:R>",
        "<:card:123456789012345678>",
        ":smile:",
        "**bold** __under__ *it*",
        "~~gone~~ ||spoiler||",
        "`code` ```block```",
        "[click](https://evil.example)",
        "https://evil.example/x",
        "# title",
        "-# small",
        "> quote",
        ">>> quote",
        "- item",
        "1. item",
        "\\*back\\\\slashes\\",
        "```",
        "\u{202e}reverse",
        "a\u{200f}b\u{200e}c",
        "\u{5de}\u{5d0}\u{5d9}\u{5d4}",
        "\u{2067}no end",
        "<a:b:1>|_*~`",
    ];
    let mut names: Vec<String> = plain.map(str::to_owned).to_vec();
    names.extend([
        "🃏".repeat(40),
        "👨\u{200d}👩\u{200d}👧".repeat(8),
        "*".repeat(60),
        "_\\".repeat(30),
    ]);
    names
}

/// Returns an event with a name in it.
fn with_name(number: usize, name: &str) -> Subject {
    let (tournament, name) = (friday(), name.to_owned());
    match number % 5 {
        0 => {
            Subject::TournamentStarted { tournament: Tournament { name, ..tournament }, players: 9 }
        }
        1 => Subject::PlayerOut { tournament, name, place: 2, players: 1 },
        2 => {
            let players = vec![Player { name, chips: 500 }; 40];
            Subject::FinalTable { tournament, players }
        }
        3 => {
            let place = |place| Place { place, name: name.clone(), prize: 7, points: None };
            Subject::TournamentEnded { tournament, places: (1..=200).map(place).collect() }
        }
        _ => {
            let text = format!("{name} {}", name.repeat(300));
            Subject::Announcement { tournament: Some(tournament), text }
        }
    }
}

/// Returns the text without the marks that keep its direction to itself.
fn without_isolates(text: &str) -> String {
    text.replace(ISOLATES, "")
}

#[tokio::test]
async fn discord_takes_500_messages_with_hostile_names_and_shows_them_as_written() {
    let case = Case::open().await;
    let mut discord = Discord::open().await;
    let kinds: Vec<_> = (0..5).map(|number| with_name(number, "").kind().name()).collect();
    let terms = HookTerms { format: HookFormat::Discord, ..terms(&discord.address, &kinds) };
    case.order(HookOrder::Make(Box::new(terms))).await.unwrap();
    let names = hostile();
    // Each name comes in each kind of event.
    let name = |number: usize| names[number / 5 % names.len()].as_str();
    let subject = |number| with_name(number, name(number));
    case.step((0..DELIVERIES).map(subject).collect()).await;
    for number in 0..DELIVERIES {
        let Shown { title, description } = discord.next().await;
        let (place, name) = (if number % 5 == 0 { &title } else { &description }, name(number));
        let text = without_isolates(place);
        assert!(text.contains(&without_isolates(name)), "{name} is not in {text}");
        let turns =
            |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202e}' | '\u{2067}' | '\u{5d0}');
        let is_contained = place.contains(&format!("\u{2068}{}", without_isolates(name)));
        assert_eq!(name.contains(turns), is_contained, "{name} in {place}");
    }
    assert_eq!(discord.pauses.load(Ordering::Relaxed), (DELIVERIES / MESSAGES_UNTIL_BUSY) as u64);
    assert!(timeout(Duration::from_millis(400), discord.arrived.recv()).await.is_err());
}

/// Opens an office on a database, and makes a hook for a stub.
async fn on_sqlite(store: Arc<dyn Store>, address: &str) -> (HookOffice, Journal) {
    let (journal, _) = Journal::start(Arc::clone(&store), Cashier::default());
    let settings = Settings { allow: vec!["127.0.0.1".to_owned()], ..Settings::default() };
    let outgoing = Outgoing::new(settings, Handle::current());
    let room = Some("https://poker.example".to_owned());
    let vault = Arc::new(Vault::in_memory());
    let office = HookOffice::open(room, store, journal.clone(), vault, &outgoing).await.unwrap();
    let terms =
        HookTerms { format: HookFormat::Discord, ..terms(address, &["tournament.player_out"]) };
    let order = HookOrder::Make(Box::new(terms));
    let body = DirectHook { request: REQUEST, reason: "A test.".to_owned(), order };
    answer(&office, &Operator::AT_THE_MACHINE, Asked::Order(body)).await.unwrap();
    (office, journal)
}

/// The database has one connection that writes. An attempt reads its event over it, and so does the
/// hook when it looks for new ones.
#[tokio::test(flavor = "multi_thread")]
async fn events_that_come_while_others_are_sent_stop_neither_the_hook_nor_the_database() {
    const STEPS: usize = 600;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("room.db");
    let store = SqliteStore::open(&file, Synchronous::Normal, 1).await.unwrap();
    let mut discord = Discord::open().await;
    let (office, journal) = on_sqlite(Arc::new(store), &discord.address).await;
    let steps = tokio::spawn(async move {
        for number in 0..STEPS {
            let hooked = office.of_step(now_ms(), false, vec![with_name(1, &number.to_string())]);
            let step = journal.commit(Unit { hooked, ..Unit::default() });
            timeout(PATIENCE, step).await.expect("the database stores a step").unwrap();
            office.look();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        (office, journal)
    });
    for number in 0..STEPS {
        let Shown { description, .. } = discord.next().await;
        assert!(description.starts_with(&format!("{number} is out")), "{description}");
    }
    steps.await.unwrap();
}

#[test]
fn the_stub_refuses_what_discord_refuses() {
    let fine = json!({
        "embeds": [{ "title": "Final table: \\@everyone", "description": "<t:1:F>", "color": 1 }],
        "allowed_mentions": { "parse": [] },
    });
    let taken = message(&fine).unwrap();
    assert_eq!((&*taken.title, &*taken.description), ("Final table: @everyone", "<t:1:F>"));
    let long = |length| Value::String("x".repeat(length));
    let field = json!({ "name": "a", "value": "b" });
    let many = |length| json!({ "name": "a", "value": long(length) });
    for (place, broken) in [
        ("/allowed_mentions/parse", json!(["everyone"])),
        ("/allowed_mentions", Value::Null),
        ("/embeds", json!([])),
        ("/embeds/0/title", long(257)),
        ("/embeds/0/description", long(4_097)),
        ("/embeds/0/color", json!(0x0100_0000)),
        ("/embeds/0/fields", Value::Array(vec![field; 26])),
        ("/embeds/0/fields", Value::Array(vec![many(1_025)])),
        ("/embeds/0/fields", Value::Array(vec![many(1_000); 7])),
        ("/embeds/0/url", Value::String("javascript:x".to_owned())),
    ] {
        let mut message_with = fine.clone();
        let (parent, name) = place.rsplit_once('/').unwrap();
        message_with.pointer_mut(parent).unwrap()[name] = broken;
        assert!(message(&message_with).is_err(), "{place}");
    }
    for name in hostile().iter().filter(|name| name.contains(|c: char| c.is_ascii_punctuation())) {
        assert!(
            shown(name).is_err() || name.contains('\\') || *name == "<t:0:R>",
            "{name} is more than text"
        );
    }
}
