-- The rest of an organization's monthly cap: the cap less the amounts that its live projects have settled in the UTC month, and their open holds.
--
-- Arguments: organization, a time in the month
-- Results: micros, negative if the cap is exceeded; null: no cap, or no such organization
-- Locks: none; a caller that decides by the result holds ledger_lock_organizations
-- Callers: execution_decide_capped, ledger_cap_is_passed, packages/ledger/src/store/usage.ts
CREATE OR REPLACE FUNCTION ledger_organization_left(p_organization text, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET jit = off AS $$
  SELECT o.monthly_cap_micros - (
    SELECT coalesce(sum(a.held_micros + coalesce(u.charged_micros, 0)), 0)::bigint
    FROM project AS p JOIN ledger_account AS a ON a.project_id = p.id
    LEFT JOIN usage_month AS u ON u.project_id = p.id AND u.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
    WHERE p.organization_id = o.id AND p.environment = 'live')
  FROM organization AS o WHERE o.id = p_organization;
$$;
