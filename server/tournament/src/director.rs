//! The director: [`Director::step`] decides what an input leads to, [`Director::apply`] is the only
//! thing that changes a tournament.
//!
//! A step ends only when nothing more follows from it: every table that can be dealt a hand has
//! been ordered to, everybody who is to move is moving. What a step costs depends on what changed,
//! not on how many tables there are.

mod absences;
mod apply;
mod attend;
mod audit;
mod book;
mod bounties;
mod colour_up;
mod commands;
mod deals;
mod dues;
mod halts;
mod levels;
mod lots;
mod moves;
mod outages;
mod prizes;
mod purchases;
mod record;
mod refunds;
mod registration;
mod reports;
mod rounds;
mod seat_rules;
mod stages;
mod start;
mod surplus;
mod together;
mod undo;

pub use record::PlayerRecord;

use crate::absence::Absences;
use crate::clock::Clock;
use crate::deal::{DealNo, MadeDeal, OpenDeal};
use crate::draws::Draws;
use crate::entries::Purchases;
use crate::entry::{Entry, Whereabouts};
use crate::event::{Event, Seq};
use crate::floor::{DrawnLots, DueColorUp, Ruling};
use crate::hand_for_hand::HandForHand;
use crate::held::Held;
use crate::input::Input;
use crate::order::{OrderNo, Ordered};
use crate::penalties::Penalties;
use crate::prizes::Bounties;
use crate::refusal::Refusal;
use crate::removal::Due;
use crate::seating::{BreakingOrder, FloorPlan, Wishes};
use crate::setup::Setup;
use crate::table::Table;
use cardroom_rules::{Cents, Chips, EntryNo, Level, Millis, PlayerId, Stage, Structure, TableNo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Director {
    /// What it was opened with.
    opened_with: Setup,
    /// The same, with the levels as the floor has changed them.
    pub(crate) setup: Setup,
    pub(crate) state: State,
}

/// Everything about a tournament that changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) seq: Seq,
    /// The time of the last step.
    pub(crate) now: Millis,
    pub(crate) phase: Phase,
    /// When it began, and when it was over or called off.
    pub(crate) began_at: Option<Millis>,
    pub(crate) ended_at: Option<Millis>,
    pub(crate) starts_at: Option<Millis>,
    pub(crate) stage: u16,
    pub(crate) clock: Clock,
    /// The last step in which the clock went on to something else or was set.
    pub(crate) clock_touched: Seq,
    /// The beginning of play that was announced last.
    pub(crate) announced: Option<Millis>,
    /// Since when all clocks stand still, where they do.
    pub(crate) paused: Option<Millis>,
    /// Many players have lost their connections: until when they are waited for.
    pub(crate) outage: Option<Millis>,
    /// The tables that rest for longer than the break, and until when.
    pub(crate) resting: BTreeSet<(Millis, TableNo)>,
    pub(crate) hand_for_hand: Option<HandForHand>,
    /// The floor has ended hand-for-hand: it does not begin again by itself.
    pub(crate) hand_for_hand_waived: bool,
    pub(crate) entry_closed: bool,
    pub(crate) checked_in: BTreeSet<EntryNo>,
    /// By number, from 1.
    pub(crate) entries: Vec<Entry>,
    /// The last entry of each player.
    pub(crate) players: BTreeMap<PlayerId, EntryNo>,
    /// How many were made, withdrawn ones not counted.
    pub(crate) entry_count: u32,
    /// How many entries are in it, and what they have together.
    pub(crate) players_left: u32,
    pub(crate) chips: Chips,
    /// Those without a seat, in the order of their entries.
    pub(crate) waiting: BTreeSet<EntryNo>,
    pub(crate) floor: FloorPlan,
    /// Without chips, and not out yet.
    pub(crate) held: Held,
    /// What waits for the end of a hand.
    pub(crate) due: Due,
    pub(crate) absences: Absences,
    pub(crate) penalties: Penalties,
    /// Left for good; their chips are blinded out.
    pub(crate) quit: BTreeSet<EntryNo>,
    pub(crate) muted: BTreeSet<EntryNo>,
    pub(crate) banned: BTreeSet<PlayerId>,
    pub(crate) purchases: Purchases,
    /// What the tickets were worth with which entries were paid.
    pub(crate) tickets_used: BTreeMap<EntryNo, Cents>,
    /// Disqualified without the prize of the place.
    pub(crate) unpaid: BTreeSet<EntryNo>,
    pub(crate) rulings: Vec<Ruling>,
    pub(crate) deals_allowed: bool,
    /// Which round is played, where winners of tables play the next one.
    pub(crate) round: u32,
    /// A first day ends when all hands are over.
    pub(crate) day_ends: bool,
    /// Those who went on from it play in another tournament now.
    pub(crate) handed_over: bool,
    /// What each place wins, once nobody can enter any more, and how many win a ticket.
    pub(crate) prizes: Option<Vec<Cents>>,
    pub(crate) tickets: u32,
    /// Prices on heads, where there are any.
    pub(crate) bounties: Option<Bounties>,
    /// Everybody left is paid: mystery bounties are drawn.
    pub(crate) money_reached: bool,
    /// The deal that is voted on, and the number of the last one.
    pub(crate) deal: Option<OpenDeal>,
    pub(crate) last_deal: DealNo,
    /// The deals that were made.
    pub(crate) deals_made: Vec<MadeDeal>,
    /// The break in which chips went out of play last.
    pub(crate) exchange: Option<u16>,
    pub(crate) breaking: BreakingOrder,
    /// The floor has ordered tables to be balanced to a difference of one.
    pub(crate) balancing_ordered: bool,
    pub(crate) wishes: Wishes,
    /// Whether any table has said that it plays with blinds.
    pub(crate) has_blinds: bool,
    pub(crate) last_order: OrderNo,
    pub(crate) outstanding: BTreeMap<OrderNo, Ordered>,
    /// The draws that the floor made, by ruling.
    pub(crate) lots: BTreeMap<Seq, DrawnLots>,
    /// The levels and breaks, where the floor changed them.
    pub(crate) stages: Option<Vec<Stage>>,
    /// Changes of the levels since the last one began, each with what it changed.
    pub(crate) level_changes: Vec<(Seq, Vec<Stage>)>,
    /// The tables that color up when their hands are over.
    pub(crate) color_ups: BTreeMap<TableNo, DueColorUp>,
    /// The smallest chip since the floor colored up all tables.
    pub(crate) colored_up: Option<Chips>,
    /// How many tables may start with an extra player.
    pub(crate) extra_players: u32,
    /// The tables that started with an extra player, and whether they still have the seat.
    pub(crate) surplus: BTreeMap<TableNo, bool>,
}

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    Registering,
    Running,
    /// There is a winner.
    Over,
    /// It did not take place.
    Cancelled,
}

/// One step in the making.
pub(crate) struct Step<'a> {
    pub(crate) director: &'a mut Director,
    pub(crate) now: Millis,
    pub(crate) events: &'a mut Vec<Event>,
    /// The seeds of its draws.
    seeds: Draws,
    /// The tables something may follow for.
    pub(crate) attention: BTreeSet<TableNo>,
    /// What the ticket is worth with which the entry is paid that is made in this step.
    ticket: Option<Cents>,
}

impl Step<'_> {
    /// Applies an event and keeps it. The first one of a step says that a step begins.
    pub(crate) fn emit(&mut self, event: Event) {
        if self.events.is_empty() {
            let began = Event::StepBegan { at: self.now };
            self.director.apply(&began);
            self.events.push(began);
        }
        self.director.apply(&event);
        self.events.push(event);
    }

    /// What an input leads to at once; what follows from that is for [`Step::follow`].
    fn take(&mut self, input: Input) -> Result<(), Refusal> {
        match input {
            Input::Enter { player, of_age } => self.enter(player, of_age)?,
            Input::ByTicket { worth, entry } => {
                self.ticket = Some(worth);
                self.take(*entry)?;
            }
            Input::Withdraw { player } => self.withdraw(player)?,
            Input::CarryOver { player, stack } => self.carry_over(player, stack)?,
            Input::CarryAllOver { bags } => self.carry_all_over(bags)?,
            Input::HandOver { to } => self.hand_over(to)?,
            Input::CheckIn { player } => self.check_in(player)?,
            Input::Buy { player, what } => self.buy(player, what)?,
            Input::DeclineRebuy { player } => self.decline_rebuy(player)?,
            Input::GiveUp { player } => self.give_up(player)?,
            Input::Quit { player } => self.quit(player)?,
            Input::Back { player } => self.back(player)?,
            Input::ProposeDeal(wish) => self.propose_deal(wish)?,
            Input::Vote { player, deal, agrees } => self.vote(player, deal, agrees)?,
            Input::Floor(order) => self.rule(order)?,
            Input::Report(report) => self.report(report)?,
            Input::ConnectionsLost { missing } => self.wait_for_connections(missing),
            Input::ConnectionsBack => self.go_on_after_outage(),
            Input::Tick => self.end_outage_when_due(),
            Input::Recover => self.recover(),
            Input::Cancel { reason } => self.cancel(reason)?,
        }
        Ok(())
    }

    /// Gives a table an order.
    pub(crate) fn order(&mut self, table: TableNo, order: crate::Order) {
        let number = OrderNo(self.director.state.last_order.0 + 1);
        self.emit(Event::Ordered(Ordered { number, table, order }));
    }

    /// Draws something, from a seed of its own that is written into the log: what is drawn can be
    /// computed again from the log alone.
    pub(crate) fn drawing<T>(&mut self, draw: impl FnOnce(&Director, &mut Draws) -> T) -> T {
        let seed = self.seeds.next_u64();
        self.emit(Event::Drawn { seed });
        draw(self.director, &mut Draws::new(seed))
    }
}

impl Director {
    /// A tournament that nobody has entered.
    ///
    /// # Errors
    /// The setup does not go together.
    pub fn new(setup: Setup) -> Result<Self, String> {
        setup.validate()?;
        let state = State {
            seq: Seq(0),
            now: Millis(0),
            phase: Phase::Registering,
            began_at: None,
            ended_at: None,
            starts_at: setup.starts_at,
            stage: 0,
            clock: Clock::Stopped,
            clock_touched: Seq(0),
            announced: None,
            paused: None,
            outage: None,
            resting: BTreeSet::new(),
            hand_for_hand: None,
            hand_for_hand_waived: false,
            entry_closed: false,
            checked_in: BTreeSet::new(),
            held: Held::default(),
            due: Due::default(),
            absences: Absences::default(),
            penalties: Penalties::default(),
            quit: BTreeSet::new(),
            muted: BTreeSet::new(),
            banned: BTreeSet::new(),
            purchases: Purchases::default(),
            tickets_used: BTreeMap::new(),
            unpaid: BTreeSet::new(),
            rulings: Vec::new(),
            deals_allowed: true,
            round: 0,
            day_ends: false,
            handed_over: false,
            entries: Vec::new(),
            players: BTreeMap::new(),
            players_left: 0,
            chips: Chips::ZERO,
            waiting: BTreeSet::new(),
            floor: FloorPlan::default(),
            prizes: None,
            tickets: 0,
            bounties: setup
                .structure
                .bounty
                .clone()
                .map(|terms| Bounties::new(terms, setup.rulebook.finish.tied_bounty)),
            money_reached: false,
            deal: None,
            last_deal: DealNo(0),
            deals_made: Vec::new(),
            exchange: None,
            breaking: BreakingOrder::default(),
            balancing_ordered: false,
            wishes: Wishes::default(),
            has_blinds: false,
            entry_count: 0,
            last_order: OrderNo(0),
            outstanding: BTreeMap::new(),
            lots: BTreeMap::new(),
            stages: None,
            level_changes: Vec::new(),
            color_ups: BTreeMap::new(),
            colored_up: None,
            extra_players: 0,
            surplus: BTreeMap::new(),
        };
        Ok(Self { opened_with: setup.clone(), setup, state })
    }

    /// What it was opened with. Its levels may have changed since: see [`Director::structure`].
    #[must_use]
    #[expect(clippy::misnamed_getters, reason = "the floor may have changed the levels since")]
    pub fn setup(&self) -> &Setup {
        &self.opened_with
    }

    /// The structure as it is played now.
    #[must_use]
    pub fn structure(&self) -> &Arc<Structure> {
        &self.setup.structure
    }

    /// Which level a stage is, from 0; of a break the one before it.
    #[must_use]
    pub fn level_of(&self, stage: u16) -> u16 {
        self.setup.level_of(stage)
    }

    /// Decides what an input leads to and applies it. `seed` is a fresh random number; the seeds of
    /// all draws come from it, and each is written into the log before what was drawn.
    ///
    /// # Errors
    /// The input is not possible now; nothing has changed.
    pub fn step(&mut self, now: Millis, seed: u64, input: Input) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        let mut step = Step {
            director: self,
            now,
            events: &mut events,
            seeds: Draws::new(seed),
            attention: BTreeSet::new(),
            ticket: None,
        };
        step.take(input)?;
        step.follow();
        self.assert_sound();
        Ok(events)
    }

    /// When it starts, as the floor has it now.
    #[must_use]
    pub fn starts_at(&self) -> Option<Millis> {
        self.state.starts_at
    }

    /// Whether it begins as soon as it is full: a sit-and-go, and whatever has no time. A
    /// sit-and-go that has a time as well is called off then.
    #[must_use]
    pub fn begins_full(&self) -> bool {
        let format = self.setup.structure.format;
        self.state.starts_at.is_none() || format == cardroom_rules::Format::SitAndGo
    }

    /// When [`Input::Tick`] is due; `None` while nothing waits for time.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        let state = &self.state;
        match state.phase {
            Phase::Registering => self.play_nears_at().or(state.starts_at),
            Phase::Running if state.paused.is_none() => {
                let vote = state.deal.as_ref().map(|deal| deal.until);
                let rebuy = state.held.first_deciding().map(|(_, until)| until);
                let rest = state.resting.first().map(|(until, _)| *until);
                let long_absence = self.long_absence_due();
                let halt = self.halt_deadline();
                let clock = state.clock.deadline(self.longest_wait_for_break());
                let all =
                    [vote, clock, halt, rebuy, rest, long_absence, self.absence_warning_due()];
                let all = all.into_iter().chain([self.play_nears_at()]);
                all.flatten().min()
            }
            // A vote for which the clock stands still ends all the same.
            Phase::Running => {
                let vote = state.deal.as_ref().map(|deal| deal.until);
                vote.into_iter().chain(state.outage).min()
            }
            Phase::Over | Phase::Cancelled => None,
        }
    }

    /// The orders that no table has reported done: after a restart they are sent again.
    pub fn outstanding(&self) -> impl Iterator<Item = &Ordered> {
        self.state.outstanding.values()
    }

    /// How many steps with events there were.
    #[must_use]
    pub fn seq(&self) -> Seq {
        self.state.seq
    }

    /// Until when players are waited for who lost their connections, many at once.
    #[must_use]
    pub fn outage(&self) -> Option<Millis> {
        self.state.outage
    }

    /// Since when all clocks stand still, where it is paused.
    #[must_use]
    pub fn paused(&self) -> Option<Millis> {
        self.state.paused
    }

    /// Hand-for-hand, while it is on.
    #[must_use]
    pub fn hand_for_hand(&self) -> Option<&HandForHand> {
        self.state.hand_for_hand.as_ref()
    }

    /// Hands to miss, and warnings.
    #[must_use]
    pub fn penalties(&self) -> &Penalties {
        &self.state.penalties
    }

    #[must_use]
    pub fn absences(&self) -> &Absences {
        &self.state.absences
    }

    /// What the floor has ruled, the latest last.
    #[must_use]
    pub fn rulings(&self) -> &[Ruling] {
        &self.state.rulings
    }

    /// Whether somebody may not chat.
    #[must_use]
    pub fn is_muted(&self, entry: EntryNo) -> bool {
        self.state.muted.contains(&entry)
    }

    /// Which round is played, from 1, where winners of tables play the next one; 0 elsewhere.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.state.round
    }

    /// How many levels come before a stage.
    #[must_use]
    pub fn levels_before(&self, stage: u16) -> u16 {
        let stages = self.setup.structure.stages.iter().take(usize::from(stage));
        let levels = stages.filter(|stage| matches!(stage, Stage::Level(_))).count();
        u16::try_from(levels).unwrap_or(u16::MAX)
    }

    /// How far it has come.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// What its clock shows.
    #[must_use]
    pub fn clock(&self) -> Clock {
        self.state.clock
    }

    /// Which level hands are dealt under now, from 0.
    #[must_use]
    pub fn level(&self) -> u16 {
        self.setup.level_of(self.state.stage)
    }

    /// The level with this number, from 0; after the last one the last one.
    #[must_use]
    pub fn level_terms(&self, level: u16) -> Option<&Level> {
        self.setup.levels().nth(usize::from(level)).or_else(|| self.setup.levels().last())
    }

    #[must_use]
    pub fn entry(&self, entry: EntryNo) -> Option<&Entry> {
        let index = usize::try_from(entry.0).ok()?.checked_sub(1)?;
        self.state.entries.get(index)
    }

    /// The last entry of a player.
    #[must_use]
    pub fn entry_of(&self, player: PlayerId) -> Option<EntryNo> {
        self.state.players.get(&player).copied()
    }

    /// The place of an entry that is out, or has won; while one may still enter, the place it would
    /// have if nobody did. Several may share one.
    #[must_use]
    pub fn place(&self, entry: EntryNo) -> Option<u32> {
        match self.entry(entry)?.whereabouts {
            Whereabouts::Finished { out_before, sharing, .. } => {
                Some((self.state.entry_count + 1).saturating_sub(out_before + sharing))
            }
            _ => None,
        }
    }

    /// All entries, by number.
    pub fn entries(&self) -> impl Iterator<Item = (EntryNo, &Entry)> {
        (1..).map(EntryNo).zip(&self.state.entries)
    }

    /// How many entries were made, withdrawn ones not counted.
    #[must_use]
    pub fn entry_count(&self) -> u32 {
        self.state.entry_count
    }

    /// How many are still in it.
    #[must_use]
    pub fn players_left(&self) -> u32 {
        self.state.players_left
    }

    /// All chips in it.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.state.chips
    }

    /// Whether nobody can enter any more.
    #[must_use]
    pub fn entry_is_closed(&self) -> bool {
        self.state.entry_closed
    }

    /// The tables that are open, by number.
    pub fn tables(&self) -> impl Iterator<Item = (TableNo, &Table)> {
        self.state.floor.tables()
    }

    /// A table that is open.
    #[must_use]
    pub fn table(&self, table: TableNo) -> Option<&Table> {
        self.state.floor.table(table)
    }

    #[must_use]
    pub fn floor_plan(&self) -> &FloorPlan {
        &self.state.floor
    }

    /// In which order its tables break.
    #[must_use]
    pub fn breaking_order(&self) -> &BreakingOrder {
        &self.state.breaking
    }

    /// Who has a place reserved, and who is not to sit with whom.
    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.state.wishes
    }

    /// Everything about it that changes, to be stored.
    #[must_use]
    pub fn snapshot(&self) -> impl Serialize + '_ {
        &self.state
    }

    /// The tournament a [snapshot](Director::snapshot) was taken of.
    ///
    /// # Errors
    /// The setup does not go together, or the snapshot does not decode.
    pub fn restore<'de, D: serde::Deserializer<'de>>(
        setup: Setup,
        snapshot: D,
    ) -> Result<Self, String> {
        setup.validate()?;
        let state = State::deserialize(snapshot).map_err(|error| error.to_string())?;
        let mut director = Self { opened_with: setup.clone(), setup, state };
        director.restore_levels();
        Ok(director)
    }

    pub(crate) fn stage(&self) -> Option<&Stage> {
        self.setup.stage(self.state.stage)
    }
}
