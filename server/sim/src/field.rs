//! A whole tournament in memory: every hand is dealt by the engine, every move is ordered by the
//! director, and time is a number. The same seed gives the same tournament.

use cardroom::table::{LevelPlays, OrderDesk};
use cardroom_cards::{Card, DeckOrder, fisher_yates};
use cardroom_engine::{Action, Event as TableEvent, Input as TableInput, Legal, Table, TableSetup};
use cardroom_rules::{
    Cents, Chips, EntryTerms, Format, Game, Level, Library, Millis, PlayerId, PrizeTerms,
    RingTerms, Rulebook, Shares, Stage, Stakes, Structure, TableNo,
};
use cardroom_tournament::{Director, Draws, Event, Input, Order, Ordered, Phase, Report, Setup};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::Arc;

/// A tournament to run.
#[derive(Clone, Debug)]
pub struct Field {
    /// How many enter before the start.
    pub entrants: u32,
    /// How many more enter late, in thousandths of the entrants.
    pub late_per_mille: u32,
    /// How many seats a table has.
    pub seats: u8,
    /// Where every random number comes from.
    pub seed: u64,
}

/// What a run came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Outcome {
    /// Entries, late ones included.
    pub entries: u32,
    /// Hands that were dealt.
    pub hands: u64,
    /// Actions players took.
    pub actions: u64,
    /// Tables that were opened.
    pub tables: u32,
    /// Players who were moved to balance tables or from broken ones.
    pub moves: u64,
    /// The level it ended in, from 1.
    pub level: u16,
    /// How long it took on the tournament's own clock.
    pub clock: Millis,
    /// The winner.
    pub winner: PlayerId,
}

/// Why a run did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum FieldError {
    /// A setup does not go together.
    #[error("the tournament cannot be opened: {0}")]
    Setup(String),
    /// The director refused what it should not have.
    #[error("the director refused: {0}")]
    Refused(#[from] cardroom_tournament::Refusal),
    /// A table refused what it should not have.
    #[error("table {}: {reason}", .table.0)]
    Table {
        /// Which.
        table: TableNo,
        /// Why.
        reason: String,
    },
    /// Nothing waits for time, and there is no winner.
    #[error("{0} players are left, and nothing happens any more")]
    Stuck(u32),
}

/// One table with its engine.
struct Seat {
    desk: OrderDesk,
    table: Table,
}

struct Run {
    director: Director,
    setup: Arc<TableSetup>,
    levels: Arc<[LevelPlays]>,
    tables: BTreeMap<TableNo, Seat>,
    /// When a table's hand is dealt and played.
    due: BinaryHeap<Reverse<(Millis, TableNo)>>,
    reports: VecDeque<Report>,
    draws: Draws,
    now: Millis,
    events: Vec<TableEvent>,
    outcome: Outcome,
}

/// Runs a tournament to its winner, under a rulebook of the library.
///
/// # Errors
/// The setup does not go together, or the run does not come to its end.
pub fn run(field: &Field, library: &Library, rulebook: &str) -> Result<Outcome, FieldError> {
    let mut run = Run::open(field, library, rulebook)?;
    for player in 1..=u64::from(field.entrants) {
        run.enter(player)?;
    }
    run.now = START;
    run.step(Input::Tick)?;
    let late = u64::from(field.entrants) * u64::from(field.late_per_mille) / 1_000;
    let mut late = (1..=late).map(|number| u64::from(field.entrants) + number).peekable();
    while run.director.phase() == Phase::Running {
        if !run.director.entry_is_closed() {
            // A few between any two hands.
            for player in late.by_ref().take(3) {
                run.enter(player)?;
            }
        }
        run.go_on()?;
    }
    run.deliver()?;
    run.director.audit();
    let state = run.director.entries().find(|(entry, _)| run.director.place(*entry) == Some(1));
    run.outcome.winner = state.map_or(PlayerId(0), |(_, entry)| entry.player);
    run.outcome.entries = run.director.entry_count();
    run.outcome.level = run.director.level() + 1;
    run.outcome.clock = Millis(run.now.0 - START.0);
    Ok(run.outcome)
}

/// When it starts.
const START: Millis = Millis(60_000);
/// How long a hand takes on the tournament's clock, at least; and how much longer it may.
const HAND: u64 = 25_000;
const HAND_MORE: u32 = 30_000;

impl Run {
    fn open(field: &Field, library: &Library, rulebook: &str) -> Result<Self, FieldError> {
        let missing = |what: &str| FieldError::Setup(format!("there is no {what}"));
        let rulebook = library.rulebook(rulebook).ok_or_else(|| missing("such rulebook"))?;
        let structure = structure(field);
        let levels = library.level_plays(&structure).ok_or_else(|| missing("such game"))?;
        let levels: Arc<[LevelPlays]> = levels.into();
        let setup = table_setup(&levels, rulebook, field.seats)?;
        let director = Director::new(Setup {
            structure: Arc::new(structure),
            rulebook: Arc::clone(rulebook),
            starts_at: Some(START),
            carried: None,
            self_run: false,
        })
        .map_err(FieldError::Setup)?;
        Ok(Self {
            director,
            setup: Arc::new(setup),
            levels,
            tables: BTreeMap::new(),
            due: BinaryHeap::new(),
            reports: VecDeque::new(),
            draws: Draws::new(field.seed),
            now: Millis(0),
            events: Vec::new(),
            outcome: Outcome::default(),
        })
    }

    fn enter(&mut self, player: u64) -> Result<(), FieldError> {
        self.step(Input::Enter { player: PlayerId(player), of_age: true })
    }

    /// The next thing that time brings: a hand, or the director's deadline.
    fn go_on(&mut self) -> Result<(), FieldError> {
        self.deliver()?;
        let hand = self.due.peek().map(|Reverse((at, _))| *at);
        let deadline = self.director.deadline();
        match (hand, deadline) {
            (Some(at), Some(deadline)) if deadline <= at => self.tick(deadline),
            (None, Some(deadline)) => self.tick(deadline),
            (Some(at), _) => {
                self.now = self.now.max(at);
                let Some(Reverse((_, table))) = self.due.pop() else { return Ok(()) };
                self.play(table)
            }
            (None, None) if self.director.phase() == Phase::Running => {
                Err(FieldError::Stuck(self.director.players_left()))
            }
            (None, None) => Ok(()),
        }
    }

    fn tick(&mut self, deadline: Millis) -> Result<(), FieldError> {
        self.now = self.now.max(deadline);
        self.step(Input::Tick)
    }

    fn deliver(&mut self) -> Result<(), FieldError> {
        while let Some(report) = self.reports.pop_front() {
            self.step(Input::Report(report))?;
        }
        Ok(())
    }

    fn step(&mut self, input: Input) -> Result<(), FieldError> {
        let seed = (u64::from(self.draws.next_u32()) << 32) | u64::from(self.draws.next_u32());
        for event in self.director.step(self.now, seed, input)? {
            match event {
                Event::Ordered(ordered) => self.take(ordered)?,
                Event::TableOpened { .. } => self.outcome.tables += 1,
                Event::Moved { .. } => self.outcome.moves += 1,
                _ => {}
            }
        }
        Ok(())
    }

    fn take(&mut self, ordered: Ordered) -> Result<(), FieldError> {
        let number = ordered.table;
        if let Order::Open { seats, .. } = &ordered.order {
            let setup = TableSetup { seats: *seats, ..(*self.setup).clone() };
            let table = Table::new(setup).map_err(FieldError::Setup)?;
            let desk = OrderDesk::new(number, Arc::clone(&self.levels));
            self.tables.insert(number, Seat { desk, table });
        }
        let deals = matches!(ordered.order, Order::Deal(_));
        let Some(Seat { desk, table }) = self.tables.get_mut(&number) else { return Ok(()) };
        self.events.clear();
        let reports = desk.take(self.now, ordered, table, &mut self.events);
        self.reports.extend(reports);
        if deals {
            let at = self.now + Millis(HAND + u64::from(self.draws.below(HAND_MORE)));
            self.due.push(Reverse((at, number)));
        }
        if desk.is_closed() {
            self.tables.remove(&number);
        }
        Ok(())
    }

    /// Deals a hand and plays it to its end.
    fn play(&mut self, number: TableNo) -> Result<(), FieldError> {
        let Some(Seat { desk, table }) = self.tables.get_mut(&number) else { return Ok(()) };
        let failed = |error: &dyn std::fmt::Display| FieldError::Table {
            table: number,
            reason: error.to_string(),
        };
        self.now = self.now.max(table.deadline().unwrap_or(self.now));
        let game = Arc::clone(&table.play().game);
        let (deck, reshuffles) = decks(&game, &mut self.draws);
        let draw = self.draws.next_u32();
        self.events.clear();
        let start = TableInput::StartHand { deck, reshuffles, draw };
        table.step_into(self.now, start, &mut self.events).map_err(|error| failed(&error))?;
        while table.hand_in_progress().is_some() {
            let mut now = self.now;
            let input = match table.turn() {
                Some((seat, turn, legal)) => {
                    self.outcome.actions += 1;
                    TableInput::Act { seat, turn, action: action(&legal, &mut self.draws) }
                }
                None => {
                    now = now.max(table.deadline().unwrap_or(now));
                    TableInput::Tick
                }
            };
            table.step_into(now, input, &mut self.events).map_err(|error| failed(&error))?;
            self.now = now;
        }
        for event in &self.events {
            desk.note(event, table);
        }
        self.outcome.hands += 1;
        self.events.clear();
        self.reports.extend(desk.after_hand(self.now, table, &mut self.events));
        Ok(())
    }
}

/// Folds little, sometimes puts everything in: tournaments come to an end.
fn action(legal: &Legal, draws: &mut Draws) -> Action {
    if let Some(discard) = &legal.discard {
        let most = u32::from(discard.most - discard.least) + 1;
        let count = discard.least + u8::try_from(draws.below(most)).unwrap_or(0);
        return Action::Discard(cardroom_engine::Picks::first(count));
    }
    if legal.bring_in.is_some() {
        return Action::BringIn;
    }
    match (draws.below(10), legal.wager) {
        (0..=1, Some(wager)) => {
            let to = if draws.below(4) == 0 { wager.max_to } else { wager.min_to };
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        _ if legal.check => Action::Check,
        (2..=5, _) => Action::Call,
        _ => Action::Fold,
    }
}

fn decks(game: &Game, draws: &mut Draws) -> (DeckOrder, Vec<DeckOrder>) {
    let mut deck = || {
        let mut cards: Vec<Card> = game.deck.cards().iter().collect();
        fisher_yates(&mut cards, || draws.next_u32());
        DeckOrder::new(cards).expect("a set of cards has no card twice")
    };
    let first = deck();
    (first, (0..game.most_reshuffles()).map(|_| deck()).collect())
}

fn table_setup(
    levels: &[LevelPlays],
    rulebook: &Arc<Rulebook>,
    seats: u8,
) -> Result<TableSetup, FieldError> {
    let (plays, switch) = levels.first().ok_or_else(|| FieldError::Setup("no level".to_owned()))?;
    Ok(TableSetup {
        plays: Arc::clone(plays),
        switch: *switch,
        rulebook: Arc::clone(rulebook),
        ring: Arc::new(RingTerms {
            min_buy_in: Chips(1),
            max_buy_in: Chips(1),
            rathole_ms: Millis(0),
            sit_out_ms: Millis(0),
            between_hands_ms: Millis(0),
            run_out_ms: Millis(0),
            straddle: None,
            bomb_pot: None,
            run_it: 1,
            run_it_ms: Millis(0),
            rake: None,
            time_charge: None,
        }),
        seats,
        hybrid: false,
        auto_show: true,
        players_left: None,
        ordered: true,
    })
}

/// A turbo: 5,000 chips, and blinds that rise by about two fifths every eight minutes.
fn structure(field: &Field) -> Structure {
    let mut stages = Vec::new();
    let mut big: u64 = 100;
    // So many levels that the blinds outgrow all chips there are.
    while big < u64::from(field.entrants) * 5_000 {
        let stakes = Stakes::no_limit(big / 2, big);
        stages.push(Stage::Level(Level { seconds: 480, stakes }));
        big = (big * 7 / 5 + 25) / 50 * 50;
    }
    Structure {
        id: "field".to_owned(),
        name: "Field".to_owned(),
        rulebook: String::new(),
        game: "holdem".to_owned(),
        seats: field.seats,
        format: Format::Open,
        entry: EntryTerms {
            buy_in: Cents(100),
            fee: Cents(10),
            starting_stack: Chips(5_000),
            min_entrants: 2,
            max_entrants: u32::MAX,
            late_levels: Some(if field.late_per_mille == 0 { 0 } else { 4 }),
            ..EntryTerms::default()
        },
        prizes: PrizeTerms { shares: Shares::WinnerTakesAll, ..PrizeTerms::default() },
        stages,
        ..Structure::default()
    }
}
