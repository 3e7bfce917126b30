-- Until when an account may not come in, and not chat; absent if it may. When it was erased.
ALTER TABLE account ADD COLUMN suspended_until_ms INTEGER;
ALTER TABLE account ADD COLUMN muted_until_ms INTEGER;
ALTER TABLE account ADD COLUMN erased_ms INTEGER;

-- Codes with which the owner of an account sets a password, once, as their SHA-256.
CREATE TABLE reset_code (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX reset_code_of_account ON reset_code (account);

-- Second factors: the sealed key, the last time step that was used, and the SHA-256 of the recovery codes
-- that are left, in hexadecimal.
CREATE TABLE second_factor (
    account INTEGER PRIMARY KEY REFERENCES account (id),
    sealed BLOB NOT NULL,
    confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    last_step INTEGER NOT NULL,
    recovery TEXT NOT NULL
) STRICT;

-- What operators did about accounts. Without an operator, it was done at the machine's command line.
CREATE TABLE operation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at_ms INTEGER NOT NULL,
    operator INTEGER REFERENCES account (id),
    account INTEGER NOT NULL REFERENCES account (id),
    done TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

CREATE INDEX operation_of_account ON operation (account, id);
