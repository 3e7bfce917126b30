-- The setups of tables, each stored once by the SHA-256 of its text. Older snapshots have theirs inside.
CREATE TABLE setup (
    hash BLOB PRIMARY KEY,
    text TEXT NOT NULL
) STRICT;

ALTER TABLE snapshot ADD COLUMN setup BLOB REFERENCES setup (hash);
CREATE INDEX snapshot_setup ON snapshot (setup) WHERE setup IS NOT NULL;
