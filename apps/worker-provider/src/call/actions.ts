/** Performs the core's decisions before a call has ended: journal, send, look up, cancel. */
import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '@farebox/kernel';
import { type OperationOutput, WorkStopped } from '@farebox/worker';
import type { Reply, Classification } from '../adapter.ts';
import { ResponseError } from '../http/json.ts';
import type { CallDecision } from './core/state.ts';
import { type Run, noticeStop } from './run.ts';

/** Resolves with the output when the call has ended, and with nothing if there is more to do. */
export type Action<Kind extends CallDecision['kind']> = (
  run: Run,
  decision: Extract<CallDecision, { kind: Kind }>,
) => Promise<OperationOutput | undefined>;

export const dispatch: Action<'dispatch'> = async (run, { pauseSeconds }) => {
  if (!(await paused(run, pauseSeconds))) return;
  const { external } = run.context;
  const sentMs = run.dependencies.clock.monotonicMs();
  if ((await external.dispatch(run.call.adapter.provider)) === 'refused') {
    run.event = { kind: 'refused' };
    // The journal knows of the cancel before this process does.
    run.stop ??= 'cancel';
    run.stoppedMs = sentMs;
    return;
  }
  if (run.unsettledSends === 0) run.dispatchedMs = sentMs;
  run.phase = 'dispatching';
  run.event = { kind: 'committed' };
};

export const send: Action<'send'> = async (run) => {
  const { token } = run.context.external;
  // After a pause of the process, due timers must run first, because one of them may stop the call.
  await sleep(0);
  noticeStop(run);
  if (run.stop !== null) return;
  if (!run.context.external.maySend()) {
    run.event = run.unsettledSends === 0 ? { kind: 'not_delivered', retryAfterSeconds: null } : { kind: 'ambiguous' };
    return;
  }
  run.unsettledSends++;
  run.lookups++;
  const verdict = await submitted(run, token);
  await failpoint('worker.sent.after', token.slice(0, token.lastIndexOf('.')));
  commitOutcome(run, verdict);
};

type Verdict = { readonly kind: 'replied'; readonly reply: Reply } | Classification;

/** Only its own time limit ends a call that was sent. Its response is stored even if the claim is lost meanwhile. */
async function submitted(run: Run, token: string): Promise<Verdict> {
  const { call } = run;
  try {
    return { kind: 'replied', reply: await call.submit(token, new AbortController().signal) };
  } catch (error) {
    if (error instanceof ResponseError) run.unread = error.received;
    return call.adapter.classify(error);
  }
}

function commitOutcome(run: Run, verdict: Verdict): void {
  const { adapter } = run.call;
  const isBusy = verdict.kind === 'not_delivered' && verdict.retryAfterSeconds !== null;
  const isFailing = !isBusy && (verdict.kind === 'not_delivered' || verdict.kind === 'ambiguous');
  // The bytes of too large an answer prove nothing, not even whose they are, so they neither open nor close a circuit.
  const isTooLarge = verdict.kind === 'ambiguous' && verdict.isTooLarge === true;
  if (!isTooLarge) report(run, isFailing ? verdict.reason : null);
  switch (verdict.kind) {
    case 'replied':
      return hear(run, verdict.reply);
    case 'rejected_unbilled':
      return hear(run, { ...verdict, kind: 'failed', cost: null, billed: 'none' });
    case 'rejected_billed':
      return hear(run, { ...verdict, kind: 'failed', billed: 'all' });
    case 'not_delivered':
      run.unsettledSends--;
      run.unreachable = !verdict.connected;
      run.event = verdict;
      break;
    case 'ambiguous':
      run.event = { kind: 'ambiguous' };
  }
  const { kind, reason } = verdict;
  run.dependencies.log.warn(
    { provider: adapter.provider, verdict: kind, reason },
    'a provider call failed unexpectedly',
  );
}

/** Not awaited, because the provider's response must be stored first. @param failure null if the call did not fail. */
function report({ call, dependencies }: Run, failure: string | null): void {
  const { circuits, log } = dependencies;
  const { provider } = call.adapter;
  const reported = failure === null ? circuits.report(provider, 'ok') : circuits.report(provider, 'failed', failure);
  reported.catch((error: unknown) => {
    log.warn({ err: error }, 'the outcome of a call could not be reported to its circuit');
  });
}

export const retract: Action<'retract'> = async (run, { retryAfterSeconds }) => {
  await run.context.external.undelivered();
  run.phase = 'pending';
  run.event = { kind: 'retracted', retryAfterSeconds };
};

export const recordRef: Action<'record_ref'> = async (run) => {
  if (run.ref === null) return;
  await run.context.external.submitted(run.ref);
  if (!run.context.external.found.inReview) run.phase = 'submitted';
  run.refRecorded = true;
};

/** Looks up the call, or requests its cancellation. */
export const ask = async (
  run: Run,
  { kind, pauseSeconds }: Extract<CallDecision, { kind: 'lookup' | 'poll' | 'cancel' }>,
): Promise<undefined> => {
  if (!(await paused(run, pauseSeconds))) return;
  const { adapter } = run.call;
  run.lookups++;
  if (kind === 'cancel') run.cancelAsks++;
  try {
    const reply = await (kind === 'cancel'
      ? adapter.cancel(run.ref ?? '', run.lost)
      : adapter.lookup(keyOf(run, kind), run.leaving));
    if (reply === 'absent') {
      run.event = { kind: 'absent' };
      return;
    }
    if (kind === 'cancel') run.cancelHeard = true;
    hear(run, reply);
  } catch (error) {
    run.event = { kind: 'silent' };
    if (run.leaving.aborted) return;
    const reason = error instanceof Error ? error.message : 'unknown';
    run.dependencies.log.warn(
      { provider: adapter.provider, reason },
      'a provider did not report the outcome of a call',
    );
  }
};

const keyOf = ({ ref, context }: Run, kind: 'lookup' | 'poll') =>
  kind === 'poll' && ref !== null ? { ref } : { token: context.external.token };

function hear(run: Run, reply: Reply): void {
  run.reply = reply;
  run.heardMs = run.dependencies.clock.monotonicMs();
  if ('ref' in reply && reply.ref !== null && reply.ref !== run.ref) {
    run.ref = reply.ref;
    run.refRecorded = false;
  }
  if (reply.kind === 'running' && reply.progress !== undefined) run.call.onProgress?.(reply.progress);
  run.event = { kind: reply.kind === 'running' ? 'running' : 'settled' };
}

/** False if a stop arrived meanwhile, so that the core must decide again. */
async function paused(run: Run, seconds: number): Promise<boolean> {
  const { signal } = run.context;
  const before = signal.aborted;
  // If it is aborted already, the reason is known. So pauses after a cancel are not cut short.
  await sleep(seconds * 1000, undefined, before ? {} : { signal }).catch(() => {});
  return signal.aborted === before;
}

const SIGNAL_WAIT_MS = 5000;

/** After a refusal by the journal, the signal follows within a heartbeat. Its reason decides how the execution ends. */
export const leave: Action<'stop'> = async ({ context: { signal } }) => {
  await sleep(SIGNAL_WAIT_MS, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
  throw new WorkStopped('cancel');
};
