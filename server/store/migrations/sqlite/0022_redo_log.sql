-- The redo log in the files beside this one (DURABILITY.md): its random name, how far the rows here have
-- come, and whether its files may hold more. durable and uptime tell how it was written.
CREATE TABLE redo_log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id BLOB NOT NULL,
    number INTEGER NOT NULL,
    hash BLOB NOT NULL,
    in_use INTEGER NOT NULL CHECK (in_use IN (0, 1)),
    durable INTEGER NOT NULL CHECK (durable IN (0, 1)),
    uptime TEXT
) STRICT;
