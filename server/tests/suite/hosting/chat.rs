//! Chat, shown cards and names at a private table.

use crate::support::client::{Client, play_token};
use crate::support::house::{Person, open, terms};
use cardroom_protocol::client::{
    Chat, Emote, ListApiTokens, LoginToken, RevokeApiToken, SetAppearance, SignOutEverywhere,
};
use cardroom_protocol::hosting::{TableTerms, Term};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::server::{ApiToken, ApiTokenInfo, ServerMessage};
use cardroom_protocol::table::{EmoteKind, TableEvent};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, TableId};

const BUY_IN: u64 = 500;
const LINE: &str = "You never have the ace";

async fn say(person: &mut Person, table: TableId) -> Result<(), ErrorCode> {
    person.done(|request| Chat { request, table, text: LINE.to_owned() }.into()).await
}

async fn show(person: &mut Person, table: TableId, emote: EmoteKind) -> Result<(), ErrorCode> {
    person.done(|request| Emote { request, table, emote }.into()).await
}

async fn order(
    person: &mut Person,
    table: TableId,
    command: TableCommand,
) -> Result<(), ErrorCode> {
    let seq = person.observe(table).await?.seq;
    let reason = "too loud".to_owned();
    let order = |request| DirectTable { request, table, seq, reason, rule: None, command }.into();
    person.done(order).await
}

fn emoted(message: ServerMessage) -> Option<(u8, EmoteKind)> {
    match message {
        ServerMessage::Emoted(shown) => Some((shown.seat, shown.emote)),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_in_a_hand_is_free_where_the_terms_say_so() {
    for free_chat in [true, false] {
        let room = open(|_| {}).await;
        let mut ada = Person::new(&room, "Ada").await;
        let mut bob = Person::new(&room, "Bob").await;
        let hosted = ada.host(TableTerms { free_chat, ..terms() }).await.unwrap();
        assert_eq!(bob.use_code(&hosted.code).await.unwrap().free_chat, free_chat);
        ada.sit(hosted.table, BUY_IN).await.unwrap();
        bob.sit(hosted.table, BUY_IN).await.unwrap();
        bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;
        let expected = if free_chat { Ok(()) } else { Err(ErrorCode::NotAllowedNow) };
        assert_eq!(say(&mut ada, hosted.table).await, expected);
        if free_chat {
            let line = |message| match message {
                ServerMessage::ChatLine(line) => Some((line.name, line.text)),
                _ => None,
            };
            let heard = bob.until("the line", line).await;
            assert_eq!(heard, ("Ada".to_owned(), LINE.to_owned()));
        }
    }
    let lines_only = open(|config| config.hosting.free_chat = false).await;
    let mut ada = Person::new(&lines_only, "Ada").await;
    let refused = ada.refused_terms(TableTerms { free_chat: true, ..terms() }).await;
    assert_eq!(refused.term, Term::Chat);
    assert!(ada.host(TableTerms { free_chat: false, ..terms() }).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn emotes_reach_everybody_at_their_own_pace_and_the_host_mutes_a_player() {
    let room = open(|_| {}).await;
    let mut ada = Person::new(&room, "Ada").await;
    let mut bob = Person::new(&room, "Bob").await;
    let mut cid = Person::new(&room, "Cid").await;
    let hosted = ada.host(TableTerms { free_chat: true, ..terms() }).await.unwrap();
    let table = hosted.table;
    bob.use_code(&hosted.code).await.unwrap();
    cid.use_code(&hosted.code).await.unwrap();
    cid.observe(table).await.unwrap();
    let seat = ada.sit(table, BUY_IN).await.unwrap();
    let of_bob = bob.sit(table, BUY_IN).await.unwrap();
    bob.until_event("a hand", |event| matches!(event, TableEvent::HandStarted(_))).await;

    assert_eq!(show(&mut ada, table, EmoteKind::NiceHand).await, Ok(()));
    assert_eq!(bob.until("the emote", emoted).await, (seat, EmoteKind::NiceHand));
    assert_eq!(cid.until("the emote", emoted).await, (seat, EmoteKind::NiceHand));
    assert_eq!(show(&mut ada, table, EmoteKind::Fire).await, Err(ErrorCode::RateLimited));
    assert_eq!(show(&mut bob, table, EmoteKind::Cry).await, Ok(()), "each has a pace of their own");
    assert_eq!(show(&mut cid, table, EmoteKind::Cry).await, Err(ErrorCode::NotSeated));

    assert_eq!(order(&mut bob, table, TableCommand::Mute(seat)).await, Err(ErrorCode::Forbidden));
    order(&mut ada, table, TableCommand::Mute(of_bob)).await.unwrap();
    let muting = |event: &TableEvent| match event {
        TableEvent::FloorOrdered(ordered) => ordered.command == TableCommand::Mute(of_bob),
        _ => false,
    };
    cid.until_event("the order", muting).await;
    assert_eq!(say(&mut bob, table).await, Err(ErrorCode::Forbidden));
    assert_eq!(show(&mut bob, table, EmoteKind::Cry).await, Err(ErrorCode::Forbidden));
    let view = cid.observe(table).await.unwrap();
    let muted: Vec<_> = view.seats.iter().filter(|seat| seat.muted).map(|seat| seat.seat).collect();
    assert_eq!(muted, [of_bob]);
    let again = order(&mut ada, table, TableCommand::Mute(of_bob)).await;
    assert_eq!(again, Err(ErrorCode::NothingToDo));
    assert_eq!(order(&mut ada, table, TableCommand::Mute(3)).await, Err(ErrorCode::NoSeat));
    order(&mut ada, table, TableCommand::Unmute(of_bob)).await.unwrap();
    assert_eq!(say(&mut bob, table).await, Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_look_is_chosen_within_its_ranges_and_shown_at_once() {
    let room = open(|_| {}).await;
    let mut ada = Person::new(&room, "Ada").await;
    let mut bob = Person::new(&room, "Bob").await;
    let hosted = ada.host(terms()).await.unwrap();
    let table = hosted.table;
    bob.use_code(&hosted.code).await.unwrap();
    bob.observe(table).await.unwrap();
    ada.sit(table, BUY_IN).await.unwrap();
    let own = (ada.logged_in.avatar, ada.logged_in.color);
    let taken = |message| match message {
        ServerMessage::Step(step) => step.events.0.iter().find_map(|event| match event {
            TableEvent::SeatTaken(taken) => Some((taken.avatar, taken.color)),
            _ => None,
        }),
        _ => None,
    };
    assert_eq!(bob.until("Ada's seat", taken).await, own, "the look that follows from the id");

    let choose = |avatar, color| move |request| SetAppearance { request, avatar, color }.into();
    assert_eq!(ada.done(choose(1_024, 0)).await, Err(ErrorCode::BadAppearance));
    assert_eq!(ada.done(choose(0, 16)).await, Err(ErrorCode::BadAppearance));
    assert_eq!(ada.done(choose(1_023, 15)).await, Ok(()));
    let changed = |message| match message {
        ServerMessage::PlayerChanged(changed) => {
            Some((changed.name, changed.avatar, changed.color))
        }
        _ => None,
    };
    assert_eq!(bob.until("the look", changed).await, ("Ada".to_owned(), 1_023, 15));
    let view = bob.observe(table).await.unwrap();
    assert_eq!((view.seats[0].avatar, view.seats[0].color), (1_023, 15));
    let mut client = Client::welcome(&room, Encoding::Json).await;
    let token = ada.logged_in.resume_token.clone().unwrap();
    client.send([LoginToken { request: RequestId(1), token }.into()]).await;
    let ServerMessage::LoggedIn(again) = client.receive().await else { panic!("no login") };
    assert_eq!((again.avatar, again.color), (1_023, 15));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn api_tokens_are_listed_ended_by_their_id_and_make_no_others() {
    let room = open(|_| {}).await;
    let mut ada = Person::new(&room, "Ada").await;
    let label = || "night bot".to_owned();
    let made = |message| match message {
        ServerMessage::ApiToken(token) => Some(token),
        _ => None,
    };
    let create = |request| play_token(request, "night bot", None);
    let ApiToken { token, id, .. } = ada.ask(create, made).await.unwrap();
    let listed = |message| match message {
        ServerMessage::ApiTokenList(list) => Some(list.tokens),
        _ => None,
    };
    let list = |request| ListApiTokens { request }.into();
    let tokens: Vec<ApiTokenInfo> = ada.ask(list, listed).await.unwrap();
    assert_eq!((tokens.len(), tokens[0].id, &tokens[0].label), (1, id, &label()));
    assert!(tokens[0].created_ms.0 > 0 && tokens[0].last_used_ms.is_none());

    let login = |token: &Secret| LoginToken { request: RequestId(1), token: token.clone() };
    let mut bot = Client::welcome(&room, Encoding::Binary).await;
    bot.send([login(&token).into()]).await;
    let ServerMessage::LoggedIn(by_token) = bot.receive().await else { panic!("no login") };
    assert_eq!((by_token.account, by_token.resume_token), (ada.logged_in.account.clone(), None));
    bot.send([play_token(RequestId(2), "mine", None)]).await;
    assert_eq!(bot.refused(2).await, ErrorCode::Forbidden);
    bot.send([RevokeApiToken { request: RequestId(3), id }.into()]).await;
    assert_eq!(bot.refused(3).await, ErrorCode::Forbidden, "a stolen token keeps nobody out");
    bot.send([SignOutEverywhere { request: RequestId(4) }.into()]).await;
    assert_eq!(bot.refused(4).await, ErrorCode::Forbidden);

    let mut again = Client::welcome(&room, Encoding::Binary).await;
    again.send([login(&ada.logged_in.resume_token.clone().unwrap()).into()]).await;
    let ServerMessage::LoggedIn(_) = again.receive().await else { panic!("no login") };
    again.send([RevokeApiToken { request: RequestId(3), id }.into()]).await;
    while !matches!(again.receive().await, ServerMessage::Done(_)) {}
    let mut late = Client::welcome(&room, Encoding::Binary).await;
    late.send([login(&token).into()]).await;
    assert_eq!(late.refused(1).await, ErrorCode::BadToken);
}
