-- Pipelines that a project keeps under a name, in versions that never change. An execution of one is that of a pipeline with another name: `tool` is `@name`
-- and `model` its version, so nothing on the way of an accept knows of templates.

CREATE TABLE template (
  project_id  text COLLATE "C" NOT NULL REFERENCES project,
  name        text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'),
  latest      integer NOT NULL CHECK (latest BETWEEN 1 AND 100),
  active      integer CHECK (active BETWEEN 1 AND latest), -- what `@name` means; null: none was activated yet
  archived_at timestamptz(3),
  updated_at  timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, name)
);

CREATE TABLE template_version (
  project_id     text COLLATE "C" NOT NULL,
  name           text COLLATE "C" NOT NULL,
  version        integer NOT NULL CHECK (version BETWEEN 1 AND 100),
  content        json NOT NULL CHECK (length(content::text) <= 131072), -- given back as it was given
  content_sha256 bytea NOT NULL CHECK (length(content_sha256) = 32),
  key_id         text COLLATE "C" NOT NULL,
  created_at     timestamptz(3) NOT NULL DEFAULT instant(),
  PRIMARY KEY (project_id, name, version),
  UNIQUE (project_id, name, content_sha256),
  FOREIGN KEY (project_id, name) REFERENCES template,
  FOREIGN KEY (project_id, key_id) REFERENCES api_key (project_id, id)
);

CREATE FUNCTION template_version_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a template never changes' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER template_version_is_final BEFORE UPDATE OR DELETE ON template_version FOR EACH ROW EXECUTE FUNCTION template_version_is_final();

-- Adds the next version, or finds the one with the same content, which changes nothing. `version` is null where the project has 100 templates, or the template
-- 100 versions. Locks: those who save in this project, one after the other; then the template.
CREATE FUNCTION template_save(
  p_project text, p_name text, p_content json, p_sha256 bytea, p_key text, p_activate boolean, OUT version integer
) LANGUAGE plpgsql AS $$
DECLARE
  t template;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('tollgate templates'), hashtext(p_project));
  SELECT v.version INTO version FROM template_version AS v WHERE v.project_id = p_project AND v.name = p_name AND v.content_sha256 = p_sha256;
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT * INTO t FROM template AS e WHERE e.project_id = p_project AND e.name = p_name FOR UPDATE;
  IF NOT FOUND THEN
    IF (SELECT count(*) FROM template AS e WHERE e.project_id = p_project) >= 100 THEN
      RETURN;
    END IF;
    version := 1;
    INSERT INTO template (project_id, name, latest, active) VALUES (p_project, p_name, 1, CASE WHEN p_activate THEN 1 END);
  ELSIF t.latest >= 100 THEN
    RETURN;
  ELSE
    version := t.latest + 1;
    UPDATE template AS e SET latest = template_save.version, active = CASE WHEN p_activate THEN template_save.version ELSE e.active END,
      archived_at = NULL, updated_at = instant() WHERE e.project_id = p_project AND e.name = p_name;
  END IF;
  INSERT INTO template_version (project_id, name, version, content, content_sha256, key_id) VALUES (p_project, p_name, version, p_content, p_sha256, p_key);
END $$;

-- As before, without templates: what one project's take is no other's to know.
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
