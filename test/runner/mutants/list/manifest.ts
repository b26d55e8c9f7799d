/** Manifests from anybody: what they ask for is bounded, named as their own, and without secrets. */
import type { Mutant } from '../mutant.ts';

const SOURCE = 'packages/manifest/src';
const MISTAKES = [`${SOURCE}/mistakes.test.ts`] as const;
const GENERATED = [`${SOURCE}/generated.test.ts`] as const;
const HOSTILE = [`${SOURCE}/hostile.test.ts`] as const;
const PATTERNS = [`${SOURCE}/pattern/safe-pattern.test.ts`] as const;
const TEXTS = [`${SOURCE}/text/parse-text.test.ts`] as const;
const REMOVED = 'without any one bound of its input schema it is refused at the pointer of that bound';

export const manifestMutants: readonly Mutant[] = [
  {
    name: 'a manifest takes a name that looks like a tool of Farebox',
    threat: 'operator plane',
    file: `${SOURCE}/heading.ts`,
    defence: 'RESERVED_WORDS.some((reserved) => reserved === word)',
    without: 'RESERVED_WORDS.some((reserved) => reserved === name)',
    tests: [`${SOURCE}/mistakes.test.ts`, 'packages/catalog/src/reserved-names.test.ts'],
    titles: ['no such name: %s = %j', 'the name of %s, and names that begin like it, are reserved'],
  },
  {
    name: 'a manifest takes a number without a highest value',
    threat: 'I12',
    file: `${SOURCE}/input/bounds.ts`,
    defence: "if (!has('maximum', 'exclusiveMaximum'))",
    without: "if (!has('maximum', 'exclusiveMaximum', 'type'))",
    tests: GENERATED,
    titles: [REMOVED],
  },
  {
    name: 'a manifest takes a text without a longest length',
    threat: 'resource exhaustion',
    file: `${SOURCE}/input/bounds.ts`,
    defence: "if (!Object.hasOwn(schema, 'maxLength'))",
    without: "if (!Object.hasOwn(schema, 'type'))",
    tests: GENERATED,
    titles: [REMOVED],
  },
  {
    name: 'a manifest takes an object with any members',
    threat: 'resource exhaustion',
    file: `${SOURCE}/input/bounds.ts`,
    defence: "if (schema['additionalProperties'] !== false)",
    without: "if (schema['additionalProperties'] === null)",
    tests: GENERATED,
    titles: [REMOVED],
  },
  {
    name: 'a repetition within a repetition is applied to the text of clients',
    threat: 'resource exhaustion',
    file: `${SOURCE}/pattern/part.ts`,
    defence: 'if (most > 1 && share(part.further, part.first))',
    without: 'if (most > 1 && share(part.further, NONE))',
    tests: PATTERNS,
    titles: ['ambiguous: %s', 'another analysis finds each accepted expression safe, among generated ones'],
  },
  {
    name: 'repetitions in a row are applied to the text of clients',
    threat: 'resource exhaustion',
    file: `${SOURCE}/pattern/part.ts`,
    defence: 'if (share(one.further, other.first) ||',
    without: 'if (share(one.further, NONE) ||',
    tests: PATTERNS,
    titles: ['ambiguous: %s', 'another analysis finds each accepted expression safe, among generated ones'],
  },
  {
    name: 'the value of a secret is stored in a manifest',
    threat: 'leaks',
    file: `${SOURCE}/runner/secret-name.ts`,
    defence: 'parts.every((each) => PART.test(each))',
    without: "parts.every((each) => each !== '')",
    tests: [`${SOURCE}/runner/check-runner.test.ts`],
    titles: ['no name of a secret: %s'],
  },
  {
    name: 'a manifest is priced in a unit that no response may have',
    threat: 'I12',
    file: `${SOURCE}/price.ts`,
    defence: "!isUnit(price['unit'])",
    without: "price['unit'] === ''",
    tests: MISTAKES,
    titles: ['no such price: %s = %j'],
  },
  {
    name: 'the second of two members of one name decides, such as the price',
    threat: 'I12',
    file: `${SOURCE}/text/value.ts`,
    defence: 'else if (members.has(name))',
    without: 'else if (members.has(name) && problems.length > 0)',
    tests: TEXTS,
    titles: ['ambiguous text: %j'],
  },
  {
    name: 'a manifest has a number that its author did not write',
    threat: 'I12',
    file: `${SOURCE}/text/value.ts`,
    defence: "return isExactNumber(decimal) ? null : 'cannot be read exactly: write fewer digits';",
    without: "return isExactNumber(decimal) || value > 0 ? null : 'cannot be read exactly: write fewer digits';",
    tests: TEXTS,
    titles: ['ambiguous text: %j'],
  },
  {
    name: 'a manifest of any number of values is composed',
    threat: 'resource exhaustion',
    file: `${SOURCE}/text/parse-text.ts`,
    defence: 'if (count > MANIFEST_LIMITS.values) return',
    without: 'if (count > MANIFEST_LIMITS.values * 1_000) return',
    tests: HOSTILE,
    titles: ['a text of %s'],
  },
  {
    name: 'a document of any number of values is read',
    threat: 'resource exhaustion',
    file: `${SOURCE}/document.ts`,
    defence: 'if (values > MANIFEST_LIMITS.values)',
    without: 'if (values > MANIFEST_LIMITS.values * 1_000)',
    tests: HOSTILE,
    titles: ['no more of a million choices are read than a manifest may have values'],
  },
];
