-- Issues a key for the runners of a tool.
--
-- Arguments: id, tool, name, public id, HMAC of the secret, mark of its pepper, who issues it, the most keys that a tool has
-- Results: issued, no_tool, or too_many
-- Locks: keys of one tool are issued one after the other, until the end of the transaction
-- Callers: packages/tools/src/store/runner-keys.ts
CREATE OR REPLACE FUNCTION runner_key_issue(p_id text, p_tool text, p_name text, p_public_id text, p_secret_hmac bytea, p_pepper_mark text, p_by text,
                                            p_most integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM tool AS t WHERE t.name = p_tool) THEN
    RETURN 'no_tool';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('runner_key ' || p_tool, 0));
  IF (SELECT count(*) FROM runner_key AS k WHERE k.tool = p_tool AND k.revoked_at IS NULL) >= p_most THEN
    RETURN 'too_many';
  END IF;
  INSERT INTO runner_key (id, tool, name, public_id, secret_hmac, pepper_mark, created_by)
    VALUES (p_id, p_tool, p_name, p_public_id, p_secret_hmac, p_pepper_mark, p_by);
  RETURN 'issued';
END $$;
