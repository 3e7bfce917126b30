//! The lobby: the room, its tables, games, rulebooks and structures.

use super::{Answers, Kind, List, Operation, Sends};
use super::{body, get, id, maybe, newest_first, pages, post, query, tagged};

const TABLES: &str = r#"{"ListTables": {"filter": {
    "game": "$game", "plays": "$plays", "betting": null, "min_big_blind": "$min_big_blind",
    "max_big_blind": "$max_big_blind", "open_seats": "$open_seats"}}}"#;
const ALL_TABLES: &str = r#"{"ListTables": {"filter": {}}}"#;
const ALL_TOURNAMENTS: &str = r#"{"ListTournaments": {"past": false}}"#;

pub(super) static OPERATIONS: &[Operation] = &[
    get(
        "getRoom",
        "/room",
        "Shows the room, its clock and its version",
        &[],
        Sends::Nothing,
        Answers::Body(&["Welcome"]),
    ),
    get(
        "listTables",
        "/tables",
        "Lists the tables of the lobby",
        &[
            query("game", Kind::Text, "null"),
            query("plays", Kind::Text, "null"),
            query("min_big_blind", Kind::Number, "null"),
            query("max_big_blind", Kind::Number, "null"),
            query("open_seats", Kind::Flag, "false"),
        ],
        Sends::Message(TABLES),
        Answers::Whole { answer: "TableList", rows: "tables", by: "table" },
    ),
    get(
        "getTable",
        "/tables/{table}",
        "Shows a table as a visitor sees it",
        &[id("table")],
        Sends::Message(r#"{"Observe": {"table": "$table"}}"#),
        Answers::Part("TableSnapshot", "view"),
    ),
    get(
        "listTableCommands",
        "/tables/{table}/commands",
        "Lists the commands that the floor gave at a table, the latest first",
        &[id("table")],
        Sends::Message(r#"{"ListAudit": {"table": "$table", "from": "$from"}}"#),
        newest_first("AuditPage", "entries"),
    ),
    post(
        "commandTable",
        "/tables/{table}/commands",
        "Gives a command of the floor at a table",
        &[id("table"), body("seq"), body("reason"), maybe("rule", "null")],
        Sends::Command {
            template: r#"{"DirectTable": {"table": "$table", "seq": "$seq", "reason": "$reason",
                "rule": "$rule", "command": "$command"}}"#,
            word: "command",
            list: List::Table,
        },
        super::DONE,
    ),
    get(
        "listGames",
        "/games",
        "Lists the games that tables and tournaments of the lobby play",
        &[],
        Sends::Messages(&[ALL_TABLES, ALL_TOURNAMENTS]),
        Answers::Tally(&["game", "game_name"]),
    ),
    get(
        "listRulebooks",
        "/rulebooks",
        "Lists the rulebooks that tables and tournaments of the lobby play by",
        &[],
        Sends::Messages(&[ALL_TABLES, ALL_TOURNAMENTS]),
        Answers::Tally(&["rulebook"]),
    ),
    tagged(get(
        "listStructures",
        "/structures",
        "Lists the structures of which tournaments can be opened",
        &[],
        Sends::Message(r#"{"ListStructures": {"from": "$from"}}"#),
        pages("StructurePage", "structures"),
    )),
];
