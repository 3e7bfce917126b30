//! Random case files, made from the shipped ones. Each gives a clear error or a result. None
//! panics, takes long or fills memory.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test that cannot go on has failed")]

use crate::shipped;

use cardroom_casebook::cases::{self, Failure, KINDS, STOPPED};
use cardroom_rules::Library;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use toml::{Table, Value};

/// The number of files in a test run.
const FILES: u64 = 1_500;

/// The longest that one file may take, on a busy machine and in a debug build.
const LONGEST: Duration = Duration::from_secs(20);

/// The most memory that the test program may have used at any time, in KiB.
const MOST_MEMORY: u64 = 1 << 20;

#[test]
fn random_files_give_an_error_or_a_result() {
    check_files(0..FILES);
}

/// Takes about a minute in a debug build: `cargo test -p cardroom-casebook --test suite cases_random --
/// --ignored`. `CARDROOM_CASES_FROM` is the number of the first file. Set it to repeat a failure
/// alone or to try other files.
#[test]
#[ignore = "a long run"]
fn many_random_files_give_an_error_or_a_result() {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let from: u64 = number("CARDROOM_CASES_FROM").unwrap_or(FILES);
    check_files(from..from + number("CARDROOM_CASES").unwrap_or(12_000));
}

fn check_files(numbers: std::ops::Range<u64>) {
    let library = shipped::library();
    let pool = Pool::of_shipped_cases();
    let mut stopped: BTreeMap<String, (u64, usize, String)> = BTreeMap::new();
    let (mut passed, mut failed, mut unreadable) = (0, 0, 0);
    let mut slowest = (Duration::ZERO, 0);
    for number in numbers {
        let text = pool.file(number);
        let begun = Instant::now();
        match check_file(&text, &library) {
            Checked::Unreadable => unreadable += 1,
            Checked::Passed => passed += 1,
            Checked::Failed => failed += 1,
            Checked::Stopped(reason) => {
                let known = stopped.entry(reason).or_insert((number, text.len(), text.clone()));
                if text.len() < known.1 {
                    *known = (number, text.len(), text);
                }
            }
        }
        let took = begun.elapsed();
        assert!(took < LONGEST, "file {number} took {took:?}");
        slowest = slowest.max((took, number));
    }
    println!(
        "{passed} passed, {failed} failed, {unreadable} unreadable; file {} took longest, {:?}; {:?} KiB",
        slowest.1,
        slowest.0,
        most_memory()
    );
    for (reason, (number, _, text)) in &stopped {
        println!("--- {reason}: file {number}\n{text}");
    }
    assert!(stopped.is_empty(), "the engine stopped over {} files", stopped.len());
    assert!(most_memory().is_none_or(|most| most < MOST_MEMORY));
    assert!(passed > 0 && failed > passed && unreadable > 0);
}

/// The outcome of a file.
enum Checked {
    Unreadable,
    Passed,
    Failed,
    Stopped(String),
}

fn check_file(text: &str, library: &Library) -> Checked {
    let report = match cases::run(text, library, &[]) {
        Ok(report) => report,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Checked::Unreadable;
        }
    };
    let said = report.to_string();
    assert!(said.len() < 100_000, "the report is too long: {} bytes", said.len());
    let stopped = |failure: &Failure| failure.actual.strip_prefix(STOPPED).map(str::to_owned);
    if let Some(reason) = report.failed.iter().find_map(stopped) {
        return Checked::Stopped(reason);
    }
    if report.holds() { Checked::Passed } else { Checked::Failed }
}

/// Returns the most memory that this program has used, in KiB, if the system reports it.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The shipped cases, and all their contents.
struct Pool {
    cases: Vec<Value>,
    keys: Vec<String>,
    values: Vec<Value>,
}

impl Pool {
    fn of_shipped_cases() -> Self {
        let mut pool = Self { cases: Vec::new(), keys: Vec::new(), values: Vec::new() };
        for (_, text) in shipped::case_files() {
            let file: Table = toml::from_str(&text).unwrap();
            pool.cases.extend(file["case"].as_array().unwrap().iter().cloned());
        }
        for case in pool.cases.clone() {
            for part in ["game", "table", "seats", "steps"] {
                if let Some(value) = case.get(part) {
                    pool.note(value);
                }
            }
        }
        pool
    }

    fn note(&mut self, value: &Value) {
        match value {
            Value::Table(table) => {
                for (key, value) in table {
                    self.keys.push(key.clone());
                    self.note(value);
                }
            }
            Value::Array(list) => list.iter().for_each(|value| self.note(value)),
            _ => {}
        }
        self.values.push(value.clone());
    }

    /// Returns the file with this number: a case with one or two changes.
    fn file(&self, number: u64) -> String {
        let mut dice = Dice(number);
        let mut case = dice.one(&self.cases).clone();
        for _ in 0..1 + dice.below(4) / 2 {
            self.change(&mut case, &mut dice);
        }
        let mut file = Table::new();
        file.insert("schema".to_owned(), Value::Integer(1));
        file.insert("case".to_owned(), Value::Array(vec![case]));
        let text = toml::to_string(&file).unwrap();
        if dice.below(40) > 0 { text } else { misprint(&text, &mut dice) }
    }

    fn change(&self, case: &mut Value, dice: &mut Dice) {
        let case = case.as_table_mut().unwrap();
        match dice.below(20) {
            0 => {
                case.insert("kind".to_owned(), Value::from(*dice.one(KINDS)));
            }
            1 => {
                let books = ["tda", "tnpl", "tfpl", "spotlight", "wptapl", "online", "hoyle"];
                case.insert("book".to_owned(), Value::from(*dice.one(&books)));
            }
            2 => {
                let keys: Vec<String> = case.keys().cloned().collect();
                let key = dice.one(&keys).clone();
                let value = self.other(case.get(&key), dice);
                case.insert(key, value);
            }
            3 => {
                if let Some(Value::Array(steps)) = case.get_mut("steps") {
                    shuffle(steps, dice);
                }
            }
            4 => {
                let other = dice.one(&self.cases).get("steps").cloned();
                if let (Some(Value::Array(steps)), Some(Value::Array(others))) =
                    (case.get_mut("steps"), other)
                {
                    steps.extend(others);
                }
            }
            5 => {
                if let Some(Value::Array(steps)) =
                    case.get_mut("steps").filter(|_| dice.below(3) == 0)
                {
                    *steps = steps.iter().cycle().take(steps.len() * 9).cloned().collect();
                }
            }
            place => {
                let parts = ["game", "table", "seats", "steps", "steps", "steps"];
                let part = *dice.one(&parts);
                if let Some(part) = case.get_mut(part) {
                    self.change_inside(part, dice, place);
                }
            }
        }
    }

    /// Changes something inside a value.
    fn change_inside(&self, value: &mut Value, dice: &mut Dice, what: u64) {
        match value {
            Value::Table(table) if !table.is_empty() => {
                let keys: Vec<String> = table.keys().cloned().collect();
                let key = dice.one(&keys).clone();
                let nested = matches!(table[&key], Value::Table(_) | Value::Array(_));
                match what {
                    6 => {
                        table.remove(&key);
                    }
                    7 => {
                        let value = table.remove(&key).unwrap();
                        table.insert(dice.one(&self.keys).clone(), value);
                    }
                    8 => {
                        table.insert(dice.one(&self.keys).clone(), dice.one(&self.values).clone());
                    }
                    _ if nested && dice.below(2) == 0 => {
                        self.change_inside(&mut table[&key], dice, what);
                    }
                    _ => {
                        let value = self.other(table.get(&key), dice);
                        table.insert(key, value);
                    }
                }
            }
            Value::Array(list) if !list.is_empty() => {
                let place = dice.place(list.len());
                let nested = matches!(list[place], Value::Table(_) | Value::Array(_));
                match what {
                    9 => {
                        list.remove(place);
                    }
                    10 => list.push(list[place].clone()),
                    11 => shuffle(list, dice),
                    _ if nested && dice.below(10) > 0 => {
                        self.change_inside(&mut list[place], dice, what);
                    }
                    _ => list[place] = self.other(list.get(place), dice),
                }
            }
            other => *other = self.other(Some(other), dice),
        }
    }

    /// Returns another value: one of the same type from another case, an extreme one, or
    /// one of another type.
    fn other(&self, value: Option<&Value>, dice: &mut Dice) -> Value {
        match dice.below(4) {
            0 => {
                let another = dice.one(&self.values);
                let same = value.is_none_or(|value| value.type_str() == another.type_str());
                if same || dice.below(4) == 0 { another.clone() } else { extreme(dice) }
            }
            1 | 2 => match value {
                Some(Value::Integer(number)) => Value::Integer(near(*number, dice)),
                _ => extreme(dice),
            },
            _ => extreme(dice),
        }
    }
}

/// Returns a number near another one.
fn near(number: i64, dice: &mut Dice) -> i64 {
    match dice.below(7) {
        0 | 1 => number.wrapping_add(1),
        2 | 3 => number.wrapping_sub(1),
        4 => number.wrapping_mul(2),
        5 => number.wrapping_neg(),
        _ => number.wrapping_mul(1_000_003),
    }
}

/// Returns a value at a bound, or of an unexpected size or type.
fn extreme(dice: &mut Dice) -> Value {
    const NUMBERS: &[i64] = &[
        0,
        1,
        2,
        3,
        9,
        10,
        11,
        12,
        52,
        53,
        100,
        255,
        256,
        999,
        1_000,
        10_000,
        65_535,
        65_536,
        1 << 31,
        1 << 32,
        1 << 40,
        1 << 44,
        1 << 62,
        i64::MAX,
        i64::MIN,
        -1,
    ];
    const WORDS: &[&str] = &[
        "",
        " ",
        "As",
        "As As",
        "1c",
        "Zz",
        "0",
        "11",
        "T1S1",
        "T0S0",
        "T4294967295S255",
        "utg1",
        "online",
        "horse",
        "stud8",
        "draw",
        "river",
        "preflop",
        "\u{202e}\u{0}",
        "🂡",
    ];
    match dice.below(12) {
        0..=5 => Value::Integer(*dice.one(NUMBERS)),
        6 | 7 => Value::from(*dice.one(WORDS)),
        8 => Value::Boolean(dice.below(2) == 0),
        9 => Value::Float(*dice.one(&[0.5, -0.0, f64::NAN, f64::INFINITY])),
        10 => {
            let length = *dice.one(&[0, 1, 5, 11, 53, 5_000]);
            let value = if dice.below(2) == 0 { Value::Integer(1) } else { Value::from("Ah") };
            Value::Array(vec![value; length])
        }
        _ => {
            let seats = (0..dice.below(13)).map(|seat| (seat.to_string(), Value::from(1)));
            Value::Table(seats.collect())
        }
    }
}

fn shuffle(list: &mut [Value], dice: &mut Dice) {
    for place in (1..list.len()).rev() {
        list.swap(place, dice.place(place + 1));
    }
}

/// Returns the text with one byte dropped, doubled or changed, or cut off.
fn misprint(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let place = dice.place(bytes.len());
    match dice.below(4) {
        0 => {
            bytes.remove(place);
        }
        1 => bytes.insert(place, bytes[place]),
        2 => bytes[place] = b"\"[]{}=,.\n0"[dice.place(10)],
        _ => bytes.truncate(place),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reproducible random numbers: SplitMix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap()
    }

    fn one<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.place(list.len())]
    }
}
