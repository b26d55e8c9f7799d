/** The price version of quotes: publishing a tool changes the quotes of no other tool. */
import { expect, it } from 'vitest';
import { BASE_VERSION, catalogWith, own } from '../testing/own-tools.ts';
import { quoted } from '../testing/samples.ts';

const source = { fileId: 'file_a' };
const versionOf = (tools: Parameters<typeof catalogWith>[0], ...names: readonly string[]): string => {
  const steps = names.map((tool) => ({ tool, arguments: { source } }));
  const [only] = steps;
  const request = only !== undefined && steps.length === 1 ? only : { tool: 'pipeline', arguments: { steps } };
  return quoted(catalogWith(tools), request).priceVersion;
};

const [first, second] = [own(), own({ name: 'acme-other' })];
const changed = own({ name: 'acme-other', title: 'Another title' }, 2);
const [redraw, other] = ['acme-redraw', 'acme-other'];

it('is that of the price table for built-in tools, whatever is published', () => {
  expect([[], [first], [first, second], [first, changed]].map((tools) => versionOf(tools, 'image-analyze'))).toEqual(
    Array(4).fill(BASE_VERSION),
  );
});

it('is that of the versions that the quote uses, for own tools alone and in pipelines', () => {
  const ofFirst = versionOf([first], redraw);
  expect(ofFirst).toMatch(/^\d{4}-\d{2}-\d{2}\.[0-9a-f]{8}$/);
  expect(ofFirst).not.toBe(BASE_VERSION);
  expect([versionOf([first, second], redraw), versionOf([first, changed], redraw)]).toEqual([ofFirst, ofFirst]);
  expect(versionOf([first, second], redraw, 'image-analyze', redraw)).toBe(ofFirst);
  const both = versionOf([first, second], redraw, other);
  expect(versionOf([second, first], other, redraw)).toBe(both);
  expect(new Set([ofFirst, both, versionOf([second], other), versionOf([changed], other)]).size).toBe(4);
});

it('changes with each published version in the catalog', () => {
  const versions = [[], [first], [first, second], [first, changed]].map((tools) => catalogWith(tools).priceVersion);
  expect(versions[0]).toBe(BASE_VERSION);
  expect(new Set(versions).size).toBe(4);
  expect(catalogWith([second, first]).priceVersion).toBe(versions[2]);
});

it('names the version of a tool that the accept must find active', () => {
  const { basePriceVersion, ownTools } = quoted(catalogWith([changed]), { tool: other, arguments: { source } });
  expect(basePriceVersion).toBe(BASE_VERSION);
  expect(ownTools).toMatchObject([{ name: 'acme-other', version: 2 }]);
});
