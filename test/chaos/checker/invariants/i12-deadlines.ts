/**
 * I12 for the time of a run: a runner is told a deadline that is neither before the intent nor further away than the manifest says, and an execution
 * that ends by its deadline does not end long before the one that was told.
 */
import type { Evidence } from '../evidence.ts';
import { intentsIn } from '../forgotten.ts';
import { grantedMs } from '../granted.ts';
import { ownCallsIn } from '../own-calls.ts';
import type { Start } from '../runs.ts';

/** A worker computes the deadline before it sends the start, and may be held up meanwhile. */
const HELD_UP_MS = 15_000;

export function checkDeadlines(evidence: Evidence): string[] {
  const { run, runs, history } = evidence;
  if (!run.clocksAgree || run.forgotten !== null) return [];
  const intents = intentsIn(history);
  const told = Map.groupBy(runs, ({ token }) => token);
  return ownCallsIn(evidence).flatMap(({ token, manifest, execution }) => {
    const { maxRuntimeSeconds } = manifest.runner;
    const endedMs = execution.status_reason === 'deadline_exceeded' ? Date.parse(execution.finished_at ?? '') : NaN;
    const intent = intents.get(token) ?? NaN;
    return (told.get(token) ?? []).flatMap((line) => {
      if (line.kind !== 'begun' && line.kind !== 'claimed') return [];
      const { deadline } = (JSON.parse(line.body) as Start).limits;
      const ms = Date.parse(deadline ?? '');
      if (Number.isNaN(ms)) return [`the runner of ${token} was told the deadline ${deadline}`];
      const most = Date.parse(line.at) + (maxRuntimeSeconds ?? Infinity) * 1000 + HELD_UP_MS;
      if (ms < intent - HELD_UP_MS || ms > most)
        return [`the runner of ${token} was told the deadline ${deadline} at ${line.at}`];
      return grantedMs(run.machine, endedMs, ms) > HELD_UP_MS
        ? [`${token} ended by its deadline at ${execution.finished_at}, and its runner was told ${deadline}`]
        : [];
    });
  });
}
