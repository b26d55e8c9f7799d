/** Counts and times requests by route pattern. The requested path never becomes a label. */
import type { Endpoint } from '@farebox/contract';
import type { Metrics } from '@farebox/telemetry';

export type Observe = (httpStatus: number, durationMs: number) => void;
export type ObserveRoute = (route: Pick<Endpoint, 'path' | 'method'>) => Observe;

/** Looks up the metrics' children once for each route and status, not for each request. */
export const observeWith =
  ({ httpRequests, httpDuration }: Metrics): ObserveRoute =>
  ({ path, method }) => {
    const duration = httpDuration.labels({ route: path, method });
    const counters = new Map<number, { inc: () => void }>();
    return (status, durationMs) => {
      let counter = counters.get(status);
      if (counter === undefined)
        counters.set(status, (counter = httpRequests.labels({ route: path, method, status: String(status) })));
      counter.inc();
      duration.observe(durationMs / 1000);
    };
  };
