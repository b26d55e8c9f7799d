-- Cancels the price terms of a project, like price_table_cancel.
--
-- Arguments: project, version
-- Results: whether terms were cancelled
-- Locks: the caller holds price_lock; rows of project_price_terms
-- Callers: packages/prices/src/store/terms.ts
CREATE OR REPLACE FUNCTION project_price_terms_cancel(p_project text, p_version text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  cancelled project_price_terms;
BEGIN
  UPDATE project_price_terms AS t SET cancelled_at = date_trunc('milliseconds', clock_timestamp()), revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.version = p_version AND t.cancelled_at IS NULL AND t.effective_at > clock_timestamp() + interval '10 seconds' RETURNING * INTO cancelled;
  UPDATE project_price_terms AS t SET superseded_at = cancelled.superseded_at, revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.superseded_at = cancelled.effective_at;
  RETURN cancelled.version IS NOT NULL;
END $$;
