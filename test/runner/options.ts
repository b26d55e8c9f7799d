/** The command line of `npm test`. */
import { parseArgs } from 'node:util';
import { type PlanName, PLANS, type Shard } from './plan/plan.ts';

export interface Options {
  readonly list: boolean;
  readonly help: boolean;
  readonly generate: boolean;
  readonly record: boolean;
  readonly plan: PlanName;
  /** Suites to run, in the order of the table. */
  readonly chosen: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly shard: Shard | null;
  /** Selects parts by their name or first file; null selects all. */
  readonly only: RegExp | null;
  /** Null: the change is the commits of the four hours before the newest commit. */
  readonly base: string | null;
}

export const HELP = `npm test [-- [quick|ci|full] [suite…] [options]]

  quick           the main promises, in about ten minutes on two cores (default)
  ci              every change: all but the heavy parts; of those what the change can affect, and a slice that rotates
  full            everything there is
  suite…          only these suites, whole; with quick or ci before them, that plan's parts of them
  --shard i/n     the i-th of n parts of about the same duration
  --only <regexp> only parts whose name or file this expression finds, for example: mutants --only 'a decoder|isolation'
  --base <rev>    for ci: the commit that the change is compared with; also FAREBOX_TEST_BASE
  --list          print each suite with its usual duration
  --record        keep the durations of this run as the usual ones
  --require a,b   suites that must run, "all" for every one; also FAREBOX_REQUIRED_SUITES
  --generate      write the generated files instead of checking them (\`npm run generate\`)`;

/** Throws an Error whose message tells the user which argument to change. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Options {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      generate: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      shard: { type: 'string' },
      only: { type: 'string' },
      base: { type: 'string', default: env['FAREBOX_TEST_BASE'] ?? '' },
      require: { type: 'string', default: env['FAREBOX_REQUIRED_SUITES'] ?? '' },
    },
  });
  const [plans, named] = [positionals.filter(isPlan), positionals.filter((each) => !isPlan(each))];
  if (plans.length > 1) throw new Error(`one plan at a time, not ${plans.join(' and ')}`);
  const required = values.require === 'all' ? [] : values.require.split(',').filter(Boolean);
  for (const name of [...named, ...required]) {
    if (!names.includes(name))
      throw new Error(`there is no plan or suite "${name}"; there are: ${[...PLANS, ...names].join(', ')}`);
  }
  const chosen = named.length === 0 ? names : names.filter((name) => named.includes(name));
  const left = required.filter((name) => !chosen.includes(name));
  if (left.length > 0) throw new Error(`required, but not chosen to run: ${left.join(', ')}`);
  return {
    list: values.list,
    help: values.help,
    generate: values.generate,
    record: values.record,
    plan: plans[0] ?? (named.length === 0 ? 'quick' : 'full'),
    chosen,
    required: new Set(values.require === 'all' ? chosen : required),
    shard: values.shard === undefined ? null : readShard(values.shard),
    only: values.only === undefined ? null : new RegExp(values.only),
    base: values.base === '' ? null : values.base,
  };
}

const isPlan = (name: string): name is PlanName => (PLANS as readonly string[]).includes(name);

function readShard(text: string): Shard {
  const [, index, of] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of))
    throw new Error(`--shard takes i/n with i from 1 to n, for example 2/6, not "${text}"`);
  return { index: Number(index), of: Number(of) };
}
