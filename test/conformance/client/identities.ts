/** The keys of a test file. Each file has sets of its own, because 120 requests a minute and balances are per key and project. */
import { basename } from 'node:path';
import { inject } from 'vitest';
import type { Scope } from './wire.ts';

/** What `npm run --silent fixtures` prints. */
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

/** What `--wide` adds, for sentences that the keys above cannot show. */
export interface WideIdentities extends Identities {
  /** A VIEWER of the project of `key`, with every scope. */
  readonly keyViewer: string;
  /** A project whose execution is switched off. */
  readonly keySwitchedOff: string;
  /** A project with neither balance nor cap enough. */
  readonly keyCappedPoor: string;
  /** Of a live project: no simulator stands for its external services. */
  readonly keyLive: string;
}

/** @param testFile `import.meta.filename` of the test file: it decides which set, so no two files share one. */
export function identitiesOf(testFile: string): WideIdentities {
  const set = inject('identities')[basename(testFile)];
  if (set === undefined) throw new Error(`no identities were made for ${testFile}`);
  return set;
}
