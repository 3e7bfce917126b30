//! One tournament: the director's core and the core of its table, hosted in memory. The director
//! decides about places, prizes and levels, the table about poker, and the seats about actions.
//! This file carries orders and reports between them, and moves the clock.

use super::opening::{description, player, seat_for};
use super::{Conduct, Hand, NotedFault, Place, Session, Stopped, TABLE, connection};
use crate::carry::{StackRule, Stacks};
use crate::decks::{Stream, generator};
use crate::schedule;
use crate::seat::Entrant;
use crate::tournament::{DECISION, Finish, TournamentTerms};
use cardroom_bot::Table;
use cardroom_engine::TableSetup;
use cardroom_events::announced::Announcement;
use cardroom_events::{After, Behind, CoreInput as DirectorInput, DirectorCore};
use cardroom_protocol::RequestId;
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{CheckIn, EnterTournament};
use cardroom_record::ids::{AccountId, TournamentId};
use cardroom_record::{HeldPrice, Player, StoredStream};
use cardroom_rules::{Chips, Millis, PlayerId};
use cardroom_tables::{CoreInput, EventTable, EventTerms, TableCore, TableDescription};
use cardroom_tournament::{Event, Order, Ordered, Phase, Report, Setup};
use chacha20::ChaCha20Rng;
use hdrhistogram::Histogram;
use rand::Rng as _;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of the only tournament that a session has.
const TOURNAMENT: TournamentId = TournamentId(1);

/// A tournament that is over, or that stopped.
pub(crate) struct Played {
    /// The drawn seat of each player; empty if no table was opened.
    pub(crate) drawn: Vec<u8>,
    pub(crate) finish: Result<Finish, Stopped>,
    pub(crate) faults: Vec<NotedFault>,
    /// How long the decisions of each player took.
    pub(crate) times: Vec<Histogram<u64>>,
}

/// The bots of a match, as a session needs them.
#[derive(Clone, Copy)]
pub(crate) struct Bots<'e> {
    pub(crate) entrant_of: &'e dyn Fn(usize) -> &'e dyn Entrant,
    pub(crate) names: &'e [String],
}

/// Plays the tournament of a session, and adds each hand to `hands` when it is over.
pub(crate) fn play(
    (conduct, terms): (&Conduct, &TournamentTerms),
    plan: &schedule::Session,
    bots: Bots<'_>,
    interrupted: &AtomicBool,
    hands: &mut Vec<Hand>,
) -> Played {
    let deal = plan.blocks.first().and_then(|block| block.first()).copied().unwrap_or(1);
    let mut course = match Course::announce(conduct, terms, plan, deal, bots) {
        Ok(course) => course,
        Err(stopped) => {
            let (drawn, faults, times) = Default::default();
            return Played { drawn, finish: Err(stopped), faults, times };
        }
    };
    let finish = course.run(interrupted, hands);
    let (faults, times) = course.session.map(Session::close).unwrap_or_default();
    Played { drawn: course.seats, finish, faults, times }
}

/// A tournament that is being played.
struct Course<'a, 'e> {
    conduct: &'a Conduct,
    terms: &'a TournamentTerms,
    plan: &'a schedule::Session,
    bots: Bots<'e>,
    deal: u32,
    director: DirectorCore,
    draws: ChaCha20Rng,
    players: Vec<Player>,
    orders: VecDeque<Ordered>,
    /// The table, once it is open.
    session: Option<Session<'a>>,
    /// The drawn seat of each player.
    seats: Vec<u8>,
    now: Millis,
    /// The director's deadline at its last tick.
    ticked: Option<Millis>,
    level: u16,
}

impl<'a, 'e> Course<'a, 'e> {
    /// Announces the tournament, and lets all players enter.
    fn announce(
        conduct: &'a Conduct,
        terms: &'a TournamentTerms,
        plan: &'a schedule::Session,
        deal: u32,
        bots: Bots<'e>,
    ) -> Result<Self, Stopped> {
        let broken = |reason: String| Stopped::Broken { session: plan.number, deal, reason };
        let setup = Setup {
            structure: terms.structure.clone(),
            rulebook: terms.rulebook.clone(),
            starts_at: terms.starts_at(),
            carried: None,
            self_run: false,
        };
        let price = setup.price();
        let announcement =
            Announcement { setup, bots_allowed: true, first_days: None, counting: None };
        let (name, game) = (terms.name().to_owned(), conduct.terms.name());
        let stream = StoredStream::default();
        let director = DirectorCore::open(TOURNAMENT, name, game, announcement, None, &stream);
        let director = director.map_err(|error| broken(error.to_string()))?;
        let shown = shown_names(conduct, plan, bots.names);
        let players: Vec<Player> = (1..).zip(&shown).map(|(id, name)| player(id, name)).collect();
        let draws = generator(conduct.seed, Stream::Director { tournament: deal });
        let mut course = Self {
            conduct,
            terms,
            plan,
            bots,
            deal,
            director,
            draws,
            players,
            orders: VecDeque::new(),
            session: None,
            seats: Vec::new(),
            now: Millis(1),
            ticked: None,
            level: 1,
        };
        for at in 0..course.players.len() {
            course.enter(at, Chips(price.0))?;
        }
        Ok(course)
    }

    fn enter(&mut self, at: usize, amount: Chips) -> Result<(), Stopped> {
        let (request, tournament) = (RequestId(1), TOURNAMENT.0.into());
        let account = self.players[at].account;
        let enter = EnterTournament { request, tournament, of_age: true };
        let price = Some(HeldPrice { account, amount, ticket: None });
        self.request(at, TournamentRequest::EnterTournament(enter), price)?;
        if self.terms.structure.entry.check_in {
            let check_in = CheckIn { request, tournament };
            self.request(at, TournamentRequest::CheckIn(check_in), None)?;
        }
        Ok(())
    }

    fn request(
        &mut self,
        at: usize,
        request: TournamentRequest,
        price: Option<HeldPrice>,
    ) -> Result<(), Stopped> {
        self.direct(DirectorInput::Request {
            connection: connection(at),
            player: Some(self.players[at].clone()),
            request: Box::new(request),
            behind: Behind::default(),
            price,
        })
    }

    /// Plays until the table is closed.
    fn run(&mut self, interrupted: &AtomicBool, hands: &mut Vec<Hand>) -> Result<Finish, Stopped> {
        loop {
            self.carry()?;
            if self.director.is_done() {
                return self.finish();
            }
            if interrupted.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            let due = self.session.as_ref().and_then(Session::due);
            let deadline = self.director.deadline().filter(|at| Some(*at) != self.ticked);
            match (deadline, due) {
                (Some(at), due) if due.is_none_or(|due| at <= due) => {
                    self.now = self.now.max(at);
                    self.ticked = Some(at);
                    self.direct(DirectorInput::Tick)?;
                }
                (_, Some(_)) => self.go_on(hands)?,
                (_, None) => return Err(self.broken("nothing happens")),
            }
        }
    }

    /// Does the next thing at the table. Adds the hand that is over with it.
    fn go_on(&mut self, hands: &mut Vec<Hand>) -> Result<(), Stopped> {
        let now = self.now;
        let Some(session) = &mut self.session else { return Ok(()) };
        session.now = session.now.max(now);
        if session.core.wants_deck(session.now).is_some() {
            session.begin_hand(self.deal);
            self.level = self.director.director().level() + 1;
            if let Some(seed) = self.conduct.brain_seed {
                let of_hand = u64::from(self.deal) << 32 ^ u64::from(session.hands) << 8;
                for place in &mut session.places {
                    place.seat.begin_deal(seed ^ of_hand);
                }
            }
        }
        let played = session.go_on()?;
        self.now = session.now;
        if let Some(played) = played {
            let hand = session.ended(&self.seats, played)?;
            session.keep(hand, hands);
        }
        Ok(())
    }

    /// Carries reports to the director and its orders to the table, until neither has any.
    fn carry(&mut self) -> Result<(), Stopped> {
        loop {
            let report = self.session.as_mut().and_then(|session| session.reports.pop_front());
            if let Some(report) = report {
                self.direct(DirectorInput::Report(report))?;
            } else if let Some(ordered) = self.orders.pop_front() {
                self.order(ordered)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Gives the director an input, and takes its orders.
    fn direct(&mut self, input: DirectorInput) -> Result<(), Stopped> {
        let outputs = self.director.on(self.now, self.draws.next_u64(), input);
        for after in outputs.after {
            match after {
                After::Introduce(player) => self.director.introduce(player),
                After::RejectedReport(refusal) => return Err(self.broken(&refusal.to_string())),
                _ => {}
            }
        }
        for (_, message) in outputs.private {
            if let ServerMessage::Refused(refused) = message {
                return Err(self.broken(&refused.message));
            }
        }
        for table in self.director.nameless_tables() {
            self.director.name_table(table, TABLE);
        }
        self.orders.extend(outputs.events.into_iter().filter_map(|event| match event {
            Event::Ordered(ordered) => Some(ordered),
            _ => None,
        }));
        Ok(())
    }

    /// Carries out an order of the director.
    fn order(&mut self, ordered: Ordered) -> Result<(), Stopped> {
        if let Order::Open { seats, .. } = ordered.order {
            if self.session.is_some() {
                return Err(self.broken("it opens a second table"));
            }
            let session = self.open_table(seats, ordered)?;
            self.session = Some(session);
            return Ok(());
        }
        let (now, broken) = (self.now, self.broken("there is no table"));
        let session = self.session.as_mut().ok_or(broken)?;
        session.now = session.now.max(now);
        session.step(CoreInput::Order { ordered, people: Vec::new(), seen: Vec::new() })
    }

    /// Opens the table with the drawn seats, and a seat of each bot.
    fn open_table(&mut self, seats: u8, ordered: Ordered) -> Result<Session<'a>, Stopped> {
        let mut core = self.core(seats, ordered.table)?;
        for (at, player) in self.players.iter().enumerate() {
            core.on(self.now, attach(at, player));
        }
        let people = self.players.clone();
        let opened = core.on(self.now, CoreInput::Order { ordered, people, seen: Vec::new() });
        let mut views = Vec::new();
        for (at, player) in self.players.iter().enumerate() {
            // Now with a seat.
            let shown = core.on(self.now, attach(at, player)).private;
            let view = shown.into_iter().find_map(|(_, message)| match message {
                ServerMessage::TableSnapshot(snapshot) => Some(Table::from_snapshot(snapshot)),
                _ => None,
            });
            views.push(view.ok_or_else(|| self.broken("a player sees no table"))?);
        }
        let drawn: Option<Vec<u8>> = views.iter().map(|view| view.hero_seat).collect();
        self.seats = drawn.ok_or_else(|| self.broken("a player got no seat"))?;
        let mut names = vec![String::new(); usize::from(seats)];
        for (seat, player) in self.seats.iter().zip(&self.players) {
            names[usize::from(*seat)] = player.name.to_string();
        }
        let places = self.places(views, &names)?;
        let stacks = Stacks::new(StackRule::Reset, self.terms.stack(), places.len());
        let mut session = Session::at(self.conduct, self.plan, core, self.now, stacks, places);
        session.thinks = DECISION;
        session.tournament = Some(self.deal);
        session.deliver(opened_reports(opened))?;
        Ok(session)
    }

    fn core(&self, seats: u8, number: cardroom_rules::TableNo) -> Result<TableCore, Stopped> {
        let (plays, switch) =
            self.terms.levels.first().cloned().ok_or_else(|| self.broken("it has no level"))?;
        let structure = &self.terms.structure;
        let rulebook = self.terms.rulebook.clone();
        let setup = TableSetup::of_event(plays, switch, rulebook, structure.pace, seats);
        let event = EventTable {
            tournament: TOURNAMENT,
            number,
            levels: self.terms.levels.clone(),
            terms: EventTerms::new(self.terms.name(), structure.clone()),
        };
        let description = TableDescription { event: Some(event), ..description() };
        let stream = StoredStream::default();
        let core = TableCore::open(TABLE, description, Some(&setup), &stream);
        let mut core = core.map_err(|error| self.broken(&error.to_string()))?;
        core.on(self.now, CoreInput::Recover { setup: Some(setup) });
        Ok(core)
    }

    /// Opens the seat of each bot.
    fn places(&self, views: Vec<Table>, names: &[String]) -> Result<Vec<Place>, Stopped> {
        let players = self.players.iter().zip(&self.seats).zip(&self.plan.seats);
        let open = |(((player, seat), entrant), view): (((&Player, &u8), &usize), Table)| {
            let entrant = (*entrant, (self.bots.entrant_of)(*entrant));
            seat_for(self.conduct, self.plan, entrant, (*seat, player.clone()), view, names)
        };
        players.zip(views).map(open).collect()
    }

    /// Takes the places and prizes. Together the prizes are the pool.
    fn finish(&self) -> Result<Finish, Stopped> {
        let director = self.director.director();
        if director.phase() != Phase::Over {
            return Err(self.broken("it was called off"));
        }
        let (mut places, mut prizes) = (Vec::new(), Vec::new());
        for AccountId(account) in self.players.iter().map(|player| player.account) {
            let number = director.entry_of(PlayerId(account));
            let entry = number.and_then(|number| director.entry(number));
            let place = number.and_then(|number| director.place(number));
            let (Some(entry), Some(place)) = (entry, place) else {
                return Err(self.broken("a player has no place"));
            };
            places.push(place);
            prizes.push(entry.prize.0);
        }
        let pool = director.prize_pool().0;
        let paid = prizes.iter().sum::<u64>();
        if paid != pool {
            return Err(self.broken(&format!("prizes of {paid} are paid of a pool of {pool}")));
        }
        Ok(Finish { places, prizes, pool, level: self.level })
    }

    fn broken(&self, reason: &str) -> Stopped {
        let (session, deal, reason) = (self.plan.number, self.deal, reason.to_owned());
        Stopped::Broken { session, deal, reason }
    }
}

fn attach(at: usize, player: &Player) -> CoreInput {
    CoreInput::Attach {
        connection: connection(at),
        player: Some(player.clone()),
        request: None,
        // Players who are out see no more of it.
        observing: false,
    }
}

/// Returns what the opening of a table leaves to do. Its players see it as a whole.
fn opened_reports(opened: cardroom_tables::Outputs) -> cardroom_tables::Outputs {
    cardroom_tables::Outputs { after: opened.after, ..Default::default() }
}

/// Returns the names that the players have at the table.
pub(super) fn shown_names(
    conduct: &Conduct,
    plan: &schedule::Session,
    names: &[String],
) -> Vec<String> {
    let shown = |(number, entrant): (u8, &usize)| {
        if conduct.shows_names { names[*entrant].clone() } else { format!("p{number}") }
    };
    (1_u8..).zip(&plan.seats).map(shown).collect()
}

/// Returns the reports to the director that a step at the table leaves.
pub(super) fn reports(after: Vec<cardroom_tables::After>) -> impl Iterator<Item = Report> {
    after.into_iter().filter_map(|after| match after {
        cardroom_tables::After::Report(report) => Some(report),
        _ => None,
    })
}
