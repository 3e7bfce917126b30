//! Many tables, stepped in one call without the lock of Python.

use super::game::{self, Game};
use crate::actions::Answers;
use crate::batch::{Arrays, Autoreset, Batch};
use crate::error::EnvError;
use cardroom_match::brains::BrainKind;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;
use std::sync::Mutex;

/// Tables of one game. Each call fills the arrays that it is given.
#[pyclass(frozen, module = "cardroom_env")]
pub(super) struct Tables {
    batch: Mutex<Batch>,
}

/// The arrays of a call.
#[derive(FromPyObject)]
struct Filled<'py>(
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray2<'py, i64>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray2<'py, f64>,
    PyReadwriteArray1<'py, bool>,
);

#[pymethods]
impl Tables {
    #[new]
    fn new(
        game: &Bound<'_, Game>,
        tables: usize,
        brains: Vec<Option<String>>,
        autoreset: &str,
        actions: &str,
    ) -> PyResult<Self> {
        let autoreset = match autoreset {
            "SameStep" => Autoreset::SameStep,
            "NextStep" => Autoreset::NextStep,
            "Disabled" => Autoreset::Disabled,
            other => {
                return Err(EnvError::Setup(format!("There is no autoreset \"{other}\".")).into());
            }
        };
        let answers = match actions {
            "discrete" => Answers::Numbers,
            "amount" => Answers::Amounts,
            other => {
                return Err(EnvError::Setup(format!(
                    "actions are \"discrete\" or \"amount\", and not \"{other}\"."
                ))
                .into());
            }
        };
        let named = |name: Option<String>| name.map(|name| game::brain(&name)).transpose();
        let brains =
            brains.into_iter().map(named).collect::<Result<Vec<Option<BrainKind>>, _>>()?;
        let batch =
            Batch::new(&game.get().world, tables, &brains, autoreset)?.answered_with(answers);
        Ok(Self { batch: Mutex::new(batch) })
    }

    /// Sets the seed of a table.
    fn seed(&self, table: usize, seed: u64) -> PyResult<()> {
        Ok(self.lock()?.seed(table, seed)?)
    }

    /// Deals the next hand at the tables that are marked.
    fn reset(
        &self,
        python: Python<'_>,
        marked: PyReadonlyArray1<'_, bool>,
        filled: Filled<'_>,
    ) -> PyResult<()> {
        let marked = marked.as_slice()?;
        self.with(python, filled, |batch, arrays| batch.reset(marked, arrays))
    }

    /// Takes one action at each table. The kind and the amount of an action follow each other.
    fn step(
        &self,
        python: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        filled: Filled<'_>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        self.with(python, filled, |batch, arrays| batch.step(actions, arrays))
    }

    /// The cards of a seat at a table, for tests and pictures. A learner sees its observation.
    fn hole_cards(&self, table: usize, seat: usize) -> PyResult<Vec<String>> {
        let batch = self.lock()?;
        let state = batch.state(table).filter(|state| seat < state.world().seats);
        let state = state.ok_or_else(|| EnvError::setup("There is no such seat."))?;
        Ok(state.hole(seat).iter().map(ToString::to_string).collect())
    }
}

impl Tables {
    fn lock(&self) -> PyResult<std::sync::MutexGuard<'_, Batch>> {
        self.batch.lock().map_err(|_| EnvError::Broken("a step failed".to_owned()).into())
    }

    fn with(
        &self,
        python: Python<'_>,
        filled: Filled<'_>,
        step: impl FnOnce(&mut Batch, &mut Arrays<'_>) -> Result<(), EnvError> + Send,
    ) -> PyResult<()> {
        let Filled(
            mut observations,
            mut masks,
            mut amounts,
            mut to_act,
            mut rewards,
            mut returns,
            mut terminated,
        ) = filled;
        let mut arrays = Arrays {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            amounts: amounts.as_slice_mut()?,
            to_act: to_act.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            returns: returns.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
        };
        let batch = &self.batch;
        let stepped = python.detach(move || {
            let mut batch =
                batch.lock().map_err(|_| EnvError::Broken("a step failed".to_owned()))?;
            if !arrays.fit(&batch) {
                return Err(EnvError::Illegal("The arrays have another size.".to_owned()));
            }
            step(&mut batch, &mut arrays)
        });
        Ok(stepped?)
    }
}
