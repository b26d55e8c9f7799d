/** Tells other programs of this machine (`pnpm fixtures`, tests) where the running system is: `<data>/runtime.json`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateJson } from './private-file.ts';

export interface Runtime {
  readonly pid: number;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** JSON with TOLLGATE_KEY_PEPPER and TOLLGATE_URL_SECRET. */
  readonly secretsFile: string;
}

export const secretsFile = (dataDirectory: string): string => join(dataDirectory, 'secrets.json');

/** Disposing removes the file. A reader must still expect one that a killed supervisor has left. */
export function publishRuntime(dataDirectory: string, running: Pick<Runtime, 'baseUrl' | 'databaseUrl'>): Disposable {
  const path = join(dataDirectory, 'runtime.json');
  const runtime: Runtime = { pid: process.pid, secretsFile: secretsFile(dataDirectory), ...running };
  writePrivateJson(path, runtime);
  return { [Symbol.dispose]: () => rmSync(path, { force: true }) };
}
