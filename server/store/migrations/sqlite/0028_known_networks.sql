-- The networks that an account signed in from lately, as codes that only the room's key can make. Each
-- account has other codes. Wrong guesses from elsewhere do not make its owner wait there.
CREATE TABLE known_network (
    account INTEGER NOT NULL REFERENCES account (id),
    code BLOB NOT NULL CHECK (length(code) = 16),
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (account, code)
) STRICT, WITHOUT ROWID;
