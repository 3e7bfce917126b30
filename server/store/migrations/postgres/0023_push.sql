-- Browsers that get notices of an account, and the kinds of notice that an account has turned off.
CREATE TABLE push_subscription (
    endpoint TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account (id),
    public_key BYTEA NOT NULL,
    auth BYTEA NOT NULL,
    language TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX push_subscription_account ON push_subscription (account);

CREATE TABLE push_off (
    account BIGINT PRIMARY KEY REFERENCES account (id),
    kinds BIGINT NOT NULL CHECK (kinds BETWEEN 0 AND 255)
);
