/** The keys of a test file. Each file has its own set, because rate limits and balances belong to keys and projects. */
import { basename } from 'node:path';
import { inject } from 'vitest';
import type { Scope } from './wire.ts';

/** The output of `npm run --silent fixtures`. */
export interface Identities {
  readonly baseUrl: string;
  readonly key: string;
  readonly key2: string;
  readonly keyAdmin: string;
  readonly keyOther: string;
  readonly keyPoor: string;
  readonly keyCapped: string;
  readonly keyExpired: string;
  readonly keyRevoked: string;
  readonly keysByScope: Readonly<Record<Scope, string>>;
  readonly keyBurst: string;
}

/** Added by `--wide`, for sentences that the other keys cannot show. */
export interface WideIdentities extends Identities {
  /** A VIEWER in the project of `key`, with every scope. */
  readonly keyViewer: string;
  /** A project whose execution is switched off. */
  readonly keySwitchedOff: string;
  /** A project with too little balance and too low a cap. */
  readonly keyCappedPoor: string;
  /** A live project: its external tools have no simulator. */
  readonly keyLive: string;
}

/** @param testFile `import.meta.filename` of the test file; it determines the set, so that no two files share one. */
export function identitiesOf(testFile: string): WideIdentities {
  const set = inject('identities')[basename(testFile)];
  if (set === undefined) throw new Error(`no identities were made for ${testFile}`);
  return set;
}
