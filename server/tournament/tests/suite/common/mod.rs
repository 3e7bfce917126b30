//! Tables without cards. They carry out orders, and every hand moves chips at random. Their reports
//! match those of real tables.
#![allow(dead_code, reason = "each test uses a part of it")]

use cardroom_rules::{Break, Cents};
use cardroom_rules::{
    Chips, EntryTerms, Format, HandNo, Level, Library, Millis, PlayerId, PrizeTerms, SeatNo,
    Shares, Stage, Stakes, Structure, TableNo,
};
use cardroom_tournament::{
    Command, Deal, Director, Draws, Event, FloorOrder, HandFinished, Input, Operator, Order,
    OrderNo, Ordered, Outcome, PenaltyCause, PenaltyDue, Refusal, Report, Setup, Standing,
    Upcoming,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, LazyLock};

/// The games and rulebooks of the room.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
        let read = |folder: &str| {
            let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../config/");
            let files = std::fs::read_dir(format!("{root}{folder}")).unwrap();
            let files = files.map(|file| file.unwrap().path());
            let text = |path: std::path::PathBuf| {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                (name, std::fs::read_to_string(path).unwrap())
            };
            files.map(text).collect::<Vec<_>>()
        };
        let (games, books) = (read("games"), read("rulebooks"));
        let pairs = |texts: &[(String, String)]| texts.to_vec();
        let (games, books) = (pairs(&games), pairs(&books));
        let games = games.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let books = books.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        Library::parse(games, books).unwrap()
    });
    &LIBRARY
}

/// A freezeout with a break after every third level.
pub(crate) fn freezeout(seats: u8, late_levels: u16, re_entries: u32) -> Structure {
    let level =
        |big: u64| Stage::Level(Level { seconds: 300, stakes: Stakes::no_limit(big / 2, big) });
    let pause = || Stage::Break(Break { seconds: 120, new_unit: None });
    let mut stages = Vec::new();
    for (index, big) in
        [50, 100, 150, 200, 300, 400, 600, 800, 1_200, 1_600].into_iter().enumerate()
    {
        stages.push(level(big));
        if index % 3 == 2 {
            stages.push(pause());
        }
    }
    stages.push(level(3_000));
    Structure {
        id: "test".to_owned(),
        name: "Test".to_owned(),
        rulebook: "tda-2024".to_owned(),
        game: "holdem".to_owned(),
        seats,
        format: Format::Open,
        entry: EntryTerms {
            buy_in: Cents(1_000),
            fee: Cents(100),
            starting_stack: Chips(5_000),
            min_entrants: 2,
            max_entrants: 1_000_000,
            late_levels: Some(late_levels),
            re_entries,
            ..EntryTerms::default()
        },
        prizes: PrizeTerms {
            shares: Shares::Curve { paid_basis_points: 1_500, least_percent: 150 },
            ..PrizeTerms::default()
        },
        stages,
        ..Structure::default()
    }
}

/// A tournament that starts at 1,000 ms.
pub(crate) fn setup(structure: Structure) -> Setup {
    let rulebook = Arc::clone(library().rulebook(&structure.rulebook).unwrap());
    let starts_at = Some(Millis(1_000));
    Setup { structure: Arc::new(structure), rulebook, starts_at, carried: None, self_run: false }
}

/// A table without cards.
#[derive(Clone, Default, Debug)]
struct Model {
    seats: u8,
    players: BTreeMap<SeatNo, (PlayerId, Chips)>,
    hand: HandNo,
    /// Button, small blind and big blind of the last hand, or the positions of the first one.
    last: Option<(SeatNo, SeatNo, SeatNo)>,
    button: SeatNo,
    playing: Option<Deal>,
    /// `true` if all remaining players are all-in with their cards face down.
    waiting: bool,
    /// The waiting cards were turned over.
    revealed: bool,
    paused: bool,
    /// Orders that wait for the end of the hand.
    queue: VecDeque<Ordered>,
    done: BTreeSet<OrderNo>,
    /// The big blind of the last hand, to detect a repeat.
    big_blind: Option<PlayerId>,
}

/// All tables of a tournament.
#[derive(Default, Debug)]
pub(crate) struct Tables {
    tables: BTreeMap<TableNo, Model>,
    /// Reports on their way to the director.
    pub(crate) reports: VecDeque<Report>,
    pub(crate) hands: u64,
    pub(crate) double_big_blinds: u64,
    /// Players who are absent when cards are dealt.
    pub(crate) absent: BTreeSet<PlayerId>,
    /// Number of hands that waited for other tables with the cards down.
    pub(crate) waits: u64,
    pub(crate) single_big_blinds: u64,
}

impl Tables {
    /// Receives an order. A repeated order is only reported again.
    pub(crate) fn take(&mut self, ordered: &Ordered) {
        let table = self.tables.entry(ordered.table).or_default();
        if table.done.contains(&ordered.number) {
            if !matches!(ordered.order, Order::Deal(_)) {
                let positions = Outcome::Positions(table.upcoming());
                self.report(ordered, positions);
            }
            return;
        }
        let known = table.queue.iter().any(|waiting| waiting.number == ordered.number);
        let immediate = match &ordered.order {
            Order::Reveal | Order::Pause | Order::Resume | Order::Void { .. } => true,
            Order::Quit { player } => table.players.values().any(|(other, _)| other == player),
            _ => false,
        };
        if table.playing.is_some() && !immediate {
            let same = matches!(&ordered.order, Order::Deal(deal) if deal.hand <= table.hand);
            if !known && !same {
                table.queue.push_back(ordered.clone());
            }
            return;
        }
        self.carry_out(ordered);
    }

    fn carry_out(&mut self, ordered: &Ordered) {
        let table = self.tables.get_mut(&ordered.table).unwrap();
        if let Order::Seat { entering: cardroom_tournament::Entering::SingleBigBlind, .. } =
            ordered.order
        {
            self.single_big_blinds += 1;
        }
        table.done.insert(ordered.number);
        match &ordered.order {
            Order::Open { seats, players, button } => {
                table.seats = *seats;
                table.button = *button;
                for chair in players {
                    assert!(
                        table.players.insert(chair.seat, (chair.player, chair.chips)).is_none()
                    );
                }
            }
            Order::Seat { seat, player, chips, .. } => {
                let before = table.players.insert(*seat, (*player, *chips));
                assert_eq!(before, None, "seat {seat} of table {:?} is taken", ordered.table);
            }
            Order::Release { player } | Order::Remove { player } => {
                table.players.retain(|_, (other, _)| other != player);
            }
            Order::SetStacks { stacks } => {
                for (player, chips) in stacks {
                    for known in table.players.values_mut().filter(|known| known.0 == *player) {
                        known.1 = *chips;
                    }
                }
            }
            Order::Deal(deal) => {
                if deal.hand > table.hand {
                    table.hand = deal.hand;
                    table.playing = Some(deal.clone());
                }
                return;
            }
            Order::Close => table.players.clear(),
            Order::SetButton { seat } => {
                table.button = *seat;
                table.last = None;
            }
            Order::Reveal => {
                table.waiting = false;
                table.revealed = true;
            }
            Order::Pause => self.pause(ordered.table, true),
            Order::Resume => self.pause(ordered.table, false),
            Order::Quit { player } => {
                // The report of a release may be on its way.
                let is_seated = table.players.values().any(|(other, _)| other == player);
                assert!(is_seated || !self.reports.is_empty());
                self.absent.insert(*player);
            }
            Order::Void { .. } => {
                self.void_hand(ordered.table);
                let table = &self.tables[&ordered.table];
                self.report(ordered, Outcome::Positions(table.upcoming()));
                return;
            }
        }
        let positions = Outcome::Positions(self.tables[&ordered.table].upcoming());
        self.report(ordered, positions);
    }

    /// Pauses a table or lets it go on, which it reports.
    pub(crate) fn pause(&mut self, number: TableNo, paused: bool) {
        let table = self.tables.get_mut(&number).unwrap();
        if table.paused != paused {
            table.paused = paused;
            self.reports.push_back(Report::Paused { table: number, paused });
        }
    }

    pub(crate) fn is_paused(&self, number: TableNo) -> bool {
        self.tables[&number].paused
    }

    /// Returns the first table that stands still.
    pub(crate) fn first_paused(&self) -> Option<TableNo> {
        let mut paused = self.tables.iter().filter(|(_, table)| table.paused);
        paused.next().map(|(number, _)| *number)
    }

    fn report(&mut self, ordered: &Ordered, outcome: Outcome) {
        let (table, order) = (ordered.table, ordered.number);
        self.reports.push_back(Report::Done { table, order, outcome });
    }

    /// Returns the tables with a hand in progress.
    pub(crate) fn playing(&self) -> Vec<TableNo> {
        let plays = |table: &Model| table.playing.is_some() && !table.waiting && !table.paused;
        let playing = self.tables.iter().filter(|(_, table)| plays(table));
        playing.map(|(number, _)| *number).collect()
    }

    /// Finishes the hand of a table. Chips move at random, and players without chips are out.
    pub(crate) fn finish_hand(&mut self, number: TableNo, now: Millis, draws: &mut Draws) {
        let table = self.tables.get_mut(&number).unwrap();
        let Some(deal) = &table.playing else { return };
        if deal.hand_for_hand && !table.revealed && draws.below(3) == 0 {
            table.waiting = true;
            self.waits += 1;
            let hand = deal.hand;
            self.reports.push_back(Report::Waiting { table: number, hand });
            return;
        }
        if draws.below(40) == 0 {
            return self.void_hand(number);
        }
        let doubled = table.move_positions();
        self.double_big_blinds += u64::from(doubled);
        let started = table.started();
        // Two or three players meet. The pot is a part of the shortest stack, or all of it.
        let count = u32::try_from(started.len()).unwrap();
        let winner = usize::try_from(draws.below(count)).unwrap();
        for (index, (seat, _, chips)) in started.iter().enumerate() {
            if index == winner || draws.below(3) != 0 {
                continue;
            }
            let won = started[winner].2.min(*chips);
            // Whole chips only.
            let lost = if draws.below(3) == 0 { won } else { Chips(won.0 / 4 / 25 * 25) };
            table.players.get_mut(seat).unwrap().1 -= lost;
            table.players.get_mut(&started[winner].0).unwrap().1 += lost;
        }
        self.report_hand(number, now, &started, Some(started[winner].0));
    }

    /// Voids the hand of a table, if one is in progress.
    pub(crate) fn void_hand(&mut self, number: TableNo) {
        let Some(table) = self.tables.get(&number) else { return };
        if table.playing.is_some() {
            let started = table.started();
            self.report_hand(number, Millis(0), &started, None);
        }
    }

    /// Ends the hand of a table without a report, because the test reports it.
    pub(crate) fn forget_hand(&mut self, number: TableNo) {
        self.tables.get_mut(&number).unwrap().playing = None;
    }

    /// Finishes the hand of a table with these players out. Another player wins their chips.
    pub(crate) fn finish_with_out(&mut self, number: TableNo, now: Millis, out: &[SeatNo]) {
        let table = self.tables.get_mut(&number).unwrap();
        table.move_positions();
        let started = table.started();
        let winner = started.iter().find(|(seat, ..)| !out.contains(seat)).unwrap().0;
        for seat in out {
            let lost = std::mem::take(&mut table.players.get_mut(seat).unwrap().1);
            table.players.get_mut(&winner).unwrap().1 += lost;
        }
        self.report_hand(number, now, &started, Some(winner));
    }

    /// Finishes the hand of a table, in which one player wins chips from another.
    pub(crate) fn finish_with_pot(
        &mut self,
        number: TableNo,
        now: Millis,
        winner: SeatNo,
        loser: SeatNo,
        chips: Chips,
    ) {
        let table = self.tables.get_mut(&number).unwrap();
        table.move_positions();
        let started = table.started();
        table.players.get_mut(&loser).unwrap().1 -= chips;
        table.players.get_mut(&winner).unwrap().1 += chips;
        self.report_hand(number, now, &started, Some(winner));
    }

    fn report_hand(
        &mut self,
        number: TableNo,
        now: Millis,
        started: &[(SeatNo, PlayerId, Chips)],
        winner: Option<SeatNo>,
    ) {
        self.hands += 1;
        let table = self.tables.get_mut(&number).unwrap();
        let deal = table.playing.take().expect("a hand is played");
        assert!(started.len() >= 2, "a hand needs two players");
        (table.waiting, table.revealed) = (false, false);
        let winner = winner.map(|seat| table.players[&seat].0);
        // Sometimes a second player has won half of the chips, and some hands were folded.
        let among = |seat: SeatNo| (deal.hand.0 + seat.index() as u64) % 4;
        let second = deal.hand.0.is_multiple_of(5).then(|| {
            let with_chips = table.players.values().filter(|player| !player.1.is_zero());
            with_chips.map(|player| player.0).find(|player| Some(*player) != winner)
        });
        let players: Vec<Standing> = started
            .iter()
            .map(|(seat, player, chips)| Standing {
                seat: *seat,
                player: *player,
                started_with: *chips,
                stack: table.players[seat].1,
                hand_rank: u8::try_from(among(*seat)).ok().filter(|rank| *rank > 0),
                eliminated_by: winner.into_iter().chain(second.flatten()).collect(),
                absent: self.absent.contains(player),
            })
            .collect();
        // Orders that waited for the end of the hand are carried out before its report.
        let waiting: Vec<Ordered> = table.queue.drain(..).collect();
        for ordered in waiting {
            self.carry_out(&ordered);
        }
        let table = &self.tables[&number];
        let upcoming = table.upcoming();
        let (hand, at, void) = (deal.hand, now, winner.is_none());
        if let Some(player) = winner.filter(|_| hand.0 % 9 == 4) {
            let cause = PenaltyCause::ExclusiveNuts;
            let due = PenaltyDue { table: number, hand, player, cause };
            self.reports.push_back(Report::PenaltyDue(due));
        }
        self.reports.push_back(Report::HandFinished(Box::new(HandFinished {
            table: number,
            hand,
            at,
            void,
            players,
            upcoming,
        })));
    }

    /// All chips at the tables.
    pub(crate) fn chips(&self) -> Chips {
        let players = self.tables.values().flat_map(|table| table.players.values());
        players.map(|(_, chips)| *chips).sum()
    }
}

impl Model {
    fn playing(&self) -> impl Iterator<Item = SeatNo> {
        self.players.iter().filter(|(_, (_, chips))| !chips.is_zero()).map(|(seat, _)| *seat)
    }

    fn started(&self) -> Vec<(SeatNo, PlayerId, Chips)> {
        self.players.iter().map(|(seat, (player, chips))| (*seat, *player, *chips)).collect()
    }

    /// Advances the positions. Returns `true` if a player has the big blind again.
    fn move_positions(&mut self) -> bool {
        let Some(Upcoming::Blinds { button, small_blind, big_blind, .. }) = self.upcoming() else {
            return false;
        };
        let big = self.players.get(&big_blind).map(|player| player.0);
        let doubled = big == self.big_blind && self.players.len() > 2;
        self.big_blind = big;
        self.last = Some((button, small_blind, big_blind));
        doubled
    }

    fn next_after(&self, after: SeatNo) -> Option<SeatNo> {
        self.playing().find(|seat| *seat > after).or_else(|| self.playing().next())
    }

    /// Follows the dead button rule: the big blind goes to the next player, and the other positions
    /// follow to the seats it left.
    fn upcoming(&self) -> Option<Upcoming> {
        let players = self.playing().count();
        if players < 2 {
            return None;
        }
        let Some((_, small, big)) = self.last else {
            let button = self.button;
            let small = if players == 2 { button } else { self.next_after(button)? };
            let big_blind = self.next_after(small)?;
            return Some(Upcoming::Blinds {
                button,
                small_blind: small,
                big_blind,
                single_big_blind: None,
            });
        };
        let big_blind = self.next_after(big)?;
        if players == 2 {
            let button = self.next_after(big_blind)?;
            return Some(Upcoming::Blinds {
                button,
                small_blind: button,
                big_blind,
                single_big_blind: None,
            });
        }
        let single = (!self.playing().any(|seat| seat == big)).then_some(big);
        Some(Upcoming::Blinds {
            button: small,
            small_blind: big,
            big_blind,
            single_big_blind: single,
        })
    }
}

/// A tournament with its tables.
pub(crate) struct Tournament {
    pub(crate) director: Director,
    pub(crate) tables: Tables,
    pub(crate) log: Vec<Event>,
    pub(crate) now: Millis,
    pub(crate) draws: Draws,
    /// Tables that were dealt a hand although they had to give up a player first.
    pub(crate) too_large: Vec<TooLarge>,
    /// Why inputs were refused.
    pub(crate) refused: Vec<Refusal>,
}

/// A table that was too large when it was dealt a hand.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "read where a test fails")]
pub(crate) struct TooLarge {
    table: TableNo,
    players: usize,
    /// Size of the shortest table.
    least: usize,
    tables: usize,
}

impl Tournament {
    pub(crate) fn new(setup: Setup, seed: u64) -> Self {
        Self {
            director: Director::new(setup).unwrap(),
            tables: Tables::default(),
            log: Vec::new(),
            now: Millis(0),
            draws: Draws::new(seed),
            too_large: Vec::new(),
            refused: Vec::new(),
        }
    }

    pub(crate) fn step(&mut self, input: Input) -> Result<Vec<Event>, Refusal> {
        let seed = (u64::from(self.draws.next_u32()) << 32) | u64::from(self.draws.next_u32());
        let events = self.director.step(self.now, seed, input);
        let events = events.inspect_err(|refusal| self.refused.push(refusal.clone()))?;
        for event in &events {
            if let Event::Ordered(ordered) = event {
                self.tables.take(ordered);
            }
        }
        self.log.extend(events.iter().cloned());
        self.weigh(&events);
        Ok(events)
    }

    /// Checks whether a table that had to give up a player was dealt a hand instead (TDA 11-A, GAPS
    /// G-32). A player who is ordered to move counts at the destination.
    fn weigh(&mut self, events: &[Event]) {
        let setup = self.director.setup();
        let format = setup.structure.format;
        // A day's last hands are played without balancing.
        let balances = matches!(format, Format::Open | Format::SitAndGo);
        let dealt: Vec<TableNo> = events
            .iter()
            .filter_map(|event| match event {
                Event::Ordered(ordered) => {
                    matches!(ordered.order, Order::Deal(_)).then_some(ordered.table)
                }
                _ => None,
            })
            .collect();
        if dealt.is_empty() || !balances {
            return;
        }
        let staying = || self.director.tables().filter(|(_, table)| !table.breaks);
        let tables = staying().count();
        let sizes = || staying().map(|(_, table)| table.size());
        let (least, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
        let rule = &setup.rulebook.seating;
        let allowed =
            if tables < 4 { rule.difference_few_tables } else { rule.difference_many_tables };
        if most <= least + usize::from(allowed) {
            return;
        }
        let comes = |table: TableNo| {
            let moved = |event: &Event| matches!(event, Event::Moved { to, .. } if *to == table);
            events.iter().any(moved)
        };
        for table in dealt {
            // The floor moved a player there after the cards were dealt.
            if comes(table) {
                continue;
            }
            let size = self.director.table(table).map_or(0, |table| table.size());
            if size == most {
                self.too_large.push(TooLarge { table, players: size, least, tables });
            }
        }
    }

    pub(crate) fn enter(&mut self, player: u64) -> Result<(), Refusal> {
        let player = PlayerId(player);
        self.step(Input::Enter { player, of_age: true }).map(|_| ())
    }

    /// Issues a floor order from an operator who has seen everything.
    pub(crate) fn order(&mut self, command: Command) -> Result<Vec<Event>, Refusal> {
        let operator = Operator { account: PlayerId(9_999_999), owner: false };
        let (seen, reason) = (self.director.seq(), "as a test".to_owned());
        let rule = Some("TDA 1".to_owned());
        self.step(Input::Floor(FloorOrder { operator, seen, reason, rule, command }))
    }

    /// Advances time to the next deadline.
    pub(crate) fn wait(&mut self) {
        self.now = self.now.max(self.director.deadline().unwrap());
        self.step(Input::Tick).unwrap();
        self.deliver();
    }

    /// Delivers all reports on their way to the director.
    pub(crate) fn deliver(&mut self) {
        while let Some(report) = self.tables.reports.pop_front() {
            self.step(Input::Report(report)).unwrap();
        }
    }
}
