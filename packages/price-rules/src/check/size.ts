/**
 * Refuses a price that is too large to be read, before anything else looks at it. It stops at the first value above a
 * limit, so the time is bounded whatever the document is.
 */
import type { FieldProblems } from '@farebox/contract';
import { below, memberOf } from '../pointer.ts';

/** Objects, arrays, numbers, texts and so on in one price. */
const VALUES_MAX = 4_096;
/** Levels of objects and arrays: an operator and its operands are two. */
const DEPTH_MAX = 64;
const TEXT_LENGTH_MAX = 200;

/** @returns null if the price is small enough. */
export function sizeProblem(price: unknown): FieldProblems | null {
  let values = 0;
  const visit = (value: unknown, at: string, depth: number): FieldProblems | null => {
    values += 1;
    if (values > VALUES_MAX) return { '': `has more than ${VALUES_MAX} values: write a simpler rule` };
    if (typeof value === 'string' && value.length > TEXT_LENGTH_MAX)
      return { [at]: `is longer than ${TEXT_LENGTH_MAX} characters` };
    if (typeof value !== 'object' || value === null) return null;
    if (depth > DEPTH_MAX) return { [at]: `is nested more than ${DEPTH_MAX} levels deep: write a simpler rule` };
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const found = visit(value[index], below(at, index), depth + 1);
        if (found !== null) return found;
      }
      return null;
    }
    for (const name of Object.keys(value)) {
      if (name.length > TEXT_LENGTH_MAX)
        return { [at]: `has a member whose name is longer than ${TEXT_LENGTH_MAX} characters` };
      const found = visit(memberOf(value, name), below(at, name), depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return visit(price, '', 1);
}
