/** I1 for acts that were turned away: no operator was denied a credit, an added balance, or a refund within what was left of the charge. */
import { type Act, actsIn } from '../acting.ts';
import type { Evidence } from '../evidence.ts';

/** The amount does not fit; all other errors are about the request or the operator. */
const NOT_FITTING: ReadonlySet<number> = new Set([400, 422]);

export function checkRefused({ acts, executions }: Pick<Evidence, 'acts' | 'executions'>): string[] {
  const charged = new Map(executions.map((row) => [row.id, row.charged_micros ?? 0]));
  const all = actsIn(acts);
  return all
    .filter(
      ({ outcome, replies }) => outcome === 'refused' && replies.some(({ status = 0 }) => NOT_FITTING.has(status)),
    )
    .flatMap((act) => {
      const { kind, reference, amountMicros, executionId } = act;
      const left = kind === 'refund' ? (charged.get(executionId ?? '') ?? 0) - givenBeside(act, all) : Infinity;
      return amountMicros > 0 && amountMicros <= left
        ? [`${kind} ${reference} of ${amountMicros} was turned away, and ${left} could be given`]
        : [];
    });
}

/** Everything that is, or may be, returned of the same charge. */
const givenBeside = ({ executionId, reference }: Act, all: readonly Act[]): number =>
  all
    .filter((each) => each.executionId === executionId && each.kind === 'refund' && each.reference !== reference)
    .filter(({ outcome }) => outcome !== 'refused')
    .reduce((sum, { amountMicros }) => sum + amountMicros, 0);
