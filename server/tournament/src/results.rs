//! Exports the results of a tournament as JSON, CSV and in the Open Tournament Summary format,
//! which poker trackers read. It decides no prizes.

mod json;
mod summary;

use crate::prizes::Points;
use cardroom_rules::{Cents, Millis, Structure};
use jiff::Timestamp;
use json::Writer;
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

/// The result of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerResult {
    pub name: String,
    /// The best place of all entries. `None` while still playing.
    pub place: Option<u32>,
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
                [player.prize, player.ticket, player.bounties].map(json::money);
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
        let mut json = Writer::default();
        json.open('{');
        json.text("site", &self.site);
        json.text("number", &self.number);
        json.text("name", &self.structure.name);
        json.text("structure", &self.structure.id);
        json.text("rulebook", &self.structure.rulebook);
        json.text("game", &self.structure.game);
        json.text("currency", &self.currency);
        json.text("began_at", &utc(self.began_at));
        if let Some(ended_at) = self.ended_at {
            json.text("ended_at", &utc(ended_at));
        }
        json.money("buy_in", self.structure.entry.buy_in);
        json.money("fee", self.structure.entry.fee);
        if let Some(bounty) = &self.structure.bounty {
            json.money("bounty", bounty.amount);
        }
        json.whole("starting_stack", self.structure.entry.starting_stack.0);
        json.whole("entries", self.entries());
        json.money("prize_pool", self.prize_pool);
        json.key("players");
        json.open('[');
        self.ordered().into_iter().for_each(|player| player.write(&mut json));
        json.close(']');
        json.close('}');
        json.finish()
    }
}

impl PlayerResult {
    fn write(&self, json: &mut Writer) {
        json.open('{');
        if let Some(place) = self.place {
            json.whole("place", u64::from(place));
        }
        json.text("player", &self.name);
        json.whole("entries", u64::from(self.entries));
        json.whole("rebuys", u64::from(self.rebuys));
        json.whole("add_ons", u64::from(self.add_ons));
        json.money("prize", self.prize);
        json.money("ticket", self.ticket);
        json.money("bounties", self.bounties);
        json.whole("knocked_out", u64::from(self.knocked_out));
        if let Some(points) = self.points {
            json.number("points", &points.to_string());
        }
        json.close('}');
    }
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
