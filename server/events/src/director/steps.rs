//! Steps of the director, and the unit that each leaves: its record, money, bans, snapshot and
//! results.

use super::{After, DirectorCore, Outputs};
use crate::results::KeptResults;
use crate::stored;
use cardroom_record::ids::AccountId;
use cardroom_record::{Player, StoredBan, StreamId};
use cardroom_rules::{Millis, PlayerId};
use cardroom_tournament::{Event, Input, Refusal};

const DAY_MS: u64 = 86_400_000;

/// A snapshot is stored after this many steps.
pub(super) const STEPS_PER_SNAPSHOT: u64 = 512;

impl DirectorCore {
    /// Makes a step that brings these players. A refused step introduces none of them.
    pub(super) fn step_with(
        &mut self,
        now: Millis,
        seed: u64,
        newcomers: impl IntoIterator<Item = Player>,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let before = outputs.after.len();
        outputs.after.extend(newcomers.into_iter().map(After::Introduce));
        let result = self.step(now, seed, input, outputs);
        if result.is_err() {
            outputs.after.truncate(before);
        }
        result
    }

    pub(super) fn step(
        &mut self,
        now: Millis,
        seed: u64,
        input: Input,
        outputs: &mut Outputs,
    ) -> Result<(), Refusal> {
        let events = self.director.step(now, seed, input)?;
        if events.is_empty() {
            return Ok(());
        }
        self.seq += 1;
        outputs.unit.records.push(stored::record(self.id, self.seq, now, &events));
        for (index, event) in events.iter().enumerate() {
            self.follow_money(now, index, event, &mut outputs.unit.transfers, &mut outputs.after);
        }
        for ban in self.bans(now, &events) {
            outputs.after.push(After::Banned(ban.clone()));
            outputs.unit.bans.push(ban);
        }
        if self.is_done() {
            outputs.unit.ended.push(StreamId::Tournament(self.id));
            self.end(outputs);
        } else if self.seq >= self.snapshot_seq + STEPS_PER_SNAPSHOT {
            outputs.unit.snapshot = Some(stored::snapshot(self.id, self.seq, &self.director));
            self.snapshot_seq = self.seq;
        }
        outputs.events.extend(events);
        Ok(())
    }

    /// Returns the bans from tournaments of this kind in these events, and the lifted ones, each
    /// with the operator and the reason.
    fn bans(&self, now: Millis, events: &[Event]) -> Vec<StoredBan> {
        let ruling = events.iter().rev().find_map(|event| match event {
            Event::Ruled(ruling) => Some(ruling),
            _ => None,
        });
        let bans = events.iter().filter_map(|event| match event {
            // The director itself enforces a ban from this tournament alone.
            Event::Banned { days: Some(0), .. } => None,
            Event::Banned { player, days } => Some(StoredBan {
                account: AccountId(player.0),
                league: self.league().map(str::to_owned),
                until_ms: days.map_or(0, |days| now.0 + u64::from(days) * DAY_MS),
                at_ms: now.0,
                operator: AccountId(ruling.map_or(player.0, |ruling| ruling.operator.account.0)),
                reason: ruling.map(|ruling| ruling.reason.clone()).unwrap_or_default(),
            }),
            _ => None,
        });
        bans.collect()
    }

    /// Adds the results to the last step.
    fn end(&self, outputs: &mut Outputs) {
        // The last step may have brought a player who is not introduced yet.
        let newcomer = |player: PlayerId| {
            outputs.after.iter().find_map(|after| match after {
                After::Introduce(known) if known.account.0 == player.0 => Some(known),
                _ => None,
            })
        };
        let name_of = |player| {
            let known = self.names.player(player).or_else(|| newcomer(player));
            known.map_or_else(|| "somebody".to_owned(), |player| player.name.to_string())
        };
        let (name, announcement) = (&self.name, &self.announcement);
        let results = KeptResults::of(name, &self.game_name, announcement, &self.director, name_of);
        let Some((results, scored)) = results else { return };
        outputs.unit.results.push(results.stored(self.id));
        outputs.after.extend(scored.err().map(After::NoPoints));
    }
}
