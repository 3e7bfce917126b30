//! The number of functions that work on a type as a whole: its methods, and functions beside it
//! whose first parameter is the type. Both are ways into the same fields.

use super::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// The types of one crate, by name.
#[derive(Default)]
pub struct Sizes {
    defined: BTreeSet<String>,
    functions: BTreeMap<String, usize>,
}

impl Sizes {
    /// Adds a file, without the file's own tests.
    pub fn add(&mut self, file: &Source) {
        let tokens = file.code();
        let mut at = 0;
        while at < tokens.len() {
            match tokens[at] {
                "struct" | "enum" => {
                    self.defined.extend(tokens.get(at + 1).map(|name| (*name).to_owned()));
                    at += 1;
                }
                "impl" => {
                    let open = from(&tokens, at, "{");
                    let end = group(&tokens, open);
                    if let Some(name) = inherent(&tokens[at + 1..open]) {
                        // A head with a semicolon, as in `[u8; 32]`, is that of a trait.
                        let body = tokens.get(open + 1..end).unwrap_or_default();
                        *self.functions.entry(name.to_owned()).or_default() += functions(body);
                    }
                    at = end;
                }
                "trait" => at = group(&tokens, from(&tokens, at, "{")),
                "fn" => {
                    let open = from(&tokens, at, "(");
                    if let Some(name) = first_parameter(&tokens[open + 1..]) {
                        *self.functions.entry(name.to_owned()).or_default() += 1;
                    }
                    at = group(&tokens, from(&tokens, at, "{"));
                }
                _ => at += 1,
            }
        }
    }

    /// Returns the types with more functions than this, with their number.
    pub fn above(&self, most: usize) -> BTreeMap<&str, usize> {
        let ours = self.functions.iter().filter(|(name, _)| self.defined.contains(*name));
        let large = ours.filter(|(_, count)| **count > most);
        large.map(|(name, count)| (name.as_str(), *count)).collect()
    }
}

/// Returns the place of the next such token, or the end.
fn from(tokens: &[&str], start: usize, wanted: &str) -> usize {
    let found = tokens[start..].iter().position(|token| *token == wanted || *token == ";");
    found.map_or(tokens.len(), |at| start + at)
}

/// Returns the place of the brace that closes the one at `open`.
fn group(tokens: &[&str], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match *token {
            "{" => depth += 1,
            "}" if depth == 1 => return at,
            "}" => depth -= 1,
            _ if depth == 0 => return at,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the type of an `impl` by the tokens up to its brace; `None` for that of a trait.
fn inherent<'a>(head: &[&'a str]) -> Option<&'a str> {
    if head.contains(&"for") {
        return None;
    }
    let mut depth = 0_i32;
    let mut last = None;
    for token in head {
        match *token {
            "<" => depth += 1,
            ">" => depth -= 1,
            "where" => break,
            name if depth == 0 && is_name(name) => last = Some(name),
            _ => {}
        }
    }
    last
}

/// Returns how many functions a body has, without those inside of others.
fn functions(body: &[&str]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < body.len() {
        if body[at] == "fn" {
            count += 1;
            at = group(body, from(body, at, "{"));
        } else {
            at += 1;
        }
    }
    count
}

/// Returns the type of a function's first parameter, behind references.
fn first_parameter<'a>(tokens: &[&'a str]) -> Option<&'a str> {
    let colon = tokens.iter().position(|token| matches!(*token, ":" | ")" | ","))?;
    let mut found = None;
    let mut rest = tokens[colon..].iter().filter(|token| **token != "'").peekable();
    if rest.next() != Some(&":") {
        return None;
    }
    while let Some(token) = rest.next() {
        match *token {
            "&" | "mut" | ":" => {}
            name if is_name(name) => {
                found = Some(name);
                // The name of a lifetime is followed by the type, that of a module by a colon.
                if !matches!(rest.peek(), Some(&&":")) && !is_lowercase(name) {
                    break;
                }
            }
            _ => break,
        }
    }
    found.filter(|name| !is_lowercase(name))
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn is_lowercase(token: &str) -> bool {
    token.starts_with(|c: char| c.is_lowercase() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Vec<(String, usize)> {
        let mut sizes = Sizes::default();
        sizes.add(&Source::new("x.rs", text));
        sizes.above(0).into_iter().map(|(name, count)| (name.to_owned(), count)).collect()
    }

    #[test]
    fn methods_and_functions_beside_a_type_are_counted_together() {
        let text = "struct Pot<'a> { a: &'a u8 } enum Way { A } \
            impl<'a> Pot<'a> { const A: u8 = 1; fn a(&self) { fn b() {} } pub async fn c() {} } \
            impl Clone for Pot<'_> { fn clone(&self) -> Self { *self } } \
            trait T { fn t(pot: &Pot); } \
            fn d(pot: &mut Pot<'_>, way: Way) -> Way { x } \
            fn e<'b, T: A>(pot: &'b super::Pot) where T: B { if a { b } } \
            fn f(way: Way) {} fn g() {} fn h(text: &str) {} fn i(other: &Other) {} \
            #[cfg(test)] mod tests { fn j(pot: &Pot) {} }";
        assert_eq!(sizes(text), [("Pot".to_owned(), 4), ("Way".to_owned(), 1)]);
    }
}
