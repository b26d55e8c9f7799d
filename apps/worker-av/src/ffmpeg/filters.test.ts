/** A graph consists of our own names and numbers: no value that could be client text gets into one. */
import { expect, test } from 'vitest';
import { filter, graphText, soundOf } from './filters.ts';
import { decimal } from './number.ts';

const chain = (options: Readonly<Record<string, number | string>>, pad = 'out') =>
  graphText([{ from: [soundOf(0)], filters: [filter('anull', options)], to: [pad] }]);

test('filters are joined in the syntax of ffmpeg', () => {
  const filters = [filter('anull'), filter('anull', { one: 1.5, other: 'stereo' })] as const;
  const graph = [
    { from: [soundOf(0), soundOf(1)], filters: [filters[0]] as const, to: ['both'] },
    { from: ['both'], filters, to: ['out'] },
  ];
  expect(graphText(graph)).toBe('[0:a:0][1:a:0]anull[both];[both]anull,anull=one=1.5:other=stereo[out]');
});

test.each(["a'b", 'a:b', 'a,b', 'a;b', 'a[b', 'a=b', '../a', 'a b', '', 'a\\', '%{pts}'])(
  '%j is refused as a word',
  (value) => {
    expect(() => chain({ one: value })).toThrow('our own words');
    expect(() => chain({ [value]: 1 })).toThrow('our own words');
  },
);

test.each(["a'b", 'a,b', 'a]b', 'a;b', 'a b', 'A', ''])('%j is refused as a pad', (value) => {
  expect(() => chain({}, value)).toThrow('our own names');
});

test.each([
  [1e-7, '0'],
  [-1e-7, '0'],
  [0.000_001, '0.000001'],
  [1 / 3, '0.333333'],
  [-23, '-23'],
  [3600, '3600'],
])('%d is written as %s', (value, text) => {
  expect(decimal(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21])('%d is refused as a number', (value) => {
  expect(() => decimal(value)).toThrow('finite');
});
