//! A tournament's core, with tables that only report.

mod hooks;
mod seats;

use super::steps::STEPS_PER_SNAPSHOT;
use super::*;
use crate::announced::{ForLeague, SeasonTerms};
use crate::results::KeptResults;
use crate::roster::RosterLine;
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::Role;
use cardroom_protocol::tournament::{
    DeclineRebuy, DirectTournament, EnterTournament, LostHand, OpenMove, RebuyOffered, Refund,
    SeatOrder, SeatReason, TimedAnnouncement, TournamentCommand, TournamentEvent, TournamentWall,
    WallOrder, WallScene, WatchTournament,
};
use cardroom_protocol::{
    EntryId, RequestId, Seq as WireSeq, TableId as WireTableId, TournamentId as WireTournamentId,
};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{HeldPrice, StreamId};
use cardroom_rules::{
    Cents, Chips, HandNo, Level, Library, Rebuy, SeatNo, Stage, Stakes, Structure,
};
use cardroom_tournament::league::League;
use cardroom_tournament::{
    Doing, HandFinished, Order, Ordered, Outcome, Reawarded, Report, Setup, Standing, Upcoming,
};
use std::sync::Arc;

const START: Millis = Millis(1_000);
const REQUEST: RequestId = RequestId(1);
const ID: TournamentId = TournamentId(1);

fn announcement() -> Announcement {
    let text = include_str!("../../../../config/rulebooks/tda-2024.toml");
    let library = Library::parse([], [("tda-2024", text)]).unwrap();
    let rulebook = Arc::clone(library.rulebook("tda-2024").unwrap());
    let mut structure = Structure { seats: 6, ..Structure::default() };
    structure.entry.starting_stack = Chips(1_000);
    structure.entry.max_entrants = 100;
    structure.entry.buy_in = Cents(100);
    let level = Level { seconds: 600, stakes: Stakes::no_limit(25, 50) };
    structure.stages = vec![Stage::Level(level)];
    let (structure, starts_at) = (Arc::new(structure), Some(START));
    let setup = Setup { structure, rulebook, starts_at, carried: None, self_run: false };
    Announcement::of(setup, true)
}

fn player(number: u64) -> Player {
    let account = AccountId(number);
    Player {
        account,
        name: format!("Player {number}").into(),
        bot: false,
        role: Role::Floor,
        staff: false,
        look: Look::of(account),
        tenure: Tenure::ALWAYS,
    }
}

fn asked(
    player: Player,
    request: TournamentRequest,
    behind: Behind,
    price: Option<HeldPrice>,
) -> CoreInput {
    let (connection, player, request) = (ConnectionId(1), Some(player), Box::new(request));
    CoreInput::Request { connection, player, request, behind, price }
}

/// Returns a player's request to enter.
fn entry(number: u64) -> CoreInput {
    let enter =
        EnterTournament { request: REQUEST, tournament: WireTournamentId(ID.0), of_age: true };
    let request = TournamentRequest::EnterTournament(enter);
    asked(player(number), request, Behind::default(), Some(price(number)))
}

/// Returns the price of an entry, held in a player's wallet.
fn price(number: u64) -> HeldPrice {
    HeldPrice { account: AccountId(number), amount: Chips(100), ticket: None }
}

/// A tournament with its stream.
struct Night {
    announcement: Announcement,
    core: DirectorCore,
    stream: StoredStream,
    now: Millis,
    /// The messages about the last step.
    said: Said,
}

impl Night {
    /// A tournament that this many players have entered.
    fn entered(players: u64) -> Self {
        Self::entered_to(players, announcement())
    }

    fn entered_to(players: u64, announcement: Announcement) -> Self {
        let stream = StoredStream::default();
        let core = open(&announcement, &stream);
        let mut night = Self { announcement, core, stream, now: Millis(1), said: Said::default() };
        for number in 1..=players {
            night.enter(number);
        }
        night
    }

    fn on(&mut self, input: CoreInput) -> Outputs {
        let outputs = self.core.on(self.now, 7, input);
        self.stream.follow(StreamId::Tournament(ID), &outputs.unit);
        for after in &outputs.after {
            if let After::Introduce(player) = after {
                self.core.introduce(player.clone());
            }
        }
        for table in self.core.nameless_tables() {
            self.core.name_table(table, TableId(table.0.into()));
        }
        if !outputs.events.is_empty() {
            self.said = self.core.say(self.now, &outputs.events);
        }
        outputs
    }

    fn request(&mut self, player: Player, request: TournamentRequest, behind: Behind) -> Outputs {
        self.on(asked(player, request, behind, None))
    }

    fn enter(&mut self, number: u64) -> Outputs {
        self.on(entry(number))
    }

    fn direct(&mut self, command: TournamentCommand) -> Outputs {
        let input = self.order(command, None);
        self.on(input)
    }

    /// Returns a command of the floor. With a player, it enters that player.
    fn order(&self, command: TournamentCommand, entrant: Option<u64>) -> CoreInput {
        let order = DirectTournament {
            request: REQUEST,
            tournament: WireTournamentId(ID.0),
            seq: WireSeq(self.core.director.seq().0),
            reason: "it was said aloud".to_owned(),
            rule: None,
            command,
        };
        let request = TournamentRequest::DirectTournament(order);
        let behind = Behind { owner: true, entrant: entrant.map(player), ..Behind::default() };
        asked(player(20), request, behind, entrant.map(price))
    }

    fn begin(&mut self) {
        self.now = START;
        self.on(CoreInput::Tick);
        self.carry_out();
    }

    /// Reports that the instructions are done, except to deal.
    fn carry_out(&mut self) {
        let done = |ordered: &&Ordered| !matches!(ordered.order, Order::Deal(_));
        let orders: Vec<Ordered> = self.core.director.outstanding().filter(done).cloned().collect();
        for Ordered { table, number: order, .. } in orders {
            let outcome = Outcome::Positions(self.upcoming(table));
            self.on(CoreInput::Report(Report::Done { table, order, outcome }));
        }
    }

    fn seated(&self, table: TableNo) -> Vec<(SeatNo, EntryNo)> {
        let known = self.core.director.table(table).unwrap();
        let seats = (0..).map(SeatNo).zip(known.players);
        seats.filter_map(|(seat, entry)| Some((seat, entry?))).collect()
    }

    fn upcoming(&self, table: TableNo) -> Option<Upcoming> {
        let seats = self.seated(table);
        let [button, small_blind, big_blind] = [0, 1, 2].map(|at| seats[at].0);
        Some(Upcoming::Blinds { button, small_blind, big_blind, single_big_blind: None })
    }

    /// Reports a hand in which no chips changed hands.
    fn play(&mut self, table: TableNo) -> Outputs {
        let finished = self.finished(table);
        self.on(CoreInput::Report(Report::HandFinished(Box::new(finished))))
    }

    /// Returns the report of a hand in which no chips changed hands.
    fn finished(&self, table: TableNo) -> HandFinished {
        let director = &self.core.director;
        let known = director.table(table).unwrap();
        assert_eq!(known.doing, Doing::Playing);
        let standing = |(seat, entry): (SeatNo, EntryNo)| {
            let entry = director.entry(entry).unwrap();
            let (player, stack) = (entry.player, entry.stack);
            let (hand_rank, eliminated_by) = (None, arrayvec::ArrayVec::new());
            Standing {
                seat,
                player,
                started_with: stack,
                stack,
                hand_rank,
                eliminated_by,
                absent: false,
            }
        };
        let players = self.seated(table).into_iter().map(standing).collect();
        let (hand, at, upcoming) = (known.hand, self.now, self.upcoming(table));
        assert_ne!(hand, HandNo(0));
        HandFinished { table, hand, at, void: false, players, upcoming }
    }

    /// Handles an input that cannot be stored. Nothing is left of it.
    fn lose(&mut self, input: CoreInput) -> Outputs {
        self.lose_outputs(|core, now| core.on(now, 7, input))
    }

    fn lose_outputs(
        &mut self,
        input: impl FnOnce(&mut DirectorCore, Millis) -> Outputs,
    ) -> Outputs {
        let before = format!("{:#?}", self.core);
        let outputs = input(&mut self.core, self.now);
        assert!(!outputs.unit.records.is_empty(), "there is something to lose");
        self.core.refold(&self.stream).unwrap();
        let after = format!("{:#?}", self.core);
        let differ: Vec<_> =
            before.lines().zip(after.lines()).filter(|(was, is)| was != is).collect();
        assert!(before == after, "{differ:#?}");
        outputs
    }

    fn stack_of(&self, player: PlayerId) -> Chips {
        let director = &self.core.director;
        director.entry(director.entry_of(player).unwrap()).unwrap().stack
    }

    /// Continues in a new process.
    fn restart(&mut self) {
        self.core = open(&self.announcement, &self.stream);
        for table in self.core.nameless_tables() {
            self.core.name_table(table, TableId(table.0.into()));
        }
    }
}

fn open(announcement: &Announcement, stream: &StoredStream) -> DirectorCore {
    let (name, game_name) = ("Night".to_owned(), "Hold'em".to_owned());
    DirectorCore::open(ID, name, game_name, announcement.clone(), None, stream).unwrap()
}

/// Returns the kind of refund that watchers hear of.
fn refund(said: &Said) -> Option<Refund> {
    let events = said.step.iter().flat_map(|step| &step.events.0);
    events.into_iter().find_map(|event| match event {
        TournamentEvent::TournamentCancelled(cancelled) => Some(cancelled.refund),
        _ => None,
    })
}

#[test]
fn watchers_hear_which_refund_a_canceled_tournament_gives() {
    for kind in [Refund::Everything, Refund::ByStacks, Refund::Evenly] {
        let mut night = Night::entered(4);
        night.begin();
        let outputs = night.direct(TournamentCommand::Cancel(kind));
        assert_eq!(refund(&night.said), Some(kind), "{:?}", outputs.private);
    }
    // Too few players.
    let mut night = Night::entered(1);
    night.now = START;
    night.on(CoreInput::Tick);
    assert_eq!(refund(&night.said), Some(Refund::Everything));
}

/// Returns what a screen that is opened now learns about walls.
fn wall(night: &Night) -> Option<TournamentWall> {
    night.core.view(night.now, None).into_iter().find_map(|message| match message {
        ServerMessage::TournamentWall(wall) => Some(wall),
        _ => None,
    })
}

#[test]
fn a_screen_that_is_opened_later_shows_what_the_floor_chose() {
    let mut night = Night::entered(2);
    assert_eq!(wall(&night), None);
    let seats = WallOrder { scene: WallScene::Seats, seconds: 15 };
    let turns = WallOrder { scene: WallScene::Rotate, seconds: 20 };
    for order in [seats, turns] {
        night.direct(TournamentCommand::Wall(order));
        assert_eq!(wall(&night).unwrap().order, Some(order));
    }
    let ruling = night.core.director.rulings().last().unwrap().seq;
    night.direct(TournamentCommand::Undo(WireSeq(ruling.0)));
    assert_eq!(wall(&night).unwrap().order, Some(seats));
    let outputs = night.direct(TournamentCommand::Wall(WallOrder { seconds: 4, ..turns }));
    assert!(matches!(outputs.private[..], [(_, ServerMessage::Refused(_))]));
    assert_eq!(wall(&night).unwrap().order, Some(seats));
}

/// A night of twelve at two tables with real cards and rebuys.
fn real_night() -> Night {
    let mut announcement = announcement();
    let mut structure = (*announcement.setup.structure).clone();
    structure.cards = cardroom_rules::Cards::Real;
    structure.entry.rebuy = Some(Rebuy {
        cost: Cents(50),
        chips: Chips(1_000),
        most: 1,
        until_level: 1,
        at_most: Chips(0),
    });
    announcement.setup.structure = structure.into();
    announcement = Announcement::of(announcement.setup, true);
    assert!(!announcement.bots_allowed);
    let mut night = Night::entered_to(12, announcement);
    night.begin();
    night.carry_out();
    night
}

/// Returns what a screen that is opened now learns about real cards.
fn moves(night: &Night) -> Option<Vec<OpenMove>> {
    night.core.view(night.now, None).into_iter().find_map(|message| match message {
        ServerMessage::TournamentRealCards(real) => Some(real.moves),
        _ => None,
    })
}

#[test]
fn a_screen_that_is_opened_later_shows_the_moves_that_nobody_has_confirmed() {
    assert_eq!(moves(&Night::entered(2)), None);
    let mut night = real_night();
    assert_eq!(moves(&night), Some(Vec::new()));
    let (seat, entry) = night.seated(TableNo(1))[0];
    let lost = |entry: EntryNo| {
        let (by, with) = (Default::default(), Default::default());
        TournamentCommand::Out(LostHand { entry: EntryId(entry.0.into()), by, with })
    };
    let (other, _) = night.seated(TableNo(2))[1];
    let out = night.seated(TableNo(2))[1].1;
    night.direct(lost(out));
    let player = night.core.director.entry(out).unwrap().player;
    let decline = DeclineRebuy { request: REQUEST, tournament: WireTournamentId(ID.0) };
    let decline = TournamentRequest::DeclineRebuy(decline);
    night.request(super::tests::player(player.0), decline, Behind::default());
    night.carry_out();
    let order =
        SeatOrder { entry: EntryId(entry.0.into()), table: WireTableId(2), seat: Some(other.0) };
    night.direct(TournamentCommand::Move(order));
    night.carry_out();
    let walk = OpenMove {
        entry: EntryId(entry.0.into()),
        from_table: 1,
        from_seat: seat.0,
        table: 2,
        seat: other.0,
    };
    assert_eq!(moves(&night), Some(vec![walk]));
    night.direct(TournamentCommand::Moved(EntryId(entry.0.into())));
    let step = night.said.step.as_ref().unwrap();
    let told = step.events.0.iter().any(
        |event| matches!(event, TournamentEvent::MovesChanged(changed) if changed.moves.is_empty()),
    );
    assert!(told);
    assert_eq!(moves(&night), Some(Vec::new()));
}

#[test]
fn the_floor_sells_no_chips_whose_price_nobody_holds() {
    let mut night = real_night();
    let (_, entry) = night.seated(TableNo(1))[0];
    let (by, with) = (Default::default(), Default::default());
    night.direct(TournamentCommand::Out(LostHand { entry: EntryId(entry.0.into()), by, with }));
    let account = AccountId(night.core.director.entry(entry).unwrap().player.0);
    let rebuy = TournamentCommand::Rebuy(EntryId(entry.0.into()));
    let outputs = night.direct(rebuy.clone());
    assert!(matches!(outputs.private[..], [(_, ServerMessage::Refused(_))]));
    let CoreInput::Request { connection, player, request, behind, .. } = night.order(rebuy, None)
    else {
        panic!("a request");
    };
    assert_eq!(night.core.sold_by_floor(&request), Some((account, Cents(50))));
    let price = Some(HeldPrice { account, amount: Chips(50), ticket: None });
    let outputs = night.on(CoreInput::Request { connection, player, request, behind, price });
    assert!(outputs.after.iter().any(|after| matches!(after, After::Settle(_))));
    assert_eq!(night.stack_of(PlayerId(account.0)), Chips(1_000));
}

#[test]
fn a_night_that_pays_nothing_tells_the_points_of_its_places() {
    let mut announcement = announcement();
    let league = r#"{"id":"l","name":"L","points":"nth(place, 10, 7.5) + entrants"}"#;
    let league: League = serde_json::from_str(league).unwrap();
    let (from, until) = (Millis(0), Millis(1_000_000));
    let season = SeasonTerms { id: "s".to_owned(), name: "S".to_owned(), from, until };
    announcement.counting = Some(ForLeague::of(&league, &[season], START));
    let paid = Night::entered_to(3, announcement.clone());
    assert_eq!(wall(&paid), None);
    let mut structure = (*announcement.setup.structure).clone();
    structure.entry.buy_in = Cents::ZERO;
    announcement.setup.structure = structure.into();
    let free = Night::entered_to(3, announcement);
    let points = wall(&free).unwrap().points;
    assert_eq!(points.iter().map(|points| points.0).collect::<Vec<_>>(), [1_300, 1_050, 300]);
}

#[test]
fn an_announcement_stays_on_walls_for_the_time_that_the_floor_gave() {
    let mut night = Night::entered(2);
    let announce = |text: &str, minutes| {
        let text = text.to_owned();
        TournamentCommand::AnnounceFor(TimedAnnouncement { text, minutes })
    };
    night.direct(announce("The buffet is open.", 10));
    night.now = Millis(night.now.0 + 60_000);
    let shown = wall(&night).unwrap().announcement.unwrap();
    assert_eq!((shown.text.as_str(), shown.remaining_ms), ("The buffet is open.", 540_000));
    night.direct(announce("The bar is closing.", 1));
    assert_eq!(wall(&night).unwrap().announcement.unwrap().text, "The bar is closing.");
    night.now = Millis(night.now.0 + 60_000);
    assert_eq!(wall(&night), None, "the later one was the last, and its minute is over");
    let outputs = night.direct(announce("For nobody", 0));
    assert!(matches!(outputs.private[..], [(_, ServerMessage::Refused(_))]));
}

#[test]
fn a_player_who_may_not_enter_is_forgotten() {
    let mut night = Night::entered(2);
    night.direct(TournamentCommand::Cancel(Refund::Everything));
    for number in [1, 9] {
        let outputs = night.enter(number);
        let answer = outputs.private.first().map(|(_, message)| message);
        assert!(matches!(answer, Some(ServerMessage::Refused(_))), "{answer:?}");
    }
    assert!(night.core.player(PlayerId(1)).is_some());
    assert!(night.core.player(PlayerId(9)).is_none());
}

#[test]
fn a_player_who_is_moved_across_a_restart_reads_why() {
    // The process ends before or after the old table has released the player.
    for released in [false, true] {
        let mut night = Night::entered(8);
        night.begin();
        let [from, to] = [TableNo(1), TableNo(2)];
        let (_, entry) = night.seated(from)[0];
        let player = night.core.director.entry(entry).unwrap().player;
        let place = SeatOrder {
            entry: EntryId(entry.0.into()),
            table: WireTableId(to.0.into()),
            seat: None,
        };
        let moved = night.direct(TournamentCommand::Move(place));
        assert!(!moved.events.is_empty(), "{:?}", moved.private);
        night.play(from);
        let release = night.core.director.outstanding().find_map(|ordered| {
            matches!(ordered.order, Order::Release { .. }).then_some(ordered.number)
        });
        let order = release.expect("the old table releases the player");
        if !released {
            night.restart();
        }
        let outcome = Outcome::Positions(None);
        night.on(CoreInput::Report(Report::Done { table: from, order, outcome }));
        if released {
            night.restart();
        }
        night.play(to);
        let seat = night.said.personal.iter().find_map(|(account, message)| match message {
            ServerMessage::NewSeat(seat) if account.0 == player.0 => Some(seat.reason),
            _ => None,
        });
        assert_eq!(seat, Some(SeatReason::Balanced), "released: {released}");
    }
}

#[test]
fn a_step_that_could_not_be_stored_leaves_nothing_behind() {
    let mut night = Night::entered(7);
    let lost = night.lose(entry(8));
    assert!(lost.after.iter().any(|after| matches!(after, After::Settle(_))));
    let by_floor = night.order(TournamentCommand::EnterPlayer("Player 9".to_owned()), Some(9));
    night.lose(by_floor);
    let enrolments = [10, 11].map(|number| Enrolment {
        line: RosterLine::default(),
        player: player(number),
        price: price(number),
    });
    let roster = EnrolOrder {
        operator: player(20),
        owner: true,
        seen: night.core.director.seq(),
        reason: "they signed in on paper".to_owned(),
        rule: None,
        enrolments: enrolments.into(),
    };
    night.lose_outputs(|core, now| core.enrol(now, 7, &roster).unwrap());
    for number in [8, 9, 10, 11, 20] {
        assert!(night.core.player(PlayerId(number)).is_none(), "player {number}");
    }

    // The same player enters once it can be stored.
    night.enter(8);
    assert_eq!(night.core.player(PlayerId(8)), Some(&player(8)));
    night.now = START;
    night.lose(CoreInput::Tick);
    night.begin();
    let finished = Box::new(night.finished(TableNo(1)));
    night.lose(CoreInput::Report(Report::HandFinished(finished)));
    let (_, entry) = night.seated(TableNo(1))[0];
    let entry = EntryId(entry.0.into());
    let place = SeatOrder { entry, table: WireTableId(TableNo(2).0.into()), seat: None };
    let moved = night.order(TournamentCommand::Move(place), None);
    night.lose(moved);
    night.direct(TournamentCommand::Move(place));
    let finished = Box::new(night.finished(TableNo(1)));
    night.lose(CoreInput::Report(Report::HandFinished(finished)));
    night.lose(CoreInput::ConnectionsLost(4));
    let end = night.order(TournamentCommand::Cancel(Refund::Everything), None);
    let lost = night.lose(end);
    assert!(lost.unit.transfers.len() >= 8, "everyone's price would have come back");
}

#[test]
fn a_snapshot_that_could_not_be_stored_comes_with_the_next_step() {
    let mut night = Night::entered(3);
    let steps = |night: &Night| night.core.seq;
    while steps(&night) + 1 < STEPS_PER_SNAPSHOT {
        let message = TournamentCommand::Announce("Lunch is served.".to_owned());
        let outputs = night.direct(message);
        assert!(outputs.unit.snapshot.is_none() && !outputs.unit.records.is_empty());
    }
    assert!(night.lose(entry(4)).unit.snapshot.is_some());
    let outputs = night.enter(5);
    assert!(outputs.unit.snapshot.is_some());
    night.lose(entry(6));
}

#[test]
fn a_report_that_does_not_fit_is_rejected_without_a_step() {
    let mut night = Night::entered(4);
    night.begin();
    let mut finished = night.finished(TableNo(1));
    finished.players[0].stack += Chips(1);
    let outputs = night.on(CoreInput::Report(Report::HandFinished(Box::new(finished))));
    assert!(outputs.unit.is_empty() && outputs.events.is_empty());
    assert!(matches!(outputs.after[..], [After::RejectedReport(_)]), "{:?}", outputs.after);
}

#[test]
fn results_are_stored_without_points_if_the_formula_of_the_league_fails() {
    let mut announcement = announcement();
    let league = r#"{"id":"l","name":"L","points":"1 / (place - 1)"}"#;
    let league: League = serde_json::from_str(league).unwrap();
    let (from, until) = (Millis(0), Millis(1_000_000));
    let season = SeasonTerms { id: "s".to_owned(), name: "S".to_owned(), from, until };
    announcement.counting = Some(ForLeague::of(&league, &[season], START));
    let mut night = Night::entered_to(3, announcement);
    night.begin();
    let mut finished = night.finished(TableNo(1));
    let winner = finished.players[2].player;
    for (rank, out) in (1..).zip(&mut finished.players[..2]) {
        (out.stack, out.hand_rank) = (Chips(0), Some(rank));
        out.eliminated_by = std::iter::once(winner).collect();
    }
    finished.players[2].stack = Chips(3_000);
    finished.upcoming = None;
    let mut outputs = night.on(CoreInput::Report(Report::HandFinished(Box::new(finished))));
    while !night.core.is_done() {
        let next = night.core.director.outstanding().next().cloned().expect("the table closes");
        let (table, order, outcome) = (next.table, next.number, Outcome::Done);
        outputs = night.on(CoreInput::Report(Report::Done { table, order, outcome }));
    }
    let stored = &outputs.unit.results[0];
    let kept = KeptResults::read(ID, &stored.results).unwrap();
    assert!(kept.players.iter().all(|player| player.points.is_none()));
    assert_eq!(kept.counting.map(|counting| counting.season), Some("s".to_owned()));
    let failed = |after: &After| matches!(after, After::NoPoints(_));
    assert_eq!(outputs.after.iter().filter(|after| failed(after)).count(), 1);
}

#[test]
fn a_correction_that_could_not_be_stored_comes_with_the_repeated_report() {
    for restarts in [false, true] {
        let mut night = Night::entered(4);
        night.begin();
        let table = TableNo(1);
        let mut finished = night.finished(table);
        let report = |finished: &HandFinished| Report::HandFinished(Box::new(finished.clone()));
        night.on(CoreInput::Report(report(&finished)));
        let [from, to] = [0, 1].map(|at| finished.players[at].player);
        let chips = Chips(300);
        let reawarded = Reawarded { table, hand: finished.hand, from, to, chips };
        night.lose(CoreInput::Report(Report::Reawarded(reawarded)));
        assert_eq!([from, to].map(|player| night.stack_of(player)), [Chips(1_000); 2]);
        if restarts {
            night.restart();
        }
        finished.players[0].stack -= chips;
        finished.players[1].stack += chips;
        night.on(CoreInput::Report(report(&finished)));
        let stacks = [from, to].map(|player| night.stack_of(player));
        assert_eq!(stacks, [Chips(700), Chips(1_300)]);
        assert!(night.on(CoreInput::Report(report(&finished))).events.is_empty());
        // The table and its director agree about the next hand.
        let next = night.play(table);
        assert!(!next.events.is_empty());
    }
}

#[test]
fn a_voided_hand_that_could_not_be_stored_is_voided_by_the_repeated_report() {
    let mut night = Night::entered(4);
    night.begin();
    let table = TableNo(1);
    let before = night.finished(table);
    let mut finished = before.clone();
    finished.players[0].stack -= Chips(300);
    finished.players[1].stack += Chips(300);
    night.on(CoreInput::Report(Report::HandFinished(Box::new(finished))));
    let void = || Box::new(HandFinished { void: true, ..before.clone() });
    night.lose(CoreInput::Report(Report::HandUndone(void())));
    let player = before.players[0].player;
    assert_eq!(night.stack_of(player), Chips(700));
    // As the table repeats it.
    night.on(CoreInput::Report(Report::HandFinished(void())));
    night.on(CoreInput::Report(Report::HandUndone(void())));
    assert_eq!(night.stack_of(player), Chips(1_000));
    assert!(night.on(CoreInput::Report(Report::HandUndone(void()))).events.is_empty());
}

/// Returns the offers of a rebuy, and whether each follows a view of the tournament.
fn rebuys_offered(messages: &[(ConnectionId, ServerMessage)]) -> Vec<(RebuyOffered, bool)> {
    let mut seen = false;
    let mut offered = Vec::new();
    for (_, message) in messages {
        match message {
            ServerMessage::TournamentSnapshot(_) => seen = true,
            ServerMessage::RebuyOffered(offer) => offered.push((offer.clone(), seen)),
            _ => {}
        }
    }
    offered
}

#[test]
fn a_rebuy_that_waits_for_an_answer_is_offered_again() {
    let mut announcement = announcement();
    let (cost, chips) = (Cents(100), Chips(1_000));
    let rebuy = Rebuy { cost, chips, most: 0, until_level: 1, at_most: chips };
    Arc::make_mut(&mut announcement.setup.structure).entry.rebuy = Some(rebuy);
    let mut night = Night::entered_to(4, announcement);
    night.begin();
    let mut finished = night.finished(TableNo(1));
    let winner = finished.players[1].player;
    let lost = std::mem::take(&mut finished.players[0].stack);
    finished.players[1].stack += lost;
    finished.players[0].eliminated_by = std::iter::once(winner).collect();
    let busted = finished.players[0].player;
    night.on(CoreInput::Report(Report::HandFinished(Box::new(finished))));
    let told = std::mem::take(&mut night.said.personal)
        .into_iter()
        .map(|(_, message)| (ConnectionId(0), message));
    let [(first, _)] = &rebuys_offered(&told.collect::<Vec<_>>())[..] else { panic!("no offer") };

    let tournament = WireTournamentId(ID.0);
    let arrive = |night: &mut Night, who: PlayerId| {
        let (connection, player) = (ConnectionId(1), player(who.0));
        night.on(CoreInput::Arrived { connection, player }).private
    };
    let watch = |night: &mut Night, who: PlayerId| {
        let watch = WatchTournament { request: REQUEST, tournament, on: true };
        let request = TournamentRequest::WatchTournament(watch);
        night.request(player(who.0), request, Behind::default()).private
    };
    for restarts in [false, true] {
        if restarts {
            night.restart();
            for number in 1..=4 {
                night.core.introduce(player(number));
            }
        }
        night.now = night.now + Millis(1_000);
        let [(after_login, false)] = &rebuys_offered(&arrive(&mut night, busted))[..] else {
            panic!("not offered after a login");
        };
        let [(after_view, true)] = &rebuys_offered(&watch(&mut night, busted))[..] else {
            panic!("not offered after the view");
        };
        assert_eq!(after_login, after_view);
        let terms = |offer: &RebuyOffered| (offer.entry, offer.what, offer.cost, offer.chips);
        assert_eq!(terms(after_view), terms(first));
        assert!(after_view.time_ms < first.time_ms, "less time is left");
        assert_eq!(rebuys_offered(&arrive(&mut night, winner)), [], "another player");
        assert_eq!(rebuys_offered(&watch(&mut night, winner)), []);
    }

    let decline = DeclineRebuy { request: REQUEST, tournament };
    let request = TournamentRequest::DeclineRebuy(decline);
    night.request(player(busted.0), request, Behind::default());
    assert_eq!(rebuys_offered(&arrive(&mut night, busted)), [], "it is answered");
    assert_eq!(rebuys_offered(&watch(&mut night, busted)), []);
}
