-- Moved starts of tournaments, as feeds for calendar programs have published them.
CREATE TABLE published_start (
    tournament INTEGER PRIMARY KEY REFERENCES tournament (id),
    start_ms INTEGER NOT NULL,
    sequence INTEGER NOT NULL,
    published_ms INTEGER NOT NULL
) STRICT;
