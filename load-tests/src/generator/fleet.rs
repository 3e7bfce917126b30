//! All generators of a run: one in this process, or several processes that get the same orders at
//! the same moment. Their answers are added up.

use super::process::GeneratorProcess;
use super::{Assignment, Generator, GeneratorError, Order, Remains, Status};
use futures_util::future::{join_all, try_join_all};
use std::time::Duration;

/// All generators of a run.
pub(crate) enum Fleet {
    /// One generator in this process.
    Own(Box<Generator>),
    /// Generators in separate processes.
    Processes(Vec<GeneratorProcess>),
}

impl Fleet {
    /// Starts the bots and the observers, in this process or in several separate ones.
    pub(crate) async fn start(
        assignment: Assignment,
        generators: usize,
    ) -> Result<Self, GeneratorError> {
        if generators <= 1 {
            return Ok(Self::Own(Box::new(Generator::start(assignment).await?)));
        }
        let parts = assignment.shared_by(generators);
        let start = (1..).zip(&parts).map(|(number, part)| GeneratorProcess::start(number, part));
        Ok(Self::Processes(try_join_all(start).await?))
    }

    /// Sends an order to all generators, and adds up their answers.
    pub(crate) async fn obey(&mut self, order: Order) -> Result<Status, GeneratorError> {
        match self {
            Self::Own(generator) => Ok(generator.obey(order).await?),
            Self::Processes(processes) => {
                let orders = processes.iter_mut().map(|process| process.obey(order));
                let answers = try_join_all(orders).await?;
                let mut answers = answers.into_iter();
                let mut all = answers.next().unwrap_or_default();
                answers.for_each(|answer| all.add(&answer));
                Ok(all)
            }
        }
    }

    /// Ends all generators, and adds up their results. Also returns the errors of generators
    /// that could not report.
    pub(crate) async fn leave(self, patience: Duration) -> (Remains, Vec<GeneratorError>) {
        let processes = match self {
            Self::Own(generator) => return (generator.leave(patience).await, Vec::new()),
            Self::Processes(processes) => processes,
        };
        let leaving = processes.into_iter().map(|process| process.leave(patience));
        let (mut all, mut errors) = (None, Vec::new());
        for left in join_all(leaving).await {
            match (left, &mut all) {
                (Ok(remains), None) => all = Some(remains),
                (Ok(remains), Some(all)) => Remains::add(all, remains),
                (Err(error), _) => errors.push(error),
            }
        }
        (all.unwrap_or_default(), errors)
    }
}
