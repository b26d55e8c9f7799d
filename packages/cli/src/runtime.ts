/**
 * Tells other programs of this machine (`npm run fixtures`, tests) the addresses of the running system, in
 * `<data>/runtime.json`.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Runtime {
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly operatorUrl: string;
  /** Audience of a session; null if an OpenID Connect issuer makes the sessions. */
  readonly sessionAudience: string | null;
  /** JSON file with FAREBOX_KEY_PEPPER, FAREBOX_URL_SECRET and FAREBOX_SESSION_SECRET. */
  readonly secretsFile: string;
}

export const secretsFile = (dataDirectory: string): string => join(dataDirectory, 'secrets.json');

const runtimeFile = (dataDirectory: string): string => join(dataDirectory, 'runtime.json');

export const readRuntime = (dataDirectory: string): Runtime | undefined => readPrivateJson(runtimeFile(dataDirectory));

/** Disposing removes the file. A killed supervisor leaves it behind, so readers must expect an outdated one. */
export function publishRuntime(dataDirectory: string, running: Omit<Runtime, 'pid' | 'secretsFile'>): Disposable {
  const path = runtimeFile(dataDirectory);
  const runtime: Runtime = { pid: process.pid, secretsFile: secretsFile(dataDirectory), ...running };
  writePrivateJson(path, runtime);
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
