//! A site's line, field by field.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A hand as its line has it. Seats are the site's own numbers.
#[derive(Deserialize)]
pub(in super::super) struct SiteHand {
    pub(in super::super) site: String,
    pub(in super::super) hand_id: String,
    pub(super) game: String,
    pub(super) stakes: Vec<u64>,
    pub(super) button_seat: Option<u64>,
    pub(super) seats: Vec<SeatLine>,
    pub(super) posts: Vec<Post>,
    pub(super) streets: Vec<Street>,
    pub(super) summary: Summary,
    #[serde(default)]
    pub(super) showdown: Vec<Shown>,
    #[serde(default)]
    pub(super) known_cards: BTreeMap<String, Vec<String>>,
    pub(super) expected: Option<Expected>,
}

#[derive(Deserialize)]
pub(super) struct SeatLine {
    pub(super) seat: u64,
    pub(super) stack: u64,
}

#[derive(Deserialize)]
pub(super) struct Post {
    pub(super) seat: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) amount: u64,
    #[serde(default)]
    pub(super) all_in: bool,
}

#[derive(Deserialize)]
pub(super) struct Street {
    pub(super) name: String,
    #[serde(default)]
    pub(super) deals: Vec<Dealt>,
    #[serde(default)]
    pub(super) actions: Vec<Acted>,
    /// The cards dealt to the board.
    #[serde(default)]
    pub(super) board_new: Vec<String>,
}

/// Prefixes of the street's name if it is dealt to one of several boards.
const BOARDS: [&str; 3] = ["first ", "second ", "third "];

impl Street {
    /// Returns the board that the street is dealt to, from 0. `None` if there is only one board, or
    /// if the street belongs to all of them. The draws of a draw game are numbered in the same way.
    pub(super) fn board(&self) -> Option<usize> {
        let of_board = BOARDS.iter().position(|prefix| self.name.starts_with(prefix));
        of_board.filter(|_| matches!(self.plain_name(), "flop" | "turn" | "river"))
    }

    /// Returns the name of the street without the number of the board.
    pub(super) fn plain_name(&self) -> &str {
        let mut names = BOARDS.iter().filter_map(|prefix| self.name.strip_prefix(prefix));
        names.find(|name| matches!(*name, "flop" | "turn" | "river")).unwrap_or(&self.name)
    }
}

#[derive(Deserialize)]
pub(super) struct Dealt {
    pub(super) seat: u64,
    pub(super) groups: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct Acted {
    pub(super) seat: u64,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) amount: Option<u64>,
    pub(super) to: Option<u64>,
    pub(super) street_total: Option<u64>,
    #[serde(default)]
    pub(super) all_in: bool,
    pub(super) count: Option<usize>,
    #[serde(default)]
    pub(super) cards: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct Shown {
    pub(super) seat: Option<u64>,
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) desc: String,
}

#[derive(Deserialize)]
pub(super) struct Summary {
    #[serde(default)]
    pub(super) rake: u64,
    #[serde(default)]
    pub(super) boards: Vec<Vec<String>>,
}

#[derive(Deserialize)]
pub(super) struct Expected {
    pub(super) final_stacks: BTreeMap<String, u64>,
}
