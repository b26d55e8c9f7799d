/** Counts what a worker tells of itself. */
import type { Engine } from '@tollgate/kernel';
import { type Metrics, countMoney } from '@tollgate/telemetry';
import type { WorkerEvent } from '../notes.ts';

export function observeInto(metrics: Metrics, engine: Engine): (event: WorkerEvent) => void {
  return (event) => {
    switch (event.kind) {
      case 'step':
        metrics.stepDuration.observe({ operation: event.operation, outcome: event.outcome }, event.seconds);
        if (event.storedBytes > 0) metrics.artifactBytes.inc({ origin: 'execution' }, event.storedBytes);
        return;
      case 'finished':
        metrics.executionsFinished.inc({ tool: event.tool, status: event.status });
        metrics.executionDuration.observe({ tool: event.tool }, Math.max(0, event.seconds));
        countMoney(metrics, 'charged', event.chargedMicros);
        countMoney(metrics, 'released', event.releasedMicros);
        return;
      case 'running':
        metrics.looksRunning.set({ engine }, event.count);
        return;
      default:
        metrics.workerEvents.inc({ engine, event: event.kind });
    }
  };
}
