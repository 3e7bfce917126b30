//! Exchanges of small chips for larger ones.

use crate::floor::DueColorUp;
use cardroom_rules::{Chips, TableNo};
use std::collections::BTreeMap;

/// The color-ups of a tournament.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct ColorUps {
    /// The last break in which chips went out of play.
    pub(crate) exchange: Option<u16>,
    /// The tables that color up when their hands are over.
    pub(crate) due: BTreeMap<TableNo, DueColorUp>,
    /// The smallest chip since the floor colored up all tables.
    pub(crate) unit: Option<Chips>,
}
