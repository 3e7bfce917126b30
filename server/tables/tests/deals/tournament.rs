//! Verifiable deals at the table of a tournament: players who withhold links are dealt in, the
//! director's instructions end rounds or wait, and a hand that is withdrawn has a round.

use crate::rounds::{given_up, opened, session};
use crate::table::{TABLE, Table, library};
use cardroom_deal::{Opening, Outcome, Verified};
use cardroom_engine::TableSetup;
use cardroom_protocol::deal::DealLevel;
use cardroom_protocol::hybrid::{
    DealError, DeckFault, DirectTable, Dispute, PotReaward, TableCommand,
};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::{RequestId, Seq};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId, TournamentId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_rules::{
    Chips, HandNo, Millis, Pace, PlayerId, SeatNo, SeatSet, Stakes, Structure, TableNo,
};
use cardroom_tables::{CoreInput, EventTable, EventTerms, TableDescription};
use cardroom_tournament::{Chair, Deal, Entering, Order, OrderNo, Ordered, Report};
use std::sync::Arc;

const NUMBER: TableNo = TableNo(1);
const PACKS: u8 = 2;
const OPERATOR: ConnectionId = ConnectionId(50);

/// A table, and the director that instructs it.
struct Event {
    table: Table,
    description: TableDescription,
    orders: u64,
    hand: u64,
}

impl Event {
    /// Opens a table with players who all contribute, and have these chips.
    fn open(book: &str, chips: &[u64], seed: u64) -> (Self, Vec<ConnectionId>) {
        let (mut event, clients) = Self::seated(book, chips, seed);
        for client in &clients {
            event.table.join(*client, DealLevel::Full);
        }
        (event, clients)
    }

    /// Opens a table with players whose clients have not joined yet.
    fn seated(book: &str, chips: &[u64], seed: u64) -> (Self, Vec<ConnectionId>) {
        let library = library();
        let level = library.plays("holdem", &Stakes::no_limit(50, 100)).unwrap();
        let rulebook = Arc::clone(library.rulebook(book).unwrap());
        let pace = Pace { between_hands_ms: Millis(3_000), run_out_ms: Millis(0) };
        let setup = TableSetup::of_event(Arc::clone(&level.0), level.1, rulebook, pace, 6);
        let terms = EventTerms::new("Sunday", Arc::new(Structure::default()));
        let (tournament, levels) = (TournamentId(1), [level].into());
        let event = Some(EventTable { tournament, number: NUMBER, levels, terms });
        let description = TableDescription { event, ..TableDescription::of_bots("Sunday · 1") };
        let table = Table::described(description.clone(), &setup, PACKS, seed);
        let mut event = Self { table, description, orders: 0, hand: 0 };
        event.table.is_calm = chips.iter().all(|chips| *chips >= 10_000);
        let clients: Vec<_> = chips.iter().map(|_| event.table.add_client()).collect();
        let chairs = clients.iter().zip(chips).zip(0..).map(|((client, chips), seat)| {
            let player = PlayerId(event.table.clients[client].account.0);
            Chair { seat: SeatNo(seat), player, chips: Chips(*chips) }
        });
        let players = chairs.collect();
        for client in &clients {
            event.table.attach(*client);
        }
        event.order(Order::Open { seats: 6, players, button: SeatNo(0) });
        for client in &clients {
            event.table.attach(*client);
        }
        (event, clients)
    }

    fn order(&mut self, order: Order) {
        self.orders += 1;
        self.send(order);
    }

    /// Sends the last instruction, as a room does: the packs of a withdrawn hand come first.
    fn send(&mut self, order: Order) {
        let ordered = Ordered { number: OrderNo(self.orders), table: NUMBER, order };
        if let Some(wanted) = self.table.core.wants_packs_to_withdraw(&ordered) {
            let seeds: Vec<_> = (0..wanted.packs).map(|_| self.table.choices.secret()).collect();
            let sealed = seeds.iter().flat_map(|seed| *seed.open()).collect();
            self.table.on(CoreInput::PacksOfWithdrawn { seeds, sealed });
        }
        self.table.on(CoreInput::Order { ordered, people: Vec::new(), seen: Vec::new() });
    }

    fn order_hand(&mut self, hand_for_hand: bool) {
        self.hand += 1;
        let (hand, missing) = (HandNo(self.hand), SeatSet::EMPTY);
        self.order(Order::Deal(Deal { hand, level: 0, players_left: 3, missing, hand_for_hand }));
    }

    /// Plays the next hand to its end.
    fn play(&mut self) {
        self.order_hand(false);
        self.table.play(1);
    }

    /// Waits until the round of the next hand is open, and not bound.
    fn wait_for_opening(&mut self) {
        self.wait(|table| table.is_frozen());
    }

    fn wait(&mut self, is_there: impl Fn(&Table) -> bool) {
        while !is_there(&self.table) {
            assert!(self.table.go_on(), "the table waits for nothing");
        }
    }

    fn answers(&mut self, client: ConnectionId, answers: bool) {
        self.table.clients.get_mut(&client).unwrap().answers = answers;
    }

    fn restart(&mut self) {
        self.table.restart(self.description.clone(), PACKS);
    }

    fn operator() -> Player {
        let account = AccountId(OPERATOR.0);
        let (look, tenure) = (Look::of(account), Tenure::ALWAYS);
        let (name, role) = ("Floor".into(), Role::Floor);
        Player { account, name, bot: false, role, staff: true, look, tenure }
    }

    /// Lets the floor give a command.
    fn direct(&mut self, command: TableCommand) {
        let (request, table) = (RequestId(1), TABLE.0.into());
        let (reason, rule, seq) = ("as seen".to_owned(), None, Seq(self.table.core.seq()));
        let direct = DirectTable { request, table, seq, reason, rule, command };
        let request = Box::new(TableRequest::DirectTable(direct));
        let (connection, player) = (OPERATOR, Some(Self::operator()));
        let (hold, drawn) = (None, Vec::new());
        self.table.on(CoreInput::Request { connection, player, request, hold, drawn });
    }
}

fn outcomes(rounds: &[Verified]) -> Vec<Outcome> {
    rounds.iter().map(|round| round.seal.outcome).collect()
}

/// Returns the openings that a client got.
fn openings(event: &Event, client: ConnectionId) -> Vec<Opening> {
    let opened = opened(&event.table, client).into_iter();
    opened.map(|opened| Opening::parse(&opened.opening.0).unwrap()).collect()
}

#[test]
fn a_player_who_withholds_a_link_is_waited_for_once_named_and_dealt_in() {
    let (mut event, clients) = Event::open("online", &[10_000; 3], 3);
    event.play();
    event.answers(clients[1], false);
    event.play();
    let ended = given_up(&event.table, clients[0]);
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].seal.0[49], 1, "the seal names the seat");
    assert_eq!(event.table.played[1].players.len(), 3, "the player is dealt in");
    let rounds = session(&event.table);
    assert_eq!(outcomes(&rounds), [Outcome::Played, Outcome::GivenUp, Outcome::Played]);
    let (lost, dealt) = (&rounds[1], &rounds[2]);
    assert_eq!((lost.opening.roster.len(), dealt.opening.roster.len()), (3, 2));
    let waited = dealt.opening.time_ms - lost.seal.time_ms;
    assert_eq!(waited, 3_000, "the next round waits for the client, and no longer");
    // Nobody is barred: the client joins anew, and contributes to the next hand.
    event.answers(clients[1], true);
    event.table.join(clients[1], DealLevel::Full);
    event.play();
    assert_eq!(session(&event.table).last().unwrap().opening.roster.len(), 3);
}

#[test]
fn the_first_hand_of_a_table_waits_a_moment_for_clients_to_join() {
    for joining in [3, 2, 0] {
        let (mut event, clients) = Event::seated("online", &[10_000; 3], 17);
        let began = event.table.now;
        event.order_hand(false);
        assert!(event.table.core.wants_packs(began).is_none());
        event.table.now = began + Millis(80);
        for client in &clients[..joining] {
            event.table.join(*client, DealLevel::Full);
        }
        event.table.play(1);
        let rounds = session(&event.table);
        assert_eq!(rounds[0].opening.roster.len(), joining);
        let waited = rounds[0].opening.time_ms - began.0;
        assert_eq!(waited, if joining == 3 { 80 } else { 1_000 });
    }
}

#[test]
fn a_hand_costs_a_staller_two_windows_and_one_once_the_floor_knows() {
    let (mut event, clients) = Event::open("online", &[10_000; 3], 5);
    let (player, request) = (Some(Event::operator()), None);
    event.table.on(CoreInput::Attach { connection: OPERATOR, player, request, observing: true });
    let staller = clients[2];
    event.answers(staller, false);
    for (hand, rounds) in [(1, 3), (2, 2)] {
        event.order_hand(false);
        let hears_of = |event: &Event| given_up(&event.table, staller).len();
        let mut before = hears_of(&event);
        while event.table.core.table().hand_in_progress().is_none() {
            assert!(event.table.go_on());
            if hears_of(&event) > before {
                before = hears_of(&event);
                // The client joins anew at once, and withholds again.
                event.table.join(staller, DealLevel::Full);
            }
        }
        let of_hand = openings(&event, clients[0]).into_iter();
        let of_hand: Vec<_> = of_hand.filter(|opening| opening.hand == hand).collect();
        assert_eq!(of_hand.len(), rounds, "hand {hand}");
        let rosters: Vec<_> = of_hand.iter().map(|opening| opening.roster.len()).collect();
        assert_eq!(*rosters.last().unwrap(), 2, "the hand is dealt without the link");
        assert!(rosters[..rounds - 1].iter().all(|roster| *roster == 3), "nobody is barred");
        let took = of_hand[rounds - 1].time_ms - of_hand[0].time_ms;
        assert_eq!(took, 3_000 * (rounds as u64 - 1), "one window for each round that was lost");
        event.table.play(1);
    }
    let told = |client: Option<ConnectionId>| {
        let heard = match client {
            Some(client) => &event.table.clients[&client].heard,
            None => &event.table.heard_by_others,
        };
        let lines = heard.iter().filter_map(|message| match message {
            ServerMessage::ChatLine(line) => Some(line.text.clone()),
            _ => None,
        });
        lines.filter(|line| line.contains("withheld a link from the deal 3 times")).count()
    };
    assert_eq!((told(None), told(Some(clients[0]))), (1, 0), "only the floor hears of it");
    assert_eq!(outcomes(&session(&event.table)).len(), 5);
}

#[test]
fn a_pause_ends_the_round_and_other_instructions_wait_for_the_hand() {
    let (mut event, clients) = Event::open("online", &[10_000; 3], 7);
    event.play();
    event.answers(clients[0], false);
    event.order_hand(false);
    event.wait_for_opening();
    let newcomer = event.table.add_client();
    event.table.attach(newcomer);
    let player = PlayerId(event.table.clients[&newcomer].account.0);
    let (seat, chips, entering) = (SeatNo(4), Chips(10_000), Entering::Balanced);
    event.order(Order::Seat { seat, player, chips, entering });
    assert!(event.table.is_frozen(), "a player who is moved here comes after the hand");
    event.order(Order::Pause);
    assert!(!event.table.is_frozen());
    let ended = given_up(&event.table, clients[1]);
    assert_eq!(ended.last().unwrap().seal.0[49], 0xFF, "nobody is to blame");
    event.answers(clients[0], true);
    event.order(Order::Resume);
    // The link that was asked for was never sent, so the chain goes on.
    event.table.play(1);
    assert_eq!(event.table.played[1].players.len(), 3);
    assert!(event.table.core.seat_at(newcomer).is_some(), "seated after the hand");
    event.table.join(newcomer, DealLevel::Full);
    event.play();
    let rounds = session(&event.table);
    use Outcome::{GivenUp, Played};
    assert_eq!(outcomes(&rounds), [Played, GivenUp, Played, Played]);
    assert_eq!(rounds[3].opening.dealt.len(), 4);
    assert_eq!(rounds[3].opening.roster.len(), 4);
}

#[test]
fn a_hand_that_is_withdrawn_has_a_round_of_its_own() {
    for is_open in [true, false] {
        let (mut event, clients) = Event::open("online", &[10_000; 3], 9);
        event.play();
        event.order_hand(false);
        if is_open {
            event.answers(clients[0], false);
            event.wait_for_opening();
            event.answers(clients[0], true);
        }
        event.order(Order::Void { reason: "the clock was wrong".to_owned() });
        assert!(!event.table.is_frozen());
        assert_eq!(event.table.core.table().last_hand(), HandNo(2), "its number is used up");
        let ended = given_up(&event.table, clients[1]);
        assert_eq!((ended.len(), ended[0].seal.0[49]), (1, 0xFF));
        event.send(Order::Void { reason: "sent again".to_owned() });
        event.play();
        let rounds = session(&event.table);
        use Outcome::{GivenUp, Played};
        assert_eq!(outcomes(&rounds), [Played, GivenUp, Played]);
        let numbers: Vec<_> = rounds.iter().map(|round| round.opening.hand).collect();
        assert_eq!(numbers, [1, 2, 3], "without a gap");
        assert_eq!(rounds[1].opening.roster.is_empty(), !is_open);
        assert_eq!(rounds[1].opening.dealt.is_empty(), !is_open, "no client misses itself");
    }
}

#[test]
fn a_restart_gives_up_an_open_round_and_deals_a_bound_one() {
    for is_bound in [false, true] {
        let (mut event, clients) = Event::open("online", &[10_000; 3], 11);
        event.play();
        event.answers(clients[2], is_bound);
        event.order_hand(false);
        event.wait_for_opening();
        event.restart();
        let is_kept = event.table.is_frozen();
        assert_eq!(is_kept, is_bound, "a bound round has no card that anybody could have chosen");
        for client in &clients {
            event.answers(*client, true);
            event.table.join(*client, DealLevel::Full);
        }
        event.table.play(1);
        event.play();
        let rounds = session(&event.table);
        use Outcome::{GivenUp, Played};
        let lost = if is_bound { vec![] } else { vec![GivenUp] };
        let expected = [vec![Played], lost, vec![Played, Played]].concat();
        assert_eq!(outcomes(&rounds), expected);
        assert!(rounds.iter().all(|round| round.opening.roster.len() == 3));
    }
}

#[test]
fn a_round_whose_last_link_could_not_be_stored_ends_although_nobody_does_anything() {
    let (mut event, clients) = Event::open("online", &[10_000; 3], 12);
    event.play();
    event.answers(clients[2], false);
    event.order_hand(false);
    event.wait_for_opening();
    event.table.refold();
    event.answers(clients[2], true);
    event.table.play(1);
    use Outcome::{GivenUp, Played};
    let rounds = session(&event.table);
    assert_eq!(outcomes(&rounds), [Played, GivenUp, Played]);
    assert_eq!(rounds[1].seal.blame, None, "the store failed, and no player");
    assert_eq!(rounds[2].opening.roster.len(), 3);
}

#[test]
fn a_hand_that_waits_for_other_tables_is_proven_through_a_restart() {
    let mut held = 0;
    for seed in 0..20 {
        let (mut event, clients) = Event::open("online", &[150; 3], seed);
        event.order_hand(true);
        event.wait(|table| {
            let table_of = table.core.table();
            table_of.held_hand().is_some() || !table.played.is_empty()
        });
        if event.table.core.table().held_hand().is_none() {
            continue;
        }
        held += 1;
        event.restart();
        assert_eq!(event.table.core.table().held_hand(), Some(HandNo(1)));
        event.table.join(clients[0], DealLevel::Full);
        event.order(Order::Reveal);
        event.table.play(1);
        assert_eq!(outcomes(&session(&event.table)), [Outcome::Played]);
    }
    assert!(held > 5, "{held} hands waited");
}

#[test]
fn a_hand_that_is_dealt_again_is_the_next_one_with_a_round_of_its_own() {
    let (mut event, _) = Event::open("tda-2024", &[10_000; 3], 13);
    event.play();
    event.order_hand(false);
    event.wait(|table| table.core.table().hand_in_progress().is_some());
    event.order(Order::Void { reason: "a misdeal".to_owned() });
    event.play();
    let rounds = session(&event.table);
    assert_eq!(outcomes(&rounds), [Outcome::Played, Outcome::Void, Outcome::Played]);
    assert_eq!(event.table.played.len(), 3);
}

#[test]
fn a_hand_that_the_floor_corrects_keeps_its_proof_through_a_restart() {
    for command in [0, 1] {
        let (mut event, _) = Event::open("tda-2024", &[10_000; 3], 15);
        event.play();
        let deal = event.table.played[0].deal.clone().unwrap();
        let mut first = deal.clone();
        first.messages.push(Table::stored(&event.table.played[0]).messages[0].clone());
        event.restart();
        assert_eq!(event.table.core.lacks_deal(), Some(HandNo(1)));
        event.table.core.recall_deal(HandNo(1), first);
        assert_eq!(event.table.core.lacks_deal(), None);
        let finished = event.table.reports.iter().rev().find_map(|report| match report {
            Report::HandFinished(finished) => Some(finished.clone()),
            _ => None,
        });
        let players = finished.unwrap().players;
        let winner = players.iter().find(|player| player.stack > player.started_with).unwrap();
        let loser = players.iter().find(|player| player.seat != winner.seat).unwrap();
        event.direct(if command == 0 {
            let (about, amount) = (Dispute::Accounting, cardroom_protocol::Chips(1));
            TableCommand::ReawardPot(PotReaward {
                about,
                from: winner.seat.0,
                to: loser.seat.0,
                amount,
            })
        } else {
            TableCommand::DealError(DealError::FouledDeck(DeckFault::TwoEqual))
        });
        let said = event.table.heard_by_others.last();
        assert_eq!(event.table.played.len(), 2, "the record is told again: {said:?}");
        assert!(event.table.played[1].retold);
        let again = event.table.played.remove(1);
        event.table.played[0] = again;
        event.play();
        assert_eq!(outcomes(&session(&event.table)), [Outcome::Played, Outcome::Played]);
    }
}
