-- Schedules and leagues that were made while the room was open, beside those of its configuration.
CREATE TABLE room_terms (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- `schedule` or `league`.
    kind TEXT NOT NULL,
    -- The name of a schedule, or the id of a league.
    name TEXT NOT NULL,
    -- Encoded by their owner.
    terms TEXT NOT NULL,
    changed_ms INTEGER NOT NULL,
    UNIQUE (kind, name)
) STRICT;
