/** The command line of `npm run chaos`. */
import { parseArgs } from 'node:util';
import { TIMINGS } from './system/environment.ts';

export const PARTS = [
  'mix',
  'matrix',
  'rolling',
  'defects',
  'ledger',
  'outage',
  'refusal',
  'failover',
  'clock',
  'calls',
  'starved',
] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly part: Part;
  readonly seed: number;
  readonly executions: number;
  /** Executions begun in each second. */
  readonly rate: number;
  /** Number of commands of the part `ledger`. */
  readonly commands: number;
  /** Duration of the fault of a scene; null: the scene's default. */
  readonly seconds: number | null;
  /** Lease of the scenes in seconds; their outages grow with it. */
  readonly lease: number;
  /** One scene or defect of a part that has several; null: all. */
  readonly only: string | null;
  /** Folder of a finished run to check once more. */
  readonly checkOnly: string | null;
  readonly keep: boolean;
  readonly help: boolean;
}

export const HELP = `npm run chaos -- [options]

Starts a whole system, breaks it while customers use it, and lets an independent checker prove that nothing was lost or
charged twice. Exits with 1 and says how to repeat the run when a promise was broken.

  --seed <n>           decides the customers' work and the faults; default: any
  --executions <n>     default 2000
  --rate <n>           executions begun in a second; default 30
  --part <name>        mix (default): everything at random · matrix: every failpoint × every fault ·
                       rolling: a deploy under load · defects: the checker must find defects that are put in ·
                       ledger: commands to the ledger alone, against plain arithmetic ·
                       outage: database, store or provider away for longer than a lease ·
                       refusal: a database that is read-only, or whose disk is full ·
                       failover: the primary dies, its standby takes over · clock: the database's clock jumps, a month ends ·
                       calls: a deploy while paid calls last · starved: sixteen busy loops beside it
  --commands <n>       of the part ledger; default 1000000
  --only <name>        of a part that has several: just this one (a defect; defects of the database, quiet, programs, sales, failovers, beside; store, provider; read-only, ...)
  --seconds <n>        how long an outage or a call of a scene lasts
  --lease <n>          seconds of a scene's lease; default 3, more on a machine that is busy otherwise
  --keep               leaves the run's folder, with all evidence
  --check-only <dir>   checks the evidence of a kept run once more, without a system`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      executions: { type: 'string' },
      rate: { type: 'string' },
      commands: { type: 'string' },
      part: { type: 'string' },
      lease: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      keep: { type: 'boolean' },
      'check-only': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const part = PARTS.find((each) => each === (values.part ?? 'mix'));
  if (part === undefined) throw new Error(`--part takes ${PARTS.join(', ')}`);
  return {
    part,
    seed: wholeNumber('seed', values.seed, Math.floor(Math.random() * 2 ** 32)),
    executions: wholeNumber('executions', values.executions, 2000),
    rate: wholeNumber('rate', values.rate, 30),
    commands: wholeNumber('commands', values.commands, 1_000_000),
    seconds: values.seconds === undefined ? null : wholeNumber('seconds', values.seconds, 1),
    lease: wholeNumber('lease', values.lease, TIMINGS.leaseSeconds),
    only: values.only ?? null,
    keep: values.keep === true,
    checkOnly: values['check-only'] ?? null,
    help: values.help === true,
  };
}

function wholeNumber(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`--${name} takes a whole number above 0`);
  return Number(text);
}
