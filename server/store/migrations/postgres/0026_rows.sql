-- Each read of one account, one table or one time finds its rows by an index, however many there are.
-- Transfers of tables among themselves are in neither of these two: wallets alone are looked up.
CREATE INDEX ledger_transfer_from_wallet ON ledger_transfer (from_account, id)
    WHERE from_account >= 'wallet:' AND from_account < 'wallet;';
CREATE INDEX ledger_transfer_to_wallet ON ledger_transfer (to_account, id)
    WHERE to_account >= 'wallet:' AND to_account < 'wallet;';

-- PostgreSQL looks at every reference to an account that is deleted, and for that uses whole indexes only.
DROP INDEX token_resume;
CREATE INDEX token_of_account ON token (account);
CREATE INDEX sign_in_of_account ON sign_in (account);
CREATE INDEX note_about ON note (about);
CREATE INDEX report_of_reporter ON report (reporter);
CREATE INDEX report_of_account ON report (account);
CREATE INDEX operation_of_operator ON operation (operator);
CREATE INDEX audit_of_operator ON audit (operator);
CREATE INDEX ban_of_operator ON ban (operator);
CREATE INDEX hosted_table_of_host ON hosted_table (host);
CREATE INDEX tournament_of_host ON tournament (announced_by);

-- What is deleted after a time.
CREATE INDEX report_at ON report (at_ms);
CREATE INDEX hosted_table_closed ON hosted_table (closed_ms) WHERE closed_ms IS NOT NULL;
CREATE INDEX account_guest ON account (opened_ms) WHERE password_hash IS NULL AND NOT bot;

-- Whether the owner of an account came back on another day, or played. An account that was not used is
-- deleted after a time. Of those that were opened before this was noted, nobody knows.
ALTER TABLE account ADD COLUMN used BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX account_unused ON account (opened_ms) WHERE NOT used;
CREATE INDEX tournament_private_ended ON tournament (ended_ms) WHERE code IS NOT NULL;

-- Chat at one table.
CREATE INDEX chat_line_at_table ON chat_line (table_id, id);
