//! The room's lock: an advisory lock of the database server, which a session holds until it ends.

use sqlx::postgres::PgConnection;

/// The first half of the lock's key. The second half is the schema, so that one database
/// can hold several rooms.
const LOCK: i32 = 0x00CA_12D5;

/// The lock of this room's schema.
macro_rules! lock_key {
    () => {
        "hashtext(COALESCE(current_schema(), ''))"
    };
}

/// The condition that a row of `pg_locks` is the room's lock, held by a session. Its first
/// parameter is the first half of the key.
macro_rules! is_the_lock {
    () => {
        concat!(
            "locktype = 'advisory' AND granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
             AND classid = $1::bigint::oid AND objsubid = 2
             AND objid = (",
            lock_key!(),
            "::bigint & 4294967295)::oid"
        )
    };
}

/// Takes the lock. Returns `false` if another session holds it.
pub(super) async fn take(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let take = concat!("SELECT pg_try_advisory_lock($1, ", lock_key!(), ")");
    sqlx::query_scalar(take).bind(LOCK).fetch_one(connection).await
}

/// Ends a session of this room's in the server, if it still holds the room's lock. Its client is
/// gone.
pub(super) async fn end_lost(
    connection: &mut PgConnection,
    session: i32,
) -> Result<(), sqlx::Error> {
    let end = concat!(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE ",
        is_the_lock!(),
        " AND pid = $2"
    );
    let ended: Option<bool> =
        sqlx::query_scalar(end).bind(LOCK).bind(session).fetch_optional(connection).await?;
    if ended.is_some() {
        tracing::warn!(
            session,
            "ended the session of a lost connection, which kept the room's lock. Its last commit \
             may wait for a replica"
        );
    }
    Ok(())
}

/// Returns the session that holds the lock.
pub(super) async fn holder(connection: &mut PgConnection) -> Result<Option<i32>, sqlx::Error> {
    let holder = concat!("SELECT pid FROM pg_locks WHERE ", is_the_lock!());
    sqlx::query_scalar(holder).bind(LOCK).fetch_optional(connection).await
}

/// Ends a session that holds the lock, unless its room has beaten within this time. Returns `true`
/// if it did.
///
/// # Errors
/// The role may not end it, or the database failed.
pub(super) async fn end_silent(
    connection: &mut PgConnection,
    session: i32,
    ttl_ms: i64,
) -> Result<bool, sqlx::Error> {
    let end = concat!(
        "SELECT pg_terminate_backend(pid) FROM pg_locks, room_beat WHERE ",
        is_the_lock!(),
        " AND pid = $2 AND beat < clock_timestamp() - $3::bigint * INTERVAL '1 millisecond'"
    );
    let end = sqlx::query_scalar(end).bind(LOCK).bind(session).bind(ttl_ms);
    Ok(end.fetch_optional(connection).await?.unwrap_or(false))
}

/// Returns whether this role may end a session; `None` if the session is gone. Ends nothing.
pub(super) async fn may_end(
    connection: &mut PgConnection,
    session: i32,
) -> Result<Option<bool>, sqlx::Error> {
    let may = "SELECT mine.rolsuper OR NOT theirs.rolsuper
                 AND (pg_has_role(theirs.oid, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE'))
             FROM pg_stat_activity
             JOIN pg_roles AS theirs ON theirs.oid = usesysid
             JOIN pg_roles AS mine ON mine.rolname = current_user
             WHERE pid = $1";
    sqlx::query_scalar(may).bind(session).fetch_optional(connection).await
}
