//! Players that speak the room's own protocol over WebSocket: `room:COMMAND`.
//!
//! For each of them the match listens on this machine, lets one connection log in with a token, and
//! sends it what its seat may see, as the table translates it for that seat. Such a room has no
//! lobby, no wallets and no disk. It takes actions and answers to offers, and refuses every other
//! request with `match_table`.

mod desk;
mod greeting;
mod keeper;
mod line;
mod seat;

#[cfg(test)]
mod tests;

use crate::exec::{Command, ExecOptions, Extra, Workshop};
use crate::remote::{self, NoConnection, Process, Remote};
use crate::seat::{Entrant, Fault, Opening, Seat};
use greeting::Guest;
use keeper::Keeper;
use seat::RoomSeat;
use std::io;
use std::net::TcpListener;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The variables that a program of a match has in its environment.
const URL: &str = "CARDROOM_URL";
const TOKEN: &str = "CARDROOM_TOKEN";

/// A program that speaks the room's protocol.
pub struct RoomEntrant {
    source: Source,
    keeper: Arc<Keeper>,
}

/// Where the program comes from.
enum Source {
    /// The match starts it for each session.
    Command(Command),
    /// The program runs already, or the user starts it.
    Elsewhere(Open),
}

/// A place where a program can connect.
struct Open {
    listener: Mutex<TcpListener>,
    invitation: Invitation,
    /// Becomes `true` when the match ends.
    halt: Arc<AtomicBool>,
}

/// The address of a match, and the token to log in with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    pub url: String,
    pub token: String,
}

impl Invitation {
    fn to(listener: &TcpListener) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let token = format!("{:032x}", rand::random::<u128>());
        Ok(Self { url: format!("ws://{address}/ws"), token })
    }
}

impl RoomEntrant {
    /// Makes the entrant of a program that the match starts. All programs of a match share one
    /// workshop.
    #[must_use]
    pub fn of_command(options: ExecOptions, workshop: &Arc<Workshop>) -> Self {
        let command = Command::new(options, workshop);
        Self { source: Source::Command(command), keeper: Keeper::new() }
    }

    /// Makes the entrant of a program that connects by itself. Each session waits for a connection
    /// until `halt` becomes `true`.
    ///
    /// # Errors
    /// Fails if no port can be opened.
    pub fn that_connects(halt: Arc<AtomicBool>) -> io::Result<Self> {
        let listener = remote::listen()?;
        let invitation = Invitation::to(&listener)?;
        let open = Open { listener: Mutex::new(listener), invitation, halt };
        Ok(Self { source: Source::Elsewhere(open), keeper: Keeper::new() })
    }

    /// Returns where a program can connect, if the match does not start it.
    #[must_use]
    pub fn invitation(&self) -> Option<&Invitation> {
        match &self.source {
            Source::Command(_) => None,
            Source::Elsewhere(open) => Some(&open.invitation),
        }
    }

    /// Starts a program and waits for its login.
    fn start(&self, command: &Command, opening: &Opening<'_>) -> Result<RoomSeat, Fault> {
        let until = Instant::now() + opening.limits.start;
        let failed = |error: io::Error| remote::not_ready(&error.into(), "", &mut None);
        let listener = remote::listen().map_err(failed)?;
        let Invitation { url, token } = Invitation::to(&listener).map_err(failed)?;
        let variables = [(URL, url), (TOKEN, token.clone())];
        let extra = Extra { variables: &variables, ..Extra::default() };
        let process = Process::start(command, opening, extra)?;
        self.welcome(&listener, &token, Some(process), Some(until), &|| true, opening)
    }

    /// Waits for a connection that logs in. One that does not is closed, and the next one counts.
    fn welcome(
        &self,
        listener: &TcpListener,
        token: &str,
        mut process: Option<Process>,
        until: Option<Instant>,
        goes_on: &dyn Fn() -> bool,
        opening: &Opening<'_>,
    ) -> Result<RoomSeat, Fault> {
        let mut last = None;
        loop {
            let socket = remote::accept(listener, &mut process, until, goes_on).map_err(|why| {
                let why = match (why, last.take()) {
                    (NoConnection::TimedOut, Some(last)) => NoConnection::Because(last),
                    (why, _) => why,
                };
                remote::not_ready(&why, "log in", &mut process)
            })?;
            let remote = Remote::new(process.take(), socket);
            match Guest::greet(remote, token, until, goes_on, opening) {
                Ok(line) => return Ok(RoomSeat::new(line, opening, &self.keeper)),
                Err((why, back)) => (last, process) = (Some(why), back.map(|process| *process)),
            }
        }
    }
}

/// The protocol, as the report names it.
const PROTOCOL: &str = "cardroom.v1";

impl Entrant for RoomEntrant {
    fn prepare(&mut self, halt: &AtomicBool) -> Result<Option<String>, Fault> {
        match &mut self.source {
            Source::Command(command) => command.build(halt),
            Source::Elsewhere(_) => Ok(None),
        }
    }

    fn processes(&self) -> usize {
        1
    }

    fn command(&self) -> Vec<String> {
        match &self.source {
            Source::Command(command) => command.words(),
            Source::Elsewhere(_) => Vec::new(),
        }
    }

    fn protocol(&self) -> Option<&'static str> {
        Some(PROTOCOL)
    }

    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        let seat = match &self.source {
            Source::Command(command) => self.start(command, opening)?,
            Source::Elsewhere(Open { listener, invitation, halt }) => {
                // One session after the other.
                let listener = listener.lock().unwrap_or_else(PoisonError::into_inner);
                let goes_on = || !halt.load(Ordering::Relaxed);
                self.welcome(&listener, &invitation.token, None, None, &goes_on, opening)?
            }
        };
        Ok(Box::new(seat))
    }
}
