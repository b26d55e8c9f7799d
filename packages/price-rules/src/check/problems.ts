/** Problems by JSON Pointer into the price, each with what to write instead. The first of a place stays. */
import type { FieldProblems } from '@farebox/contract';

/** A person mends a few at a time, and a hostile document must not fill a response. */
const PROBLEMS_MAX = 50;

export interface Problems {
  add(at: string, text: string): void;
  /** Whether any was found. */
  readonly isEmpty: boolean;
  /** By pointer. */
  readonly told: FieldProblems;
}

export function createProblems(): Problems {
  const found = new Map<string, string>();
  return {
    add(at, text) {
      if (!found.has(at) && found.size < PROBLEMS_MAX) found.set(at, text);
    },
    get isEmpty() {
      return found.size === 0;
    },
    get told() {
      return Object.fromEntries(found);
    },
  };
}
