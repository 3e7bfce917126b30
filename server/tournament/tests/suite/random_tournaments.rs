//! Plays random tournaments under every rulebook to their end. Players enter late and again, buy
//! chips, leave and return, the floor rules at random, and the process restarts at any step. The
//! test checks that no player is lost or counted twice, tables stay balanced, places are complete,
//! the pool is won, and the events replay to the same tournament.
//!
//! `CARDROOM_TOURNAMENTS` is the number of tournaments, `CARDROOM_TOURNAMENT_SEED` the first seed.
#![allow(clippy::print_stderr, reason = "it says how far it has come, and where it failed")]

use crate::common;

use cardroom_rules::{
    AddOn, BountyKind, BountyTerms, Cents, Chips, EntryNo, Format, Millis, MysteryPrize, PlayerId,
    Rebuy, Shares, Stage, Structure, TableNo,
};
use cardroom_tournament::{
    Clock, ColorUp, Command, DealNo, DealWish, Director, Division, Draws, Input, Lot, LotList,
    Phase, Place, PlayerRecord, PotNo, Purchase, Refusal, Removal, Whereabouts,
};
use common::{Tournament, freezeout, setup};

const BOOKS: [&str; 6] = ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online"];

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn every_tournament_ends_with_every_place_taken_and_every_cent_won() {
    let first = number("CARDROOM_TOURNAMENT_SEED", 0);
    let count = number("CARDROOM_TOURNAMENTS", 48);
    let mut seen = Seen::default();
    for seed in first..first + count {
        Play::new(seed).run(&mut seen);
        if count >= 1_000 && (seed + 1 - first).is_multiple_of(1_000) {
            eprintln!("{} tournaments: {seen:?}", seed + 1 - first);
        }
    }
    // Anything that never happens here is untested.
    if count >= 48 {
        assert!(seen.everything(), "{seen:?}");
    }
}

/// Counts of what happened in all tournaments.
#[derive(Default, Debug)]
struct Seen {
    entrants: u64,
    hands: u64,
    moves: u64,
    crashes: u64,
    rulings: u64,
    rebuys: u64,
    hands_together: u64,
    waits: u64,
    removals: u64,
    long_absences: u64,
    rounds: u64,
    days: u64,
    bounties: u64,
    drawn: u64,
    exchanges: u64,
    deals: u64,
    deals_refused: u64,
    tickets: u64,
    level_changes: u64,
    lots: u64,
    color_ups: u64,
    surplus_seats: u64,
    pauses: u64,
}

impl Seen {
    fn everything(&self) -> bool {
        let all = [
            self.entrants,
            self.hands,
            self.moves,
            self.crashes,
            self.rulings,
            self.rebuys,
            self.hands_together,
            self.waits,
            self.removals,
            self.long_absences,
            self.rounds,
            self.days,
            self.bounties,
            self.drawn,
            self.exchanges,
            self.deals,
            self.deals_refused,
            self.tickets,
            self.level_changes,
            self.lots,
            self.color_ups,
            self.surplus_seats,
            self.pauses,
        ];
        all.iter().all(|count| *count > 0)
    }
}

struct Play {
    seed: u64,
    event: Tournament,
    /// The same tournament, folded from the log alone.
    folded: Director,
    folded_so_far: usize,
    dice: Draws,
    next_player: u64,
    hands_judged: usize,
    book: &'static str,
}

fn structure(book: &str, dice: &mut Draws) -> Structure {
    let seats = [6, 8, 9, 10, 5][dice.index(5)];
    let leagues_without = ["tfpl", "spotlight", "wptapl"].contains(&book);
    let re_entries = if leagues_without { 0 } else { dice.below(3) };
    let mut structure = freezeout(seats, u16::try_from(dice.below(5)).unwrap(), re_entries);
    structure.rulebook = book.to_owned();
    if dice.below(3) == 0 && !["spotlight", "wptapl"].contains(&book) {
        let (cost, chips) = (Cents(700), Chips(5_000));
        let most = dice.below(3);
        structure.entry.rebuy =
            Some(Rebuy { cost, chips, most, until_level: 3, at_most: Chips(5_000) });
        structure.entry.add_on = Some(AddOn { cost, chips, after_level: 3 });
    }
    structure.prizes.shares = match dice.below(4) {
        0 => Shares::WinnerTakesAll,
        1 => Shares::Tickets { structure: "main".to_owned(), worth: Cents(9_000) },
        _ => Shares::Curve { paid_basis_points: 500 + dice.below(3_000), least_percent: 120 },
    };
    structure.format = match dice.below(12) {
        0 => Format::Shootout,
        1 => Format::HeadsUp,
        2 => Format::Flight { survivors_basis_points: 500 + dice.below(3_000) },
        _ => Format::Open,
    };
    structure.bounty = match dice.below(6) {
        _ if matches!(structure.format, Format::Flight { .. }) => None,
        0 => Some(BountyKind::Fixed),
        1 => Some(BountyKind::Progressive { cash_percent: 50 }),
        2 => Some(BountyKind::Mystery {
            prizes: vec![
                MysteryPrize { weight: 100, per_ten_thousand: 100 },
                MysteryPrize { weight: 1, per_ten_thousand: 5_000 },
            ],
        }),
        _ => None,
    }
    .map(|kind| BountyTerms { amount: Cents(501), kind });
    if book != "online" && dice.below(2) == 0 {
        exchange_chips(&mut structure);
    }
    structure.entry.alternates = dice.below(10) == 0;
    if structure.entry.alternates {
        structure.entry.max_entrants = 40;
    }
    structure
}

/// Prints the seed and the last events of a failed tournament.
impl Drop for Play {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {} ({}); the last events:", self.seed, self.book);
            for event in self.event.log.iter().rev().take(60).rev() {
                eprintln!("{event:?}");
            }
        }
    }
}

/// Chips of 25 go out of play in the first break, those of 50 in the second.
fn exchange_chips(structure: &mut Structure) {
    let mut unit = Chips(25);
    for stage in &mut structure.stages {
        match stage {
            Stage::Level(level) => level.stakes.unit = unit,
            Stage::Break(pause) => {
                let next = if unit == Chips(25) { Chips(50) } else { Chips(100) };
                pause.new_unit = (next > unit).then_some(next);
                unit = next;
            }
        }
    }
}

impl Play {
    fn new(seed: u64) -> Self {
        let mut dice = Draws::new(seed ^ 0x00C0_FFEE);
        let book = BOOKS[usize::try_from(seed % 6).unwrap()];
        let setup = setup(structure(book, &mut dice));
        let event = Tournament::new(setup, seed);
        let folded = Director::new(event.director.setup().clone()).unwrap();
        Self { seed, event, folded, folded_so_far: 0, dice, next_player: 0, hands_judged: 0, book }
    }

    fn run(&mut self, seen: &mut Seen) {
        self.start();
        let mut steps = 0_u64;
        while self.event.director.phase() == Phase::Running {
            steps += 1;
            assert!(steps < 300_000, "seed {} ({}): no end", self.seed, self.book);
            self.something(seen);
            self.check();
        }
        self.event.deliver();
        self.judge_the_end();
        self.count(seen);
    }

    /// Lets players enter, and begins.
    fn start(&mut self) {
        let seats = u32::from(self.event.director.setup().structure.seats);
        let entrants = (3 * seats + 1).max(30) + self.dice.below(40);
        if self.dice.below(2) == 0 {
            let tables = self.dice.below(10);
            self.ruled(Command::ExtraPlayers(tables));
        }
        for _ in 0..entrants {
            self.next_player += 1;
            self.event.enter(self.next_player).unwrap();
        }
        self.before_the_start();
        self.event.now = Millis(1_000);
        self.event.step(Input::Tick).unwrap();
    }

    fn before_the_start(&mut self) {
        self.event.step(Input::Withdraw { player: PlayerId(3) }).unwrap();
        self.event.enter(3).unwrap();
        let [one, other] = [EntryNo(1), EntryNo(2)];
        self.ruled(Command::KeepApart(one, other));
        let place = Place { entry: EntryNo(4), table: TableNo(2), seat: None };
        self.ruled(Command::PinSeat(place));
    }

    fn something(&mut self, seen: &mut Seen) {
        let (event, dice) = (&mut self.event, &mut self.dice);
        let playing = event.tables.playing();
        match dice.below(32) {
            0 => {
                event.now = event.now + Millis(u64::from(dice.below(40_000)));
                self.tick_if_due();
            }
            1 => self.enters(),
            2 => self.crash(seen),
            3 if dice.below(9) == 0 => self.outage(),
            3 if dice.below(9) == 0 => self.pauses_a_table(),
            3 => self.somebody_does_something(),
            4 if dice.below(3) == 0 => self.floor(),
            4 => self.deal(),
            5..=11 => {
                if let Some(report) = event.tables.reports.pop_front() {
                    if dice.below(8) == 0 {
                        event.step(Input::Report(report.clone())).unwrap();
                    }
                    event.step(Input::Report(report)).unwrap();
                }
            }
            _ if !playing.is_empty() => {
                let table = playing[dice.index(playing.len())];
                let now = event.now;
                event.tables.finish_hand(table, now, dice);
                event.now = event.now + Millis(u64::from(dice.below(3_000)));
                self.tick_if_due();
            }
            _ => self.nothing_is_played(),
        }
    }

    fn tick_if_due(&mut self) {
        if self.event.director.deadline().is_some_and(|at| self.event.now >= at) {
            self.event.step(Input::Tick).unwrap();
        }
    }

    fn nothing_is_played(&mut self) {
        let event = &mut self.event;
        if !event.tables.reports.is_empty() {
            return event.deliver();
        }
        if event.director.paused().is_some() {
            self.ruled(Command::Resume);
        } else if let Some(table) = event.tables.first_paused() {
            event.tables.pause(table, false);
        } else if let Some(at) = event.director.deadline() {
            event.now = at.max(event.now);
            event.step(Input::Tick).unwrap();
        } else {
            self.unhalt_all();
        }
    }

    /// Where the floor has halted the last tables or impounded pots, nothing else goes on.
    fn unhalt_all(&mut self) {
        let pot = self.event.director.escrow().pots().map(|(number, _)| number).next();
        if let Some(pot) = pot {
            return self.release(pot);
        }
        let halted: Vec<TableNo> = self
            .event
            .director
            .tables()
            .filter(|(_, table)| table.halted.is_some())
            .map(|(number, _)| number)
            .collect();
        let state = self.event.director.view(self.event.now);
        assert!(
            !halted.is_empty() || self.event.director.phase() != Phase::Running,
            "seed {} ({}): nothing goes on: {state:?}",
            self.seed,
            self.book,
        );
        for table in halted {
            self.ruled(Command::WaiveHalt(table));
        }
    }

    fn enters(&mut self) {
        let again = self.dice.below(3) == 0;
        let player = if again {
            u64::from(self.dice.below(u32::try_from(self.next_player).unwrap())) + 1
        } else {
            self.next_player += 1;
            self.next_player
        };
        let open = self.event.director.may_enter(PlayerId(player), true);
        assert_eq!(self.event.enter(player), open, "what may be done is what is done");
    }

    fn somebody(&mut self) -> Option<(EntryNo, PlayerId)> {
        let director = &self.event.director;
        let entries: Vec<(EntryNo, PlayerId)> = director
            .entries()
            .filter(|(_, entry)| entry.whereabouts.is_in())
            .map(|(number, entry)| (number, entry.player))
            .collect();
        self.dice.pick(&entries).copied()
    }

    fn somebody_does_something(&mut self) {
        let Some((_, player)) = self.somebody() else { return };
        let what = [Purchase::Rebuy, Purchase::AddOn][self.dice.index(2)];
        let event = &mut self.event;
        match self.dice.below(8) {
            0 | 1 => {
                event.tables.absent.insert(player);
            }
            2 => {
                event.tables.absent.remove(&player);
                event.step(Input::Back { player }).unwrap();
            }
            3 | 4 => {
                let may = event.director.may_buy(player, what);
                let bought = event.step(Input::Buy { player, what });
                assert_eq!(bought.is_ok(), may, "what may be bought can be");
            }
            5 => {
                let declined = event.step(Input::DeclineRebuy { player });
                assert!(matches!(declined, Ok(_) | Err(Refusal::NoRebuyOffered)));
            }
            6 if self.dice.below(6) == 0 => {
                event.step(Input::Quit { player }).unwrap();
                event.tables.absent.insert(player);
            }
            _ => {
                let _ = event.step(Input::GiveUp { player });
            }
        }
    }

    /// Proposes a deal, or lets all parties vote on the open one, mostly for it.
    fn deal(&mut self) {
        let Some((_, proposer)) = self.somebody() else { return };
        let event = &mut self.event;
        if let Some(open) = event.director.deals().open() {
            let number = open.number;
            let parties: Vec<EntryNo> =
                open.proposal.shares().iter().map(|(entry, _)| *entry).collect();
            let refuses = self.dice.below(3) == 0;
            for (index, entry) in parties.iter().enumerate() {
                let player = event.director.entry(*entry).unwrap().player;
                let agrees = !(refuses && index == 0);
                // A player who is out has no vote, and a decided vote takes no more votes.
                let _ = event.step(Input::Vote { player, deal: number, agrees });
            }
            let late = event.step(Input::Vote { player: proposer, deal: DealNo(99), agrees: true });
            assert!(late.is_err(), "there is no such deal");
            return;
        }
        let division = match self.dice.below(3) {
            0 => Division::ByChips,
            1 => Division::Icm,
            _ => Division::Shares(vec![(EntryNo(1), Cents(100))]),
        };
        let pool = event.director.prize_pool();
        let for_winner = match self.dice.below(3) {
            0 => Cents::ZERO,
            1 => Cents(pool.0 / 20),
            _ => Cents(pool.0 / 10),
        };
        let wish = DealWish {
            player: (self.dice.below(2) == 0).then_some(proposer),
            division,
            for_winner,
            floor_present: true,
            away: Vec::new(),
        };
        let before = event.director.seq();
        if event.step(Input::ProposeDeal(wish)).is_err() {
            assert_eq!(event.director.seq(), before, "a refusal changes nothing");
        }
    }

    /// Reports lost or restored connections, which is never rejected.
    fn outage(&mut self) {
        let lost = self.dice.below(3) > 0;
        let input =
            if lost { Input::ConnectionsLost { missing: 3 } } else { Input::ConnectionsBack };
        self.event.step(input).unwrap();
    }

    /// Lets the floor pause a single table, without the director.
    fn pauses_a_table(&mut self) {
        let playing = self.event.tables.playing();
        if let Some(table) = self.dice.pick(&playing) {
            self.event.tables.pause(*table, true);
        }
    }

    /// Issues a random floor order. An impossible order is rejected and changes nothing.
    fn floor(&mut self) {
        let Some((entry, _)) = self.somebody() else { return };
        let tables: Vec<TableNo> = self.event.director.tables().map(|(table, _)| table).collect();
        let Some(table) = self.dice.pick(&tables).copied() else { return };
        let dice = &mut self.dice;
        let pots: Vec<PotNo> =
            self.event.director.escrow().pots().map(|(number, _)| number).collect();
        let stack = self.event.director.entry(entry).map_or(Chips::ZERO, |entry| entry.stack);
        let command = match dice.below(36) {
            0 => Command::Pause,
            1 | 2 => Command::Resume,
            3 => Command::AddTime(Millis(30_000)),
            4 => Command::TakeTime(Millis(30_000)),
            5 => Command::SetClock { level: self.event.director.level() + 1, left: Millis(90_000) },
            6 => Command::Move(Place { entry, table, seat: None }),
            7 => Command::BalanceNow,
            8 => Command::BreakTable(table),
            9 => Command::HaltTable(table),
            10 | 11 => Command::WaiveHalt(table),
            12 if dice.below(4) == 0 => Command::Redraw,
            13 if dice.below(4) == 0 => Command::HandForHand(true),
            14 => Command::HandForHand(false),
            15 => Command::MissHands(entry, 1 + dice.below(5)),
            16 => Command::MissRounds(entry, 1),
            17 => Command::LiftPenalty(entry),
            18 => Command::Disqualify { entry, keeps_prize: true },
            19 => Command::PickUp(entry),
            20 => Command::Forfeit(entry, Chips(500)),
            21 => Command::SetStack(entry, Chips(7_000)),
            22 => {
                let rulings = self.event.director.rulings();
                let Some(last) = rulings.last().map(|ruling| ruling.seq) else { return };
                Command::Undo(last)
            }
            23 | 24 => Command::Impound { table, parts: vec![(entry, stack)] },
            25 => Command::Impound { table, parts: vec![(entry, Chips(stack.0 / 3))] },
            34 => {
                let waiting = self
                    .event
                    .director
                    .entries()
                    .find(|(_, entry)| matches!(entry.whereabouts, Whereabouts::Waiting));
                let entry = waiting.map_or(entry, |(entry, _)| entry);
                Command::Seat(Place { entry, table, seat: None })
            }
            27 => Command::GiveBonus(entry, Chips(500)),
            28 => Command::ForfeitBonus(entry),
            26 => match dice.pick(&pots) {
                Some(pot) => return self.release(*pot),
                None => return,
            },
            29 | 30 => {
                let unit = Chips([10, 25, 50, 100][usize::try_from(dice.below(4)).unwrap()]);
                let table = (dice.below(3) == 0).then_some(table);
                Command::ColorUp(ColorUp { table, unit, method: None })
            }
            31 | 32 => {
                let stages = &self.event.director.structure().stages;
                let skip = usize::try_from(self.dice.below(8)).unwrap();
                let mut stages: Vec<Stage> = stages.iter().skip(skip).cloned().collect();
                for stage in &mut stages {
                    if let Stage::Level(level) = stage {
                        level.seconds = 60 + u64::from(self.dice.below(300));
                    }
                }
                Command::ChangeLevels(stages)
            }
            33 => Command::DrawLots(LotList {
                about: "the remedy".to_owned(),
                lots: vec![Lot::Text("the flop stands".to_owned()), Lot::Entry(entry)],
                count: 1,
            }),
            _ => Command::Announce("good luck".to_owned()),
        };
        self.ruled(command);
    }

    /// The floor decides about a pot: for two of those left, or one.
    fn release(&mut self, pot: PotNo) {
        let director = &self.event.director;
        let Some((_, impounded)) = director.escrow().pots().find(|(number, _)| *number == pot)
        else {
            return;
        };
        let left = director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
        let mut left: Vec<EntryNo> = left.map(|(number, _)| number).collect();
        self.dice.shuffle(&mut left);
        let (part, rest) = (Chips(impounded.chips().0 / 2), impounded.chips());
        let parts = match left.as_slice() {
            [] => return,
            [one, other, ..] if !part.is_zero() && self.dice.below(2) == 0 => {
                vec![(*one, part), (*other, Chips(rest.0 - part.0))]
            }
            [one, ..] => vec![(*one, rest)],
        };
        self.ruled(Command::ReleasePot { pot, parts });
    }

    fn ruled(&mut self, command: Command) {
        let before = (self.event.director.seq(), self.event.director.chips());
        if self.event.order(command).is_err() {
            let after = (self.event.director.seq(), self.event.director.chips());
            assert_eq!(before, after, "a refusal changes nothing");
        }
    }

    /// Restarts the process: folds the director from its log or a snapshot, and
    /// resends unfinished orders twice.
    fn crash(&mut self, seen: &mut Seen) {
        seen.crashes += 1;
        self.fold();
        assert_eq!(self.folded, self.event.director, "seed {}", self.seed);
        let mut director = self.folded.clone();
        if self.dice.below(4) == 0 {
            let bytes = postcard::to_allocvec(&director.snapshot()).unwrap();
            let mut bytes = postcard::Deserializer::from_bytes(&bytes);
            let setup = director.setup().clone();
            director = Director::restore(setup, &mut bytes).unwrap();
            assert_eq!(director, self.folded, "seed {}: a snapshot is all of it", self.seed);
        }
        self.event.director = director;
        let outstanding: Vec<_> = self.event.director.outstanding().cloned().collect();
        for ordered in outstanding.iter().chain(&outstanding) {
            self.event.tables.take(ordered);
        }
        self.event.step(Input::Recover).unwrap();
    }

    fn fold(&mut self) {
        for logged in &self.event.log[self.folded_so_far..] {
            self.folded.apply(logged);
        }
        self.folded_so_far = self.event.log.len();
    }

    fn check(&mut self) {
        if self.dice.below(6) == 0 {
            self.event.director.audit();
            self.every_chip_is_somewhere();
        }
        self.judge_tables();
        self.judge_hands();
    }

    /// Checks between hands that the chips at the tables and in transit match the director's total.
    fn every_chip_is_somewhere(&self) {
        let (event, director) = (&self.event, &self.event.director);
        let quiet = event.tables.reports.is_empty() && director.outstanding().next().is_none();
        if !quiet || director.phase() != Phase::Running {
            return;
        }
        let elsewhere = director.entries().filter(|(_, entry)| {
            matches!(
                entry.whereabouts,
                Whereabouts::Waiting | Whereabouts::Moving { .. } | Whereabouts::Through
            )
        });
        let elsewhere: Chips = elsewhere.map(|(_, entry)| entry.stack).sum();
        let elsewhere = elsewhere + director.escrow().total();
        assert_eq!(event.tables.chips() + elsewhere, director.chips(), "seed {}", self.seed);
    }

    /// Checks that tables that stay differ by no more than the rulebook allows.
    /// Exceptions are tables that have not finished a hand since, and tables with too few
    /// seated players to have a next big blind. Those are dealt nothing before their
    /// arrivals, which [`Self::judge_hands`] checks.
    fn judge_tables(&self) {
        let director = &self.event.director;
        let format = director.setup().structure.format;
        let counts = matches!(director.clock(), Clock::Level { .. }) && director.is_playing_time();
        if matches!(format, Format::Shootout | Format::HeadsUp) || !counts {
            return;
        }
        let staying = director.tables().filter(|(_, table)| !table.breaks);
        let sizes: Vec<(usize, bool)> = staying
            .map(|(_, table)| {
                let rests = table.halted.is_some() || table.rests_until.is_some();
                (table.size(), table.is_ready() && !rests && table.upcoming.is_some())
            })
            .collect();
        let least = sizes.iter().map(|(size, _)| *size).min().unwrap_or(0);
        let rule = &director.setup().rulebook.seating;
        let allowed =
            if sizes.len() < 4 { rule.difference_few_tables } else { rule.difference_many_tables };
        let most = least + usize::from(allowed);
        let excess = sizes.iter().filter(|(size, ready)| *ready && *size > most);
        assert_eq!(excess.count(), 0, "seed {} ({}): {sizes:?}", self.seed, self.book);
    }

    /// Checks that the fullest table is dealt no hand while it has to give up a player. An excess
    /// lasts no longer than the hand in which it arises.
    fn judge_hands(&mut self) {
        let judged = std::mem::replace(&mut self.hands_judged, self.event.too_large.len());
        let dealt = &self.event.too_large[judged..];
        assert!(dealt.is_empty(), "seed {} ({}): {dealt:?}", self.seed, self.book);
    }

    fn judge_the_end(&mut self) {
        let seed = self.seed;
        self.fold();
        assert_eq!(self.folded, self.event.director, "seed {seed}: the log replays");
        let director = &self.event.director;
        assert_eq!(director.phase(), Phase::Over, "seed {seed}");
        assert!(director.tables().next().is_none(), "seed {seed}: every table is closed");
        assert!(director.outstanding().next().is_none(), "seed {seed}: everything is done");
        let total: Chips = director.entries().map(|(_, entry)| entry.stack).sum();
        assert_eq!(total, director.chips(), "seed {seed}: every chip is somebody's");
        // Every place is taken, and shared places by the right number of entries.
        let mut places: Vec<u32> =
            director.entries().filter_map(|(entry, _)| director.place(entry)).collect();
        places.sort_unstable();
        let through = director.carried_over().count();
        let entries = usize::try_from(director.entry_count()).unwrap();
        assert_eq!(places.len() + through, entries, "seed {seed}");
        let records = director.records();
        let of = |part: fn(&PlayerRecord) -> u32| records.iter().map(part).sum::<u32>();
        assert_eq!(of(|record| record.entries), director.entry_count(), "seed {seed}");
        let told: Cents = records
            .iter()
            .map(|record| {
                record.prize + director.terms().ticket_worth().times(record.tickets.into())
            })
            .sum();
        let won: Cents = director.entries().map(|(_, entry)| entry.prize).sum();
        assert_eq!(told, won, "seed {seed}");
        assert!(director.began_at() <= director.ended_at(), "seed {seed}");
        for place in &places {
            let better = places.iter().filter(|other| *other < place).count() + through;
            assert_eq!(usize::try_from(*place).unwrap(), better + 1, "seed {seed}: {places:?}");
        }
        self.judge_bounties();
        let won: Cents = director.entries().map(|(_, entry)| entry.prize).sum();
        if through == 0 {
            assert_eq!(won, director.prize_pool(), "seed {seed}: the whole pool is won");
        } else {
            assert_eq!(won, Cents::ZERO, "seed {seed}: the last day divides the pool");
        }
    }

    /// Checks that every cent paid for bounties is won.
    fn judge_bounties(&self) {
        use cardroom_tournament::Event;
        let Some(bounties) = self.event.director.bounties() else { return };
        bounties.audit();
        let ledger = bounties.ledger();
        assert_eq!(ledger.paid_in + ledger.added, ledger.paid_out, "seed {}", self.seed);
        let entries = u64::from(self.event.director.entry_count());
        assert_eq!(ledger.paid_in, Cents(501 * entries), "seed {}", self.seed);
        let paid = self.event.log.iter().map(|event| match event {
            Event::BountyAwarded(award) => award.won.iter().map(|won| won.cash).sum(),
            Event::BountiesShared { shares } => shares.iter().map(|(_, share)| *share).sum(),
            _ => Cents::ZERO,
        });
        assert_eq!(paid.sum::<Cents>(), ledger.paid_out, "seed {}", self.seed);
    }

    fn count(&self, seen: &mut Seen) {
        use cardroom_tournament::Event;
        let director = &self.event.director;
        seen.entrants += u64::from(director.entry_count());
        seen.hands += self.event.tables.hands;
        seen.waits += self.event.tables.waits;
        seen.rulings += u64::try_from(director.rulings().len()).unwrap();
        seen.rounds += u64::from(director.round() > 1);
        for logged in &self.event.log {
            match logged {
                Event::Moved { .. } => seen.moves += 1,
                Event::Bought { .. } => seen.rebuys += 1,
                Event::HandTogether => seen.hands_together += 1,
                Event::Removed { why, .. } => {
                    seen.removals += 1;
                    seen.long_absences += u64::from(*why == Removal::Absent);
                }
                Event::LongAbsence { .. } => seen.long_absences += 1,
                Event::DayOver { .. } => seen.days += 1,
                Event::BountyAwarded(award) => {
                    seen.bounties += 1;
                    seen.drawn += u64::from(award.drawn.is_some());
                }
                Event::ChipsExchanged { .. } => seen.exchanges += 1,
                Event::LevelsChanged { .. } => seen.level_changes += 1,
                Event::LotsDrawn(_) => seen.lots += 1,
                Event::ColorUpDue(_) => seen.color_ups += 1,
                Event::SurplusSeat { open: false, .. } => seen.surplus_seats += 1,
                Event::TablePaused { paused: true, .. } => seen.pauses += 1,
                Event::DealMade { .. } => seen.deals += 1,
                Event::DealRejected { .. } => seen.deals_refused += 1,
                Event::Over { sharing, .. } => seen.tickets += u64::from(*sharing > 1),
                _ => {}
            }
        }
    }
}

/// The stored form of a tournament is a promise to the snapshots of older programs. Its fields are
/// written in one order, without names, so a field that changes places changes these bytes.
#[test]
fn states_and_events_of_random_tournaments_keep_their_bytes() {
    let mut bytes = Fingerprint::default();
    for seed in 0..number("CARDROOM_FINGERPRINTS", 24) {
        Play::new(seed).fingerprint(&mut bytes);
    }
    let known = [
        0xbcdd_f7ff_3449_e8f1,
        0xc7e7_bae7_df41_c7d8,
        0x22b0_6811_70fa_bcef,
        0xb487_974f_d633_89f0,
    ];
    let read = [bytes.states, bytes.texts, bytes.events, bytes.refusals];
    assert_eq!(read, known, "states, states as JSON, events, refusals");
}

/// Hashes of everything that random tournaments stored (FNV-1a).
#[derive(Debug)]
struct Fingerprint {
    states: u64,
    texts: u64,
    events: u64,
    refusals: u64,
}

impl Default for Fingerprint {
    fn default() -> Self {
        let empty = 0xcbf2_9ce4_8422_2325;
        Self { states: empty, texts: empty, events: empty, refusals: empty }
    }
}

fn hash(so_far: u64, bytes: &[u8]) -> u64 {
    let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(so_far, add)
}

impl Play {
    /// Plays the tournament to its end and adds its states, events and refusals.
    fn fingerprint(&mut self, to: &mut Fingerprint) {
        let mut seen = Seen::default();
        let mut steps = 0_u64;
        self.start();
        while self.event.director.phase() == Phase::Running {
            self.something(&mut seen);
            steps += 1;
            if steps.is_multiple_of(16) {
                self.add_state(to);
            }
        }
        self.event.deliver();
        self.add_state(to);
        let events = postcard::to_allocvec(&self.event.log).unwrap();
        to.events = hash(to.events, &events);
        for refusal in &self.event.refused {
            to.refusals = hash(to.refusals, format!("{refusal:?}: {refusal}").as_bytes());
        }
    }

    fn add_state(&self, to: &mut Fingerprint) {
        let state = self.event.director.snapshot();
        to.states = hash(to.states, &postcard::to_allocvec(&state).unwrap());
        to.texts = hash(to.texts, serde_json::to_string(&state).unwrap().as_bytes());
    }
}

#[test]
fn a_snapshot_from_before_later_fields_can_be_read() {
    let mut play = Play::new(1);
    play.start();
    let director = &play.event.director;
    let mut text = serde_json::to_value(director.snapshot()).unwrap();
    let fields = text.as_object_mut().unwrap();
    for field in ["escrow", "bonuses", "withheld", "reported"] {
        assert!(fields.remove(field).is_some(), "{field}");
    }
    assert_eq!(Director::restore(director.setup().clone(), text.clone()).unwrap(), *director);
    assert!(text.as_object_mut().unwrap().remove("clock").is_some());
    assert!(Director::restore(director.setup().clone(), text).is_err(), "it has no clock");
}
