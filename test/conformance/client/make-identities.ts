/** Runs the `fixtures` command against the running system, as anyone would: in a process of its own, reading its one line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { WideIdentities } from './identities.ts';

const run = promisify(execFile);
const command = join(import.meta.dirname, '..', 'fixtures', 'main.ts');

export async function makeIdentities(options: readonly string[]): Promise<WideIdentities> {
  return JSON.parse(await fixtures(options)) as WideIdentities;
}

/** What the command printed on standard output. */
export async function fixtures(options: readonly string[]): Promise<string> {
  const env = { ...process.env, ...inject('fixturesEnv') };
  const { stdout } = await run(process.execPath, [command, ...options, ...inject('fixturesArgs')], { env });
  return stdout;
}
