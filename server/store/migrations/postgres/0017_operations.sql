-- Until when an account may not come in, and not chat; absent if it may. When it was erased.
ALTER TABLE account ADD COLUMN suspended_until_ms BIGINT;
ALTER TABLE account ADD COLUMN muted_until_ms BIGINT;
ALTER TABLE account ADD COLUMN erased_ms BIGINT;

-- Codes with which the owner of an account sets a password, once, as their SHA-256.
CREATE TABLE reset_code (
    hash BYTEA PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES account (id),
    expires_ms BIGINT NOT NULL
);

CREATE INDEX reset_code_of_account ON reset_code (account);

-- Second factors: the sealed key, the last time step that was used, and the SHA-256 of the recovery codes
-- that are left, in hexadecimal.
CREATE TABLE second_factor (
    account BIGINT PRIMARY KEY REFERENCES account (id),
    sealed BYTEA NOT NULL,
    confirmed BOOLEAN NOT NULL,
    last_step BIGINT NOT NULL,
    recovery TEXT NOT NULL
);

-- What operators did about accounts. Without an operator, it was done at the machine's command line.
CREATE TABLE operation (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms BIGINT NOT NULL,
    operator BIGINT REFERENCES account (id),
    account BIGINT NOT NULL REFERENCES account (id),
    done TEXT NOT NULL,
    reason TEXT NOT NULL
);

CREATE INDEX operation_of_account ON operation (account, id);
