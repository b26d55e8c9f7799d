/** The way of an alert from Prometheus to people: a real Alertmanager, with the routes of the repository. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Alertmanager, CONFIG, startAlertmanager } from './monitoring/alertmanager.ts';
import { alertRules } from './monitoring/expressions.ts';
import { FOLDER, startPrometheus } from './monitoring/prometheus.ts';

const ARRIVAL_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 150_000;

const readYaml = <T>(path: string): T => parse(readFileSync(path, 'utf8')) as T;
const secondsOf = (duration: string): number => Number.parseInt(duration, 10) * (duration.endsWith('m') ? 60 : 1);

const receiverOf = (alert: string, severity: string): string =>
  execFileSync(
    'amtool',
    ['config', 'routes', 'test', `--config.file=${CONFIG}`, `alertname=${alert}`, `severity=${severity}`],
    {
      encoding: 'utf8',
    },
  ).trim();

test.each(alertRules)('$alert reaches the receiver of its severity', ({ alert, labels: { severity = '' } }) => {
  expect(receiverOf(alert, severity)).toBe(severity === 'none' ? 'watchdog' : severity);
});

test('an outage of PostgreSQL pages within two minutes', () => {
  const { global } = readYaml<{
    global: { scrape_interval: string; scrape_timeout: string; evaluation_interval: string };
  }>(join(FOLDER, 'prometheus.yml'));
  const { route } = readYaml<{ route: { group_wait: string } }>(CONFIG);
  const { groups } = readYaml<{ groups: { rules: { alert: string; for?: string }[] }[] }>(join(FOLDER, 'alerts.yml'));
  const rule = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'DatabaseCannotServe');
  const { scrape_interval: scrape, scrape_timeout: reply, evaluation_interval: evaluation } = global;
  // `for` begins at one evaluation and ends at another.
  const seconds = [scrape, reply, evaluation, rule?.for ?? '', evaluation, route.group_wait].map(secondsOf);
  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(120);
});

describe('a running Alertmanager', () => {
  const running = new AsyncDisposableStack();
  let alertmanager: Alertmanager;

  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'farebox-alerting-'));
    running.defer(() => rmSync(directory, { recursive: true, force: true }));
    const started = await startAlertmanager(directory);
    if (started === null) throw new Error('prometheus-alertmanager is not installed');
    alertmanager = running.use(started);
    const prometheus = await startPrometheus(directory, [], [alertmanager.address]);
    if (prometheus === null) throw new Error('prometheus is not installed');
    running.use(prometheus);
  });
  afterAll(() => running.disposeAsync());

  test('sends the watchdog of Prometheus to its receiver', { timeout: TEST_TIMEOUT_MS }, async () => {
    // Prometheus sends again after a minute what it sent before it knew the Alertmanager; others may fire by then.
    const watchdogs = () => [...alertmanager.received].filter((each) => each.endsWith(' Watchdog'));
    await expect.poll(watchdogs, { timeout: ARRIVAL_TIMEOUT_MS }).toEqual(['watchdog Watchdog']);
  });
});
