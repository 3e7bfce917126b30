//! Exchanges with a server that a test plays.

use super::*;
use crate::call::{Request, find};
use crate::operations::ROOT;

fn begin(method: &str, path: &str, query: &str, body: &str) -> Result<Exchange, Problem> {
    let path = format!("{ROOT}{path}");
    let request = Request { method, path: &path, query, body: body.as_bytes() };
    Exchange::new(Call::read(find(method, &path)?, request, |text| Some(text.to_owned()))?)
}

fn get(path: &str, query: &str) -> Exchange {
    begin("GET", path, query, "").unwrap()
}

fn body(next: Next) -> Value {
    match next {
        Next::Answer(Reply::Body(body)) => body,
        other => panic!("{other:?}"),
    }
}

/// Serves rulings that are numbered from 1, the newest first, three on a page.
fn rulings(exchange: &mut Exchange, count: u32) -> Value {
    let mut message = exchange.first().unwrap();
    loop {
        let ClientMessage::ListRulings(asked) = message else { panic!("{message:?}") };
        let rows = (1..=count).rev().skip(asked.from as usize).take(3);
        let rows: Vec<_> = rows.map(|seq| json!({ "seq": seq })).collect();
        let page = json!({
            "request": 3, "tournament": 7, "from": asked.from, "total": count, "rulings": rows,
        });
        match exchange.on("RulingPage", &page) {
            Next::Send(next) => message = *next,
            next => return body(next),
        }
    }
}

fn numbers(page: &Value) -> Vec<u64> {
    let items = page["items"].as_array().unwrap();
    items.iter().map(|row| row["seq"].as_u64().unwrap()).collect()
}

#[test]
fn a_page_is_put_together_of_pages_of_the_server() {
    let page = rulings(&mut get("/tournaments/7/rulings", "limit=5"), 12);
    assert_eq!(numbers(&page), [12, 11, 10, 9, 8]);
    assert_eq!(page["total"], json!(12));
    assert_eq!(page["tournament"], json!(7));
    let all = rulings(&mut get("/tournaments/7/rulings", ""), 12);
    assert_eq!(numbers(&all).len(), 12);
    assert_eq!(all.get("after"), None);
}

#[test]
fn a_place_stays_right_while_rows_are_added() {
    let mut seen = Vec::new();
    let (mut query, mut count) = ("limit=4".to_owned(), 10);
    loop {
        let page = rulings(&mut get("/tournaments/7/rulings", &query), count);
        seen.extend(numbers(&page));
        let Some(after) = page["after"].as_str() else { break };
        query = format!("limit=4&after={after}");
        count += 3;
    }
    assert_eq!(seen, (1..=10).rev().collect::<Vec<_>>());
}

#[test]
fn a_place_is_of_one_kind_of_list() {
    let refused = begin("GET", "/tournaments/7/rulings", "after=s5", "").unwrap_err();
    assert_eq!((refused.status, refused.field.as_deref()), (422, Some("after")));
}

#[test]
fn a_list_that_comes_whole_is_sorted_and_cut() {
    let mut exchange = get("/tables", "limit=2");
    assert!(exchange.first().is_some());
    let part = |ids: &[u64], last| {
        let tables: Vec<_> = ids.iter().map(|id| json!({ "table": id })).collect();
        json!({ "request": 3, "tables": tables, "last": last })
    };
    assert_eq!(exchange.on("TableList", &part(&[5, 2], false)), Next::Wait);
    let page = body(exchange.on("TableList", &part(&[9], true)));
    assert_eq!(page["items"], json!([{ "table": 2 }, { "table": 5 }]));
    let mut rest = get("/tables", &format!("after={}", page["after"].as_str().unwrap()));
    let page = body(rest.on("TableList", &part(&[1, 2, 5, 9], true)));
    assert_eq!(page, json!({ "items": [{ "table": 9 }] }));
}

#[test]
fn games_are_counted_in_tables_and_tournaments() {
    let mut exchange = get("/games", "");
    let row = |game: &str| json!({ "game": game, "game_name": game.to_uppercase(), "seats": 9 });
    let tables = json!({ "request": 3, "tables": [row("b"), row("a"), row("b")], "last": true });
    assert!(exchange.first().is_some());
    assert!(matches!(exchange.on("TableList", &tables), Next::Send(_)));
    let events = json!({ "request": 3, "tournaments": [row("b")], "last": true });
    let expected = json!({ "items": [
        { "game": "a", "game_name": "A", "tables": 1, "tournaments": 0 },
        { "game": "b", "game_name": "B", "tables": 2, "tournaments": 1 },
    ] });
    assert_eq!(body(exchange.on("TournamentList", &events)), expected);
}

#[test]
fn a_refusal_and_a_goodbye_are_problems() {
    let refused = |code: &str| json!({ "request": 3, "code": code, "message": "No." });
    let status = |mut exchange: Exchange, name: &str, body: &Value| match exchange.on(name, body) {
        Next::Answer(Reply::Problem(problem)) => problem.status,
        other => panic!("{other:?}"),
    };
    assert_eq!(status(get("/reports", ""), "Refused", &refused("token_scope")), 403);
    assert_eq!(status(get("/tournaments/7", ""), "Refused", &refused("unknown_tournament")), 404);
    assert_eq!(status(get("/leagues/x/y", ""), "Refused", &refused("bad_text")), 404);
    assert_eq!(status(get("/integrity", ""), "Refused", &refused("bad_text")), 422);
    let accounts = r#"{"accounts": [{"name": "Ada", "role": "Player"}], "reason": "x"}"#;
    let opening = begin("POST", "/accounts", "", accounts).unwrap();
    assert_eq!(status(opening, "Refused", &refused("conflict")), 422);
    let goodbye = json!({ "code": "shutting_down", "message": "Closing." });
    assert_eq!(status(get("/tables", ""), "Goodbye", &goodbye), 503);
    let of_another = json!({ "request": 4, "code": "busy", "message": "No." });
    assert_eq!(get("/tables", "").on("Refused", &of_another), Next::Wait);
}

#[test]
fn a_roster_is_sent_part_by_part_and_its_mistakes_are_a_problem() {
    let text = "x".repeat(3_000);
    let roster = json!({ "csv": text, "seq": 1, "reason": "they signed up" }).to_string();
    let mut exchange = begin("POST", "/tournaments/7/roster", "", &roster).unwrap();
    assert!(exchange.first().is_some());
    assert!(matches!(exchange.on("Done", &json!({ "request": 3 })), Next::Send(_)));
    let problems = json!([{ "line": 2, "column": "name", "what": "No account has this name." }]);
    let report = |problems: &Value| json!({ "request": 3, "tournament": 7, "entered": 0, "problems": problems, "total": 1 });
    match exchange.on("RosterReport", &report(&problems)) {
        Next::Answer(Reply::Problem(problem)) => {
            assert_eq!((problem.status, problem.lines), (422, Some(Box::new(problems))));
        }
        other => panic!("{other:?}"),
    }
    let mut exchange = begin("POST", "/tournaments/7/roster", "", &roster).unwrap();
    let entered = body(exchange.on("RosterReport", &report(&json!([]))));
    assert_eq!(entered, json!({ "tournament": 7, "entered": 0 }));
}

#[test]
fn what_is_done_has_no_body() {
    let body = r#"{"command": "pause", "seq": 1, "reason": "x"}"#;
    let mut exchange = begin("POST", "/tournaments/7/rulings", "", body).unwrap();
    assert!(!exchange.only_reads());
    let done = exchange.on("Done", &json!({ "request": 3 }));
    assert_eq!(done, Next::Answer(Reply::Done));
}

#[test]
fn a_list_beside_the_answer_is_empty_if_nothing_comes() {
    let done = json!({ "request": 3 });
    let mut exchange = get("/tournaments/7/moves", "");
    assert!(exchange.first().is_some());
    let walk = json!({ "entry": 3, "from_table": 1, "from_seat": 2, "table": 2, "seat": 4 });
    let of = |tournament: u64| json!({ "tournament": tournament, "moves": [walk.clone()] });
    assert_eq!(exchange.on("TournamentSnapshot", &json!({ "tournament": 7 })), Next::Wait);
    assert_eq!(exchange.on("TournamentRealCards", &of(8)), Next::Wait, "another tournament's");
    assert_eq!(exchange.on("TournamentRealCards", &of(7)), Next::Wait);
    let page = body(exchange.on("Done", &done));
    assert_eq!(page, json!({ "tournament": 7, "items": [walk] }));
    let mut dealt = get("/tournaments/7/moves", "");
    assert_eq!(body(dealt.on("Done", &done)), json!({ "items": [] }));
}
