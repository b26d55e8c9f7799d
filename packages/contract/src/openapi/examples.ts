/**
 * Response bodies that the conformance suite recorded from a running system. The suite also checks that current responses still have the same
 * shape. test/conformance/examples.test.ts explains how to record them again.
 */
import recorded from './recorded-examples.json' with { type: 'json' };

type Recorded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function recordedFor(operation: string, code: string) {
  const example = (recorded as Recorded)[operation]?.[code];
  return example === undefined ? {} : { example };
}
