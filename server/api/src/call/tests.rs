//! Requests as they are read.

use super::*;

fn as_it_is(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn read(method: &str, path: &str, query: &str, body: &str) -> Result<Call, Problem> {
    let path = format!("{ROOT}{path}");
    let operation = find(method, &path)?;
    let request = Request { method, path: &path, query, body: body.as_bytes() };
    Call::read(operation, request, as_it_is)
}

fn refused(method: &str, path: &str, query: &str, body: &str) -> (u16, Option<String>) {
    let problem = read(method, path, query, body).unwrap_err();
    (problem.status, problem.field)
}

#[test]
fn a_request_is_found_by_method_and_address() {
    let found = |method, path| read(method, path, "", "{}").map(|call| call.operation.id);
    assert_eq!(found("GET", "/tournaments/7"), Ok("getTournament"));
    assert_eq!(found("DELETE", "/tournaments/7/entries/own"), Ok("withdraw"));
    assert_eq!(refused("DELETE", "/tournaments/7/entries/9", "", ""), (422, Some("seq".into())));
    assert_eq!(refused("GET", "/tournament", "", ""), (404, None));
    assert_eq!(refused("GET", "/tournaments/", "", ""), (404, None));
    assert_eq!(refused("GET", "/tournaments/07", "", ""), (404, None));
    assert_eq!(refused("GET", "/tournaments/x", "", ""), (404, None));
    assert_eq!(refused("PUT", "/tournaments/7", "", ""), (405, None));
    let allow = read("PUT", "/tournaments", "", "").unwrap_err().allow;
    assert_eq!(allow.as_deref(), Some("GET, POST"));
}

#[test]
fn every_operation_is_found_at_its_own_address() {
    for operation in all() {
        let path = format!("{ROOT}{}", operation.path.replace(['{', '}'], ""));
        assert_eq!(find(operation.method.word(), &path).unwrap().id, operation.id);
    }
}

#[test]
fn every_parameter_of_an_address_is_declared_and_no_name_is_there_twice() {
    for operation in all() {
        for part in operation.path.split('/').filter_map(|part| part.strip_prefix('{')) {
            let name = part.trim_end_matches('}');
            let declared = operation.fields.iter().any(|f| f.name == name && f.place == In::Path);
            assert!(declared, "{} has no {name}", operation.id);
        }
        let mut names: Vec<_> = operation.fields.iter().map(|field| field.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), operation.fields.len(), "{}", operation.id);
    }
}

#[test]
fn a_query_has_values_of_their_kind_and_no_others() {
    let call = read("GET", "/tables", "open_seats=true&min_big_blind=10&limit=200", "").unwrap();
    assert_eq!(call.values["open_seats"], json!(true));
    assert_eq!(call.values["min_big_blind"], json!(10));
    assert_eq!(call.values["game"], Value::Null);
    assert_eq!(call.limit, 200);
    for (query, field) in [
        ("open_seats=1", "open_seats"),
        ("min_big_blind=ten", "min_big_blind"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("after=x", "after"),
        ("color=red", "color"),
        ("game=a&game=b", "game"),
    ] {
        assert_eq!(refused("GET", "/tables", query, ""), (422, Some(field.to_owned())), "{query}");
    }
    assert_eq!(refused("GET", "/room", "limit=5", ""), (422, Some("limit".to_owned())));
}

#[test]
fn a_body_that_cannot_be_read_says_where() {
    let problem = read("POST", "/tournaments", "", "{\n  \"structure\": }").unwrap_err();
    assert_eq!(problem.status, 400);
    assert!(problem.detail.contains("line 2 column 16"), "{}", problem.detail);
    assert_eq!(refused("POST", "/tournaments", "", "[]"), (422, None));
    assert_eq!(refused("POST", "/tournaments", "", ""), (400, None));
}

#[test]
fn a_body_lacks_no_field_and_has_no_other() {
    let missing = refused("POST", "/tournaments", "", "{}");
    assert_eq!(missing, (422, Some("structure".to_owned())));
    let unknown = refused("POST", "/tournaments", "", r#"{"structure": "x", "start": 1}"#);
    assert_eq!(unknown, (422, Some("start".to_owned())));
    let call = read("POST", "/tournaments/7/entries/own", "", "").unwrap();
    assert_eq!(call.values["of_age"], json!(false));
}

#[test]
fn a_command_has_fields_of_its_own_but_none_of_the_address() {
    let body = r#"{"command": "warn", "entry": 3, "seq": 1, "reason": "late"}"#;
    let call = read("POST", "/tournaments/7/rulings", "", body).unwrap();
    assert_eq!(call.rest.len(), 2);
    let body = r#"{"command": "warn", "tournament": 8, "seq": 1, "reason": "late"}"#;
    let refused = refused("POST", "/tournaments/7/rulings", "", body);
    assert_eq!(refused, (422, Some("tournament".to_owned())));
}
