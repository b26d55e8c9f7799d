/** Small files that hold secrets: readable by this user alone, replaced whole or not at all. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Undefined when there is no such file. Throws, naming it, when it does not hold JSON. */
export function readPrivateJson<T>(path: string): T | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${path} is not JSON any more: restore it, or remove the data folder to start afresh`);
  }
}

export function writePrivateJson(path: string, value: unknown): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
