//! One tournament: the core of its director and the cores of its tables, hosted in memory. The
//! director decides about places, prizes, levels and moves, the tables about poker, and the seats
//! about actions. This file carries instructions and reports between them, and moves the clock.

mod tables;

use super::opening::player;
use super::{Conduct, Hand, NotedFault, Session, Stopped, connection};
use crate::decks::{Stream, generator};
use crate::schedule;
use crate::seat::Entrant;
use crate::tournament::{Finish, TournamentTerms};
use cardroom_events::announced::Announcement;
use cardroom_events::{After, Behind, CoreInput as DirectorInput, DirectorCore};
use cardroom_protocol::RequestId;
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{CheckIn, EnterTournament};
use cardroom_record::ids::{AccountId, TournamentId};
use cardroom_record::{HeldPrice, Player, StoredStream};
use cardroom_rules::{Chips, Millis, PlayerId};
use cardroom_tournament::{Event, Ordered, Phase, Report, Setup};
use chacha20::ChaCha20Rng;
use hdrhistogram::Histogram;
use rand::Rng as _;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use tables::Away;

/// The number of the only tournament that a session has.
const TOURNAMENT: TournamentId = TournamentId(1);

/// A tournament that is over, or that stopped.
pub(crate) struct Played {
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
            let (faults, times) = Default::default();
            return Played { finish: Err(stopped), faults, times };
        }
    };
    let finish = course.run(interrupted, hands);
    let (faults, times) = course.close();
    Played { finish, faults, times }
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
    /// The tables in the order of their numbers, with those that are closed.
    tables: Vec<Session<'a>>,
    /// The players who have no seat now.
    away: Vec<Away>,
    /// The hands that have begun at all tables.
    hands: u32,
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
        let announcement = Announcement::of(setup, true);
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
            tables: Vec::new(),
            away: Vec::new(),
            hands: 0,
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

    /// Plays until all tables are closed.
    fn run(&mut self, interrupted: &AtomicBool, hands: &mut Vec<Hand>) -> Result<Finish, Stopped> {
        loop {
            self.carry()?;
            if self.director.is_done() {
                return self.finish();
            }
            if interrupted.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            // Of several tables with the same time, the one with the lowest number goes on.
            let open = self.tables.iter().enumerate().filter(|(_, table)| !table.core.is_closed());
            let due = open.filter_map(|(at, table)| Some((table.due()?, at)));
            let deadline = self.director.deadline().filter(|at| Some(*at) != self.ticked);
            match (deadline, due.min()) {
                (Some(at), due) if due.is_none_or(|(due, _)| at <= due) => {
                    self.now = self.now.max(at);
                    self.ticked = Some(at);
                    self.direct(DirectorInput::Tick)?;
                }
                (_, Some((due, at))) => {
                    self.now = self.now.max(due);
                    self.go_on(at, hands)?;
                }
                (_, None) => return Err(self.broken("nothing happens")),
            }
        }
    }

    /// Does the next thing at a table. Adds the hand that is over with it.
    fn go_on(&mut self, at: usize, hands: &mut Vec<Hand>) -> Result<(), Stopped> {
        let table = &mut self.tables[at];
        if table.core.wants_deck(table.now).is_some() {
            table.hands = self.hands;
            table.begin_hand(self.deal);
            self.hands = table.hands;
            self.level = self.director.director().level() + 1;
            if let Some(seed) = self.conduct.brain_seed {
                let of_hand = u64::from(self.deal) << 32 ^ u64::from(table.hands) << 8;
                for place in &mut table.places {
                    place.seat.begin_deal(seed ^ of_hand);
                }
            }
        }
        let seats = table.seats(self.players.len());
        let played = table.go_on()?;
        if let Some(played) = played {
            let hand = table.ended(seats, played)?;
            table.keep(hand, hands);
        }
        self.follow(at)
    }

    /// Carries reports to the director and its instructions to the tables, until there are none.
    fn carry(&mut self) -> Result<(), Stopped> {
        loop {
            let report = self.tables.iter_mut().find_map(|table| table.reports.pop_front());
            if let Some(report) = report {
                self.direct(DirectorInput::Report(report))?;
            } else if let Some(ordered) = self.orders.pop_front() {
                self.order(ordered)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Gives the director an input, and takes its instructions.
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
            self.director.name_table(table, tables::id_of(table));
        }
        self.orders.extend(outputs.events.into_iter().filter_map(|event| match event {
            Event::Ordered(ordered) => Some(ordered),
            _ => None,
        }));
        Ok(())
    }

    /// Ends the lives of the players. Returns all faults, and the times of each player's decisions.
    fn close(self) -> (Vec<NotedFault>, Vec<Histogram<u64>>) {
        let mut places: Vec<_> = self.away.into_iter().map(|away| away.place).collect();
        let mut faults = Vec::new();
        for table in self.tables {
            faults.extend(table.faults);
            places.extend(table.places);
        }
        faults.sort_by_key(|noted| noted.hand);
        places.sort_by_key(|place| place.number);
        let times = places.into_iter().map(|mut place| {
            place.seat.close();
            place.times
        });
        (faults, times.collect())
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
