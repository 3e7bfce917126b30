//! How SQLite finds the rows of each statement: by an index, or by reading all of them. The
//! statements are taken from the sources, so a new one is looked at as well.

use crate::migrations;
use sqlx::{AssertSqlSafe, Connection as _, Row as _, SqliteConnection};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The statements that read all rows of a table, by their first words, and why they may.
const READS_ALL: &[(&str, &str)] = &[
    ("SELECT id, payload FROM journal_batch ORDER BY id", "opening: batches are few"),
    ("SELECT hash, text FROM setup", "opening: one for each kind of table"),
    ("SELECT * FROM snapshot", "opening: one for each stream"),
    ("DELETE FROM setup WHERE NOT EXISTS", "opening: one for each kind of table"),
    ("SELECT table_id AS id, code, closed_ms", "opening: closed tables are deleted"),
    ("SELECT id, code, results IS NULL", "opening"),
    ("SELECT name, balance FROM ledger_account", "verification"),
    ("SELECT name, CAST(SUM(balance)", "verification"),
    ("SELECT id, from_account, to_account, amount, at_ms, hash", "verification"),
    ("SELECT * FROM tournament WHERE results IS NULL", "the index of open ones, in order"),
    ("SELECT * FROM hosted_table WHERE closed_ms IS NULL", "the index of open ones, in order"),
    ("SELECT DISTINCT account FROM push_subscription", "opening: all accounts with browsers"),
    ("SELECT * FROM hook ORDER BY id", "opening: at most 20"),
    ("SELECT id FROM hook", "ends of attempts: at most 20"),
    ("SELECT * FROM hand", "verification"),
    ("SELECT log, size, checkpoint FROM deal_head", "opening: one for each key of the room"),
    ("SELECT COUNT(*) FROM setup", "a repair, of each table"),
    ("SELECT hash, record_hash FROM hand", "a repair"),
    ("SELECT table_id, hand_no FROM hand", "a repair"),
    ("UPDATE hand_seal", "one row"),
    ("SELECT hands, seal FROM hand_seal", "one row"),
    ("DELETE FROM known_network WHERE last_ms", "once an hour, of at most 16 for each account"),
    ("SELECT * FROM redo_log", "one row"),
    ("UPDATE redo_log", "one row"),
    ("DELETE FROM hand_link WHERE NOT EXISTS", "once an hour: those that were ever revoked"),
    ("INSERT INTO hand_player", "the lists of what is not noted yet, which go with it"),
    ("SELECT * FROM ban WHERE until_ms", "for operators, who make them"),
    ("SELECT COUNT(*) FROM account WHERE folded LIKE", "a search of operators"),
    ("SELECT * FROM account WHERE folded LIKE", "a search of operators"),
    ("SELECT COUNT(*) FROM chat_line WHERE TRUE AND LOWER", "a search of operators"),
    ("SELECT chat_line.*, account.name", "a search of operators, the latest first"),
    ("SELECT report.*, reporters.name", "for operators, the latest first"),
    ("SELECT COUNT(*) FROM report WHERE settled_ms", "for operators, of all who report"),
    ("SELECT COUNT(*) FROM hand WHERE TRUE AND hand.", "of the floor; a player's have an account"),
    ("SELECT hand.* FROM hand WHERE TRUE AND hand.", "of the floor; a player's have an account"),
    ("SELECT COUNT(*) FROM tournament WHERE summary", "the index of ended ones"),
    ("SELECT id, summary FROM tournament WHERE summary", "the index of ended ones, in order"),
];

/// A piece of text in a source, and whether a query that is put together begins with it.
struct Piece {
    text: String,
    begins: bool,
}

/// Returns the texts in a source, up to its tests. `concat!` makes one text of several.
fn pieces(source: &str) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]").next().unwrap();
    let mut pieces = Vec::new();
    let (mut rest, mut joined): (&str, Option<String>) = (source, None);
    while let Some(symbol) = rest.chars().next() {
        let before = source.len() - rest.len();
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if let Some(after) = rest.strip_prefix("concat!(") {
            (joined, rest) = (Some(String::new()), after);
        } else if let Some(after) = rest.strip_prefix("in_list!(\"$1\")") {
            joined.as_mut().unwrap().push_str("IN (SELECT value FROM json_each($1))");
            rest = after;
        } else if let Some(after) =
            rest.strip_prefix("by_bytes!()").or_else(|| rest.strip_prefix("returning_id!()"))
        {
            rest = after;
        } else if symbol == '"' {
            let (text, after) = text_of(&rest[1..]);
            let begins = source[..before].trim_end().ends_with("::new(");
            match &mut joined {
                Some(joined) => joined.push_str(&text),
                None => pieces.push(Piece { text, begins }),
            }
            rest = after;
        } else if symbol == ')' && joined.is_some() {
            pieces.push(Piece { text: joined.take().unwrap(), begins: false });
            rest = &rest[1..];
        } else {
            rest = &rest[symbol.len_utf8()..];
        }
    }
    pieces
}

/// Returns a text up to its closing quote, and what follows on it.
fn text_of(quoted: &str) -> (String, &str) {
    let (mut text, mut chars) = (String::new(), quoted.chars());
    loop {
        match chars.next().unwrap() {
            '"' => return (text, chars.as_str()),
            '\\' => match chars.next().unwrap() {
                '\n' => chars = chars.as_str().trim_start().chars(),
                escaped => text.push(escaped),
            },
            symbol => text.push(symbol),
        }
    }
}

/// Returns the statements of a source, each on one line.
fn statements(source: &str) -> Vec<String> {
    let pieces = pieces(source);
    let is_statement = |piece: &&Piece| {
        let first = piece.text.split_whitespace().next().unwrap_or_default();
        let starts = ["SELECT", "UPDATE", "DELETE", "INSERT"].contains(&first);
        starts && piece.text.split_whitespace().nth(3).is_some()
    };
    let conditions = pieces.iter().filter(|piece| piece.text.starts_with(" AND "));
    let conditions: Vec<&str> = conditions.map(|piece| &*piece.text).collect();
    let mut found = Vec::new();
    for piece in pieces.iter().filter(is_statement) {
        if !piece.begins {
            found.push(piece.text.clone());
        } else if !piece.text.starts_with("INSERT") {
            // Each condition alone, as if nothing else were asked.
            for condition in &conditions {
                let open = condition.matches('(').count() - condition.matches(')').count();
                found.push(format!("{}{condition} ?{}", piece.text, ")".repeat(open)));
            }
        }
    }
    let which = "SELECT table_id, hand_no FROM hand WHERE ended_ms < ?1 ORDER BY ended_ms LIMIT ?2";
    let filled = found.into_iter().map(|text| {
        let text = text.replace("{condition}", "folded LIKE $1 ESCAPE '\\' AND $2 >= 0");
        let text = text.replace("{programs}", "AND people = 0").replace("{which}", which);
        let text = text.replace("{from}", "hand").replace("{table}", "setup");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    });
    filled.collect()
}

async fn migrated() -> SqliteConnection {
    let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    migrations::sqlite().run(&mut connection).await.unwrap();
    connection
}

async fn plan(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
    let explain = format!("EXPLAIN QUERY PLAN {statement}");
    let rows = sqlx::query(AssertSqlSafe(explain)).fetch_all(connection).await;
    let rows = rows.unwrap_or_else(|error| panic!("{statement}: {error}"));
    rows.iter().map(|row| row.get("detail")).collect()
}

#[tokio::test]
async fn a_statement_finds_its_rows_by_an_index_unless_it_says_why_not() {
    let mut connection = migrated().await;
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table'")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let (mut looked_at, mut reads_all, mut unexplained) = (0, BTreeSet::new(), Vec::new());
    for folder in ["src/sql", "src/sqlite"] {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            for statement in statements(&fs::read_to_string(file.unwrap().path()).unwrap()) {
                looked_at += 1;
                let plan = plan(&mut connection, &statement).await;
                let scans = |line: &&String| {
                    let table = line.strip_prefix("SCAN ").and_then(|rest| rest.split(' ').next());
                    table.is_some_and(|table| tables.iter().any(|known| known == table))
                };
                let Some(scan) = plan.iter().find(scans) else { continue };
                let known = READS_ALL.iter().position(|(words, _)| statement.starts_with(words));
                match known {
                    Some(known) => drop(reads_all.insert(known)),
                    None => unexplained.push(format!("{scan}: {statement}")),
                }
            }
        }
    }
    assert!(unexplained.is_empty(), "no index serves these:\n{}", unexplained.join("\n"));
    let unused: Vec<&str> = (0..READS_ALL.len())
        .filter(|at| !reads_all.contains(at))
        .map(|at| READS_ALL[at].0)
        .collect();
    assert_eq!(unused, [""; 0], "these read no table any more");
    assert!(looked_at > 100, "{looked_at} statements were found in the sources");
}

#[tokio::test]
async fn the_transfers_of_a_wallet_are_read_from_two_indexes_in_their_order() {
    let mut connection = migrated().await;
    let source = include_str!("sql/operations.rs");
    let statement = statements(source).into_iter().find(|text| text.contains("UNION ALL")).unwrap();
    let plan = plan(&mut connection, &statement).await;
    for index in ["ledger_transfer_from_wallet", "ledger_transfer_to_wallet"] {
        let uses = |line: &&String| line.contains(index) && line.starts_with("SEARCH");
        assert_eq!(plan.iter().filter(uses).count(), 1, "{plan:?}");
    }
    assert!(!plan.iter().any(|line| line.contains("TEMP B-TREE")), "nothing is sorted: {plan:?}");
}

/// Without one, deleting an account reads every row that could refer to it.
#[tokio::test]
async fn every_reference_has_a_whole_index() {
    let mut connection = migrated().await;
    let references: Vec<(String, String)> = sqlx::query_as(
        "SELECT sqlite_master.name, key.\"from\" FROM sqlite_master
         JOIN pragma_foreign_key_list(sqlite_master.name) AS key WHERE type = 'table'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(references.len() > 15, "{references:?}");
    for (table, column) in references {
        let lookup = format!("SELECT 1 FROM {table} WHERE {column} = $1");
        let plan = plan(&mut connection, &lookup).await;
        assert!(plan[0].starts_with("SEARCH"), "{table}.{column}: {plan:?}");
    }
}
