/** The command line of `npm run bench`. */
import { parseArgs } from 'node:util';

/** In the order in which they run. */
export const CASE_NAMES = [
  'growth',
  'start',
  'idle',
  'runner',
  'catalog',
  'paid',
  'peers',
  'media',
  'poll',
  'tenant',
  'accept',
  'hot',
] as const;
export type CaseName = (typeof CASE_NAMES)[number];

/** Cases that take long run only when they are named. */
const DEFAULT_CASES = ['idle', 'paid', 'poll', 'accept', 'hot'] satisfies CaseName[];

export interface Options {
  readonly help: boolean;
  readonly rounds: number;
  /** Measured seconds of each side in each round. */
  readonly seconds: number;
  /** Connections that the load generator keeps open. */
  readonly connections: number;
  /** Case `peers`: number of projects that pay in turn. */
  readonly projects: number;
  /** Case `growth`: numbers of executions, in rising order. */
  readonly sizes: readonly number[];
  readonly cases: readonly CaseName[];
  /** Case `media`: tools to measure; null for all. */
  readonly tools: readonly string[] | null;
  /** Case `tenant`: only what the other organization does whose name contains this text; empty for all. */
  readonly beside: string;
  /** Whether PostgreSQL flushes every commit, so that the disk is measured too. */
  readonly durable: boolean;
}

export const PROJECTS_MAX = 64;

export const HELP = `npm run bench -- [options]

Measures the system against its floors, in short alternating rounds on the same machine, and prints the ratios.

  --rounds <n>        rounds, each of which runs both sides; default 7
  --seconds <n>       length of a side in a round; default 4
  --connections <n>   kept-alive connections, and clients of pgbench; default 64
  --throw-away        commits are not flushed: what the processor does, without the disk
  --case <a,b>        cases to run: ${CASE_NAMES.join(', ')}; default ${DEFAULT_CASES.join(', ')}
  --projects <n>      of the case peers: projects that pay in turn; default 1
  --sizes <a,b>       of the case growth: executions; default 10000,100000 (a minute; 1000000 takes ten more)
  --tools <a,b>       of the case media: these tools only
  --beside <text>     of the case tenant: only beside what has this text in its name, such as '50 projects'

The cases growth and start need nothing. The others need redis-server, wrk and pgbench on PATH (Debian: apt-get install redis-server wrk postgresql).`;

/** Throws an Error whose message tells the user which argument to change. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      help: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '64' },
      'throw-away': { type: 'boolean', default: false },
      case: { type: 'string', default: DEFAULT_CASES.join(',') },
      projects: { type: 'string', default: '1' },
      sizes: { type: 'string', default: '10000,100000' },
      tools: { type: 'string' },
      beside: { type: 'string', default: '' },
    },
  });
  const wanted = values.case.split(',');
  const strange = wanted.find((name) => !CASE_NAMES.some((each) => each === name));
  if (strange !== undefined) throw new Error(`there is no case "${strange}"; there are: ${CASE_NAMES.join(', ')}`);
  return {
    help: values.help,
    rounds: whole('rounds', values.rounds, 100),
    seconds: whole('seconds', values.seconds, 600),
    connections: whole('connections', values.connections, 90),
    projects: whole('projects', values.projects, PROJECTS_MAX),
    sizes: values.sizes.split(',').map((size) => whole('sizes', size, 10_000_000)),
    tools: values.tools?.split(',') ?? null,
    beside: values.beside,
    durable: !values['throw-away'],
    cases: CASE_NAMES.filter((name) => wanted.includes(name)),
  };
}

function whole(name: string, text: string, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new Error(`--${name} takes a whole number from 1 to ${max}, not "${text}"`);
  return value;
}
