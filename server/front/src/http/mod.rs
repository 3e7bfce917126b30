//! The room over HTTP: health, version and the WebSocket upgrade on the public address, metrics and
//! administration on a separate address.

mod accept;
mod address;
mod admin;
mod api;
mod calendar;
mod deal;
mod descriptors;
mod door;
mod exports;
mod files;
mod hands;
mod hosts;
mod ledger;
mod origin;
mod page;
mod process;
mod public;
mod ready;
mod redirect;
mod results;
mod seats;
mod seldom;
mod sign_in;
mod upgrade;
mod waiting;

pub use accept::{Door, serve};
pub use admin::router as admin_router;
pub use descriptors::KEPT_BACK;
pub use public::router as public_router;
pub use redirect::{router as redirect_router, strict};
pub use waiting::{LastSighting, serve_waiting, waiting_admin_router, waiting_router};
