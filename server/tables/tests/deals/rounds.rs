//! Rounds that go another way: withheld links, interruptions, and clients that do not take part.

use crate::table::{Table, key, library, setup, terms};
use cardroom_deal::{
    Checkpoint, Document, Inclusion, Known, Log, LogEntry, Outcome, verify_session,
};
use cardroom_protocol::client::Leave;
use cardroom_protocol::deal::{DealGivenUp, DealLevel, DealOpened, Hash32, JoinDeal};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_record::SealedRound;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::Millis;
use cardroom_tables::{
    CoreInput, PlayedHand, ProvenHand, TableCore, TableDescription, waits_for_deal,
};

fn table(packs: u8) -> Table {
    let setup = setup(&library(), "holdem", "online", 4, |ring| {
        ring.between_hands_ms = Millis(3_000);
        ring.sit_out_ms = Millis::seconds(600);
    });
    Table::open(&setup, packs, 11)
}

pub(crate) fn opened(table: &Table, connection: ConnectionId) -> Vec<DealOpened> {
    let heard = table.clients[&connection].heard.iter();
    let opened = heard.filter_map(|message| match message {
        ServerMessage::DealOpened(opened) => Some(opened.clone()),
        _ => None,
    });
    opened.collect()
}

pub(crate) fn given_up(table: &Table, connection: ConnectionId) -> Vec<DealGivenUp> {
    let heard = table.clients[&connection].heard.iter();
    let given_up = heard.filter_map(|message| match message {
        ServerMessage::DealGivenUp(ended) => Some(ended.clone()),
        _ => None,
    });
    given_up.collect()
}

/// Returns the log of the rounds that ended, with a head that the room signed.
fn log_of(table: &Table) -> (Log, String) {
    let mut log = Log::new();
    for round in &table.sealed {
        let SealedRound { table, hand, round, outcome, seal, .. } = *round;
        let outcome = Outcome::of(outcome).unwrap();
        log.append(&LogEntry { table: table.0, hand, round, outcome, seal });
    }
    let head = log.head(log.size()).unwrap();
    (log, Checkpoint::write("cards.example", &head, &key()))
}

/// Returns the proofs of a hand, with the places of its rounds in the log.
fn logged(table: &Table, played: &PlayedHand) -> Vec<String> {
    let (log, checkpoint) = log_of(table);
    let rounds = table.sealed.iter().zip(0..);
    let inclusion = |index| Inclusion {
        checkpoint: checkpoint.clone(),
        index,
        path: log.inclusion(index, log.size()).unwrap(),
    };
    let place = |round: &SealedRound| (round.hand, round.round);
    let logged = rounds.map(|(round, index)| (place(round), inclusion(index))).collect();
    ProvenHand { logged, ..Table::stored(played) }.proofs(None).unwrap()
}

/// Returns the verified rounds of all hands that were played, in a row. All of them are in the log
/// of the room, in their order.
pub(crate) fn session(table: &Table) -> Vec<cardroom_deal::Verified> {
    let proofs = table.played.iter().flat_map(|played| logged(table, played));
    let read = |proof: String| match Document::read(proof.as_bytes()).unwrap().0 {
        Document::Proofs(proofs) => proofs,
        Document::History(_) => panic!("a proof is no history"),
    };
    let proofs: Vec<_> = proofs.flat_map(read).collect();
    let rounds = verify_session(&proofs, &Known::default()).unwrap();
    assert!(rounds.iter().all(|round| round.is_logged));
    for (round, sealed) in rounds.iter().zip(&table.sealed) {
        assert_eq!((round.opening.hand, round.opening.round), (sealed.hand, sealed.round));
        assert_eq!(round.seal.digest(), sealed.seal);
        assert_eq!((round.seal.blame, round.seal.time_ms), (sealed.blame, sealed.at_ms));
    }
    rounds
}

#[test]
fn a_player_who_withholds_a_link_is_named_and_sits_out_until_the_client_joins_anew() {
    let mut table = table(2);
    let (ada, bob, cy) = (table.sit(), table.sit(), table.sit());
    for client in [ada, bob, cy] {
        table.join(client, DealLevel::Full);
    }
    table.play(1);
    table.clients.get_mut(&bob).unwrap().answers = false;
    table.play(1);
    let seat = table.core.seat_at(bob).unwrap();
    let ended = given_up(&table, ada);
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].seal.0[49], seat.0, "the seal names the seat");
    assert_eq!(ended[0].links.iter().filter(|link| link.is_none()).count(), 1);
    assert_eq!(table.played[1].players.len(), 2, "Bob is not dealt in");
    let rounds = session(&table);
    let outcomes: Vec<Outcome> = rounds.iter().map(|round| round.seal.outcome).collect();
    assert_eq!(outcomes, [Outcome::Played, Outcome::GivenUp, Outcome::Played]);
    table.clients.get_mut(&bob).unwrap().answers = true;
    table.join(bob, DealLevel::Full);
    table.play(1);
    assert_eq!(table.played[2].players.len(), 3, "Bob is back");
    assert_eq!(session(&table).last().unwrap().opening.roster.len(), 3);
}

#[test]
fn an_opening_that_took_long_to_store_leaves_the_whole_window_from_when_it_was_sent() {
    let mut table = table(2);
    let (ada, bob) = (table.sit(), table.sit());
    for client in [ada, bob] {
        table.join(client, DealLevel::Full);
    }
    table.clients.get_mut(&bob).unwrap().answers = false;
    while opened(&table, bob).is_empty() {
        assert!(table.go_on());
    }
    // The disk took longer than the window.
    table.now = table.now + Millis(5_000);
    table.core.note_told(table.now);
    table.on(CoreInput::Tick);
    assert_eq!(given_up(&table, ada).len(), 0, "Bob had no time");
    // Steps after it do not make the window longer.
    table.now = table.now + Millis(2_000);
    table.core.note_told(table.now);
    table.now = table.now + Millis(1_000);
    table.on(CoreInput::Tick);
    let seat = table.core.seat_at(bob).unwrap();
    assert_eq!(given_up(&table, ada)[0].seal.0[49], seat.0);
}

#[test]
fn links_come_to_nobody_before_all_of_them_are_there() {
    let mut table = table(2);
    let (ada, bob) = (table.sit(), table.sit());
    for client in [ada, bob] {
        table.join(client, DealLevel::Full);
    }
    table.clients.get_mut(&bob).unwrap().answers = false;
    while opened(&table, bob).is_empty() {
        assert!(table.go_on());
    }
    assert!(table.is_frozen());
    let has_bound = |table: &Table| {
        let heard = table.clients[&ada].heard.iter();
        heard.filter(|message| matches!(message, ServerMessage::DealBound(_))).count()
    };
    assert_eq!(has_bound(&table), 0);
    table.clients.get_mut(&bob).unwrap().answers = true;
    let asked = opened(&table, bob).pop().unwrap();
    table.answer(bob, &asked);
    assert_eq!(has_bound(&table), 1);
}

#[test]
fn a_client_that_has_not_joined_hears_the_same_as_at_a_plain_table() {
    let mut table = table(2);
    let (ada, bob) = (table.sit(), table.sit());
    table.join(ada, DealLevel::Full);
    table.play(2);
    let is_of_deal = |message: &&ServerMessage| {
        use ServerMessage as M;
        matches!(
            message,
            M::DealOpened(_)
                | M::DealBound(_)
                | M::CardsOpened(_)
                | M::OwnCardsOpened(_)
                | M::DealSealed(_)
                | M::DealGivenUp(_)
                | M::DealJoined(_)
        )
    };
    let count = |client| table.clients[&client].heard.iter().filter(is_of_deal).count();
    assert_eq!(count(bob), 0);
    assert!(count(ada) > 10);
}

#[test]
fn what_would_change_the_lineup_ends_the_round_with_nobody_to_blame() {
    let mut table = table(2);
    let (ada, bob) = (table.sit(), table.sit());
    table.join(ada, DealLevel::Full);
    table.clients.get_mut(&ada).unwrap().answers = false;
    while !table.is_frozen() {
        assert!(table.go_on());
    }
    let leave = TableRequest::Leave(Leave { request: RequestId(1), table: 7.into() });
    assert!(waits_for_deal(&leave), "a host keeps it back");
    // A host that does not keep it back gets another round, and never a wrong proof.
    table.request(bob, leave, None);
    assert!(!table.is_frozen());
    assert_eq!(given_up(&table, ada)[0].seal.0[49], 0xFF);
}

#[test]
fn a_player_whose_leaving_could_not_be_stored_contributes_to_the_next_hand() {
    let mut table = table(2);
    let (ada, bob) = (table.sit(), table.sit());
    for client in [ada, bob] {
        table.join(client, DealLevel::Full);
    }
    table.play(1);
    let leave = TableRequest::Leave(Leave { request: RequestId(1), table: 7.into() });
    table.request_in_vain(bob, leave);
    table.play(1);
    let rounds = session(&table);
    let rosters: Vec<usize> = rounds.iter().map(|round| round.opening.roster.len()).collect();
    assert_eq!(rosters, [2, 2]);
}

/// The step also lets the player sit in again, so it has something to store. The client hears that
/// nothing changed, and has dropped the chain.
#[test]
fn a_player_whose_joining_could_not_be_stored_is_asked_for_no_link_and_may_join_again() {
    let mut table = table(2);
    let (ada, bob, cy) = (table.sit(), table.sit(), table.sit());
    for client in [ada, bob, cy] {
        table.join(client, DealLevel::Full);
    }
    table.clients.get_mut(&bob).unwrap().answers = false;
    table.play(1);
    let anchor = Some(Hash32([9; 32]));
    let (request, level) = (RequestId(6), DealLevel::Full);
    let join = JoinDeal { request, table: 7.into(), level, anchor };
    table.request_in_vain(bob, TableRequest::JoinDeal(join));
    table.play(1);
    assert_eq!(given_up(&table, ada).len(), 1, "the room waits for no link that never comes");
    table.clients.get_mut(&bob).unwrap().answers = true;
    table.join(bob, DealLevel::Full);
    table.play(2);
    let last = session(&table).pop().unwrap();
    assert_eq!(last.opening.roster.len(), 3);
}

#[test]
fn an_interrupted_round_is_given_up_and_an_interrupted_hand_is_sealed() {
    for hands in [0, 1] {
        let mut table = table(3);
        let (ada, bob) = (table.sit(), table.sit());
        for client in [ada, bob] {
            table.join(client, DealLevel::Full);
        }
        table.play(hands);
        table.clients.get_mut(&ada).unwrap().answers = hands == 1;
        let is_there = |table: &Table| match hands {
            0 => table.is_frozen(),
            _ => table.core.table().hand_in_progress().is_some(),
        };
        while !is_there(&table) {
            assert!(table.go_on());
        }
        // The process ends, and the table opens again from its streams.
        let setup = table.core.table().setup().clone();
        let description = TableDescription::of_bots("Sirius");
        let (of_table, of_rounds) = &table.streams;
        let core = TableCore::open(table.core.id(), description, Some(&setup), of_table).unwrap();
        table.core = core.verifiable(terms(3), of_rounds).unwrap();
        table.on(CoreInput::Recover { setup: Some(setup) });
        let before = table.played.len();
        let rounds = session(&table);
        assert_eq!(rounds.len(), before);
        if hands == 1 {
            // Its decks were not sealed beside it, so the hand is void, and proven as far as it went.
            assert_eq!(rounds.last().unwrap().seal.outcome, Outcome::Void);
        }
        for client in [ada, bob] {
            let player = CoreInput::Attach {
                connection: client,
                player: None,
                request: None,
                observing: true,
            };
            table.on(player);
        }
        assert!(!table.is_frozen());
    }
}

#[test]
fn a_plain_table_refuses_to_be_joined_and_a_visitor_cannot_contribute() {
    let setup = setup(&library(), "holdem", "online", 4, |_| {});
    let mut table = Table::open(&setup, 1, 3);
    let description = TableDescription::of_bots("Plain");
    let empty = cardroom_record::StoredStream::default();
    table.core = TableCore::open(table.core.id(), description, Some(&setup), &empty).unwrap();
    let ada = table.sit();
    table.join(ada, DealLevel::Full);
    let refused = table.clients[&ada].heard.iter().find_map(|message| match message {
        ServerMessage::Refused(refused) => Some(refused.code),
        _ => None,
    });
    assert_eq!(refused, Some(ErrorCode::NotVerifiable));
    assert!(table.core.rounds().is_none() && table.core.wants_packs(Millis(u64::MAX)).is_none());
}
