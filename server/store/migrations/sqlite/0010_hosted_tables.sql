-- Private tables: on which terms, by whom, and with which code one comes in. One that was closed is not
-- opened again; what happened at the table is a journal stream.
CREATE TABLE hosted_table (
    table_id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    host INTEGER NOT NULL REFERENCES account (id),
    terms TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    closed_ms INTEGER
) STRICT;

CREATE INDEX hosted_table_open ON hosted_table (table_id) WHERE closed_ms IS NULL;
