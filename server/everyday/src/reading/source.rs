//! Rust sources as tokens with lines, and checks for names that may not occur in them.
//!
//! A real lexer reads them, so comments, documentation and texts are never mistaken for code. Names
//! are compared literally: nothing is resolved, and code from macros is invisible.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

pub struct Source {
    /// Its path from the top of the repository.
    pub path: String,
    pub text: String,
    tokens: Vec<Token>,
}

struct Token {
    line: usize,
    kind: Kind,
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Sign,
    Literal,
}

/// Names that may not occur, and why.
pub struct Banned {
    pub names: &'static [&'static str],
    pub why: &'static str,
}

/// Names that may occur only in some places.
pub struct Home {
    pub names: &'static [&'static str],
    /// The files in which they may occur, or folders with a slash at the end.
    pub places: &'static [&'static str],
    pub why: &'static str,
}

impl Source {
    /// Reads the tokens of a file.
    ///
    /// # Panics
    /// The text is not Rust.
    pub fn new(path: &str, text: &str) -> Self {
        let stream: TokenStream =
            text.parse().unwrap_or_else(|error| panic!("{path} is not Rust: {error}"));
        let mut tokens = Vec::new();
        flatten(stream, &mut tokens);
        Self { path: path.to_owned(), text: text.to_owned(), tokens }
    }

    /// Returns the places of banned names.
    pub fn names(&self, banned: &Banned) -> Vec<String> {
        let names = self.tokens.iter().filter(|token| token.kind == Kind::Name);
        let found = names.filter(|token| banned.names.contains(&token.text.as_str()));
        found.map(|token| self.breach(token.line, &token.text, banned.why)).collect()
    }

    /// Returns the places of names away from their home.
    pub fn away_from(&self, home: &Home) -> Vec<String> {
        let covers = |place: &&str| {
            if place.ends_with('/') { self.path.starts_with(place) } else { self.path == *place }
        };
        if home.places.iter().any(covers) {
            Vec::new()
        } else {
            self.names(&Banned { names: home.names, why: home.why })
        }
    }

    /// Returns the places of floating point numbers.
    pub fn float_literals(&self, why: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            // In `pair.0.1` the lexer sees the number 0.1. In `0..0.5` it really is one.
            let dots = self.tokens[..index].iter().rev().take_while(|before| before.text == ".");
            let is_field = dots.count() == 1;
            if token.kind == Kind::Literal && is_float(&token.text) && !is_field {
                found.push(self.breach(token.line, &token.text, why));
            }
        }
        found
    }

    /// Returns the places that name a module of the standard library not on the list.
    pub fn std_modules(&self, allowed: &[&str], why: &str) -> Vec<String> {
        let mut found = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let is_root = matches!(token.text.as_str(), "std" | "core" | "alloc");
            if token.kind != Kind::Name || !is_root {
                continue;
            }
            let heads = match self.after_path_sign(index + 1) {
                Some(next) => self.heads(next),
                None if token.text == "core" && !self.imports(index) => continue,
                None => vec![index],
            };
            for head in heads.iter().map(|head| &self.tokens[*head]) {
                if !allowed.contains(&head.text.as_str()) {
                    let name = format!("{}::{}", token.text, head.text);
                    found.push(self.breach(head.line, &name, why));
                }
            }
        }
        found
    }

    /// Returns `true` if a declaration imports the name at this place, as a whole.
    fn imports(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map(|before| self.tokens[before].text.as_str());
        matches!(before, Some("use" | "crate"))
    }

    /// Returns the calls of these macros.
    pub fn macros(&self, banned: &Banned) -> Vec<String> {
        let calls = self.tokens.windows(2).filter(|pair| pair[1].text == "!");
        let found = calls.filter(|pair| banned.names.contains(&pair[0].text.as_str()));
        found.map(|pair| self.breach(pair[0].line, &pair[0].text, banned.why)).collect()
    }

    /// Returns the lines that call a method without arguments, outside of the file's own tests.
    pub fn calls(&self, method: &str) -> Vec<usize> {
        let end = self.end_of_the_code();
        let calls = self.tokens[..end].windows(4).filter(|call| {
            call.iter().map(|token| token.text.as_str()).eq([".", method, "(", ")"])
        });
        calls.map(|call| call[1].line).collect()
    }

    /// Returns the places in functions named `apply` or `apply_…` where a match passes over the
    /// variants that it does not name.
    pub fn catch_alls_in_apply(&self, why: &str) -> Vec<String> {
        let is_apply = |name: &str| name == "apply" || name.starts_with("apply_");
        let text = |index: usize| self.tokens.get(index).map_or("", |token| token.text.as_str());
        let mut found = Vec::new();
        for start in (0..self.end_of_the_code()).filter(|index| text(*index) == "fn") {
            if !is_apply(text(start + 1)) {
                continue;
            }
            let body = self.body_after(start);
            for index in body.filter(|index| text(*index) == "_") {
                let is_arm = text(index + 1) == "=" && text(index + 2) == ">";
                let passes_over = match (text(index + 3), text(index + 4)) {
                    ("{", "}") | ("(", ")") => true,
                    (name, "!") => matches!(name, "unreachable" | "panic"),
                    _ => false,
                };
                if is_arm && passes_over {
                    found.push(self.breach(self.tokens[index].line, "_ =>", why));
                }
            }
        }
        found
    }

    /// Returns the tokens of the body that follows the signature at `start`.
    fn body_after(&self, start: usize) -> std::ops::Range<usize> {
        let mut depth = 0_usize;
        let mut open = start;
        for (index, token) in self.tokens.iter().enumerate().skip(start) {
            match token.text.as_str() {
                ";" if depth == 0 => return index..index,
                "{" => {
                    open = if depth == 0 { index } else { open };
                    depth += 1;
                }
                "}" if depth == 1 => return open..index,
                "}" => depth -= 1,
                _ => {}
            }
        }
        open..self.tokens.len()
    }

    /// Returns `true` if the crate has `#![forbid(unsafe_code)]`.
    pub fn forbids_unsafe(&self) -> bool {
        let attribute = ["#", "!", "[", "forbid", "(", "unsafe_code", ")", "]"];
        let mut windows = self.tokens.windows(attribute.len());
        windows.any(|window| window.iter().map(|token| token.text.as_str()).eq(attribute))
    }

    /// Returns `true` if the first line states the file's purpose.
    pub fn says_its_job(&self) -> bool {
        let first = self.text.lines().next().and_then(|line| line.strip_prefix("//! "));
        first.is_some_and(|job| job.split_whitespace().count() >= 3)
    }

    /// Returns the index at which the tests at the end of the file begin. A module of tests with a
    /// file of its own may stand anywhere, and ends nothing.
    fn end_of_the_code(&self) -> usize {
        let is_test = |window: &[Token]| {
            let start = window[..6].iter().map(|token| token.text.as_str());
            start.eq(["cfg", "(", "test", ")", "]", "mod"]) && window[7].text == "{"
        };
        self.tokens.windows(8).position(is_test).unwrap_or(self.tokens.len())
    }

    /// Returns the tokens without the file's own tests.
    pub fn code(&self) -> Vec<&str> {
        self.tokens[..self.end_of_the_code()].iter().map(|token| token.text.as_str()).collect()
    }

    /// Returns the modules that paths from the root of the crate name, without those of its tests.
    pub fn modules_of_the_crate(&self) -> Vec<String> {
        let end = self.end_of_the_code();
        let roots = (0..end).filter(|index| self.tokens[*index].text == "crate");
        let heads = roots.filter_map(|root| self.after_path_sign(root + 1));
        let heads = heads.flat_map(|start| self.heads(start));
        heads.map(|head| self.tokens[head].text.clone()).collect()
    }

    fn breach(&self, line: usize, what: &str, why: &str) -> String {
        breach(&self.path, line, what, why)
    }

    /// Returns the index after a `::` at `index`.
    fn after_path_sign(&self, index: usize) -> Option<usize> {
        let sign = self.tokens.get(index..index + 2)?;
        (sign[0].text == ":" && sign[1].text == ":").then_some(index + 2)
    }

    /// Returns the first names of a path that continues here: one, or those of a group in braces.
    fn heads(&self, start: usize) -> Vec<usize> {
        if self.tokens.get(start).is_none_or(|token| token.text != "{") {
            return vec![start.min(self.tokens.len() - 1)];
        }
        let (mut depth, mut heads, mut at_head) = (1, Vec::new(), true);
        for (index, token) in self.tokens.iter().enumerate().skip(start + 1) {
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                "," if depth == 1 => at_head = true,
                _ if at_head => {
                    heads.push(index);
                    at_head = false;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        heads
    }
}

/// Returns the places of these words in a text of any kind of file.
pub fn words(path: &str, text: &str, banned: &Banned) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        if let Some(word) = words.find(|word| banned.names.contains(word)) {
            found.push(breach(path, index + 1, word, banned.why));
        }
    }
    found
}

fn breach(path: &str, line: usize, what: &str, why: &str) -> String {
    format!("{path}:{line}: `{what}`: {why}")
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        let line = tree.span().start().line;
        let mut push = |kind, text: &str| tokens.push(Token { line, kind, text: text.to_owned() });
        match tree {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                push(Kind::Name, name.strip_prefix("r#").unwrap_or(&name));
            }
            TokenTree::Punct(sign) => push(Kind::Sign, &sign.to_string()),
            TokenTree::Literal(literal) => push(Kind::Literal, &literal.to_string()),
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(Kind::Sign, open);
                flatten(group.stream(), tokens);
                let line = group.span_close().start().line;
                tokens.push(Token { line, kind: Kind::Sign, text: close.to_owned() });
            }
        }
    }
}

/// Returns `true` for `0.5`, `5e3` and `5f32`, but not for `0x5e3` or `5_usize`.
fn is_float(literal: &str) -> bool {
    let is_based = ["0x", "0o", "0b"].iter().any(|base| literal.starts_with(base));
    if !literal.starts_with(|c: char| c.is_ascii_digit()) || is_based {
        return false;
    }
    let rest = literal.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_');
    rest.starts_with(['.', 'e', 'E', 'f'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source::new("x.rs", text)
    }

    #[test]
    fn a_banned_name_is_found_in_code_and_nowhere_else() {
        let clock = Banned { names: &["Instant"], why: "time is an input" };
        let text = "//! Instant\n/// Instant\n// Instant\nfn f() { \"Instant\"; /* Instant */\n\
                    g(Instant::now()) }\nstruct Instantly;";
        assert_eq!(source(text).names(&clock), ["x.rs:5: `Instant`: time is an input"]);
        assert_eq!(source("use a::{b, r#Instant as c};").names(&clock).len(), 1);
        assert_eq!(source("m! { [Instant] }").names(&clock).len(), 1);
    }

    #[test]
    fn a_name_is_at_home_where_it_lives() {
        let file = Home { names: &["bincode"], places: &["x.rs", "a/b.rs"], why: "" };
        let folder = Home { places: &["a/"], ..file };
        let at = |path: &str, home: &Home| Source::new(path, "use bincode;").away_from(home).len();
        assert_eq!([at("a/b.rs", &file), at("a/b.rs", &folder), at("a/c.rs", &folder)], [0, 0, 0]);
        assert_eq!([at("a/c.rs", &file), at("ab.rs", &folder), at("c/a/b.rs", &file)], [1, 1, 1]);
    }

    #[test]
    fn floats_are_found_and_told_from_fields_and_integers() {
        let floats = |text: &str| source(text).float_literals("").len();
        for text in ["let x = 0.5;", "f(1.)", "1e3", "2f32", "3_f64", "0..0.5", "1_0.0e-1"] {
            assert_eq!(floats(text), 1, "{text}");
        }
        for text in ["pair.0.1", "0..5", "0x1e3", "5_usize", "1u8", "\"0.5\"", "'e'", "// 0.5"] {
            assert_eq!(floats(text), 0, "{text}");
        }
    }

    #[test]
    fn modules_of_std_are_found_however_they_are_spelled() {
        let found = |text: &str| source(text).std_modules(&["fmt", "sync"], "").len();
        for text in [
            "use std::time::Duration;",
            "use std::{fmt::{self, Debug}, net};",
            "use ::std::{time::{Duration, Instant}, sync::Arc};",
            "fn f() { std::fs::read(core::fmt::x) }",
            "use std::*;",
            "use std as s;",
            "extern crate std;",
            "m!(std::env)",
            "use core as c;",
            "extern crate core;",
        ] {
            assert_eq!(found(text), 1, "{text}");
        }
        assert_eq!(found("use core::{io, thread};"), 2);
        assert_eq!(found("use std::fmt::{self, time}; use a::time; // std::net"), 0);
        assert_eq!(found("use std::{fmt::Debug, sync::{Arc, mpsc}};"), 0);
        assert_eq!(found("fn f(core: &mut Core) { g(core); core.step() }"), 0, "a variable");
    }

    #[test]
    fn macros_are_found_by_their_call() {
        let banned = Banned { names: &["todo"], why: "" };
        assert_eq!(source("fn f() { todo!() }").macros(&banned).len(), 1);
        assert_eq!(source("fn todo() { todo() } // todo!()").macros(&banned).len(), 0);
    }

    #[test]
    fn a_match_in_an_apply_that_passes_over_variants_is_found() {
        let lines = |text: &str| source(text).catch_alls_in_apply("all").join("\n");
        for arm in ["_ => {}", "_ => (),", "_ => unreachable!(\"{event:?}\"),", "_ => panic!(),"] {
            for name in ["apply", "apply_floor"] {
                let text = format!(
                    "fn {name}(event: &E) -> B<C> {{ match event {{\nE::A => b(),\n{arm} }} }}"
                );
                assert_eq!(lines(&text), "x.rs:3: `_ =>`: all", "{text}");
            }
        }
        let passes = [
            "fn decide(event: &E) { match event { E::A => b(), _ => {} } }",
            "fn applying(event: &E) { match event { E::A => b(), _ => {} } }",
            "fn apply(event: &E) { match event { E::A => b(), _ => rest(event) } }",
            "fn apply(event: &E) { match event { E::A | E::B { .. } => {} } }",
            "trait T { fn apply(&self); } fn f() { match 1 { 1 => b(), _ => {} } }",
            "fn apply() {} fn f() { match 1 { 1 => b(), _ => {} } }",
        ];
        for text in passes {
            assert_eq!(lines(text), "", "{text}");
        }
    }

    #[test]
    fn only_tests_in_the_file_itself_end_its_code() {
        let uses = |text: &str| source(text).modules_of_the_crate();
        assert_eq!(uses("#[cfg(test)]\nmod tests;\nuse crate::table::Table;"), ["table"]);
        let inside = "use crate::pot;\n#[cfg(test)]\nmod tests { use crate::table::Table; }";
        assert_eq!(uses(inside), ["pot"]);
    }

    #[test]
    fn unsafe_is_forbidden_by_the_attribute_alone() {
        assert!(source("//! A.\n#![forbid(unsafe_code)]").forbids_unsafe());
        assert!(!source("#![deny(unsafe_code)]").forbids_unsafe());
        assert!(!source("// #![forbid(unsafe_code)]").forbids_unsafe());
        assert!(!source("#[forbid(unsafe_code)] mod a {}").forbids_unsafe());
    }

    #[test]
    fn a_file_says_its_job_in_its_first_line() {
        assert!(source("//! What it does.\nfn f() {}").says_its_job());
        for text in ["", "//! .", "//! Pots", "// What it does.", "\n//! What it does."] {
            assert!(!source(text).says_its_job(), "{text:?}");
        }
    }

    #[test]
    fn words_are_found_in_any_text_as_whole_words() {
        let banned = Banned { names: &["LATER"], why: "now" };
        assert_eq!(words("a.toml", "a = 1\n# LATER: b", &banned), ["a.toml:2: `LATER`: now"]);
        assert!(words("a.toml", "LATERAL later TOO_LATER", &banned).is_empty());
    }
}
