-- Adds the next version of a tool, or finds the version with the same content and changes nothing. It activates no version.
--
-- Arguments: name, SHA-256 of the manifest in hexadecimal, the manifest as canonical JSON, the publisher
-- Results: the version, and whether it was added. Version null: there are 1,000 tools, or the tool has 1,000 versions
-- Locks: the caller holds tool_lock
-- Callers: packages/tools/src/store/acts.ts
CREATE OR REPLACE FUNCTION tool_publish(p_name text, p_digest text, p_manifest text, p_by text, OUT version integer, OUT is_new boolean) LANGUAGE plpgsql AS $$
BEGIN
  is_new := false;
  SELECT v.version INTO version FROM tool_version AS v WHERE v.name = p_name AND v.digest = p_digest;
  IF FOUND THEN
    RETURN;
  END IF;
  SELECT coalesce(max(v.version), 0) + 1 INTO version FROM tool_version AS v WHERE v.name = p_name;
  IF version > 1000 OR (version = 1 AND (SELECT count(*) FROM tool) >= 1000) THEN
    version := NULL;
    RETURN;
  END IF;
  is_new := true;
  INSERT INTO tool_version (name, version, digest, manifest, published_by) VALUES (p_name, version, p_digest, p_manifest, p_by);
  INSERT INTO tool (name, revision) SELECT p_name, nextval('tool_revision') WHERE version = 1;
END $$;
