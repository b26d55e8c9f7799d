/**
 * Ends a provider call with the worker's outcome types. A stated cost is believed only up to the maximum cost of the
 * step.
 */
import { bookedCost } from '@farebox/executions';
import { ZERO_MICROS } from '@farebox/kernel';
import {
  CancelledExternally,
  type CostOptions,
  OperationFailure,
  OutcomeUnknown,
  TryLater,
  retryWhileLacking,
} from '@farebox/worker';
import { FileRefused, FileUnavailable } from '../egress/fetch-file.ts';
import type { ProviderOutput, StatedCost } from '../adapter.ts';
import type { Action } from './actions.ts';
import type { Work } from '../tariff/tariff.ts';
import { NothingSent, OutputInvalid, type Run } from './run.ts';

export const finish: Action<'finish'> = async (run) => {
  const { reply, stop, call } = run;
  switch (reply?.kind) {
    case 'succeeded':
      return deliver(run, reply);
    case 'failed':
      throw new OperationFailure(reply.reason, unlessFree(run, await replied(run, reply, reply.billed)));
    case 'cancelled': {
      const cost = unlessFree(run, await costOf(run, reply, 'cancelled'));
      if (stop === 'cancel' || stop === 'deadline') throw new CancelledExternally(cost);
      throw new OperationFailure('provider_cancelled', { ...cost, isReply: true });
    }
    default:
      throw new Error(`nothing to finish for ${call.adapter.provider}`);
  }
};

async function deliver(run: Run, reply: Extract<Run['reply'], { kind: 'succeeded' }>) {
  try {
    const delivered = await retryWhileLacking(() => run.call.deliver(reply.output, run.departing), {
      signal: run.departing,
      onFault: (error) => warn(run, error, 'the output of a provider does not fit on this disk; trying again'),
    });
    return { ...delivered, ...(await costOf(run, reply, 'all')) };
  } catch (error) {
    if (error instanceof OutputInvalid || error instanceof FileRefused) {
      warn(run, error, 'the output of a provider cannot be delivered');
      const received = (error instanceof OutputInvalid ? error.received : undefined) ?? textOf(reply.output);
      throw new OperationFailure('provider_output_invalid', {
        ...(await undelivered(run, reply)),
        received,
        cause: error,
      });
    }
    if (!(error instanceof FileUnavailable)) throw error;
    warn(run, error, 'a file of a provider cannot be downloaded now');
    run.event = { kind: 'output_unavailable' };
    return undefined;
  }
}

/** The cost is on record, and the operator bears it if failures of this tool cost nothing. */
const unlessFree = <T extends CostOptions>({ call: { chargesFailures = true } }: Run, ended: T): T =>
  chargesFailures || ended.costMicros === undefined ? ended : { ...ended, costMicros: ZERO_MICROS };

/** After a cancel the customer pays what arose, as for every cancelled call: nothing, if failures of this tool are free. */
export const giveUpOutput: Action<'give_up_output'> = async (run) => {
  const { reply, stop } = run;
  if (reply?.kind !== 'succeeded') throw new OperationFailure('provider_output_unavailable', { isReply: true });
  const cost = stop === 'cancel' ? unlessFree(run, await replied(run, reply, 'all')) : await undelivered(run, reply);
  throw new OperationFailure('provider_output_unavailable', cost);
};

/** The response without its file, for the operator. */
const textOf = ({ files, text, raw }: ProviderOutput): Buffer =>
  raw ?? Buffer.from(text ?? JSON.stringify(files.map((file) => ('url' in file ? file.url : 'bytes'))));

export const remainUnknown: Action<'unknown'> = ({ unread }, { reason }) =>
  Promise.reject(new OutcomeUnknown(reason, { received: unread }));

/** Adds up to half of the pause at random, so that waiting calls do not all return at once. */
export const tryLater: Action<'try_later'> = (run, { afterSeconds }) => {
  const seconds = afterSeconds * (1 + Math.random() / 2);
  const isNothingSent = run.phase === 'pending' && run.unsettledSends === 0 && (run.circuitOpen || run.unreachable);
  return Promise.reject(isNothingSent ? new NothingSent(seconds) : new TryLater(seconds));
};

interface Ended {
  readonly cost: StatedCost;
  readonly ranMicroseconds?: bigint;
}

const replied = async (run: Run, ended: Ended, work: Work) => ({
  ...(await costOf(run, ended, work)),
  isReply: true,
});

/** The cost is on record, and the operator bears it: the customer did not get what was paid for. */
async function undelivered(run: Run, reply: Ended) {
  const ended = await replied(run, reply, 'all');
  if (run.dependencies.chargesUndelivered || ended.costMicros === undefined) return ended;
  return { ...ended, costMicros: ZERO_MICROS };
}

/**
 * The stated cost, else the cost by the tariff, because completed work is not free. Both are kept beside the booked
 * cost.
 */
async function costOf(run: Run, { cost, ranMicroseconds }: Ended, work: Work): Promise<CostOptions> {
  if (work === 'none') return {};
  const { provider } = run.call.adapter;
  const { exposureMicros } = run.context.external;
  const derivedMicros = await run.call.derive({ work, seconds: ranMicroseconds ?? seenMicroseconds(run) });
  const costMicros = bookedCost({ statedMicros: cost, derivedMicros }, exposureMicros);
  if (costMicros === null) return {};
  const arisen = cost ?? derivedMicros ?? costMicros;
  if (arisen > exposureMicros) {
    const amounts = { costMicros: String(arisen), isStated: cost !== null, exposureMicros: String(exposureMicros) };
    run.dependencies.log.warn({ provider, ...amounts }, 'a provider call costs more than the limit');
  }
  const { model, adapter, invoiceSeconds } = run.call;
  const canBeAsked = adapter.supports.lookupByRef || adapter.supports.lookupByToken;
  const invoiceAfterSeconds = cost === null && canBeAsked ? invoiceSeconds : null;
  return { costMicros, basis: { provider, model, statedMicros: cost, derivedMicros, invoiceAfterSeconds } };
}

/** Time since the intent was committed: at least as long as the provider can have worked on it. */
const seenMicroseconds = ({ dispatchedMs, dependencies }: Run): bigint =>
  BigInt(Math.max(0, Math.round((dependencies.clock.monotonicMs() - dispatchedMs) * 1000)));

function warn({ call, dependencies }: Run, error: unknown, message: string): void {
  const reason = error instanceof Error ? error.message : 'unknown';
  dependencies.log.warn({ provider: call.adapter.provider, reason }, message);
}
