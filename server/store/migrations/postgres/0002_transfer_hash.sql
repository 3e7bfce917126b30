-- A hash over the transfer, so that one that was changed is noticed. Empty for those entered before.
ALTER TABLE ledger_transfer ADD COLUMN hash BYTEA NOT NULL DEFAULT '';
