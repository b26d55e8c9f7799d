-- Adds the next version of a template, or finds the version with the same content and changes nothing.
--
-- Arguments: project, name, content and its SHA-256, the key of the request, whether the version becomes the active one
-- Results: the version; null if the project has 100 templates, or the template has 100 versions
-- Locks: an advisory lock on the project's templates, then the row of the template
-- Callers: packages/catalog/src/templates/store/templates.ts
CREATE OR REPLACE FUNCTION template_save(
  p_project text, p_name text, p_content json, p_sha256 bytea, p_key text, p_activate boolean, OUT version integer
) LANGUAGE plpgsql AS $$
DECLARE
  t template;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('farebox templates'), hashtext(p_project));
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
