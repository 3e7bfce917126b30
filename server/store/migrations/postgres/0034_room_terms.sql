-- Schedules and leagues that were made while the room was open, beside those of its configuration.
CREATE TABLE room_terms (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    -- `schedule` or `league`.
    kind TEXT NOT NULL,
    -- The name of a schedule, or the id of a league.
    name TEXT NOT NULL,
    -- Encoded by their owner.
    terms TEXT NOT NULL,
    changed_ms BIGINT NOT NULL,
    UNIQUE (kind, name)
);
