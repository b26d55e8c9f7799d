/** The apps of a system without running processes: a plan of faults needs only their names. */
import { createProcess } from '../system/process.ts';
import type { App, AppName, Counts } from '../system/apps.ts';

export const appsOf = (counts: Counts): readonly App[] =>
  (Object.entries(counts) as [AppName, number][]).flatMap(([app, count]) =>
    Array.from({ length: count }, (_, index) => ({
      app,
      process: createProcess({ name: `${app}-${index + 1}`, command: [], env: {}, logs: '' }),
      proxies: {},
      metricsUrl: '',
      url: null,
      operatorUrl: null,
    })),
  );
