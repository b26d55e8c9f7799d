/** Counts the events of a worker. */
import type { Engine } from '@farebox/kernel';
import { type Metrics, countMoney } from '@farebox/telemetry';
import type { WorkerEvent } from '../observer.ts';

type Counted = Exclude<WorkerEvent['kind'], 'step' | 'finished' | 'running'>;

/** Each counter is reported as 0 from the start: a counter that appears with 1 shows no increase to a monitoring query. */
const COUNTED: Readonly<Record<Counted, true>> = {
  claimed: true,
  not_claimed: true,
  lost: true,
  retried: true,
  reviewed: true,
  poisoned: true,
  handed_back: true,
  handed_over: true,
};

export function observeInto(metrics: Metrics, engine: Engine): (event: WorkerEvent) => void {
  for (const event of Object.keys(COUNTED)) metrics.workerEvents.inc({ engine, event }, 0);
  return (event) => {
    switch (event.kind) {
      case 'step':
        metrics.stepDuration.observe({ operation: event.operation, outcome: event.outcome }, event.seconds);
        if (event.storedBytes > 0) metrics.artifactBytes.inc({ origin: 'execution' }, event.storedBytes);
        return;
      case 'finished':
        metrics.executionsFinished.inc({ tool: event.tool, status: event.status });
        metrics.executionDuration.observe({ tool: event.tool }, Math.max(0, event.seconds));
        if (event.isTest) return;
        countMoney(metrics, 'charged', event.chargedMicros);
        countMoney(metrics, 'released', event.releasedMicros);
        return;
      case 'running':
        metrics.executionsRunning.set({ engine }, event.count);
        return;
      default:
        metrics.workerEvents.inc({ engine, event: event.kind });
    }
  };
}
