//! The JSON Schema (2020-12) of the bodies, from the types that write them.

use crate::body::Common;
use crate::{EventKind, Subject};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The schemas of all bodies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BodySchemas {
    /// One for each kind, in the order of [`EventKind::ALL`].
    pub bodies: Vec<(EventKind, Value)>,
    /// The schemas that bodies refer to as `#/$defs/NAME`.
    pub parts: Map<String, Value>,
}

impl BodySchemas {
    /// Generates the schemas from the types.
    ///
    /// # Panics
    /// The types have lost the form that [`body`](crate::body()) writes.
    #[must_use]
    pub fn generate() -> Self {
        let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let subject = Subject::json_schema(&mut generator).to_value();
        let common = Common::json_schema(&mut generator).to_value();
        let variants = subject["oneOf"].as_array().expect("a subject is one of its variants");
        let bodies = variants.iter().map(|variant| body(variant, &common)).collect();
        Self { bodies, parts: generator.take_definitions(true) }
    }
}

/// Returns the schema of a body, with the fields that every event has.
fn body(variant: &Value, common: &Value) -> (EventKind, Value) {
    let named = &variant["properties"]["type"]["const"];
    let kind = named.as_str().and_then(EventKind::parse).expect("a variant is named as its kind");
    let mut body = variant.clone();
    let data = &mut body["properties"]["data"];
    for (name, field) in common["properties"].as_object().into_iter().flatten() {
        data["properties"][name] = field.clone();
    }
    let required = [&data["required"], &common["required"]];
    let required: Vec<Value> =
        required.into_iter().filter_map(Value::as_array).flatten().cloned().collect();
    data["required"] = json!(required);
    let text = "When it happened (RFC 3339), in UTC.";
    body["properties"]["timestamp"] =
        json!({ "type": "string", "format": "date-time", "description": text });
    body["required"] = json!(["type", "timestamp", "data"]);
    (kind, body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_schema() {
        let schemas = BodySchemas::generate();
        let kinds: Vec<EventKind> = schemas.bodies.iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, EventKind::ALL);
        for (kind, body) in schemas.bodies {
            let required = body["properties"]["data"]["required"].as_array().unwrap();
            assert!(required.contains(&json!("sequence")), "{}", kind.name());
        }
    }
}
