//! The director's instructions to a tournament table, and the table's reports. Instructions become
//! inputs of the engine, and hands become reports. This module stores and sends nothing itself.

use arrayvec::ArrayVec;
use cardroom_engine::{
    Adjudicated, Entering as EngineEntering, EtiquetteFlag, Event, FloorEvent, HandOrder, Input,
    ReturnedBets, Table,
};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{
    Chips, HandNo, LevelPlays, MAX_SEATS, Millis, PlayerId, SeatNo, SeatSet, TableNo,
};
use cardroom_tournament::{
    Deal, Entering, HandFinished, Order, OrderNo, Ordered, Outcome, PenaltyCause, PenaltyDue,
    Reawarded, Report, Standing, Upcoming,
};
use std::collections::VecDeque;
use std::sync::Arc;

/// The instructions that a tournament table has received.
#[derive(Clone, Debug)]
pub struct OrderDesk {
    table: TableNo,
    levels: Arc<[LevelPlays]>,
    /// Instructions that wait for the end of the hand, in the order of arrival.
    waiting: VecDeque<Ordered>,
    /// This instruction and all before it were carried out.
    done: OrderNo,
    /// The highest number that was carried out, even while lower ones wait for the end of the hand.
    ahead: OrderNo,
    hand: HandFacts,
    /// The last finished hand, as it is reported.
    finished: Option<HandFinished>,
    /// Penalties that players owe for that hand.
    owed: Vec<PenaltyDue>,
    closed: bool,
}

/// Facts about a hand for its report.
#[derive(Clone, Default, Debug)]
struct HandFacts {
    started: Vec<Start>,
    /// The players eligible for each pot and its winners, by the pot's number.
    pots: Vec<(SeatSet, SeatSet)>,
    /// The relative ranks of the hands of players who are out.
    ranks: Vec<(SeatNo, u8)>,
    /// Players who were absent when the cards were dealt, and have not acted since.
    absent: SeatSet,
    /// Players who owe a penalty for this hand, and the cause.
    penalized: Vec<(SeatNo, PenaltyCause)>,
}

/// A player at the time of the instruction to deal the hand.
#[derive(Clone, Copy, Debug)]
struct Start {
    seat: SeatNo,
    player: PlayerId,
    chips: Chips,
}

impl OrderDesk {
    /// Creates the desk of a table that has done nothing.
    #[must_use]
    pub fn new(table: TableNo, levels: Arc<[LevelPlays]>) -> Self {
        Self {
            table,
            levels,
            waiting: VecDeque::new(),
            done: OrderNo(0),
            ahead: OrderNo(0),
            hand: HandFacts::default(),
            finished: None,
            owed: Vec::new(),
            closed: false,
        }
    }

    /// Sets the games of each level from now on.
    pub fn set_levels(&mut self, levels: Arc<[LevelPlays]>) {
        self.levels = levels;
    }

    /// Returns the number of its table in the tournament.
    #[must_use]
    pub fn table(&self) -> TableNo {
        self.table
    }

    /// Returns the last instruction that was carried out, to be stored with its results.
    #[must_use]
    pub fn done(&self) -> OrderNo {
        self.done
    }

    /// Restores how far the stored steps show that instructions were carried out.
    pub fn resume_at(&mut self, done: OrderNo) {
        self.done = self.done.max(done);
    }

    /// Returns the last report, to be stored with a snapshot.
    #[must_use]
    pub fn finished(&self) -> Option<&HandFinished> {
        self.finished.as_ref()
    }

    /// Returns the penalties for the hand of the last report, which are stored with it.
    #[must_use]
    pub fn owed(&self) -> &[PenaltyDue] {
        &self.owed
    }

    /// Restores the report that was stored with a snapshot, and the penalties of its hand.
    pub fn resume_with(&mut self, finished: Option<HandFinished>, owed: Vec<PenaltyDue>) {
        self.finished = finished;
        self.owed = owed;
    }

    /// Returns `true` if the table was closed, so that nothing more happens there.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Receives an instruction. Adds its immediate effects to the events, and returns the reports
    /// for the director. An instruction that was already carried out is only reported again.
    pub fn take(
        &mut self,
        now: Millis,
        ordered: Ordered,
        table: &mut HybridTable,
        events: &mut Vec<Event>,
    ) -> Vec<Report> {
        if ordered.number <= self.done {
            return self.again(&ordered, table);
        }
        // After the instruction to deal, the players of the hand must not change.
        let is_busy = table.hand_in_progress().is_some() || table.awaits_ordered_hand();
        let waits = is_busy && !is_immediate(&ordered.order, table);
        if !waits {
            return self.carry_out(now, &ordered, table, events).into_iter().collect();
        }
        if self.waiting.iter().all(|known| known.number != ordered.number) {
            self.waiting.push_back(ordered);
        }
        Vec::new()
    }

    /// Restores the desk of a table between hands. If its next hand was already instructed,
    /// notes the players again.
    pub fn resume_at_table(&mut self, table: &Table) {
        if table.awaits_ordered_hand() {
            self.note_players(table);
        }
    }

    /// Notes the players of the hand that was instructed.
    fn note_players(&mut self, table: &Table) {
        let players = table.players().map(|(seat, player)| Start {
            seat,
            player,
            chips: table.stack(seat).unwrap_or_default(),
        });
        self.hand = HandFacts { started: players.collect(), ..HandFacts::default() };
    }

    /// Notes an event for the report of the hand. `table` is in the state right after the event, or
    /// after all events of the same step.
    pub fn note(&mut self, event: &Event, table: &Table) {
        match event {
            Event::HandOrdered(_) => self.note_players(table),
            Event::HandStarted(start) => self.hand.absent = start.absent,
            // TFPL 6-8: a player who is back for their turn is present.
            Event::Acted { seat, timed_out: false, .. } => self.hand.absent.remove(*seat),
            Event::OutRanked { ranks } => self.hand.ranks.clone_from(ranks),
            Event::StreetClosed { pots } => {
                let eligible = pots.iter().map(|pot| (pot.eligible, SeatSet::EMPTY));
                self.hand.pots = eligible.collect();
            }
            Event::PotAwarded { pot, shares, .. } => {
                if let Some((_, winners)) = self.hand.pots.get_mut(usize::from(*pot)) {
                    for share in shares {
                        winners.insert(share.seat);
                    }
                }
            }
            Event::Adjudicated(adjudicated) => {
                if let Adjudicated::Flagged { seat, flag: EtiquetteFlag::NutsPenalty } =
                    **adjudicated
                {
                    self.hand.penalized.push((seat, PenaltyCause::ExclusiveNuts));
                }
            }
            Event::HandEnded { hand, at } => {
                self.finished = Some(self.report(*hand, *at, false, table));
                self.owed = self.penalties(*hand);
            }
            Event::HandVoided { hand, at, .. } | Event::HandWithdrawn { hand, at } => {
                self.finished = Some(self.report(*hand, *at, true, table));
                self.owed.clear();
            }
            Event::Floor(ruled) => {
                if let Some(back) = event.returns_bets() {
                    self.undo(back, table);
                }
                self.reaward(&ruled.what, table);
            }
            _ => {}
        }
    }

    /// Voids the last hand afterwards. Its report changes. If the next hand was already instructed,
    /// it begins with other stacks.
    fn undo(&mut self, back: &ReturnedBets, table: &Table) {
        let finished = self.finished.as_mut().filter(|finished| finished.hand == back.hand);
        if let Some(finished) = finished {
            finished.void = true;
            self.owed.clear();
            keep_those_here(finished, table);
            for player in &mut finished.players {
                player.stack = table.stack(player.seat).unwrap_or_default();
            }
        }
        if table.awaits_ordered_hand() {
            self.note_players(table);
        }
    }

    /// Moves chips of the last hand to another player. Its report changes. A next hand begins with
    /// other stacks, even if it is in progress.
    fn reaward(&mut self, ruled: &FloorEvent, table: &Table) {
        let Some(Reawarded { hand, from, to, chips, .. }) = self.reawarded(ruled, table) else {
            return;
        };
        if let Some(finished) = self.finished.as_mut().filter(|known| known.hand == hand) {
            for standing in &mut finished.players {
                if standing.player == from {
                    standing.stack = standing.stack.saturating_sub(chips);
                    if standing.stack.is_zero() {
                        standing.eliminated_by = std::iter::once(to).collect();
                    }
                } else if standing.player == to {
                    standing.stack += chips;
                }
            }
        }
        if table.awaits_ordered_hand() {
            self.note_players(table);
        } else if let Some(start) = self.hand.started.iter_mut().find(|start| start.player == from)
        {
            // The hand in progress is played with the rest of the stack.
            start.chips = start.chips.saturating_sub(chips);
        }
    }

    /// Returns the report for chips of the last hand that were moved to another player.
    #[must_use]
    pub fn reawarded(&self, ruled: &FloorEvent, table: &Table) -> Option<Reawarded> {
        let FloorEvent::PotReawarded { hand, from, to, amount } = ruled else { return None };
        let player_at = |wanted: SeatNo| {
            table.players().find(|(seat, _)| *seat == wanted).map(|(_, player)| player)
        };
        let (from, to) = (player_at(*from)?, player_at(*to)?);
        Some(Reawarded { table: self.table, hand: *hand, from, to, chips: *amount })
    }

    /// Returns the report of a last hand that was voided after it was over, with the current
    /// positions, and the stacks before a next hand.
    #[must_use]
    pub fn last_undone(&self, table: &Table) -> Option<Report> {
        let mut undone = self.finished.clone().filter(|finished| finished.void)?;
        undone.upcoming = upcoming(table);
        keep_those_here(&mut undone, table);
        for player in &mut undone.players {
            let start = self.hand.started.iter().find(|start| start.seat == player.seat);
            let start = start.filter(|_| table.hand_in_progress().is_some());
            let stack = start.map(|start| start.chips).or(table.stack(player.seat));
            player.stack = stack.unwrap_or_default();
        }
        Some(Report::HandUndone(Box::new(undone)))
    }

    /// Carries out the instructions that waited for the end of a hand, then reports the hand.
    pub fn after_hand(
        &mut self,
        now: Millis,
        table: &mut HybridTable,
        events: &mut Vec<Event>,
    ) -> Vec<Report> {
        let mut reports = Vec::new();
        while let Some(ordered) = self.waiting.pop_front() {
            reports.extend(self.carry_out(now, &ordered, table, events));
        }
        reports.extend(self.last_reports(table));
        reports
    }

    /// Returns the report of the last finished hand, with the current positions. The penalties that
    /// players owe for the hand come first, because they already apply to the next hand.
    #[must_use]
    pub fn last_reports(&self, table: &Table) -> Vec<Report> {
        let Some(mut finished) = self.finished.clone() else { return Vec::new() };
        finished.upcoming = upcoming(table);
        let owed = self.owed.iter().copied().map(Report::PenaltyDue);
        owed.chain([Report::HandFinished(Box::new(finished))]).collect()
    }

    /// Returns the reports about the last hand that the director may have missed. A void hand is
    /// also reported as undone, because the director may know it from before.
    #[must_use]
    pub fn reports_again(&self, table: &Table) -> Vec<Report> {
        self.last_reports(table).into_iter().chain(self.last_undone(table)).collect()
    }

    /// Returns the report whether the table is paused.
    #[must_use]
    pub fn paused(&self, table: &Table) -> Report {
        Report::Paused { table: self.table, paused: table.is_paused() }
    }

    fn penalties(&self, hand: HandNo) -> Vec<PenaltyDue> {
        let table = self.table;
        let player_at = |wanted: SeatNo| {
            let start = self.hand.started.iter().find(|start| start.seat == wanted);
            start.map(|start| start.player)
        };
        let owed = self.hand.penalized.iter().filter_map(|(seat, cause)| {
            let (player, cause) = (player_at(*seat)?, *cause);
            Some(PenaltyDue { table, hand, player, cause })
        });
        owed.collect()
    }

    fn again(&mut self, ordered: &Ordered, table: &Table) -> Vec<Report> {
        self.closed |= matches!(ordered.order, Order::Close);
        match &ordered.order {
            Order::Deal(deal) => {
                let is_over = |hand: &HandFinished| hand.hand >= deal.hand;
                if self.finished.as_ref().is_some_and(is_over) {
                    self.last_reports(table)
                } else {
                    Vec::new()
                }
            }
            _ => vec![self.report_done(ordered, Outcome::Positions(upcoming(table)))],
        }
    }

    fn carry_out(
        &mut self,
        now: Millis,
        ordered: &Ordered,
        table: &mut HybridTable,
        events: &mut Vec<Event>,
    ) -> Option<Report> {
        for input in self.inputs(&ordered.order, table) {
            let from = events.len();
            // Refused only if it was already done, because a repeated instruction changes nothing.
            if table.step_into(now, input, events).is_ok() {
                for event in &events[from..] {
                    self.note(event, table);
                }
            }
        }
        self.ahead = self.ahead.max(ordered.number);
        // An immediate instruction overtakes those that wait for the end of the hand. They
        // are still not done.
        self.done = match self.waiting.front() {
            None => self.done.max(self.ahead),
            Some(first) if first.number > ordered.number => self.done.max(ordered.number),
            Some(_) => self.done,
        };
        self.closed |= matches!(ordered.order, Order::Close);
        match &ordered.order {
            Order::Deal(_) => None,
            _ => Some(self.report_done(ordered, Outcome::Positions(upcoming(table)))),
        }
    }

    fn report_done(&self, ordered: &Ordered, outcome: Outcome) -> Report {
        Report::Done { table: self.table, order: ordered.number, outcome }
    }

    fn inputs(&self, order: &Order, table: &Table) -> Vec<Input> {
        let seat_of = |player: PlayerId| {
            table.players().find(|(_, other)| *other == player).map(|(seat, _)| seat)
        };
        match order {
            Order::Open { players, button, .. } => {
                let places = players.iter().map(|chair| Input::Place {
                    seat: chair.seat,
                    player: chair.player,
                    chips: chair.chips,
                    entering: EngineEntering::Newcomer,
                });
                places.chain([Input::PlaceButton { seat: *button }]).collect()
            }
            Order::Seat { seat, player, chips, entering } => vec![Input::Place {
                seat: *seat,
                player: *player,
                chips: *chips,
                entering: match entering {
                    Entering::Newcomer => EngineEntering::Newcomer,
                    Entering::FromBrokenTable => EngineEntering::FromBrokenTable,
                    Entering::Balanced => EngineEntering::Balanced,
                    Entering::SingleBigBlind => EngineEntering::SingleBigBlind,
                },
            }],
            Order::Release { player } | Order::Remove { player } => {
                seat_of(*player).map(|seat| Input::Take { seat }).into_iter().collect()
            }
            Order::SetStacks { stacks } => {
                let stacks = stacks.iter();
                let known = stacks.filter_map(|(player, chips)| Some((seat_of(*player)?, *chips)));
                vec![Input::SetStacks { stacks: known.collect() }]
            }
            Order::SetButton { seat } => vec![Input::PlaceButton { seat: *seat }],
            Order::Deal(deal) => self.deal(deal, table),
            Order::Reveal => vec![Input::Release],
            Order::Pause => vec![Input::Pause],
            Order::Resume => vec![Input::Resume],
            // The hand may not have begun.
            Order::Void { reason } => {
                vec![Input::VoidHand { reason: reason.clone() }, Input::WithdrawHand]
            }
            Order::Close => table.players().map(|(seat, _)| Input::Take { seat }).collect(),
            Order::Quit { player } => {
                seat_of(*player).map(|seat| Input::Quit { seat }).into_iter().collect()
            }
        }
    }

    fn deal(&self, deal: &Deal, table: &Table) -> Vec<Input> {
        let order = Input::OrderHand(HandOrder {
            hand: deal.hand,
            players_left: deal.players_left,
            missing: deal.missing,
            hand_for_hand: deal.hand_for_hand,
        });
        let level = self.levels.get(usize::from(deal.level)).or(self.levels.last());
        let is_new = |(plays, _): &&LevelPlays| plays != &table.setup().plays;
        let change = level
            .filter(is_new)
            .map(|(plays, switch)| Input::SetPlays { plays: Arc::clone(plays), switch: *switch });
        change.into_iter().chain([order]).collect()
    }

    fn report(&self, hand: HandNo, at: Millis, void: bool, table: &Table) -> HandFinished {
        let players = self.hand.started.iter().map(|start| Standing {
            seat: start.seat,
            player: start.player,
            started_with: start.chips,
            stack: table.stack(start.seat).unwrap_or_default(),
            hand_rank: self.rank_of(start.seat),
            eliminated_by: self.winners_over(start.seat),
            absent: self.hand.absent.contains(start.seat),
        });
        let players = players.collect();
        HandFinished { table: self.table, hand, at, void, players, upcoming: upcoming(table) }
    }

    fn rank_of(&self, seat: SeatNo) -> Option<u8> {
        self.hand.ranks.iter().find(|(other, _)| *other == seat).map(|(_, rank)| *rank)
    }

    /// Returns the winners of the last pot that the player in a seat was eligible for.
    fn winners_over(&self, seat: SeatNo) -> ArrayVec<PlayerId, MAX_SEATS> {
        let last = self.hand.pots.iter().rev().find(|(eligible, _)| eligible.contains(seat));
        let winners = last.map_or(SeatSet::EMPTY, |(_, winners)| *winners);
        let started = self.hand.started.iter();
        let won = started.filter(|start| start.seat != seat && winners.contains(start.seat));
        won.map(|start| start.player).collect()
    }
}

/// Leaves out players who have moved to another table since the hand.
fn keep_those_here(finished: &mut HandFinished, table: &Table) {
    let is_here =
        |player: &Standing| table.players().any(|there| there == (player.seat, player.player));
    finished.players.retain(is_here);
}

/// Returns `true` for an instruction that does not wait for the end of a hand. A player who has
/// left for good may not have been seated yet.
fn is_immediate(order: &Order, table: &Table) -> bool {
    match order {
        Order::Reveal | Order::Pause | Order::Resume | Order::Void { .. } => true,
        Order::Quit { player } => table.players().any(|(_, seated)| seated == *player),
        _ => false,
    }
}

/// Returns the positions of the next hand in the director's terms.
#[must_use]
pub fn upcoming(table: &Table) -> Option<Upcoming> {
    let next = table.upcoming()?;
    Some(match next.big_blind {
        Some(big_blind) => Upcoming::Blinds {
            button: next.button,
            small_blind: next.small_position,
            big_blind,
            single_big_blind: next.single_big_blind,
        },
        None => Upcoming::NoBlinds { button: next.button },
    })
}
