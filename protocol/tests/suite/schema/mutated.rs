//! Golden messages and lines with one field of another type, one too many, or one missing.

use super::walk::{Place, Sample, lines, message, messages, places, without};
use crate::mutation::Dice;
use crate::survey::{Survey, survey, survey_of_lines};
use serde_json::{Value, json};

/// How many mutations to try.
const TRIES: usize = 6_000;

/// A damaged message or line that the decoder refuses.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) title: String,
    pub(crate) value: Value,
    pub(crate) definition: &'static str,
}

/// Returns damaged messages, or damaged lines, that the decoder refuses for their shape. They are
/// the same on every machine.
pub(crate) fn refused(of_lines: bool) -> Vec<Refused> {
    let survey = if of_lines { survey_of_lines() } else { survey() };
    let samples = if of_lines { lines() } else { messages() };
    let mut dice = Dice(53);
    let tries = (0..TRIES).map(|_| {
        let sample = &samples[dice.below(samples.len())];
        damaged(sample, &survey, &mut dice)
    });
    tries.flatten().collect()
}

fn damaged(sample: &Sample, survey: &Survey, dice: &mut Dice) -> Option<Refused> {
    let mut all = Vec::new();
    match sample.definition {
        "ToBot" => places(survey, &sample.value, "ToBot", "", &mut all),
        "FromBot" => places(survey, &sample.value, "AnswerLine", "", &mut all),
        _ => message(survey, &sample.value, "", &mut all),
    }
    let place = all.get(dice.below(all.len()))?;
    let (what, value) = match dice.below(3) {
        0 => ("lacks", without(&sample.value, place)),
        1 => ("has more than", with(sample, place, "no_such_field", json!(1))),
        _ => ("has another type for", with(sample, place, &place.field, other(dice))),
    };
    let title = format!("{} {what} {}.{}", sample.title, place.structure, place.field);
    let definition = sample.definition;
    (!(sample.reads)(&value)).then_some(Refused { title, value, definition })
}

fn with(sample: &Sample, place: &Place, field: &str, value: Value) -> Value {
    let mut changed = sample.value.clone();
    let owner = changed.pointer_mut(&place.pointer).and_then(Value::as_object_mut);
    owner.expect("a structure is an object").insert(field.to_owned(), value);
    changed
}

/// A value of some type.
fn other(dice: &mut Dice) -> Value {
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(2.5),
        json!(9_007_199_254_740_992_u64),
        json!("no such word"),
        json!([[]]),
        json!(["no such word"]),
        json!({}),
        json!({ "NoSuchVariant": 1 }),
    ];
    values[dice.below(values.len())].clone()
}
