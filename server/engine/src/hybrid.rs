//! A table where people deal and talk: words, chips and errors of the deal. This module holds a
//! table, asks it what is legal, and emits rulings and exact actions. A plain table uses none of it
//! but the ruling on a fouled deck.
//!
//! This file lists everything that the rest of the engine may call.

mod adjudicate;
mod called_clock;
mod enter;
mod misdealt;
mod people;
mod places;
mod remedies;
mod rescind;

pub use adjudicate::Declarations;
pub(crate) use adjudicate::{
    Declared, apply_adjudicated, apply_ticket, apply_ticket_closed, attend, bound_action,
    declaration_due, flag_needless_fold, gesture, give_back_held, misquote, note_declared,
    rule_ticket, settle_out_of_turn, skipped_from, tick_declared,
};
pub(crate) use called_clock::{call_clock, expire_called_clock};
pub(crate) use enter::{apply_entered, enter_hand};
pub use remedies::REMEDY_ORDERS;
pub(crate) use remedies::{apply_deal_ruling, deal_error, waits_for_ruling_on_deal};
pub(crate) use rescind::{apply_rescinded, mark_betting};
