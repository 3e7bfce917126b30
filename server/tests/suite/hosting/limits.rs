//! Permission to open a private table, the number of tables, and the terms.

use crate::support::client::{Client, hello};
use crate::support::house::{Person, open, soon, terms};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::Register;
use cardroom_protocol::game::{AnteKind, Betting, BombPot, ChipValue, Straddle};
use cardroom_protocol::hosting::{GetHosting, HostTable, Hosting, TableTerms, Term};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Chips, Encoding, ErrorCode, RequestId, Secret, TableId};

async fn hosting(person: &mut Person) -> Hosting {
    let answer = |message| match message {
        ServerMessage::Hosting(hosting) => Some(hosting),
        _ => None,
    };
    person.ask(|request| GetHosting { request }.into(), answer).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_term_outside_the_limits_is_named() {
    let open = open(|config| {
        config.hosting.seats = 8;
        config.hosting.games = ["holdem", "stud", "horse"].map(str::to_owned).to_vec();
        config.hosting.rulebooks = ["online", "tda-2024"].map(str::to_owned).to_vec();
    })
    .await;
    let mut ada = Person::new(&open, "Ada").await;
    let with = |change: &dyn Fn(&mut TableTerms)| {
        let mut terms = terms();
        change(&mut terms);
        terms
    };
    let stud = || TableTerms {
        game: "stud".to_owned(),
        betting: Betting::FixedLimit,
        small_blind: Chips(0),
        bring_in: Chips(2),
        ante: Chips(1),
        ante_kind: AnteKind::Each,
        ..terms()
    };
    let bomb = |every_hands, ante| Some(BombPot { every_hands, ante: Chips(ante) });
    let value = |currency: &str, chips_per_unit| {
        Some(ChipValue { currency: currency.to_owned(), chips_per_unit })
    };
    let wrong: Vec<(Term, TableTerms)> = vec![
        (Term::Name, with(&|terms| terms.name = String::new())),
        (Term::Name, with(&|terms| terms.name = " x".to_owned())),
        (Term::Name, with(&|terms| terms.name = "x".repeat(41))),
        (Term::Name, with(&|terms| terms.name = "two\nlines".to_owned())),
        (Term::Game, with(&|terms| terms.game = "omaha".to_owned())),
        (Term::Game, with(&|terms| terms.game = "whist".to_owned())),
        (Term::Rulebook, with(&|terms| terms.rulebook = "tnpl".to_owned())),
        (Term::Betting, TableTerms { betting: Betting::NoLimit, ..stud() }),
        (Term::Blinds, with(&|terms| terms.big_blind = Chips(0))),
        (Term::Blinds, with(&|terms| terms.big_blind = Chips(1_001))),
        (Term::Blinds, with(&|terms| terms.small_blind = Chips(11))),
        (Term::Blinds, with(&|terms| terms.bring_in = Chips(1))),
        (Term::Ante, with(&|terms| terms.ante = Chips(1_001))),
        (Term::Ante, with(&|terms| terms.ante = Chips(1))),
        (Term::Ante, with(&|terms| terms.ante_kind = AnteKind::Each)),
        (Term::Seats, with(&|terms| terms.seats = 1)),
        (Term::Seats, with(&|terms| terms.seats = 9)),
        (Term::BuyIn, with(&|terms| terms.max_buy_in = Chips(100_001))),
        (Term::BuyIn, with(&|terms| terms.min_buy_in = Chips(9))),
        (Term::BuyIn, with(&|terms| terms.min_buy_in = Chips(1_001))),
        (Term::ActTime, with(&|terms| terms.act_seconds = 4)),
        (Term::ActTime, with(&|terms| terms.act_seconds = 121)),
        (Term::TimeBank, with(&|terms| terms.bank_seconds = 601)),
        (Term::BombPot, with(&|terms| terms.bomb_pot = bomb(0, 5))),
        (Term::BombPot, with(&|terms| terms.bomb_pot = bomb(5, 0))),
        (Term::Boards, with(&|terms| terms.max_boards = 0)),
        (Term::Boards, with(&|terms| terms.max_boards = 4)),
        // Options that the rulebook does not have.
        (
            Term::Straddle,
            with(&|terms| {
                terms.rulebook = "tda-2024".to_owned();
                terms.straddle = Some(Straddle::Utg);
            }),
        ),
        (Term::BetweenHands, with(&|terms| terms.between_hands_ms = 999)),
        (Term::BetweenHands, with(&|terms| terms.between_hands_ms = 30_001)),
        (Term::TopUps, with(&|terms| terms.top_up_to = Chips(terms.max_buy_in.0 + 1))),
        (Term::ChipValue, with(&|terms| terms.chip_value = value("€", 0))),
        (Term::ChipValue, with(&|terms| terms.chip_value = value("", 100))),
        (Term::Ante, TableTerms { ante_kind: AnteKind::BigBlind, ..stud() }),
        (Term::Blinds, TableTerms { bring_in: Chips(0), ..stud() }),
    ];
    for (term, terms) in wrong {
        let refused = ada.refused_terms(terms.clone()).await;
        assert_eq!(refused.term, term, "{}: {terms:?}", refused.message);
        assert!(!refused.message.is_empty());
    }
    let none = hosting(&mut ada).await;
    assert!(none.allowed && none.tables.is_empty());
    let games: Vec<_> = none.limits.games.iter().map(|game| &*game.id).collect();
    assert_eq!(games, ["holdem", "stud", "horse"]);
    assert_eq!(none.limits.rulebooks.len(), 2);

    // The same terms, corrected, open a table.
    let hosted = ada.host(stud()).await.unwrap();
    let info = ada.observe(hosted.table).await.unwrap().info;
    assert_eq!((&*info.game, info.seats, info.max_buy_in), ("stud", 4, Chips(1_000)));
    assert_eq!(info.host.as_deref(), Some("Ada"));
    let mine = hosting(&mut ada).await.tables;
    assert_eq!(mine.len(), 1);
    assert_eq!((mine[0].info.table, &mine[0].code), (hosted.table, &hosted.code));
}

/// Returns `true` if the lobby would show a player at this table.
pub(crate) fn is_used(open: &OpenRoom, table: TableId) -> bool {
    let table = open.room.registry.table(cardroom::ids::TableId(table.0)).unwrap();
    table.info.borrow().seated > 0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_and_the_room_have_only_so_many_at_a_time() {
    let open = open(|config| {
        config.hosting.per_account = 2;
        config.hosting.in_all = 3;
    })
    .await;
    let mut ada = Person::new(&open, "Ada").await;
    let mut bob = Person::new(&open, "Bob").await;
    let first = ada.host(terms()).await.unwrap();
    let second = ada.host(terms()).await.unwrap();
    assert_ne!((first.table, &first.code), (second.table, &second.code));
    assert_eq!(ada.host(terms()).await, Err(ErrorCode::TooManyHosted));
    let third = bob.host(terms()).await.unwrap();
    // A table where nobody ever sat would give way.
    for hosted in [&first, &second, &third] {
        ada.use_code(&hosted.code).await.unwrap();
        ada.sit(hosted.table, 400).await.unwrap();
        soon("the seat is known", || is_used(&open, hosted.table)).await;
    }
    assert_eq!(bob.host(terms()).await, Err(ErrorCode::TooManyHosted), "the room is full");
    ada.close(first.table).await.unwrap();
    let fourth = bob.host(terms()).await.unwrap();
    bob.use_code(&fourth.code).await.unwrap();
    bob.sit(fourth.table, 400).await.unwrap();
    soon("the seat is known", || is_used(&open, fourth.table)).await;
    assert_eq!(ada.host(terms()).await, Err(ErrorCode::TooManyHosted), "the room is full");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_host_where_the_operator_says_so_and_nobody_where_nobody_may() {
    let accounts_only = open(|config| config.hosting.guests = false).await;
    let mut guest = Person::new(&accounts_only, "Gus").await;
    assert_eq!(guest.host(terms()).await, Err(ErrorCode::HostingOff));
    assert!(!hosting(&mut guest).await.allowed);
    // A player who registered an account with a password may.
    let mut ada = Client::connect(&accounts_only, Encoding::Json).await;
    let (name, password) = ("Ada".to_owned(), Secret::from("a long password"));
    let register = Register { request: RequestId(1), name, password };
    ada.send([hello(), register.into()]).await;
    while !matches!(ada.receive().await, ServerMessage::LoggedIn(_)) {}
    ada.send([HostTable { request: RequestId(2), terms: terms() }.into()]).await;
    let answer = ada.receive().await;
    assert!(matches!(answer, ServerMessage::Hosted(_)), "{answer:?}");
    // A visitor has no account yet.
    let mut visitor = Client::welcome(&accounts_only, Encoding::Binary).await;
    visitor.send([HostTable { request: RequestId(3), terms: terms() }.into()]).await;
    assert_eq!(visitor.refused(3).await, ErrorCode::NotLoggedIn);

    let off = open(|config| config.hosting.enabled = false).await;
    let mut bob = Person::new(&off, "Bob").await;
    assert_eq!(bob.host(terms()).await, Err(ErrorCode::HostingOff));
}
