import { readFileSync } from 'node:fs';
import { micros } from '@farebox/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { METRICS } from './metric-table.ts';
import { type Metrics, countMoney, createMetrics, watchConnections, watchDependencies, watchDisks } from './metrics.ts';
import { type MetricsServer, serveMetrics } from './serve-metrics.ts';

let metrics: Metrics;
let server: MetricsServer;
beforeEach(async () => {
  metrics = createMetrics('gateway');
  server = await serveMetrics({ host: '127.0.0.1', port: 0, registry: metrics.registry });
});
afterEach(() => server.close());

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

const SAMPLE =
  /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_][a-z0-9_]*="(?:[^"\\\n]|\\[\\n"])*",?)*)\})? (NaN|[+-]Inf|-?[0-9.e+-]+)$/i;

/** `name{labels in alphabetical order}` → value. Throws on a line that is not in the text format. */
function parse(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const samples = new Map<string, number>();
  for (const line of text
    .split('\n')
    .filter((each) => each !== '' && !/^# (HELP|TYPE) [a-z_:][a-z0-9_:]* ./i.test(each))) {
    const match = SAMPLE.exec(line);
    if (match === null) throw new Error(`not a sample: ${line}`);
    const labels = (match[2] ?? '').match(/[a-z_0-9]+="(?:[^"\\]|\\.)*"/gi) ?? [];
    samples.set(`${match[1]}{${labels.sort().join()}}`, Number(match[3]));
  }
  return samples;
}

describe('a scrape', () => {
  test('has the text format, and contains the counted values with the label of the app', async () => {
    metrics.httpRequests.inc({ route: '/tools/{tool}', method: 'POST', status: '202' });
    metrics.httpDuration.observe({ route: '/tools/{tool}', method: 'POST' }, 0.004);
    metrics.ledgerViolations.set({ check: 'balance "sum"\n' }, 0);
    countMoney(metrics, 'reserved', micros(1_500_000));
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const samples = parse(await response.text());
    const request = 'app="gateway",method="POST",route="/tools/{tool}"';
    expect(samples.get(`farebox_http_requests_total{${request},status="202"}`)).toBe(1);
    expect(samples.get(`farebox_http_request_duration_seconds_count{${request}}`)).toBe(1);
    expect(samples.get('farebox_money_moved_micro_usd_total{app="gateway",movement="reserved"}')).toBe(1_500_000);
    expect([...samples.keys()].filter((name) => !name.startsWith('farebox_'))).toEqual([]);
    expect([...samples.keys()].some((name) => name.startsWith('farebox_nodejs_eventloop_lag_seconds{'))).toBe(true);
  });

  test('names the version of the build and of Node', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const samples = parse(await (await get('/metrics')).text());
    expect(samples.get(`farebox_build_info{app="gateway",node="${process.version}",version="${version}"}`)).toBe(1);
  });

  test('shows the state of a connection pool at the moment of the scrape', async () => {
    const pool = { active: 1, idle: 2, waiting: 0 };
    watchConnections(metrics, () => pool);
    const waiting = async () =>
      parse(await (await get('/metrics')).text()).get('farebox_database_connections{app="gateway",state="waiting"}');
    expect(await waiting()).toBe(0);
    pool.waiting = 7;
    expect(await waiting()).toBe(7);
  });

  test('asks which dependencies cannot serve, so that an outage shows without traffic', async () => {
    const problems: Record<string, string> = {};
    watchDependencies(metrics, ['database', 'artifacts'], () => Promise.resolve(problems));
    const up = async (dependency: string) =>
      parse(await (await get('/metrics')).text()).get(
        `farebox_dependency_up{app="gateway",dependency="${dependency}"}`,
      );
    expect([await up('database'), await up('artifacts')]).toEqual([1, 1]);
    problems['database'] = 'does not answer';
    expect([await up('database'), await up('artifacts')]).toEqual([0, 1]);
  });

  test('shows the free share of the disk of each directory that exists', async () => {
    watchDisks(metrics, { root: '/', spool: '/nowhere/at/all' });
    const samples = parse(await (await get('/metrics')).text());
    expect(samples.get('farebox_disk_free_ratio{app="gateway",directory="root"}')).toSatisfy(
      (ratio: number) => ratio > 0 && ratio < 1,
    );
    expect(samples.has('farebox_disk_free_ratio{app="gateway",directory="spool"}')).toBe(false);
  });

  test.each(['/', '/metrics/', '/metricsx', '/healthz'])('%s is 404 on the metrics port', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('only GET reads metrics, and responses are not cached', async () => {
    expect((await get('/metrics', { method: 'POST', body: 'x' })).status).toBe(404);
    expect((await get('/metrics')).headers.get('cache-control')).toBe('no-store');
  });

  test('a taken port is an error before anything else runs', async () => {
    const again = serveMetrics({ host: '127.0.0.1', port: server.port, registry: metrics.registry });
    await expect(again).rejects.toThrow('EADDRINUSE');
  });
});

describe('the table of metrics', () => {
  test('two apps in one process have separate metrics', () => {
    expect(() => createMetrics('keeper')).not.toThrow();
  });

  const ALLOWED =
    'route method state status outcome reason tool operation engine event task result source query origin movement check provider dependency directory version node finding';
  test.each(Object.values(METRICS))(
    '$name has unique naming, help, and labels of few known values only',
    (declaration) => {
      const { name, help, labels, kind } = declaration;
      expect(Object.values(METRICS).filter((each) => each.name === name)).toHaveLength(1);
      expect(help).toMatch(/\.$/);
      expect(labels.filter((label) => !ALLOWED.split(' ').includes(label))).toEqual([]);
      expect(name.endsWith('_total')).toBe(kind === 'counter');
    },
  );
});
