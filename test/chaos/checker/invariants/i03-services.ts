/**
 * I3 for the operator: a cost is on record for the service and the model that took it, by the services' own logs; for an own tool, for the tool and the
 * version that the client bought.
 */
import type { Evidence } from '../evidence.ts';
import { ownCallsIn } from '../own-calls.ts';

interface Taking {
  readonly provider: string;
  readonly model?: string;
}

export function checkServices(evidence: Evidence): string[] {
  const { costs, recordedCosts } = evidence;
  const taken = Map.groupBy<string, Taking>(costs, (cost) => (cost as Evidence['costs'][number]).token ?? '');
  for (const { token, tool } of ownCallsIn(evidence))
    taken.set(token, [{ provider: `tool-${tool.name}`, model: String(tool.version) }]);
  return recordedCosts.flatMap(({ execution_id, step, provider, model }) => {
    const own = taken.get(`${execution_id}.${step}`) ?? [];
    const isOf = own.length === 0 || own.some((cost) => cost.provider === provider && cost.model === model);
    return isOf
      ? []
      : [
          `${execution_id}.${step}: the cost of ${own[0]?.provider} ${own[0]?.model} is on record of ${provider} ${model}`,
        ];
  });
}
