-- Ledger check of batches.
--
-- Arguments: arrays of equal length: project and id
-- Results: one row per problem: project, rule, batch, text
-- Locks: none
-- Callers: ledger_check_tick
CREATE OR REPLACE FUNCTION ledger_check_batches(p_projects text[], p_ids text[]) RETURNS TABLE (project_id text, rule text, subject text, problem text) LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT b.project_id, 'batch', b.id, found.problem
  FROM unnest(p_projects, p_ids) AS item (project_id, id) JOIN batch AS b ON b.project_id = item.project_id AND b.id = item.id,
    LATERAL (SELECT batch_problem(b)) AS found (problem)
  WHERE found.problem IS NOT NULL;
$$;
