//! Checks that each acknowledged action is in the journal exactly once, as requested: by the player
//! whose turn it was, in the turn for which it was meant. In a pause no player acts, and no time
//! runs out.

use crate::room::notes::Notes;
use cardroom_engine::{Action as Played, Event};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, TableId};
use cardroom_rules::{Millis, SeatNo};
use cardroom_tournament::OrderNo;
use std::collections::BTreeMap;

/// How many turns of a table to remember.
const REMEMBERED: usize = 400;

/// The journal's actions at one table.
#[derive(Default)]
pub(super) struct Acts {
    /// The account in each seat.
    seats: BTreeMap<SeatNo, u64>,
    /// How often each account has sat down.
    sittings: BTreeMap<u64, u64>,
    turn: Option<(u64, SeatNo)>,
    /// Whether a hand is in progress, and whether the floor has paused the table.
    plays: bool,
    is_paused: bool,
    /// The account and action of each turn.
    played: BTreeMap<u64, (Option<u64>, Played)>,
}

/// The actions that players have requested, by id.
#[derive(Default)]
pub(super) struct Asked {
    asked: BTreeMap<(usize, TableId, ActionId), (u64, Option<Action>)>,
}

impl Asked {
    /// Records the requests that a player sends.
    pub(super) fn sent(&mut self, bot: usize, message: &ClientMessage) {
        let (key, asked) = match message {
            ClientMessage::Act(act) => {
                ((bot, act.table, act.action_id), (act.turn.0, Some(act.action)))
            }
            ClientMessage::Discard(discard) => {
                ((bot, discard.table, discard.action_id), (discard.turn.0, None))
            }
            _ => return,
        };
        self.asked.insert(key, asked);
    }

    /// Checks an acknowledged action against the journal.
    pub(super) fn acknowledged(
        &self,
        notes: &Notes,
        key: (usize, TableId, ActionId),
        account: Option<u64>,
        acts: &Acts,
    ) {
        let Some((turn, asked)) = self.asked.get(&key) else {
            return notes.fail(format!("{key:?} is acknowledged, and nobody asked for it"));
        };
        let Some((player, played)) = acts.played.get(turn) else {
            return notes.fail(format!("{key:?} is acknowledged, and not in the journal"));
        };
        let is_so = match (asked, played) {
            (None, Played::Discard(_))
            | (Some(Action::Fold), Played::Fold)
            | (Some(Action::Check), Played::Check)
            | (Some(Action::Call), Played::Call)
            | (Some(Action::BringIn), Played::BringIn) => true,
            (Some(Action::Bet(asked)), Played::Bet(played))
            | (Some(Action::RaiseTo(asked)), Played::RaiseTo(played)) => asked.0 == played.0,
            _ => false,
        };
        let is_theirs = player.is_none() || *player == account;
        if !is_so || !is_theirs {
            notes.fail(format!(
                "{key:?} of account {account:?} is acknowledged as {asked:?}, and the journal has \
                 {played:?} of {player:?}"
            ));
        }
    }
}

impl Acts {
    /// Reads a stored step. The steps of tournament tables are `ordered`.
    pub(super) fn stored(&mut self, notes: &Notes, table: TableId, ordered: bool, payload: &[u8]) {
        let events = match ordered {
            false => postcard::take_from_bytes::<(Millis, Vec<Event>)>(payload)
                .map(|((_, events), _)| events),
            true => postcard::take_from_bytes::<(Millis, OrderNo, Vec<Event>)>(payload)
                .map(|((.., events), _)| events),
        };
        match events {
            Ok(events) => events.iter().for_each(|event| self.note(notes, table, event)),
            Err(error) => notes.fail(format!("a step of table {table} does not decode: {error}")),
        }
    }

    /// Returns how often an account has sat down at the table. Action ids start again
    /// with a new seat.
    pub(super) fn sittings(&self, account: Option<u64>) -> u64 {
        account.and_then(|account| self.sittings.get(&account)).copied().unwrap_or(0)
    }

    /// Returns `true` if all seats at the table are empty.
    pub(super) fn is_deserted(&self) -> bool {
        self.seats.is_empty()
    }

    fn note(&mut self, notes: &Notes, table: TableId, event: &Event) {
        match event {
            Event::SeatTaken { seat, player, .. } | Event::Placed { seat, player, .. } => {
                self.seats.insert(*seat, player.0);
                *self.sittings.entry(player.0).or_default() += 1;
            }
            Event::SeatLeft { seat, .. } => {
                self.seats.remove(seat);
            }
            Event::HandStarted(_) if self.is_paused => {
                notes.fail(format!("table {table}: a hand begins in a pause"));
            }
            Event::HandStarted(_) => self.plays = true,
            Event::HandEnded { .. } | Event::HandVoided { .. } => self.plays = false,
            Event::Paused => {
                self.is_paused = true;
                notes.count(|counts| counts.paused += u64::from(self.plays));
            }
            Event::Resumed => self.is_paused = false,
            Event::BankBegan { .. } | Event::ReconnectGranted { .. } if self.is_paused => {
                notes.fail(format!("table {table}: time runs out in a pause"));
            }
            Event::TurnBegan { seat, turn, .. } => self.turn = Some((turn.0, *seat)),
            Event::Acted { seat, action, timed_out: false, .. } => {
                self.acted(notes, table, *seat, *action);
            }
            Event::Discarded { seat, picks, timed_out: false, .. } => {
                self.acted(notes, table, *seat, Played::Discard(*picks));
            }
            _ => {}
        }
    }

    fn acted(&mut self, notes: &Notes, table: TableId, seat: SeatNo, action: Played) {
        if self.is_paused {
            return notes.fail(format!("table {table}: seat {seat} acts in a pause"));
        }
        let Some((turn, _)) = self.turn.filter(|(_, on_turn)| *on_turn == seat) else {
            let text =
                format!("table {table}: seat {seat} acts in no turn of its own in the journal");
            return notes.fail(text);
        };
        let player = self.seats.get(&seat).copied();
        if let Some(before) = self.played.insert(turn, (player, action)) {
            let text =
                format!("table {table}: turn {turn} is played twice: {before:?}, {action:?}");
            notes.fail(text);
        }
        if self.played.len() > REMEMBERED {
            self.played.pop_first();
        }
    }
}
