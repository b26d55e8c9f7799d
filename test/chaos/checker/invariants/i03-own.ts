/**
 * I3 for own tools: what is on record, booked and charged for a run follows from its manifest and from an end that its runner was heard to say.
 * Units count up to the quote, a cost counts up to the step's part of the hold, and a failure costs the customer nothing unless the
 * manifest says so. A second end, and a response that nobody asked for, change nothing. If an end was taken, it alone counts.
 */
import type { Evidence, RecordedCost, Step } from '../evidence.ts';
import { hasEnded, type OwnCall, ownCallsIn } from '../own-calls.ts';
import { chargeFor, isPull } from '../own-tools.ts';
import { type Due, dueFor } from '../runs.ts';

export function checkOwnCharges(evidence: Evidence): string[] {
  const rows = Map.groupBy(evidence.recordedCosts, ({ execution_id, step }) => `${execution_id}.${step}`);
  const steps = new Map(evidence.steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  return ownCallsIn(evidence)
    .filter(hasEnded)
    .flatMap((call) => {
      const { token, tool } = call;
      const recorded = { step: steps.get(token), rows: rows.get(token) ?? [] };
      return [...checkCall(call, recorded), ...checkCharge(call, recorded)].map(
        (what) => `${token} of ${tool.name}: ${what}`,
      );
    });
}

interface Recorded {
  readonly step: Step | undefined;
  readonly rows: readonly RecordedCost[];
}

function checkCall(call: OwnCall, recorded: Recorded): string[] {
  const { step, rows } = recorded;
  const { run } = call;
  const dues = (run?.ends ?? []).map((end) => dueFor(end, run ?? { puts: new Set() }, call));
  const [row] = rows;
  const ends = run?.taken.length ?? 0;
  if (ends > 1) return [`${ends} different ends of its runner were taken`];
  if (rows.length > 1) return [`${rows.length} costs are on record`];
  const booked = row?.booked_micros ?? 0;
  if (step?.cost_micros !== undefined && (step.cost_micros ?? 0) !== booked)
    return [`${booked} booked, and the step says ${step.cost_micros}`];
  const status = step?.status ?? 'never begun';
  if (status !== 'succeeded' && status !== 'failed') return checkUnknown(dues, row);
  const isMute = status === 'failed' && dues.length === 0 && row === undefined;
  const fitting = dues.filter(
    ({ outcome, units }) => outcome === status && (status === 'failed' || units === step?.units),
  );
  if (isMute || isWithdrawn(call, recorded) || fitting.some((due) => isOnRecord(due, row))) return [];
  return [
    `${status} with ${step?.units} units and ${textOf(row)}, its runner's ends are worth ${dues.map(dueText).join(' or ') || 'nothing'}`,
  ];
}

/** A run that no runner has begun ends as cancelled, at its deadline or by a cancel. It is then certain that nobody is paid. */
function isWithdrawn({ tool, run }: OwnCall, { step, rows: [row] }: Recorded): boolean {
  const isFree = row !== undefined && row.stated_micros === null && (row.derived_micros ?? 0) === 0;
  const isCertain = isFree && row.booked_micros === 0 && row.late_micros === null;
  return step?.status === 'failed' && isPull(tool.manifest) && (run?.begun.length ?? 0) === 0 && isCertain;
}

/** Nothing is booked for an outcome that stayed unknown; its cost may become known late. */
function checkUnknown(dues: readonly Due[], row: RecordedCost | undefined): string[] {
  if (row === undefined) return [];
  const known = row.late_micros ?? row.stated_micros;
  const isStated = known === null || dues.some(({ statedMicros }) => statedMicros === known);
  return row.booked_micros === 0 && isStated ? [] : [`its outcome is unknown, and there is ${textOf(row)}`];
}

function isOnRecord({ statedMicros, bookedMicros }: Due, row: RecordedCost | undefined): boolean {
  if (statedMicros === undefined || row === undefined) return statedMicros === undefined && row === undefined;
  const { stated_micros: stated, derived_micros: derived, booked_micros: booked, late_micros: late } = row;
  return stated === statedMicros && booked === bookedMicros && (derived ?? 0) === 0 && late === null;
}

/** A success costs the units of its manifest; a failure what was booked, which other checks compare. */
function checkCharge({ execution, manifest }: OwnCall, { step }: Recorded): string[] {
  const { status, plan, charged_micros: charged } = execution;
  if (status !== 'succeeded' || plan.length !== 1) return [];
  const due = chargeFor(manifest, step?.units ?? NaN);
  return charged === due ? [] : [`charged ${charged}, and its manifest says ${due}`];
}

const textOf = (row: RecordedCost | undefined): string =>
  row === undefined
    ? 'no cost on record'
    : `${row.stated_micros} stated, ${row.derived_micros} derived, ${row.booked_micros} booked, ${row.late_micros} late`;

const dueText = ({ outcome, units, statedMicros, bookedMicros }: Due): string =>
  `${outcome} with ${units} units, ${statedMicros === undefined ? 'no cost on record' : `${statedMicros} stated, ${bookedMicros} booked`}`;
