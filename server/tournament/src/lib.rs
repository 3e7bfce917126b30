//! The director of a tournament: a state machine that seats and moves players, runs the clock,
//! ranks the players who are out and pays the prizes.
//!
//! It never reaches into a table: it sends [`Ordered`] orders and receives [`Report`]s. Time,
//! reports and every random draw are inputs, so replaying its event log gives the same state. This
//! crate knows no socket, clock, file, randomness or engine.
#![forbid(unsafe_code)]

mod absence;
mod bonus;
mod clock;
mod deal;
mod director;
mod draws;
mod entries;
mod entry;
mod escrow;
mod event;
mod floor;
mod hand_for_hand;
mod held;
mod input;
pub mod league;
mod order;
mod penalties;
pub mod prizes;
mod refusal;
mod removal;
mod report;
pub mod results;
pub mod seating;
mod seq;
mod setup;
mod table;
mod view;

pub use absence::Absences;
pub use clock::{Clock, deduct};
pub use deal::{DealNo, DealWish, Division, MadeDeal, OpenDeal, TIME_TO_VOTE};
pub use director::{Director, Phase, PlayerRecord};
pub use draws::Draws;
pub use entries::LateStack;
pub use entry::{Entry, Whereabouts};
pub use escrow::{ImpoundedPot, PotNo};
pub use event::Event;
pub use floor::{
    BookPenalty, ColorUp, ColorUpRefusal, Command, DrawnLots, DueColorUp, FloorOrder, Lot, LotList,
    LotsRefusal, Operator, Place, Refund, Ruling, RulingState, Undo,
};
pub use hand_for_hand::{HandForHand, Release};
pub use held::Bust;
pub use input::{Input, Purchase};
pub use order::{Chair, Deal, Entering, Order, OrderNo, Ordered};
pub use penalties::{Penalties, rounds_in_hands};
pub use refusal::Refusal;
pub use removal::Removal;
pub use report::{
    HandFinished, Outcome, PenaltyCause, PenaltyDue, Reawarded, Report, Standing, Upcoming,
};
pub use seq::Seq;
pub use setup::{Carried, Setup};
pub use table::{Arrival, Doing, Table, Vacancy};
pub use view::{TournamentView, UpcomingBreak};
