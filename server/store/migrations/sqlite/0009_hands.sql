-- Hands that are over: what everybody may see, the cards sealed, and what they are found by.
CREATE TABLE hand (
    table_id INTEGER NOT NULL,
    hand_no INTEGER NOT NULL,
    tournament INTEGER,
    game TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    pot INTEGER NOT NULL,
    people INTEGER NOT NULL CHECK (people IN (0, 1)),
    players TEXT NOT NULL,
    record BLOB NOT NULL,
    cards BLOB,
    PRIMARY KEY (table_id, hand_no)
) STRICT;

CREATE INDEX hand_ended ON hand (ended_ms);
CREATE INDEX hand_of_programs ON hand (ended_ms) WHERE people = 0;
CREATE INDEX hand_of_tournament ON hand (tournament, ended_ms) WHERE tournament IS NOT NULL;

-- Who was dealt in.
CREATE TABLE hand_player (
    account INTEGER NOT NULL,
    ended_ms INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    hand_no INTEGER NOT NULL,
    PRIMARY KEY (account, ended_ms, table_id, hand_no)
) STRICT, WITHOUT ROWID;

CREATE INDEX hand_player_of_hand ON hand_player (table_id, hand_no);
