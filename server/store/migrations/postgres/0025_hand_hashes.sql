-- Two hashes of each hand: of its record, which a correction replaces, and of everything else. A hand of an
-- older version has none.
ALTER TABLE hand ADD COLUMN hash BIGINT;
ALTER TABLE hand ADD COLUMN record_hash BIGINT;

-- One seal over all hands that have hashes: how many there are, and the exclusive or of their hashes. It
-- stays right whatever is stored, corrected and deleted, and shows a hand that is missing or one too many.
CREATE TABLE hand_seal (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    hands BIGINT NOT NULL,
    seal BIGINT NOT NULL
);
INSERT INTO hand_seal (one, hands, seal) VALUES (1, 0, 0);

CREATE FUNCTION seal_hand() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.hash IS NOT NULL THEN
        UPDATE hand_seal SET hands = hands - 1, seal = seal # OLD.hash # OLD.record_hash;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.hash IS NOT NULL THEN
        UPDATE hand_seal SET hands = hands + 1, seal = seal # NEW.hash # NEW.record_hash;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER hand_is_sealed AFTER INSERT OR DELETE OR UPDATE OF hash, record_hash ON hand
    FOR EACH ROW EXECUTE FUNCTION seal_hand();

-- The group commit of 0022_room_commit.sql, which stores the hashes, too.
DROP FUNCTION room_commit;

CREATE FUNCTION room_commit(
    mark BIGINT,
    batch BIGINT,
    records BYTEA,
    pruned BIGINT[],
    snapshot_kinds BIGINT[],
    snapshot_ids BIGINT[],
    snapshot_seqs BIGINT[],
    snapshot_payloads BYTEA[],
    snapshot_links BYTEA[],
    snapshot_hashes BYTEA[],
    snapshot_setups BYTEA[],
    setup_hashes BYTEA[],
    setup_texts TEXT[],
    transfer_ids TEXT[],
    transfer_from TEXT[],
    transfer_to TEXT[],
    transfer_amounts BIGINT[],
    transfer_times BIGINT[],
    transfer_hashes BYTEA[],
    hand_tables BIGINT[],
    hand_numbers BIGINT[],
    hand_tournaments BIGINT[],
    hand_games TEXT[],
    hand_times BIGINT[],
    hand_pots BIGINT[],
    hand_people BOOLEAN[],
    hand_players TEXT[],
    hand_records BYTEA[],
    hand_cards BYTEA[],
    hand_hashes BIGINT[],
    hand_record_hashes BIGINT[],
    hand_retold BOOLEAN[],
    rest JSONB
) RETURNS VOID LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    ended RECORD;
BEGIN
    IF records IS NULL THEN
        UPDATE room_lease SET last_mark = mark;
    ELSE
        INSERT INTO journal_batch (id, payload) VALUES (batch, records);
    END IF;

    IF cardinality(setup_hashes) > 0 THEN
        INSERT INTO setup (hash, text) SELECT * FROM UNNEST(setup_hashes, setup_texts)
        ON CONFLICT (hash) DO NOTHING;
    END IF;

    IF cardinality(snapshot_ids) > 0 THEN
        INSERT INTO snapshot (batch_id, stream_kind, stream_id, seq, payload, link, hash, setup)
        SELECT batch, * FROM UNNEST(snapshot_kinds, snapshot_ids, snapshot_seqs,
            snapshot_payloads, snapshot_links, snapshot_hashes, snapshot_setups)
        ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq,
            batch_id = excluded.batch_id, payload = excluded.payload, link = excluded.link,
            hash = excluded.hash, setup = excluded.setup;
    END IF;

    IF cardinality(pruned) > 0 THEN
        DELETE FROM journal_batch WHERE id = ANY(pruned);
    END IF;

    FOR i IN 1 .. cardinality(transfer_ids) LOOP
        -- The insert comes first, so that a repeated transfer is a duplicate whatever the balances are.
        INSERT INTO ledger_transfer (id, from_account, to_account, amount, at_ms, hash)
        VALUES (transfer_ids[i], transfer_from[i], transfer_to[i], transfer_amounts[i],
            transfer_times[i], transfer_hashes[i])
        ON CONFLICT (id) DO NOTHING;
        IF NOT FOUND THEN
            RAISE EXCEPTION '%', transfer_ids[i] USING ERRCODE = 'CR001';
        END IF;
        IF transfer_from[i] = 'bank' THEN
            -- The bank may go below zero, and its row is created on first use.
            INSERT INTO ledger_account AS account (name, balance)
            VALUES (transfer_from[i], -transfer_amounts[i])
            ON CONFLICT (name) DO UPDATE SET balance = account.balance - transfer_amounts[i]
                WHERE account.balance >= transfer_amounts[i] - 9223372036854775807;
        ELSE
            UPDATE ledger_account SET balance = balance - transfer_amounts[i]
            WHERE name = transfer_from[i] AND balance >= transfer_amounts[i];
        END IF;
        IF NOT FOUND THEN
            RAISE EXCEPTION '%', transfer_ids[i] USING ERRCODE = 'CR002';
        END IF;
        INSERT INTO ledger_account AS account (name, balance)
        VALUES (transfer_to[i], transfer_amounts[i])
        ON CONFLICT (name) DO UPDATE SET balance = account.balance + transfer_amounts[i]
            WHERE account.balance <= 9223372036854775807 - transfer_amounts[i];
        IF NOT FOUND THEN
            RAISE EXCEPTION '%', transfer_ids[i] USING ERRCODE = 'CR002';
        END IF;
    END LOOP;

    IF cardinality(hand_tables) > 0 THEN
        WITH told AS (
            INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players,
                record, cards, hash, record_hash)
            SELECT * FROM UNNEST(hand_tables, hand_numbers, hand_tournaments, hand_games, hand_times,
                hand_pots, hand_people, hand_players, hand_records, hand_cards, hand_hashes,
                hand_record_hashes)
            ON CONFLICT (table_id, hand_no) DO NOTHING
            RETURNING table_id, hand_no, ended_ms, players
        )
        INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
        SELECT (player ->> 0)::bigint, told.ended_ms, told.table_id, told.hand_no
        FROM told, json_array_elements(told.players::json) AS player
        ON CONFLICT DO NOTHING;
        -- A hand that is told again has another record, and the same players.
        UPDATE hand SET record = retold.record,
            record_hash = CASE WHEN hand.hash IS NOT NULL THEN retold.record_hash END
        FROM UNNEST(hand_tables, hand_numbers, hand_records, hand_record_hashes, hand_retold)
            AS retold (table_id, hand_no, record, record_hash, again)
        WHERE retold.again AND hand.table_id = retold.table_id AND hand.hand_no = retold.hand_no;
    END IF;

    IF rest IS NOT NULL THEN
        INSERT INTO audit (at_ms, operator, table_id, seq, command, reason, rule)
        SELECT at_ms, operator, table_id, seq, command, reason, rule
        FROM jsonb_to_recordset(rest -> 'audit') AS it (at_ms BIGINT, operator BIGINT, table_id BIGINT,
            seq BIGINT, command TEXT, reason TEXT, rule TEXT);
        INSERT INTO operation (at_ms, operator, account, done, reason)
        SELECT at_ms, operator, account, done, reason
        FROM jsonb_to_recordset(rest -> 'operations') AS it (at_ms BIGINT, operator BIGINT,
            account BIGINT, done TEXT, reason TEXT);
        INSERT INTO ban (account, league, until_ms, at_ms, operator, reason)
        SELECT account, league, until_ms, at_ms, operator, reason
        FROM jsonb_to_recordset(rest -> 'bans') AS it (account BIGINT, league TEXT, until_ms BIGINT,
            at_ms BIGINT, operator BIGINT, reason TEXT)
        ON CONFLICT (account, league) DO UPDATE SET until_ms = excluded.until_ms,
            at_ms = excluded.at_ms, operator = excluded.operator, reason = excluded.reason;
        FOR ended IN
            SELECT * FROM jsonb_to_recordset(rest -> 'results') AS it (tournament BIGINT,
                ended_ms BIGINT, league TEXT, season TEXT, summary TEXT, results TEXT)
        LOOP
            UPDATE tournament SET ended_ms = ended.ended_ms, league = ended.league,
                season = ended.season, summary = ended.summary, results = ended.results
            WHERE id = ended.tournament;
            IF NOT FOUND THEN
                RAISE EXCEPTION '%', ended.tournament USING ERRCODE = 'CR003';
            END IF;
        END LOOP;
    END IF;
END $$;
