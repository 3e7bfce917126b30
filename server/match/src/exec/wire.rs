//! The pipes of a program: nothing here waits longer than it is told to.

use super::log::Log;
use cardroom_bot::program::Pipes;
use cardroom_protocol::line::MAX_UNREAD_BYTES;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use std::io::{self, ErrorKind, Read, Write as _};
use std::os::fd::AsFd;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::time::Duration;

/// How much is read from a pipe at a time.
const READ_BYTES: usize = 64 * 1024;

/// The most bytes that one look takes from a pipe, so that it ends.
const LOOK_BYTES: usize = 2 * MAX_UNREAD_BYTES;

/// The pipes of a program, and what still has to go there.
#[derive(Debug)]
pub(super) struct Wire {
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    unsent: Vec<u8>,
    buffer: Box<[u8]>,
    pub(super) log: Log,
}

/// What became of the bytes to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sent {
    /// All of them are sent.
    All,
    /// The pipe is full.
    Part,
    /// More wait than may be unread.
    TooMany,
    /// The program has closed its standard input.
    Closed,
}

/// What became of a look at the bytes from a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Looked {
    /// This many bytes came, and no more are there now.
    Came(usize),
    /// The program has closed its standard output, after this many bytes.
    Closed(usize),
    /// The reader of the bytes has had enough.
    Stopped,
}

impl Wire {
    pub(super) fn new(pipes: Pipes, log: Log) -> io::Result<Self> {
        let Pipes { stdin, stdout, stderr } = pipes;
        wait_never(&stdin)?;
        wait_never(&stdout)?;
        if let Some(stderr) = &stderr {
            wait_never(stderr)?;
        }
        let (unsent, buffer) = (Vec::new(), vec![0; READ_BYTES].into());
        Ok(Self { stdin: Some(stdin), stdout, stderr, unsent, buffer, log })
    }

    /// Sends bytes after those that wait, as far as the pipe takes them.
    pub(super) fn send(&mut self, bytes: &[u8]) -> Sent {
        self.unsent.extend_from_slice(bytes);
        let Some(stdin) = &mut self.stdin else { return Sent::Closed };
        let mut done = 0;
        let sent = loop {
            if done == self.unsent.len() {
                break Sent::All;
            }
            match stdin.write(&self.unsent[done..]) {
                Ok(count) => done += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break Sent::Part,
                Err(_) => break Sent::Closed,
            }
        };
        self.unsent.drain(..done);
        if self.unsent.len() > MAX_UNREAD_BYTES { Sent::TooMany } else { sent }
    }

    /// Closes the standard input of the program.
    pub(super) fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Waits until something can be read or sent, at most this long. Returns `false` if the time is
    /// over.
    pub(super) fn wait(&self, patience: Duration) -> bool {
        let mut fds = Vec::with_capacity(3);
        fds.push(PollFd::new(&self.stdout, PollFlags::IN));
        fds.extend(self.stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let waits = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        fds.extend(waits.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let time = Timespec::try_from(patience).ok();
        // After an error, such as a signal, the caller looks again.
        poll(&mut fds, time.as_ref()) != Ok(0)
    }

    /// Reads what is there, and writes standard error to the log. `take` returns `false` if it has
    /// had enough.
    pub(super) fn look(&mut self, mut take: impl FnMut(&[u8]) -> bool) -> Looked {
        self.look_at_errors();
        let mut came = 0;
        while came < LOOK_BYTES {
            match read(&mut self.stdout, &mut self.buffer) {
                Got::Bytes(count) => {
                    came += count;
                    if !take(&self.buffer[..count]) {
                        return Looked::Stopped;
                    }
                    // A short read has emptied the pipe.
                    if count < self.buffer.len() {
                        break;
                    }
                }
                Got::Nothing => break,
                Got::End => return Looked::Closed(came),
            }
        }
        Looked::Came(came)
    }

    /// Writes standard error to the log.
    pub(super) fn look_at_errors(&mut self) {
        let Some(stderr) = &mut self.stderr else { return };
        let mut came = 0;
        while came < LOOK_BYTES {
            match read(stderr, &mut self.buffer) {
                Got::Bytes(count) => {
                    came += count;
                    self.log.write(&self.buffer[..count]);
                }
                Got::Nothing => return,
                Got::End => {
                    self.stderr = None;
                    return;
                }
            }
        }
    }
}

enum Got {
    Bytes(usize),
    Nothing,
    End,
}

fn read(pipe: &mut impl Read, buffer: &mut [u8]) -> Got {
    loop {
        return match pipe.read(buffer) {
            Ok(0) => Got::End,
            Ok(count) => Got::Bytes(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => Got::Nothing,
            Err(_) => Got::End,
        };
    }
}

fn wait_never(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}
