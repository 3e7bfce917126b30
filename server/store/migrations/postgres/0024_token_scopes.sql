-- What an API token may do, one bit for each scope. Every token that is here already was made for a
-- bot, so it plays (1) and does nothing else from here on.
ALTER TABLE token ADD COLUMN scopes BIGINT NOT NULL DEFAULT 1;

-- Where an API token last signed in from, and when a sign-in last proved the second factor.
ALTER TABLE token ADD COLUMN last_address TEXT;
ALTER TABLE token ADD COLUMN factor_ms BIGINT;
