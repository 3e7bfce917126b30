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
//!
//! A hand between two players: the button raises, and the big blind folds.
//!
//! ```
//! use cardroom_cards::{CardSet, DeckOrder};
//! use cardroom_engine::{Action, Event, Input, Occupancy, Table, TableSetup};
//! use cardroom_rules::{Chips, Library, Millis, PlayerId, RingTerms, SeatNo, Stakes, Switch};
//!
//! # const HOLDEM: &str = include_str!("../../../config/games/holdem.toml");
//! # const TDA: &str = include_str!("../../../config/rulebooks/tda-2024.toml");
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let library = Library::parse([("holdem", HOLDEM)], [("tda-2024", TDA)])?;
//! let (plays, _) = library.plays("holdem", &Stakes::no_limit(50, 100)).ok_or("no such game")?;
//! let mut table = Table::new(TableSetup {
//!     plays,
//!     switch: Switch::Never,
//!     rulebook: library.rulebook("tda-2024").ok_or("no such rulebook")?.clone(),
//!     ring: RingTerms::bare(Chips(4_000), Chips(10_000)).into(),
//!     seats: 6,
//!     hybrid: false,
//!     auto_show: true,
//!     players_left: None,
//!     occupancy: Occupancy::Ring,
//! })?;
//!
//! let now = Millis(0);
//! for (seat, player) in [(SeatNo(2), PlayerId(17)), (SeatNo(5), PlayerId(4))] {
//!     let (buy_in, owed, wait_for_big_blind) = (Chips(10_000), Chips::ZERO, false);
//!     table.step(now, Input::Sit { seat, player, buy_in, owed, wait_for_big_blind })?;
//! }
//! let deck = DeckOrder::new(CardSet::full52().iter().collect())?;
//! table.step(now, Input::StartHand { deck, reshuffles: Vec::new(), draw: 0 })?;
//!
//! let (button, turn, legal) = table.turn().ok_or("no turn")?;
//! assert_eq!(legal.call, Some(Chips(50)));
//! table.step(now, Input::Act { seat: button, turn, action: Action::RaiseTo(Chips(250)) })?;
//! let (big_blind, turn, _) = table.turn().ok_or("no turn")?;
//! let events = table.step(now, Input::Act { seat: big_blind, turn, action: Action::Fold })?;
//!
//! assert!(events.iter().any(|event| matches!(event, Event::PotAwarded { .. })));
//! assert_eq!(table.stack(button), Some(Chips(10_100)));
//! assert_eq!(table.stack(big_blind), Some(Chips(9_900)));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod table;

mod hybrid;

mod action;
mod gesture;
mod ruling;

mod button;
mod deal_error;
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
pub use button::{Reseated, high_card};
pub use deal_error::{
    BoxedAt, DealClause, DealError, DealRuling, DeckFault, DroppedStub, NewBoard, NewStub, Remedy,
};
pub use event::{Event, HandStart, PostKind, SeeRight, WhyDead};
pub use floor::{Dispute, FloorCommand, FloorEvent, FloorRuled, Ground, Moved, ReturnedBets};
pub use gesture::{First, FrontChips, Gesture, Said, Token, Words};
pub use hand::{CardMove, Decks, MAX_BOARD, MAX_BOARDS, MAX_HOLE};
pub use hybrid::{Declarations, REMEDY_ORDERS};
pub use input::{HandOrder, Input, Scene, SmallBlind};
pub use limits::{DiscardRange, Legal, Wager};
pub use occupancy::Occupancy;
pub use one_or_more::OneOrMore;
pub use pot::{Pot, Pots, Share, Shares};
pub use refusal::{Refusal, RefusalKind};
pub use ruling::{
    Adjudicated, Clause, Commitment, EtiquetteFlag, Matter, RuledBy, Ruling, RulingKind,
    RulingOption, Ticket, TicketNo,
};
pub use seat::Entering;
pub use split::{divide_high_low, divide_pot, divide_stud_pot};
pub use table::{DealtHand, DealtSeat, Prospect, ShortStub, Table, TableSetup, TimeUse, Upcoming};
pub use view::{HandView, Preferences, SeatInHand, SeatView, TableView, TurnView, Viewer};
