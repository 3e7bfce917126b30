-- What the floor commanded at tables, written with the step that each command led to.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    operator INTEGER NOT NULL REFERENCES account (id),
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    command TEXT NOT NULL,
    reason TEXT NOT NULL,
    rule TEXT
) STRICT;

CREATE INDEX audit_of_table ON audit (table_id, id);
