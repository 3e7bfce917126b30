-- The log of sealed rounds of verifiable deals: one list for each key of the room. Entries are
-- written in the transaction of the step that sealed them, and never change.
CREATE TABLE deal_entry (
    log BIGINT NOT NULL,
    -- From 0, without gaps.
    place BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    hand_no BIGINT NOT NULL,
    round BIGINT NOT NULL,
    outcome BIGINT NOT NULL,
    -- The seat that let the round down.
    blame BIGINT,
    at_ms BIGINT NOT NULL,
    seal BYTEA NOT NULL,
    PRIMARY KEY (log, place)
);

CREATE INDEX deal_entry_hand ON deal_entry (log, table_id, hand_no);

-- The hashes of the tree over the entries, up to 256 in a row. The last row of a level grows.
CREATE TABLE deal_tile (
    log BIGINT NOT NULL,
    level BIGINT NOT NULL,
    place BIGINT NOT NULL,
    hashes BYTEA NOT NULL,
    PRIMARY KEY (log, level, place)
);

-- The last signed head of each log.
CREATE TABLE deal_head (
    log BIGINT PRIMARY KEY,
    size BIGINT NOT NULL,
    checkpoint TEXT NOT NULL
);

-- How the rounds of each table ended, by day since 1970 and by the seat to blame, or -1.
CREATE TABLE deal_count (
    log BIGINT NOT NULL,
    day BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    outcome BIGINT NOT NULL,
    blame BIGINT NOT NULL,
    rounds BIGINT NOT NULL,
    PRIMARY KEY (log, day, table_id, outcome, blame)
);

-- Appends sealed rounds in their order. One connection writes, so no other one takes their places.
CREATE FUNCTION room_log(rounds JSONB) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO deal_entry
        (log, place, table_id, hand_no, round, outcome, blame, at_ms, seal)
    SELECT (new.entry ->> 'log')::bigint,
        COALESCE((SELECT MAX(old.place) + 1 FROM deal_entry AS old
                  WHERE old.log = (new.entry ->> 'log')::bigint), 0)
            + ROW_NUMBER() OVER (PARTITION BY new.entry ->> 'log' ORDER BY new.nth) - 1,
        (new.entry ->> 'table_id')::bigint,
        (new.entry ->> 'hand_no')::bigint,
        (new.entry ->> 'round')::bigint,
        (new.entry ->> 'outcome')::bigint,
        (new.entry ->> 'blame')::bigint,
        (new.entry ->> 'at_ms')::bigint,
        decode(new.entry ->> 'seal', 'hex')
    FROM jsonb_array_elements(rounds) WITH ORDINALITY AS new (entry, nth)
$$;
