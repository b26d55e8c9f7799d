/** Runners that are asked for late costs, by the changes of tools that a worker reads at its start and later. */
import { manifestOf } from '@farebox/tools/testing';
import type { ToolChange } from '@farebox/tools';
import { expect, test } from 'vitest';
import { createAskedRunners } from './asked.ts';
import type { RunnerSettings } from './entries.ts';

const settings = {
  secrets: () => ['secret'],
  egress: { privateHosts: ['127.0.0.1'] },
  callMs: 1_000,
  unknownSeconds: 1,
  clock: { now: () => new Date(0), monotonicMs: () => 0 },
} as unknown as RunnerSettings;

const stored = (name: string, version: number) => ({
  name,
  version,
  digest: '',
  manifest: JSON.stringify(manifestOf(name)),
});
const change = (name: string, revision: number, active: number | null): ToolChange => ({
  name,
  revision,
  active: active === null ? null : stored(name, active),
  isRetired: active === null,
});

/** A worker whose database has these changes of tools, and costs that await a statement, as `provider@version`. */
function workerWith(tools: ToolChange[], pending: string[]) {
  const [versions, queries] = [[] as string[], [] as (readonly string[])[]];
  const reader = {
    changes: (after: number) =>
      Promise.resolve({ timeline: 1, tools: tools.filter(({ revision }) => revision > after) }),
    version(name: string, version: number) {
      versions.push(`${name}@${version}`);
      return Promise.resolve(stored(name, version));
    },
  };
  const awaited = (providers: readonly string[]) => {
    queries.push(providers);
    return Promise.resolve(
      new Map(pending.map((each) => each.split('@') as [string, string]).filter(([name]) => providers.includes(name))),
    );
  };
  const asked = createAskedRunners({ reader, awaited, settings });
  const names = async () => (await asked()).map(({ provider }) => provider);
  return { names, versions, queries };
}

test('a worker that starts after a tool was retired asks the version whose cost is awaited', async () => {
  const { names, versions } = workerWith([change('acme-old', 1, null), change('acme-new', 2, 1)], ['tool-acme-old@3']);
  expect(await names()).toEqual(['tool-acme-new', 'tool-acme-old']);
  expect(await names()).toEqual(['tool-acme-new', 'tool-acme-old']);
  expect(versions).toEqual(['acme-old@3']);
});

test('a retired tool without such a cost is not asked, until there is one', async () => {
  const pending: string[] = [];
  const { names, versions } = workerWith([change('acme-old', 1, null)], pending);
  expect([await names(), versions]).toEqual([[], []]);
  pending.push('tool-acme-old@2');
  expect([await names(), versions]).toEqual([['tool-acme-old'], ['acme-old@2']]);
});

test('a tool that is on offer again is asked as any other, and its costs are not searched for', async () => {
  const tools = [change('acme-old', 1, null)];
  const { names, versions, queries } = workerWith(tools, []);
  expect(await names()).toEqual([]);
  tools.push(change('acme-old', 2, 4));
  expect([await names(), versions]).toEqual([['tool-acme-old'], []]);
  expect(queries).toEqual([['tool-acme-old']]);
});
