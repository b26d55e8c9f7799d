/** Checks of single members, and of objects made of them. */
import { below, checkMembers, isObject, partsOf, type Problems } from '@farebox/price-rules';

export type Check = (value: unknown, at: string, problems: Problems) => void;

export const listed = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(', ');

export const is =
  (problemOf: (value: unknown) => string | null): Check =>
  (value, at, problems) => {
    const problem = problemOf(value);
    if (problem !== null) problems.add(at, problem);
  };

export const wholeTo = (most: number): Check =>
  is((value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
      ? null
      : `must be a whole number from 1 to ${most}`,
  );

export const oneOf = (words: readonly string[]): Check =>
  is((value) => (words.some((word) => word === value) ? null : `must be one of ${listed(words)}`));

export const pointer: Check = is((value) =>
  typeof value === 'string' && partsOf(value) !== null ? null : 'must be a JSON Pointer such as "/status"',
);

/** Checks each element, and reports the problem of the list itself by `problem`. */
export const listOf =
  (isElement: (value: unknown) => boolean, most: number, problem: string): Check =>
  (value, at, problems) => {
    if (!Array.isArray(value) || value.length < 1 || value.length > most || !value.every((each) => isElement(each)))
      problems.add(at, problem);
  };

/** An object with members of its own. */
export function members({
  needs = {},
  may = {},
}: {
  needs?: Readonly<Record<string, Check>>;
  may?: Readonly<Record<string, Check>>;
}): Check {
  return (value, at, problems) => {
    if (!isObject(value))
      return problems.add(at, `must be an object with ${listed(Object.keys({ ...needs, ...may }))}`);
    checkMembers(value, Object.keys(needs), { at, problems, optional: Object.keys(may) });
    for (const [name, check] of Object.entries({ ...needs, ...may })) {
      if (Object.hasOwn(value, name)) check(value[name], below(at, name), problems);
    }
  };
}
