//! A tournament's task with a store behind it.

use super::*;
use crate::config::Config;
use crate::league_book::LeagueBook;
use crate::noted::note;
use cardroom_events::Behind;
use cardroom_protocol::TournamentId as WireTournamentId;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::EnterTournament;
use cardroom_rules::Chips;
use cardroom_tournament::Setup;

const ADA: AccountId = AccountId(1);

/// The entry is handled before the task notices that the tournament should have begun.
#[tokio::test]
async fn an_entry_that_calls_the_tournament_off_leaves_no_player_in_it() {
    let opening = Config::default().opening().unwrap();
    let mut structure = opening.structures.into_values().next().expect("structures are shipped");
    Arc::make_mut(&mut structure).bounty = None;
    let entry = &mut Arc::make_mut(&mut structure).entry;
    (entry.buy_in, entry.fee) = (cardroom_rules::Cents(100), cardroom_rules::Cents(0));
    let services = DirectorServices {
        tables: TableServices::in_memory(&[ADA]).await,
        library: Arc::new(opening.library),
        leagues: LeagueBook::of(Arc::new(opening.leagues)),
        bans: Bans::default(),
    };
    let starts_at = Millis(services.tables.clock.now().0 + 60_000);
    let rulebook = Arc::clone(services.library.rulebook("online").expect("it is shipped"));
    let (starts, carried) = (Some(starts_at), None);
    let setup = Setup { structure, rulebook, starts_at: starts, carried, self_run: false };
    let announcement = Announcement::of(setup, true);
    let event = announce(announcement, "Night".to_owned(), None, &services).await.unwrap();
    let viewer = Viewer::recording(ADA);
    let purse = services.tables.cashier.purse(ADA).unwrap();
    let hold = Some(purse.hold(Chips(event.price.0)).unwrap());
    let (request, tournament) = (RequestId(1), WireTournamentId(event.id.0));
    let enter = EnterTournament { request, tournament, of_age: true };
    let request = note(Box::new(TournamentRequest::EnterTournament(enter)), || None);
    let (viewer_of, stamp, behind) = (viewer.clone(), starts_at, Behind::default());
    let input = DirectorInput::Request { viewer: viewer_of, stamp, request, behind, hold };
    event.try_send(input).unwrap();
    while !event.is_over() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut heard = viewer.heard();
    while heard.is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
        heard = viewer.heard();
    }
    assert!(heard.iter().any(|message| matches!(message, ServerMessage::Entered(_))), "{heard:?}");
    assert!(!services.tables.registry.is_playing(ADA));
}
