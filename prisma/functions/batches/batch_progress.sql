-- The progress of a batch.
--
-- Arguments: project, id
-- Results: the number of executions in each status, their charges so far, and the time of the last end
-- Locks: none
-- Callers: packages/executions/src/store/batches/read.ts
CREATE OR REPLACE FUNCTION batch_progress(p_project text, p_id text, OUT counts json, OUT charged_micros bigint, OUT last_finished_at timestamptz) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  SELECT json_object_agg(s.status, s.executions), coalesce(sum(s.charged), 0), max(s.finished_at) INTO counts, charged_micros, last_finished_at
    FROM (SELECT e.status, count(*) AS executions, sum(e.charged_micros) AS charged, max(e.finished_at) AS finished_at
          FROM batch_item AS i JOIN execution AS e ON e.project_id = i.project_id AND e.id = i.execution_id
          WHERE i.project_id = p_project AND i.batch_id = p_id GROUP BY e.status) AS s;
END $$;
