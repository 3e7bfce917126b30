//! A generator in a separate process of this program. It reads its assignment and then orders from
//! standard input, one JSON document per line, and answers on standard output. It ends when its
//! input ends, and so with its parent.

use super::{Assignment, Generator, Order, Remains, Status};
use crate::system::TooManyFiles;
use cardroom_bot::connection::EndpointError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::io::{self, Write as _};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

/// How long a busy generator may take to answer an order.
const ANSWER_WITHIN: Duration = Duration::from_secs(60);
/// How long to wait for the end of a generator that does not answer.
const END_WITHIN: Duration = Duration::from_secs(2);

/// Why a generator cannot do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GeneratorError {
    #[error("a load generator cannot be started: {0}")]
    Start(#[source] io::Error),
    #[error("load generator {number} ended in the middle of the run{}", ended(.status.as_ref()))]
    Died { number: usize, status: Option<ExitStatus> },
    #[error("load generator {0} no longer answers")]
    Silent(usize),
    #[error("cannot decode what load generator {number} sent: {error}")]
    Unreadable { number: usize, error: serde_json::Error },
    #[error("load generator {number}: {message}")]
    Failed { number: usize, message: String },
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Files(#[from] TooManyFiles),
}

fn ended(status: Option<&ExitStatus>) -> String {
    status.map_or_else(String::new, |status| format!(" ({status})"))
}

/// A line to a generator.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Told {
    Order(Order),
    Leave { patience: Duration },
}

/// A line from a generator.
type Answer<T> = Result<T, String>;

/// A generator's process, seen from its parent.
pub(crate) struct GeneratorProcess {
    /// The generator's number, from 1, for messages.
    number: usize,
    // Killed on drop.
    child: Child,
    orders: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl GeneratorProcess {
    /// Starts a generator with its assignment.
    pub(super) async fn start(
        number: usize,
        assignment: &Assignment,
    ) -> Result<Self, GeneratorError> {
        let program = std::env::current_exe().map_err(GeneratorError::Start)?;
        let mut child = Command::new(program)
            .arg("generator")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C goes to the parent process.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .map_err(GeneratorError::Start)?;
        let gone = || GeneratorError::Died { number, status: None };
        let orders = child.stdin.take().ok_or_else(gone)?;
        let answers = BufReader::new(child.stdout.take().ok_or_else(gone)?).lines();
        let mut process = Self { number, child, orders, answers };
        process.tell(assignment).await?;
        process.answer::<()>(ANSWER_WITHIN).await?;
        Ok(process)
    }

    pub(super) async fn obey(&mut self, order: Order) -> Result<Status, GeneratorError> {
        self.tell(&Told::Order(order)).await?;
        self.answer(ANSWER_WITHIN).await
    }

    /// Ends the generator's work, and returns its results.
    pub(super) async fn leave(mut self, patience: Duration) -> Result<Remains, GeneratorError> {
        self.tell(&Told::Leave { patience }).await?;
        self.answer(patience + ANSWER_WITHIN).await
    }

    async fn tell(&mut self, what: &impl Serialize) -> Result<(), GeneratorError> {
        let number = self.number;
        let mut line = serde_json::to_vec(what)
            .map_err(|error| GeneratorError::Unreadable { number, error })?;
        line.push(b'\n');
        match self.orders.write_all(&line).await {
            Ok(()) => Ok(()),
            Err(_) => Err(self.died().await),
        }
    }

    async fn answer<T: DeserializeOwned>(&mut self, within: Duration) -> Result<T, GeneratorError> {
        let number = self.number;
        let line = tokio::time::timeout(within, self.answers.next_line()).await;
        let Ok(line) = line else { return Err(GeneratorError::Silent(number)) };
        let Ok(Some(line)) = line else { return Err(self.died().await) };
        let answer: Answer<T> = serde_json::from_str(&line)
            .map_err(|error| GeneratorError::Unreadable { number, error })?;
        answer.map_err(|message| GeneratorError::Failed { number, message })
    }

    async fn died(&mut self) -> GeneratorError {
        let status = tokio::time::timeout(END_WITHIN, self.child.wait()).await;
        let status = status.ok().and_then(Result::ok);
        GeneratorError::Died { number: self.number, status }
    }
}

/// Runs a generator's process until it has left or its input ends.
pub(crate) fn serve() -> Result<(), GeneratorError> {
    let mut lines = io::stdin().lines();
    let line = lines.next().transpose().map_err(GeneratorError::Start)?.unwrap_or_default();
    let unreadable = |error| GeneratorError::Unreadable { number: 0, error };
    let assignment: Assignment = serde_json::from_str(&line).map_err(unreadable)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(assignment.threads.max(1))
        .enable_all()
        .build()
        .map_err(GeneratorError::Start)?;
    let started = super::allow(&assignment).map_err(GeneratorError::from);
    let started = started.and_then(|()| Ok(runtime.block_on(Generator::start(assignment))?));
    let mut generator = match started {
        Ok(generator) => generator,
        Err(error) => return say::<()>(&Err(error.to_string())),
    };
    say(&Ok(()))?;
    // Orders are awaited outside the runtime, whose threads all belong to the bots.
    for line in lines {
        let line = line.map_err(GeneratorError::Start)?;
        match serde_json::from_str(&line).map_err(unreadable)? {
            Told::Order(order) => {
                let status = runtime.block_on(generator.obey(order));
                say(&status.map_err(|error| error.to_string()))?;
            }
            Told::Leave { patience } => {
                return say(&Ok(runtime.block_on(generator.leave(patience))));
            }
        }
    }
    Ok(())
}

fn say<T: Serialize>(answer: &Answer<T>) -> Result<(), GeneratorError> {
    let mut line = serde_json::to_vec(answer)
        .map_err(|error| GeneratorError::Unreadable { number: 0, error })?;
    line.push(b'\n');
    let mut out = io::stdout().lock();
    out.write_all(&line).and_then(|()| out.flush()).map_err(GeneratorError::Start)
}
