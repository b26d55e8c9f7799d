-- The suite adds a history to its own database: triggers record every change of a status, a claim or a step, so that the checker sees the whole
-- way of an execution and not only its end. The system neither reads it nor knows of it; the apps' role may write it only through these triggers.

CREATE SCHEMA chaos;

CREATE TABLE chaos.history (
  seq             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),
  began           timestamptz NOT NULL DEFAULT now(), -- the transaction, whose instant is that of all it writes
  application     text NOT NULL DEFAULT current_setting('application_name'),
  kind            text NOT NULL, -- execution, step
  execution_id    text NOT NULL,
  step            integer,
  old_status      text,
  new_status      text NOT NULL,
  old_epoch       integer,
  new_epoch       integer, -- of an execution
  claim_token     uuid, -- of an execution: who holds it; of a step: who wrote it
  execution_claim uuid, -- of a step: who held its execution when it was written
  resolve_by      timestamptz -- of the review that begins or ends with it
);

CREATE FUNCTION chaos.record_execution() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO chaos.history (kind, execution_id, new_status, new_epoch) VALUES ('execution', NEW.id, NEW.status, NEW.epoch);
  ELSIF (NEW.status, NEW.epoch, NEW.claim_token) IS DISTINCT FROM (OLD.status, OLD.epoch, OLD.claim_token) THEN
    INSERT INTO chaos.history (kind, execution_id, old_status, new_status, old_epoch, new_epoch, claim_token, resolve_by)
      VALUES ('execution', NEW.id, OLD.status, NEW.status, OLD.epoch, NEW.epoch, NEW.claim_token, coalesce(OLD.resolve_by, NEW.resolve_by));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chaos_record AFTER INSERT OR UPDATE ON public.execution FOR EACH ROW EXECUTE FUNCTION chaos.record_execution();

CREATE FUNCTION chaos.record_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  INSERT INTO chaos.history (kind, execution_id, step, old_status, new_status, claim_token, execution_claim)
    SELECT 'step', NEW.execution_id, NEW.index, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status END, NEW.status,
           NEW.claim_token, e.claim_token
    FROM public.execution AS e WHERE e.project_id = NEW.project_id AND e.id = NEW.execution_id;
  RETURN NULL;
END $$;
CREATE TRIGGER chaos_record AFTER INSERT OR UPDATE ON public.execution_step FOR EACH ROW EXECUTE FUNCTION chaos.record_step();
