-- Two hashes of each hand: of its record, which a correction replaces, and of everything else. A hand of an
-- older version has none.
ALTER TABLE hand ADD COLUMN hash INTEGER;
ALTER TABLE hand ADD COLUMN record_hash INTEGER;

-- One seal over all hands that have hashes: how many there are, and the exclusive or of their hashes. It
-- stays right whatever is stored, corrected and deleted, and shows a hand that is missing or one too many.
CREATE TABLE hand_seal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    hands INTEGER NOT NULL,
    seal INTEGER NOT NULL
) STRICT;
INSERT INTO hand_seal (one, hands, seal) VALUES (1, 0, 0);

-- SQLite has no exclusive or: it is what either has, without what both have.
CREATE TRIGGER hand_is_sealed AFTER INSERT ON hand WHEN new.hash IS NOT NULL BEGIN
    UPDATE hand_seal SET hands = hands + 1;
    UPDATE hand_seal SET seal = (seal | new.hash) - (seal & new.hash);
    UPDATE hand_seal SET seal = (seal | new.record_hash) - (seal & new.record_hash);
END;

CREATE TRIGGER hand_is_unsealed AFTER DELETE ON hand WHEN old.hash IS NOT NULL BEGIN
    UPDATE hand_seal SET hands = hands - 1;
    UPDATE hand_seal SET seal = (seal | old.hash) - (seal & old.hash);
    UPDATE hand_seal SET seal = (seal | old.record_hash) - (seal & old.record_hash);
END;

CREATE TRIGGER hand_is_sealed_anew AFTER UPDATE OF hash, record_hash ON hand WHEN old.hash IS NOT NULL BEGIN
    UPDATE hand_seal SET seal = (seal | old.hash) - (seal & old.hash);
    UPDATE hand_seal SET seal = (seal | old.record_hash) - (seal & old.record_hash);
    UPDATE hand_seal SET seal = (seal | new.hash) - (seal & new.hash);
    UPDATE hand_seal SET seal = (seal | new.record_hash) - (seal & new.record_hash);
END;
