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

fn migrator(files: &'static [(i64, &str, &str)]) -> Migrator {
    let migration = |(version, description, sql): &(i64, &'static str, &'static str)| {
        let (kind, sql) = (MigrationType::Simple, sql.into_sql_str());
        Migration::new(*version, (*description).into(), kind, sql, false)
    };
    Migrator::with_migrations(files.iter().map(migration).collect())
}
