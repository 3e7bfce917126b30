-- The networks that an account signed in from lately, as codes that only the room's key can make. Each
-- account has other codes. Wrong guesses from elsewhere do not make its owner wait there.
CREATE TABLE known_network (
    account BIGINT NOT NULL REFERENCES account (id),
    code BYTEA NOT NULL CHECK (length(code) = 16),
    last_ms BIGINT NOT NULL,
    PRIMARY KEY (account, code)
);
