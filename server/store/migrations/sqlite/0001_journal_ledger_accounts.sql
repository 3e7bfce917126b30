-- What the room keeps. Amounts are chips, times are milliseconds since 1970.

-- One row per group commit: the records of every stream in it, packed (store/batch.rs).
CREATE TABLE journal_batch (
    id INTEGER PRIMARY KEY,
    payload BLOB NOT NULL
) STRICT;

-- The last state of each stream. Records up to seq are not needed any more; batch_id is the batch
-- that was written with it, so that numbers of batches go on where every batch was pruned.
CREATE TABLE snapshot (
    stream_kind INTEGER NOT NULL,
    stream_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    batch_id INTEGER NOT NULL,
    payload BLOB NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (stream_kind, stream_id)
) STRICT, WITHOUT ROWID;

-- The tables of the room by name: a stream hangs on the id, whatever the order in a configuration.
CREATE TABLE room_table (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- The ledger. A balance is the sum of the account's transfers, kept so that none is overdrawn.
CREATE TABLE ledger_account (
    name TEXT PRIMARY KEY,
    balance INTEGER NOT NULL,
    CHECK (balance >= 0 OR name = 'bank')
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger_transfer (
    id TEXT PRIMARY KEY,
    from_account TEXT NOT NULL,
    to_account TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    at_ms INTEGER NOT NULL,
    CHECK (from_account <> to_account)
) STRICT, WITHOUT ROWID;

-- Accounts. folded is the name without case; ids are never given out twice.
CREATE TABLE account (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password_hash TEXT,
    role TEXT NOT NULL CHECK (role IN ('player', 'host', 'floor', 'admin')),
    bot INTEGER NOT NULL CHECK (bot IN (0, 1)),
    last_grant_ms INTEGER NOT NULL
) STRICT;

-- Tokens, as their SHA-256. A label makes an API token, none a resume token.
CREATE TABLE token (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    label TEXT,
    expires_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX token_label ON token (account, label) WHERE label IS NOT NULL;
CREATE INDEX token_resume ON token (account) WHERE label IS NULL;
CREATE INDEX token_expires ON token (expires_ms) WHERE expires_ms IS NOT NULL;
