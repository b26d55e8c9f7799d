/**
 * Secrets of runners: files of one folder, named like the secret, with one secret a line. The first signs, and all of them
 * verify. They are read at each use, so that replacing one needs no restart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerSecretProblem } from '@farebox/runner-protocol';

/** Reads the secrets of that name; null if there are none, or one is malformed. Then nothing may be sent. */
export type RunnerSecrets = (name: string) => readonly string[] | null;

/** As manifests have them: the name is never a path. */
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** @param directory empty: no runner has a secret. */
export const secretsIn =
  (directory: string): RunnerSecrets =>
  (name) => {
    if (directory === '' || !NAME.test(name)) return null;
    const lines = textOf(join(directory, name))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length > 0 && lines.every((line) => runnerSecretProblem(line) === null) ? lines : null;
  };

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
