//! The program. All of its code is in the library, because generic code that the program would use
//! would be compiled once more for it.

use std::process::ExitCode;

/// Reduces the processor time of an action by a tenth compared with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cardroom::program::main()
}
