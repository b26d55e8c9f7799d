/**
 * Bodies that a running system really answered, recorded by the conformance suite, which also checks that what is answered today has their
 * shape: test/conformance/examples.test.ts says how to record them again.
 */
import recorded from './recorded-examples.json' with { type: 'json' };

type Recorded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function recordedFor(operation: string, code: string) {
  const example = (recorded as Recorded)[operation]?.[code];
  return example === undefined ? {} : { example };
}
