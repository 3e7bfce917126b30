-- Who may not enter the tournaments of a league, or any where no league is named, and until when. One
-- that was lifted ended then.
CREATE TABLE ban (
    account BIGINT NOT NULL REFERENCES account (id),
    league TEXT COLLATE "C" NOT NULL,
    until_ms BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    operator BIGINT NOT NULL REFERENCES account (id),
    reason TEXT NOT NULL,
    PRIMARY KEY (account, league)
);
