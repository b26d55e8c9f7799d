/** Dashboard and alerts against a real Prometheus that scrapes a real system under load: every expression returns data. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { METRICS } from '@farebox/telemetry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { untilAllHaveSamples } from './monitoring/samples.ts';
import { alertRules, alertVectors, dashboard, panelExpressions, selectors } from './monitoring/expressions.ts';
import { FOLDER, type Prometheus, type Sample, startPrometheus, type Target } from './monitoring/prometheus.ts';
import { type Load, startLoad } from './system/load.ts';
import { startSystem } from './system/system.ts';

const readYaml = <T>(path: string): T => parse(readFileSync(path, 'utf8')) as T;

const { global } = readYaml<{ global: { scrape_interval: string } }>(join(FOLDER, 'prometheus.yml'));
const PANELS = panelExpressions(global.scrape_interval);
const ALERTS = alertVectors();
/** The alert that tells a service elsewhere that alerts arrive. */
const ALWAYS = 'Watchdog';

describe('under load', () => {
  const running = new AsyncDisposableStack();
  let load: Load;
  let prometheus: Prometheus;
  let targets: readonly Target[];
  let replies: ReadonlyMap<string, readonly Sample[]>;

  beforeAll(async () => {
    const system = await startSystem();
    if (system === null) throw new Error('redis-server is not installed');
    running.use(system);
    targets = system.metrics;
    const started = await startPrometheus(system.directory, targets);
    if (started === null) throw new Error('prometheus is not installed');
    prometheus = running.use(started);
    load = startLoad(system);
    replies = await untilAllHaveSamples(prometheus, [...PANELS, ...ALERTS]);
  });
  afterAll(() => running.disposeAsync());

  test('every process is a target, and its scrape succeeds', async () => {
    const { activeTargets } = await prometheus.ask<{ activeTargets: { health: string; labels: { job: string } }[] }>(
      'targets',
    );
    const jobs = activeTargets.map(({ health, labels }) => `${labels.job} ${health}`);
    expect(jobs.toSorted()).toEqual(targets.map(({ app }) => `${app} up`).toSorted());
  });

  test.each(PANELS)('the panel "$owner" shows data', ({ text }) => {
    expect(replies.get(text), text).not.toEqual([]);
  });

  test.each(ALERTS)('the expression of the alert $owner has samples to compare', ({ text }) => {
    expect(replies.get(text), text).not.toEqual([]);
  });

  test('every metric and every label that an expression names exists', async () => {
    for (const { metric, labels } of selectors([...PANELS, ...ALERTS])) {
      const known = await prometheus.ask<string[]>(`labels?match[]=${metric}`);
      expect(known, metric).toEqual(expect.arrayContaining(['__name__', ...labels]));
    }
  });

  test('no alert but the watchdog fires on a healthy system', async () => {
    const { groups } = await prometheus.ask<{ groups: { rules: { name: string; health: string; state: string }[] }[] }>(
      'rules',
    );
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.map(({ name }) => name).toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted());
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(rules.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([ALWAYS]);
  });

  test('the load completed its rounds', async () => {
    await load.stop();
  });
});

describe('the alert rules', () => {
  const promtool = (...args: string[]): string =>
    execFileSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' });

  test('are well formed, and so is the configuration that loads them', () => {
    expect(promtool('check', 'rules', join(FOLDER, 'alerts.yml'))).toContain('SUCCESS');
    expect(promtool('check', 'config', join(FOLDER, 'prometheus.yml'))).toContain('SUCCESS');
  });

  test('fire in the cases that should fire, and stay quiet in the others', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  test('each has a case that fires, a case that does not, a severity and a summary', () => {
    const { tests } = readYaml<AlertTests>(join(import.meta.dirname, 'alerts.test.yml'));
    const cases = tests.flatMap(({ promql_expr_test: all }) => all.map((each) => [each.expr, each.exp_samples.length]));
    for (const { alert, labels, annotations } of alertRules) {
      const firing = `ALERTS{alertname="${alert}", alertstate="firing"}`;
      const expected =
        alert === ALWAYS
          ? [[firing, 1]]
          : [
              [firing, 1],
              [firing, 0],
            ];
      expect(cases).toEqual(expect.arrayContaining(expected));
      expect(alert === ALWAYS ? ['none'] : ['page', 'ticket'], alert).toContain(labels['severity']);
      expect(annotations['summary'], alert).toMatch(/\.$/);
    }
  });
});

interface AlertTests {
  readonly tests: readonly {
    readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly unknown[] }[];
  }[];
}

interface Sources {
  readonly datasources: readonly [{ readonly uid: string; readonly jsonData: { readonly timeInterval: string } }];
}

describe('the dashboard', () => {
  const sources = readYaml<Sources>(join(FOLDER, '../grafana/provisioning/datasources/prometheus.yaml'));
  const [provisioned] = sources.datasources;
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');

  test('has panels with unique ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test.each(Object.values(METRICS))('shows $name', ({ name }) => {
    const looked = [...PANELS, ...ALERTS].some(({ text }) =>
      new RegExp(`\\bfarebox_${name}(_bucket|_sum|_count)?\\b`).test(text),
    );
    expect(looked).toBe(true);
  });

  test('has the scrape interval of the configuration, which its rates need', () => {
    expect(provisioned.jsonData.timeInterval).toBe(global.scrape_interval);
  });

  test('has a row in the README for each of its rows', () => {
    const readme = readFileSync(join(FOLDER, '../README.md'), 'utf8');
    const rows = dashboard.panels.filter(({ type }) => type === 'row');
    expect(rows.length).toBeGreaterThan(3);
    for (const { title } of rows) expect(readme).toContain(`| ${title} |`);
  });

  test.each(panels)('the panel "$title" has a description, a unit and the provisioned data source', (panel) => {
    const { description, datasource, targets, fieldConfig } = panel;
    expect(description).toMatch(/\.$/);
    expect(fieldConfig?.defaults.unit).toBeTypeOf('string');
    expect(datasource?.uid).toBe(provisioned.uid);
    expect(targets?.length).toBeGreaterThan(0);
  });
});
