-- Carries out ledger commands one after the other, each in a transaction of its own, and answers for each what it came to and the balances
-- of its lane afterwards. The loop is here because a million questions over a line would measure the line.

-- Of the ledger alone: nothing here has an execution.
ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_is_booked;

CREATE PROCEDURE chaos.ledger_run(commands jsonb, lane text, INOUT outcomes text[]) LANGUAGE plpgsql AS $$
DECLARE
  command jsonb;
  said text;
BEGIN
  outcomes := '{}';
  FOR command IN SELECT value FROM jsonb_array_elements(commands) LOOP
    BEGIN
      CASE command ->> 'kind'
        WHEN 'top_up' THEN
          PERFORM ledger_top_up(command ->> 'project', (command ->> 'amount')::bigint, command ->> 'reference');
        WHEN 'reserve' THEN
          PERFORM ledger_lock(ARRAY(SELECT DISTINCT jsonb_array_elements_text(command -> 'projects')));
          PERFORM ledger_reserve(ARRAY(SELECT jsonb_array_elements_text(command -> 'projects')),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'executions')),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'amounts')::bigint), instant());
        WHEN 'settle' THEN
          PERFORM ledger_settle(ARRAY(SELECT jsonb_array_elements_text(command -> 'projects')),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'executions')),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'amounts')::bigint),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'charges')::bigint),
            ARRAY(SELECT jsonb_array_elements_text(command -> 'counted')::boolean), instant());
      END CASE;
      said := 'done';
    EXCEPTION
      WHEN check_violation THEN said := 'below_zero';
      WHEN unique_violation THEN said := 'repeated';
    END;
    COMMIT;
    outcomes := outcomes || (said || ' ' || (
      SELECT string_agg(concat_ws('/', funded_micros, available_micros, held_micros, spent_micros), ' ' ORDER BY project_id)
      FROM ledger_account WHERE starts_with(project_id, lane)));
  END LOOP;
END $$;
