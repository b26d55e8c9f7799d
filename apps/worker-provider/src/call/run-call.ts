/**
 * Runs a provider call to its end: gets a decision from the core, performs it, notes the result, and repeats. Every
 * rule about money is in the core; this file only performs decisions.
 */
import { InvariantError } from '@farebox/kernel';
import type { OperationContext, OperationOutput } from '@farebox/worker';
import { type Action, ask, dispatch, leave, recordRef, retract, send } from './actions.ts';
import { decide } from './core/decide.ts';
import type { CallDecision } from './core/state.ts';
import { finish, giveUpOutput, remainUnknown, tryLater } from './endings.ts';
import { type CallDependencies, type PaidCall, newRun, noticeStop, stateOf } from './run.ts';

/** Far more than any deadline permits at one lookup in five seconds. */
const TURNS_MAX = 20_000;

/**
 * Rejects with the outcome types of @farebox/worker: OperationFailure, CancelledExternally, OutcomeUnknown, TryLater,
 * WorkStopped.
 */
export async function runPaidCall(
  context: Pick<OperationContext, 'external' | 'signal'>,
  call: PaidCall,
  dependencies: CallDependencies,
): Promise<OperationOutput> {
  const run = newRun(context, call, dependencies);
  if (run.phase === 'pending') run.circuitOpen = await isCircuitOpen(call.adapter.provider, dependencies);
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    noticeStop(run);
    const decision = decide(stateOf(run), dependencies.bounds);
    const output = await (ACTIONS[decision.kind] as Action<CallDecision['kind']>)(run, decision);
    if (output !== undefined) return output;
  }
  throw new InvariantError('a provider call ends');
}

const ACTIONS: { readonly [Kind in CallDecision['kind']]: Action<Kind> } = {
  dispatch,
  send,
  retract,
  record_ref: recordRef,
  lookup: ask,
  poll: ask,
  cancel: ask,
  finish,
  give_up_output: giveUpOutput,
  unknown: remainUnknown,
  try_later: tryLater,
  stop: leave,
};

/** If the circuit cannot be read, it counts as closed. */
async function isCircuitOpen(provider: string, { circuits, log }: CallDependencies): Promise<boolean> {
  try {
    return (await circuits.open()).has(provider);
  } catch (error) {
    log.warn({ err: error }, 'the circuits could not be read');
    return false;
  }
}
