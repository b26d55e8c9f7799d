/** How a paid call ends, in the words of the worker. A stated cost is believed only up to what the step may cost. */
import { type Micros, minMicros } from '@tollgate/kernel';
import { CancelledExternally, OperationFailure, OutcomeUnknown, TryLater } from '@tollgate/worker';
import { FileRefused, FileUnavailable } from '../egress/fetch-file.ts';
import type { StatedCost } from '../adapter.ts';
import type { Action } from './actions.ts';
import { OutputInvalid, type Run } from './run.ts';

export const finish: Action<'finish'> = async (run) => {
  const { answer, stop, call } = run;
  switch (answer?.kind) {
    case 'succeeded':
      return deliver(run, answer);
    case 'failed':
      throw new OperationFailure(answer.reason, costOf(run, answer.cost));
    case 'cancelled':
      if (stop === 'cancel' || stop === 'deadline') throw new CancelledExternally(costOf(run, answer.cost));
      throw new OperationFailure('provider_cancelled', costOf(run, answer.cost));
    default:
      throw new Error(`nothing to finish for ${call.adapter.provider}`);
  }
};

async function deliver(run: Run, { output, cost }: Extract<Run['answer'], { kind: 'succeeded' }>) {
  try {
    return { ...(await run.call.deliver(output, run.leaving)), ...costOf(run, cost) };
  } catch (error) {
    if (error instanceof OutputInvalid || error instanceof FileRefused) {
      warn(run, error, 'what a provider made cannot be delivered');
      throw new OperationFailure('provider_output_invalid', { ...costOf(run, cost), cause: error });
    }
    if (!(error instanceof FileUnavailable)) throw error;
    warn(run, error, 'a file of a provider cannot be fetched now');
    run.event = { kind: 'output_unavailable' };
    return undefined;
  }
}

export const giveUpOutput: Action<'give_up_output'> = (run) => {
  const cost = run.answer?.kind === 'succeeded' ? run.answer.cost : null;
  return Promise.reject(new OperationFailure('provider_output_unavailable', costOf(run, cost)));
};

export const remainUnknown: Action<'unknown'> = (_run, { reason }) => Promise.reject(new OutcomeUnknown(reason));

/** Up to half as long again: what a pause has gathered does not all come back at once. */
export const tryLater: Action<'try_later'> = (_run, { afterSeconds }) =>
  Promise.reject(new TryLater(afterSeconds * (1 + Math.random() / 2)));

function costOf(run: Run, cost: StatedCost): { readonly costMicros?: Micros } {
  if (cost === null) return {};
  const { exposureMicros } = run.context.external;
  if (cost > exposureMicros) {
    const { provider } = run.call.adapter;
    const amounts = { statedMicros: String(cost), exposureMicros: String(exposureMicros) };
    run.dependencies.log.warn({ provider, ...amounts }, 'a provider states a cost above what was agreed');
  }
  return { costMicros: minMicros(cost, exposureMicros) };
}

function warn({ call, dependencies }: Run, error: Error, message: string): void {
  dependencies.log.warn({ provider: call.adapter.provider, reason: error.message }, message);
}
