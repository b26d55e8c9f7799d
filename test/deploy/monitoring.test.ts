/** Dashboard and alerts against a real Prometheus that scrapes a real system under load: no expression asks for nothing. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  alertRules,
  alertVectors,
  dashboard,
  type Expression,
  panelExpressions,
  selectors,
} from './monitoring/expressions.ts';
import { FOLDER, type Prometheus, type Sample, startPrometheus, type Target } from './monitoring/prometheus.ts';
import { type Load, startLoad } from './system/load.ts';
import { startSystem } from './system/system.ts';

const SCRAPE_SECONDS = 10;
const PANELS = panelExpressions(SCRAPE_SECONDS);
const ALERTS = alertVectors();
/** Four scrapes: a rate needs two that have seen the load. */
const DATA_TIMEOUT_MS = 60_000;

describe('under load', () => {
  const running = new AsyncDisposableStack();
  let load: Load;
  let prometheus: Prometheus;
  let targets: readonly Target[];
  let answers: ReadonlyMap<string, readonly Sample[]>;

  beforeAll(async () => {
    const system = await startSystem();
    if (system === null) throw new Error('redis-server is not installed');
    running.use(system);
    targets = system.metrics;
    const started = await startPrometheus(system.directory, targets);
    if (started === null) throw new Error('prometheus is not installed');
    prometheus = running.use(started);
    load = startLoad(system);
    answers = await untilAllAnswer(prometheus, [...PANELS, ...ALERTS]);
  }, 110_000);
  afterAll(() => running.disposeAsync());

  test('every process is a target, and answers its scrape', async () => {
    const { activeTargets } = await prometheus.ask<{ activeTargets: { health: string; labels: { job: string } }[] }>(
      'targets',
    );
    const jobs = activeTargets.map(({ health, labels }) => `${labels.job} ${health}`);
    expect(jobs.toSorted()).toEqual(targets.map(({ app }) => `${app} up`).toSorted());
  });

  test.each(PANELS)('the panel "$place" shows data', ({ text }) => {
    expect(answers.get(text), text).not.toEqual([]);
  });

  test.each(ALERTS)('the alert $place compares something', ({ text }) => {
    expect(answers.get(text), text).not.toEqual([]);
  });

  test('every metric and every label that an expression names exists', async () => {
    for (const { metric, labels } of selectors([...PANELS, ...ALERTS])) {
      const known = await prometheus.ask<string[]>(`labels?match[]=${metric}`);
      expect(known, metric).toEqual(expect.arrayContaining(['__name__', ...labels]));
    }
  });

  test('no alert is about to fire where all is well', async () => {
    const { groups } = await prometheus.ask<{ groups: { rules: { name: string; health: string; state: string }[] }[] }>(
      'rules',
    );
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.map(({ name }) => name).toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted());
    expect(rules.filter(({ health, state }) => health !== 'ok' || state === 'firing')).toEqual([]);
  });

  test('the load did what it says', async () => {
    await load.stop();
  });
});

/** Asks again for what had no answer yet. NaN is no answer: a quantile of nothing. */
async function untilAllAnswer(
  prometheus: Prometheus,
  expressions: readonly Expression[],
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const answers = new Map<string, readonly Sample[]>();
  const deadline = performance.now() + DATA_TIMEOUT_MS;
  while (performance.now() < deadline) {
    for (const { text } of expressions) {
      if ((answers.get(text) ?? []).length > 0) continue;
      answers.set(
        text,
        (await prometheus.query(text)).filter(({ value }) => !Number.isNaN(value)),
      );
    }
    if ([...answers.values()].every((samples) => samples.length > 0)) break;
    await pause(1_000);
  }
  return answers;
}

describe('the alert rules', () => {
  const promtool = (...args: string[]): string =>
    execFileSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' });

  test('are well formed, and so is the configuration that loads them', () => {
    expect(promtool('check', 'rules', join(FOLDER, 'alerts.yml'))).toContain('SUCCESS');
    expect(promtool('check', 'config', join(FOLDER, 'prometheus.yml'))).toContain('SUCCESS');
  });

  test('fire when they should and stay quiet when they should not', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  test('each has a case that fires, a case that does not, a severity and a summary', () => {
    const { tests } = parse(readFileSync(join(import.meta.dirname, 'alerts.test.yml'), 'utf8')) as AlertTests;
    const cases = tests.flatMap(({ promql_expr_test: all }) => all.map((each) => [each.expr, each.exp_samples.length]));
    for (const { alert, labels, annotations } of alertRules) {
      const firing = `ALERTS{alertname="${alert}", alertstate="firing"}`;
      expect(cases).toContainEqual([firing, 1]);
      expect(cases).toContainEqual([firing, 0]);
      expect(['page', 'ticket'], alert).toContain(labels['severity']);
      expect(annotations['summary'], alert).toMatch(/\.$/);
    }
  });
});

interface AlertTests {
  readonly tests: readonly {
    readonly promql_expr_test: readonly { readonly expr: string; readonly exp_samples: readonly unknown[] }[];
  }[];
}

describe('the dashboard', () => {
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');

  test('has panels that do not overlap, with ids of their own', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test.each(panels)('"$title" says what it means, has a unit, and asks the provisioned source', (panel) => {
    const { description, datasource, targets, fieldConfig } = panel;
    expect(description).toMatch(/\.$/);
    expect(fieldConfig?.defaults.unit).toBeTypeOf('string');
    expect(datasource?.uid).toBe(provisionedUid());
    expect(targets?.length).toBeGreaterThan(0);
  });
});

function provisionedUid(): string {
  const file = join(FOLDER, '../grafana/provisioning/datasources/prometheus.yaml');
  const { datasources } = parse(readFileSync(file, 'utf8')) as { datasources: [{ uid: string }] };
  return datasources[0].uid;
}
