-- Publishes price terms of a project, like price_table_publish.
--
-- Arguments: project, version, terms (null: list prices), when they take effect, the publisher
-- Results: nothing
-- Locks: the caller holds price_lock; rows of project_price_terms
-- Callers: packages/prices/src/store/terms.ts
CREATE OR REPLACE FUNCTION project_price_terms_publish(p_project text, p_version text, p_terms jsonb, p_effective_at timestamptz, p_by text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO project_price_terms (project_id, version, revision, terms, effective_at, superseded_at, published_by)
    VALUES (p_project, p_version, nextval('price_revision'), p_terms, p_effective_at,
            (SELECT min(t.effective_at) FROM project_price_terms AS t
             WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.effective_at > p_effective_at), p_by);
  UPDATE project_price_terms AS t SET superseded_at = p_effective_at, revision = nextval('price_revision')
    WHERE t.project_id = p_project AND t.cancelled_at IS NULL AND t.effective_at < p_effective_at AND coalesce(t.superseded_at > p_effective_at, true);
END $$;
