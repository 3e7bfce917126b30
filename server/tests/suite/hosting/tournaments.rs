//! Private tournaments over real sockets: the terms to open one, visibility, the rights of the
//! host, and the flow of money.

use crate::support::client::{Client, get};
use crate::support::house::{NAME, Person, open, open_on, soon, wallet};

use cardroom::config::Config;
use cardroom::ids::TournamentId as RoomTournamentId;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Act, ListTables, LoginToken};
use cardroom_protocol::game::Betting;
use cardroom_protocol::hosting::{
    GetHostedTournaments, HostTournament, HostedStart, HostedTournaments, TournamentHosted,
    TournamentTerm as Term, TournamentTerms,
};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::past::{GetResults, ListPastEvents};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::Action;
use cardroom_protocol::tournament::{
    Ban, BuyChips, CheckIn, DirectTournament, EnterTournament, GetHouseRules, GetStructure,
    ImportRoster, ListPayouts, ListPlayers, ListRulings, ListTournamentTables, ListTournaments,
    OfferRematch, Purchase, QuitTournament, Refund, TournamentCommand, TournamentFormat,
    TournamentInfo, TournamentState, TournamentView, WatchTournament, WithdrawEntry,
};
use cardroom_protocol::{
    ActionId, Chips, Encoding, EntryId, ErrorCode, Money, RequestId, Seq, TableId, TimeMs,
    TournamentEvent, TournamentId,
};
use std::time::Duration;

pub(crate) const BUY_IN: u64 = 500;

/// Terms that every room accepts: a freezeout for four that begins when it is full.
pub(crate) fn terms() -> TournamentTerms {
    TournamentTerms {
        name: NAME.to_owned(),
        structure: "sit-and-go".to_owned(),
        game: "holdem".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        buy_in: Money(BUY_IN),
        starting_stack: Chips(1_500),
        seats: 4,
        max_entrants: 4,
        level_minutes: 5,
        starts: HostedStart::WhenFull,
        bots_allowed: false,
    }
}

fn told() -> TournamentTerms {
    let starts = HostedStart::WhenTold;
    TournamentTerms { structure: "nightly-freezeout".to_owned(), starts, ..terms() }
}

pub(crate) async fn host(
    person: &mut Person,
    terms: TournamentTerms,
) -> Result<TournamentHosted, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::TournamentHosted(hosted) => Some(hosted),
        _ => None,
    };
    person.ask(|request| HostTournament { request, terms }.into(), answer).await
}

async fn hosting(person: &mut Person) -> HostedTournaments {
    let answer = |message| match message {
        ServerMessage::HostedTournaments(hosting) => Some(hosting),
        _ => None,
    };
    person.ask(|request| GetHostedTournaments { request }.into(), answer).await.unwrap()
}

pub(crate) async fn use_code(person: &mut Person, code: &str) -> Result<TournamentInfo, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::InvitedToTournament(invited) => Some(invited.info),
        _ => None,
    };
    let code = code.to_owned();
    let invitation = |request| cardroom_protocol::hosting::UseInvitation { request, code }.into();
    person.ask(invitation, answer).await
}

pub(crate) async fn enter(
    person: &mut Person,
    tournament: TournamentId,
) -> Result<EntryId, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::Entered(entered) => Some(entered.entry),
        _ => None,
    };
    let of_age = false;
    person.ask(|request| EnterTournament { request, tournament, of_age }.into(), answer).await
}

pub(crate) async fn watch(
    person: &mut Person,
    tournament: TournamentId,
) -> Result<Box<TournamentView>, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::TournamentSnapshot(snapshot) => Some(snapshot.view),
        _ => None,
    };
    person.ask(|request| WatchTournament { request, tournament, on: true }.into(), answer).await
}

/// Gives a command, and looks again where the tournament has moved on since the look.
pub(crate) async fn direct(
    person: &mut Person,
    tournament: TournamentId,
    command: TournamentCommand,
) -> Result<(), ErrorCode> {
    loop {
        let seq = watch(person, tournament).await.map_or(Seq(0), |view| view.seq);
        let (reason, command) = ("because".to_owned(), command.clone());
        let answer = person.done(|request| {
            DirectTournament { request, tournament, seq, reason, rule: None, command }.into()
        });
        match answer.await {
            Err(ErrorCode::SeqMoved) => {}
            answer => return answer,
        }
    }
}

/// Pauses a table, and looks again where play has moved on since the look.
async fn pause_table(person: &mut Person, table: TableId) -> Result<(), ErrorCode> {
    loop {
        let seq = person.observe(table).await?.seq;
        let (reason, rule) = ("the kettle boils".to_owned(), None);
        let command = TableCommand::Pause;
        let answer = person
            .done(|request| DirectTable { request, table, seq, reason, rule, command }.into());
        match answer.await {
            Err(ErrorCode::SeqMoved) => {}
            answer => return answer,
        }
    }
}

/// Gives a person a role, and logs them in again.
async fn become_a(role: Role, person: &mut Person, open: &OpenRoom) {
    open.room.accounts.set_role(&person.logged_in.name, role).await.unwrap();
    let token = person.logged_in.resume_token.clone().unwrap();
    person.client = Client::welcome(open, Encoding::Binary).await;
    person.client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    while !matches!(person.client.receive().await, ServerMessage::LoggedIn(_)) {}
}

pub(crate) fn state(open: &OpenRoom, tournament: TournamentId) -> Option<TournamentState> {
    let handle = open.room.registry.tournament(RoomTournamentId(tournament.0))?;
    let state = handle.info.borrow().state;
    Some(state)
}

/// Returns the ledger balance of an account of the house or of a tournament.
pub(crate) async fn balance(store: &dyn Store, account: &str) -> i64 {
    let balances = store.load_balances().await.unwrap();
    balances.iter().filter(|(name, _)| name.starts_with(account)).map(|(_, amount)| amount).sum()
}

/// Moves everyone all-in until one player has all chips.
pub(crate) async fn play_out(people: &mut [Person], tournament: TournamentId, open: &OpenRoom) {
    futures_util::future::join_all(people.iter_mut().map(shove)).await;
    soon("it is over", || state(open, tournament) == Some(TournamentState::Finished)).await;
}

fn is_the_end(event: &TournamentEvent) -> bool {
    matches!(event, TournamentEvent::TournamentEnded(_))
}

async fn shove(person: &mut Person) {
    let mut number = 0;
    loop {
        match person.client.receive().await {
            ServerMessage::YourTurn(turn) => {
                number += 1;
                let action = match (turn.legal.wager, turn.legal.call) {
                    (Some(range), Some(_)) => Action::RaiseTo(range.max_to),
                    (Some(range), None) => Action::Bet(range.max_to),
                    (None, Some(_)) => Action::Call,
                    (None, None) => Action::Check,
                };
                let action_id = ActionId(number);
                let act = Act { table: turn.table, turn: turn.turn, action_id, action };
                person.client.send([act.into()]).await;
            }
            ServerMessage::TournamentStep(step) if step.events.0.iter().any(is_the_end) => return,
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_term_outside_the_limits_is_named() {
    let open = open(|config| {
        config.hosting.seats = 8;
        config.hosting.games = ["holdem", "stud", "omaha"].map(str::to_owned).to_vec();
        config.hosting.rulebooks = ["online", "tda-2024"].map(str::to_owned).to_vec();
        config.hosting.tournaments.max_entrants = 40;
        config.hosting.tournaments.min_level_minutes = 2;
    })
    .await;
    let mut ada = Person::new(&open, "Ada").await;
    let with = |change: &dyn Fn(&mut TournamentTerms)| {
        let mut terms = terms();
        change(&mut terms);
        terms
    };
    let now = || open.room.clock.now().0;
    let at = |ms| with(&|terms| terms.starts = HostedStart::At(TimeMs(ms)));
    let wrong: Vec<(Term, TournamentTerms)> = vec![
        (Term::Name, with(&|terms| terms.name = String::new())),
        (Term::Name, with(&|terms| terms.name = " x".to_owned())),
        (Term::Name, with(&|terms| terms.name = "x".repeat(61))),
        (Term::Structure, with(&|terms| terms.structure = "nothing".to_owned())),
        (Term::Structure, with(&|terms| terms.structure = "satellite".to_owned())),
        (Term::Structure, with(&|terms| terms.structure = "main-event-1a".to_owned())),
        (Term::Structure, with(&|terms| terms.structure = "main-event-2".to_owned())),
        (Term::Game, with(&|terms| terms.game = "razz".to_owned())),
        // A bring-in game has no blinds.
        (
            Term::Game,
            with(&|terms| {
                (terms.game, terms.betting) = ("stud".to_owned(), Betting::FixedLimit);
            }),
        ),
        (Term::Betting, with(&|terms| terms.game = "stud".to_owned())),
        (Term::Rulebook, with(&|terms| terms.rulebook = "tnpl".to_owned())),
        (Term::BuyIn, with(&|terms| terms.buy_in = Money(10_001))),
        (Term::Stack, with(&|terms| terms.starting_stack = Chips(0))),
        (Term::Stack, with(&|terms| terms.starting_stack = Chips(1_000_001))),
        (Term::Seats, with(&|terms| terms.seats = 1)),
        (Term::Seats, with(&|terms| terms.seats = 9)),
        (Term::Entrants, with(&|terms| terms.max_entrants = 1)),
        (Term::Entrants, with(&|terms| terms.max_entrants = 41)),
        (Term::LevelTime, with(&|terms| terms.level_minutes = 1)),
        (Term::LevelTime, with(&|terms| terms.level_minutes = 61)),
        (Term::Start, at(now() - 60_000)),
        (Term::Start, at(now() + 73 * 60 * 60 * 1_000)),
        (Term::Start, with(&|terms| terms.structure = "shootout".to_owned())),
    ];
    for (term, terms) in wrong {
        let asked = format!("{terms:?}");
        let answer = |message| match message {
            ServerMessage::TournamentTermsRefused(refused) => Some(refused.term),
            ServerMessage::TournamentHosted(_) => panic!("it was opened: {asked}"),
            _ => None,
        };
        let refused = ada.ask(|request| HostTournament { request, terms }.into(), answer).await;
        assert_eq!(refused, Ok(term), "{asked}");
    }
    assert_eq!(hosting(&mut ada).await.tournaments, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_structure_that_is_offered_can_be_hosted_as_it_stands() {
    let open = open(|config| {
        config.hosting.tournaments.max_price.0 = 1_000_000;
        config.hosting.tournaments.max_entrants = 10_000;
        config.hosting.tournaments.per_account = 4;
        config.hosting.tournaments.per_network = 1_000;
        config.hosting.tournaments.in_all = 1_000;
    })
    .await;
    let mut ada = Person::new(&open, "Ada").await;
    let offered = hosting(&mut ada).await;
    assert!(offered.allowed);
    assert!(offered.limits.structures.len() > 10);
    let mut hosts = 0;
    for structure in offered.limits.structures {
        for starts in [HostedStart::WhenTold, HostedStart::WhenFull] {
            if starts == HostedStart::WhenFull && !structure.when_full {
                continue;
            }
            let terms = TournamentTerms {
                name: NAME.to_owned(),
                structure: structure.id.clone(),
                game: structure.game.clone(),
                betting: structure.betting,
                rulebook: structure.rulebook.clone(),
                buy_in: structure.buy_in,
                starting_stack: structure.starting_stack,
                seats: structure.seats,
                max_entrants: structure.max_entrants.min(10_000),
                level_minutes: structure.level_minutes,
                starts,
                // Bots hold no real cards, and some structures are played with them.
                bots_allowed: false,
            };
            hosts += 1;
            let mut host_of_it = Person::new(&open, &format!("Ada {hosts}")).await;
            let answer = |message| match message {
                ServerMessage::TournamentHosted(hosted) => Some(Ok(hosted)),
                ServerMessage::TournamentTermsRefused(refused) => Some(Err(refused)),
                _ => None,
            };
            let asked = |request| HostTournament { request, terms }.into();
            let hosted = host_of_it.ask(asked, answer).await.unwrap();
            let hosted = hosted.unwrap_or_else(|refused| panic!("{}: {refused:?}", structure.id));
            let view = watch(&mut host_of_it, hosted.tournament).await.unwrap();
            assert_eq!((view.info.fee, view.info.guarantee), (Money(0), Money(0)));
            assert_eq!(view.info.host, Some(host_of_it.logged_in.name.clone()));
            assert!(view.info.self_run && view.info.open);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_host_and_how_many() {
    let open = open(|config| {
        config.hosting.tournaments.per_account = 1;
        config.hosting.tournaments.in_all = 2;
    })
    .await;
    let mut ada = Person::new(&open, "Ada").await;
    let first = host(&mut ada, told()).await.unwrap();
    assert_eq!(host(&mut ada, told()).await.err(), Some(ErrorCode::TooManyHosted));
    let own = hosting(&mut ada).await.tournaments;
    assert_eq!(own.len(), 1);
    assert_eq!((own[0].info.tournament, &own[0].code), (first.tournament, &first.code));
    let mut bob = Person::new(&open, "Bob").await;
    let second = host(&mut bob, told()).await.unwrap();
    // One that nobody entered would give way.
    enter(&mut ada, first.tournament).await.unwrap();
    enter(&mut bob, second.tournament).await.unwrap();
    let mut cid = Person::new(&open, "Cid").await;
    assert_eq!(host(&mut cid, told()).await.err(), Some(ErrorCode::TooManyHosted), "the room");
    // A finished one does not count.
    direct(&mut ada, first.tournament, TournamentCommand::Cancel(Refund::Everything))
        .await
        .unwrap();
    host(&mut ada, told()).await.unwrap();

    let open =
        crate::support::house::open(|config| config.hosting.tournaments.per_account = 0).await;
    let mut dan = Person::new(&open, "Dan").await;
    assert_eq!(host(&mut dan, told()).await.err(), Some(ErrorCode::HostingOff));
    let open = crate::support::house::open(|config| config.hosting.guests = false).await;
    let mut eva = Person::new(&open, "Eva").await;
    assert!(!hosting(&mut eva).await.allowed);
    assert_eq!(host(&mut eva, told()).await.err(), Some(ErrorCode::HostingOff));
}

/// Returns every request that names a tournament.
fn all(tournament: TournamentId) -> Vec<ClientMessage> {
    let request = RequestId(7);
    let reason = "because".to_owned();
    let text = "name\nEve\n".to_owned();
    let direct = DirectTournament {
        request,
        tournament,
        seq: Seq(1),
        reason: reason.clone(),
        rule: None,
        command: TournamentCommand::Cancel(Refund::Everything),
    };
    let enter_ada = DirectTournament {
        command: TournamentCommand::EnterPlayer("Ada".to_owned()),
        ..direct.clone()
    };
    let (seq, rule, more) = (Seq(1), None, false);
    vec![
        WatchTournament { request, tournament, on: true }.into(),
        WatchTournament { request, tournament, on: false }.into(),
        GetStructure { request, tournament }.into(),
        GetHouseRules { request, tournament }.into(),
        ListPlayers { request, tournament, from: 0 }.into(),
        ListTournamentTables { request, tournament, from: 0 }.into(),
        ListPayouts { request, tournament, from: 0 }.into(),
        ListRulings { request, tournament, from: 0 }.into(),
        EnterTournament { request, tournament, of_age: true }.into(),
        WithdrawEntry { request, tournament }.into(),
        CheckIn { request, tournament }.into(),
        BuyChips { request, tournament, what: Purchase::Rebuy }.into(),
        QuitTournament { request, tournament }.into(),
        OfferRematch { request, tournament, next: tournament }.into(),
        direct.into(),
        enter_ada.into(),
        ImportRoster { request, tournament, seq, reason, rule, text, more }.into(),
        GetResults { request, tournament, from: 0 }.into(),
    ]
}

/// Returns the refusal, with the ids of tournaments removed.
async fn refusal(client: &mut Client, message: ClientMessage) -> String {
    client.send([message]).await;
    loop {
        match client.receive().await {
            ServerMessage::Refused(refused) => return format!("{refused:?}"),
            ServerMessage::Balance(_) | ServerMessage::TableChanged(_) => {}
            other => panic!("an answer: {other:?}"),
        }
    }
}

/// Sends every request for two tournaments, and checks that the answers are the same.
pub(crate) async fn assert_both_are_nothing(client: &mut Client, private: TournamentId) {
    let nowhere = TournamentId(private.0 + 1_000);
    for (here, there) in all(private).into_iter().zip(all(nowhere)) {
        let asked = format!("{here:?}");
        let of_private = refusal(client, here).await;
        let of_nothing = refusal(client, there).await;
        assert_eq!(of_private, of_nothing, "{asked}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_code_a_private_tournament_is_one_that_does_not_exist() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut people = Vec::new();
    for name in ["Ada", "Bob"] {
        people.push(Person::new(&open, name).await);
    }
    let mut eve = Person::new(&open, "Eve").await;
    // The floor and the room's administrators see nothing there either.
    let mut flo = Person::new(&open, "Flo").await;
    become_a(Role::Floor, &mut flo, &open).await;

    let two = TournamentTerms { max_entrants: 2, level_minutes: 1, ..terms() };
    let hosted = host(&mut people[0], two).await.unwrap();
    let id = hosted.tournament;
    assert_both_are_nothing(&mut eve.client, id).await;
    assert_both_are_nothing(&mut flo.client, id).await;

    // Two play. The tables are as hidden as the tournament.
    let info = use_code(&mut people[1], &hosted.code.to_lowercase()).await.unwrap();
    assert_eq!((info.tournament, &*info.name, info.host.as_deref()), (id, NAME, Some("Ada")));
    assert_eq!(info.format, TournamentFormat::SitAndGo);
    for person in &mut people {
        watch(person, id).await.unwrap();
        enter(person, id).await.unwrap();
    }
    soon("it has begun", || state(&open, id) == Some(TournamentState::Running)).await;
    let tables = open.room.registry.tables();
    let table = tables.iter().find(|table| table.info.borrow().tournament.is_some()).unwrap();
    let (table, public) = (TableId(table.id.0), tables.len() - 1);
    assert_eq!(eve.observe(table).await.err(), Some(ErrorCode::UnknownTable));
    assert_eq!(flo.observe(table).await.err(), Some(ErrorCode::UnknownTable));
    let mut guest = Person::new(&open, "Guest of Ada").await;
    use_code(&mut guest, &hosted.code).await.unwrap();
    assert_eq!(guest.observe(table).await.unwrap().info.host.as_deref(), Some("Ada"));
    play_out(&mut people, id, &open).await;

    // Now it is stored, and still hidden from others in lists, searches, pages and files.
    let mut asked = 0;
    let request = RequestId(2);
    let tournaments = ListTournaments { request, past: true };
    let past = ListPastEvents { request, league: None, season: None, from: 0 };
    let list = ListTables { request, filter: TableFilter::default() };
    eve.client.send([tournaments.into(), past.into(), list.into()]).await;
    while asked < 3 {
        match eve.client.receive().await {
            ServerMessage::TournamentList(list) => {
                assert_eq!(list.tournaments, []);
                asked += 1;
            }
            ServerMessage::PastEventPage(page) => {
                assert_eq!((page.total, page.events.len()), (0, 0));
                asked += 1;
            }
            ServerMessage::TableList(list) => {
                assert_eq!(list.tables.len(), public);
                asked += 1;
            }
            _ => {}
        }
    }
    assert_both_are_nothing(&mut eve.client, id).await;
    for ending in ["json", "csv", "ots"] {
        let (status, page) = get(open.address, &format!("/results/{}.{ending}", id.0)).await;
        assert_eq!(status, 404, "{page}");
    }
    assert!(!eve.client.transcript.contains(NAME), "{}", eve.client.transcript);
    let (status, figures) = get(open.admin_address, "/metrics").await;
    assert_eq!(status, 200);
    assert!(!figures.contains("kitchen") && !figures.contains(&hosted.code));
    // The players and the invited guest can read the result.
    for person in people.iter_mut().chain([&mut guest]) {
        let answer = |message| match message {
            ServerMessage::ResultPage(page) => Some(page),
            _ => None,
        };
        let get = |request| GetResults { request, tournament: id, from: 0 }.into();
        let results = loop {
            match person.ask(get, answer).await {
                // The players hear of the last hand a moment before the tournament is over.
                Err(ErrorCode::NotAllowedNow) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                results => break results.unwrap(),
            }
        };
        assert_eq!(results.rows.len(), 2);
    }

    // The whole pool went to the players, and nothing to the house.
    let granted = people[0].logged_in.balance.0;
    let both = wallet(&open, &people[0]) + wallet(&open, &people[1]);
    assert_eq!(both, 2 * granted);
    let wallets = people.iter().map(|person| wallet(&open, person));
    assert_eq!(wallets.filter(|wallet| *wallet != granted).count(), 2, "somebody won");
    assert_eq!(balance(&store, "house:").await, 0);
    assert_eq!(balance(&store, &format!("tournament:{}", id.0)).await, 0);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_has_the_floor_there_alone_and_nobody_else_has() {
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let mut cid = Person::new(&open, "Cid").await;
    let hosted = host(&mut ada, told()).await.unwrap();
    let id = hosted.tournament;
    let others = host(&mut cid, told()).await.unwrap();
    for person in [&mut bob, &mut cid] {
        use_code(person, &hosted.code).await.unwrap();
    }
    use_code(&mut ada, &others.code).await.unwrap();
    let entry = enter(&mut bob, id).await.unwrap();
    enter(&mut ada, id).await.unwrap();
    // A guest cannot direct it, even one who hosts another tournament. Nor can its host direct any
    // other.
    let cancel = || TournamentCommand::Cancel(Refund::Everything);
    assert_eq!(direct(&mut bob, id, cancel()).await, Err(ErrorCode::Forbidden));
    assert_eq!(direct(&mut cid, id, cancel()).await, Err(ErrorCode::Forbidden));
    assert_eq!(direct(&mut ada, others.tournament, cancel()).await, Err(ErrorCode::Forbidden));

    // Nothing beyond it: the host cannot touch wallets, or ban players from other tournaments.
    let before = wallet(&open, &cid);
    let enter_cid = TournamentCommand::EnterPlayer("Cid".to_owned());
    assert_eq!(direct(&mut ada, id, enter_cid).await, Err(ErrorCode::Forbidden));
    let (seq, reason) = (watch(&mut ada, id).await.unwrap().seq, "my list".to_owned());
    let text = "name\nCid\n".to_owned();
    let (rule, more) = (None, false);
    let roster =
        |request| ImportRoster { request, tournament: id, seq, reason, rule, text, more }.into();
    assert_eq!(ada.done(roster).await, Err(ErrorCode::Forbidden));
    assert_eq!(wallet(&open, &cid), before);
    let ban = |days| TournamentCommand::Ban(Ban { entry, days });
    assert_eq!(direct(&mut ada, id, ban(1)).await, Err(ErrorCode::Forbidden));

    // It begins when the host says so, and the host plays and rules at the same time.
    let soon_enough = TimeMs(open.room.clock.now().0 + 500);
    assert_eq!(state(&open, id), Some(TournamentState::Registering));
    direct(&mut ada, id, TournamentCommand::ChangeStart(soon_enough)).await.unwrap();
    soon("it has begun", || state(&open, id) == Some(TournamentState::Running)).await;
    direct(&mut ada, id, TournamentCommand::Pause).await.unwrap();
    soon("it is paused", || state(&open, id) == Some(TournamentState::Paused)).await;
    watch(&mut bob, id).await.unwrap();
    let reason = bob.until("why it is paused", |message| match message {
        ServerMessage::TournamentPaused(paused) => Some(paused.reason),
        _ => None,
    });
    assert_eq!(reason.await, "because");
    direct(&mut ada, id, TournamentCommand::Resume).await.unwrap();
    // At the tables too.
    let tables = open.room.registry.tables();
    let table = tables.iter().find(|table| table.info.borrow().tournament.is_some()).unwrap();
    let table = TableId(table.id.0);
    assert_eq!(pause_table(&mut bob, table).await, Err(ErrorCode::Forbidden));
    assert_eq!(pause_table(&mut ada, table).await, Ok(()));

    // A canceled tournament is refunded in full.
    let granted = bob.logged_in.balance.0;
    direct(&mut ada, id, cancel()).await.unwrap();
    soon("it is called off", || state(&open, id) == Some(TournamentState::Cancelled)).await;
    soon("paid back", || wallet(&open, &ada) == granted && wallet(&open, &bob) == granted).await;
    assert_eq!(balance(&store, "house:").await, 0);
    assert_eq!(store.ledger_audit().await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_runs_the_room_calls_it_off_without_looking() {
    let open = open(|_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = host(&mut ada, told()).await.unwrap();
    enter(&mut ada, hosted.tournament).await.unwrap();
    let mut max = Person::new(&open, "Max").await;
    become_a(Role::Admin, &mut max, &open).await;
    let pause = direct(&mut max, hosted.tournament, TournamentCommand::Pause).await;
    assert_eq!(pause, Err(ErrorCode::UnknownTournament));
    let cancel = TournamentCommand::Cancel(Refund::Everything);
    direct(&mut max, hosted.tournament, cancel).await.unwrap();
    let called_off = || state(&open, hosted.tournament) == Some(TournamentState::Cancelled);
    soon("it is called off", called_off).await;
    soon("paid back", || wallet(&open, &ada) == ada.logged_in.balance.0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_of_the_schedule_holds_nothing_of_it_up() {
    let daily = "name = \"Daily\"\nstructure = \"nightly-freezeout\"\nstarts_in_minutes = 60";
    let schedule = |config: &mut Config| config.tournaments = vec![toml::from_str(daily).unwrap()];
    let store = MemoryStore::new();
    let open = open_on(&store, |_| {}).await;
    let mut ada = Person::new(&open, "Ada").await;
    host(&mut ada, TournamentTerms { name: "Daily".to_owned(), ..told() }).await.unwrap();
    open.close(Duration::from_secs(1)).await;
    let open = open_on(&store, schedule).await;
    let registry = &open.room.registry;
    soon("the room announces its own", || {
        registry.tournaments().iter().any(|handle| !handle.is_private())
    })
    .await;
    assert_eq!(registry.tournaments().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_waits_to_be_full_is_begun_by_nobody_and_waits_an_hour_here() {
    let store = MemoryStore::new();
    let config = |config: &mut Config| config.hosting.tournaments.starts_within_hours = 1;
    let open = open_on(&store, config).await;
    let mut ada = Person::new(&open, "Ada").await;
    let hosted = host(&mut ada, terms()).await.unwrap();
    enter(&mut ada, hosted.tournament).await.unwrap();
    let granted = ada.logged_in.balance.0;
    assert_eq!(wallet(&open, &ada), granted - BUY_IN);
    // The host cannot begin it early: it waits until it is full.
    let now = TimeMs(open.room.clock.now().0);
    let early = TournamentCommand::ChangeStart(TimeMs(now.0 + 60_000));
    let early = direct(&mut ada, hosted.tournament, early).await;
    assert_eq!(early, Err(ErrorCode::NotAllowedNow));
    let info = watch(&mut ada, hosted.tournament).await.unwrap().info;
    let hour = info.starts_at.unwrap().0 - now.0;
    assert!((3_590_000..=3_600_000).contains(&hour), "called off after {hour} ms");
}
