//! Exports the results of a tournament as JSON, CSV and in the Open Tournament Summary format,
//! which poker trackers read. It decides no prizes.

pub mod corrections;
mod summary;

use crate::prizes::Points;
use cardroom_rules::{Cents, Chips, Millis, Structure};
use jiff::Timestamp;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt::Write as _;

/// The results of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    /// The name of the room.
    pub site: String,
    /// The version of the room's software.
    pub version: String,
    /// The number of the tournament in the room.
    pub number: String,
    pub structure: Structure,
    /// `XPM` for play money, whose unit is a chip.
    pub currency: String,
    pub began_at: Millis,
    /// `None` while the tournament is running.
    pub ended_at: Option<Millis>,
    /// The amount divided among the places.
    pub prize_pool: Cents,
    /// One line for each player, whatever the number of their entries.
    pub players: Vec<PlayerResult>,
}

/// The result of one player, in the order of the JSON export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerResult {
    /// The best place of all entries. `None` while still playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    #[serde(rename = "player")]
    pub name: String,
    pub entries: u32,
    pub rebuys: u32,
    pub add_ons: u32,
    /// Money won by places or by a deal.
    pub prize: Cents,
    /// Value of the tickets won.
    pub ticket: Cents,
    /// Money won by bounties.
    pub bounties: Cents,
    /// Number of players knocked out.
    pub knocked_out: u32,
    /// Points for the league.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "decimal")]
    pub points: Option<Points>,
}

impl Results {
    /// Returns the players in order of place. Players still in the tournament come first.
    fn ordered(&self) -> Vec<&PlayerResult> {
        let mut players: Vec<&PlayerResult> = self.players.iter().collect();
        players.sort_by(|one, other| one.place.cmp(&other.place).then(one.name.cmp(&other.name)));
        players
    }

    fn entries(&self) -> u64 {
        self.players.iter().map(|player| u64::from(player.entries)).sum()
    }

    /// Returns the results as CSV with a heading (RFC 4180). Amounts are in play chips.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "place,player,entries,rebuys,add_ons,prize,ticket,bounties,knocked_out,points\r\n",
        );
        for player in self.ordered() {
            let place = player.place.map(|place| place.to_string()).unwrap_or_default();
            let points = player.points.map(|points| points.to_string()).unwrap_or_default();
            let PlayerResult { entries, rebuys, add_ons, knocked_out, .. } = player;
            let [prize, ticket, bounties] =
                [player.prize, player.ticket, player.bounties].map(|amount| amount.0);
            let name = cell(&player.name);
            write!(
                text,
                "{place},{name},{entries},{rebuys},{add_ons},{prize},{ticket},{bounties},\
                 {knocked_out},{points}\r\n"
            )
            .expect("text grows");
        }
        text
    }

    /// Returns the results as JSON. Amounts are whole play chips, points are decimal numbers.
    #[must_use]
    pub fn json(&self) -> String {
        let structure = &self.structure;
        to_json(&Export {
            site: &self.site,
            number: &self.number,
            name: &structure.name,
            structure: &structure.id,
            rulebook: &structure.rulebook,
            game: &structure.game,
            currency: &self.currency,
            began_at: utc(self.began_at),
            ended_at: self.ended_at.map(utc),
            buy_in: structure.entry.buy_in,
            fee: structure.entry.fee,
            bounty: structure.bounty.as_ref().map(|bounty| bounty.amount),
            starting_stack: structure.entry.starting_stack,
            entries: self.entries(),
            prize_pool: self.prize_pool,
            players: self.ordered(),
        })
    }
}

/// The results as JSON, in the order of the file.
#[derive(Serialize)]
struct Export<'a> {
    site: &'a str,
    number: &'a str,
    name: &'a str,
    structure: &'a str,
    rulebook: &'a str,
    game: &'a str,
    currency: &'a str,
    began_at: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
    buy_in: Cents,
    fee: Cents,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounty: Option<Cents>,
    starting_stack: Chips,
    entries: u64,
    prize_pool: Cents,
    players: Vec<&'a PlayerResult>,
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}

/// Writes points with two decimals, which a binary fraction would not keep.
fn decimal<S: Serializer>(points: &Option<Points>, serializer: S) -> Result<S::Ok, S::Error> {
    let number = points.map(|points| RawValue::from_string(points.to_string())).transpose();
    number.map_err(S::Error::custom)?.serialize(serializer)
}

/// Formats rows of cells as CSV (RFC 4180). The first row is the heading.
#[must_use]
pub fn table(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows = rows.into_iter().map(|row| {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        cells.join(",") + "\r\n"
    });
    rows.collect()
}

/// Formats a CSV cell, in quotes if necessary. Spreadsheets would take some names for a formula.
/// These get a leading apostrophe, which spreadsheets do not show.
fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        format!("{guard}{text}")
    }
}

/// Returns the UTC date of a point in time: `2017-12-31`.
#[must_use]
pub fn date(at: Millis) -> String {
    utc(at).chars().take(10).collect()
}

/// Formats a point in time as ISO 8601 in UTC: `2017-12-31T09:45:26Z`.
fn utc(at: Millis) -> String {
    let second = i64::try_from(at.0 / 1_000).unwrap_or(i64::MAX);
    Timestamp::from_second(second).unwrap_or(Timestamp::MAX).to_string()
}
