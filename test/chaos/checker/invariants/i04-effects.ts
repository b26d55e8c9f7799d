/** I4: at most one paid effect of a provider for each execution and step, whatever was killed, and none without an intent. */
import type { Evidence } from '../evidence.ts';

export function checkEffects({ executions, steps, costs }: Evidence): string[] {
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const stepOf = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const found: string[] = [];
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
