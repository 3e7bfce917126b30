//! The Open Tournament Summary format, version 1.1.5 (<https://ts-specs.handhistory.org>), which
//! poker trackers read. In this format `prize` excludes bounties: they are won in hands and
//! reported with the hands.

use super::{PlayerResult, Results, to_json, utc};
use cardroom_rules::{Cents, Chips, Format, Shares, Stage, Structure};
use serde::Serialize;
use std::collections::BTreeMap;

const VERSION: &str = "1.1.5";

/// A tournament with levels up to this length is a turbo.
const TURBO_SECONDS: u64 = 360;

/// A summary, in the order of the file.
#[derive(Serialize)]
struct Summary<'a> {
    spec_version: &'static str,
    site_name: &'a str,
    network_name: &'a str,
    internal_version: &'a str,
    tournament_number: &'a str,
    tournament_name: &'a str,
    start_date_utc: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    end_date_utc: Option<String>,
    currency: &'a str,
    buyin_amount: Cents,
    fee_amount: Cents,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounty_fee_amount: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounty_value_amount: Option<Cents>,
    initial_stack: Chips,
    r#type: &'static str,
    flags: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed: Option<Speed>,
    prize_pool: Cents,
    #[serde(skip_serializing_if = "Option::is_none")]
    hero_player_name: Option<&'a str>,
    player_count: usize,
    tournament_finishes_and_winnings: Vec<Finish<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rebuy_cost: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    addon_cost: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament_rebuys: Option<Vec<Rebuys<'a>>>,
}

#[derive(Serialize)]
struct Speed {
    r#type: &'static str,
    round_time: u64,
}

/// A player with a place has all fields, a player still in the tournament has two.
#[derive(Serialize)]
struct Finish<'a> {
    player_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    finish_position: Option<u32>,
    still_playing: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    prize: Option<Cents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket_value: Option<Cents>,
}

#[derive(Serialize)]
struct Rebuys<'a> {
    player_name: &'a str,
    rebuys: u32,
    addons: u32,
}

impl Results {
    /// Returns the summary from the perspective of `hero`, or for all players.
    #[must_use]
    pub fn open_tournament_summary(&self, hero: Option<&str>) -> String {
        let structure = &self.structure;
        let entry = &structure.entry;
        let bounty = structure.bounty.as_ref().map(|bounty| bounty.amount);
        let rebuy_cost = match (&entry.rebuy, entry.re_entries) {
            (Some(rebuy), _) => Some(rebuy.cost),
            (None, 1..) => Some(entry.buy_in),
            (None, 0) => None,
        };
        let addon_cost = entry.add_on.as_ref().map(|add_on| add_on.cost);
        let summary = Summary {
            spec_version: VERSION,
            site_name: &self.site,
            network_name: &self.site,
            internal_version: &self.version,
            tournament_number: &self.number,
            tournament_name: &structure.name,
            start_date_utc: utc(self.began_at),
            end_date_utc: self.ended_at.map(utc),
            currency: &self.currency,
            buyin_amount: entry.buy_in,
            fee_amount: entry.fee,
            bounty_fee_amount: bounty,
            bounty_value_amount: bounty,
            initial_stack: entry.starting_stack,
            r#type: if self.is_single_table() { "STT" } else { "MTT" },
            flags: flags(structure),
            speed: speed(structure),
            prize_pool: self.prize_pool,
            hero_player_name: hero,
            player_count: self.players.len(),
            tournament_finishes_and_winnings: self.ordered().into_iter().map(finish).collect(),
            rebuy_cost,
            addon_cost,
            tournament_rebuys: rebuy_cost.or(addon_cost).map(|_| self.rebuys()),
        };
        to_json(&BTreeMap::from([("ots", summary)]))
    }

    /// Returns a file name of letters, digits, `-` and `_` only, because the format requires ASCII.
    #[must_use]
    pub fn summary_file_name(&self) -> String {
        let plain = |text: &str| -> String {
            let keep = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            text.chars().map(keep).take(60).collect()
        };
        format!("{}_{}.ots", plain(&self.structure.name), plain(&self.number))
    }

    fn is_single_table(&self) -> bool {
        self.entries() <= u64::from(self.structure.seats)
    }

    /// Returns rebuys and add-ons. The format knows tournaments with rebuys or with re-entries. If
    /// a tournament has both, this counts them together.
    fn rebuys(&self) -> Vec<Rebuys<'_>> {
        let rebuys = self.ordered().into_iter().map(|player| Rebuys {
            player_name: &player.name,
            rebuys: player.rebuys + player.entries.saturating_sub(1),
            addons: player.add_ons,
        });
        rebuys.filter(|player| player.rebuys + player.addons > 0).collect()
    }
}

fn finish(player: &PlayerResult) -> Finish<'_> {
    Finish {
        player_name: &player.name,
        finish_position: player.place,
        still_playing: player.place.is_none(),
        prize: player.place.map(|_| player.prize),
        ticket_value: player.place.map(|_| player.ticket),
    }
}

fn speed(structure: &Structure) -> Option<Speed> {
    let round_time = structure.stages.iter().find_map(|stage| match stage {
        Stage::Level(level) => Some(level.seconds),
        Stage::Break(_) => None,
    })?;
    let r#type = if round_time <= TURBO_SECONDS { "Turbo" } else { "Normal" };
    Some(Speed { r#type, round_time })
}

fn flags(structure: &Structure) -> Vec<&'static str> {
    let entry = &structure.entry;
    let wins_ticket = matches!(structure.prizes.shares, Shares::Tickets { .. });
    let all = [
        ("SNG", structure.format == Format::SitAndGo),
        ("Bounty", structure.bounty.is_some()),
        ("Shootout", matches!(structure.format, Format::Shootout | Format::HeadsUp)),
        ("Rebuy", entry.rebuy.is_some()),
        ("Re-Entry", entry.rebuy.is_none() && entry.re_entries > 0),
        ("Satellite", wins_ticket),
    ];
    all.into_iter().filter_map(|(flag, holds)| holds.then_some(flag)).collect()
}
