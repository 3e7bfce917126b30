-- The room's keys, for a room with a key file: each is wrapped under a key that is derived from that
-- file, which is not in the database. There is at most one ring.
CREATE TABLE key_ring (
    one BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (one),
    -- Which key file opens the ring.
    opened_by BYTEA NOT NULL CHECK (length(opened_by) = 16)
);

CREATE TABLE room_key (
    name TEXT COLLATE "C" PRIMARY KEY,
    wrapped BYTEA NOT NULL
);
