-- Where the chain of the stream stands at its snapshot: what its next record follows on.
ALTER TABLE snapshot ADD COLUMN link BLOB NOT NULL DEFAULT x'';
