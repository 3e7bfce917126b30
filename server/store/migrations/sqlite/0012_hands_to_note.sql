-- Who was dealt in is noted for many hands at once. For each commit with hands whose players are not all
-- in hand_player yet, a list of them: [[table, hand], ...].
CREATE TABLE hand_to_note (
    id INTEGER PRIMARY KEY,
    hands TEXT NOT NULL
) STRICT;

-- The hands of a player are found by the player; those that are forgotten say themselves who played.
DROP INDEX hand_player_of_hand;
