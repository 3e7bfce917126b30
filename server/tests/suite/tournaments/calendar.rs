//! Feeds for calendar programs: dates of the schedule, of its tournaments and of a league, moved and
//! canceled ones, and the same feed over a restart. Python's icalendar reads each of them.

use crate::hosting::tournaments::terms;
use crate::support::client::{get, get_with};
use crate::tournaments::people::{Line, people};
use cardroom::accounts::NewToken;
use cardroom::clock::Clock;
use cardroom::config::Config;
use cardroom::entropy::Entropy;
use cardroom::feeds::Wanted;
use cardroom::ids::AccountId;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::threads::Threads;
use cardroom::vault::Vault;
use cardroom::wiring::{self, OpenRoom, Rules, Surroundings};
use cardroom_bot::TournamentId;
use cardroom_protocol::hosting::{HostTournament, HostedStart, TournamentTerms};
use cardroom_protocol::schedule::{DirectSchedule, ScheduleChange, ScheduleOrder, ScheduleTerms};
use cardroom_protocol::server::{Role, Scope, ServerMessage};
use cardroom_protocol::tournament::{Refund, TournamentCommand};
use cardroom_protocol::{Secret, TimeMs};
use cardroom_rules::Millis;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde::Deserialize;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

const HOUR: u64 = 3_600_000;

/// A date, as a reader finds it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
struct Date {
    uid: String,
    name: String,
    starts: u64,
    ends: u64,
    sequence: u32,
    canceled: bool,
    link: String,
}

#[derive(Deserialize)]
struct Feed {
    name: String,
    dates: Vec<Date>,
}

/// Reads a feed with Python's icalendar; `None` if it is not here. `CARDROOM_PYTHON` names a Python
/// that has it.
#[expect(clippy::print_stderr, reason = "a check that was not made must be seen")]
fn read_elsewhere(text: &str) -> Option<Feed> {
    let python = std::env::var("CARDROOM_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", "import icalendar"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: {python} has no icalendar (pip install icalendar; CARDROOM_PYTHON)");
        return None;
    }
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let reader = Path::new(env!("CARGO_MANIFEST_DIR")).join("readers/calendars.py");
    let output = Command::new(python).arg(reader).arg(file.path()).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}\n{text}");
    let mut feeds: Vec<Feed> = serde_json::from_slice(&output.stdout).unwrap();
    feeds.pop()
}

/// Reads a feed by its lines, and checks that the other reader finds the same.
fn read(text: &str) -> Feed {
    let lines: Vec<String> = text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect();
    let value = |lines: &[String], key: &str| {
        let line = lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
        line.unwrap_or_else(|| panic!("{key} is not in {lines:?}")).to_owned()
    };
    let time = |text: String| {
        let text = format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..]);
        let time: jiff::Timestamp = text.parse().unwrap();
        u64::try_from(time.as_millisecond()).unwrap()
    };
    let dates = lines.split(|line| line == "BEGIN:VEVENT").skip(1).map(|lines| Date {
        uid: value(lines, "UID"),
        name: value(lines, "SUMMARY").replace("\\,", ","),
        starts: time(value(lines, "DTSTART")),
        ends: time(value(lines, "DTEND")),
        sequence: value(lines, "SEQUENCE").parse().unwrap(),
        canceled: value(lines, "STATUS") == "CANCELLED",
        link: value(lines, "URL"),
    });
    let feed = Feed { name: value(&lines, "X-WR-CALNAME"), dates: dates.collect() };
    if let Some(other) = read_elsewhere(text) {
        assert_eq!((&other.name, &other.dates), (&feed.name, &feed.dates));
    }
    feed
}

const ON: &str = "address = \"https://poker.example\"\n[calendar]\nenabled = true\n";

fn config(feeds: &str, tournaments: &str) -> Config {
    let text = format!(
        "[server]\nname = \"The Club\"\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
         {feeds}[house_bots]\nenabled = false\n{tournaments}"
    );
    Config::load_text("test", &text, [], &Default::default()).unwrap()
}

async fn open(store: &Arc<MemoryStore>, config: &Config) -> OpenRoom {
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(config, Arc::clone(store) as Arc<dyn Store>, figures).await.unwrap()
}

async fn dates(room: &OpenRoom, path: &str) -> Vec<Date> {
    let (status, text) = get(room.address, path).await;
    assert_eq!(status, 200, "{path}: {text}");
    read(&text).dates
}

/// Returns a date two hours from now in whole minutes, and the schedule that has it each day.
fn daily(opens_minutes_before: u64) -> (u64, String) {
    let now = Clock::start().now().0;
    let date = now / 60_000 * 60_000 + 2 * HOUR;
    (date, daily_at(date, opens_minutes_before))
}

fn daily_at(date: u64, opens_minutes_before: u64) -> String {
    let (hour, minute) = (date / HOUR % 24, date / 60_000 % 60);
    format!(
        "[[tournaments]]\nname = \"Daily, late\"\nstructure = \"nightly-freezeout\"\n\
         league = \"house-league\"\nevery = [\"daily {hour:02}:{minute:02}\"]\n\
         opens_minutes_before = {opens_minutes_before}\n\
         [[tournaments]]\nname = \"Any time\"\nstructure = \"sit-and-go\"\n"
    )
}

/// Waits until the schedule has announced a tournament of this name.
async fn announced(room: &OpenRoom, name: &str) -> TournamentId {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        let mut known = room.room.registry.tournaments().into_iter();
        if let Some(handle) = known.find(|handle| handle.info.borrow().name == name) {
            return TournamentId(handle.id.0);
        }
        assert!(Instant::now() < patience, "{name} was not announced");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_date_keeps_its_identifier_from_the_schedule_to_its_cancellation() {
    let store = Arc::new(MemoryStore::new());
    // Nothing is announced yet.
    let (date, schedule) = daily(30);
    let room = open(&store, &config(ON, &schedule)).await;
    announced(&room, "Any time").await;
    let ahead = dates(&room, "/calendar.ics").await;
    assert_eq!(ahead.len(), 60);
    assert!(ahead.iter().all(|date| date.name == "Daily, late"));
    assert_eq!((ahead[0].starts, ahead[59].starts), (date, date + 59 * 24 * HOUR));
    assert!(ahead.iter().all(|date| date.sequence == 0 && !date.canceled));
    assert_eq!(dates(&room, "/leagues/house-league.ics").await, ahead, "all count for it");
    room.close(Duration::from_secs(5)).await;

    // Entries are taken.
    let open_early = config(ON, &daily_at(date, 180));
    let room = open(&store, &open_early).await;
    let tournament = announced(&room, "Daily, late").await;
    let now = dates(&room, "/calendar.ics").await;
    assert_eq!(now.len(), 60);
    assert_eq!((&now[0].uid, now[0].starts, now[0].sequence), (&ahead[0].uid, date, 0));
    assert_eq!(now[0].ends, ahead[0].ends);
    assert_eq!(now[0].link, format!("https://poker.example/#/tournament/{}", tournament.0));
    assert_eq!(now[1..], ahead[1..]);
    let alone = dates(&room, &format!("/tournaments/{}.ics", tournament.0)).await;
    assert_eq!(alone, now[..1]);

    // The floor moves it twice, and back between two readings.
    let [cleo] = people(&room, ["Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let mut line = Line::open(&room, &cleo).await;
    let first = |dates: &[Date]| {
        let date =
            dates.iter().find(|date| date.uid == ahead[0].uid).expect("the identifier stays");
        (date.starts, date.sequence, date.canceled)
    };
    let later = |minutes: u64| TournamentCommand::ChangeStart(TimeMs(date + minutes * 60_000));
    line.direct(tournament, later(30)).await;
    let moved = dates(&room, "/calendar.ics").await;
    assert_eq!(first(&moved), (date + HOUR / 2, 1, false));
    assert_eq!(moved.len(), 60, "the old date is not listed as well");
    line.direct(tournament, later(60)).await;
    line.direct(tournament, later(30)).await;
    assert_eq!(first(&dates(&room, "/calendar.ics").await), (date + HOUR / 2, 1, false));
    line.direct(tournament, later(0)).await;
    assert_eq!(first(&dates(&room, "/calendar.ics").await), (date, 2, false));
    drop(line);
    room.close(Duration::from_secs(5)).await;

    // The next room knows what was told, and strikes it out.
    let room = open(&store, &open_early).await;
    assert_eq!(first(&dates(&room, "/calendar.ics").await), (date, 2, false));
    let mut line = Line::open(&room, &cleo).await;
    line.direct(tournament, TournamentCommand::Cancel(Refund::Everything)).await;
    let canceled = dates(&room, "/calendar.ics").await;
    assert_eq!(first(&canceled), (date, 3, true));
    assert_eq!(canceled.len(), 60);
    assert_eq!(dates(&room, &format!("/tournaments/{}.ics", tournament.0)).await.len(), 1);
    drop(line);
    room.close(Duration::from_secs(5)).await;
    let room = open(&store, &open_early).await;
    announced(&room, "Any time").await;
    let patience = Instant::now() + Duration::from_secs(30);
    let mut again = dates(&room, "/calendar.ics").await;
    while again.len() != 60 && Instant::now() < patience {
        // The schedule reads which of its dates were canceled.
        tokio::time::sleep(Duration::from_millis(50)).await;
        again = dates(&room, "/calendar.ics").await;
    }
    assert_eq!(again, canceled);
    room.close(Duration::from_secs(5)).await;
}

/// Sends an order about a schedule, and returns the number of one that was made.
async fn direct_schedule(line: &mut Line, order: ScheduleOrder) -> Option<u32> {
    let reason = "Our season.".to_owned();
    let direct = |request| DirectSchedule { request, reason, order }.into();
    let answer = line.ask(direct, |message| match message {
        ServerMessage::ScheduleMade(made) => Some(Some(made.schedule)),
        ServerMessage::Done(_) => Some(None),
        _ => None,
    });
    answer.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schedule_that_the_floor_made_is_like_one_of_the_configuration() {
    let store = Arc::new(MemoryStore::new());
    let (date, _) = daily(30);
    let plain = config(ON, "");
    let room = open(&store, &plain).await;
    let [cleo] = people(&room, ["Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let mut line = Line::open(&room, &cleo).await;
    let (hour, minute) = (date / HOUR % 24, date / 60_000 % 60);
    let terms = |opens_minutes_before| ScheduleTerms {
        name: "Club night".to_owned(),
        structure: "nightly-freezeout".to_owned(),
        every: [format!("daily {hour:02}:{minute:02}")].into_iter().collect(),
        time_zone: "UTC".to_owned(),
        opens_minutes_before,
        starts_in_minutes: None,
        league: Some("house-league".to_owned()),
        bots_allowed: false,
        verifiable: None,
    };
    let made = direct_schedule(&mut line, ScheduleOrder::Make(Box::new(terms(30)))).await;
    let schedule = made.expect("one was made");
    let ahead = dates(&room, "/calendar.ics").await;
    assert_eq!((ahead.len(), ahead[0].starts), (60, date));
    assert_eq!(dates(&room, "/leagues/house-league.ics").await, ahead, "all count for it");
    drop(line);
    room.close(Duration::from_secs(5)).await;

    // It outlasts the room, and a date keeps its identifier when it becomes a tournament.
    let room = open(&store, &plain).await;
    assert_eq!(dates(&room, "/calendar.ics").await, ahead);
    let mut line = Line::open(&room, &cleo).await;
    let change = ScheduleChange { schedule, terms: terms(180) };
    direct_schedule(&mut line, ScheduleOrder::Change(Box::new(change))).await;
    let tournament = announced(&room, "Club night").await;
    let now = dates(&room, "/calendar.ics").await;
    assert_eq!((now.len(), &now[0].uid, now[0].starts), (60, &ahead[0].uid, date));
    assert_eq!(now[0].link, format!("https://poker.example/#/tournament/{}", tournament.0));
    assert_eq!(now[1..], ahead[1..]);

    // A date that is canceled is not announced again, also by the next room.
    line.direct(tournament, TournamentCommand::Cancel(Refund::Everything)).await;
    drop(line);
    room.close(Duration::from_secs(5)).await;
    let room = open(&store, &plain).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(room.room.registry.tournaments().is_empty(), "it was canceled");
    let canceled = dates(&room, "/calendar.ics").await;
    let first = canceled.iter().find(|date| date.uid == ahead[0].uid).unwrap();
    assert!(first.canceled && first.sequence > 0, "{first:?}");
    assert_eq!(canceled.len(), 60);

    // Its dates end with it, and what was canceled stays.
    let mut line = Line::open(&room, &cleo).await;
    direct_schedule(&mut line, ScheduleOrder::End(schedule)).await;
    let left = dates(&room, "/calendar.ics").await;
    assert_eq!(left.iter().map(|date| &date.uid).collect::<Vec<_>>(), [&ahead[0].uid]);
    drop(line);
    room.close(Duration::from_secs(5)).await;
    let room = open(&store, &plain).await;
    assert_eq!(dates(&room, "/calendar.ics").await.len(), 1, "the next room knows it, too");
    room.close(Duration::from_secs(5)).await;
}

/// Opens a room without a network at this time, and returns its feed.
async fn feed_at(now: Millis, tournaments: &str) -> Feed {
    let config = config(ON, tournaments);
    let surroundings = Surroundings {
        clock: Clock::starting_at(now),
        entropy: Entropy::of_the_system(),
        vault: Arc::new(Vault::in_memory()),
        threads: Threads::none(),
    };
    let (rules, store) = (Rules::of(&config).unwrap(), Arc::new(MemoryStore::new()));
    let hall = wiring::open_without_doors(&config, rules, store, surroundings).await.unwrap();
    let feed = hall.room.feeds().unwrap().feed(&Wanted::Public).await.unwrap().unwrap();
    hall.close(Duration::from_secs(5)).await;
    read(&feed.text)
}

#[tokio::test]
async fn saturdays_at_eight_in_berlin_are_at_seven_and_six_in_utc() {
    // 2027-03-19, at noon. The clocks go forward on March 28th.
    let noon = 1_805_457_600_000;
    let feed = feed_at(
        Millis(noon),
        "[[tournaments]]\nname = \"Saturday\"\nstructure = \"nightly-freezeout\"\n\
         every = [\"sat 20:00\"]\ntime_zone = \"Europe/Berlin\"\nopens_minutes_before = 60\n",
    );
    let feed = feed.await;
    assert_eq!(feed.name, "The Club");
    let day = 24 * HOUR;
    let starts: Vec<u64> = feed.dates.iter().map(|date| date.starts).collect();
    let at = |days: u64, hour: u64| noon - 12 * HOUR + days * day + hour * HOUR;
    let expected: Vec<u64> =
        (0..9).map(|week| at(1 + 7 * week, if week < 2 { 19 } else { 18 })).collect();
    assert_eq!(starts, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_is_sent_again_only_if_it_changed() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store, &config(ON, &daily(30).1)).await;
    assert!(
        get(room.address, "/version").await.1.ends_with(",\"feeds\":true}"),
        "the page asks here"
    );
    let feeds = room.room.feeds().unwrap();
    let feed = feeds.feed(&Wanted::Public).await.unwrap().unwrap();
    let known = [("if-none-match", feed.etag.as_str())];
    assert_eq!(get_with(room.address, "/calendar.ics", &known).await, (304, String::new()));
    let other = [("if-none-match", "\"other\"")];
    assert_eq!(get_with(room.address, "/calendar.ics", &other).await, (200, feed.text));
    for path in ["/leagues/nobody.ics", "/leagues/house-league", "/tournaments/99.ics"] {
        assert_eq!(get(room.address, path).await.0, 404, "{path}");
    }
    room.close(Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_without_feeds_answers_as_ever() {
    let store = Arc::new(MemoryStore::new());
    let room = open(&store, &config("", &daily(30).1)).await;
    assert!(!get(room.address, "/version").await.1.contains("feeds"));
    let nowhere = get(room.address, "/nowhere").await;
    assert_eq!(nowhere.0, 404);
    for path in ["/calendar.ics", "/leagues/house-league.ics", "/tournaments/1.ics"] {
        assert_eq!(get(room.address, path).await, nowhere, "{path}");
    }
    room.close(Duration::from_secs(5)).await;
}

/// Makes the address of an account's own calendar, below that of the room.
async fn own_feed(room: &OpenRoom, account: AccountId, label: &str) -> (String, Secret) {
    let scopes = [Scope::Calendar].into_iter().collect();
    let new = NewToken { scopes, ..NewToken::to_play(label) };
    let (token, _) = room.room.accounts.create_api_token(account, &new).await.unwrap();
    (format!("/calendar/{}.ics", token.0), token)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_has_a_secret_feed_of_what_it_entered() {
    let store = Arc::new(MemoryStore::new());
    let (_, schedule) = daily(180);
    let room = open(&store, &config(ON, &schedule)).await;
    let daily = announced(&room, "Daily, late").await;
    let [ann, bea, cleo] = people(&room, ["Ann", "Bea", "Cleo"]).await;
    let (own, token) = own_feed(&room, ann.account, "calendar").await;
    let (other, _) = own_feed(&room, bea.account, "calendar").await;
    assert_eq!(dates(&room, &own).await, [], "nothing is entered");

    let mut line = Line::open(&room, &ann).await;
    line.enter(daily).await.unwrap();
    let public = dates(&room, "/calendar.ics").await;
    assert_eq!(dates(&room, &own).await, public[..1], "the same date, with the same identifier");
    assert_eq!(dates(&room, &other).await, []);

    // A private tournament is in the feed of those who entered it, and in no other.
    // A calendar has whole seconds.
    let starts_at = room.room.clock.now().0 / 1_000 * 1_000 + 5 * HOUR;
    let terms = TournamentTerms {
        structure: "nightly-freezeout".to_owned(),
        starts: HostedStart::At(TimeMs(starts_at)),
        bots_allowed: true,
        ..terms()
    };
    let hosted = line.ask(
        |request| HostTournament { request, terms }.into(),
        |message| match message {
            ServerMessage::TournamentHosted(hosted) => Some(hosted.clone()),
            _ => None,
        },
    );
    let private = hosted.await.unwrap().tournament;
    line.enter(private).await.unwrap();
    let entered = dates(&room, &own).await;
    assert_eq!(entered.len(), 2);
    assert_eq!((&entered[0], entered[1].starts), (&public[0], starts_at));
    assert!(entered[1].link.ends_with(&format!("/#/tournament/{}", private.0)));
    assert_eq!(dates(&room, "/calendar.ics").await, public);
    let alone = format!("/tournaments/{}.ics", private.0);
    assert_eq!(get(room.address, &alone).await.0, 404, "nobody learns of it");
    assert_eq!(dates(&room, &other).await, []);

    // Canceled dates stay, each with its identifier.
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let mut floor = Line::open(&room, &cleo).await;
    floor.direct(daily, TournamentCommand::Cancel(Refund::Everything)).await;
    line.direct(private, TournamentCommand::Cancel(Refund::Everything)).await;
    let canceled = dates(&room, &own).await;
    let uids = |dates: &[Date]| dates.iter().map(|date| date.uid.clone()).collect::<Vec<_>>();
    assert_eq!(uids(&canceled), uids(&entered));
    assert!(canceled.iter().all(|date| date.canceled && date.sequence > 0), "{canceled:?}");
    assert_eq!(dates(&room, &other).await, []);
    let shown = dates(&room, "/calendar.ics").await;
    assert!(shown.iter().all(|date| date.uid != entered[1].uid), "a private date stays private");

    // The address names itself nowhere, and no cache keeps it for others.
    let (_, text) = get(room.address, &own).await;
    assert!(!text.contains(&token.0) && !text.contains("SOURCE"), "{text}");

    // It is no way to sign in, and other tokens are no address.
    let from = Ipv4Addr::LOCALHOST.into();
    assert!(room.room.accounts.login_token(&token, from).await.is_err());
    let new = NewToken::to_play("other bot");
    let (bot, _) = room.room.accounts.create_api_token(ann.account, &new).await.unwrap();
    let nowhere = get(room.address, "/calendar/cr_0.ics").await;
    assert_eq!(nowhere.0, 404);
    for path in [format!("/calendar/{}.ics", bot.0), own.replace(".ics", ""), own.to_uppercase()] {
        assert_eq!(get(room.address, &path).await.0, 404, "{path}");
    }

    // A revoked address ends.
    let tokens = room.room.accounts.api_tokens(ann.account).await.unwrap();
    let listed = tokens.iter().find(|token| token.label == "calendar").unwrap();
    assert!(listed.last_used_ms.is_some(), "the owner sees that it is used");
    room.room.accounts.revoke_api_token(ann.account, listed.id).await.unwrap();
    assert_eq!(get(room.address, &own).await, nowhere);
    assert_eq!(get(room.address, &other).await.0, 200);
    drop((line, floor));
    room.close(Duration::from_secs(5)).await;
}
