-- Players as a sign-in provider (OpenID Connect) knows them. A subject is the provider's own name for
-- a player and never changes.
CREATE TABLE identity (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES account (id),
    linked_ms BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);

CREATE UNIQUE INDEX identity_of_account ON identity (account, issuer);
