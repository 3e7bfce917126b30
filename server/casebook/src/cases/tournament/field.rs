//! A tournament in a case: the director, tables that carry out its instructions, and a clock. It
//! begins like any tournament, or from the situation of a case. In the latter case a log states how
//! it got there. From then on the director decides everything.

use super::super::{Trouble, begin};
use super::dealt::{DealtTable, Levels, Positions};
use cardroom_engine::{Occupancy, TableSetup};
use cardroom_rules::{
    Cents, Chips, EntryNo, HandNo, Library, Millis, PlayerId, Rulebook, SeatNo, SeatSet, Structure,
    TableNo,
};
use cardroom_tournament::{
    Chair, Command, Deal, Director, Event, FloorOrder, Input, Operator, Order, OrderNo, Ordered,
    Refusal, Report, Setup, Whereabouts,
};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

pub(super) struct Field {
    pub(super) director: Director,
    pub(super) tables: BTreeMap<TableNo, DealtTable>,
    pub(super) now: Millis,
    pub(super) log: Vec<Event>,
    reports: VecDeque<Report>,
    levels: Levels,
    setup: TableSetup,
    steps: u64,
}

/// The situation in which a case finds a tournament: entries are closed, and every
/// table plays a hand.
pub(super) struct Situation {
    pub(super) tables: Vec<Seating>,
    /// The prize of each place.
    pub(super) prizes: Vec<Cents>,
    /// The time left in the first level.
    pub(super) level_left: Option<Millis>,
}

/// A table as a case finds it, during a hand.
#[derive(Clone)]
pub(super) struct Seating {
    pub(super) seats: u8,
    pub(super) players: Vec<(SeatNo, Chips)>,
    /// Seats whose players busted before.
    pub(super) opened: Vec<SeatNo>,
    pub(super) button: SeatNo,
    /// The positions in that hand, if they matter.
    pub(super) hand: Option<Positions>,
}

impl Seating {
    /// Puts this many players into the first seats with equal stacks. The other seats have busted.
    pub(super) fn of_first_seats(seats: u8, players: u8, stack: Chips) -> Self {
        Self {
            seats,
            players: (0..players).map(|seat| (SeatNo(seat), stack)).collect(),
            opened: (players..seats).map(SeatNo).collect(),
            // The small blind is in the first seat, the big blind in the second.
            button: SeatNo(players.saturating_sub(1)),
            hand: None,
        }
    }
}

/// An id that no player has.
const OPERATOR: PlayerId = PlayerId(u64::MAX);

impl Field {
    pub(super) const START: Millis = Millis(1_000_000);

    /// Returns a tournament without entries.
    pub(super) fn new(
        structure: Structure,
        rulebook: Rulebook,
        library: &Library,
    ) -> Result<Self, Trouble> {
        let unplayable = || Trouble::unknown("game", &structure.game);
        let levels: Levels = library.level_plays(&structure).ok_or_else(unplayable)?.into();
        let rulebook = Arc::new(rulebook);
        let (plays, switch) = levels.first().cloned().ok_or_else(unplayable)?;
        let mut ring = begin::house_terms();
        ring.run_out_ms = Millis(0);
        let setup = TableSetup {
            plays,
            switch,
            rulebook: Arc::clone(&rulebook),
            ring: Arc::new(ring),
            seats: structure.seats,
            hybrid: false,
            auto_show: true,
            players_left: None,
            occupancy: Occupancy::ByOrder,
        };
        let director = Director::new(Setup {
            structure: Arc::new(structure),
            rulebook,
            starts_at: Some(Self::START),
            carried: None,
            self_run: false,
        });
        Ok(Self {
            director: director.map_err(Trouble::NotUnderstood)?,
            tables: BTreeMap::new(),
            now: Millis(0),
            log: Vec::new(),
            reports: VecDeque::new(),
            levels,
            setup,
            steps: 0,
        })
    }

    /// Enters this many players and begins.
    pub(super) fn begin(&mut self, entrants: u64) -> Result<(), Trouble> {
        for player in 1..=entrants {
            self.must(Input::Enter { player: PlayerId(player), of_age: true })?;
        }
        self.now = Self::START;
        self.must(Input::Tick)
    }

    /// Puts the tournament into the situation of a case.
    pub(super) fn stand(&mut self, situation: &Situation) -> Result<(), Trouble> {
        self.now = Self::START;
        let at = self.now;
        self.happened(Event::StepBegan { at });
        let players = situation.tables.iter().flat_map(|table| {
            let gone = table.opened.iter().map(|_| Chips::ZERO);
            table.players.iter().map(|(_, chips)| *chips).chain(gone)
        });
        for (number, stack) in (1..).zip(players) {
            let player = PlayerId(u64::from(number));
            self.happened(Event::Entered { entry: EntryNo(number), player, at, stack });
        }
        self.happened(Event::Began { at });
        let first = self.director.setup().levels().next().map_or(0, |level| level.seconds);
        let left = situation.level_left.unwrap_or(Millis::seconds(first));
        let ends_at = (self.director.setup().structure.stages.len() > 1).then(|| at + left);
        self.happened(Event::LevelBegan { stage: 0, ends_at });
        self.happened(Event::EntryClosed);
        self.happened(Event::PrizesFixed { places: situation.prizes.clone(), tickets: 0 });
        let mut entries = (1..).map(EntryNo);
        let mut chairs = Vec::new();
        for (table, seating) in (1..).map(TableNo).zip(&situation.tables) {
            self.happened(Event::TableOpened { table, seats: seating.seats });
            let mut here = Vec::new();
            let seats = seating.players.iter().map(|(seat, _)| *seat);
            for (seat, entry) in seats.chain(seating.opened.iter().copied()).zip(&mut entries) {
                self.happened(Event::Seated { entry, table, seat });
                here.push((seat, entry));
            }
            chairs.push((table, seating, here));
        }
        let tables = chairs.iter().map(|(table, ..)| *table).collect();
        self.happened(Event::BreakingOrderDrawn { tables });
        for (_, seating, here) in &chairs {
            let gone = here.iter().filter(|(seat, _)| seating.opened.contains(seat));
            for (_, entry) in gone {
                let out_before = self.director.entry_count() - self.director.players_left();
                self.happened(Event::Out {
                    entry: *entry,
                    out_before,
                    sharing: 1,
                    at,
                    by: Vec::new(),
                });
            }
        }
        for (table, seating, here) in chairs {
            self.seat(table, seating, &here)?;
        }
        self.director.audit();
        Ok(())
    }

    /// Opens a table, which deals its first hand.
    fn seat(
        &mut self,
        table: TableNo,
        seating: &Seating,
        here: &[(SeatNo, EntryNo)],
    ) -> Result<(), Trouble> {
        let stacks = seating.players.iter().zip(here);
        let players = stacks.map(|((seat, chips), (_, entry))| Chair {
            seat: *seat,
            player: PlayerId(u64::from(entry.0)),
            chips: *chips,
        });
        let order = Order::Open {
            seats: seating.seats,
            players: players.collect(),
            button: seating.button,
        };
        let open = self.next_order(table, order);
        self.happened(Event::Ordered(open.clone()));
        self.open(table, seating.seats, seating.hand)?;
        let opened = self.tables.get_mut(&table).ok_or_else(|| no_table(table))?;
        opened.take(self.now, open.clone())?;
        let upcoming = cardroom_tables::upcoming(&opened.table);
        self.happened(Event::OrderDone { order: open.number });
        self.happened(Event::PositionsChanged { table, upcoming });
        let deal = Order::Deal(Deal {
            hand: HandNo(1),
            level: self.director.level(),
            players_left: self.director.players_left(),
            missing: SeatSet::EMPTY,
            hand_for_hand: false,
        });
        let deal = self.next_order(table, deal);
        self.happened(Event::Ordered(deal.clone()));
        let opened = self.tables.get_mut(&table).ok_or_else(|| no_table(table))?;
        opened.take(self.now, deal).map(drop)
    }

    fn open(&mut self, table: TableNo, seats: u8, hand: Option<Positions>) -> Result<(), Trouble> {
        // Only a hybrid table can enter a hand in the middle.
        let setup = TableSetup { seats, hybrid: hand.is_some(), ..self.setup.clone() };
        let opened = DealtTable::new(table, setup, Arc::clone(&self.levels), hand)?;
        self.tables.insert(table, opened);
        Ok(())
    }

    fn next_order(&self, table: TableNo, order: Order) -> Ordered {
        let last = self.log.iter().rev().find_map(|event| match event {
            Event::Ordered(ordered) => Some(ordered.number.0),
            _ => None,
        });
        Ordered { number: OrderNo(last.unwrap_or(0) + 1), table, order }
    }

    fn happened(&mut self, event: Event) {
        self.director.apply(&event);
        self.log.push(event);
    }

    /// Sends the director an input. The tables carry out the instructions that follow,
    /// and report at once.
    pub(super) fn step(&mut self, input: Input) -> Result<Result<(), Refusal>, Trouble> {
        self.steps += 1;
        let events = match self.director.step(self.now, self.steps, input) {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(refusal)),
        };
        for event in events {
            if let Event::Ordered(ordered) = &event {
                self.obey(ordered.clone())?;
            }
            self.log.push(event);
        }
        self.deliver()?;
        Ok(Ok(()))
    }

    fn obey(&mut self, ordered: Ordered) -> Result<(), Trouble> {
        if let Order::Open { seats, .. } = &ordered.order {
            self.open(ordered.table, *seats, None)?;
        }
        let number = ordered.table;
        let table = self.tables.get_mut(&number).ok_or_else(|| no_table(number))?;
        let reports = table.take(self.now, ordered)?;
        self.reports.extend(reports);
        Ok(())
    }

    fn deliver(&mut self) -> Result<(), Trouble> {
        while let Some(report) = self.reports.pop_front() {
            self.must(Input::Report(report))?;
        }
        Ok(())
    }

    /// Sends the director an input that it must accept.
    pub(super) fn must(&mut self, input: Input) -> Result<(), Trouble> {
        let said = format!("{input:?} is accepted");
        self.step(input)?.map_err(|refusal| Trouble::differs(said, refusal.to_string()))
    }

    /// Sends a command of the floor.
    pub(super) fn order(&mut self, command: Command) -> Result<Result<(), Refusal>, Trouble> {
        let operator = Operator { account: OPERATOR, owner: true };
        let (seen, reason) = (self.director.seq(), "as the case says".to_owned());
        self.step(Input::Floor(FloorOrder { operator, seen, reason, rule: None, command }))
    }

    /// Sends a command of the floor that the director must accept.
    pub(super) fn must_order(&mut self, command: Command) -> Result<(), Trouble> {
        let said = format!("{command:?} is accepted");
        self.order(command)?.map_err(|refusal| Trouble::differs(said, refusal.to_string()))
    }

    /// Ends the hand at a table, with these players out.
    pub(super) fn finish(&mut self, table: TableNo, out: &[SeatNo]) -> Result<(), Trouble> {
        let dealt = self.tables.get_mut(&table).ok_or_else(|| no_table(table))?;
        if !dealt.is_busy() {
            return Err(Trouble::differs(
                format!("table {} plays a hand", table.0),
                "it waits for the next",
            ));
        }
        let reports = dealt.finish(self.now, out)?;
        self.reports.extend(reports);
        self.deliver()
    }

    /// Voids the hand at a table.
    pub(super) fn void(&mut self, table: TableNo) -> Result<(), Trouble> {
        let now = self.now;
        let reports = self.dealt(table)?.void(now)?;
        self.reports.extend(reports);
        self.deliver()
    }

    /// Plays a hand in which a player checks four aces down against another.
    pub(super) fn check_down(
        &mut self,
        table: TableNo,
        winner: SeatNo,
        caller: SeatNo,
    ) -> Result<(), Trouble> {
        let now = self.now;
        let reports = self.dealt(table)?.check_down(now, winner, caller)?;
        self.reports.extend(reports);
        self.deliver()
    }

    /// Plays a hand with an all-in that is called.
    pub(super) fn all_in_and_call(&mut self, table: TableNo) -> Result<(), Trouble> {
        let now = self.now;
        let reports = self.dealt(table)?.all_in_and_call(now)?;
        self.reports.extend(reports);
        self.deliver()
    }

    /// Lets a table carry out the director's instruction to reveal its all-in hands.
    pub(super) fn release(&mut self, table: TableNo) -> Result<(), Trouble> {
        let now = self.now;
        let reports = self.dealt(table)?.release(now)?;
        self.reports.extend(reports);
        self.deliver()
    }

    /// Ends the hand at a table with this number of players out. They have the first seats, which
    /// the big blind has just passed.
    pub(super) fn bust(&mut self, table: TableNo, count: usize) -> Result<(), Trouble> {
        let known = self.director.table(table);
        let seats = known.into_iter().flat_map(|table| table.occupied().iter());
        let out: Vec<SeatNo> = seats.take(count).collect();
        self.finish(table, &out)
    }

    /// Ends the hand at every table. Only these players are out.
    pub(super) fn finish_all(&mut self, out: &[(TableNo, SeatNo)]) -> Result<(), Trouble> {
        for table in self.playing() {
            let here = out.iter().filter(|(at, _)| *at == table).map(|(_, seat)| *seat);
            self.finish(table, &here.collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// Returns the tables with a hand in progress, by number.
    pub(super) fn playing(&self) -> Vec<TableNo> {
        let playing = self.tables.iter().filter(|(_, table)| table.is_busy() && !table.is_held());
        playing.map(|(number, _)| *number).collect()
    }

    /// Advances the clock, with everything that falls due on the way.
    pub(super) fn pass_until(&mut self, until: Millis) -> Result<(), Trouble> {
        while let Some(due) = self.director.deadline().filter(|due| *due <= until) {
            self.now = self.now.max(due);
            let before = self.director.seq();
            self.must(Input::Tick)?;
            if before == self.director.seq() {
                break;
            }
        }
        self.now = self.now.max(until);
        self.must(Input::Tick)
    }

    pub(super) fn entry_at(&self, table: TableNo, seat: SeatNo) -> Result<EntryNo, Trouble> {
        let known = self.director.table(table).ok_or_else(|| no_table(table))?;
        known.players.get(seat.index()).copied().flatten().ok_or_else(|| {
            let (seat, table) = (u32::from(seat.0) + 1, table.0);
            Trouble::NotUnderstood(format!("nobody sits in seat {seat} of table {table}"))
        })
    }

    pub(super) fn seat_of(&self, entry: EntryNo) -> Option<(TableNo, SeatNo)> {
        match self.director.entry(entry)?.whereabouts {
            Whereabouts::Seated { table, seat } => Some((table, seat)),
            _ => None,
        }
    }

    pub(super) fn dealt(&mut self, table: TableNo) -> Result<&mut DealtTable, Trouble> {
        self.tables.get_mut(&table).ok_or_else(|| no_table(table))
    }

    /// Returns the stage of the structure that began last.
    pub(super) fn stage(&self) -> usize {
        let begun = self.log.iter().rev().find_map(|event| match event {
            Event::LevelBegan { stage, .. } | Event::BreakDue { stage, .. } => Some(*stage),
            _ => None,
        });
        begun.map_or(0, usize::from)
    }

    /// Makes random draws depend on this seed from now on.
    pub(super) fn draw_from(&mut self, seed: u64) {
        self.steps = seed << 32;
    }

    /// Returns a table of this tournament that takes instructions only from the case.
    pub(super) fn bare_table(&self, table: TableNo, seats: u8) -> Result<DealtTable, Trouble> {
        let setup = TableSetup { seats, ..self.setup.clone() };
        DealtTable::new(table, setup, Arc::clone(&self.levels), None)
    }
}

fn no_table(table: TableNo) -> Trouble {
    Trouble::NotUnderstood(format!("there is no table {}", table.0))
}
