//! Parses the text of a formula.

use super::{FormulaError, Function, Node, ONE, Operator, Value, Variable};
use std::iter::Peekable;
use std::str::CharIndices;

/// Largest length of a formula, in bytes.
const LONGEST: usize = 1_000;
/// Deepest nesting of parentheses. Parsing them takes stack.
const DEEPEST: usize = 32;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Number(Value),
    Name(String),
    Sign(char),
}

pub(super) fn parse(text: &str) -> Result<Node, FormulaError> {
    if text.len() > LONGEST {
        return Err(unreadable(LONGEST, format!("a formula has at most {LONGEST} bytes")));
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, next: 0, end: text.chars().count() + 1, depth: 0 };
    let node = parser.sum()?;
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(parser.expected("an operator or the end")),
    }
}

/// Returns the tokens with their columns, from 1.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, FormulaError> {
    let mut tokens = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.peek().copied() {
        let column = text[..at].chars().count() + 1;
        let token = match character {
            ' ' | '\t' | '\n' => {
                characters.next();
                continue;
            }
            '0'..='9' => {
                let word = word(text, &mut characters, |c| c.is_ascii_digit() || "._".contains(c));
                let number = number(word)
                    .ok_or_else(|| unreadable(column, format!("{word} is no number here")))?;
                Token::Number(number)
            }
            'a'..='z' => {
                let is_part = |c: char| c.is_ascii_lowercase() || c == '_';
                Token::Name(word(text, &mut characters, is_part).to_owned())
            }
            '+' | '-' | '*' | '/' | '(' | ')' | ',' => {
                characters.next();
                Token::Sign(character)
            }
            other => return Err(unreadable(column, format!("{other:?} means nothing here"))),
        };
        tokens.push((column, token));
    }
    Ok(tokens)
}

/// Consumes the longest run of matching characters.
fn word<'t>(
    text: &'t str,
    characters: &mut Peekable<CharIndices<'_>>,
    is_part: impl Fn(char) -> bool,
) -> &'t str {
    let start = characters.peek().map_or(text.len(), |(at, _)| *at);
    while characters.next_if(|(_, character)| is_part(*character)).is_some() {}
    let end = characters.peek().map_or(text.len(), |(at, _)| *at);
    &text[start..end]
}

/// Parses a number with at most twelve digits and six decimals.
fn number(word: &str) -> Option<Value> {
    let digits = word.replace('_', "");
    let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, "0"));
    let is_short = whole.len() <= 12 && (1..=6).contains(&decimals.len());
    let scale = u32::try_from(6_usize.checked_sub(decimals.len())?).ok()?;
    let fraction = decimals.parse::<Value>().ok()? * 10_i128.pow(scale);
    is_short.then_some(whole.parse::<Value>().ok()? * ONE + fraction)
}

struct Parser<'t> {
    tokens: &'t [(usize, Token)],
    next: usize,
    /// The column after the end of the text.
    end: usize,
    depth: usize,
}

impl Parser<'_> {
    fn sum(&mut self) -> Result<Node, FormulaError> {
        let mut left = self.product()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Sign('+')) => Operator::Plus,
                Some(Token::Sign('-')) => Operator::Minus,
                _ => return Ok(left),
            };
            self.next += 1;
            left = Node::Operation(operator, Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Node, FormulaError> {
        let mut left = self.factor()?;
        loop {
            let operator = match self.peek() {
                Some(Token::Sign('*')) => Operator::Times,
                Some(Token::Sign('/')) => Operator::Over,
                _ => return Ok(left),
            };
            self.next += 1;
            left = Node::Operation(operator, Box::new(left), Box::new(self.factor()?));
        }
    }

    fn factor(&mut self) -> Result<Node, FormulaError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.here(format!("parentheses are at most {DEEPEST} deep")));
        }
        let token = self.peek().cloned();
        let node = match token {
            Some(Token::Number(number)) => {
                self.next += 1;
                Node::Number(number)
            }
            Some(Token::Sign('-')) => {
                self.next += 1;
                Node::Negative(Box::new(self.factor()?))
            }
            Some(Token::Sign('(')) => {
                self.next += 1;
                let node = self.sum()?;
                self.take(')')?;
                node
            }
            Some(Token::Name(name)) => self.named(&name)?,
            _ => return Err(self.expected("a number, a name or a parenthesis")),
        };
        self.depth -= 1;
        Ok(node)
    }

    fn named(&mut self, name: &str) -> Result<Node, FormulaError> {
        let variable = match name {
            "place" => Variable::Place,
            "entrants" => Variable::Entrants,
            "buy_in" => Variable::BuyIn,
            "knocked_out" => Variable::KnockedOut,
            _ => return self.call(name),
        };
        self.next += 1;
        Ok(Node::Variable(variable))
    }

    fn call(&mut self, name: &str) -> Result<Node, FormulaError> {
        let (function, least, most) = match name {
            "min" => (Function::Min, 1, usize::MAX),
            "max" => (Function::Max, 1, usize::MAX),
            "nth" => (Function::Nth, 2, usize::MAX),
            "sqrt" => (Function::Sqrt, 1, 1),
            "floor" => (Function::Floor, 1, 1),
            "round" => (Function::Round, 1, 1),
            _ => return Err(self.here(format!("there is no {name}"))),
        };
        let at = self.next;
        self.next += 1;
        self.take('(')?;
        let mut arguments = vec![self.sum()?];
        while self.peek() == Some(&Token::Sign(',')) {
            self.next += 1;
            arguments.push(self.sum()?);
        }
        self.take(')')?;
        if !(least..=most).contains(&arguments.len()) {
            self.next = at;
            let wants = if most == 1 { "one number" } else { "at least two numbers" };
            return Err(self.here(format!("{name} takes {wants}")));
        }
        Ok(Node::Call(function, arguments))
    }

    fn take(&mut self, sign: char) -> Result<(), FormulaError> {
        if self.peek() != Some(&Token::Sign(sign)) {
            return Err(self.expected(&format!("{sign:?}")));
        }
        self.next += 1;
        Ok(())
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn expected(&self, what: &str) -> FormulaError {
        self.here(format!("expected {what}"))
    }

    fn here(&self, what: String) -> FormulaError {
        let column = self.tokens.get(self.next).map_or(self.end, |(column, _)| *column);
        unreadable(column, what)
    }
}

fn unreadable(column: usize, what: String) -> FormulaError {
    FormulaError::Unreadable { column, what }
}
