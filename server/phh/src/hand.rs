//! The fields of a hand, each declared once for reading and writing.

use crate::action::Action;
use crate::amount::Amount;
use serde::{Deserialize, Deserializer};
use std::fmt;
use toml::value::Datetime;

/// Declares the fields in the order in which they are written.
macro_rules! hand {
    ($($(#[$attribute:meta])* $name:ident ($key:literal): $type:ty,)*) => {
        /// A hand in the format. Lists by player begin with the small blind. Heads-up, `antes` and
        /// `blinds_or_straddles` are in reverse. Fields whose key begins with an underscore are
        /// this server's own.
        #[derive(Clone, PartialEq, Default, Debug, Deserialize)]
        pub struct Hand {
            $($(#[$attribute])* #[serde(rename = $key)] pub $name: $type,)*
        }

        impl fmt::Display for Hand {
            /// Writes a line for each field that is given.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                $(if let Some(value) = self.$name.written() {
                    writeln!(f, concat!($key, " = {}"), value)?;
                })*
                Ok(())
            }
        }
    };
}

hand! {
    /// The name of the game; see [`Variant`](crate::Variant).
    variant("variant"): String,
    /// False if a player's ante counts in full although others paid less.
    #[serde(default)]
    ante_trimming_status("ante_trimming_status"): Option<bool>,
    antes("antes"): Vec<Amount>,
    #[serde(default)]
    bring_in("bring_in"): Option<Amount>,
    /// A post below 0 is a newcomer's.
    #[serde(default)]
    blinds_or_straddles("blinds_or_straddles"): Option<Vec<Amount>>,
    #[serde(default)]
    small_bet("small_bet"): Option<Amount>,
    #[serde(default)]
    big_bet("big_bet"): Option<Amount>,
    #[serde(default)]
    min_bet("min_bet"): Option<Amount>,
    starting_stacks("starting_stacks"): Vec<Amount>,
    actions("actions"): Vec<Action>,
    #[serde(default, deserialize_with = "if_it_fits")]
    day("day"): Option<i64>,
    #[serde(default, deserialize_with = "if_it_fits")]
    month("month"): Option<i64>,
    #[serde(default, deserialize_with = "if_it_fits")]
    year("year"): Option<i64>,
    #[serde(default, deserialize_with = "time_of_day")]
    time("time"): Option<Datetime>,
    #[serde(default, deserialize_with = "if_it_fits")]
    time_zone("time_zone"): Option<String>,
    #[serde(default, deserialize_with = "if_it_fits")]
    hand("hand"): Option<u64>,
    #[serde(default, deserialize_with = "if_it_fits")]
    table("table"): Option<String>,
    /// The players' seats, from 1.
    #[serde(default, deserialize_with = "if_it_fits")]
    seats("seats"): Option<Vec<u8>>,
    #[serde(default, deserialize_with = "if_it_fits")]
    seat_count("seat_count"): Option<u8>,
    #[serde(default, deserialize_with = "if_it_fits")]
    players("players"): Option<Vec<String>>,
    #[serde(default)]
    finishing_stacks("finishing_stacks"): Option<Vec<Amount>>,
    /// The place, from 1, of the player whose cards the file may have.
    #[serde(default, deserialize_with = "if_it_fits")]
    viewer("_viewer"): Option<usize>,
    #[serde(default)]
    rake("_rake"): Option<Amount>,
    /// The small blind if no player posts it. A pot-limit bet counts it.
    #[serde(default)]
    small_blind("_small_blind"): Option<Amount>,
    /// The rules by which errors of the deal were corrected.
    #[serde(default, deserialize_with = "if_it_fits")]
    put_right("_put_right"): Option<Vec<String>>,
    /// Cards that players showed without need, such as `p1 AsKh`. For the format, the hand is over
    /// by then.
    #[serde(default, deserialize_with = "if_it_fits")]
    shown_after("_shown_after"): Option<Vec<String>>,
    #[serde(default, deserialize_with = "if_it_fits")]
    rulebook("_rulebook"): Option<String>,
    /// The deal of a match between bots, which is played from several seatings.
    #[serde(default, deserialize_with = "if_it_fits")]
    deal("_deal"): Option<u64>,
    /// Which of the seatings of its deal the hand is, from 1.
    #[serde(default, deserialize_with = "if_it_fits")]
    seating("_seating"): Option<u64>,
    /// The session of the match, from 1.
    #[serde(default, deserialize_with = "if_it_fits")]
    session("_session"): Option<u64>,
}

/// A text that is not a hand of this format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unread(String);

impl Hand {
    /// Reads the hand of a `.phh` file. Ignores fields that it does not know.
    ///
    /// # Errors
    /// The text is not TOML, or a field that makes up the hand is missing or malformed.
    pub fn parse(text: &str) -> Result<Self, Unread> {
        Ok(toml::from_str(text)?)
    }

    /// Reads the hands of a `.phhs` file, each with its key.
    ///
    /// # Errors
    /// As for one hand.
    pub fn parse_many(text: &str) -> Result<Vec<(String, Self)>, Unread> {
        let tables: toml::Table = toml::from_str(text)?;
        let hand = |(key, table): (String, toml::Value)| match table.try_into() {
            Ok(hand) => Ok((key, hand)),
            Err(error) => Err(Unread(format!("[{key}]: {error}"))),
        };
        tables.into_iter().map(hand).collect()
    }
}

impl From<toml::de::Error> for Unread {
    fn from(error: toml::de::Error) -> Self {
        Self(error.to_string().trim().to_owned())
    }
}

/// Reads a field that does not matter for the course of the hand, and ignores a value of another
/// type. Programs differ in what they write there.
fn if_it_fits<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    Ok(toml::Value::deserialize(deserializer)?.try_into().ok())
}

/// Does the same for a time. In a file of many hands, it arrives as text.
fn time_of_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Datetime>, D::Error> {
    Ok(match toml::Value::deserialize(deserializer)? {
        toml::Value::Datetime(time) => Some(time),
        toml::Value::String(text) => text.parse().ok(),
        _ => None,
    })
}

/// A value as TOML. `None` if there is nothing to write.
trait Written {
    fn written(&self) -> Option<String>;
}

impl<T: Written> Written for Option<T> {
    fn written(&self) -> Option<String> {
        self.as_ref()?.written()
    }
}

impl<T: Written> Written for Vec<T> {
    fn written(&self) -> Option<String> {
        let values: Vec<String> = self.iter().filter_map(Written::written).collect();
        Some(format!("[{}]", values.join(", ")))
    }
}

impl Written for String {
    fn written(&self) -> Option<String> {
        Some(quoted(self))
    }
}

impl Written for Action {
    fn written(&self) -> Option<String> {
        Some(quoted(&self.to_string()))
    }
}

/// Values that TOML writes as they are shown.
macro_rules! shown {
    ($($type:ty),*) => {$(
        impl Written for $type {
            fn written(&self) -> Option<String> {
                Some(self.to_string())
            }
        }
    )*};
}

shown!(bool, u8, u64, i64, usize, Amount, Datetime);

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for symbol in text.chars() {
        match symbol {
            '"' | '\\' => quoted.extend(['\\', symbol]),
            symbol if symbol.is_control() => {
                quoted += &format!("\\u{:04X}", u32::from(symbol));
            }
            symbol => quoted.push(symbol),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    const HAND: &str = "\
variant = \"NT\"
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [10, 5]
min_bet = 10
starting_stacks = [1000, 990]
actions = [\"d dh p1 AsKh\", \"d dh p2 ????\", \"p2 f\"]
day = 29
month = 11
year = 2026
time = 08:05:00
time_zone = \"UTC\"
hand = 7
table = \"The \\\"Sirius\\\"\\u0007\"
seats = [1, 6]
seat_count = 6
players = [\"Ann\", \"Bob\"]
finishing_stacks = [1005, 985]
_viewer = 1
_rake = 2
_small_blind = 5
_put_right = [\"TDA 36\"]
_shown_after = [\"p1 AsKh\"]
_rulebook = \"tda-2024\"
";

    #[test]
    fn a_hand_is_written_as_it_is_read() {
        let hand = Hand::parse(HAND).unwrap();
        assert_eq!(hand.to_string(), HAND);
        let stud = HAND.replace("blinds_or_straddles = [10, 5]", "bring_in = 2");
        let stud = stud.replace("variant", "unknown = 1\nvariant");
        let hand = Hand::parse(&stud).unwrap();
        assert_eq!((hand.bring_in, hand.blinds_or_straddles.is_none()), (Some(2.into()), true));
        let least = "variant = \"NT\"\nantes = []\nstarting_stacks = []\nactions = []\n";
        assert_eq!(Hand::parse(least).unwrap().to_string(), least);
    }

    #[test]
    fn a_field_beside_the_play_may_be_of_another_type_and_a_field_of_the_play_may_not() {
        let hand =
            HAND.replace("hand = 7", "hand = \"seven\"").replace("time = 08:05:00", "time = 9");
        let hand = Hand::parse(&hand).unwrap();
        assert_eq!((hand.hand, hand.time), (None, None));
        assert!(Hand::parse(&HAND.replace("min_bet = 10", "min_bet = \"ten\"")).is_err());
        assert!(Hand::parse(&HAND.replace("variant", "game")).is_err());
    }

    #[test]
    fn hands_of_one_file_have_keys() {
        let hands = Hand::parse_many(&format!("[1]\n{HAND}\n[2]\n{HAND}")).unwrap();
        assert_eq!(hands.iter().map(|(key, _)| &**key).collect::<Vec<_>>(), ["1", "2"]);
        assert_eq!(hands[1].1, Hand::parse(HAND).unwrap());
        let error = Hand::parse_many("[3]\nvariant = 1").unwrap_err().to_string();
        assert!(error.starts_with("[3]: "), "{error}");
    }
}
