/** Checks the value of each keyword on its own. Bounds that are missing are found by the form of the schema. */
import { SHOWN_LINES } from '@farebox/contract';
import { below, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from '../limits.ts';
import { patternProblem } from '../pattern/safe-pattern.ts';
import { FILE_REF, type Keyword, TYPE_WORDS } from './forms.ts';

/** @returns null if the value is right, else what to write instead. */
type Check = (value: unknown) => string | null;

const wholeTo =
  (most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most
      ? null
      : `must be a whole number from 0 to ${most}`;

const number: Check = (value) => (typeof value === 'number' ? null : 'must be a number');

const SHOWN = new RegExp(SHOWN_LINES, 'u');
const text: Check = (value) =>
  typeof value === 'string' && value.length <= MANIFEST_LIMITS.descriptionCharacters && SHOWN.test(value)
    ? null
    : `must be a text of at most ${MANIFEST_LIMITS.descriptionCharacters} characters without control characters`;

const scalar: Check = (value) => {
  if (typeof value === 'string')
    return value.length <= MANIFEST_LIMITS.choiceCharacters
      ? null
      : `is longer than ${MANIFEST_LIMITS.choiceCharacters} characters`;
  return typeof value === 'number' || typeof value === 'boolean' ? null : 'must be a text, a number or a boolean';
};

/** Keywords whose value holds no schema. `properties`, `items`, `required` and `default` are read with their schema. */
const CHECKS: Readonly<Record<Exclude<Keyword, 'properties' | 'items' | 'required' | 'default' | 'enum'>, Check>> = {
  $ref: (value) => (value === FILE_REF ? null : `must be "${FILE_REF}": other references are not followed`),
  const: scalar,
  type: (value) => (typeof value === 'string' ? null : `must be one of ${TYPE_WORDS}`),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? null : 'must be a number above 0'),
  minLength: wholeTo(MANIFEST_LIMITS.characters),
  maxLength: wholeTo(MANIFEST_LIMITS.characters),
  pattern: (value) => (typeof value === 'string' ? patternProblem(value) : 'must be a regular expression in a text'),
  minItems: wholeTo(MANIFEST_LIMITS.items),
  maxItems: wholeTo(MANIFEST_LIMITS.items),
  uniqueItems: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  additionalProperties: (value) => (typeof value === 'boolean' ? null : 'must be false'),
  title: text,
  description: text,
};

/** Adds a problem for each keyword that has a wrong value. */
export function checkKeywords(schema: Readonly<Record<string, unknown>>, at: string, problems: Problems): void {
  for (const [keyword, check] of Object.entries<Check>(CHECKS)) {
    if (!Object.hasOwn(schema, keyword)) continue;
    const problem = check(schema[keyword]);
    if (problem !== null) problems.add(below(at, keyword), problem);
  }
  if (Object.hasOwn(schema, 'enum')) checkChoices(schema['enum'], below(at, 'enum'), problems);
}

function checkChoices(choices: unknown, at: string, problems: Problems): void {
  if (!Array.isArray(choices) || choices.length === 0 || choices.length > MANIFEST_LIMITS.choices)
    return problems.add(at, `must be a list of 1 to ${MANIFEST_LIMITS.choices} values`);
  choices.forEach((choice: unknown, index) => {
    const problem = scalar(choice);
    if (problem !== null) problems.add(below(at, index), problem);
  });
  if (new Set(choices.map((choice) => typeof choice)).size > 1)
    problems.add(at, 'has values of several types: write values of one type');
  if (new Set(choices).size < choices.length) problems.add(at, 'has a value twice: remove one of them');
}
