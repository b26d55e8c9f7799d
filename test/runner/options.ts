/** The command line of `npm test`. */
import { parseArgs } from 'node:util';

export interface Options {
  readonly list: boolean;
  readonly help: boolean;
  readonly generate: boolean;
  /** Suites to run, in the order of the table. */
  readonly chosen: readonly string[];
  readonly required: ReadonlySet<string>;
}

export const HELP = `npm test [-- [suite…] [--list] [--require a,b]]

  suite…          run only these (default: all); a suite whose server is missing is skipped with one line
  --list          print the suites and what each is about
  --require a,b   suites that must run, "all" for every one; also TOLLGATE_REQUIRED_SUITES
  --generate      write the generated files instead of checking them (\`npm run generate\`)`;

/** Throws an Error whose message tells the user what to change. */
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
      require: { type: 'string', default: env['TOLLGATE_REQUIRED_SUITES'] ?? '' },
    },
  });
  const required = values.require === 'all' ? names : values.require.split(',').filter(Boolean);
  for (const name of [...positionals, ...required]) {
    if (!names.includes(name)) throw new Error(`there is no suite "${name}"; there are: ${names.join(', ')}`);
  }
  const chosen = positionals.length === 0 ? names : names.filter((name) => positionals.includes(name));
  const left = required.filter((name) => !chosen.includes(name));
  if (left.length > 0) throw new Error(`required, but not chosen to run: ${left.join(', ')}`);
  return { list: values.list, help: values.help, generate: values.generate, chosen, required: new Set(required) };
}
