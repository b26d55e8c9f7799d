-- Short timings for values without a setting: an open circuit lasts a moment instead of half a minute and more, so that executions that
-- wait for it end within a run in which a third of all provider calls fail.

CREATE FUNCTION chaos.shorten_circuit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.open_until := least(NEW.open_until, now() + interval '50 milliseconds');
  RETURN NEW;
END $$;
CREATE TRIGGER chaos_shorten BEFORE INSERT OR UPDATE ON public.provider_circuit
  FOR EACH ROW EXECUTE FUNCTION chaos.shorten_circuit();
