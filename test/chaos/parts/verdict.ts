/** Runs the checker as a program of its own: it shares nothing with the run but the folder that it reads. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '@tollgate/testing';
import type { System } from '../system/system.ts';

const CHECKER = join(import.meta.dirname, '../checker/main.ts');

export interface Verdict {
  readonly broken: boolean;
  /** The promises that were broken: I1 to I10. */
  readonly promises: readonly string[];
}

export interface Checking {
  /** From the evidence that an earlier check has gathered. */
  readonly again?: boolean;
  readonly print: (line: string) => void;
}

/** Rejects when the checker itself fails. */
export async function check(directory: string, { again = false, print }: Checking): Promise<Verdict> {
  const { child, ended } = startProcess({
    command: [process.execPath, CHECKER, directory, ...(again ? ['--again'] : [])],
  });
  const promises: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    print(line);
    const [, promise] = /^✗ (I\d+)/.exec(line) ?? [];
    if (promise !== undefined) promises.push(promise);
  }
  const { code } = await ended;
  if (code !== 0 && code !== 1) throw new Error(`the checker failed with code ${code}`);
  return { broken: code === 1, promises };
}

/** A process of the system that nobody has ended, and that ended: no fault of another excuses that. */
export function endedAlone({ apps }: Pick<System, 'apps'>, print: (line: string) => void): boolean {
  const alone = apps.filter(({ process }) => process.endings() > 0);
  for (const { process } of alone) print(`✗ ${process.name} ended by itself, ${process.endings()} times`);
  return alone.length > 0;
}
