/** I3 for the operator: a cost is on record for the service and the model that took it, by the services' own logs. */
import type { Evidence } from '../evidence.ts';

export function checkServices({ costs, recordedCosts }: Pick<Evidence, 'costs' | 'recordedCosts'>): string[] {
  const taken = Map.groupBy(costs, ({ token }) => token ?? '');
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
