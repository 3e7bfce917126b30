-- The same for all names that look alike; empty for an account whose name looked like an older one's
-- when this was added.
ALTER TABLE account ADD COLUMN skeleton TEXT;
CREATE UNIQUE INDEX account_skeleton ON account (skeleton);

-- When an account was opened, or a guest became one; 0 for those from before this was noted.
ALTER TABLE account ADD COLUMN opened_ms BIGINT NOT NULL DEFAULT 0;
