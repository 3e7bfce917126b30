//! The points of a league by a formula, computed in whole numbers. How the text of a formula is
//! read is in `parser`; what a season makes of points is the business of `league`.
//!
//! A formula has numbers, `+ - * /`, parentheses, the variables
//!
//! | name | what it is |
//! |---|---|
//! | `place` | the place, from 1 |
//! | `entrants` | how many entries there were |
//! | `buy_in` | what one entry paid for prizes, as money: 12.50 |
//! | `knocked_out` | how many players this one has knocked out |
//!
//! and the functions `min`, `max`, `sqrt`, `floor`, `round`, and `nth(n, a, b, c…)`, which is the
//! n-th of the numbers behind it and 0 beyond them: `nth(place, 10, 7, 5)` gives the first three
//! something.
//!
//! Values have six decimals, and every step is rounded down to them; so all machines agree. Points
//! have two decimals, rounded from the half up, and are never below 0.

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

/// What a formula is told about a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The place, from 1.
    pub place: u32,
    /// How many entries there were.
    pub entrants: u32,
    /// What one entry paid for prizes.
    pub buy_in: Cents,
    /// How many players this one has knocked out.
    pub knocked_out: u32,
}

/// A formula for points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Formula {
    text: String,
    root: Node,
}

/// What is wrong with a formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FormulaError {
    /// It cannot be read.
    #[error("column {column}: {what}")]
    Unreadable {
        /// Where, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// It divides by nothing.
    #[error("for place {place} of {entrants} the formula divides by 0")]
    DividesByZero { place: u32, entrants: u32 },
    /// It takes the root of a negative number.
    #[error("for place {place} of {entrants} the formula takes the root of a negative number")]
    RootOfNegative { place: u32, entrants: u32 },
    /// A number becomes too large.
    #[error("for place {place} of {entrants} the formula comes to more than can be counted")]
    TooLarge { place: u32, entrants: u32 },
}

/// One millionth is 1.
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
    /// The points for a result.
    ///
    /// # Errors
    /// The formula divides by 0, takes the root of a negative number, or comes to too much.
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

    /// The formula as it was written.
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
        // Far from the ends of the type, so that nothing behind overflows unseen.
        value.filter(|value| value.unsigned_abs() < 1 << 100).ok_or(Failure::TooLarge)
    }
}

/// Rounded down, whatever the signs; the divisor is not 0.
fn floor_of(dividend: Value, divisor: Value) -> Value {
    let (dividend, divisor) = if divisor < 0 { (-dividend, -divisor) } else { (dividend, divisor) };
    dividend.div_euclid(divisor)
}

impl Function {
    /// The parser has seen to the number of arguments.
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
