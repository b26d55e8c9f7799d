-- Lets this session remember a version of the list: from when until when it is in force, and whether any project has terms of its own. It is true for as
-- long as `price_revision` stays: a publisher takes price_lock first and then a revision, and nothing is remembered while somebody may hold that lock, so
-- whatever has a revision by then is committed and was seen. An accept that reads the revision before a publisher takes the next one began before that
-- publisher's commit, as one that cannot see the table.
--
-- Arguments: version, the instant of the acceptance
-- Results: nothing
-- Locks: the advisory lock of price_lock, shared; tried and never waited for
-- Callers: execution_accept_quoted
CREATE OR REPLACE FUNCTION price_remember(p_version text, p_at timestamptz) RETURNS void LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  revision bigint;
  known record;
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(hashtext('tollgate'), hashtext('prices')) THEN
    RETURN;
  END IF;
  revision := pg_sequence_last_value('price_revision');
  -- A statement of its own, so it sees whatever was committed before the lock was taken.
  SELECT t.effective_at, coalesce(t.superseded_at, 'infinity') AS superseded_at,
         EXISTS (SELECT FROM project_price_terms AS own
                 WHERE own.terms IS NOT NULL AND own.cancelled_at IS NULL AND coalesce(own.superseded_at > p_at, true)) AS are_terms
    INTO known FROM price_version AS named JOIN price_table AS t ON t.version = named.table_version
    WHERE named.version = p_version AND named.terms_version IS NULL
      AND t.cancelled_at IS NULL AND t.effective_at <= p_at AND coalesce(t.superseded_at > p_at, true);
  IF FOUND THEN
    PERFORM set_config('tollgate.price_known', revision || ' ' || p_version, false),
            set_config('tollgate.price_from', date_part('epoch', known.effective_at)::text, false),
            set_config('tollgate.price_until', date_part('epoch', known.superseded_at)::text, false),
            set_config('tollgate.price_terms', CASE WHEN known.are_terms THEN 'some' ELSE 'none' END, false);
  END IF;
END $$;
