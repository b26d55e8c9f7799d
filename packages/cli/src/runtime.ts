/** Tells other programs of this machine (`npm run fixtures`, tests) where the running system is: `<data>/runtime.json`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Runtime {
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly operatorUrl: string;
  /** Whom a session must be for; null: sessions come from an OpenID Connect issuer, none is made here. */
  readonly sessionAudience: string | null;
  /** JSON with FAREBOX_KEY_PEPPER, FAREBOX_URL_SECRET and FAREBOX_SESSION_SECRET. */
  readonly secretsFile: string;
}

export const secretsFile = (dataDirectory: string): string => join(dataDirectory, 'secrets.json');

const runtimeFile = (dataDirectory: string): string => join(dataDirectory, 'runtime.json');

export const readRuntime = (dataDirectory: string): Runtime | undefined => readPrivateJson(runtimeFile(dataDirectory));

/** Disposing removes the file. A reader must still expect one that a killed supervisor has left. */
export function publishRuntime(dataDirectory: string, running: Omit<Runtime, 'pid' | 'secretsFile'>): Disposable {
  const path = runtimeFile(dataDirectory);
  const runtime: Runtime = { pid: process.pid, secretsFile: secretsFile(dataDirectory), ...running };
  writePrivateJson(path, runtime);
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
