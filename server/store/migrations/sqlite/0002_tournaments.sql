-- Tournaments: what was announced, and how it ended. What happens in between is a journal stream.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    setup TEXT NOT NULL,
    announced_ms INTEGER NOT NULL,
    announced_by INTEGER REFERENCES account (id),
    results TEXT
) STRICT;

CREATE INDEX tournament_open ON tournament (id) WHERE results IS NULL;
