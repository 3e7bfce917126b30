//! A Markdown page about the rulebooks for people who run leagues. It shows what each book does
//! differently, what its settings leave to people, and what no server can do. The texts are the
//! comments of the book that all others extend.

use crate::coverage::Coverage;
use cardroom_rules::{Library, Setting};
use std::fmt::Write as _;

/// A rulebook of the page.
#[derive(Clone, Copy, Debug)]
pub struct Book {
    /// The name of its file.
    pub id: &'static str,
    /// Its name at the head of a column.
    pub name: &'static str,
    /// Its name in the coverage list.
    pub covered: &'static str,
}

/// The books of the page. The others extend the first.
pub const BOOKS: [Book; 6] = [
    Book { id: "tda-2024", name: "TDA 2024", covered: "tda" },
    Book { id: "tnpl", name: "TNPL", covered: "tnpl" },
    Book { id: "tfpl", name: "TFPL", covered: "tfpl" },
    Book { id: "spotlight", name: "Spotlight", covered: "spotlight" },
    Book { id: "wptapl", name: "WPTAPL", covered: "wptapl" },
    Book { id: "online", name: "online", covered: "online" },
];

/// The text before the first table.
const HEAD: &str = "\
# The rulebooks

This page is for league directors: what each book does differently here, and which rules are left
to people. It is written from the rulebooks in `config/rulebooks`, the rule cases and their
[coverage list](engine/cases/README.md) by
`BLESS=1 cargo test -p cardroom-casebook --test suite page`.

A cell has the setting's value and the rules of the book that it rests on. \"as TDA\" is the same
value; rules behind it are those of the book that say the same. Without a rule the book is silent,
and [some of those questions](GAPS.md) have a number, such as GAPS G-11, and a reason.
*fixed*: the room does the same under every book, and cites the book's own rule. *told*: people
keep it, and players are told. Everything else is enforced. A rule case proves it under each book
that has the rule: `cardroom rules coverage tnpl`. To change a setting, extend a rulebook in
a file of your own; `cardroom rules show` prints one with all its rules.

A seventh book, `two-minutes`, is `online` with two minutes a turn and no time bank, for players
that think slowly. It has no column below.
";

/// How to write a rulebook, with the example that a test reads.
const OWN: &str = r#"
## Write your own rulebook

A rulebook of your own extends one of these and holds only what differs. Put it into
`rulebooks/NAME.toml` in the folder that `server.rules_dir` names:

```toml
extends = "tnpl"
id = "harbor"                     # the name of the file
name = "Harbor Poker Club"
short = "HPC"                     # for citations: HPC 4

min_raise = "double_bet"          # a raise is to twice the bet
cite.min_raise = "4"              # rule 4 of your book

called_clock.base_seconds = 30
cite.called_clock.base_seconds = "7; spec: agreed at the meeting in March"

language = "Welsh"                # every entrant is shown it
cite.language = "9"
```

Every setting cites a rule of your book, or gives a reason after `spec:`. Rulings, refusals and the
sentences that players see then name your rule. `config/rulebooks/tda-2024.toml` explains each
setting. Those that are marked *fixed* or *told* change what the room cites or tells people, not
what it does. `cardroom rules show harbor` names those that your book changes, and the room logs
each of them when it starts. A mistake is reported with its file and line.

A rule case says what your book means, and shows whether the room does it. The
[format](engine/cases/README.md) is that of the cases of the shipped books:

```toml
schema = 1

[[case]]
id = "harbor-4-double"
title = "After a bet of 300 and a raise to 700 the next raise is to 1400"
origin = "derived"
book = "harbor"
rules = ["4"]
kind = "betting"
class = "E"
verdict = "clear"
game = { sb = 50, bb = 100, street = "flop", pot = 300 }
table = { button = 3 }
seats = [ { seat = 1, stack = 9000 }, { seat = 2, stack = 9000 }, { seat = 3, stack = 9000 } ]
steps = [
  { op = "act", seat = 1, move = "bet", to = 300 },
  { op = "act", seat = 2, move = "raise", to = 700 },
  { op = "expect", to_act = 3, min_raise_to = 1400 },
]
```

Cases prove what a club pays and scores, too. Here two players share a bounty, and a player who is
disqualified after a night loses place and points:

```toml
schema = 1

[[case]]
id = "harbor-12-bounty"
title = "Two who win the last chips of a third share the bounty"
origin = "derived"
book = "harbor"
rules = ["12"]
kind = "bounty"
class = "E"
verdict = "clear"
table = { structure = "bounty", players = ["Ann", "Bob", "Cyd"] }
steps = [
  { op = "event", name = "bust", player = "Cyd", by = ["Ann", "Bob"] },
  { op = "expect", won = { Ann = 500, Bob = 500 }, house_added = 0 },
]

[[case]]
id = "harbor-13-points"
title = "The best two nights count, and the disqualified have no points"
origin = "derived"
book = "harbor"
rules = ["13"]
kind = "league"
class = "E"
verdict = "clear"
table = { points = "nth(place, 10, 6, 4)", best_nights = 2 }
steps = [
  { op = "event", name = "night", places = ["Ann", "Bob", "Cyd"] },
  { op = "event", name = "night", places = ["Bob", "Ann", "Cyd"] },
  { op = "expect", points = { Ann = 16, Bob = 16, Cyd = 8 } },
  { op = "event", name = "disqualify", player = "Ann" },
  { op = "expect", night_points = { Bob = 10, Cyd = 6 }, points = { Ann = 10, Bob = 16 } },
]
```

With `league = "harbor-league"` in place of the formula, a case plays by the file of your league.

```console
$ cardroom rules show harbor
$ cardroom rules diff tnpl harbor
$ cardroom rules check harbor-cases.toml
$ cardroom rules coverage harbor --cases harbor-cases.toml
$ cardroom rules mutate --book harbor --cases harbor-cases.toml
```

`coverage` lists the rules that your book cites and the cases that prove them: a case proves a rule
if it fails once a setting that cites the rule has another value. `mutate` lists the other values
that no case notices. To watch a tournament under your book with `cardroom-bot tournament
--witness`, name the shipped book that balances tables and seats newcomers like yours:
`--witness-like tnpl`.
"#;

/// A topic of the first book's file: its comment, and the settings below it.
struct Matter<'a> {
    section: Option<&'a str>,
    text: String,
    paths: Vec<String>,
}

/// Writes the page. `text` is the file of the first book.
///
/// # Panics
/// The library lacks one of [`BOOKS`].
#[must_use]
pub fn page(library: &Library, text: &str, coverage: &Coverage) -> String {
    let settings =
        BOOKS.map(|book| library.settings(book.id).expect("the books of the page are shipped"));
    let mut page = HEAD.to_owned() + OWN;
    let mut section = None;
    for matter in matters(text) {
        section = matter.section.or(section);
        let rows: Vec<[&Setting; 6]> = matter
            .paths
            .iter()
            .filter_map(|path| {
                let at = settings[0].iter().position(|setting| setting.path == *path)?;
                Some(settings.map(|of_book| &of_book[at]))
            })
            .filter(|row| row.iter().any(|setting| setting.value != row[0].value))
            .collect();
        if rows.is_empty() {
            continue;
        }
        if let Some(title) = section.take() {
            write(&mut page, format_args!("\n## {title}\n"));
        }
        write(&mut page, format_args!("\n{}\n\n", wrapped(&matter.text, "")));
        write(
            &mut page,
            format_args!("| |{}\n", BOOKS.map(|book| format!(" {} |", book.name)).concat()),
        );
        write(&mut page, format_args!("|---|{}\n", "---|".repeat(BOOKS.len())));
        for row in rows {
            write(&mut page, format_args!("{}\n", line(row)));
        }
    }
    kept_by_people(&mut page, library);
    beyond(&mut page, coverage);
    page
}

/// Returns a paragraph in lines of at most 100 columns. All but the first are indented.
fn wrapped(text: &str, indent: &str) -> String {
    const COLUMNS: usize = 100;
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= COLUMNS {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines.join("\n")
}

/// Returns the table row of one setting, with its value under every book.
fn line(row: [&Setting; 6]) -> String {
    let mark = row[0].used.word().map(|word| format!(" *{word}*")).unwrap_or_default();
    let mut line = format!("| `{}`{mark} |", row[0].path);
    for (index, setting) in row.iter().enumerate() {
        let value = match index {
            0 => format!("`{}`", setting.value),
            _ if setting.value == row[0].value => "as TDA".to_owned(),
            _ => format!("**`{}`**", setting.value),
        };
        let citation = &setting.citation;
        let own = (index == 0 || !citation.is_inherited()) && !citation.rules().is_empty();
        let rules =
            if own { format!("<br>{}", citation.rules().join(", ")) } else { String::new() };
        write(&mut line, format_args!(" {value}{rules} |"));
    }
    line
}

/// Reads the comments of a rulebook's file with the settings below each.
fn matters(text: &str) -> Vec<Matter<'_>> {
    let mut matters: Vec<Matter<'_>> = Vec::new();
    let mut section = None;
    for block in text.split("\n\n") {
        let lines = || block.lines();
        if let Some(title) = lines().find_map(|line| line.strip_prefix("# ---- ")) {
            section = Some(title.trim_end_matches('-').trim());
        }
        let comment = lines()
            .filter(|line| !line.starts_with("# ----"))
            .filter_map(|line| line.strip_prefix('#'))
            .map(str::trim);
        let text = comment.collect::<Vec<_>>().join(" ");
        let paths = lines()
            .filter(|line| !line.starts_with('#') && !line.starts_with("cite."))
            .filter_map(|line| line.split_once(" = ").map(|(path, _)| path.to_owned()))
            .collect();
        matters.push(Matter { section: section.take(), text: text.replace('|', "·"), paths });
    }
    matters
}

/// Writes the rules of each book that people must follow on their own.
fn kept_by_people(page: &mut String, library: &Library) {
    let head = "\n## Rules that people keep\n\nEvery player who enters a tournament is shown these. No server sees what they are about.\n";
    page.push_str(head);
    for book in BOOKS {
        let Some(rulebook) = library.rulebook(book.id) else { continue };
        write(page, format_args!("\n### {}\n\n", book.name));
        for rule in &rulebook.house_rules {
            let item = format!("- {} ({})", rule.text, rule.rule);
            write(page, format_args!("{}\n", wrapped(&item, "  ")));
        }
    }
}

/// Writes what no server can do, and why.
fn beyond(page: &mut String, coverage: &Coverage) {
    page.push_str("\n## Beyond any server\n\n| matter | rules | why |\n|---|---|---|\n");
    for row in coverage.rows.iter().filter(|row| row.outside.is_some()) {
        let rules: Vec<String> = BOOKS
            .iter()
            .filter_map(|book| {
                let rules = row.rules.get(book.covered)?;
                Some(format!("{} {}", book.name, rules.join(", ")))
            })
            .collect();
        let why = row.outside.as_deref().unwrap_or_default();
        write(page, format_args!("| {} | {} | {why} |\n", row.topic, rules.join("<br>")));
    }
}

fn write(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a text can always grow");
}
