-- Refuses invalid changes of an execution's row; execution_is_held checks new rows. A connection caches the plans of a function, but every statement parses
-- and plans the conditions of a CHECK or of a trigger's WHEN again: a function halves the time of a claim. It has a few large conditions, because evaluating
-- one costs as much as ten comparisons. An ended execution may lose its content; an open execution may not.
--
-- Arguments: none (trigger)
-- Results: the row; raises check_violation (23514) or restrict_violation (23001)
-- Locks: the row of execution_job, if the engine changes
-- Callers: trigger execution_guard on execution
CREATE OR REPLACE FUNCTION execution_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NULL AND NEW.content_deleted_at IS NULL AND NEW.epoch >= OLD.epoch AND (NEW.status = OLD.status OR execution_edge_allowed(OLD.status, NEW.status)) THEN
    IF NEW.finished_at IS NULL THEN
      IF NEW.status IN ('queued', 'running', 'needs_review') AND NEW.engine IN ('image', 'av', 'provider') AND NEW.max_runtime_seconds > 0
         AND NEW.run_at IS NOT NULL AND NEW.charged_micros IS NULL AND NEW.billing IS NULL AND NEW.local_steps IS NULL AND NEW.ended IS NULL
         AND (NEW.claim_token IS NULL) = (NEW.leased_until IS NULL) AND (NEW.claim_token IS NULL OR NEW.status <> 'queued')
         AND (NEW.status <> 'needs_review') = (NEW.review IS NULL) AND (NEW.review IS NULL) = (NEW.resolve_by IS NULL)
         AND (NEW.review IS NULL) = (NEW.review_at IS NULL) THEN
        IF NEW.engine <> OLD.engine THEN
          UPDATE execution_job AS j SET engine = NEW.engine WHERE j.project_id = OLD.project_id AND j.engine = OLD.engine AND j.id = OLD.id;
        END IF;
        RETURN NEW;
      END IF;
    ELSIF NEW.status IN ('succeeded', 'failed', 'cancelled') AND NEW.charged_micros IS NOT NULL AND NEW.charged_micros BETWEEN 0 AND NEW.maximum_micros
          AND NEW.billing IS NOT NULL AND (NEW.local_steps IS NULL OR json_typeof(NEW.local_steps) = 'array')
          AND NEW.run_at IS NULL AND NEW.claim_token IS NULL AND NEW.leased_until IS NULL
          AND NEW.review IS NULL AND NEW.review_at IS NULL AND NEW.resolve_by IS NULL THEN
      NEW.ended := nullif(NEW.status, 'succeeded');
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'execution % cannot be % as it is', NEW.id, NEW.status USING ERRCODE = 'check_violation';
  ELSIF OLD.finished_at IS NOT NULL THEN
    IF execution_is_without_content(OLD, NEW) THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'execution % is %, which is final', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  ELSIF NEW.epoch < OLD.epoch THEN
    RAISE EXCEPTION 'the epoch of execution % only rises', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RAISE EXCEPTION 'execution % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER execution_guard BEFORE UPDATE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard();
