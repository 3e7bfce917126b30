//! Schemas of requests and answers, taken from those of the protocol.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The messages, events and structures of the protocol.
const PROTOCOL: &str = include_str!("../../../../protocol/schema/cardroom.v1.schema.json");

/// Which way a value goes. A request has no unknown field, and an answer may gain fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    In,
    Out,
}

/// The schemas of the protocol, and those that the description of the API has from them.
pub(super) struct Schemas {
    protocol: Map<String, Value>,
    pub(super) used: BTreeMap<String, Value>,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let mut file: Value = serde_json::from_str(PROTOCOL).unwrap();
        let Value::Object(protocol) = file["$defs"].take() else { panic!("no $defs") };
        Self { protocol, used: BTreeMap::new() }
    }

    /// Returns the schema of the protocol with this name.
    pub(super) fn of(&self, name: &str) -> Value {
        self.protocol.get(name).unwrap_or_else(|| panic!("no schema {name}")).clone()
    }

    /// Returns a schema of the protocol as the description has it, and uses what it refers to.
    pub(super) fn convert(&mut self, schema: &Value, way: Way) -> Value {
        match schema {
            Value::Object(parts) => {
                let is_empty = |value: &Value| value.as_object().is_some_and(Map::is_empty);
                let parts = parts.iter().filter(|(key, value)| match key.as_str() {
                    "additionalProperties" => way == Way::In || value.is_object(),
                    // A validator of such descriptions stumbles over it.
                    "properties" => !is_empty(value),
                    _ => true,
                });
                let parts: Vec<_> =
                    parts.map(|(key, value)| (key.clone(), value.clone())).collect();
                parts.into_iter().map(|(key, value)| self.convert_part(key, &value, way)).collect()
            }
            Value::Array(all) => all.iter().map(|one| self.convert(one, way)).collect(),
            other => other.clone(),
        }
    }

    fn convert_part(&mut self, key: String, value: &Value, way: Way) -> (String, Value) {
        let named = value.as_str().and_then(|value| value.strip_prefix("#/$defs/"));
        match named.filter(|_| key == "$ref") {
            Some(name) => (key, json!(format!("#/components/schemas/{}", self.used_as(name, way)))),
            None => {
                let value = self.convert(value, way);
                (key, value)
            }
        }
    }

    /// Uses a schema of the protocol, and returns its name in the description.
    pub(super) fn used_as(&mut self, name: &str, way: Way) -> String {
        let schema = without_request(self.of(name));
        let is_whole = matches!(schema["type"].as_str(), Some("integer" | "string"))
            || schema.get("enum").is_some();
        let known = match way == Way::In && !is_whole {
            true => format!("{name}Input"),
            false => name.to_owned(),
        };
        if !self.used.contains_key(&known) {
            self.used.insert(known.clone(), Value::Null);
            let schema = self.convert(&schema, way);
            self.used.insert(known.clone(), schema);
        }
        known
    }

    /// Returns the schema that each `$name` of a template stands for.
    pub(super) fn fields(&self, schema: &Value, template: &Value) -> BTreeMap<String, Value> {
        let mut found = BTreeMap::new();
        self.gather(schema, template, &mut found);
        found
    }

    fn gather(&self, schema: &Value, template: &Value, found: &mut BTreeMap<String, Value>) {
        if let Some(name) = template.as_str().and_then(|text| text.strip_prefix('$')) {
            found.insert(name.to_owned(), schema.clone());
        }
        for (key, part) in template.as_object().into_iter().flatten() {
            if let Some(inner) = self.property(schema, key) {
                self.gather(&inner, part, found);
            }
        }
    }

    /// Returns the schema of a property, behind references and alternatives.
    pub(super) fn property(&self, schema: &Value, key: &str) -> Option<Value> {
        if let Some(name) = schema["$ref"].as_str().and_then(|text| text.strip_prefix("#/$defs/")) {
            return self.property(&self.protocol[name], key);
        }
        let all = schema["anyOf"].as_array().into_iter().flatten();
        let own = schema["properties"].get(key).cloned();
        own.or_else(|| all.filter_map(|one| self.property(one, key)).next())
    }
}

/// Returns a message without the id of its request, which HTTP does not need.
fn without_request(mut schema: Value) -> Value {
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.remove("request");
    }
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name != "request");
    }
    schema
}

/// Returns a schema without `null`, for a parameter that is left out instead.
pub(super) fn without_null(mut schema: Value) -> Value {
    let Some(all) = schema["anyOf"].as_array() else { return schema };
    let rest: Vec<Value> = all.iter().filter(|one| one["type"] != json!("null")).cloned().collect();
    if let [only] = &rest[..] {
        let mut only = only.clone();
        if let Some(description) = schema.get("description") {
            only["description"] = description.clone();
        }
        return only;
    }
    schema["anyOf"] = json!(rest);
    schema
}
