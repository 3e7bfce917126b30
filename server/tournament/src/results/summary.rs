//! The Open Tournament Summary format, version 1.1.5 (<https://ts-specs.handhistory.org>), which
//! poker trackers read. In this format `prize` excludes bounties: they are won in hands and
//! reported with the hands.

use super::json::Writer;
use super::{PlayerResult, Results, utc};
use cardroom_rules::{Cents, Format, Shares, Stage, Structure};

const VERSION: &str = "1.1.5";

/// A tournament with levels up to this length is a turbo.
const TURBO_SECONDS: u64 = 360;

impl Results {
    /// Returns the summary from the perspective of `hero`, or for all players.
    #[must_use]
    pub fn open_tournament_summary(&self, hero: Option<&str>) -> String {
        let structure = &self.structure;
        let mut json = Writer::default();
        json.open('{');
        json.key("ots");
        json.open('{');
        json.text("spec_version", VERSION);
        json.text("site_name", &self.site);
        json.text("network_name", &self.site);
        json.text("internal_version", &self.version);
        json.text("tournament_number", &self.number);
        json.text("tournament_name", &structure.name);
        json.text("start_date_utc", &utc(self.began_at));
        if let Some(ended_at) = self.ended_at {
            json.text("end_date_utc", &utc(ended_at));
        }
        json.text("currency", &self.currency);
        json.money("buyin_amount", structure.entry.buy_in);
        json.money("fee_amount", structure.entry.fee);
        if let Some(bounty) = &structure.bounty {
            json.money("bounty_fee_amount", bounty.amount);
            json.money("bounty_value_amount", bounty.amount);
        }
        json.whole("initial_stack", structure.entry.starting_stack.0);
        json.text("type", if self.is_single_table() { "STT" } else { "MTT" });
        json.key("flags");
        json.open('[');
        flags(structure).into_iter().for_each(|flag| json.value(flag));
        json.close(']');
        write_speed(&mut json, structure);
        json.money("prize_pool", self.prize_pool);
        if let Some(hero) = hero {
            json.text("hero_player_name", hero);
        }
        json.whole("player_count", u64::try_from(self.players.len()).unwrap_or(u64::MAX));
        json.key("tournament_finishes_and_winnings");
        json.open('[');
        self.ordered().into_iter().for_each(|player| write_finish(&mut json, player));
        json.close(']');
        self.write_rebuys(&mut json);
        json.close('}');
        json.close('}');
        json.finish()
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

    /// Writes rebuys and add-ons. The format knows tournaments with rebuys or with re-entries. If a
    /// tournament has both, this counts them together.
    fn write_rebuys(&self, json: &mut Writer) {
        let entry = &self.structure.entry;
        let rebuy_cost = match (&entry.rebuy, entry.re_entries) {
            (Some(rebuy), _) => Some(rebuy.cost),
            (None, 1..) => Some(entry.buy_in),
            (None, 0) => None,
        };
        let add_on_cost: Option<Cents> = entry.add_on.as_ref().map(|add_on| add_on.cost);
        if rebuy_cost.is_none() && add_on_cost.is_none() {
            return;
        }
        if let Some(cost) = rebuy_cost {
            json.money("rebuy_cost", cost);
        }
        if let Some(cost) = add_on_cost {
            json.money("addon_cost", cost);
        }
        json.key("tournament_rebuys");
        json.open('[');
        for player in self.ordered() {
            let rebuys = player.rebuys + player.entries.saturating_sub(1);
            if rebuys + player.add_ons > 0 {
                json.open('{');
                json.text("player_name", &player.name);
                json.whole("rebuys", u64::from(rebuys));
                json.whole("addons", u64::from(player.add_ons));
                json.close('}');
            }
        }
        json.close(']');
    }
}

fn write_finish(json: &mut Writer, player: &PlayerResult) {
    json.open('{');
    json.text("player_name", &player.name);
    match player.place {
        Some(place) => {
            json.whole("finish_position", u64::from(place));
            json.flag("still_playing", false);
            json.money("prize", player.prize);
            json.money("ticket_value", player.ticket);
        }
        None => json.flag("still_playing", true),
    }
    json.close('}');
}

fn write_speed(json: &mut Writer, structure: &Structure) {
    let first = structure.stages.iter().find_map(|stage| match stage {
        Stage::Level(level) => Some(level.seconds),
        Stage::Break(_) => None,
    });
    let Some(seconds) = first else { return };
    json.key("speed");
    json.open('{');
    json.text("type", if seconds <= TURBO_SECONDS { "Turbo" } else { "Normal" });
    json.whole("round_time", seconds);
    json.close('}');
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
