//! A player that connects to the match by TCP: its process, what that prints, and its socket.
//!
//! `acpc` and `room` decide what goes over the socket. Nothing here waits longer than its caller
//! allows.

mod process;

pub(crate) use process::Process;

use crate::seat::{Fault, FaultKind};
use cardroom_bot::lines::Told;
use cardroom_protocol::line::{LineFault, MAX_UNREAD_BYTES};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long a program that closed its socket may take to end, to tell `exited` from `closed`. Some
/// close their sockets a moment before.
const ENDING: Duration = Duration::from_millis(500);
/// How long a program may take to end after its session.
const FAREWELL: Duration = Duration::from_millis(300);
/// How much is read from a socket at a time.
const READ_BYTES: usize = 16 * 1024;
/// How often to ask whether to wait on.
const SLICE: Duration = Duration::from_millis(200);

/// Opens a listener that only this machine can reach.
pub(crate) fn listen() -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// A player at the other end of a socket.
pub(crate) struct Remote {
    /// Its process, if the match has started it.
    process: Option<Process>,
    socket: TcpStream,
    unsent: Vec<u8>,
    buffer: Box<[u8]>,
}

/// The readiness of a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ready {
    pub(crate) can_be_read: bool,
    pub(crate) can_be_written: bool,
}

/// The reason why no player connected.
pub(crate) enum NoConnection {
    /// The program ended, in this way.
    Ended(String),
    /// The time was over.
    TimedOut,
    /// The match was interrupted.
    Interrupted,
    /// Any other reason, as a sentence.
    Because(String),
}

impl From<io::Error> for NoConnection {
    fn from(error: io::Error) -> Self {
        Self::Because(format!("The match cannot talk to it: {error}."))
    }
}

/// Waits for a connection until some time, or as long as `goes_on` returns `true`.
pub(crate) fn accept(
    listener: &TcpListener,
    process: &mut Option<Process>,
    until: Option<Instant>,
    goes_on: &dyn Fn() -> bool,
) -> Result<TcpStream, NoConnection> {
    loop {
        match listener.accept() {
            Ok((socket, _)) => return ready_socket(socket).map_err(NoConnection::from),
            Err(error) if is_passing(&error) => {}
            Err(error) => return Err(error.into()),
        }
        if !goes_on() {
            return Err(NoConnection::Interrupted);
        }
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if let Some(how) = process.as_mut().and_then(|process| process.has_ended(left)) {
            return Err(NoConnection::Ended(how));
        }
        if left.is_some_and(|left| left.is_zero()) {
            return Err(NoConnection::TimedOut);
        }
        let mut fds = vec![PollFd::new(listener, PollFlags::IN)];
        fds.extend(process.iter().flat_map(Process::fds));
        let patience = left.map_or(SLICE, |left| left.min(SLICE));
        // After an error, such as a signal, everything is looked at again.
        let _ = poll(&mut fds, Timespec::try_from(patience).ok().as_ref());
        if let Some(process) = process {
            process.drain();
        }
    }
}

/// Frames are small, and each is waited for.
fn ready_socket(socket: TcpStream) -> io::Result<TcpStream> {
    socket.set_nodelay(true)?;
    socket.set_nonblocking(true)?;
    Ok(socket)
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

impl Remote {
    pub(crate) fn new(process: Option<Process>, socket: TcpStream) -> Self {
        Self { process, socket, unsent: Vec::new(), buffer: vec![0; READ_BYTES].into() }
    }

    pub(crate) fn process(&mut self) -> &mut Option<Process> {
        &mut self.process
    }

    /// Sends bytes after those that wait, as far as the socket takes them. Returns `true` if
    /// nothing waits any more.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> Result<bool, Told> {
        let mut done = 0;
        if self.unsent.is_empty() {
            done = self.write(bytes).map_err(|_| self.gone())?;
        }
        self.unsent.extend_from_slice(&bytes[done..]);
        self.flush()
    }

    /// Sends what waits, as far as the socket takes it.
    fn flush(&mut self) -> Result<bool, Told> {
        if self.unsent.is_empty() {
            return Ok(true);
        }
        let unsent = std::mem::take(&mut self.unsent);
        let written = self.write(&unsent);
        self.unsent = unsent;
        let written = written.map_err(|_| self.gone())?;
        self.unsent.drain(..written);
        if self.unsent.len() > MAX_UNREAD_BYTES {
            return Err(Told::of(LineFault::Flood, "more than 1 MiB waits for it to be read"));
        }
        Ok(self.unsent.is_empty())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut done = 0;
        while done < bytes.len() {
            match self.socket.write(&bytes[done..]) {
                Ok(count) => done += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(done)
    }

    /// Reads what is there, at most the length of the buffer. Returns nothing if nothing is there.
    pub(crate) fn read(&mut self) -> Result<&[u8], Told> {
        loop {
            match self.socket.read(&mut self.buffer) {
                Ok(0) => return Err(self.gone()),
                Ok(count) => return Ok(&self.buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(&[]),
                Err(_) => return Err(self.gone()),
            }
        }
    }

    /// Waits until the socket can be read, at most this long. Sends what waits meanwhile.
    pub(crate) fn wait(&mut self, patience: Duration) -> Result<(), Told> {
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let ready = self.poll(left, !self.unsent.is_empty());
            if ready.can_be_written {
                self.flush()?;
            }
            if ready.can_be_read || left.is_zero() {
                return Ok(());
            }
        }
    }

    /// Waits for the socket once, at most this long, and writes what the program prints to its log.
    pub(crate) fn poll(&mut self, patience: Duration, writes: bool) -> Ready {
        let flags = if writes { PollFlags::IN | PollFlags::OUT } else { PollFlags::IN };
        let mut fds = Vec::with_capacity(3);
        fds.push(PollFd::new(&self.socket, flags));
        fds.extend(self.process.iter().flat_map(Process::fds));
        // After an error, such as a signal, the caller looks again.
        let _ = poll(&mut fds, Timespec::try_from(patience).ok().as_ref());
        let events = fds[0].revents();
        let prints = fds[1..].iter().any(|fd| !fd.revents().is_empty());
        if prints && let Some(process) = &mut self.process {
            process.drain();
        }
        let can_be_read = events.intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR);
        Ready { can_be_read, can_be_written: events.contains(PollFlags::OUT) }
    }

    /// Waits a little for a connection that is still being opened.
    pub(crate) fn wait_for_opening(
        &mut self,
        until: Option<Instant>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), String> {
        let left = until.map(|until| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err("It did not open a WebSocket in time.".to_owned());
        }
        if !goes_on() {
            return Err("The match was interrupted.".to_owned());
        }
        self.poll(left.unwrap_or(SLICE).min(SLICE), false);
        Ok(())
    }

    /// Returns another handle of the socket.
    pub(crate) fn stream(&self) -> io::Result<TcpStream> {
        self.socket.try_clone()
    }

    pub(crate) fn into_process(self) -> Option<Box<Process>> {
        self.process.map(Box::new)
    }

    /// Says what became of a player whose socket is closed.
    pub(crate) fn gone(&mut self) -> Told {
        match self.process.as_mut().and_then(|process| process.ended(ENDING)) {
            Some(how) => Told::of(LineFault::Exited, how),
            None => Told::of(LineFault::Closed, "it closed its connection"),
        }
    }

    /// Says what is wrong with a player that has not answered in time.
    pub(crate) fn overdue(&mut self, is_bank: bool, used: Duration) -> Told {
        // A process that it started may hold its socket open.
        if let Some(how) = self.process.as_mut().and_then(|process| process.ended(Duration::ZERO)) {
            return Told::of(LineFault::Exited, how);
        }
        let fault = if is_bank { LineFault::Bank } else { LineFault::Late };
        Told::of(fault, format!("{} ms", used.as_millis()))
    }

    /// Ends the session: closes the socket, gives the program a moment, and kills it.
    pub(crate) fn close(&mut self, is_kind: bool) {
        let _ = self.socket.shutdown(std::net::Shutdown::Both);
        if let Some(process) = &mut self.process {
            if is_kind {
                process.ended(FAREWELL);
                process.drain();
            }
            process.kill();
        }
    }
}

/// Says why a player was never ready, with the last lines of its standard error.
pub(crate) fn not_ready(why: &NoConnection, what: &str, process: &mut Option<Process>) -> Fault {
    let why = match why {
        NoConnection::Ended(how) => format!("It was gone before it was ready: {how}."),
        NoConnection::TimedOut => format!("It did not {what} in time."),
        NoConnection::Interrupted => "The match was interrupted.".to_owned(),
        NoConnection::Because(why) => why.clone(),
    };
    let last = process.as_mut().map(Process::last_lines).unwrap_or_default();
    let detail = match (process.is_some(), last.is_empty()) {
        (false, _) => why,
        (true, true) => format!("{why} It wrote nothing to standard error."),
        (true, false) => format!("{why} The last lines of its standard error:\n{last}"),
    };
    Fault { kind: FaultKind::NotReady, detail, raw: Vec::new() }
}

/// Makes the fault of a report.
pub(crate) fn fault(told: Told) -> Fault {
    Fault { kind: told.fault, detail: told.detail, raw: told.raw }
}
