-- What players have written down about others.
CREATE TABLE note (
    account BIGINT NOT NULL REFERENCES account (id),
    about BIGINT NOT NULL REFERENCES account (id),
    text TEXT NOT NULL,
    color BIGINT NOT NULL CHECK (color BETWEEN 0 AND 255),
    written_ms BIGINT NOT NULL,
    PRIMARY KEY (account, about)
);
