-- Carries out ledger commands one after the other, each in its own transaction, and returns for each its outcome, the balances of its lane
-- afterwards, and the counters of capped keys. The loop is in SQL because a million round trips would measure the connection.

-- Holds that are reserved here have no execution.
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
        WHEN 'fund' THEN
          PERFORM ledger_fund(command ->> 'project', command ->> 'funding', (command ->> 'amount')::bigint, command ->> 'reference', command ->> 'execution');
        WHEN 'cap' THEN
          UPDATE project SET monthly_cap_micros = (command ->> 'amount')::bigint WHERE command ->> 'of' = 'project' AND id = command ->> 'project';
          UPDATE organization SET monthly_cap_micros = (command ->> 'amount')::bigint
            WHERE command ->> 'of' = 'organization' AND id = (SELECT organization_id FROM project WHERE project.id = command ->> 'project');
          IF command ->> 'of' = 'key' THEN
            PERFORM ledger_cap_key(command ->> 'project', command ->> 'lineage', (command ->> 'amount')::bigint);
          END IF;
        WHEN 'accept' THEN
          PERFORM ledger_lock(ARRAY(SELECT DISTINCT jsonb_array_elements_text(command -> 'projects')));
          INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version, minimum_micros, maximum_micros,
                                 plan, engine, max_runtime_seconds, run_at)
            SELECT execution, project, lineage, lineage, execution, decode(repeat('ab', 32), 'hex'), 'image-resize', '1', 0, amount::bigint,
                   '[{"name": "resize", "engine": "image", "parameters": {}}]', 'image', 60, instant()
            FROM ROWS FROM (jsonb_array_elements_text(command -> 'projects'), jsonb_array_elements_text(command -> 'executions'),
              jsonb_array_elements_text(command -> 'lineages'), jsonb_array_elements_text(command -> 'amounts')) AS item (project, execution, lineage, amount);
        WHEN 'end' THEN
          UPDATE execution SET status = 'running' WHERE (project_id, id) IN (
            SELECT * FROM ROWS FROM (jsonb_array_elements_text(command -> 'projects'), jsonb_array_elements_text(command -> 'executions')) AS item);
          UPDATE execution AS e SET status = 'failed', charged_micros = item.charge::bigint, finished_at = instant(), billing = '[]', run_at = NULL
            FROM ROWS FROM (jsonb_array_elements_text(command -> 'projects'), jsonb_array_elements_text(command -> 'executions'),
              jsonb_array_elements_text(command -> 'charges')) AS item (project, execution, charge)
            WHERE e.project_id = item.project AND e.id = item.execution;
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
      WHEN check_violation THEN said := CASE SQLERRM WHEN 'a monthly cap is reached' THEN 'capped' ELSE 'below_zero' END;
      WHEN unique_violation THEN said := 'repeated';
    END;
    COMMIT;
    outcomes := outcomes || concat_ws(' ', said,
      (SELECT string_agg(concat_ws('/', funded_micros, available_micros, held_micros, spent_micros), ' ' ORDER BY project_id)
       FROM ledger_account WHERE starts_with(project_id, lane)),
      (SELECT string_agg(concat_ws(':', k.held_micros, coalesce((SELECT sum(u.charged_micros) FROM ledger_key_usage AS u
         WHERE u.project_id = k.project_id AND u.lineage_id = k.lineage_id), 0)), ' ' ORDER BY k.project_id, k.lineage_id)
       FROM ledger_key_cap AS k WHERE starts_with(k.project_id, lane)));
  END LOOP;
END $$;
