/** Runs the checker as a program of its own: it shares only the run's folder with the run. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '@farebox/testing';
import type { System } from '../system/system.ts';

/** Maximum length of a message with its stack. */
const WORDS_MAX = 1_500;
const CHECKER = join(import.meta.dirname, '../checker/main.ts');

export interface Verdict {
  readonly broken: boolean;
  /** The broken promises: I0 to I14. */
  readonly promises: readonly string[];
}

export interface Checking {
  /** Judges the evidence that an earlier check has collected. */
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

/** Reports misbehaviour that no fault excuses, beside the promises. Returns whether there was any. */
export const misbehaved = (system: Pick<System, 'apps' | 'servers'>, print: (line: string) => void): boolean =>
  [...endedAlone(system), ...falseAlarms(system)].map((problem) => print(`✗ ${problem}`)).length > 0;

/** A process of the system that ended although the run did not end it. */
const endedAlone = ({ apps, servers }: Pick<System, 'apps' | 'servers'>): string[] =>
  apps
    .filter(({ process }) => process.endings() > 0)
    .map(({ process: { name, endings } }) =>
      [`${name} ended by itself, ${endings()} times`, ...lastWords(join(servers.logs, `${name}.log`))].join('\n  '),
    );

/** The only trace of the process if the run's folder is not kept. */
const lastWords = (log: string): string[] =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"level":"fatal"'))
    .map((line) => line.slice(0, WORDS_MAX));

/** The checker knows that the ledger is right, so the keeper's ledger check must never have reported a violation. */
const falseAlarms = ({ servers }: Pick<System, 'servers'>): string[] =>
  readdirSync(servers.logs)
    .filter((name) => name.startsWith('keeper'))
    .flatMap((name) => readFileSync(join(servers.logs, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"the books disagree"'))
    .map((line) => `the keeper raised a false alarm: ${line}`);
