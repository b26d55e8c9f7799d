import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { suites } from '../suites.ts';
import { candidates } from './lineup.ts';
import { type Candidate, choose } from './plan.ts';

const root = join(import.meta.dirname, '../../..');

/** Suites whose parts are all heavy: a change that cannot affect them leaves them to the rotation. */
const HEAVY = ['mutants', 'conformance-services', 'recipes', 'stack'];

let parts: readonly Candidate[];
beforeAll(async () => {
  parts = await candidates(suites, { root, env: process.env });
});

const key = ({ suite, name }: Candidate): string => `${suite} ${name}`;

test('the shards of the full plan have every part of every suite exactly once', () => {
  const shards = [1, 2, 3, 4].map((index) => choose(parts, { plan: 'full', shard: { index, of: 4 } }));
  const dealt = shards.flatMap(({ chosen }) => chosen.map(({ part }) => key(part)));
  expect(dealt.toSorted()).toEqual(parts.map(key).toSorted());
  expect(new Set(parts.map(({ suite }) => suite))).toEqual(new Set(suites.map(({ name }) => name)));
});

test('every change runs parts of every suite but the heavy ones', () => {
  const always = new Set(parts.filter(({ when }) => when !== 'heavy').map(({ suite }) => suite));
  expect(suites.map(({ name }) => name).filter((name) => !always.has(name))).toEqual(HEAVY);
});

test.each(['engines', 'chaos'])('%s has heavy parts beside those that every change runs', (suite) => {
  const own = parts.filter((part) => part.suite === suite).map(({ when }) => when);
  expect(own).toContain('heavy');
  expect(own.filter((when) => when !== 'heavy')).not.toHaveLength(0);
});

test('the quick plan has the core of the conformance suite, in embedded mode', () => {
  const quick = parts.filter(({ suite, when }) => suite === 'conformance-embedded' && when === 'quick');
  expect(quick).toHaveLength(16);
});

test('each recorded duration belongs to an existing part', () => {
  const recorded = JSON.parse(readFileSync(join(root, 'test/runner/durations.json'), 'utf8')) as Record<string, object>;
  const known = new Set(parts.map(key));
  const stale = Object.entries(recorded).flatMap(([suite, some]) =>
    Object.keys(some).map((name) => `${suite} ${name}`),
  );
  expect(stale.filter((each) => !known.has(each))).toEqual([]);
});
