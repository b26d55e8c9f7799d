/** Runs the `fixtures` command against the running system as a user would: in a process of its own, reading its one line. */
import { join } from 'node:path';
import { runProcess } from '@farebox/testing';
import { inject } from 'vitest';
import type { WideIdentities } from './identities.ts';

const command = join(import.meta.dirname, '..', 'fixtures', 'main.ts');

export async function makeIdentities(options: readonly string[]): Promise<WideIdentities> {
  return JSON.parse(await fixtures(options)) as WideIdentities;
}

/** Returns the standard output of the command. */
export async function fixtures(options: readonly string[]): Promise<string> {
  const args = [command, ...options, ...inject('fixturesArgs')];
  return await runProcess({ command: [process.execPath, ...args], env: { ...process.env, ...inject('fixturesEnv') } });
}
