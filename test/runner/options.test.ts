import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const names = ['static', 'unit', 'e2e'];
const read = (args: string[], env: Record<string, string> = {}) => readOptions(args, env, names);

test('without arguments every suite runs and none is required', () => {
  expect(read([])).toMatchObject({ chosen: names, required: new Set() });
});

test('named suites run in the order of the table', () => {
  expect(read(['unit', '--', 'static']).chosen).toEqual(['static', 'unit']);
});

test('required suites come from the command line or the environment', () => {
  expect(read(['--require', 'unit,e2e']).required).toEqual(new Set(['unit', 'e2e']));
  expect(read([], { TOLLGATE_REQUIRED_SUITES: 'all' }).required).toEqual(new Set(names));
});

test('a suite that does not exist, or is required but left out, is refused', () => {
  expect(() => read(['unti'])).toThrow('there is no suite "unti"');
  expect(() => read(['--require', 'unti'])).toThrow('there is no suite "unti"');
  expect(() => read(['unit', '--require', 'e2e'])).toThrow('required, but not chosen to run: e2e');
});
