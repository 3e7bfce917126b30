//! Rosters in a tournament. All players of a roster are entered in one commit, with their
//! places and check-ins, or none. The roster is first tried on a copy of the director, so that
//! a refusal changes nothing.

use super::requests::paid_with;
use super::{After, DirectorCore, Outputs};
use crate::roster::{Column, Problem, RosterLine, Wrong};
use crate::stored;
use cardroom_record::HeldPrice;
use cardroom_record::Player;
use cardroom_rules::{EntryNo, Millis, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{Command, FloorOrder, Input, Operator, Place, Seq};

/// An operator's order to enter a roster.
#[derive(Debug)]
pub struct EnrolOrder {
    pub operator: Player,
    /// Owns the event or the room.
    pub owner: bool,
    /// The last step that the operator has seen.
    pub seen: Seq,
    pub reason: String,
    /// The rule it rests on.
    pub rule: Option<String>,
    pub enrolments: Vec<Enrolment>,
}

#[derive(Debug)]
pub struct Enrolment {
    pub line: RosterLine,
    pub player: Player,
    /// The price of the entry, with the ticket that pays a part of it.
    pub price: HeldPrice,
}

impl DirectorCore {
    /// Enters a roster. A refusal changes nothing.
    ///
    /// # Errors
    /// The mistakes, each with its line.
    pub fn enrol(
        &mut self,
        now: Millis,
        seed: u64,
        order: &EnrolOrder,
    ) -> Result<Outputs, Vec<Problem>> {
        let inputs = self.tried(now, seed, order)?;
        let players = order.enrolments.iter().map(|enrolment| &enrolment.player);
        let newcomers = std::iter::once(&order.operator).chain(players);
        let mut outputs = Outputs::default();
        outputs.after.extend(newcomers.cloned().map(After::Introduce));
        for input in inputs {
            self.step(now, seed, input, &mut outputs)
                .expect("a copy of the director has taken the same inputs at the same time");
        }
        if outputs.unit.snapshot.is_some() {
            // A snapshot from halfway through would lack some of the entries that
            // are stored with it.
            let last = stored::snapshot(self.id, self.seq, &self.director);
            outputs.unit.snapshot = Some(last);
        }
        let paid = order.enrolments.iter().map(|enrolment| After::Settle(enrolment.price.clone()));
        outputs.after.extend(paid);
        Ok(outputs)
    }

    /// Returns the inputs that enter a roster, after trying all of them on a copy.
    fn tried(
        &self,
        now: Millis,
        seed: u64,
        order: &EnrolOrder,
    ) -> Result<Vec<Input>, Vec<Problem>> {
        let mut trial = self.director.clone();
        let mut inputs = Vec::new();
        let mut problems = Vec::new();
        let mut play =
            |trial: &mut cardroom_tournament::Director, line, column, input: Input| match trial
                .step(now, seed, input.clone())
            {
                Ok(_) => inputs.push(input),
                Err(refusal) => {
                    let (column, what) = (Some(column), Wrong::Refused(refusal));
                    problems.push(Problem { line, column, what });
                }
            };
        for enrolment in &order.enrolments {
            // Entries do not depend on earlier events, so the last seen step need not
            // be the current one.
            let command = Command::EnterPlayer(PlayerId(enrolment.player.account.0));
            let entry = paid_with(&enrolment.price, order.input(order.seen, command));
            play(&mut trial, enrolment.line.line, Column::Name, entry);
        }
        // Seating wishes name other players' entries, so they come after all entries.
        for enrolment in &order.enrolments {
            let line = &enrolment.line;
            let entry_at = |place: usize| -> Option<EntryNo> {
                let player = &order.enrolments.get(place)?.player;
                trial.entry_of(PlayerId(player.account.0))
            };
            let Some(entry) = trial.entry_of(PlayerId(enrolment.player.account.0)) else {
                continue;
            };
            let apart: Vec<EntryNo> =
                line.apart.iter().filter_map(|other| entry_at(*other)).collect();
            if let Some(table) = line.table {
                let place = Place { entry, table: TableNo(table), seat: line.seat.map(SeatNo) };
                let column = if line.seat.is_some() { Column::Seat } else { Column::Table };
                let pin = order.input(trial.seq(), Command::PinSeat(place));
                play(&mut trial, line.line, column, pin);
            }
            for other in apart {
                let pair = order.input(trial.seq(), Command::KeepApart(entry, other));
                play(&mut trial, line.line, Column::Apart, pair);
            }
            // Before the start all stacks are equal unless they are set individually.
            let usual = trial.entry(entry).map(|known| known.stack);
            if let Some(stack) = line.stack.filter(|stack| Some(*stack) != usual) {
                let set = order.input(trial.seq(), Command::SetStack(entry, stack));
                play(&mut trial, line.line, Column::Stack, set);
            }
            if line.check_in {
                let there = Input::CheckIn { player: PlayerId(enrolment.player.account.0) };
                play(&mut trial, line.line, Column::CheckIn, there);
            }
        }
        problems.extend(order.programs(self.announcement.bots_allowed));
        problems.sort_by_key(|problem| problem.line);
        if problems.is_empty() { Ok(inputs) } else { Err(problems) }
    }
}

impl EnrolOrder {
    /// Returns the bots in the roster, if only people may play.
    fn programs(&self, allowed: bool) -> Vec<Problem> {
        let programs = self.enrolments.iter().filter(|one| one.player.bot && !allowed);
        let problem = |one: &Enrolment| Problem {
            line: one.line.line,
            column: Some(Column::Name),
            what: Wrong::Program,
        };
        programs.map(problem).collect()
    }

    /// Builds an input with a command of the roster.
    fn input(&self, seen: Seq, command: Command) -> Input {
        let operator = Operator { account: PlayerId(self.operator.account.0), owner: self.owner };
        let (reason, rule) = (self.reason.clone(), self.rule.clone());
        Input::Floor(FloorOrder { operator, seen, reason, rule, command })
    }
}
