//! The task around a tournament's core, the office that announces tournaments, and what continues
//! over several days. The core itself is in `cardroom-events`.

mod actor;
mod days;
mod office;

pub(crate) use actor::game_names;
pub use actor::{DirectorServices, OpenError, announce, announce_by_code, spawn};
pub use cardroom_events::{
    Behind, FoldError, FoldedTournament, Next, SeatFound, fold, house_rules, parse_seat_code,
    place_of_table, stages_out, structure as structure_sheet, tickets_held,
};
pub use days::NextDayError;
pub use office::TournamentOffice;
