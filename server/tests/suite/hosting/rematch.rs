//! A rematch that one player offers reaches everyone who played.

use crate::hosting::tournaments::{enter, host, play_out, terms, use_code, watch};
use crate::support::house::{Person, open_on};
use cardroom::store::MemoryStore;
use cardroom_protocol::hosting::TournamentTerms;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{OfferRematch, RematchOffered};
use cardroom_protocol::{ErrorCode, TournamentId};
use std::time::Duration;

/// Offers a rematch, and waits while the tournament is ending.
async fn offer(
    person: &mut Person,
    tournament: TournamentId,
    next: TournamentId,
) -> Result<(), ErrorCode> {
    loop {
        let offer = |request| OfferRematch { request, tournament, next }.into();
        match person.done(offer).await {
            // The players hear of the last hand a moment before the tournament is over.
            Err(ErrorCode::NotAllowedNow) => tokio::time::sleep(Duration::from_millis(20)).await,
            answer => return answer,
        }
    }
}

async fn offered(person: &mut Person) -> RematchOffered {
    let is_it = |message| match message {
        ServerMessage::RematchOffered(offered) => Some(offered),
        _ => None,
    };
    person.until("a rematch", is_it).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_reaches_everybody_who_played_and_one_request_joins_it() {
    let open = open_on(&MemoryStore::new(), |_| {}).await;
    let mut people = Vec::new();
    for name in ["Ada", "Mia"] {
        people.push(Person::new(&open, name).await);
    }
    let two = TournamentTerms { max_entrants: 2, level_minutes: 1, ..terms() };
    let hosted = host(&mut people[0], two.clone()).await.unwrap();
    let id = hosted.tournament;
    use_code(&mut people[1], &hosted.code).await.unwrap();
    let mut rail = Person::new(&open, "Rail").await;
    use_code(&mut rail, &hosted.code).await.unwrap();
    watch(&mut rail, id).await.unwrap();
    for person in &mut people {
        watch(person, id).await.unwrap();
    }
    enter(&mut people[0], id).await.unwrap();
    let early = |request| OfferRematch { request, tournament: id, next: id }.into();
    assert_eq!(people[0].done(early).await, Err(ErrorCode::NotAllowedNow), "it is not over");
    // It begins when both are in.
    enter(&mut people[1], id).await.unwrap();
    play_out(&mut people, id, &open).await;

    // A guest opens it and offers it. The host of the first one, who only played, hears of it.
    let [ada, mia] = &mut people[..] else { unreachable!("two people") };
    let again = host(mia, two.clone()).await.unwrap();
    let next = again.tournament;
    assert_eq!(offer(&mut rail, id, next).await, Err(ErrorCode::Forbidden), "only players");
    assert_eq!(offer(ada, id, next).await, Err(ErrorCode::UnknownTournament), "out of reach");
    assert_eq!(offer(mia, id, id).await, Err(ErrorCode::UnknownTournament), "it is over");
    offer(mia, id, next).await.unwrap();
    let told = offered(ada).await;
    assert_eq!((told.tournament, told.next, &*told.name), (id, next, "Mia"));
    assert_eq!(told.code.as_deref(), Some(&*again.code));
    assert_eq!(offered(&mut rail).await, told, "watchers get it, too");
    use_code(ada, &told.code.clone().unwrap()).await.unwrap();
    enter(ada, next).await.unwrap();

    // A player who looks at the podium later finds it there.
    let mut late = Person::new(&open, "Late").await;
    use_code(&mut late, &hosted.code).await.unwrap();
    watch(&mut late, id).await.unwrap();
    assert_eq!(offered(&mut late).await, told);

    // Offers are bounded, so that nobody is flooded with them.
    let mut refused = Ok(());
    for _ in 0..3 {
        refused = offer(mia, id, next).await;
    }
    assert_eq!(refused, Err(ErrorCode::RateLimited));
}
