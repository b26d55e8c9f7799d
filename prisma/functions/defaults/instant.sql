-- The instant of the transaction as columns keep it, rounded to the millisecond. Never use now() itself: a column rounds it, so an execution that ends
-- within the last half millisecond of a month would be stamped in one month and counted in another. Column defaults call it, so the migrator makes it
-- before the first migration.
--
-- Arguments: none
-- Results: now(), truncated to milliseconds; the same for the whole transaction
-- Locks: none
-- Callers: everywhere: column defaults, functions, stores
CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT date_trunc('milliseconds', now()) $$;
