-- What the room keeps. Amounts are chips, times are milliseconds since 1970.

-- One row: how often a room has opened this database. Only the room that counted last may write.
CREATE TABLE room_lease (
    one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
    epoch BIGINT NOT NULL
);

INSERT INTO room_lease (epoch) VALUES (0);

-- One row per group commit: the records of every stream in it, packed (store/batch.rs).
CREATE TABLE journal_batch (
    id BIGINT PRIMARY KEY,
    payload BYTEA NOT NULL
);

-- Packed bytes do not get smaller, so nothing tries.
ALTER TABLE journal_batch ALTER COLUMN payload SET STORAGE EXTERNAL;

-- The last state of each stream, and where its chain stands there. Records up to seq are not needed
-- any more; batch_id is the batch that was written with it, so that numbers of batches go on where
-- every batch was pruned.
CREATE TABLE snapshot (
    stream_kind BIGINT NOT NULL,
    stream_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    batch_id BIGINT NOT NULL,
    payload BYTEA NOT NULL,
    link BYTEA NOT NULL,
    hash BYTEA NOT NULL,
    PRIMARY KEY (stream_kind, stream_id)
);

-- The tables of the room by name: a stream hangs on the id, whatever the order in a configuration.
CREATE TABLE room_table (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name TEXT NOT NULL UNIQUE
);

-- The ledger. A balance is the sum of the account's transfers, kept so that none is overdrawn.
CREATE TABLE ledger_account (
    name TEXT COLLATE "C" PRIMARY KEY,
    balance BIGINT NOT NULL,
    CHECK (balance >= 0 OR name = 'bank')
);

CREATE TABLE ledger_transfer (
    id TEXT COLLATE "C" PRIMARY KEY,
    from_account TEXT COLLATE "C" NOT NULL,
    to_account TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    at_ms BIGINT NOT NULL,
    CHECK (from_account <> to_account)
);

-- Accounts. folded is the name without case; ids are never given out twice.
CREATE TABLE account (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name TEXT NOT NULL,
    folded TEXT COLLATE "C" NOT NULL UNIQUE,
    password_hash TEXT,
    role TEXT NOT NULL CHECK (role IN ('player', 'host', 'floor', 'admin')),
    bot BOOLEAN NOT NULL,
    last_grant_ms BIGINT NOT NULL
);

-- Tokens, as their SHA-256. A label makes an API token, none a resume token.
CREATE TABLE token (
    hash BYTEA PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account (id),
    label TEXT,
    expires_ms BIGINT
);

CREATE UNIQUE INDEX token_label ON token (account, label) WHERE label IS NOT NULL;
CREATE INDEX token_resume ON token (account) WHERE label IS NULL;
CREATE INDEX token_expires ON token (expires_ms) WHERE expires_ms IS NOT NULL;

-- Tournaments: what was announced, and how it ended. What happens in between is a journal stream.
CREATE TABLE tournament (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    name TEXT NOT NULL,
    setup TEXT NOT NULL,
    announced_ms BIGINT NOT NULL,
    announced_by BIGINT REFERENCES account (id),
    results TEXT
);

CREATE INDEX tournament_open ON tournament (id) WHERE results IS NULL;

-- What the floor commanded at tables, written with the step that each command led to.
CREATE TABLE audit (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms BIGINT NOT NULL,
    operator BIGINT NOT NULL REFERENCES account (id),
    table_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    command TEXT NOT NULL,
    reason TEXT NOT NULL,
    rule TEXT
);

CREATE INDEX audit_of_table ON audit (table_id, id);
