-- What stays of a tournament: when it ended, the season it counts for, and a line for lists. Results of
-- early builds had no line and are in no list.
ALTER TABLE tournament ADD COLUMN ended_ms BIGINT;
ALTER TABLE tournament ADD COLUMN league TEXT;
ALTER TABLE tournament ADD COLUMN season TEXT;
ALTER TABLE tournament ADD COLUMN summary TEXT;

CREATE INDEX tournament_ended ON tournament (ended_ms, id) WHERE summary IS NOT NULL;
CREATE INDEX tournament_season ON tournament (league, season, ended_ms, id) WHERE summary IS NOT NULL;
