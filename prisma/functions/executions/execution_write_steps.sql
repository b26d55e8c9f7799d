-- Writes finished steps and files. Part of execution_record and execution_finish.
--
-- Arguments: JSON array of {projectId, id, claimToken, steps: [{index, status, attempt, units, chargedMicros, costMicros, result, startedAt, finishedAt}],
--   files: [{id, step, position, sha256 (hexadecimal), mimeType, sizeBytes, width, height, durationSeconds, objectKey}]}; and the retention of files
-- Results: nothing
-- Locks: none itself: the caller holds the executions
-- Callers: execution_finish, execution_record
CREATE OR REPLACE FUNCTION execution_write_steps(p_items jsonb, p_retention interval) RETURNS void LANGUAGE sql AS $$
  INSERT INTO execution_step AS step (project_id, execution_id, index, status, attempt, claim_token, units, charged_micros, cost_micros, result, started_at, finished_at)
    SELECT item."projectId", item.id, s.index, s.status, s.attempt, item."claimToken", s.units, s."chargedMicros", s."costMicros", s.result, s."startedAt", s."finishedAt"
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, "claimToken" uuid, steps jsonb),
         jsonb_to_recordset(item.steps) AS s (index integer, status text, attempt integer, units bigint, "chargedMicros" bigint,
                                              "costMicros" bigint, result jsonb, "startedAt" timestamptz, "finishedAt" timestamptz)
    ON CONFLICT (project_id, execution_id, index) DO UPDATE
      SET status = excluded.status, attempt = excluded.attempt, claim_token = excluded.claim_token, units = excluded.units,
          charged_micros = excluded.charged_micros, cost_micros = excluded.cost_micros, result = excluded.result, started_at = excluded.started_at,
          finished_at = excluded.finished_at;
  INSERT INTO file (id, project_id, origin, execution_id, step, position, sha256, mime_type, size_bytes, width, height,
                    duration_seconds, object_key, expires_at)
    SELECT f.id, item."projectId", 'artifact', item.id, f.step, f.position, decode(f.sha256, 'hex'), f."mimeType", f."sizeBytes",
           f.width, f.height, f."durationSeconds", f."objectKey", instant() + p_retention
    FROM jsonb_to_recordset(p_items) AS item ("projectId" text, id text, files jsonb),
         jsonb_to_recordset(coalesce(item.files, '[]')) AS f (id text, step integer, position integer, sha256 text, "mimeType" text, "sizeBytes" bigint,
           width integer, height integer, "durationSeconds" double precision, "objectKey" text)
    ON CONFLICT (project_id, execution_id, step, position) WHERE origin = 'artifact' DO NOTHING;
$$;
