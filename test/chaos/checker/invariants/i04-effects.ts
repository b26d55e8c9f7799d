/** I4: at most one paid effect of a provider for each execution and step, whatever was killed, and none before its intent was on record. */
import type { Evidence } from '../evidence.ts';

export function checkEffects(evidence: Evidence): string[] {
  const { executions, steps, costs } = evidence;
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const stepOf = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const found = checkIntents(evidence);
  for (const [token, effects] of Map.groupBy(costs, (cost) => cost.token)) {
    if (token === null) found.push(`${effects.length} paid effects without a token`);
    else if (!stepOf.has(token)) found.push(`a paid effect for ${token}, of which no step knows`);
    else if (effects.length > 1) found.push(`${effects.length} paid effects for step ${token}`);
  }
  const paid = new Set(costs.map(({ token }) => token));
  for (const [token, { execution_id, index, status }] of stepOf) {
    const engine = byId.get(execution_id)?.plan[index]?.engine;
    if (engine === 'provider' && status === 'succeeded' && !paid.has(token))
      found.push(`step ${token} succeeded, and the provider knows nothing of it`);
  }
  return found;
}

/** Times of two processes are compared only where nobody has changed a clock. The provider's have milliseconds, no more. */
function checkIntents({ run, history, costs }: Evidence): string[] {
  const intents = new Map<string, number>();
  for (const { kind, new_status, execution_id, step, at } of history) {
    const token = `${execution_id}.${step}`;
    if (kind === 'step' && new_status === 'dispatching' && !intents.has(token)) intents.set(token, Date.parse(at));
  }
  return costs.flatMap(({ token, at }) => {
    const intent = intents.get(token ?? '');
    if (intent === undefined) return [`a paid effect for ${token}, and no intent of it was ever on record`];
    return run.clocksAgree && Date.parse(at) < Math.floor(intent)
      ? [`the paid effect for ${token} came ${Math.floor(intent) - Date.parse(at)} ms before its intent`]
      : [];
  });
}
