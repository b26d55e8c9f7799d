-- The time of the transaction in the precision of the columns, milliseconds. Never use now() itself: a column would round it, so an execution that ends in
-- the last half millisecond of a month would have its end in one month and its charge in another. Column defaults call it, so the migrator creates it
-- before the first migration.
--
-- Arguments: none
-- Results: now(), truncated to milliseconds; the same for the whole transaction
-- Locks: none
-- Callers: everywhere: column defaults, functions, stores
CREATE OR REPLACE FUNCTION instant() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT date_trunc('milliseconds', now()) $$;
