/** The metrics of one app, as prom-client objects made from the table. Nothing is registered globally. */
import { statfs } from 'node:fs/promises';
import { type Micros, microsToJson } from '@farebox/kernel';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { METRICS, type MetricDeclaration } from './metric-table.ts';
import { VERSION } from './version.ts';

type Instrument<D extends MetricDeclaration> = D extends { kind: 'counter' }
  ? Counter<D['labels'][number]>
  : D extends { kind: 'gauge' }
    ? Gauge<D['labels'][number]>
    : Histogram<D['labels'][number]>;

export type Metrics = { readonly [K in keyof typeof METRICS]: Instrument<(typeof METRICS)[K]> } & {
  readonly registry: Registry;
};

const PREFIX = 'farebox_';

/** Every sample has the label `app`. */
export function createMetrics(app: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ app });
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const instruments = Object.entries(METRICS).map(([key, declaration]) => [key, instrument(declaration, registry)]);
  const metrics = { ...Object.fromEntries(instruments), registry } as Metrics;
  metrics.buildInfo.set({ version: VERSION, node: process.version }, 1);
  return metrics;
}

function instrument(declaration: MetricDeclaration, registry: Registry): Counter | Gauge | Histogram {
  const { kind, name, help, labels } = declaration;
  const shared = { name: PREFIX + name, help, labelNames: labels, registers: [registry] };
  switch (kind) {
    case 'counter':
      return new Counter(shared);
    case 'gauge':
      return new Gauge(shared);
    case 'histogram':
      return new Histogram({ ...shared, buckets: [...declaration.buckets] });
  }
}

/** Reads the numbers of a connection pool at every scrape; between scrapes they are not needed. */
export function watchConnections({ databaseConnections }: Metrics, read: () => Readonly<Record<string, number>>): void {
  const collect = (): void => {
    for (const [state, count] of Object.entries(read())) databaseConnections.set({ state }, count);
  };
  Object.assign(databaseConnections, { collect }); // prom-client calls it before it reads the gauge
}

/** Directory of the label → path. A directory that does not exist yet has no sample. Read at every scrape. */
export function watchDisks({ diskFree }: Metrics, directories: Readonly<Record<string, string>>): void {
  const collect = async (): Promise<void> => {
    for (const [directory, path] of Object.entries(directories)) {
      const found = await statfs(path).catch(() => null);
      if (found !== null && found.blocks > 0) diskFree.set({ directory }, found.bavail / found.blocks);
    }
  };
  Object.assign(diskFree, { collect });
}

/** Each scrape runs the checks. `problems` never rejects, is bounded, and has an entry for each dependency that cannot serve. */
export function watchDependencies(
  { dependencyUp }: Metrics,
  dependencies: readonly string[],
  problems: () => Promise<Readonly<Record<string, string>>>,
): void {
  const collect = async (): Promise<void> => {
    const found = await problems();
    for (const dependency of dependencies) dependencyUp.set({ dependency }, dependency in found ? 0 : 1);
  };
  Object.assign(dependencyUp, { collect });
}

export function countMoney(metrics: Metrics, movement: 'reserved' | 'charged' | 'released', amount: Micros): void {
  metrics.moneyMicros.inc({ movement }, microsToJson(amount));
}
