//! The events that keep a floor busy: players who leave and return, and players to penalize.

use super::{FieldError, Run, Seat};
use cardroom_engine::{Input as TableInput, Refusal, RefusalKind};
use cardroom_rules::{Chips, EntryNo, PlayerId, SeatNo, TableNo};
use cardroom_tournament::{Command, FloorOrder, Input, Operator};

/// At each table, one hand in this many makes a player leave for a while.
const HANDS_TO_AN_ABSENCE: u32 = 20;
/// The largest number of hands that a player is away.
const LONGEST_ABSENCE: u32 = 12;
/// In one hand of this many the floor rules on a player.
const HANDS_TO_A_RULING: u32 = 200;
/// The operator who rules, who is not in the field.
const OPERATOR: PlayerId = PlayerId(u64::MAX);

impl Run {
    /// Prepares a hand: returns absent players whose time is up, may make another player leave, and
    /// may rule on a player.
    pub(super) fn disturb(&mut self, number: TableNo) -> Result<(), FieldError> {
        let Some(Seat { table, .. }) = self.tables.get(&number) else { return Ok(()) };
        if table.hand_in_progress().is_some() {
            return Ok(());
        }
        let players: Vec<(SeatNo, PlayerId)> = table.players().collect();
        for (seat, player) in &players {
            let Some(hands) = self.away.get_mut(player) else { continue };
            *hands -= 1;
            if *hands == 0 {
                self.away.remove(player);
                self.is_there(number, *seat, true)?;
                self.step(Input::Back { player: *player })?;
            }
        }
        if self.draws.below(HANDS_TO_AN_ABSENCE) == 0
            && let Some((seat, player)) = self.draws.pick(&players).copied()
            && !self.away.contains_key(&player)
        {
            let hands = 1 + self.draws.below(LONGEST_ABSENCE);
            self.away.insert(player, u8::try_from(hands).unwrap_or(u8::MAX));
            self.outcome.absences += 1;
            self.is_there(number, seat, false)?;
        }
        if self.draws.below(HANDS_TO_A_RULING) == 0
            && let Some((_, player)) = self.draws.pick(&players).copied()
        {
            self.rule_on(player)?;
        }
        Ok(())
    }

    /// Marks players as absent at their new table too.
    pub(super) fn seat_those_away(&mut self, number: TableNo) -> Result<(), FieldError> {
        if self.away.is_empty() {
            return Ok(());
        }
        let Some(Seat { table, .. }) = self.tables.get(&number) else { return Ok(()) };
        let away: Vec<SeatNo> = table
            .players()
            .filter(|(_, player)| self.away.contains_key(player))
            .map(|(seat, _)| seat)
            .collect();
        away.into_iter().try_for_each(|seat| self.is_there(number, seat, false))
    }

    fn is_there(
        &mut self,
        number: TableNo,
        seat: SeatNo,
        connected: bool,
    ) -> Result<(), FieldError> {
        let Some(Seat { desk, table, clock }) = self.tables.get_mut(&number) else { return Ok(()) };
        let now = self.now.max(*clock);
        let presence = TableInput::Presence { seat, connected };
        let mut events = Vec::new();
        match table.step_into(now, presence, &mut events) {
            // The table already knows, because another player has arrived there since.
            Ok(()) | Err(Refusal { kind: RefusalKind::NothingToDo, .. }) => {}
            Err(error) => {
                return Err(FieldError::Table { table: number, reason: error.to_string() });
            }
        }
        events.iter().for_each(|event| desk.note(event, table));
        Ok(())
    }

    /// Rules on a player. The director refuses an impossible ruling, such as chips taken from a
    /// player without any, and nothing changes.
    fn rule_on(&mut self, player: PlayerId) -> Result<(), FieldError> {
        let Some(entry) = self.director.entry_of(player) else { return Ok(()) };
        let command = self.punishment(entry);
        let disqualifies = matches!(command, Command::Disqualify { .. });
        let operator = Operator { account: OPERATOR, owner: true };
        let (seen, reason) = (self.director.seq(), "as a test".to_owned());
        let rule = Some("TDA 71".to_owned());
        match self.step(Input::Floor(FloorOrder { operator, seen, reason, rule, command })) {
            Ok(()) if disqualifies => self.outcome.disqualified += 1,
            Ok(()) => self.outcome.rulings += 1,
            Err(FieldError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn punishment(&mut self, entry: EntryNo) -> Command {
        match self.draws.below(12) {
            0..=3 => Command::Warn(entry),
            4..=6 => Command::MissHands(entry, 1 + self.draws.below(5)),
            7 => Command::MissRounds(entry, 1),
            8 => Command::LiftPenalty(entry),
            9 | 10 => Command::Forfeit(entry, Chips(100)),
            _ => Command::Disqualify { entry, keeps_prize: true },
        }
    }
}
