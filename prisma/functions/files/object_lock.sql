-- Serializes decisions about an object key between the search for its row and the removal of its object.
--
-- Arguments: the key of the object in the store
-- Results: nothing
-- Locks: an advisory lock on the key until the end of the transaction
-- Callers: file_save_upload, object_take_orphans, upload_resumable_append
CREATE OR REPLACE FUNCTION object_lock(p_key text) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(p_key, 0));
$$;
