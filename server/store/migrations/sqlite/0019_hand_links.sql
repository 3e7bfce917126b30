-- How often a player has revoked the links to a hand. Without a row never: its first link still leads there.
CREATE TABLE hand_link (
    table_id INTEGER NOT NULL,
    hand_no INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (table_id, hand_no, seat)
) STRICT, WITHOUT ROWID;
