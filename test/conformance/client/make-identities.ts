/** Runs the `fixtures` command against the running system as a user would: in a process of its own, reading its one line. */
import { join } from 'node:path';
import { runProcess } from '@farebox/testing';
import { inject } from 'vitest';
import type { RunningSystem } from '../system/running-system.ts';
import type { WideIdentities } from './identities.ts';

const command = join(import.meta.dirname, '..', 'fixtures', 'main.ts');

type System = Pick<RunningSystem, 'fixturesArgs' | 'fixturesEnv'>;

/** The system of the suite. */
const suiteSystem = (): System => ({ fixturesArgs: inject('fixturesArgs'), fixturesEnv: inject('fixturesEnv') });

export async function makeIdentities(options: readonly string[], system?: System): Promise<WideIdentities> {
  return JSON.parse(await fixtures(options, system)) as WideIdentities;
}

/** Returns the standard output of the command. */
export async function fixtures(options: readonly string[], system: System = suiteSystem()): Promise<string> {
  const args = [command, ...options, ...system.fixturesArgs];
  return await runProcess({ command: [process.execPath, ...args], env: { ...process.env, ...system.fixturesEnv } });
}
