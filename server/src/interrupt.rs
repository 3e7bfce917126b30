//! Ctrl-C in commands that do not serve: they clean up after themselves and exit with status 130.
//! For the room, `shutdown` handles signals.

use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use std::fs::File;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::signal::unix::{SignalKind, signal};

/// The exit status of a program that Ctrl-C ended: 128 plus the number of SIGINT.
pub const STATUS: u8 = 130;

/// Ctrl-C ended a command before its work was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Awaits `work` unless SIGINT arrives first. In that case drops `work`, so that
/// its guards clean up.
///
/// # Errors
/// SIGINT arrived first, before the work was done.
pub async fn unless_interrupted<F: Future>(work: F) -> Result<F::Output, Interrupted> {
    // Without a handler, SIGINT ends the program anyway.
    let Ok(mut interrupt) = signal(SignalKind::interrupt()) else { return Ok(work.await) };
    tokio::select! {
        done = work => Ok(done),
        _ = interrupt.recv() => Err(Interrupted),
    }
}

/// Runs blocking `work` on this thread. On SIGINT the process exits with status 130. It restores
/// the terminal first, even if a password was being typed.
pub fn exit_if_interrupted<T>(work: impl FnOnce() -> T) -> T {
    let (done, is_done) = tokio::sync::oneshot::channel::<()>();
    let (listens, is_listening) = std::sync::mpsc::sync_channel::<()>(1);
    let watch = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        // Without a handler, SIGINT ends the program anyway.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let Ok(mut interrupt) = signal(SignalKind::interrupt()) else { return };
            let terminal = File::options().read(true).write(true).open("/dev/tty").ok();
            let terminal = terminal.and_then(|tty| Some((tcgetattr(&tty).ok()?, tty)));
            let _ = listens.send(());
            tokio::select! {
                // The sender is dropped when the work ends.
                _ = is_done => {}
                _ = interrupt.recv() => {
                    // Standard error is avoided, because the work may have locked it.
                    if let Some((before, mut tty)) = terminal {
                        let _ = tcsetattr(&tty, OptionalActions::Now, &before);
                        let _ = tty.write_all(b"\n");
                    }
                    std::process::exit(STATUS.into());
                }
            }
        });
    };
    // If the thread cannot start, or ends early, the channel closes and the work
    // goes on without it.
    let _watcher = std::thread::Builder::new().name("interrupt".to_owned()).spawn(watch);
    let _ = is_listening.recv();
    let result = work();
    drop(done);
    result
}

/// Runs blocking `work` on this thread. SIGINT sets `halt`, and the work ends by itself.
pub fn halt_if_interrupted<T>(halt: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = tokio::sync::oneshot::channel::<()>();
    let (listens, is_listening) = std::sync::mpsc::sync_channel::<()>(1);
    let watch = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        // Without a handler, SIGINT ends the program anyway.
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let Ok(mut interrupt) = signal(SignalKind::interrupt()) else { return };
            let _ = listens.send(());
            tokio::select! {
                // The sender is dropped when the work ends.
                _ = is_done => {}
                _ = interrupt.recv() => halt.store(true, Ordering::Relaxed),
            }
        });
    };
    std::thread::scope(|scope| {
        let name = "interrupt".to_owned();
        // If the thread cannot start, or ends early, the work goes on without it.
        let _watcher = std::thread::Builder::new().name(name).spawn_scoped(scope, watch);
        let _ = is_listening.recv();
        let result = work();
        drop(done);
        result
    })
}
