//! Keys, and what becomes of the requests that have them.

use super::*;
use crate::call::{Request, find};
use crate::operations::ROOT;

fn refused(code: ErrorCode) -> Reply {
    problem(Problem::refused(code, "A sentence."))
}

fn hash_of(path: &str, body: &str) -> [u8; 32] {
    let path = format!("{ROOT}{path}");
    let request = Request { method: "POST", path: &path, query: "", body: body.as_bytes() };
    let call = Call::read(find("POST", &path).unwrap(), request, |text| Some(text.to_owned()));
    call.unwrap().hash()
}

#[test]
fn a_key_is_one_short_printable_text() {
    let key = |values: &[&str]| {
        key_of(values.iter().map(|value| value.as_bytes())).map(|key| key.map(str::to_owned))
    };
    assert_eq!(key(&[]), Ok(None));
    assert_eq!(key(&["night-7\"a\""]), Ok(Some("night-7\"a\"".to_owned())));
    assert_eq!(key(&[&"x".repeat(64)]).unwrap().unwrap().len(), 64);
    for wrong in [&[""][..], &[&"x".repeat(65)], &["a b"], &["é"], &["a", "a"]] {
        let problem = key(wrong).unwrap_err();
        assert_eq!((problem.status, problem.field.as_deref()), (400, Some(HEADER)), "{wrong:?}");
    }
}

#[test]
fn the_hash_follows_from_what_is_asked_and_not_from_how_it_is_written() {
    let first = hash_of("/tournaments/7/entries/own", "{\"of_age\": true}");
    assert_eq!(hash_of("/tournaments/7/entries/own", "{ \"of_age\":true }"), first);
    assert_ne!(hash_of("/tournaments/7/entries/own", "{\"of_age\": false}"), first);
    assert_ne!(hash_of("/tournaments/8/entries/own", "{\"of_age\": true}"), first);
    let command = |seat: u32| {
        let body = json!({ "command": "kill-hand", "seat": seat, "seq": 1, "reason": "r" });
        hash_of("/tables/7/commands", &body.to_string())
    };
    assert_ne!(command(1), command(2));
}

#[test]
fn a_stored_answer_comes_back_as_it_was() {
    let hash = [7; 32];
    let seats = Problem::of_field("seat", "There is no such seat.");
    let replies = [
        Reply::Done,
        Reply::Body(json!({ "tournament": 7 })),
        refused(ErrorCode::SeqMoved),
        problem(Problem { lines: Some(Box::new(json!([{ "line": 2 }]))), ..seats }),
    ];
    for reply in replies {
        let Fate::Store(stored) = fate(&reply, true) else { panic!("{reply:?}") };
        assert_eq!(again(&hash, &hash, Some(&stored), false), reply);
    }
}

#[test]
fn a_request_that_was_turned_away_may_come_again_and_an_unknown_end_stays_unknown() {
    for code in [ErrorCode::RateLimited, ErrorCode::Busy, ErrorCode::TokenScope] {
        assert_eq!(fate(&refused(code), true), Fate::Forget, "{code:?}");
        // The room closed before it answered.
        assert_eq!(fate(&refused(code), false), Fate::Leave, "{code:?}");
    }
    assert_eq!(fate(&refused(ErrorCode::Internal), true), Fate::Leave);
}

#[test]
fn a_request_whose_end_is_not_known_is_not_done_again() {
    let code = |reply| match reply {
        Reply::Problem(problem) => {
            (problem.status, problem.body()["type"].clone(), problem.retry_after)
        }
        other => panic!("{other:?}"),
    };
    let word = |word: &str| json!(format!("/api/v1/problems/{word}"));
    let (hash, other) = ([7; 32], [8; 32]);
    let stored = Some(&b"{\"status\":204}"[..]);
    assert_eq!(code(again(&hash, &other, stored, false)), (422, word(REUSED), None));
    assert_eq!(code(again(&hash, &hash, None, false)), (409, word(UNFINISHED), None));
    assert_eq!(code(again(&hash, &hash, Some(b"damaged"), false)), (409, word(UNFINISHED), None));
    assert_eq!(code(again(&hash, &hash, None, true)), (503, word("busy"), Some(1)));
}
