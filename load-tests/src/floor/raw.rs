//! The minimal floor: one thread, nonblocking sockets, and frames written by hand. It skips every
//! check that it can, because it is a yardstick and not a server.

use super::log::{Act, Log};
use super::traffic::{Beat, Traffic};
use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token, Waker};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

const LISTENER: Token = Token(usize::MAX);
const LOG: Token = Token(usize::MAX - 1);
/// The header of a final fragment of a binary message (RFC 6455, section 5.2).
const BINARY: u8 = 0x82;
const CLOSE: u8 = 0x88;
/// The size of the key that masks a client's payload.
const MASK_BYTES: usize = 4;
/// A limit above the size of any request or action.
const MOST_UNREAD: usize = 4_096;

/// Serves until the process is killed. With a folder, each action is committed before any
/// player learns of it.
pub(super) fn serve(
    traffic: Traffic,
    commits_in: Option<&Path>,
    tell: impl FnOnce(SocketAddr) -> io::Result<()>,
) -> io::Result<()> {
    let poll = Poll::new()?;
    let start =
        |folder| Log::start(folder, traffic.record_bytes, Waker::new(poll.registry(), LOG)?);
    let log = commits_in.map(start).transpose()?;
    let mut listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0).into())?;
    poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
    tell(listener.local_addr()?)?;
    let table = || Table { beat: Beat::new(traffic), seated: vec![None; traffic.seats.into()] };
    let tables = (0..traffic.tables).map(|_| table()).collect();
    Floor { poll, listener, connections: Vec::new(), tables, log }.run()
}

/// Parses the table and seat of a path: `/TABLE/SEAT`.
pub(super) fn place(path: &str) -> Option<(usize, u8)> {
    let (table, seat) = path.strip_prefix('/')?.split_once('/')?;
    Some((table.parse().ok()?, seat.parse().ok()?))
}

struct Floor {
    poll: Poll,
    listener: TcpListener,
    connections: Vec<Option<Connection>>,
    tables: Vec<Table>,
    log: Option<Log>,
}

struct Table {
    beat: Beat,
    /// The connection of each seat.
    seated: Vec<Option<usize>>,
}

struct Connection {
    socket: TcpStream,
    /// Bytes that are not a whole frame yet.
    unread: Vec<u8>,
    /// Bytes that the kernel did not accept.
    unwritten: Vec<u8>,
    /// The table and seat, once the handshake is done.
    place: Option<(usize, u8)>,
}

impl Floor {
    fn run(&mut self) -> io::Result<()> {
        let mut events = Events::with_capacity(1_024);
        loop {
            match self.poll.poll(&mut events, None) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                result => result?,
            }
            for event in &events {
                match event.token() {
                    LISTENER => self.accept()?,
                    LOG => self.tell_what_is_kept(),
                    Token(connection) => self.serve(connection, event.is_writable()),
                }
            }
        }
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let mut socket = match self.listener.accept() {
                Ok((socket, _)) => socket,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            };
            socket.set_nodelay(true)?;
            let token = Token(self.connections.len());
            let interest = Interest::READABLE | Interest::WRITABLE;
            self.poll.registry().register(&mut socket, token, interest)?;
            let connection =
                Connection { socket, unread: Vec::new(), unwritten: Vec::new(), place: None };
            self.connections.push(Some(connection));
        }
    }

    /// Handles a connection that is readable or writable.
    fn serve(&mut self, number: usize, is_writable: bool) {
        let Some(Some(connection)) = self.connections.get_mut(number) else { return };
        let went_on = (!is_writable || connection.write_rest()) && connection.read();
        if !went_on {
            self.connections[number] = None;
            return;
        }
        if connection.place.is_none() {
            let Some(place) = connection.shake_hands() else { return };
            return self.join(number, place);
        }
        while let Some(Some(connection)) = self.connections.get_mut(number)
            && let Some(place) = connection.place
            && connection.take_frame()
        {
            self.act(place);
        }
    }

    fn join(&mut self, number: usize, (table, seat): (usize, u8)) {
        let Some(table) = self.tables.get_mut(table) else { return };
        let Some(chair) = table.seated.get_mut(usize::from(seat)) else { return };
        *chair = Some(number);
        if table.seated.iter().all(Option::is_some) {
            send(&mut self.connections, table, 1);
        }
    }

    fn act(&mut self, act: Act) {
        match &self.log {
            Some(log) => log.keep(act),
            None => self.tell(act),
        }
    }

    fn tell_what_is_kept(&mut self) {
        let Some(log) = &self.log else { return };
        let kept: Vec<Act> = log.kept().collect();
        kept.into_iter().for_each(|act| self.tell(act));
    }

    fn tell(&mut self, (table, seat): Act) {
        let Some(table) = self.tables.get_mut(table) else { return };
        if seat == table.beat.turn() {
            let frames = table.beat.act();
            send(&mut self.connections, table, frames);
        }
    }
}

/// Sends this number of frames to all players at a table, in one write per player.
fn send(connections: &mut [Option<Connection>], table: &Table, frames: u32) {
    let mut bytes = Vec::new();
    for number in 1..=frames {
        put_frame(&mut bytes, &table.beat.payload(number == frames));
    }
    for number in table.seated.iter().flatten() {
        if let Some(Some(connection)) = connections.get_mut(*number) {
            connection.write(&bytes);
        }
    }
}

fn put_frame(bytes: &mut Vec<u8>, payload: &[u8]) {
    bytes.push(BINARY);
    match u8::try_from(payload.len()) {
        Ok(length @ 0..126) => bytes.push(length),
        _ => {
            bytes.push(126);
            bytes.extend(u16::try_from(payload.len()).unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    bytes.extend(payload);
}

impl Connection {
    /// Reads all available data. Returns `false` if no more will come.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 1_024];
        loop {
            match self.socket.read(&mut buffer) {
                Ok(0) => return false,
                Ok(count) => self.unread.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
            if self.unread.len() > MOST_UNREAD {
                return false;
            }
        }
    }

    /// Answers the handshake request once it is complete, and returns the table and seat.
    fn shake_hands(&mut self) -> Option<(usize, u8)> {
        let end = self.unread.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let request = String::from_utf8_lossy(&self.unread[..end]).into_owned();
        self.unread.drain(..end);
        let mut lines = request.lines();
        let place = place(lines.next()?.split(' ').nth(1)?)?;
        let key = lines.find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("sec-websocket-key").then_some(value.trim())
        })?;
        let accept = derive_accept_key(key.as_bytes());
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Accept: {accept}\r\n\r\n"
        );
        self.write(answer.as_bytes());
        self.place = Some(place);
        Some(place)
    }

    /// Takes one whole frame from the read data. Returns `false` if there is none. The
    /// content does not matter.
    fn take_frame(&mut self) -> bool {
        let [first, second, ..] = *self.unread.as_slice() else { return false };
        let whole = 2 + MASK_BYTES + usize::from(second & 0x7f);
        if first == CLOSE || self.unread.len() < whole {
            return false;
        }
        self.unread.drain(..whole);
        true
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while self.unwritten.is_empty() && !rest.is_empty() {
            match self.socket.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // A permanent write error also shows on the next read.
                Err(_) => break,
            }
        }
        self.unwritten.extend_from_slice(rest);
    }

    /// Writes the remaining bytes. Returns `false` if the connection is broken.
    fn write_rest(&mut self) -> bool {
        while !self.unwritten.is_empty() {
            match self.socket.write(&self.unwritten) {
                Ok(count) => drop(self.unwritten.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return true,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_have_the_header_of_their_length() {
        let frame = |length: usize| {
            let mut bytes = Vec::new();
            put_frame(&mut bytes, &vec![7; length]);
            bytes
        };
        assert_eq!(frame(2), [BINARY, 2, 7, 7]);
        assert_eq!(frame(125)[..2], [BINARY, 125]);
        assert_eq!(frame(126)[..4], [BINARY, 126, 0, 126]);
        assert_eq!(frame(1_000).len(), 1_004);
    }

    #[test]
    fn a_path_names_table_and_seat() {
        assert_eq!(place("/12/3"), Some((12, 3)));
        for wrong in ["", "/", "/12", "/12/3/4", "/a/3", "/1/300", "12/3"] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }
}
