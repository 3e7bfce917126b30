//! League points by a formula, computed in fixed-point arithmetic. `parser` reads the text of a
//! formula; `league` turns points into a season.
//!
//! A formula has numbers, `+ - * /`, parentheses, the variables
//!
//! | name | value |
//! |---|---|
//! | `place` | the place, from 1 |
//! | `entrants` | the number of entries |
//! | `buy_in` | the part of an entry's price that goes to the prize pool, as money: 12.50 |
//! | `knocked_out` | the number of players knocked out |
//!
//! and the functions `min`, `max`, `sqrt`, `floor`, `round` and `nth`. `nth(n, a, b, c…)` returns
//! the n-th of the numbers after the first argument, and 0 beyond them: `nth(place, 10, 7, 5)`
//! gives points to the first three places only.
//!
//! Values have six decimals, and every step rounds down to them, so all machines agree. Points have
//! two decimals, rounded half up, and are never below 0.

mod parser;

use cardroom_rules::Cents;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Points of a league, in hundredths.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Points(pub u64);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// The input of a formula: one player's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The first place is 1.
    pub place: u32,
    pub entrants: u32,
    /// The part of an entry's price that goes to the prize pool.
    pub buy_in: Cents,
    pub knocked_out: u32,
}

/// A formula for points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Formula {
    text: String,
    root: Node,
}

/// Why a formula cannot be read or has no value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormulaError {
    /// The text is not a formula.
    #[error("column {column}: {what}")]
    Unreadable {
        /// Column of the error, from 1.
        column: usize,
        what: String,
    },
    /// It divides by 0.
    #[error("for place {place} of {entrants} the formula divides by 0")]
    DividesByZero { place: u32, entrants: u32 },
    #[error("for place {place} of {entrants} the formula takes the root of a negative number")]
    RootOfNegative { place: u32, entrants: u32 },
    /// A value is too large.
    #[error("for place {place} of {entrants} the formula comes to more than can be counted")]
    TooLarge { place: u32, entrants: u32 },
}

/// A fixed-point number with a unit of one millionth.
type Value = i128;
const ONE: Value = 1_000_000;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Node {
    Number(Value),
    Variable(Variable),
    Negative(Box<Node>),
    Operation(Operator, Box<Node>, Box<Node>),
    Call(Function, Vec<Node>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Variable {
    Place,
    Entrants,
    BuyIn,
    KnockedOut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operator {
    Plus,
    Minus,
    Times,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Min,
    Max,
    Sqrt,
    Floor,
    Round,
    Nth,
}

enum Failure {
    DividesByZero,
    RootOfNegative,
    TooLarge,
}

impl Formula {
    /// Returns the points for a result.
    ///
    /// # Errors
    /// If the formula divides by 0, takes the root of a negative number, or overflows.
    pub fn points(&self, scored: &Scored) -> Result<Points, FormulaError> {
        let Scored { place, entrants, .. } = *scored;
        let value = self.root.value(scored).map_err(|failure| match failure {
            Failure::DividesByZero => FormulaError::DividesByZero { place, entrants },
            Failure::RootOfNegative => FormulaError::RootOfNegative { place, entrants },
            Failure::TooLarge => FormulaError::TooLarge { place, entrants },
        })?;
        let hundredths = (value.max(0) + ONE / 200) / (ONE / 100);
        let points = u64::try_from(hundredths);
        points.map(Points).map_err(|_| FormulaError::TooLarge { place, entrants })
    }

    /// Returns `true` if the formula depends on the place.
    #[must_use]
    pub fn names_place(&self) -> bool {
        self.root.names(Variable::Place)
    }

    /// Returns the original text of the formula.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl FromStr for Formula {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        Ok(Self { text: text.to_owned(), root: parser::parse(text)? })
    }
}

impl TryFrom<String> for Formula {
    type Error = FormulaError;

    fn try_from(text: String) -> Result<Self, FormulaError> {
        text.parse()
    }
}

impl From<Formula> for String {
    fn from(formula: Formula) -> Self {
        formula.text
    }
}

impl Node {
    fn names(&self, wanted: Variable) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Variable(variable) => *variable == wanted,
            Self::Negative(node) => node.names(wanted),
            Self::Operation(_, left, right) => left.names(wanted) || right.names(wanted),
            Self::Call(_, arguments) => arguments.iter().any(|argument| argument.names(wanted)),
        }
    }

    fn value(&self, scored: &Scored) -> Result<Value, Failure> {
        match self {
            Self::Number(number) => Ok(*number),
            Self::Variable(variable) => Ok(variable.value(scored)),
            Self::Negative(node) => Ok(-node.value(scored)?),
            Self::Operation(operator, left, right) => {
                operator.apply(left.value(scored)?, right.value(scored)?)
            }
            Self::Call(function, arguments) => {
                let values = arguments.iter().map(|argument| argument.value(scored));
                function.apply(&values.collect::<Result<Vec<Value>, Failure>>()?)
            }
        }
    }
}

impl Variable {
    fn value(self, scored: &Scored) -> Value {
        match self {
            Self::Place => Value::from(scored.place) * ONE,
            Self::Entrants => Value::from(scored.entrants) * ONE,
            Self::BuyIn => Value::from(scored.buy_in.0) * (ONE / 100),
            Self::KnockedOut => Value::from(scored.knocked_out) * ONE,
        }
    }
}

impl Operator {
    fn apply(self, left: Value, right: Value) -> Result<Value, Failure> {
        let value = match self {
            Self::Plus => left.checked_add(right),
            Self::Minus => left.checked_sub(right),
            Self::Times => left.checked_mul(right).map(|product| product.div_euclid(ONE)),
            Self::Over if right == 0 => return Err(Failure::DividesByZero),
            Self::Over => left.checked_mul(ONE).map(|scaled| floor_of(scaled, right)),
        };
        // Far below the limit of the type, so that later steps cannot overflow.
        value.filter(|value| value.unsigned_abs() < 1 << 100).ok_or(Failure::TooLarge)
    }
}

/// Rounds down, whatever the signs. The divisor must not be 0.
fn floor_of(dividend: Value, divisor: Value) -> Value {
    let (dividend, divisor) = if divisor < 0 { (-dividend, -divisor) } else { (dividend, divisor) };
    dividend.div_euclid(divisor)
}

impl Function {
    /// The parser has already checked the number of arguments.
    fn apply(self, arguments: &[Value]) -> Result<Value, Failure> {
        let first = arguments.first().copied().unwrap_or_default();
        match self {
            Self::Min => Ok(arguments.iter().copied().min().unwrap_or_default()),
            Self::Max => Ok(arguments.iter().copied().max().unwrap_or_default()),
            Self::Floor => Ok(first.div_euclid(ONE) * ONE),
            Self::Round => Ok((first + ONE / 2).div_euclid(ONE) * ONE),
            Self::Sqrt => {
                let scaled = first.checked_mul(ONE).ok_or(Failure::TooLarge)?;
                let scaled = u128::try_from(scaled).map_err(|_| Failure::RootOfNegative)?;
                Value::try_from(scaled.isqrt()).map_err(|_| Failure::TooLarge)
            }
            Self::Nth => {
                let index = usize::try_from(first.div_euclid(ONE)).ok().filter(|index| *index > 0);
                Ok(index.and_then(|index| arguments.get(index)).copied().unwrap_or_default())
            }
        }
    }
}

#[cfg(test)]
mod tests;
