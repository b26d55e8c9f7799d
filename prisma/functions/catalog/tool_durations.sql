-- Run times by tool and model: of the runs of the last 30 days half took at most p50 seconds and 95 % at most p95, each within 5 %. Templates are excluded,
-- because the run times of one project's template must not be visible to other projects.
--
-- Arguments: the environment of the projects: live or test
-- Results: one row per tool and model with at least 20 runs
-- Locks: none
-- Callers: packages/executions/src/store/durations.ts
CREATE OR REPLACE FUNCTION tool_durations(p_environment text) RETURNS TABLE (tool text, model text, p50 double precision, p95 double precision)
LANGUAGE sql STABLE AS $$
  SELECT tool, model, min(seconds) FILTER (WHERE upto >= total * 0.5), min(seconds) FILTER (WHERE upto >= total * 0.95)
  FROM (
    SELECT tool, model, power(1.1, bucket + 0.5)::double precision AS seconds,
           sum(sum(runs)) OVER (PARTITION BY tool, model ORDER BY bucket) AS upto, sum(sum(runs)) OVER (PARTITION BY tool, model) AS total
    FROM tool_duration WHERE environment = p_environment AND day > (instant() AT TIME ZONE 'UTC')::date - 30 AND tool NOT LIKE '@%'
    GROUP BY tool, model, bucket) AS counted
  WHERE total >= 20 GROUP BY tool, model;
$$;
