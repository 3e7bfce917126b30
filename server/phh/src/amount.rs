//! Amounts as records write them: whole, or with a decimal point. Chips are whole, so a hand is
//! read in the smallest unit that any of its amounts has.

use serde::{Deserialize, Deserializer, de};
use std::fmt;
use std::num::TryFromIntError;

/// An amount with a number of digits after the point.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Amount {
    digits: i64,
    places: u32,
}

impl Amount {
    /// Reads `1200`, `-35` or `678473.5`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let part = part.trim_end_matches('0');
        let digits = format!("{whole}{part}").parse().ok()?;
        Some(Self { digits, places: u32::try_from(part.len()).ok()? })
    }

    /// Returns the number of digits after the point.
    #[must_use]
    pub fn places(self) -> u32 {
        self.places
    }

    /// Returns the amount in units of 10 to the power of `-places`. `None` if it is
    /// not a whole multiple.
    #[must_use]
    pub fn in_units(self, places: u32) -> Option<i64> {
        let more = places.checked_sub(self.places)?;
        self.digits.checked_mul(10_i64.checked_pow(more)?)
    }

    /// Returns twice the amount in units of 10 to the power of `-places`.
    #[must_use]
    pub fn in_half_units(self, places: u32) -> Option<u64> {
        let twice = Self { digits: self.digits.checked_mul(2)?, places: self.places };
        // Twice a half ends in a zero that can be dropped.
        let twice = if twice.places > 0 && twice.digits % 10 == 0 {
            Self { digits: twice.digits / 10, places: twice.places - 1 }
        } else {
            twice
        };
        twice.in_units(places).and_then(|units| u64::try_from(units).ok())
    }
}

impl From<i64> for Amount {
    fn from(whole: i64) -> Self {
        Self { digits: whole, places: 0 }
    }
}

impl TryFrom<u64> for Amount {
    type Error = TryFromIntError;

    /// Fails if the amount is larger than a TOML integer.
    fn try_from(whole: u64) -> Result<Self, TryFromIntError> {
        i64::try_from(whole).map(Self::from)
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.digits);
        }
        let sign = if self.digits < 0 { "-" } else { "" };
        let places = self.places as usize;
        // At least one digit stands before the point.
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        write!(f, "{sign}{whole}.{part}")
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Number {
            Whole(i64),
            Broken(f64),
        }
        let text = match Number::deserialize(deserializer)? {
            Number::Whole(whole) => whole.to_string(),
            Number::Broken(broken) => broken.to_string(),
        };
        Self::parse(&text).ok_or_else(|| de::Error::custom(format!("{text} is not an amount")))
    }
}

#[cfg(test)]
mod tests {
    use super::Amount;

    #[test]
    fn an_amount_is_a_multiple_of_a_unit_that_is_small_enough() {
        let amount = Amount::parse("678473.50");
        assert_eq!(amount.map(Amount::places), Some(1));
        assert_eq!(amount.and_then(|amount| amount.in_units(2)), Some(67_847_350));
        assert_eq!(amount.and_then(|amount| amount.in_units(0)), None);
        assert_eq!(amount.and_then(|amount| amount.in_half_units(0)), Some(1_356_947));
        assert_eq!(Amount::parse("0.25").and_then(|amount| amount.in_half_units(0)), None);
        assert_eq!(Amount::parse("x"), None);
    }

    #[test]
    fn an_amount_reads_back_from_its_text() {
        for text in ["0", "1200", "-35", "678473.5", "-0.25", "0.05"] {
            assert_eq!(Amount::parse(text).map(|amount| amount.to_string()).as_deref(), Some(text));
        }
    }
}
