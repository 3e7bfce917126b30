-- How others see an account. Without a choice it follows from the id.
ALTER TABLE account ADD COLUMN avatar BIGINT;
ALTER TABLE account ADD COLUMN color BIGINT;

-- When a token was made, 0 where that was not noted yet, and when an API token last logged in.
ALTER TABLE token ADD COLUMN created_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE token ADD COLUMN last_used_ms BIGINT;
