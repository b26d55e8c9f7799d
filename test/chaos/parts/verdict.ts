/** Runs the checker as a program of its own: it shares nothing with the run but the folder that it reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '@farebox/testing';
import type { System } from '../system/system.ts';

/** Of a message with its stack. */
const WORDS_MAX = 1_500;
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

/** What no fault excuses, beside the promises. Answers whether there was any of it. */
export const misbehaved = (system: Pick<System, 'apps' | 'servers'>, print: (line: string) => void): boolean =>
  [...endedAlone(system), ...falseAlarms(system)].map((problem) => print(`✗ ${problem}`)).length > 0;

/** A process of the system that nobody has ended, and that ended. */
const endedAlone = ({ apps, servers }: Pick<System, 'apps' | 'servers'>): string[] =>
  apps
    .filter(({ process }) => process.endings() > 0)
    .map(({ process: { name, endings } }) =>
      [`${name} ended by itself, ${endings()} times`, ...lastWords(join(servers.logs, `${name}.log`))].join('\n  '),
    );

/** All that is left of it where the run's folder is not kept. */
const lastWords = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"fatal"'))
    .map((line) => line.slice(0, WORDS_MAX));

/** The books are right, as the checker knows by itself: the keeper's audit has nothing to say of them, at no moment. */
const falseAlarms = ({ servers }: Pick<System, 'servers'>): string[] =>
  readdirSync(servers.logs)
    .filter((name) => name.startsWith('keeper'))
    .flatMap((name) => readFileSync(join(servers.logs, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"the books disagree"'))
    .map((line) => `the keeper raised a false alarm: ${line}`);
