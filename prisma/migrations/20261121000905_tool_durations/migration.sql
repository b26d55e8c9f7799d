-- How long executions take: successes by tool, model and day, counted once each where the audit folds their settlements. For the catalog;
-- nothing depends on it.
CREATE TABLE tool_duration (
  tool        text COLLATE "C" NOT NULL,
  model       text COLLATE "C" NOT NULL, -- empty: the tool has none
  environment text COLLATE "C" NOT NULL, -- of the project: external tools of test projects run on a simulator
  day         date NOT NULL,             -- on which they ended, UTC
  bucket      smallint NOT NULL,         -- n: from 1.1^n to 1.1^(n+1) seconds
  runs        bigint NOT NULL,
  PRIMARY KEY (environment, day, tool, model, bucket)
);

CREATE FUNCTION tool_duration_bucket(p_duration interval) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT floor(ln(greatest(extract(epoch FROM p_duration), 0.001)) / ln(1.1))::smallint;
$$;

-- Half of the runs of the last 30 days took at most p50 seconds, 95 of 100 at most p95, each within 5 %. What has fewer than 20 runs is missing.
CREATE FUNCTION tool_durations(p_environment text) RETURNS TABLE (tool text, model text, p50 double precision, p95 double precision)
LANGUAGE sql STABLE AS $$
  SELECT tool, model, min(seconds) FILTER (WHERE upto >= total * 0.5), min(seconds) FILTER (WHERE upto >= total * 0.95)
  FROM (
    SELECT tool, model, power(1.1, bucket + 0.5)::double precision AS seconds,
           sum(sum(runs)) OVER (PARTITION BY tool, model ORDER BY bucket) AS upto, sum(sum(runs)) OVER (PARTITION BY tool, model) AS total
    FROM tool_duration WHERE environment = p_environment AND day > (instant() AT TIME ZONE 'UTC')::date - 30
    GROUP BY tool, model, bucket) AS counted
  WHERE total >= 20 GROUP BY tool, model;
$$;
