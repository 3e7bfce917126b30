//! Finished hands: every game in every format and back, found and read over sockets and as files,
//! in each viewer's own version.

mod conventions;
mod dealt;
mod evenings;
mod integrity;
mod over_sockets;
mod readers;
mod round_trip;
