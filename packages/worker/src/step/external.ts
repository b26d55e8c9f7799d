/** The journal of one step's paid external call, bound to the claim: whoever lost the execution can neither write nor send. */
import { type ClaimedExecution, type ExternalJournal, type OpenStep, heldOf } from '@tollgate/executions';
import { type Micros, failpoint, invariant, micros, minMicros, timesMicros } from '@tollgate/kernel';
import { type Held, WorkStopped, stopWork } from '../held.ts';
import type { ExternalStep } from '../operation.ts';
import { patiently } from '../patience.ts';

export interface ExternalUse {
  readonly index: number;
  readonly held: Held;
  readonly journal: ExternalJournal;
  /** Told whether an intent stands: as long as one does, the execution must not end without an outcome. */
  readonly onOpen: (open: boolean) => void;
}

const NOT_BEGUN: Omit<OpenStep, 'index'> = { phase: 'pending', ref: null, ageSeconds: 0 };

export function externalStep(claimed: ClaimedExecution, { index, held, journal, onOpen }: ExternalUse): ExternalStep {
  const { id } = held;
  const step = { ...heldOf(held), index };
  const token = `${id}.${index}`;
  const exposureMicros = exposureOf(claimed, index);
  const { phase, ref, ageSeconds } = claimed.open?.index === index ? claimed.open : NOT_BEGUN;

  /** Each is safe to repeat, and an answer that was lost would leave what was never sent looking like a call. */
  const written = <T>(write: () => Promise<T>): Promise<T> => patiently(write, () => held.stop !== 'lost');

  function mustHold(isHeld: boolean): void {
    if (isHeld) return;
    stopWork(held, 'lost');
    throw new WorkStopped('lost');
  }

  return {
    token,
    exposureMicros,
    found: { phase, ref, ageSeconds, inReview: claimed.inReview },
    async dispatch() {
      await failpoint('worker.dispatch.before', id);
      const answer = await written(() => journal.dispatch({ ...step, token, exposureMicros }));
      mustHold(answer !== 'lost');
      if (answer === 'committed') onOpen(true);
      await failpoint('worker.dispatch.after', id);
      return answer === 'committed' ? 'committed' : 'refused';
    },
    async undelivered() {
      mustHold(await written(() => journal.undelivered(step)));
      onOpen(false);
    },
    async submitted(named) {
      await failpoint('worker.submitted.before', id);
      mustHold(await written(() => journal.submitted(step, named)));
      await failpoint('worker.submitted.after', id);
    },
  };
}

/** The step's part of the hold; all of it where the step is alone. */
function exposureOf({ plan, maximumMicros }: ClaimedExecution, index: number): Micros {
  const price = plan[index]?.price;
  invariant(price !== undefined, 'a step to run is in the plan');
  if (plan.length === 1) return maximumMicros;
  return minMicros(timesMicros(micros(price.unitPriceMicros), BigInt(price.unitsMax)), maximumMicros);
}
