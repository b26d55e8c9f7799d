/** Small files that contain secrets: only this user can read them, and they are replaced atomically. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Undefined if there is no such file. Throws an error with the path if the file is not JSON. */
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
    throw new Error(`${path} is no longer valid JSON: restore it, or remove the data folder to start afresh`);
  }
}

export function writePrivateJson(path: string, value: unknown): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}
