/** Each metric, event and alert that docs/when-things-go-wrong.md names exists. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { METRICS } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { alertRules } from './monitoring/expressions.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const [, page = ''] = readFileSync(join(DOCS, 'when-things-go-wrong.md'), 'utf8').split('## For operators');
const all = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, found = '']) => found);

test('every metric that the page names exists, with the labels that it names', () => {
  const declared = new Map<string, readonly string[]>(Object.values(METRICS).map(({ name, labels }) => [name, labels]));
  const named = [...page.matchAll(/`farebox_(\w+)(?:\{([^}]*)\})?`/g)];
  expect(named.length).toBeGreaterThan(5);
  for (const [text, name = '', matchers = ''] of named) {
    const labels = [...matchers.matchAll(/(\w+)=/g)].map(([, label]) => label);
    expect(declared.get(name), text).toEqual(expect.arrayContaining(labels));
  }
});

test('every event that the page names is a label value of its metric', () => {
  const told = `${METRICS.workerEvents.help} ${METRICS.queueWakeUps.help}`;
  const named = all(/event=~?"([^"]+)"/g).flatMap((events) => events.split('\\|'));
  expect(named.length).toBeGreaterThan(3);
  for (const event of named) expect(told).toMatch(new RegExp(`\\b${event}\\b`));
});

test('every alert that the page names is a rule', () => {
  const named = all(/`([A-Z][a-z]+[A-Z]\w+)`/g);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !alertRules.some(({ alert }) => alert === name))).toEqual([]);
});
