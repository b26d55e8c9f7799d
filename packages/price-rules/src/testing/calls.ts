/** Generated calls of a generated manifest, with files that are measured or known by their limits. */
import fc from 'fast-check';
import type { Call, FactValue, KnownFile } from '../call/values-of-call.ts';
import type { Fact } from '../rule.ts';
import { presenceOf, type Spec, WORDS } from './manifests.ts';

type Facts = Readonly<Record<Fact, number>>;

/** A call as data: the arguments, and the facts of each file. */
export interface Made {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Facts>>;
}

const anyFacts = ({ limits: { pixelsMax, sideMax, secondsMax, sizeBytesMax } }: Spec): fc.Arbitrary<Facts> =>
  fc.record({
    pixels: fc.integer({ min: 1, max: pixelsMax }),
    width: fc.integer({ min: 1, max: sideMax }),
    height: fc.integer({ min: 1, max: sideMax }),
    seconds: fc.double({ min: 0, max: secondsMax, noNaN: true }),
    bytes: fc.integer({ min: 0, max: sizeBytesMax }),
  });

const LETTERS = ['a', 'é', '😀', '\n'] as const;

/** Arguments that the schema of the spec allows, with defaults filled in. */
export function anyMade(spec: Spec): fc.Arbitrary<Made> {
  const { number, integer, text, list } = spec;
  const size = fc.integer({ min: integer.least, max: integer.most });
  const item = fc.record({ size, kind: fc.constantFrom(...WORDS), file: fc.constant({}) });
  const values = {
    number: fc.double({ min: number.least, max: number.most, noNaN: true }),
    integer: size,
    text: fc.string({ unit: fc.constantFrom(...LETTERS), minLength: text.least, maxLength: text.most }),
    list: fc.array(item, { minLength: list.least, maxLength: list.most }),
    word: fc.constantFrom(...WORDS),
    flag: fc.boolean(),
    angle: fc.double({ min: -720, max: 720, noNaN: true }),
    file: fc.constant({}),
  } as const satisfies Readonly<Record<keyof Omit<Spec, 'limits'>, fc.Arbitrary<unknown>>>;
  const requiredKeys = (Object.keys(values) as (keyof typeof values)[]).filter(
    (name) => presenceOf(spec[name]) !== 'optional',
  );
  const files = fc.record({
    '/file': anyFacts(spec),
    ...Object.fromEntries(Array.from({ length: list.most }, (_, n) => [`/list/${n}/file`, anyFacts(spec)])),
  });
  return fc.record({ arguments: fc.record(values, { requiredKeys, noNullPrototype: true }), files });
}

/** The call with each file as it is. */
export const measured = ({ arguments: input, files }: Made): Call => ({
  arguments: input,
  files: new Map(Object.entries(files)),
});

/** The call with each file as it is known before it is made: between a part of each fact and its limit. */
export const foreseen = (made: Made, { limits }: Spec, part: number): Call => {
  const between = (least: number, most: number): FactValue => ({ least: Math.max(1, Math.floor(least * part)), most });
  const known = ({ pixels, width, height, seconds, bytes }: Facts): KnownFile => ({
    pixels: between(pixels, limits.pixelsMax),
    width: between(width, limits.sideMax),
    height: between(height, limits.sideMax),
    seconds: { least: 0, most: Math.max(seconds, limits.secondsMax * part) },
    bytes: { least: 0, most: Math.max(bytes, Math.floor(limits.sizeBytesMax * part)) },
  });
  return { ...measured(made), files: new Map(Object.entries(made.files).map(([at, facts]) => [at, known(facts)])) };
};
