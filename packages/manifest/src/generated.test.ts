/** Manifests of random valid parts: accepted, refused without any one of their bounds, and identified by content alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { anyManifest } from './testing/generated.ts';
import { problemsOf, read, withValue } from './testing/read-text.ts';
import { parseManifestText } from './text/parse-text.ts';

test('a manifest of valid parts is accepted', () => {
  fc.assert(
    fc.property(anyManifest, ({ document }) => {
      expect(problemsOf(document)).toEqual({});
    }),
    { numRuns: 300 },
  );
});

/** A missing lower limit is told as `minimum`, whichever keyword was removed. */
const toldAt = (bound: string): string =>
  bound.replace('exclusiveMinimum', 'minimum').replace('exclusiveMaximum', 'maximum');

test('without any one bound of its input schema it is refused at the pointer of that bound', () => {
  fc.assert(
    fc.property(anyManifest, fc.nat(), ({ document, bounds }, pick) => {
      const bound = bounds[pick % bounds.length] ?? '';
      expect(Object.keys(problemsOf(withValue(document, bound, undefined)))).toContain(toldAt(bound));
    }),
    { numRuns: 1_000 },
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

const digestOf = (text: string): string => {
  const parsed = parseManifestText(text);
  const result = read(parsed.ok ? parsed.document : null);
  return result.ok ? result.digest : `refused: ${JSON.stringify(result.problems)}`;
};

test('one content has one digest, in any order of members, with any white space, as JSON and as YAML', () => {
  fc.assert(
    fc.property(anyManifest, ({ document }) => {
      const texts = [
        JSON.stringify(document),
        JSON.stringify(reversed(document), null, 4),
        stringify(document, { aliasDuplicateObjects: false }),
        `# A comment.\n${stringify(reversed(document), { aliasDuplicateObjects: false, defaultStringType: 'QUOTE_DOUBLE' })}`,
      ];
      const [first, ...others] = texts.map(digestOf);
      expect(first).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(others)).toEqual(new Set([first]));
    }),
    { numRuns: 80 },
  );
});

test('a document with any value replaced is read or refused, without an exception', () => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(undefined, '', [], {}, -1, 1e300, '__proto__', null),
  );
  fc.assert(
    fc.property(anyManifest, fc.nat(), junk, ({ document }, pick, value) => {
      const places = pointersOf(document);
      const changed = withValue(document, places[pick % places.length] ?? '', value);
      const result = read(changed);
      expect(result.ok || Object.keys(result.problems).length > 0).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

function pointersOf(value: unknown, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
  return [at, ...Object.entries(value).flatMap(([name, member]) => pointersOf(member, `${at}/${escaped(name)}`))];
}
