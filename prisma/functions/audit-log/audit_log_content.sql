-- The text that the hash of an entry covers: every column, and the hash of the entry before it. PostgreSQL writes equal JSON values as equal text.
--
-- Arguments: the entry
-- Results: the text
-- Locks: none
-- Callers: audit_log_chained, packages/audit-log/src/store/verify.ts
CREATE OR REPLACE FUNCTION audit_log_content(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_array(
    entry.chain, entry.number, (extract(epoch FROM entry.at) * 1000)::bigint, entry.actor_kind, entry.actor, entry.act, entry.project, entry.target,
    entry.before, entry.after, entry.reason, entry.request_id, entry.idempotency_key, encode(entry.body_sha256, 'hex'), entry.response)::text;
$$;
