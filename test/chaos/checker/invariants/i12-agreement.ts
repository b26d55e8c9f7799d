/**
 * I12: the charge is what was agreed. The plan is the quote that the client got, line by line; no more is reserved than the client agreed to; a
 * success is charged exactly plan × units, at least the minimum and at most the hold.
 */
import type { Evidence, Execution, Quoted, Said, Step } from '../evidence.ts';

export function checkAgreement({ executions, steps, client }: Evidence): string[] {
  const stepsOf = Map.groupBy(steps, ({ execution_id }) => execution_id);
  const paid = client.filter(({ act }) => act === 'execute');
  const askedBy = Map.groupBy(paid, ({ projectId, idempotencyKey }) => `${projectId} ${idempotencyKey}`);
  return executions.flatMap((execution) => {
    const [asked] = askedBy.get(`${execution.project_id} ${execution.idempotency_key}`) ?? [];
    return [
      ...(asked === undefined ? [] : checkTerms(execution, asked)), // an execution without a request is a breach of I5
      ...checkPrice(execution, stepsOf.get(execution.id) ?? []),
    ];
  });
}

function checkTerms(execution: Execution, { quoted, ceilingMicros }: Said): string[] {
  const { id, maximum_micros: reserved, minimum_micros: minimum } = execution;
  if (quoted === undefined || ceilingMicros === undefined)
    return [`${id}: the client's log does not say what was agreed`];
  const found: string[] = [];
  if (reserved > ceilingMicros) found.push(`${id}: ${reserved} reserved, the client agreed to ${ceilingMicros}`);
  const [held, said] = [
    [quotedAs(execution), minimum, reserved].join(' '),
    [quoted.priceVersion, quoted.minimumMicros, quoted.maximumMicros].join(' '),
  ];
  if (held !== said) found.push(`${id} is priced ${held}, the client was quoted ${said}`);
  return [...found, ...checkLines(execution, quoted)];
}

/** The quote of a template names its version, and no other version may be executed. */
const quotedAs = ({ tool, model, price_version: version }: Execution): string =>
  tool.startsWith('@') ? `${version}.${model}` : version;

function checkLines({ id, plan }: Execution, { lines }: Quoted): string[] {
  return plan.flatMap(({ price }, index) => {
    const [planned, said] = [
      [price.unit, price.unitPriceMicros, price.unitsMax].join(' '),
      lines[index]?.join(' ') ?? 'nothing',
    ];
    return planned === said ? [] : [`${id}: step ${index} is priced ${planned}, the client was quoted ${said}`];
  });
}

function checkPrice(execution: Execution, steps: readonly Step[]): string[] {
  const { id, status, plan, minimum_micros: minimum, maximum_micros: maximum, charged_micros: charged } = execution;
  if (status !== 'succeeded') return [];
  const found: string[] = [];
  let measured = 0;
  for (const { index, units } of steps) {
    const price = plan[index]?.price;
    if (price === undefined || units === null || units < 1 || units > price.unitsMax)
      found.push(`${id}: step ${index} measured ${units} units, of ${price?.unitsMax} at most`);
    measured += Number(price?.unitPriceMicros ?? 0) * (units ?? 0);
  }
  const due = Math.max(minimum, Math.min(maximum, measured));
  if (charged !== due) found.push(`${id} was charged ${charged}, and plan × units is ${due}`);
  return found;
}
