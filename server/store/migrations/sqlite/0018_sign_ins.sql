-- From where accounts signed in on which days: codes of addresses that only the room's key can make,
-- other ones each day. Old days are forgotten.
CREATE TABLE sign_in (
    day INTEGER NOT NULL,
    account INTEGER NOT NULL REFERENCES account (id),
    address BLOB NOT NULL CHECK (length(address) = 16),
    network BLOB NOT NULL CHECK (length(network) = 16),
    PRIMARY KEY (day, account, address)
) STRICT, WITHOUT ROWID;
