//! A JSON writer. Amounts are whole numbers of play chips, as on the room's page.

use cardroom_rules::Cents;
use std::fmt::Write as _;

/// Formats an amount in play chips, such as `1250`. A play chip is a cent of a structure.
pub(super) fn money(amount: Cents) -> String {
    amount.0.to_string()
}

/// JSON under construction. The caller opens and closes brackets in pairs.
#[derive(Default)]
pub(super) struct Writer {
    text: String,
    /// `true` if the next value on this level needs a comma.
    follows: bool,
}

impl Writer {
    pub(super) fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
        self.follows = false;
    }

    pub(super) fn close(&mut self, bracket: char) {
        self.text.push(bracket);
        self.follows = true;
    }

    pub(super) fn key(&mut self, key: &str) {
        self.separate();
        self.string(key);
        self.text.push(':');
        self.follows = false;
    }

    pub(super) fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        self.value(value);
    }

    /// Writes a string without a key, as a list element.
    pub(super) fn value(&mut self, value: &str) {
        self.separate();
        self.string(value);
    }

    pub(super) fn whole(&mut self, key: &str, value: u64) {
        self.number(key, &value.to_string());
    }

    pub(super) fn money(&mut self, key: &str, value: Cents) {
        self.number(key, &money(value));
    }

    pub(super) fn flag(&mut self, key: &str, value: bool) {
        self.number(key, if value { "true" } else { "false" });
    }

    /// Writes a number or another JSON literal verbatim.
    pub(super) fn number(&mut self, key: &str, value: &str) {
        self.key(key);
        self.text.push_str(value);
        self.follows = true;
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    fn separate(&mut self) {
        if self.follows {
            self.text.push(',');
        }
        self.follows = true;
    }

    fn string(&mut self, value: &str) {
        self.text.push('"');
        for character in value.chars() {
            match character {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                control if control < ' ' => {
                    write!(self.text, "\\u{:04x}", u32::from(control)).expect("text grows");
                }
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }
}
