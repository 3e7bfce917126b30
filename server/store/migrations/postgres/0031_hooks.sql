-- Hooks: the addresses of other programs, the events that were stored for them, what still waits,
-- and how each attempt ended.
CREATE TABLE hook (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    made_ms BIGINT NOT NULL,
    -- Address, events and format, encoded by their owner.
    terms TEXT NOT NULL,
    -- Sealed by their owner.
    secrets BYTEA NOT NULL,
    -- When the first attempt after the last success failed.
    failing_since_ms BIGINT,
    -- Why it is off; nothing while it is on.
    off TEXT,
    dropped BIGINT NOT NULL
);

-- The random name of this database in the ids of messages.
CREATE TABLE hook_room (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL
);

-- Written in the transaction of the step. No number is ever given twice.
CREATE TABLE hook_event (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL
);
CREATE INDEX hook_event_at ON hook_event (at_ms);

CREATE TABLE hook_waiting (
    hook BIGINT NOT NULL,
    event BIGINT NOT NULL,
    since_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    PRIMARY KEY (hook, event)
);
CREATE INDEX hook_waiting_event ON hook_waiting (event);

CREATE TABLE hook_delivery (
    id BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    hook BIGINT NOT NULL,
    event BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    took_ms BIGINT NOT NULL,
    -- Nothing if there was no answer.
    status BIGINT,
    -- Why there was no answer.
    error TEXT
);
CREATE INDEX hook_delivery_hook ON hook_delivery (hook, id);
CREATE INDEX hook_delivery_at ON hook_delivery (at_ms);

-- Stores events in their order, and lets them wait for the hooks that are still there. One
-- connection writes, so numbers rise in the order of commits.
CREATE FUNCTION room_hook(event JSONB) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    new_id BIGINT;
BEGIN
    INSERT INTO hook_event (at_ms, kind, subject)
    VALUES ((event ->> 'at_ms')::bigint, event ->> 'kind', event ->> 'subject')
    RETURNING id INTO new_id;
    INSERT INTO hook_waiting (hook, event, since_ms, due_ms, attempts, failures)
    SELECT hook.id, new_id, (event ->> 'at_ms')::bigint, (event ->> 'at_ms')::bigint, 0, 0
    FROM hook WHERE hook.id IN (SELECT value::bigint FROM jsonb_array_elements_text(event -> 'hooks'));
END
$$;

CREATE FUNCTION room_hooks(events JSONB) RETURNS VOID LANGUAGE plpgsql AS $$
DECLARE
    new JSONB;
BEGIN
    FOR new IN SELECT entry FROM jsonb_array_elements(events) WITH ORDINALITY AS it (entry, nth)
        ORDER BY nth
    LOOP
        PERFORM room_hook(new);
    END LOOP;
END
$$;
