-- From where accounts signed in on which days: codes of addresses that only the room's key can make,
-- other ones each day. Old days are forgotten.
CREATE TABLE sign_in (
    day BIGINT NOT NULL,
    account BIGINT NOT NULL REFERENCES account (id),
    address BYTEA NOT NULL CHECK (length(address) = 16),
    network BYTEA NOT NULL CHECK (length(network) = 16),
    PRIMARY KEY (day, account, address)
);
