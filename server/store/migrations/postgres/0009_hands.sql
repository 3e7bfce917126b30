-- Hands that are over: what everybody may see, the cards sealed, and what they are found by.
CREATE TABLE hand (
    table_id BIGINT NOT NULL,
    hand_no BIGINT NOT NULL,
    tournament BIGINT,
    game TEXT NOT NULL,
    ended_ms BIGINT NOT NULL,
    pot BIGINT NOT NULL,
    people BOOLEAN NOT NULL,
    players TEXT NOT NULL,
    record BYTEA NOT NULL,
    cards BYTEA,
    PRIMARY KEY (table_id, hand_no)
);

CREATE INDEX hand_ended ON hand (ended_ms);
CREATE INDEX hand_of_programs ON hand (ended_ms) WHERE NOT people;
CREATE INDEX hand_of_tournament ON hand (tournament, ended_ms) WHERE tournament IS NOT NULL;

-- Who was dealt in.
CREATE TABLE hand_player (
    account BIGINT NOT NULL,
    ended_ms BIGINT NOT NULL,
    table_id BIGINT NOT NULL,
    hand_no BIGINT NOT NULL,
    PRIMARY KEY (account, ended_ms, table_id, hand_no)
);

CREATE INDEX hand_player_of_hand ON hand_player (table_id, hand_no);
