-- Adds CPU time of a project's failed work in the current hour, which is not charged.
--
-- Arguments: project, seconds
-- Results: the seconds in this hour
-- Locks: the row of project_free_cpu
-- Callers: packages/executions/src/store/worker/fairness.ts
CREATE OR REPLACE FUNCTION project_free_cpu_add(p_project text, p_seconds double precision) RETURNS double precision LANGUAGE sql AS $$
  INSERT INTO project_free_cpu AS spent (project_id, hour, seconds) VALUES (p_project, date_trunc('hour', instant()), p_seconds)
    ON CONFLICT (project_id) DO UPDATE
      SET hour = excluded.hour, seconds = excluded.seconds + CASE WHEN spent.hour = excluded.hour THEN spent.seconds ELSE 0 END
    RETURNING seconds;
$$;
