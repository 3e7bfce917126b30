//! Exchanges of small chips for larger ones.

use crate::floor::DueColorUp;
use crate::setup::Setup;
use cardroom_rules::{Chips, Stage, TableNo};
use std::collections::BTreeMap;

/// The color-ups of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct ColorUps {
    /// The last break in which chips went out of play.
    pub(super) exchange: Option<u16>,
    /// The tables that color up when their hands are over.
    pub(super) due: BTreeMap<TableNo, DueColorUp>,
    /// The smallest chip since the floor colored up all tables.
    pub(super) unit: Option<Chips>,
}

impl ColorUps {
    /// Returns the last break in which chips went out of play.
    pub(crate) fn exchange(&self) -> Option<u16> {
        self.exchange
    }

    /// Returns the smallest chip before and after the last exchange in a break, if there was one.
    pub(crate) fn last_exchange(&self, setup: &Setup) -> Option<(Chips, Chips)> {
        let stage = self.exchange?;
        let Stage::Break(pause) = setup.stage(stage)? else { return None };
        let level = setup.level_terms(setup.level_of(stage))?;
        Some((level.stakes.unit, pause.new_unit?))
    }

    /// Returns the smallest chip since the last color-up, in a break or by order of the floor.
    pub(crate) fn unit_in_play(&self, setup: &Setup) -> Option<Chips> {
        self.last_exchange(setup).map(|(_, unit)| unit).max(self.unit)
    }

    /// Returns the color-up of a table that waits for the end of its hand.
    pub(crate) fn due(&self, table: TableNo) -> Option<DueColorUp> {
        self.due.get(&table).copied()
    }

    pub(crate) fn exchange_in(&mut self, stage: u16) {
        self.exchange = Some(stage);
    }

    /// Forgets the exchanges of a round, because the next one begins with all chips.
    pub(crate) fn begin_round(&mut self) {
        self.exchange = None;
    }

    pub(crate) fn order(&mut self, table: TableNo, due: DueColorUp) {
        self.due.insert(table, due);
    }

    pub(crate) fn raise_unit(&mut self, unit: Chips) {
        self.unit = Some(unit);
    }

    /// Drops the color-up of a table, if one was due.
    pub(crate) fn finish(&mut self, table: TableNo) -> Option<DueColorUp> {
        self.due.remove(&table)
    }
}
