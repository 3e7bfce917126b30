-- Moved starts of tournaments, as feeds for calendar programs have published them.
CREATE TABLE published_start (
    tournament BIGINT PRIMARY KEY REFERENCES tournament (id),
    start_ms BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    published_ms BIGINT NOT NULL
);
