//! The cases, chapter by chapter.

mod closing;
mod control;
mod fragments;
mod framing;
mod handshake;
mod limits;
mod refused;
mod unicode;

use crate::conformance::case::Chapter;

pub(crate) fn all() -> Vec<Chapter> {
    vec![
        handshake::chapter(),
        framing::chapter(),
        control::chapter(),
        fragments::chapter(),
        unicode::chapter(),
        closing::chapter(),
        limits::chapter(),
        refused::chapter(),
    ]
}
