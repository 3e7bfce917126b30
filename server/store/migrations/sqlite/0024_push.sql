-- Browsers that get notices of an account, and the kinds of notice that an account has turned off.
CREATE TABLE push_subscription (
    endpoint TEXT PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES account (id),
    public_key BLOB NOT NULL,
    auth BLOB NOT NULL,
    language TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_subscription_account ON push_subscription (account);

CREATE TABLE push_off (
    account INTEGER PRIMARY KEY REFERENCES account (id),
    kinds INTEGER NOT NULL CHECK (kinds BETWEEN 0 AND 255)
) STRICT;
