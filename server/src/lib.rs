//! The async shell around the engine: sockets, clocks, disks and tasks.
