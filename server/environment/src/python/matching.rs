//! `cardroom match` between brains and players in Python.

use super::game::{self, Game};
use crate::matches::{Asked, Entered, Maker, Player, play};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// The exception that ended the match.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A player that is a callable: it takes a dict and returns the number of an action.
struct Callable {
    policy: Py<PyAny>,
    raised: Raised,
}

impl Player for Callable {
    fn act(&mut self, asked: Asked<'_>) -> Result<usize, String> {
        Python::attach(|python| {
            let called = || -> PyResult<usize> {
                let seen = PyDict::new(python);
                seen.set_item("observation", PyArray1::from_slice(python, asked.observation))?;
                seen.set_item("action_mask", PyArray1::from_slice(python, asked.mask))?;
                self.policy.bind(python).call1((seen,))?.extract()
            };
            called().map_err(|error| note(&self.raised, error))
        })
    }
}

/// Keeps the first exception, and returns what it says.
fn note(raised: &Raised, error: PyErr) -> String {
    let said = error.to_string();
    if let Ok(mut raised) = raised.lock() {
        raised.get_or_insert(error);
    }
    said
}

/// Plays a match, and returns its report as JSON.
#[pyfunction]
pub(super) fn play_match(
    python: Python<'_>,
    game: &Bound<'_, Game>,
    players: Vec<(String, Bound<'_, PyAny>)>,
    deals: u32,
    seed: u64,
    jobs: usize,
) -> PyResult<String> {
    let raised = Raised::default();
    let mut bots = Vec::new();
    for (name, player) in players {
        bots.push(match player.cast::<PyString>() {
            Ok(brain) => Entered::Brain(game::brain(&brain.to_string())?),
            Err(_) => Entered::Made { name, maker: maker(player.unbind(), &raised) },
        });
    }
    let (world, halt) = (Arc::clone(&game.get().world), Arc::new(AtomicBool::new(false)));
    let report = python.detach(|| play(&world, bots, deals, seed, jobs, &halt));
    if let Some(error) = raised.lock().ok().and_then(|mut raised| raised.take()) {
        return Err(error);
    }
    Ok(report?)
}

fn maker(make: Py<PyAny>, raised: &Raised) -> Maker {
    let raised = Arc::clone(raised);
    Box::new(move |seat| {
        let made = Python::attach(|python| make.bind(python).call1((seat,)).map(Bound::unbind));
        let policy = made.map_err(|error| note(&raised, error))?;
        Ok(Box::new(Callable { policy, raised: Arc::clone(&raised) }))
    })
}
