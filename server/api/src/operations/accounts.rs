//! Accounts and orders about them, reports, chat, integrity, and API tokens.

use super::{Answers, Kind, List, Operation, Sends};
use super::{DONE, body, delete, get, id, maybe, named, newest_first, pages, post, query};

pub(super) static OPERATIONS: &[Operation] = &[
    get(
        "findAccounts",
        "/accounts",
        "Finds accounts by a part of their name",
        &[query("text", Kind::Text, "\"\""), query("which", Kind::Text, "\"Any\"")],
        Sends::Message(
            r#"{"FindAccounts": {"text": "$text", "which": "$which", "from": "$from"}}"#,
        ),
        pages("AccountPage", "accounts"),
    ),
    post(
        "openAccounts",
        "/accounts",
        "Opens accounts, all or none, and makes a code for each owner to set the password",
        &[body("accounts"), body("reason")],
        Sends::Message(administer!(r#"{"CreateAll": "$accounts"}"#)),
        Answers::Body(&["ResetCodes"]),
    ),
    get(
        "getAccount",
        "/accounts/{account}",
        "Shows an account",
        &[named("account")],
        Sends::Message(r#"{"GetAccount": {"account": "$account"}}"#),
        Answers::Body(&["AccountShown"]),
    ),
    get(
        "listAccountLog",
        "/accounts/{account}/log",
        "Lists the orders about an account, the latest first",
        &[named("account")],
        Sends::Message(r#"{"ListOperations": {"account": "$account", "from": "$from"}}"#),
        newest_first("OperationPage", "operations"),
    ),
    post(
        "orderAccount",
        "/accounts/{account}/orders",
        "Gives an order about an account",
        &[named("account"), body("reason")],
        Sends::Command { template: administer!(r#""$order""#), word: "order", list: List::Account },
        Answers::Body(&["Done", "ResetCode"]),
    ),
    get(
        "listReports",
        "/reports",
        "Lists reports about players, the latest first",
        &[query("open", Kind::Flag, "true")],
        Sends::Message(r#"{"ListReports": {"open": "$open", "from": "$from"}}"#),
        newest_first("ReportPage", "reports"),
    ),
    post(
        "reportPlayer",
        "/reports",
        "Reports a player to the floor",
        &[body("table"), body("player"), maybe("hand", "null"), body("text")],
        Sends::Message(
            r#"{"ReportPlayer": {"table": "$table", "player": "$player", "hand": "$hand",
                "text": "$text"}}"#,
        ),
        DONE,
    ),
    post(
        "settleReport",
        "/reports/{report}/settle",
        "Settles a report. The reason is its outcome",
        &[id("report"), body("reason")],
        Sends::Message(administer!(r#"{"SettleReport": "$report"}"#)),
        DONE,
    ),
    get(
        "searchChat",
        "/chat",
        "Finds lines of chat, the latest first",
        &[
            query("text", Kind::Text, "\"\""),
            query("account", Kind::Text, "null"),
            query("table", Kind::Number, "null"),
        ],
        Sends::Message(
            r#"{"SearchChat": {"text": "$text", "account": "$account", "table": "$table",
                "from": "$from"}}"#,
        ),
        newest_first("ChatPage", "lines"),
    ),
    get(
        "getIntegrity",
        "/integrity",
        "Shows what stored hands say about each pair of players",
        &[
            query("since", Kind::Number, "null"),
            query("until", Kind::Number, "null"),
            query("player", Kind::Text, "null"),
        ],
        Sends::Message(
            r#"{"GetIntegrityReport": {"since": "$since", "until": "$until", "player": "$player",
                "from": "$from"}}"#,
        ),
        pages("IntegrityReport", "pairs"),
    ),
    get(
        "listTokens",
        "/tokens",
        "Lists the API tokens of the account",
        &[],
        Sends::Message(r#"{"ListApiTokens": {}}"#),
        Answers::Body(&["ApiTokenList"]),
    ),
    post(
        "createToken",
        "/tokens",
        "Makes an API token for the account",
        &[
            body("label"),
            maybe("scopes", "[]"),
            maybe("ends_at", "null"),
            maybe("password", "null"),
            maybe("code", "null"),
        ],
        Sends::Message(
            r#"{"CreateApiToken": {"label": "$label", "scopes": "$scopes", "ends_at": "$ends_at",
                "password": "$password", "code": "$code"}}"#,
        ),
        Answers::Body(&["ApiToken"]),
    ),
    delete(
        "revokeToken",
        "/tokens/{token}",
        "Ends an API token of the account",
        &[id("token")],
        Sends::Message(r#"{"RevokeApiToken": {"id": "$token"}}"#),
    ),
];
