-- Records the result of a provider call. The fifth failure in a row opens the circuit for 30 s; each failure after such a pause doubles it, up to 5 min; a
-- success closes the circuit. Calls that were open when the circuit opened do not count. A hint only: no amount depends on it.
--
-- Arguments: provider entry, whether the call succeeded, why it failed
-- Results: nothing
-- Locks: the row of provider_circuit
-- Callers: packages/providers/src/store/circuits.ts
CREATE OR REPLACE FUNCTION provider_circuit_report(p_provider text, p_ok boolean, p_failure text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_ok THEN
    UPDATE provider_circuit SET failures = 0, open_until = NULL WHERE provider = p_provider AND failures > 0;
    RETURN;
  END IF;
  INSERT INTO provider_circuit AS circuit (provider, failures, failed_at, failure) VALUES (p_provider, 1, instant(), left(p_failure, 300))
    ON CONFLICT (provider) DO UPDATE
      SET failures = least(circuit.failures + 1, 1000), failed_at = EXCLUDED.failed_at, failure = EXCLUDED.failure,
          open_until = CASE WHEN circuit.failures + 1 >= 5
            THEN now() + least(interval '30 seconds' * power(2, least(circuit.failures + 1 - 5, 10)), interval '5 minutes') END
      WHERE circuit.open_until IS NULL OR circuit.open_until <= now();
END $$;

CREATE OR REPLACE FUNCTION provider_circuit_report(p_provider text, p_ok boolean) RETURNS void LANGUAGE sql AS $$
  SELECT provider_circuit_report(p_provider, p_ok, NULL::text);
$$;
