-- Guards the rows of runs, whatever code writes them: the first end of a run stays. Nobody else gets a run during a lease, or at all after a report of its
-- runner, if it may not be repeated: a runner begins after its first report.
--
-- Arguments: none (trigger)
-- Results: the row; raises restrict_violation (23001)
-- Locks: none
-- Callers: trigger runner_run_is_true on runner_run
CREATE OR REPLACE FUNCTION runner_run_is_true() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'ended' THEN
    IF to_jsonb(NEW) - '{read_at,kept_until}'::text[] IS DISTINCT FROM to_jsonb(OLD) - '{read_at,kept_until}'::text[] THEN
      RAISE EXCEPTION 'run % has ended, and its end stays', OLD.token USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
  END IF;
  IF (NEW.token, NEW.tool, NEW.version, NEW.idempotent, NEW.deadline, NEW.timeline) IS DISTINCT FROM (OLD.token, OLD.tool, OLD.version, OLD.idempotent, OLD.deadline, OLD.timeline) THEN
    RAISE EXCEPTION 'run % stays the run that was offered', OLD.token USING ERRCODE = 'restrict_violation';
  END IF;
  IF OLD.state = 'claimed' AND NEW.lease IS DISTINCT FROM OLD.lease
    AND (OLD.leased_until > instant() OR NOT OLD.idempotent AND OLD.reply IS NOT NULL) THEN
    RAISE EXCEPTION 'run % may have begun, and goes to no other claim', OLD.token USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER runner_run_is_true BEFORE UPDATE ON runner_run FOR EACH ROW EXECUTE FUNCTION runner_run_is_true();
