/**
 * A secret that is a list: the first one makes what is new, and each one is accepted. So a secret is replaced while
 * everything runs: the new one is added behind, then moved to the front, then the old one is removed.
 */
import { invariant } from './assert.ts';

export type Secrets = readonly [first: string, ...others: string[]];

/** The secrets of a setting, in their order. */
export function secretsIn(text: string): Secrets {
  const [first, ...others] = text.split(',');
  invariant(first !== undefined, 'a text has at least one part');
  return [first, ...others];
}
