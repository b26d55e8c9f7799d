/** Values that the started system passes to the tests (see system/setup.ts). */
import { basename } from 'node:path';
import { inject } from 'vitest';

/** The part of the output of `npm run --silent fixtures` that is used here. */
export interface Identities {
  /** `key` and `key2` belong to one project, `keyBurst` to another. */
  readonly key: string;
  readonly key2: string;
  readonly keyBurst: string;
}

export interface RunningSystem {
  /** Two gateways of one system. */
  readonly gatewayUrls: readonly string[];
  readonly imageWorkerPids: readonly number[];
  /** Names of the containers; empty when the engine has no image for them. */
  readonly avWorkers: readonly string[];
  /** Addresses of the servers. */
  readonly env: Readonly<Record<string, string>>;
  /** Test file → its keys: each file has its own balances and rate limits. */
  readonly identities: Readonly<Record<string, Identities>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Null when no Docker engine responds. */
    readonly system: RunningSystem | null;
  }
}

/** For `describe.skipIf`. */
export const withoutEngine = (): boolean => inject('system') === null;
export const withoutSound = (): boolean => (inject('system')?.avWorkers ?? []).length === 0;

/** Throws without a Docker engine: call it in a test or a hook, not at import. */
export function runningSystem(): RunningSystem {
  const system = inject('system');
  if (system === null) throw new Error('no Docker engine answers');
  return system;
}

export const identitiesOf = (testFile: string): Identities =>
  runningSystem().identities[basename(testFile)] as Identities;
