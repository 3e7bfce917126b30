//! The results of past tournaments: the shelf that reads them from the store, answers to requests
//! about them, and files. `cardroom-events` makes and corrects them.

mod answers;
mod export;
mod shelf;

pub use answers::{past_event, result_page};
pub use cardroom_events::results::{
    Change, CorrectionError, KeptCorrection, KeptDeal, KeptPlayer, KeptResults, ResultsError,
    Summary, Uncorrectable,
};
pub use export::{ExportError, Format, export};
pub use shelf::{PastTournaments, Reader, Shelf, ShelfError};
