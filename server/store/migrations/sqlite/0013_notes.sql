-- What players have written down about others.
CREATE TABLE note (
    account INTEGER NOT NULL REFERENCES account (id),
    about INTEGER NOT NULL REFERENCES account (id),
    text TEXT NOT NULL,
    color INTEGER NOT NULL CHECK (color BETWEEN 0 AND 255),
    written_ms INTEGER NOT NULL,
    PRIMARY KEY (account, about)
) STRICT, WITHOUT ROWID;
