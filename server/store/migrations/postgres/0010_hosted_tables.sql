-- Private tables: on which terms, by whom, and with which code one comes in. One that was closed is not
-- opened again; what happened at the table is a journal stream.
CREATE TABLE hosted_table (
    table_id BIGINT PRIMARY KEY,
    code TEXT COLLATE "C" NOT NULL UNIQUE,
    host BIGINT NOT NULL REFERENCES account (id),
    terms TEXT NOT NULL,
    opened_ms BIGINT NOT NULL,
    closed_ms BIGINT
);

CREATE INDEX hosted_table_open ON hosted_table (table_id) WHERE closed_ms IS NULL;
