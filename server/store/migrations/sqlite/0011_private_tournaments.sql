-- Private tournaments: with which code one comes in. Those without one are everybody's.
ALTER TABLE tournament ADD COLUMN code TEXT;

CREATE UNIQUE INDEX tournament_code ON tournament (code) WHERE code IS NOT NULL;
