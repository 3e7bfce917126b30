-- How often a player has revoked the links to a hand. Without a row never: its first link still leads there.
CREATE TABLE hand_link (
    table_id BIGINT NOT NULL,
    hand_no BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    PRIMARY KEY (table_id, hand_no, seat)
);
