-- Chat, for as many days as the operator wants.
CREATE TABLE chat_line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    table_id INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

CREATE INDEX chat_line_at ON chat_line (at_ms);
CREATE INDEX chat_line_of_account ON chat_line (account, id);

-- What players reported about others.
CREATE TABLE report (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    reporter INTEGER NOT NULL REFERENCES account (id),
    account INTEGER NOT NULL REFERENCES account (id),
    table_id INTEGER NOT NULL,
    hand_no INTEGER,
    text TEXT NOT NULL,
    settled_ms INTEGER,
    outcome TEXT NOT NULL
) STRICT;

CREATE INDEX report_open ON report (id) WHERE settled_ms IS NULL;
