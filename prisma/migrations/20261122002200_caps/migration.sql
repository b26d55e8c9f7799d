-- Monthly caps of an organization and of a key, beside that of a project. Each counts what was settled in the UTC month and what is held.
--
-- An organization's cap is over its live projects together and binds them alone: a test project's money is play money. What its projects have used is read
-- from their accounts and roll-ups when a request is accepted, under the lock of the organization's row, so that no two projects take the same rest.
-- A key's cap is over its lineage. What such a key has used is counted from the moment at which it gets a cap; a key without one costs nothing.
-- Where no organization of a call and no key of the installation has a cap, an accept reads one row more and takes no lock more.
--
-- Locks: executions by id, accounts by project_id, organizations by id; the counters of a key are under the account of its project. An end takes no
-- lock of an organization: it never uses more of a cap than was held.

ALTER TABLE organization ADD COLUMN monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0); -- null: no cap
CREATE INDEX project_organization ON project (organization_id);

-- A lineage that has, or had, a cap; written for each of its executions by the triggers of execution.
CREATE TABLE ledger_key_cap (
  project_id         text COLLATE "C" NOT NULL REFERENCES project,
  lineage_id         text COLLATE "C" NOT NULL,
  monthly_cap_micros bigint CHECK (monthly_cap_micros >= 0), -- null: no longer
  held_micros        bigint NOT NULL CHECK (held_micros >= 0),
  PRIMARY KEY (project_id, lineage_id)
) WITH (fillfactor = 50);
CREATE TABLE ledger_key_usage (
  project_id     text COLLATE "C" NOT NULL,
  lineage_id     text COLLATE "C" NOT NULL,
  month          date NOT NULL CHECK (month = date_trunc('month', month)),
  charged_micros bigint NOT NULL CHECK (charged_micros >= 0),
  PRIMARY KEY (project_id, lineage_id, month),
  FOREIGN KEY (project_id, lineage_id) REFERENCES ledger_key_cap
) WITH (fillfactor = 50);

-- What the caps leave; below zero: they are passed; null: there is none.
CREATE FUNCTION ledger_organization_left(p_organization text, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET jit = off AS $$
  SELECT o.monthly_cap_micros - (
    SELECT coalesce(sum(a.held_micros + coalesce(u.charged_micros, 0)), 0)::bigint
    FROM project AS p JOIN ledger_account AS a ON a.project_id = p.id
    LEFT JOIN usage_month AS u ON u.project_id = p.id AND u.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
    WHERE p.organization_id = o.id AND p.environment = 'live')
  FROM organization AS o WHERE o.id = p_organization;
$$;
CREATE FUNCTION ledger_key_left(p_project text, p_lineage text, p_at timestamptz) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET jit = off AS $$
  SELECT k.monthly_cap_micros - k.held_micros - coalesce(u.charged_micros, 0)
  FROM ledger_key_cap AS k
  LEFT JOIN ledger_key_usage AS u ON u.project_id = k.project_id AND u.lineage_id = k.lineage_id AND u.month = date_trunc('month', p_at AT TIME ZONE 'UTC')::date
  WHERE k.project_id = p_project AND k.lineage_id = p_lineage;
$$;

-- Locks the organizations of these projects whose cap counts, until the end of the transaction, in one order for everybody.
CREATE FUNCTION ledger_lock_organizations(p_projects text[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM 1 FROM organization AS o
    WHERE o.monthly_cap_micros IS NOT NULL AND o.id IN (SELECT p.organization_id FROM project AS p WHERE p.id = ANY (p_projects) AND p.environment = 'live')
    ORDER BY o.id FOR NO KEY UPDATE;
END $$;

-- Whether what is held now passes the cap of an organization or of a key. A part of execution_insert.
CREATE FUNCTION ledger_shared_cap_is_passed(p_projects text[], p_lineages text[], p_at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_lock_organizations(p_projects);
  -- New statements, so they see what committed while this one waited.
  IF EXISTS (SELECT FROM (SELECT DISTINCT p.organization_id FROM project AS p WHERE p.id = ANY (p_projects) AND p.environment = 'live') AS o
             WHERE ledger_organization_left(o.organization_id, p_at) < 0) THEN
    RETURN true;
  END IF;
  RETURN EXISTS (SELECT FROM (SELECT DISTINCT * FROM unnest(p_projects, p_lineages) AS each (project_id, lineage)) AS k
                 WHERE ledger_key_left(k.project_id, k.lineage, p_at) < 0);
END $$;

-- Caps a lineage; null: no longer. The first cap counts what the lineage has used of this month, and what it has open.
CREATE FUNCTION ledger_cap_key(p_project text, p_lineage text, p_cap_micros bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  this_month timestamptz := date_trunc('month', instant() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
BEGIN
  PERFORM ledger_lock(ARRAY[p_project]);
  UPDATE ledger_key_cap SET monthly_cap_micros = p_cap_micros WHERE project_id = p_project AND lineage_id = p_lineage;
  IF FOUND OR p_cap_micros IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO ledger_key_cap (project_id, lineage_id, monthly_cap_micros, held_micros)
    SELECT p_project, p_lineage, p_cap_micros, coalesce(sum(e.maximum_micros), 0)
    FROM execution_job AS j JOIN execution AS e ON e.project_id = j.project_id AND e.id = j.id
    WHERE j.project_id = p_project AND e.key_lineage = p_lineage;
  INSERT INTO ledger_key_usage (project_id, lineage_id, month, charged_micros)
    SELECT p_project, p_lineage, this_month AT TIME ZONE 'UTC', sum(t.amount_micros)
    FROM ledger_transfer AS t JOIN execution AS e ON e.project_id = t.project_id AND e.id = t.execution_id
    WHERE t.project_id = p_project AND t.kind = 'settle' AND t.created_at >= this_month AND e.key_lineage = p_lineage
    HAVING sum(t.amount_micros) > 0;
END $$;

-- The cap that a key is given is that of its lineage. A successor that is made without one, also by a gateway that knows of none, lifts nothing.
CREATE FUNCTION api_key_is_capped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR NEW.monthly_cap_micros IS NOT NULL THEN
    PERFORM ledger_cap_key(NEW.project_id, NEW.lineage_id, NEW.monthly_cap_micros);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER api_key_is_capped AFTER INSERT OR UPDATE OF monthly_cap_micros ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_is_capped();
