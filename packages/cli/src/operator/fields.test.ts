import { Command } from 'commander';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { nullableOf, requestOf } from '../testing/request-of.ts';

const schema = Type.Object({
  name: Type.Optional(Type.String()),
  enabled: Type.Optional(Type.Boolean()),
  capMicros: Type.Optional(nullableOf(Type.Integer())),
  days: Type.Optional(Type.Integer()),
  scopes: Type.Optional(Type.Array(Type.Unsafe({ type: 'string', enum: ['a', 'b'] }))),
  project: Type.Optional(Type.String()),
});
const request = (...words: string[]) => requestOf(new Command().exitOverride(), { schema, words });

test('a boolean option is set by its name, and cleared by false', () => {
  expect(request('--enabled')).toEqual({ enabled: true });
  expect(request('--enabled', 'true')).toEqual({ enabled: true });
  expect(request('--enabled', 'false')).toEqual({ enabled: false });
  expect(() => request('--enabled', 'no')).toThrow(/choices/i);
});

test('an amount is USD, may be negative, and "none" is null where the API allows null', () => {
  expect(request('--cap', '12.5')).toEqual({ capMicros: 12_500_000 });
  expect(request('--cap', '-1.50')).toEqual({ capMicros: -1_500_000 });
  expect(request('--cap', 'none')).toEqual({ capMicros: null });
  expect(() => request('--cap', '12,5')).toThrow(/USD/);
});

test('omitted options are not sent, and a value that is not a number or not in the list is refused', () => {
  expect(request()).toEqual({});
  expect(request('--days', '3', '--scopes', 'a', 'b')).toEqual({ days: 3, scopes: ['a', 'b'] });
  expect(() => request('--days', '3d')).toThrow(/number/);
  expect(() => request('--scopes', 'c')).toThrow(/choices/i);
});

test('a field never takes the name of an option that every command has', () => {
  expect(request('--its-project', 'x')).toEqual({ project: 'x' });
});
