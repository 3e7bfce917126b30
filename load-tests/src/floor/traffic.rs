//! The traffic of poker hands without the poker: how many frames of which size each player gets for
//! an action. The numbers come from a run of the room or from the command line.

use serde::Serialize;

/// A kind of floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// tokio-tungstenite: a reader and a writer task for each connection, a task for each table
    Tungstenite,
    /// One thread, nonblocking sockets, and frames written by hand
    Raw,
    /// The same, but every action is committed to SQLite (WAL, NORMAL) before it is sent on
    Committed,
}

impl Kind {
    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tungstenite => "tungstenite",
            Self::Raw => "raw",
            Self::Committed => "committed",
        }
    }
}

/// About how much the room stores for an action (`server/examples/durability.rs` measures it).
pub(crate) const RECORD_BYTES: u16 = 64;

/// The traffic on the wire, and the bytes stored of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, clap::Args)]
pub(crate) struct Traffic {
    /// Number of tables
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tables: u32,
    /// Players at each table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(crate) seats: u8,
    /// Frames that each player gets for 1,000 actions
    #[arg(long, default_value_t = 1_150, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1_000..=20_000))]
    pub(crate) frames_per_1000_actions: u32,
    /// Payload of each of these frames, in bytes
    #[arg(long, default_value_t = 32, value_name = "BYTES",
          value_parser = clap::value_parser!(u16).range(1..=60_000))]
    pub(crate) frame_bytes: u16,
    /// Payload of the frame with which a player acts, in bytes
    #[arg(long, default_value_t = 20, value_name = "BYTES",
          value_parser = clap::value_parser!(u16).range(1..=125))]
    pub(crate) action_bytes: u16,
    /// Bytes that are committed for an action, where anything is committed
    #[arg(long, default_value_t = RECORD_BYTES, value_name = "BYTES",
          value_parser = clap::value_parser!(u16).range(1..=60_000))]
    pub(crate) record_bytes: u16,
}

impl Traffic {
    /// Returns the number of connections.
    pub(crate) fn connections(&self) -> usize {
        self.tables as usize * usize::from(self.seats)
    }

    /// Returns the same settings as arguments for another process.
    pub(crate) fn to_arguments(self) -> [String; 12] {
        [
            "--tables".to_owned(),
            self.tables.to_string(),
            "--seats".to_owned(),
            self.seats.to_string(),
            "--frames-per-1000-actions".to_owned(),
            self.frames_per_1000_actions.to_string(),
            "--frame-bytes".to_owned(),
            self.frame_bytes.to_string(),
            "--action-bytes".to_owned(),
            self.action_bytes.to_string(),
            "--record-bytes".to_owned(),
            self.record_bytes.to_string(),
        ]
    }
}

/// The turn at a table, and the frames due to its players.
#[derive(Clone, Debug)]
pub(crate) struct Beat {
    traffic: Traffic,
    turn: u8,
    /// The fraction of a frame still due, in thousandths.
    owed: u32,
}

impl Beat {
    /// Makes a table where no player has acted.
    pub(crate) fn new(traffic: Traffic) -> Self {
        Self { traffic, turn: 0, owed: 0 }
    }

    /// Returns the seat whose turn it is.
    pub(crate) fn turn(&self) -> u8 {
        self.turn
    }

    /// Advances to the next player. Returns the number of frames for each player. The last one
    /// contains the new turn.
    pub(crate) fn act(&mut self) -> u32 {
        self.turn = (self.turn + 1) % self.traffic.seats;
        self.owed += self.traffic.frames_per_1000_actions;
        let frames = self.owed / 1_000;
        self.owed %= 1_000;
        frames
    }

    /// Makes the payload of a frame. In the last frame of a step, the first byte is the seat
    /// whose turn it is.
    pub(crate) fn payload(&self, is_last: bool) -> Vec<u8> {
        let mut payload = vec![0; self.traffic.frame_bytes.into()];
        payload[0] = if is_last { self.turn } else { NOBODY };
        payload
    }
}

/// The first byte of a frame that is not the last of its step.
pub(crate) const NOBODY: u8 = u8::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        traffic: Traffic,
    }

    fn traffic(line: &str) -> Traffic {
        Line::try_parse_from(line.split_ascii_whitespace()).unwrap().traffic
    }

    #[test]
    fn what_is_owed_is_paid_over_time_and_never_nothing() {
        let mut beat = Beat::new(traffic("floor --seats 3 --frames-per-1000-actions 1250"));
        let frames: Vec<u32> = (0..8).map(|_| beat.act()).collect();
        assert_eq!(frames, [1, 1, 1, 2, 1, 1, 1, 2]);
        assert_eq!(beat.turn(), 2, "eight actions of three players");
    }

    #[test]
    fn only_the_last_frame_of_a_step_says_whose_turn_it_is() {
        let mut beat = Beat::new(traffic("floor --frame-bytes 7"));
        beat.act();
        assert_eq!(beat.payload(true), [1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(beat.payload(false)[0], NOBODY);
    }

    #[test]
    fn another_process_is_told_the_same() {
        let said = traffic(
            "floor --tables 7 --seats 9 --frame-bytes 40 --action-bytes 11 --record-bytes 77",
        );
        let line = format!("floor {}", said.to_arguments().join(" "));
        assert_eq!(traffic(&line), said);
        assert!(Line::try_parse_from(["floor", "--seats", "1"]).is_err());
        assert!(Line::try_parse_from(["floor", "--frames-per-1000-actions", "999"]).is_err());
    }
}
