-- Who may not enter the tournaments of a league, or any where no league is named, and until when. One
-- that was lifted ended then.
CREATE TABLE ban (
    account INTEGER NOT NULL REFERENCES account (id),
    league TEXT NOT NULL,
    until_ms INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    operator INTEGER NOT NULL REFERENCES account (id),
    reason TEXT NOT NULL,
    PRIMARY KEY (account, league)
) STRICT;
