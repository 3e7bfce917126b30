//! Bots whose brain is a program that speaks lines. `cardroom-bot exec` runs them.
//!
//! [`Programs`] starts one program for each bot. The bot asks it and goes on with other things
//! until the answer comes, so that one connection can have many of them.

mod pipes;
mod state;

use crate::brain::{Brain, Wake};
use crate::choices::Choices as _;
use crate::model::Table;
use crate::program::{Environment, Guard, Launch, Program};
use crate::seed::Purpose;
use crate::swarm::Bot;
use cardroom_cards::CardSet;
use cardroom_protocol::TurnToken;
use cardroom_protocol::line::{LineFault, Question, Reply, Weighted};
use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use state::{Shared, State};
use std::io;
use std::process::Stdio;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;
use tokio_util::task::TaskTracker;

/// Variables with secrets of the bots, which a program does not need, and the address of the room.
/// A program that finds an address may play there instead of answering lines.
const HIDDEN: [&str; 3] = ["CARDROOM_BOT_", "CARDROOM_TOKEN", "CARDROOM_URL"];

/// A command, and the programs started with it.
#[derive(Debug)]
pub struct Programs {
    command: Vec<String>,
    most_faults: u32,
    guard: Arc<Guard>,
    tasks: TaskTracker,
}

impl Programs {
    /// Makes a plan to start a command once for each bot. A program with more faults than
    /// `most_faults` is out.
    ///
    /// # Errors
    /// Fails if no process can be started.
    pub fn new(command: Vec<String>, most_faults: u32) -> io::Result<Arc<Self>> {
        let (guard, tasks) = (Guard::start(None)?, TaskTracker::new());
        Ok(Arc::new(Self { command, most_faults, guard, tasks }))
    }

    /// Starts the program of a bot. Call it within a tokio runtime. If the program cannot be
    /// started, its bot leaves at once.
    #[must_use]
    pub fn brain(&self, bot: Bot) -> ProgramBrain {
        let shared = Arc::new(Shared::new(bot.number, self.most_faults));
        let launch = Launch {
            command: &self.command,
            folder: None,
            environment: Environment::Without(HIDDEN.into()),
            memory: None,
            files: None,
            stderr: Stdio::inherit(),
        };
        let started = Program::start(&self.guard, launch);
        let opened =
            started.and_then(|(program, pipes)| pipes::open(program, pipes, &shared, &self.tasks));
        if let Err(error) = opened {
            shared.lock().leave(format!("it cannot be started: {error}"));
        }
        ProgramBrain { shared, rng: bot.seed.rng(Purpose::Play), asked: None, offered: None }
    }

    /// Waits until every program has ended. Their bots must be gone.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// A brain that asks a program.
#[derive(Debug)]
pub struct ProgramBrain {
    shared: Arc<Shared>,
    rng: ChaCha12Rng,
    /// The turn that the program was asked about last.
    asked: Option<TurnToken>,
    /// The offer that the program is thinking about, or has answered.
    offered: Option<Question>,
}

impl ProgramBrain {
    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock()
    }

    /// Takes the answer to a turn. Counts it as late if there is none.
    fn take_answer(&mut self) -> Option<Reply> {
        self.asked = None;
        self.state().take_answer()
    }

    /// Takes the answer to an offer. Silence is no fault.
    fn take_offer(&mut self) -> Option<Reply> {
        self.offered = None;
        self.state().answer.take()?
    }

    fn illegal(&self, what: impl std::fmt::Debug) {
        self.state().note(LineFault::Illegal, &format!("{what:?} is not legal"), &[]);
    }
}

impl Brain for ProgramBrain {
    fn name(&self) -> &'static str {
        "Program"
    }

    fn wake_by(&mut self, wake: Wake) {
        self.state().wake = Some(wake);
    }

    fn has_ended(&self) -> Option<String> {
        self.state().out.clone()
    }

    fn saw(&mut self, table: &Table, event: &TableEvent) {
        let mut state = self.state();
        state.dialog.saw(table, event);
        state.send();
    }

    fn is_decided(&mut self, table: &Table, legal: &LegalActions) -> bool {
        let turn = table.decision.as_ref().map(|decision| decision.turn);
        let is_new = self.asked != turn;
        self.asked = turn;
        let mut state = self.state();
        if is_new {
            state.ask(table, &crate::lines::Ask::Act(legal));
        }
        state.is_decided()
    }

    fn act(&mut self, _: &Table, legal: &LegalActions) -> Action {
        let action = match self.take_answer() {
            Some(Reply::Action(action)) => Some(action),
            Some(Reply::Policy(policy)) => Some(draw(&policy, self.rng.random())),
            Some(other) => {
                self.illegal(other);
                None
            }
            None => None,
        };
        if let Some(action) = action.filter(|action| !legal.allows(*action)) {
            self.illegal(action);
        }
        action.filter(|action| legal.allows(*action)).unwrap_or(legal.check_or_fold())
    }

    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        let held: CardSet = table.cards.iter().collect();
        let fits = |cards: &CardSet| {
            let allowed = usize::from(range.least)..=usize::from(range.most);
            cards.difference(held).is_empty() && allowed.contains(&cards.len())
        };
        match self.take_answer() {
            Some(Reply::Discard(cards)) => {
                let cards: CardSet = cards.into_iter().collect();
                if fits(&cards) {
                    return cards;
                }
                self.illegal(cards);
            }
            Some(other) => self.illegal(other),
            None => {}
        }
        table.cards.iter().take(usize::from(range.least)).collect()
    }

    fn is_offer_decided(&mut self, table: &Table, offer: &TableEvent) -> bool {
        let (question, time) = match offer {
            TableEvent::RunItOffered(offer) => (Question::RunIt(offer.most), offer.time_ms),
            TableEvent::ShowOffered(offer) => (Question::Show, offer.time_ms),
            TableEvent::ChoiceOffered(offer) => {
                let games = table.info.games.iter().map(|game| game.id.clone());
                (Question::ChooseGame(games.collect()), offer.time_ms)
            }
            _ => return true,
        };
        let is_new = self.offered.as_ref() != Some(&question);
        self.offered = Some(question.clone());
        let mut state = self.state();
        if is_new {
            state.offer(table, question, Duration::from_millis(time.into()));
        }
        state.is_decided()
    }

    fn run_it(&mut self, _: &Table, _: u8) -> u8 {
        match self.take_offer() {
            Some(Reply::RunIt(boards)) => boards,
            _ => 1,
        }
    }

    fn show(&mut self, _: &Table) -> bool {
        matches!(self.take_offer(), Some(Reply::Show(true)))
    }

    fn choose_game(&mut self, table: &Table) -> Option<u8> {
        match self.take_offer() {
            Some(Reply::ChooseGame(game)) if usize::from(game) < table.info.games.len() => {
                Some(game)
            }
            _ => None,
        }
    }

    fn hand_started(&mut self, _: &Table) {
        // An offer that ran out is no longer open.
        self.offered = None;
    }
}

impl Drop for ProgramBrain {
    fn drop(&mut self) {
        self.state().end();
    }
}

/// Draws an action by its probability, with a number from 0 to 1.
fn draw(policy: &[Weighted], mut point: f64) -> Action {
    let mut last = Action::Fold;
    for weighted in policy.iter().filter(|weighted| weighted.probability > 0.0) {
        last = weighted.action;
        point -= weighted.probability;
        if point < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_drawn_by_their_probabilities() {
        let weighted = |action, probability| Weighted { action, probability };
        let policy = [
            weighted(Action::Fold, 0.25),
            weighted(Action::Check, 0.0),
            weighted(Action::Call, 0.75),
        ];
        for (point, action) in [
            (0.0, Action::Fold),
            (0.249, Action::Fold),
            (0.25, Action::Call),
            (0.999, Action::Call),
            (1.0, Action::Call),
        ] {
            assert_eq!(draw(&policy, point), action, "{point}");
        }
    }
}
