//! A season: points and standings over sockets, corrections of the floor, a changed formula, bans
//! that last, and all of it over a restart.

use crate::league::room::{
    PASSWORD, Visitor, WATCH, announced, announced_for, get, open, play, process,
};
use crate::support::starting::LATER;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::Ping;
use cardroom_protocol::league::{
    AccountBan, BannedAccount, Correction, CountFor, DirectLeague, GetStandings, LeagueCommand,
    LeagueInfo, LeagueTie, ListBans, ListLeagues, ResultChange, SeasonName, StandingPage,
};
use cardroom_protocol::past::{GetResults, ResultPage};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{
    Ban, DirectTournament, EnterTournament, OpenTournament, TournamentCommand, WatchTournament,
};
use cardroom_protocol::{EntryId, ErrorCode, Money, Points, RequestId, Seq, TournamentId};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const REQUEST: RequestId = RequestId(9);

const LEAGUE: &str = r#"
id = "club"
name = "Club Nights"
rulebook = "wptapl"
points = "POINTS"
best_nights = 2
ties = ["wins", "places"]
[[seasons]]
id = "long"
name = "The Long One"
from = 2020-01-01
until = 2090-12-31
"#;

fn write_league(directory: &Path, points: &str) {
    std::fs::create_dir_all(directory.join("rules/leagues")).unwrap();
    let text = LEAGUE.replace("POINTS", points);
    std::fs::write(directory.join("rules/leagues/club.toml"), text).unwrap();
}

async fn standings(visitor: &mut Visitor) -> StandingPage {
    let ask = GetStandings { request: REQUEST, league: "club".to_owned(), season: None, from: 0 };
    let page = visitor.ask(ask, |message| match message {
        ServerMessage::StandingPage(page) => Some(page),
        _ => None,
    });
    page.await
}

async fn results(visitor: &mut Visitor, tournament: TournamentId) -> ResultPage {
    let get = GetResults { request: REQUEST, tournament, from: 0 };
    let page = visitor.ask(get, |message| match message {
        ServerMessage::ResultPage(page) => Some(page),
        _ => None,
    });
    page.await
}

fn order(command: LeagueCommand) -> DirectLeague {
    let reason = "decided after the night".to_owned();
    DirectLeague { request: REQUEST, reason, rule: Some("TFPL 1".to_owned()), command }
}

fn correct(tournament: TournamentId, name: &str, change: ResultChange) -> DirectLeague {
    order(LeagueCommand::Correct(Correction { tournament, name: name.to_owned(), change }))
}

/// Returns the points of everyone's best two nights, by their places.
fn best_two(nights: &[ResultPage], points: fn(u32) -> u64) -> BTreeMap<String, u64> {
    let mut all: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for row in nights.iter().flat_map(|night| &night.rows) {
        if let Some(place) = row.place {
            all.entry(row.name.clone()).or_default().push(points(place));
        }
    }
    let sum = |mut points: Vec<u64>| {
        points.sort_unstable_by(|one, other| other.cmp(one));
        points.iter().take(2).sum()
    };
    all.into_iter().map(|(name, points)| (name, sum(points))).collect()
}

fn told(page: &StandingPage) -> BTreeMap<String, u64> {
    page.rows.iter().map(|row| (row.name.clone(), row.points.0)).collect()
}

#[test]
fn a_season_is_played_and_put_right_and_stays() {
    let directory = tempfile::tempdir().unwrap();
    write_league(directory.path(), "10 - place");
    let nights = process(nights(directory.path()));
    // From now on the formula is another one.
    write_league(directory.path(), "20 - place");
    process(later(directory.path(), &nights));
}

/// Plays three nights, with the floor's rulings on them.
async fn nights(directory: &Path) -> Vec<TournamentId> {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    assert_eq!(club(&mut cleo).await.points, "10 - place");
    let mut nights = Vec::new();
    for number in 1..=3 {
        let name = format!("Night {number}");
        let league = (number < 3).then_some("club");
        let night = announced_for(&room, &name, league, LATER, |_| {}).await;
        play(&room, 5, night).await;
        nights.push(night);
    }
    let count = CountFor { tournament: nights[2], league: Some("club".to_owned()) };
    assert_eq!(standings(&mut cleo).await.nights, 2);
    // The last players learn that they are out a moment before the night is over.
    let deadline = Instant::now() + Duration::from_secs(20);
    let counted = loop {
        match cleo.order(order(LeagueCommand::CountFor(count.clone()))).await {
            Some(ErrorCode::NotAllowedNow) if Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            answer => break answer,
        }
    };
    assert_eq!(counted, None);
    let mut pages = Vec::new();
    for night in &nights {
        pages.push(results(&mut cleo, *night).await);
    }
    assert_eq!(pages[0].event.rulebook, "wptapl", "the league's own");
    for row in pages.iter().flat_map(|page| &page.rows) {
        let points = u64::from(10 - row.place.unwrap()) * 100;
        assert_eq!(row.points, Some(Points(points)));
    }
    let by_place = |place| u64::from(10 - place) * 100;
    let page = standings(&mut cleo).await;
    assert_eq!(told(&page), best_two(&pages, by_place));
    assert_eq!((page.nights, page.total), (3, 5));
    assert!(page.rows.is_sorted_by(|one, other| one.points >= other.points));
    assert_eq!(page.rows[0].rank, Some(1));
    assert!(page.rows.iter().all(|row| (row.nights, row.counted) == (3, 2)));

    winner_is_disqualified(&mut cleo, nights[0], &pages[0]).await;
    pages[0] = results(&mut cleo, nights[0]).await;
    assert_eq!(told(&standings(&mut cleo).await), best_two(&pages, by_place));
    let last = pages[1].rows[4].name.clone();
    let less = correct(nights[1], &last, ResultChange::Deduct(Points(150)));
    assert_eq!(cleo.order(less).await, None);
    let taken = pages[1].rows[4].points.unwrap().0 - 150;
    assert_eq!(results(&mut cleo, nights[1]).await.rows[4].points, Some(Points(taken)));

    prize_money_is_forfeited(&room, &mut cleo, nights[1], &pages[1]).await;

    let mut player = Visitor::named(&room, "Peter", Role::Player).await;
    let wish = correct(nights[0], &last, ResultChange::MoveTo(1));
    assert_eq!(player.order(wish).await, Some(ErrorCode::Forbidden));
    files_and_terminal_agree(&room, directory, &standings(&mut cleo).await).await;
    drop((cleo, player));
    room.close(Duration::from_secs(20)).await;
    nights
}

/// Requests the league's info.
async fn club(visitor: &mut Visitor) -> LeagueInfo {
    let list = visitor.ask(ListLeagues { request: REQUEST }, |message| match message {
        ServerMessage::LeagueList(list) => Some(list),
        _ => None,
    });
    let list = list.await;
    assert!(list.last);
    let club = list.leagues.into_iter().find(|league| league.league == "club").unwrap();
    assert_eq!((&*club.name, club.best_nights), ("Club Nights", 2));
    assert_eq!(club.ties, [LeagueTie::Wins, LeagueTie::Places]);
    assert_eq!(club.seasons[0].season, "long");
    club
}

async fn winner_is_disqualified(cleo: &mut Visitor, night: TournamentId, page: &ResultPage) {
    let winner = &page.rows[0].name;
    let out = correct(night, winner, ResultChange::Disqualify);
    assert_eq!(cleo.order(out.clone()).await, None);
    let after = results(cleo, night).await;
    let second = page.rows.iter().filter(|row| row.place == page.rows[1].place);
    let second: Vec<&String> = second.map(|row| &row.name).collect();
    assert_eq!(after.event.winners.iter().collect::<Vec<_>>(), second, "they move up");
    let last = after.rows.last().unwrap();
    assert_eq!((&last.name, last.place, last.points), (winner, None, None));
    assert!(last.disqualified && last.prize == page.rows[0].prize, "no money moves");
    assert_eq!(after.rows[0].points, Some(Points(900)));
    assert_eq!(after.corrections[0].operator, "Cleo");
    assert_eq!(after.corrections[0].change, ResultChange::Disqualify);
    assert_eq!(cleo.order(out).await, Some(ErrorCode::NotAllowedNow), "twice is not possible");
    let unknown = correct(night, "nobody", ResultChange::Disqualify);
    assert_eq!(cleo.order(unknown).await, Some(ErrorCode::NotAllowedNow));
}

/// TNPL A3-i: the result and the wallet are smaller, until the floor takes it back.
async fn prize_money_is_forfeited(
    room: &OpenRoom,
    cleo: &mut Visitor,
    night: TournamentId,
    page: &ResultPage,
) {
    let (winner, prize) = (&page.rows[0].name, page.rows[0].prize.0);
    let mut owner = Visitor::named(room, winner, Role::Player).await;
    let told = |message| match message {
        ServerMessage::Balance(balance) => Some(balance.balance.0),
        _ => None,
    };
    let amount = prize - 1;
    assert!(amount > 1, "{prize}");
    let forfeit = |amount| correct(night, winner, ResultChange::Forfeit(Money(amount)));
    assert_eq!(cleo.order(forfeit(prize + 1)).await, Some(ErrorCode::NotAllowedNow));
    assert_eq!(cleo.order(forfeit(0)).await, Some(ErrorCode::NotAllowedNow));
    assert_eq!(cleo.order(forfeit(amount)).await, None);
    let less = owner.ask(Ping { nonce: 1 }, told).await;
    let after = results(cleo, night).await;
    assert_eq!((&after.rows[0].name, after.rows[0].prize), (winner, Money(1)));
    assert_eq!(after.rows[0].place, Some(1), "the place stays");
    assert_eq!(after.corrections[0].change, ResultChange::Forfeit(Money(amount)));
    assert_eq!(&*after.corrections[0].operator, "Cleo");
    let (_, _, csv) = get(room, &format!("/results/{}.csv", night.0)).await;
    let line = csv.lines().find(|line| line.contains(&format!(",{winner},"))).unwrap();
    assert!(line.starts_with(&format!("1,{winner},1,0,0,1,")), "{line}");
    assert_eq!(cleo.order(forfeit(2)).await, Some(ErrorCode::NotAllowedNow), "1 is left");

    assert_eq!(cleo.order(correct(night, winner, ResultChange::Restore)).await, None);
    assert_eq!(owner.ask(Ping { nonce: 2 }, told).await, less + amount);
    assert_eq!(results(cleo, night).await.rows[0].prize, Money(prize));
}

async fn files_and_terminal_agree(room: &OpenRoom, directory: &Path, page: &StandingPage) {
    let (status, head, csv) = get(room, "/leagues/club/long.csv").await;
    assert_eq!(status, 200);
    assert!(head.contains("text/csv"), "{head}");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), page.rows.len() + 1);
    assert!(lines[0].starts_with("rank,player,points,nights,counted,wins,knocked_out,20"));
    for (line, row) in lines[1..].iter().zip(&page.rows) {
        let points = format!("{}.{:02}", row.points.0 / 100, row.points.0 % 100);
        let rank = row.rank.unwrap();
        assert!(line.starts_with(&format!("{rank},{},{points},", row.name)), "{line}");
    }
    assert_eq!(get(room, "/leagues/club/short.csv").await.0, 404);
    assert_eq!(get(room, "/leagues/other/long.csv").await.0, 404);
    let run = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["league", "standings", "club", "--csv", "--data-dir"])
        .arg(directory.join("data"))
        .args(["--set", &format!("server.rules_dir={}", directory.join("rules").display())])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8(run.stdout).unwrap(), csv);
}

/// Opens the room again, with another formula for the league.
async fn later(directory: &Path, nights: &[TournamentId]) {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    assert_eq!(club(&mut cleo).await.points, "20 - place");
    let before = standings(&mut cleo).await;
    assert!(before.rows.iter().all(|row| row.points.0 < 2_000), "points stay what they were");
    let first = results(&mut cleo, nights[0]).await;
    assert!(first.rows[4].disqualified, "what was put right stays so");
    let recount = SeasonName { league: "club".to_owned(), season: "long".to_owned() };
    // On the command line this time.
    let run = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["floor", "--url", &format!("ws://{}/ws", room.address), "--user", "Cleo"])
        .env("CARDROOM_FLOOR_PASSWORD", PASSWORD)
        .args(["--reason", "voted on", "league", "recount"])
        .args([&recount.league, &recount.season])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    // That was another connection of hers.
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    let mut pages = Vec::new();
    for night in nights {
        pages.push(results(&mut cleo, *night).await);
    }
    let mut wanted = best_two(&pages, |place| u64::from(20 - place) * 100);
    // The last place of the second night has 1.5 points less there. The row says whether it counts.
    let last = &pages[1].rows[4];
    let taken = u64::from(20 - last.place.unwrap()) * 100 - 150;
    assert_eq!(last.points, Some(Points(taken)));
    let after = standings(&mut cleo).await;
    let told = told(&after);
    wanted.remove(&last.name);
    assert!(wanted.iter().all(|(name, points)| told[name] == *points), "{told:?} {wanted:?}");
    let again = order(LeagueCommand::Recount(recount));
    assert_eq!(cleo.order(again).await, None);
    assert_eq!(standings(&mut cleo).await, after, "counted again it is the same");
    room.close(Duration::from_secs(20)).await;
}

fn enter(tournament: TournamentId) -> EnterTournament {
    EnterTournament { request: REQUEST, tournament, of_age: true }
}

#[test]
fn who_is_banned_may_not_enter_until_it_ends() {
    let directory = tempfile::tempdir().unwrap();
    write_league(directory.path(), "10 - place");
    process(banned(directory.path()));
    process(still_banned(directory.path()));
}

/// The player, the league, the reason, and the operator.
type Banned = (String, Option<String>, String, String);

fn said((name, league): (&str, Option<&str>), reason: &str) -> Banned {
    (name.to_owned(), league.map(str::to_owned), reason.to_owned(), "Cleo".to_owned())
}

async fn bans(visitor: &mut Visitor, from: u32) -> Vec<Banned> {
    let page = visitor.ask(ListBans { request: REQUEST, from }, |message| match message {
        ServerMessage::BanPage(page) => Some(page),
        _ => None,
    });
    let page = page.await;
    for ban in &page.bans {
        assert!(ban.until.0 > ban.at.0 + 80_000_000, "a day or more: {ban:?}");
    }
    page.bans.into_iter().map(|ban| (ban.name, ban.league, ban.reason, ban.operator)).collect()
}

async fn banned(directory: &Path) {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    let mut eve = Visitor::named(&room, "Eve", Role::Player).await;
    let night = announced_for(&room, "Night", Some("club"), 3_600_000, |_| {}).await;
    assert_eq!(eve.order(enter(night)).await, None);
    // The floor of the night bans her, which includes the next nights of the league.
    let watch = WatchTournament { request: WATCH, tournament: night, on: true };
    let seq = cleo.ask(watch, |message| match message {
        ServerMessage::TournamentSnapshot(snapshot) => Some(snapshot.view.seq),
        _ => None,
    });
    let ban = DirectTournament {
        request: REQUEST,
        tournament: night,
        seq: seq.await,
        reason: "hands over the table".to_owned(),
        rule: None,
        command: TournamentCommand::Ban(Ban { entry: EntryId(1), days: 7 }),
    };
    assert_eq!(cleo.order(ban).await, None);
    let next = announced_for(&room, "Next", Some("club"), 3_600_000, |_| {}).await;
    assert_eq!(eve.order(enter(next)).await, Some(ErrorCode::Banned));
    let open_night = announced(&room, "Open", |_| {}).await;
    assert_eq!(eve.order(enter(open_night)).await, None, "another kind of tournament");
    // The room bans a player from everything.
    let mut mallory = Visitor::named(&room, "Mallory", Role::Player).await;
    let everything = AccountBan { name: "Mallory".to_owned(), league: None, days: 1 };
    let everything = order(LeagueCommand::Ban(everything));
    assert_eq!(eve.order(everything.clone()).await, Some(ErrorCode::Forbidden));
    assert_eq!(cleo.order(everything).await, None);
    assert_eq!(mallory.order(enter(open_night)).await, Some(ErrorCode::Banned));
    // The floor cannot enter her either.
    let by_floor = DirectTournament {
        request: REQUEST,
        tournament: next,
        seq: Seq(0),
        reason: "she asked".to_owned(),
        rule: None,
        command: TournamentCommand::EnterPlayer("Mallory".to_owned()),
    };
    assert_eq!(cleo.order(by_floor).await, Some(ErrorCode::Banned));
    assert_eq!(eve.order(ListBans { request: REQUEST, from: 0 }).await, Some(ErrorCode::Forbidden));
    let (mallory, eve) = (("Mallory", None), ("Eve", Some("club")));
    assert_eq!(
        bans(&mut cleo, 0).await,
        [said(mallory, "decided after the night"), said(eve, "hands over the table")]
    );
    assert_eq!(bans(&mut cleo, 1).await, [said(eve, "hands over the table")]);
    room.close(Duration::from_secs(20)).await;
}

async fn still_banned(directory: &Path) {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    let mut eve = Visitor::named(&room, "Eve", Role::Player).await;
    // Opened by the floor for the league, over the wire.
    let open = OpenTournament {
        request: REQUEST,
        structure: "weekly-table".to_owned(),
        name: None,
        starts_at: Some(cardroom_protocol::TimeMs(room.room.clock.now().0 + 3_600_000)),
        self_run: false,
        league: Some("club".to_owned()),
    };
    let night = cleo.ask(open, |message| match message {
        ServerMessage::TournamentOpened(opened) => Some(opened.tournament),
        _ => None,
    });
    let night = night.await;
    assert_eq!(eve.order(enter(night)).await, Some(ErrorCode::Banned), "over the restart");
    let lift = BannedAccount { name: "eve".to_owned(), league: Some("club".to_owned()) };
    assert_eq!(cleo.order(order(LeagueCommand::LiftBan(lift))).await, None);
    assert_eq!(eve.order(enter(night)).await, None);
    assert_eq!(bans(&mut cleo, 0).await.len(), 1, "only Mallory is");
    room.close(Duration::from_secs(20)).await;
}
