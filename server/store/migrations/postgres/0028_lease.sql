-- The lease of the room. The advisory lock says who may write, and the beat says that this process
-- is alive. It is not a column of room_lease, whose row stays locked while a commit waits for a
-- replica.
CREATE TABLE room_beat (
    one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
    -- A number that no other life of a process has.
    life BIGINT NOT NULL,
    -- The machine and the process, for operators.
    holder TEXT NOT NULL,
    since TIMESTAMPTZ NOT NULL,
    beat TIMESTAMPTZ NOT NULL,
    -- The room's own time, in milliseconds since 1970: NULL before a room has opened.
    room_ms BIGINT,
    -- A hash of tables, tournaments and rules; empty if it is unknown.
    configuration TEXT NOT NULL,
    program TEXT NOT NULL
);

-- The processes that wait for the room's place. Each writes its row once a second.
CREATE TABLE room_waiting (
    life BIGINT PRIMARY KEY,
    holder TEXT NOT NULL,
    seen TIMESTAMPTZ NOT NULL,
    configuration TEXT NOT NULL,
    -- Why it would not take over; NULL if it would.
    obstacle TEXT
);
