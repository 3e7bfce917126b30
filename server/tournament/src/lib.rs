//! The director of a tournament: a state machine that seats and moves players, runs the clock,
//! ranks the players who are out and pays the prizes.
//!
//! It never reaches into a table: it sends [`Ordered`] orders and receives [`Report`]s. Time,
//! reports and every random draw are inputs, so replaying its event log gives the same state. This
//! crate knows no socket, clock, file, randomness or engine.
//!
//! Two players enter a sit and go. It starts when it is full, and opens a table for them:
//!
//! ```
//! use cardroom_rules::{
//!     Chips, EntryTerms, Format, Level, Library, Millis, PlayerId, Stage, Stakes, Structure,
//! };
//! use cardroom_tournament::{Director, Input, Order, Phase, Setup};
//!
//! # const HOLDEM: &str = include_str!("../../../config/games/holdem.toml");
//! # const TDA: &str = include_str!("../../../config/rulebooks/tda-2024.toml");
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library::parse([("holdem", HOLDEM)], [("tda-2024", TDA)])?;
//! let structure = Structure {
//!     rulebook: "tda-2024".to_owned(),
//!     game: "holdem".to_owned(),
//!     seats: 2,
//!     entry: EntryTerms {
//!         starting_stack: Chips(1_500),
//!         min_entrants: 2,
//!         max_entrants: 2,
//!         ..EntryTerms::default()
//!     },
//!     stages: vec![Stage::Level(Level { seconds: 300, stakes: Stakes::no_limit(10, 20) })],
//!     ..Structure::default()
//! };
//! let mut director = Director::new(Setup {
//!     structure: structure.into(),
//!     rulebook: library.rulebook("tda-2024").ok_or("no such rulebook")?.clone(),
//!     starts_at: Some(Millis(60_000)),
//!     carried: None,
//!     self_run: false,
//! })?;
//!
//! let seed = 7;
//! for player in [PlayerId(17), PlayerId(4)] {
//!     director.step(Millis(0), seed, Input::Enter { player, of_age: true })?;
//! }
//! while director.phase() == Phase::Registering {
//!     let due = director.deadline().ok_or("nothing is due")?;
//!     director.step(due, seed, Input::Tick)?;
//! }
//!
//! assert_eq!(director.players_left(), 2);
//! let first = director.outstanding().next().ok_or("no order")?;
//! assert!(matches!(&first.order, Order::Open { players, .. } if players.len() == 2));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod absence;
mod bonus;
mod clock;
mod command;
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
mod lots;
mod order;
mod penalties;
pub mod prizes;
mod real_cards;
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
pub use command::{BookPenalty, ColorUp, Command, Place, Refund, WallScene};
pub use deal::{DealNo, DealWish, Division, MadeDeal, OpenDeal, TIME_TO_VOTE};
pub use director::{Attendance, Deals, Director, Discipline, Phase, PlayerRecord, Seating};
pub use draws::Draws;
pub use entries::LateStack;
pub use entry::{Entry, Whereabouts};
pub use escrow::{Escrow, ImpoundedPot, PotNo};
pub use event::Event;
pub use floor::{ColorUpRefusal, DueColorUp, FloorOrder, Operator, Ruling, RulingState, Undo};
pub use hand_for_hand::{HandForHand, Release};
pub use held::Bust;
pub use input::{Input, Purchase};
pub use lots::{DrawnLots, Lot, LotList, LotsRefusal};
pub use order::{Chair, Deal, Entering, Order, OrderNo, Ordered};
pub use penalties::{Penalties, rounds_in_hands};
pub use real_cards::{Hand, RealCards, Walk};
pub use refusal::Refusal;
pub use removal::Removal;
pub use report::{
    HandFinished, Outcome, PenaltyCause, PenaltyDue, Reawarded, Report, Standing, Upcoming,
};
pub use seq::Seq;
pub use setup::{Carried, Setup};
pub use table::{Arrival, Doing, Table, Vacancy};
pub use view::{TournamentView, UpcomingBreak};
