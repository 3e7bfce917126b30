-- Chat, for as many days as the operator wants.
CREATE TABLE chat_line (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms BIGINT NOT NULL,
    account BIGINT NOT NULL REFERENCES account (id),
    table_id BIGINT NOT NULL,
    text TEXT NOT NULL
);

CREATE INDEX chat_line_at ON chat_line (at_ms);
CREATE INDEX chat_line_of_account ON chat_line (account, id);

-- What players reported about others.
CREATE TABLE report (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms BIGINT NOT NULL,
    reporter BIGINT NOT NULL REFERENCES account (id),
    account BIGINT NOT NULL REFERENCES account (id),
    table_id BIGINT NOT NULL,
    hand_no BIGINT,
    text TEXT NOT NULL,
    settled_ms BIGINT,
    outcome TEXT NOT NULL
);

CREATE INDEX report_open ON report (id) WHERE settled_ms IS NULL;
