/** What the started system hands to the tests (see system/setup.ts). */
import { basename } from 'node:path';
import { inject } from 'vitest';

/** The part of what `npm run --silent fixtures` prints that is used here. */
export interface Identities {
  /** `key` and `key2` are of one project, `keyBurst` is of another. */
  readonly key: string;
  readonly key2: string;
  readonly keyBurst: string;
}

export interface RunningSystem {
  /** Two gateways of one system. */
  readonly gatewayUrls: readonly string[];
  readonly imageWorkerPids: readonly number[];
  /** Names of the containers; none on an engine that has no image for them. */
  readonly avWorkers: readonly string[];
  /** Where the servers are. */
  readonly env: Readonly<Record<string, string>>;
  /** Test file → its keys: each file has balances and rate limits of its own. */
  readonly identities: Readonly<Record<string, Identities>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Null where no Docker engine answers. */
    readonly system: RunningSystem | null;
  }
}

/** For `describe.skipIf`. */
export const withoutEngine = (): boolean => inject('system') === null;
export const withoutSound = (): boolean => (inject('system')?.avWorkers ?? []).length === 0;

/** Throws where there is none: ask in a test or a hook, not while a file is read. */
export function runningSystem(): RunningSystem {
  const system = inject('system');
  if (system === null) throw new Error('no Docker engine answers');
  return system;
}

export const identitiesOf = (testFile: string): Identities =>
  runningSystem().identities[basename(testFile)] as Identities;
