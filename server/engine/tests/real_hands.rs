//! Thousands of real hands, replayed to the stacks they ended with. The data lies beside the
//! repository in `../shared/hands`; without it each test says that it was skipped.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod data;
mod replay;

use data::{files, read, say};
use replay::{RealHand, acpc, phh, site};
use serde_json::Value;
use std::collections::BTreeMap;

/// What became of the hands of one source.
#[derive(Default)]
struct Tally {
    replayed: usize,
    left_out: BTreeMap<&'static str, usize>,
    failed: Vec<String>,
}

impl Tally {
    fn add(&mut self, hand: Result<RealHand, &'static str>) {
        match hand {
            Ok(hand) => match hand.replay() {
                Ok(()) => self.replayed += 1,
                Err(error) => self.failed.push(format!("{}: {error}", hand.name)),
            },
            Err(class) => *self.left_out.entry(class).or_default() += 1,
        }
    }

    fn report(&self, source: &str) {
        say(&format!("{source}: {} hands replayed, {} failed", self.replayed, self.failed.len()));
        for (class, count) in &self.left_out {
            say(&format!("{source}: {count} left out: {class}"));
        }
        assert!(self.failed.is_empty(), "{source}:\n{}", self.failed.join("\n"));
    }
}

fn expected_by(text: &str, key: impl Fn(&Value) -> String) -> BTreeMap<String, Value> {
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.map(|line| (key(&line), line)).collect()
}

fn integers(list: &Value) -> Vec<u64> {
    list.as_array().unwrap().iter().map(|amount| amount.as_u64().unwrap()).collect()
}

#[test]
fn phh_hands() {
    let Some(expected) = read("phh/expected.jsonl") else { return };
    let expected = expected_by(&expected, |hand| hand["path"].as_str().unwrap().to_owned());
    let mut pluribus = Tally::default();
    let mut others = Tally::default();
    for file in files("phh") {
        let Some(stem) = file.strip_prefix("phh/").filter(|_| file.contains(".phh")) else {
            continue;
        };
        let text = read(&file).unwrap();
        let parsed: Value = toml::from_str(&text).unwrap();
        let (tally, hands) = match stem.strip_suffix(".phhs") {
            Some(stem) => {
                let hands = parsed.as_object().unwrap().clone().into_iter();
                let hands = hands.map(|(key, hand)| (format!("data/{stem}/{key}.phh"), hand));
                (&mut pluribus, hands.collect())
            }
            None => (&mut others, vec![(format!("data/{stem}"), parsed)]),
        };
        for (path, hand) in hands {
            let stacks = match expected.get(&path) {
                Some(expected) => integers(&expected["final_stacks"]),
                None => integers(&hand["finishing_stacks"]),
            };
            tally.add(phh::read(path, &hand, stacks, 0));
        }
    }
    pluribus.report("Pluribus");
    others.report("other PHH");
    assert!(pluribus.replayed > 6_000 && others.replayed > 5);
}

#[test]
fn acpc_logs() {
    let Some(expected) = read("acpc/expected.jsonl") else { return };
    let key = |hand: &Value| format!("{} {}", hand["file"].as_str().unwrap(), hand["hand"]);
    let expected = expected_by(&expected, key);
    let mut tally = Tally::default();
    for path in files("acpc").iter().filter(|path| path.ends_with(".log")) {
        let text = read(path).unwrap();
        let file = path.strip_prefix("acpc/").unwrap();
        for line in text.lines().filter(|line| line.starts_with("STATE:")) {
            let number = line.split(':').nth(1).unwrap();
            let payoffs = &expected[&format!("{file} {number}")]["payoffs_by_position"];
            let payoffs = payoffs.as_array().unwrap().iter();
            let payoffs: Vec<i64> = payoffs.map(|payoff| payoff.as_i64().unwrap()).collect();
            tally.add(Ok(acpc::read(file, line, &payoffs)));
        }
    }
    tally.report("ACPC");
    assert!(tally.replayed > 2_400);
}

#[test]
fn site_hands() {
    let mut total = 0;
    for path in files("site-hands") {
        let mut tally = Tally::default();
        for line in read(&path).unwrap().lines() {
            tally.add(site::read(line));
        }
        total += tally.replayed;
        tally.report(&path);
    }
    say(&format!("site hands: {total} replayed"));
}
