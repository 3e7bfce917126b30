//! The tasks that write to a program and read from it.

use super::state::Shared;
use crate::program::{Pipes, Program};
use cardroom_protocol::line::LineFault;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{ChildStdin, ChildStdout};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;

/// How long a program may take to end after `end`, or after it closed a pipe.
const ENDING: Duration = Duration::from_millis(300);
/// How often to look whether it has ended.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// Starts the task that runs a program until its brain is dropped or it is out.
pub(super) fn open(
    program: Program,
    pipes: Pipes,
    shared: &Arc<Shared>,
    tasks: &TaskTracker,
) -> io::Result<()> {
    let stdin = ChildStdin::from_std(pipes.stdin)?;
    let stdout = ChildStdout::from_std(pipes.stdout)?;
    let Some(lines) = shared.lock().take_reader() else { return Ok(()) };
    tasks.spawn(run(program, stdin, stdout, lines, Arc::clone(shared)));
    Ok(())
}

/// Runs a program. It is killed at the end.
async fn run(
    mut program: Program,
    stdin: ChildStdin,
    stdout: ChildStdout,
    lines: UnboundedReceiver<Vec<u8>>,
    shared: Arc<Shared>,
) {
    let reading = read(stdout, &shared);
    tokio::pin!(reading);
    let closed = tokio::select! {
        closed = write(stdin, lines, &shared) => closed,
        () = reading.as_mut() => Some("output"),
    };
    // A program that is told the end may be about to write an answer.
    let ended = match closed {
        None | Some("input") => tokio::select! {
            ended = ended(&mut program) => ended,
            () = reading => ended(&mut program).await,
        },
        Some(_) => ended(&mut program).await,
    };
    if let Some(pipe) = closed {
        let (fault, detail) = match ended {
            Some(how) => (LineFault::Exited, how),
            None => (LineFault::Closed, format!("it closed its standard {pipe}")),
        };
        let mut state = shared.lock();
        if state.out.is_none() {
            state.note(fault, &detail, &[]);
        }
    }
}

/// Writes until nothing follows, and closes the pipe. Returns its name if the program closed it.
async fn write(
    mut stdin: ChildStdin,
    mut lines: UnboundedReceiver<Vec<u8>>,
    shared: &Shared,
) -> Option<&'static str> {
    while let Some(bytes) = lines.recv().await {
        let is_over = || shared.lock().out.is_some();
        // A program that is out and does not read must not hold the task.
        let written = async {
            let write = stdin.write_all(&bytes);
            tokio::pin!(write);
            loop {
                match timeout(ENDING, &mut write).await {
                    Ok(written) => return written.is_ok(),
                    Err(_) if is_over() => return false,
                    Err(_) => {}
                }
            }
        };
        if !written.await {
            return (!is_over()).then_some("input");
        }
        shared.lock().sent(bytes.len());
    }
    None
}

/// Reads until the program closes its output.
async fn read(mut stdout: ChildStdout, shared: &Shared) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        match stdout.read(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(count) => shared.lock().receive(&buffer[..count]),
        }
    }
}

/// Waits a moment until the program has ended, and returns how.
async fn ended(program: &mut Program) -> Option<String> {
    for _ in 0..ENDING.as_millis() / LOOK_AGAIN.as_millis() {
        let ended = program.ended(Duration::ZERO);
        if ended.is_some() {
            return ended;
        }
        sleep(LOOK_AGAIN).await;
    }
    None
}
