//! The module for Python. It reads arguments and writes results; the rest of the crate decides.

mod game;
mod matching;
mod state;
mod vector;

use crate::error::EnvError;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(cardroom_env, SetupError, PyValueError, "A game cannot be set up like this.");
create_exception!(
    cardroom_env,
    IllegalAction,
    PyValueError,
    "An action is not legal. Nothing has changed."
);
create_exception!(
    cardroom_env,
    BrokenTable,
    PyRuntimeError,
    "A table did something that cannot be. It is a fault of this package."
);

impl From<EnvError> for PyErr {
    fn from(error: EnvError) -> Self {
        let reason = error.to_string();
        match error {
            EnvError::Setup(_) => SetupError::new_err(reason),
            EnvError::Illegal(_) | EnvError::Over | EnvError::CardDue | EnvError::NoCardDue => {
                IllegalAction::new_err(reason)
            }
            EnvError::Broken(_) => BrokenTable::new_err(reason),
        }
    }
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    module.add("SetupError", python.get_type::<SetupError>())?;
    module.add("IllegalAction", python.get_type::<IllegalAction>())?;
    module.add("BrokenTable", python.get_type::<BrokenTable>())?;
    module.add("CHANCE", state::CHANCE)?;
    module.add("OVER", state::OVER)?;
    module.add("KINDS", crate::actions::KINDS)?;
    module.add("VERSION", crate::layout::VERSION)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::brains, module)?)?;
    module.add_function(wrap_pyfunction!(matching::play_match, module)?)?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<vector::Tables>()?;
    Ok(())
}
