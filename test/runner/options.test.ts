import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const names = ['static', 'unit', 'e2e'];
const read = (args: string[], env: Record<string, string> = {}) => readOptions(args, env, names);

test('without arguments the quick plan runs over every suite and requires none', () => {
  expect(read([])).toMatchObject({ plan: 'quick', chosen: names, required: new Set(), shard: null, base: null });
});

test('named suites run whole, in the order of the table', () => {
  expect(read(['unit', '--', 'static'])).toMatchObject({ plan: 'full', chosen: ['static', 'unit'] });
});

test('a plan before named suites runs its parts of them', () => {
  expect(read(['quick', 'unit'])).toMatchObject({ plan: 'quick', chosen: ['unit'] });
  expect(() => read(['quick', 'full'])).toThrow('one plan at a time, not quick and full');
});

test('a shard is i/n with i from 1 to n', () => {
  expect(read(['full', '--shard', '2/6']).shard).toEqual({ index: 2, of: 6 });
  for (const wrong of ['0/6', '7/6', '2', '2/', 'a/b', '-1/2'])
    expect(() => read([`--shard=${wrong}`])).toThrow(`not "${wrong}"`);
});

test('the base of a change comes from the command line or the environment', () => {
  expect(read(['ci', '--base', 'HEAD~3']).base).toBe('HEAD~3');
  expect(read(['ci'], { FAREBOX_TEST_BASE: 'main' }).base).toBe('main');
});

test('required suites come from the command line or the environment', () => {
  expect(read(['--require', 'unit,e2e']).required).toEqual(new Set(['unit', 'e2e']));
  expect(read([], { FAREBOX_REQUIRED_SUITES: 'all' }).required).toEqual(new Set(names));
  expect(read(['unit', '--require', 'all']).required).toEqual(new Set(['unit']));
});

test('a suite that does not exist, or is required but left out, is refused', () => {
  expect(() => read(['unti'])).toThrow('there is no plan or suite "unti"');
  expect(() => read(['--require', 'unti'])).toThrow('there is no plan or suite "unti"');
  expect(() => read(['unit', '--require', 'e2e'])).toThrow('required, but not chosen to run: e2e');
});
