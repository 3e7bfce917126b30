-- The hands of a player are found by the player; those that are forgotten say themselves who played.
DROP INDEX hand_player_of_hand;
