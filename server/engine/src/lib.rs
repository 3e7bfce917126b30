//! The authoritative poker engine: the state machine of one table and the hand it plays.
//!
//! [`Table::step`] decides which events an input causes. [`Table::apply`] is the only function that
//! changes a table. [`Table::legal`] is the single source of legal actions, for validation and for
//! clients. Time, cards and commands are inputs and nothing else changes a table, so a log of
//! events replays to the same state. This crate knows no socket, clock, file, randomness or
//! player's name.
//!
//! An [`Event`] is public by construction. The only secret, the order of the deck, is concealed
//! inside [`HandStart`], and only this crate opens it. Information for one player (hole cards, the
//! options on their turn) is not an event but part of that seat's [`view`](Table::view).
#![doc = ""]
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod table;

mod misdeal;
mod people;

mod action;
mod gesture;
mod ruling;

mod bounds;
mod button;
mod deal_error;
mod faults;
mod floor;
mod hand;
mod limits;
mod occupancy;
mod one_or_more;
mod opener;
mod pot;
mod showdown;
mod split;
mod substantial;

mod event;
mod input;
mod refusal;
mod seat;
mod view;

pub use action::{Action, Picks, TurnNo};
pub use bounds::{MAX_BOARD, MAX_BOARDS, MAX_HOLE};
pub use button::{Reseated, high_card};
pub use deal_error::{
    BoxedAt, DealClause, DealError, DealRuling, DeckFault, DroppedStub, NewBoard, NewStub, Remedy,
};
pub use event::{Event, HandStart, PostKind, SeeRight, WhyDead};
pub use floor::{Dispute, FloorCommand, FloorEvent, FloorRuled, Ground, Moved, ReturnedBets};
pub use gesture::{First, FrontChips, Gesture, MOST_IN_ONE_MOTION, Said, Token, Words};
pub use hand::{CardMove, Decks, Level, ShortCall};
pub use input::{HandOrder, HandSetUp, Input, Scene, SmallBlind};
pub use limits::{DiscardRange, Legal, Wager};
pub use misdeal::REMEDY_ORDERS;
pub use occupancy::Occupancy;
pub use one_or_more::OneOrMore;
pub use people::People;
pub use pot::{Pot, Pots, Share, Shares};
pub use refusal::{Refusal, RefusalKind};
pub use ruling::{
    Adjudicated, Clause, Commitment, EtiquetteFlag, Matter, RuledBy, Ruling, RulingKind,
    RulingOption, Ticket, TicketNo,
};
pub use seat::{Entering, Preferences, Seat};
pub use split::{divide_high_low, divide_pot, divide_stud_pot};
pub use table::{
    DealtHand, DealtSeat, InPlay, NextDeal, Prospect, ShortStub, Step, Table, TableSetup, TimeUse,
    Upcoming,
};
pub use view::{HandView, SeatInHand, SeatView, TableView, TurnView, Viewer};
