//! Finished hands: every game in every format and back, found and read over sockets and as files,
//! in each viewer's own version.

mod dealt;
mod integrity;
mod over_sockets;
mod round_trip;
