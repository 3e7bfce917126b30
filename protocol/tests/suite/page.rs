//! Checks `PROTOCOL.md`: its generated half is fresh, and the limits, examples and links of the
//! handwritten half are right. These tests do not cover the prose of that half.
//!
//! `BLESS=1 cargo test -p cardroom-protocol page` writes the generated half again.

use crate::follow::Follower;
use crate::golden;
use crate::reference::{generated, page, reference};
use cardroom_protocol::limits::*;
use cardroom_protocol::message::Message;
use cardroom_protocol::{
    ClientMessage, Encoding, ErrorCode, MINOR_VERSION, ServerMessage, TableEvent,
};
use std::collections::BTreeSet;

/// Returns the text under a heading, up to the next one of the same rank or above.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let rank = heading.split(' ').next().unwrap().len();
    let start = text.find(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no {heading}"));
    let body = &text[start + heading.len() + 2..];
    let ends = (1..=rank).filter_map(|rank| body.find(&format!("\n{} ", "#".repeat(rank))));
    ends.min().map_or(body, |end| &body[..=end])
}

/// Returns the headings of a rank, without their marks.
fn headings(text: &str, rank: usize) -> Vec<&str> {
    let marks = format!("{} ", "#".repeat(rank));
    text.lines().filter_map(|line| line.strip_prefix(marks.as_str())).collect()
}

/// Returns the cells of a section's table, without its head.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let table = text.lines().filter(|line| line.starts_with('|'));
    table.skip(2).map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Returns the blocks of code in a language.
fn blocks(text: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let starts = text.split(fence.as_str()).skip(1);
    starts.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn the_reference_is_written_from_the_declarations() {
    let (page, written) = (generated(page()), reference());
    for (ours, theirs) in written.lines().zip(page.lines()) {
        assert_eq!(
            ours, theirs,
            "PROTOCOL.md is stale: BLESS=1 cargo test -p cardroom-protocol page"
        );
    }
    assert_eq!(written, page);
}

#[test]
fn client_messages_name_their_answers() {
    let chapter = section(page(), "## Client messages");
    for title in headings(chapter, 3) {
        let text = section(chapter, &format!("### {title}")).replace('\n', " ");
        let (_, answers) = text.split_once("Answered by").unwrap_or_else(|| panic!("{title}"));
        let answer = answers.split('`').nth(1).unwrap();
        assert!(ServerMessage::tag_of_name(answer).is_some(), "{title}: {answer}");
    }
}

#[test]
fn error_codes_are_numbers_words_and_close_codes() {
    for (number, word) in ErrorCode::CATALOGUE {
        let code = ErrorCode::from_number(*number);
        assert_eq!((code.number(), code.as_str()), (*number, *word));
        assert_eq!(ErrorCode::from_close_code(code.close_code()), Some(code));
    }
    assert!(section(page(), "## Errors").contains("4008 is `slow_client`"));
    assert_eq!(ErrorCode::SlowClient.close_code(), 4008);
    for foreign in [1000, 1006, 4000, 5000] {
        assert_eq!(ErrorCode::from_close_code(foreign), None);
    }
}

#[test]
fn every_event_says_what_it_changes() {
    let rows = rows(section(page(), "## Following a hand"));
    let said: Vec<&str> =
        rows.iter().flat_map(|row| row[0].split('`').skip(1).step_by(2)).collect();
    let said_once: BTreeSet<&str> = said.iter().copied().collect();
    assert_eq!(said.len(), said_once.len());
    assert_eq!(said_once, TableEvent::CATALOGUE.iter().map(|(_, name)| *name).collect());
}

#[test]
fn limits_and_versions_are_those_of_the_crate() {
    let limits = section(page(), "## Limits");
    for (what, limit) in [
        ("a frame to the server", format!("{MAX_FRAME_BYTES} bytes")),
        ("a frame from the server", format!("{MAX_SERVER_FRAME_BYTES} bytes; accept that much")),
        ("messages in a frame, events in a step", MAX_ITEMS_PER_FRAME.to_string()),
        ("JSON nesting", MAX_JSON_DEPTH.to_string()),
        ("password", format!("{MIN_PASSWORD_CHARS} characters to {MAX_PASSWORD_BYTES} bytes")),
        (
            "label of an API token",
            format!("1 to {MAX_LABEL_CHARS} characters; {MAX_API_TOKENS} tokens an account"),
        ),
        ("chat line", format!("1 to {MAX_CHAT_CHARS} characters, no control characters")),
        ("avatars, colors", format!("0 to {}, 0 to {}", AVATARS - 1, COLORS - 1)),
        ("emotes of a player at a table", format!("one every {MIN_EMOTE_MS} ms")),
        ("client name in `Hello`", format!("{MAX_CLIENT_CHARS} characters, not checked")),
        ("cards in a `Discard`", MAX_DISCARDS.to_string()),
        (
            "denominations in a list of chips, chips of one gesture",
            format!("{MAX_DENOMINATIONS}, {MAX_GESTURE_CHIPS}"),
        ),
        ("commands on an `AuditPage`", MAX_AUDIT_PER_PAGE.to_string()),
        ("hands on a `HandPage`", MAX_HANDS_PER_PAGE.to_string()),
        ("games, points of the curve, hands counted in `Statistics`", {
            format!("{MAX_STATISTICS_GAMES}, {MAX_CURVE_POINTS}, {MAX_STATISTICS_HANDS}")
        }),
        (
            "pairs on a page, on all pages, hands of a measure, hands counted in `IntegrityReport`",
            {
                format!(
                    "{MAX_INTEGRITY_PAIRS_PER_PAGE}, {MAX_INTEGRITY_PAIRS}, {MAX_INTEGRITY_EVIDENCE}, \
                 {MAX_INTEGRITY_HANDS}"
                )
            },
        ),
        ("note about a player, color of a note", {
            format!("{MAX_NOTE_CHARS} characters, 0 to {MAX_NOTE_COLOR}")
        }),
        ("notes of an account, notes on a `NotePage`", {
            format!("{MAX_NOTES}, {MAX_NOTES_PER_PAGE}")
        }),
        ("accounts on an `AccountPage`, entries on an `OperationPage`", {
            format!("{MAX_ACCOUNTS_PER_PAGE}, {MAX_OPERATIONS_PER_PAGE}")
        }),
        ("reports on a `ReportPage`, lines on a `ChatPage`", {
            format!("{MAX_REPORTS_PER_PAGE}, {MAX_CHAT_PER_PAGE}")
        }),
        ("hooks on a `HookPage`, attempts on a `DeliveryPage`", {
            format!("{MAX_HOOKS_PER_PAGE}, {MAX_DELIVERIES_PER_PAGE}")
        }),
        ("address of a hook", format!("{MAX_HOOK_ADDRESS_BYTES} bytes")),
        ("events, leagues, tournaments of a hook", {
            format!("{MAX_HOOK_EVENTS}, {MAX_HOOK_LEAGUES}, {MAX_HOOK_TOURNAMENTS}")
        }),
        ("recurring starts of a schedule, schedules on a `SchedulePage`", {
            format!("{MAX_SCHEDULE_DATES}, {MAX_SCHEDULES_PER_PAGE}")
        }),
        ("the file of a league in a request", format!("{MAX_LEAGUE_FILE_BYTES} bytes")),
        ("players in line for a seat", MAX_WAITING.to_string()),
        ("name of a private table", format!("1 to {MAX_TABLE_NAME_CHARS} characters")),
        ("name of a tournament", format!("1 to {MAX_TOURNAMENT_NAME_CHARS} characters")),
        (
            "reason of a floor command, announcement",
            format!("1 to {MAX_REASON_CHARS} characters, no control characters"),
        ),
        ("levels and breaks of a `LevelChange`", MAX_CHANGED_STAGES.to_string()),
        ("lots of a draw, each of them, all together", {
            format!("{MAX_LOTS}, {MAX_LOT_CHARS} characters, {MAX_LOT_LIST_CHARS} characters")
        }),
        ("rule of a floor command", format!("{MAX_RULE_CHARS} characters")),
        ("shares of a deal", MAX_DEAL_SHARES.to_string()),
        ("players of an impounded pot", MAX_POT_PARTS.to_string()),
        ("players, tables on a page", format!("{MAX_PLAYERS_PER_PAGE}")),
        ("prizes on a page", MAX_PAYOUTS_PER_PAGE.to_string()),
        ("rulings on a page", MAX_RULINGS_PER_PAGE.to_string()),
        ("structures on a page", MAX_STRUCTURES_PER_PAGE.to_string()),
        ("a structure in a request", format!("{MAX_STRUCTURE_BYTES} bytes")),
        ("levels and breaks of a structure", MAX_STAGES.to_string()),
        ("past events on a page", MAX_PAST_EVENTS_PER_PAGE.to_string()),
        ("players on a page of results", MAX_RESULTS_PER_PAGE.to_string()),
        ("winners of a past event, deals, corrections of a page of results", {
            format!("{MAX_WINNERS}, {MAX_PAST_DEALS}, {MAX_PAST_CORRECTIONS}")
        }),
        ("leagues in a message, seasons of a league", {
            format!("{MAX_LEAGUES_PER_MESSAGE}, {MAX_SEASONS}")
        }),
        ("players on a page of standings", MAX_STANDINGS_PER_PAGE.to_string()),
        ("bans on a page", MAX_BANS_PER_PAGE.to_string()),
        ("a roster, each part of it", {
            format!("{MAX_ROSTER_CHARS}, {MAX_ROSTER_PART_CHARS} characters")
        }),
        ("players of a roster", MAX_ROSTER_PLAYERS.to_string()),
        ("problems of a roster in a report", MAX_ROSTER_PROBLEMS.to_string()),
        ("rows of a ledger", MAX_LEDGER_ROWS.to_string()),
        ("id or name of a league or season, formula", {
            format!("{MAX_LEAGUE_NAME_CHARS}, {MAX_FORMULA_CHARS} characters")
        }),
    ] {
        assert!(limits.contains(&format!("| {what} | {limit} |")), "{what}: {limit}");
    }
    assert!(
        limits.contains(&format!("| {MIN_NAME_CHARS} to {MAX_NAME_CHARS} characters: letters"))
    );
    assert!(limits.contains(&format!("| {MAX_CURRENCY_CHARS} characters, {MAX_CHIPS_PER_UNIT} |")));
    assert_eq!(MAX_PLAYERS_PER_PAGE, MAX_TABLES_PER_PAGE);
    let subprotocols = rows(section(page(), "## Connecting"));
    let names: Vec<String> = subprotocols.iter().map(|row| row[0].replace('`', "")).collect();
    assert_eq!(names, Encoding::ALL.map(Encoding::subprotocol));
    for name in &names {
        assert!(Encoding::from_subprotocol(name).is_some());
    }
    let prose = page().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(prose.contains(&format!("this page describes minor {MINOR_VERSION}.")));
}

#[test]
fn worked_examples_are_golden() {
    let text = section(page(), "### Worked example");
    let [step, act] = blocks(text, "hex").try_into().unwrap();
    let bytes = |block: String| -> Vec<u8> {
        block
            .lines()
            .flat_map(|line| golden::bytes_of_hex(line.split('#').next().unwrap()))
            .collect()
    };
    let find = |set: &str, title: &str| {
        golden::read(set).into_iter().find(|golden| golden.title == title).unwrap()
    };
    let golden_step = find("server", "Step 41: a call that ends the street");
    assert_eq!(bytes(step), golden_step.item);
    assert_eq!(blocks(text, "json"), [format!("[{}]\n", golden_step.json)]);
    let golden_act = find("client", "Act 48: raise");
    assert_eq!(bytes(act), golden_act.item);
    let text = section(page(), "## JSON");
    assert_eq!(blocks(text, "json")[0], format!("[{}]\n", golden_act.json));
    for example in blocks(text, "json") {
        let decoded = Encoding::Json.decode::<ClientMessage>(example.as_bytes(), MAX_FRAME_BYTES);
        assert_eq!(decoded.unwrap().unknown, 0);
    }
}

#[test]
fn the_sample_session_is_what_the_types_write_and_its_chips_add_up() {
    let session = blocks(section(page(), "## A sample session"), "text").concat();
    let mut follower = Follower::default();
    let mut hands = 0;
    let mut stacks = Vec::new();
    for line in session.lines() {
        if let Some(frame) = line.strip_prefix("→ ") {
            let sent = Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES);
            assert_eq!(sent.unwrap().unknown, 0, "{line}");
        } else {
            let frame = line.strip_prefix("← ").unwrap();
            let came = Encoding::Json.decode(frame.as_bytes(), MAX_SERVER_FRAME_BYTES).unwrap();
            assert_eq!(Encoding::Json.encode(&came.messages).unwrap(), frame, "spelled otherwise");
            for message in &came.messages {
                follower.take(message);
            }
            if frame.contains("HandEnded") {
                hands += 1;
                stacks = vec![follower.stack(0), follower.stack(5)];
            }
        }
    }
    assert_eq!(hands, 1);
    assert_eq!(stacks, [Some(205), Some(194)], "Ada won what Bob raised, less the rake");
    assert_eq!(follower.stack(0), None, "Ada left");
    assert!(session.contains(r#""cashed_out":205"#));
}

#[test]
fn the_hybrid_trace_is_what_the_types_write_and_its_chips_add_up() {
    let trace = blocks(section(page(), "### A hybrid trace"), "text").concat();
    let mut follower = Follower::between_hands(9, 1, &[(0, 1_000), (1, 1_000), (2, 1_000)]);
    let mut rules = Vec::new();
    for line in trace.lines() {
        let sent = line.strip_prefix("→ ").or_else(|| line.strip_prefix("Cleo → "));
        if let Some(frame) = sent {
            let sent = Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES);
            let sent = sent.unwrap();
            assert_eq!(sent.unknown, 0, "{line}");
            assert_eq!(Encoding::Json.encode(&sent.messages).unwrap(), frame, "spelled otherwise");
            continue;
        }
        let frame = line.strip_prefix("← ").unwrap();
        let came = Encoding::Json.decode(frame.as_bytes(), MAX_SERVER_FRAME_BYTES).unwrap();
        assert_eq!(Encoding::Json.encode(&came.messages).unwrap(), frame, "spelled otherwise");
        for message in &came.messages {
            follower.take(message);
            let ServerMessage::Step(step) = message else { continue };
            for event in &step.events.0 {
                if let TableEvent::Ruled(ruled) = event {
                    rules.push((ruled.seat, ruled.rule.clone()));
                }
            }
        }
    }
    let said = [(1, "TDA 44"), (0, "TDA 53-A"), (0, "TDA 53-A"), (1, "TDA 51-B"), (1, "TDA 51-B")];
    assert_eq!(rules, said.map(|(seat, rule)| (seat, rule.to_owned())));
    assert_eq!(follower.pot(), 120, "everybody is in for 40");
    assert_eq!([0, 1, 2].map(|seat| follower.stack(seat)), [Some(960); 3]);
}

/// Every link inside the page has a target.
#[test]
fn links_lead_to_headings() {
    let slug = |heading: &str| -> String {
        let kept = heading.to_lowercase();
        let kept = kept.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    let slugs: BTreeSet<String> =
        [2, 3].iter().flat_map(|rank| headings(page(), *rank)).map(slug).collect();
    let links: Vec<&str> =
        page().split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > 20);
    for link in links {
        assert!(slugs.contains(link), "#{link}");
    }
}
