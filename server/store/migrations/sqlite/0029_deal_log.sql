-- The log of sealed rounds of verifiable deals: one list for each key of the room. Entries are
-- written in the transaction of the step that sealed them, and never change.
CREATE TABLE deal_entry (
    log INTEGER NOT NULL,
    -- From 0, without gaps.
    place INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    hand_no INTEGER NOT NULL,
    round INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    -- The seat that let the round down.
    blame INTEGER,
    at_ms INTEGER NOT NULL,
    seal BLOB NOT NULL,
    PRIMARY KEY (log, place)
) WITHOUT ROWID;

CREATE INDEX deal_entry_hand ON deal_entry (log, table_id, hand_no);

-- The hashes of the tree over the entries, up to 256 in a row. The last row of a level grows.
CREATE TABLE deal_tile (
    log INTEGER NOT NULL,
    level INTEGER NOT NULL,
    place INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (log, level, place)
) WITHOUT ROWID;

-- The last signed head of each log.
CREATE TABLE deal_head (
    log INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    checkpoint TEXT NOT NULL
);

-- How the rounds of each table ended, by day since 1970 and by the seat to blame, or -1.
CREATE TABLE deal_count (
    log INTEGER NOT NULL,
    day INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    blame INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    PRIMARY KEY (log, day, table_id, outcome, blame)
) WITHOUT ROWID;
