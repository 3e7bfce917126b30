//! Descriptors that players do not get. When the process may hardly open another file, connections
//! of players are refused, so that the admin address, load balancers and the database have some.

use rustix::process::{Resource, getrlimit};
use std::os::fd::{AsRawFd as _, BorrowedFd};

/// How many descriptors are kept back: for refusals that are being read, the admin address, files
/// and the database.
pub const KEPT_BACK: u64 = 96;

/// Returns `true` if a new descriptor is one of the last. The system always gives the lowest that is
/// free, so its number says how many are in use.
pub(super) fn is_scarce(new: BorrowedFd<'_>) -> bool {
    let number = u64::try_from(new.as_raw_fd()).unwrap_or(0);
    let limit = getrlimit(Resource::Nofile).current;
    limit.is_some_and(|limit| number + KEPT_BACK >= limit)
}
