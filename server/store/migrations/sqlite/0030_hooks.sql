-- Hooks: the addresses of other programs, the events that were stored for them, what still waits,
-- and how each attempt ended.
CREATE TABLE hook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_ms INTEGER NOT NULL,
    -- Address, events and format, encoded by their owner.
    terms TEXT NOT NULL,
    -- Sealed by their owner.
    secrets BLOB NOT NULL,
    -- When the first attempt after the last success failed.
    failing_since_ms INTEGER,
    -- Why it is off; nothing while it is on.
    off TEXT,
    dropped INTEGER NOT NULL
) STRICT;

-- The random name of this database in the ids of messages.
CREATE TABLE hook_room (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL
) STRICT;

-- Written in the transaction of the step. No number is ever given twice.
CREATE TABLE hook_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL
) STRICT;
CREATE INDEX hook_event_at ON hook_event (at_ms);

CREATE TABLE hook_waiting (
    hook INTEGER NOT NULL,
    event INTEGER NOT NULL,
    since_ms INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    PRIMARY KEY (hook, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX hook_waiting_event ON hook_waiting (event);

CREATE TABLE hook_delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hook INTEGER NOT NULL,
    event INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    took_ms INTEGER NOT NULL,
    -- Nothing if there was no answer.
    status INTEGER,
    -- Why there was no answer.
    error TEXT
) STRICT;
CREATE INDEX hook_delivery_hook ON hook_delivery (hook, id);
CREATE INDEX hook_delivery_at ON hook_delivery (at_ms);
