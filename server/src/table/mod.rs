//! Tables: the host that runs one, the actor task around it, and what others hold of it.

pub mod handle;

pub use handle::{TableHandle, TableInput, TableRequest, Viewer};
