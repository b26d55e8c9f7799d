/**
 * I4: at most one paid effect of a provider for each execution and step, whatever was killed, and none before its intent was recorded. If a failover
 * has lost the intent, the step is looked up before anything else.
 */
import type { Change, Cost, Evidence } from '../evidence.ts';
import { executionOf, type Forgotten, forgottenIn, intentsIn } from '../forgotten.ts';

export function checkEffects(evidence: Evidence): string[] {
  const { executions, steps } = evidence;
  const costs = effectsIn(evidence);
  const byId = new Map(executions.map((execution) => [execution.id, execution]));
  const stepOf = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  const forgotten = forgottenIn(evidence);
  const found = checkIntents(evidence, forgotten);
  for (const [token, effects] of Map.groupBy(costs, (cost) => cost.token)) {
    if (token === null) found.push(`${effects.length} paid effects without a token`);
    else if (!stepOf.has(token) && !forgotten.isGone(executionOf(token)))
      found.push(`a paid effect for ${token}, of which no step knows`);
    else if (effects.length > 1) found.push(`${effects.length} paid effects for step ${token}`);
  }
  const paid = new Set(costs.map(({ token }) => token));
  for (const [token, { execution_id, index, status }] of stepOf) {
    const engine = byId.get(execution_id)?.plan[index]?.engine;
    if (engine === 'provider' && status === 'succeeded' && !paid.has(token))
      found.push(`step ${token} succeeded, and the provider knows nothing of it`);
  }
  return found;
}

/** Calls that providers charged, and work that the runner of own tools began. */
const effectsIn = ({ costs, runs }: Evidence): readonly Pick<Cost, 'token' | 'at'>[] => [
  ...costs,
  ...runs.filter(({ kind }) => kind === 'begun'),
];

/** Times of two processes are compared only if the run changed no clock. */
function checkIntents(evidence: Evidence, forgotten: Forgotten): string[] {
  const { run, history } = evidence;
  const intents = intentsIn(history);
  const found = effectsIn(evidence).flatMap(({ token, at }) => {
    if (forgotten.isGone(executionOf(token)) || forgotten.sent.has(token ?? '')) return [];
    const intent = intents.get(token ?? '');
    if (intent === undefined) return [`a paid effect for ${token}, and no intent of it was ever on record`];
    return run.clocksAgree && Date.parse(at) < intent
      ? [`the paid effect for ${token} came ${intent - Date.parse(at)} ms before its intent`]
      : [];
  });
  return [...found, ...checkLookedUp(history, forgotten)];
}

/**
 * The first record of a forgotten call after the failover is an unknown outcome, not another intent. It may be the outcome itself
 * only if its writer has held the execution since before the failover: the worker that sent the call need not look it up.
 */
function checkLookedUp(history: readonly Change[], { sent, isAfter }: Forgotten): string[] {
  const after = new Map<string, Change>();
  const holders = new Map<string, string | null>();
  for (const change of history) {
    const { kind, execution_id, step, at } = change;
    const token = `${execution_id}.${step}`;
    if (kind === 'step' && isAfter(at) && !after.has(token)) after.set(token, change);
    if (kind === 'execution' && !isAfter(at)) holders.set(execution_id, change.claim_token);
  }
  return [...sent].flatMap((token) => {
    const first = after.get(token);
    const isKnown = first !== undefined && isOutcomeOf(first, holders.get(first.execution_id) ?? null);
    return first?.new_status === 'unknown' || isKnown
      ? []
      : [`the call for ${token} was forgotten, and was not looked up before all else`];
  });
}

const OUTCOMES: ReadonlySet<string> = new Set(['submitted', 'succeeded', 'failed']);

const isOutcomeOf = ({ new_status, claim_token }: Change, holder: string | null): boolean =>
  holder !== null && claim_token === holder && OUTCOMES.has(new_status);
