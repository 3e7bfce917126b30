-- Requests over HTTP that came with a key, so that a request that comes again is done once.
CREATE TABLE api_request (
    account INTEGER NOT NULL REFERENCES account (id),
    -- The key of the client.
    key TEXT NOT NULL,
    -- The hash of the request's method, address and body.
    hash BLOB NOT NULL,
    began_ms INTEGER NOT NULL,
    -- The sealed answer, or nothing while it is not known.
    answer BLOB,
    PRIMARY KEY (account, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_request_began ON api_request (began_ms);
