//! The migrations of both databases, from the files of `migrations/`.

use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

pub(super) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

pub(super) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

/// Returns the version of the last migration.
pub(super) fn newest(migrator: &Migrator) -> i64 {
    migrator.iter().map(|migration| migration.version).max().unwrap_or(0)
}

fn migrator(files: &'static [(i64, &str, &str)]) -> Migrator {
    let migration = |(version, description, sql): &(i64, &'static str, &'static str)| {
        let (kind, sql) = (MigrationType::Simple, sql.into_sql_str());
        Migration::new(*version, (*description).into(), kind, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{Connection as _, Row as _, SqliteConnection};

    /// The first version of SQLite whose tokens have scopes.
    const SCOPES: i64 = 25;

    #[tokio::test]
    async fn a_token_that_was_made_before_there_were_scopes_plays_and_does_nothing_else() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let older = SQLITE.iter().filter(|(version, ..)| *version < SCOPES).map(
            |(version, description, sql)| {
                let kind = MigrationType::Simple;
                Migration::new(*version, (*description).into(), kind, sql.into_sql_str(), false)
            },
        );
        Migrator::with_migrations(older.collect()).run(&mut connection).await.unwrap();
        let before = "INSERT INTO account (id, name, folded, role, bot, last_grant_ms, opened_ms)
             VALUES (1, 'Ada', 'ada', 'admin', 0, 0, 0);
             INSERT INTO token (hash, account, label) VALUES (x'01', 1, 'bot'), (x'02', 1, NULL)";
        sqlx::raw_sql(before).execute(&mut connection).await.unwrap();
        sqlite().run(&mut connection).await.unwrap();
        let rows =
            sqlx::query("SELECT scopes FROM token").fetch_all(&mut connection).await.unwrap();
        let scopes: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(scopes, [i64::from(crate::Scopes::PLAY.bits()); 2]);
        // PostgreSQL adds the same column, in its own words.
        let adds = |(.., sql): &&(i64, &str, &str)| sql.contains("ADD COLUMN scopes");
        let postgres = POSTGRES.iter().find(adds).unwrap().2;
        assert!(postgres.contains("ADD COLUMN scopes BIGINT NOT NULL DEFAULT 1;"), "{postgres}");
    }
}
