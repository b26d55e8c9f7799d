/** The operators' pages name only metrics, labels, events and alerts that exist, and each alert links its own section. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PROGRAMS } from '@farebox/bundle';
import { METRICS } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { alertRules } from './monitoring/expressions.ts';

const DOCS = resolve(import.meta.dirname, '../../docs');
const ALERT_PAGES = ['alerts.md', 'alerts-servers.md'];
const textOf = (page: string): string => readFileSync(join(DOCS, page), 'utf8');
const pages = [...ALERT_PAGES, 'failures.md'].map(textOf).join('\n');
const all = (pattern: RegExp): string[] => [...pages.matchAll(pattern)].map(([, found = '']) => found);

/** The heading of each section, with its text and its page. */
const SECTIONS = new Map(
  ALERT_PAGES.flatMap((page) =>
    textOf(page)
      .split(/^### /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), { page, text }] as const),
  ),
);
const PARTS = ['**Meaning.**', '**How to see it.**', '**What to do.**'];

test('every metric that the pages name is declared, with the labels that they name', () => {
  const declared = new Map<string, readonly string[]>(Object.values(METRICS).map(({ name, labels }) => [name, labels]));
  const named = [...pages.matchAll(/`farebox_(\w+)(?:\{([^}]*)\})?`/g)];
  expect(named.length).toBeGreaterThan(5);
  for (const [text, name = '', matchers = ''] of named) {
    const labels = [...matchers.matchAll(/(\w+)=/g)].map(([, label]) => label);
    expect(declared.get(name), text).toEqual(expect.arrayContaining(labels));
  }
});

test('every event that the pages name is listed in the help of its metric', () => {
  const listed = `${METRICS.workerEvents.help} ${METRICS.queueWakeUps.help}`;
  const named = all(/event=~?"([^"]+)"/g).flatMap((events) => events.split('|'));
  expect(named.length).toBeGreaterThan(3);
  for (const event of named) expect(listed).toMatch(new RegExp(`\\b${event}\\b`));
});

test('every alert that the pages name is a rule', () => {
  const named = all(/`([A-Z][a-z]+[A-Z]\w+)`/g);
  expect(named.filter((name) => !alertRules.some(({ alert }) => alert === name))).toEqual([]);
});

test.each(alertRules)('$alert links a section that says its meaning, how to see it and what to do', (rule) => {
  const { page, text } = SECTIONS.get(rule.alert) ?? { page: '', text: '' };
  expect(rule.annotations['runbook_url']).toBe(`docs/${page}#${rule.alert.toLowerCase()}`);
  expect(PARTS.filter((part) => !text.includes(part))).toEqual([]);
  expect(text).toContain(`Severity: ${rule.labels['severity']}.`);
});

test('every section of the pages about alerts is the section of a rule', () => {
  expect([...SECTIONS.keys()].toSorted()).toEqual(alertRules.map(({ alert }) => alert).toSorted());
});

test('every program that a page starts in the image is in the image', () => {
  const operating = [...globSync('*.md', { cwd: DOCS }).map(textOf), textOf('../deploy/README.md')].join('\n');
  const started = Array.from(
    operating.matchAll(/^(?:\w+=\$\()?docker compose run ([^\n]*)$/gm),
    ([, words = '']) => words,
  );
  expect(started.length).toBeGreaterThan(2);
  for (const words of started) {
    const [, program = ''] = /^(?:--\S+ )*[\w-]+ (\S+)/.exec(words) ?? [];
    expect(Object.keys(PROGRAMS), words).toContain(program.replace(/\.mjs$/, ''));
  }
});
