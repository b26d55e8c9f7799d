/**
 * I12: the charge is what was agreed. The plan is the quote that the client got, line by line, for single executions, items of batches and
 * purchases of agents; no more is reserved than the client agreed to; a success is charged exactly plan × units, at least the minimum and at
 * most the hold, and its bill says so.
 */
import type { Evidence, Execution, Quoted, Step } from '../evidence.ts';
import { isTemplate } from '../forms.ts';
import { type Order, orderedIn } from '../orders.ts';
import type { Billed } from '../sold.ts';

export function checkAgreement(evidence: Evidence): string[] {
  const stepsOf = Map.groupBy(evidence.steps, ({ execution_id }) => execution_id);
  const charges = evidence.executions.flatMap((execution) => {
    const steps = stepsOf.get(execution.id) ?? [];
    return [...checkPrice(execution, steps), ...checkBill(execution, steps)];
  });
  return [...orderedIn(evidence).flatMap(([execution, order]) => checkTerms(execution, order)), ...charges];
}

function checkTerms(execution: Execution, { origin, quoted, ceilingMicros, ...order }: Order): string[] {
  const { id, maximum_micros: reserved, minimum_micros: minimum } = execution;
  if (quoted === undefined || ceilingMicros === undefined)
    return [`${id}: the client's log does not say what was agreed`];
  const found: string[] = [];
  // The ceilings of batches and agents are promises of I5.
  if (origin === 'single' && reserved > ceilingMicros)
    found.push(`${id}: ${reserved} reserved, the client agreed to ${ceilingMicros}`);
  const [held, said] = [
    [quotedAs(execution), minimum, reserved].join(' '),
    [quoted.priceVersion, quoted.minimumMicros, quoted.maximumMicros].join(' '),
  ];
  if (held !== said) found.push(`${id} is priced ${held}, the client was quoted ${said}`);
  const { priceVersion, namedMicros = quoted.maximumMicros } = order;
  if (priceVersion !== quoted.priceVersion || namedMicros !== quoted.maximumMicros)
    found.push(`${id} was requested for ${namedMicros} at ${priceVersion}, the client's own quote says otherwise`);
  return [...found, ...checkLines(execution, quoted)];
}

/** The quote of a template names its version, and no other version may be executed. */
const quotedAs = ({ tool, model, price_version: version }: Execution): string =>
  isTemplate(tool) ? `${version}.${model}` : version;

function checkLines({ id, plan }: Execution, { lines }: Quoted): string[] {
  const found = plan.flatMap(({ price }, index) => {
    const [planned, said] = [
      [price.unit, price.unitPriceMicros, price.unitsMax].join(' '),
      lines[index]?.slice(0, 3).join(' ') ?? 'nothing',
    ];
    return planned === said ? [] : [`${id}: step ${index} is priced ${planned}, the client was quoted ${said}`];
  });
  const steps = lines.filter(([unit]) => unit !== 'minimum').length;
  return steps === plan.length ? found : [...found, `${id} has ${plan.length} steps, the client was quoted ${steps}`];
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

/** The bill of a success has a line for each step, and possibly one that raises it to the minimum. */
function checkBill(
  { id, status, plan, minimum_micros: minimum, billing }: Execution,
  steps: readonly Step[],
): string[] {
  if (status !== 'succeeded') return [];
  const due = steps
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, units }): Billed => {
      const { unit = '', unitPriceMicros = '0' } = plan[index]?.price ?? {};
      const quantity = units ?? 0;
      return { step: index, unit, quantity, amountMicros: Number(unitPriceMicros) * quantity };
    });
  const lacking = minimum - due.reduce((sum, { amountMicros }) => sum + amountMicros, 0);
  const step = plan.length === 1 ? 0 : null;
  if (lacking > 0) due.push({ step, unit: 'minimum', quantity: 1, amountMicros: lacking });
  const [is, said] = [linesOf(billing ?? []), linesOf(due)];
  return is === said ? [] : [`${id} is billed ${is}, due is ${said}`];
}

const linesOf = (lines: readonly Billed[]): string =>
  lines.map(({ step, unit, quantity, amountMicros }) => [step, unit, quantity, amountMicros].join(' ')).join(', ');
