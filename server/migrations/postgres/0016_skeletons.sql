-- The same for all names that look alike; empty for an account whose name looked like an older one's
-- when this was added.
ALTER TABLE account ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX account_skeleton ON account (skeleton);
