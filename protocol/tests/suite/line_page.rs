//! Checks `LINES.md`: its generated half is fresh, and the examples of the handwritten half are
//! lines of the protocol.
//!
//! `BLESS=1 cargo test -p cardroom-protocol line_page` writes the generated half again.

use crate::line_samples::to_bot;
use crate::reference::{Docs, structure, wrapped};
use crate::survey::{Survey, survey_of_lines};
use cardroom_protocol::TableEvent;
use cardroom_protocol::line::*;
use cardroom_protocol::message::Message as _;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/LINES.md");

const BEGIN: &str = "<!-- BEGIN GENERATED from the doc comments in `src/line`: do not edit. To \
                     write it again, run\n`BLESS=1 cargo test -p cardroom-protocol line_page`. \
                     -->\n";
const END: &str = "<!-- END GENERATED -->\n";

/// Returns the page. With `BLESS` set, writes its generated half first.
fn page() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let text = std::fs::read_to_string(PAGE).expect("the page is there");
        if std::env::var_os("BLESS").is_none() {
            return text;
        }
        let blessed = text.replace(
            &format!("{BEGIN}{}{END}", generated(&text)),
            &format!("{BEGIN}{}{END}", reference()),
        );
        std::fs::write(PAGE, &blessed).expect("the page can be written");
        blessed
    })
}

fn generated(page: &str) -> &str {
    let (_, after) = page.split_once(BEGIN).expect("the page marks where the reference begins");
    after.split_once(END).expect("the page marks where the reference ends").0
}

/// Writes the reference: the lines, their structures and enumerations, and the faults.
fn reference() -> String {
    let (docs, survey) = (Docs::read(), survey_of_lines());
    let mut out = "\n## Lines to the program\n".to_owned();
    let mut lines = vec!["AnswerLine"];
    for (key, line) in &survey.enums["ToBot"] {
        writeln!(out, "\n### `{key}`").unwrap();
        // An event has no fields of its own.
        match survey.structs.get_key_value(line.as_str()) {
            Some((name, fields)) => {
                structure(name, fields, &docs, &mut out);
                lines.push(name);
            }
            None => writeln!(out, "\n{}", wrapped(docs.of("EventLine"))).unwrap(),
        }
    }
    out.push_str("\n## Lines from the program\n");
    structure("AnswerLine", &survey.structs["AnswerLine"], &docs, &mut out);
    types(&survey, &lines, &docs, &mut out);
    out.push_str("\n## Faults\n\n| fault | what the program did |\n|---|---|\n");
    for fault in LineFault::ALL {
        let meaning = docs.cell(&format!("LineFault.{fault:?}"));
        writeln!(out, "| `{fault}` | {meaning} |").unwrap();
    }
    out.push('\n');
    out
}

/// Writes the types that lines hold, without those of events.
fn types(survey: &Survey, lines: &[&str], docs: &Docs, out: &mut String) {
    out.push_str("\n## Structures\n");
    for (name, fields) in &survey.structs {
        if !lines.contains(name) && TableEvent::tag_of_name(name).is_none() {
            writeln!(out, "\n### `{name}`").unwrap();
            structure(name, fields, docs, out);
        }
    }
    out.push_str("\n## Enumerations\n\n");
    out.push_str(&wrapped(
        "A variant that holds nothing is a string, such as `\"Check\"`. One that holds something \
         is an object with one key, such as `{\"RaiseTo\":600}`.",
    ));
    out.push('\n');
    for (name, variants) in survey.enums.iter().filter(|(name, _)| **name != "ToBot") {
        writeln!(out, "\n### `{name}`\n\n{}", wrapped(docs.of(name))).unwrap();
        out.push_str("\n| variant | holds | meaning |\n|---|---|---|\n");
        for (variant, holds) in variants {
            let holds = if holds.is_empty() { "–" } else { holds };
            let declared = camel_case(variant);
            let meaning = docs.cell(&format!("{name}.{declared}"));
            writeln!(out, "| `{variant}` | {holds} | {meaning} |").unwrap();
        }
    }
}

/// Returns the name of a variant in Rust: `RunIt` for `run_it`.
pub(crate) fn camel_case(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('_').map(capital).collect()
}

/// Returns the blocks of code in a language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let starts: Vec<&str> = text.split(&fence).skip(1).collect();
    starts.into_iter().map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn the_reference_is_written_from_the_declarations() {
    let (page, written) = (generated(page()), reference());
    for (ours, theirs) in written.lines().zip(page.lines()) {
        assert_eq!(ours, theirs, "LINES.md is stale: cargo bless");
    }
    assert_eq!(written, page, "LINES.md is stale: cargo bless");
}

#[test]
fn the_page_names_what_the_crate_has() {
    let page = page();
    assert!(page.contains(&format!("`{PROTOCOL}`")));
    assert_eq!(MAX_LINE_BYTES, 64 * 1024);
    assert!(page.contains("64 KiB") && page.contains(&format!("latest {MAX_ACT_EVENTS} of them")));
    for fault in LineFault::ALL {
        let row = page.split("## What happens after a fault").nth(1).unwrap();
        let row = row.split("\n## ").next().unwrap();
        assert!(row.contains(&format!("`{fault}`")), "{fault} has no consequence");
    }
}

/// The sample session of the page: `→` to the program, `←` from it.
#[test]
fn the_sample_session_is_what_the_types_write() {
    let page = page();
    let session = blocks(page, "text").concat();
    let mut lines = 0;
    for line in session.lines() {
        if let Some(to) = line.strip_prefix("→ ") {
            let mut written = Vec::new();
            ToBot::read(to.as_bytes()).unwrap().write(&mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap().trim_end(), to, "spelled otherwise");
        } else {
            let from = line.strip_prefix("← ").unwrap_or_else(|| panic!("{line}"));
            FromBot::read(from.as_bytes()).unwrap_or_else(|error| panic!("{from}: {error}"));
        }
        lines += 1;
    }
    assert!(lines > 6, "{lines} lines");
}

/// The bot of the page answers every decision of the samples with a line that is read. A betting
/// decision gets a check or a call.
#[test]
fn the_five_lines_of_python_answer() {
    let page = page();
    let code = blocks(page, "python")[0];
    assert_eq!(code.lines().count(), 5);
    let spawned = Command::new("python3")
        .args(["-c", code])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("python3 is not installed: the bot of LINES.md was not tried");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut input = Vec::new();
    let mut asked = Vec::new();
    for (_, line) in to_bot() {
        line.write(&mut input).unwrap();
        if let ToBot::Act(act) = line {
            asked.push(act);
        }
    }
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), asked.len());
    for (line, act) in answers.lines().zip(asked) {
        let Ok(FromBot::Answer(id, Reply::Action(_))) = FromBot::read(line.as_bytes()) else {
            panic!("{line}")
        };
        assert_eq!(id, act.id);
    }
}
