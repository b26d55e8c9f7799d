/** What the command line keeps its user from: doing by mistake what cannot be undone, doing twice, and giving a session away. */
import type { Mutant } from '../mutant.ts';

const CLIENT = 'packages/cli/src/remote/client.ts';
const USER_TESTS = ['packages/cli/src/user/embedded.test.ts'] as const;
const AUDIT = ['packages/cli/src/operator/audit.test.ts'] as const;
const CLIENT_TESTS = ['packages/cli/src/remote/client.test.ts'] as const;

export const commandLineMutants: readonly Mutant[] = [
  {
    name: 'any word confirms',
    threat: 'operator plane',
    file: 'packages/cli/src/operator/confirm.ts',
    defence: "if (typed.trim().toLowerCase() !== 'yes')",
    without: "if (typed.trim() === '')",
    tests: ['packages/cli/src/operator/confirm.test.ts'],
  },
  {
    name: 'a script confirms by its silence',
    threat: 'operator plane',
    file: 'packages/cli/src/operator/confirm.ts',
    defence: 'if (ask === null)',
    without: 'if (ask === null) return;\n  if (ask === undefined)',
    tests: ['packages/cli/src/operator/confirm.test.ts'],
  },
  {
    name: 'a repeated request is another one',
    threat: 'operator plane',
    file: CLIENT,
    defence: "{ 'Idempotency-Key': idempotencyKey }",
    without: "{ 'Idempotency-Key': String(performance.now()) }",
    tests: CLIENT_TESTS,
  },
  {
    name: 'a session follows a redirect',
    threat: 'operator plane',
    file: CLIENT,
    defence: "redirect: 'error',",
    without: "redirect: 'follow',",
    tests: CLIENT_TESTS,
  },
  {
    name: 'a session travels in the clear',
    threat: 'operator plane',
    file: 'packages/cli/src/remote/profile.ts',
    defence: "if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))",
    without: "if (url.protocol === 'gopher:')",
    tests: ['packages/cli/src/remote/profile.test.ts'],
  },
  {
    name: 'a name steers the terminal of who reads it',
    threat: 'operator plane',
    file: 'packages/cli/src/program/table.ts',
    defence: 'row.map(plain)',
    without: 'row.map(String)',
    tests: ['packages/cli/src/program/table.test.ts'],
  },
  {
    name: 'a chain that was altered ends the command well',
    threat: 'operator plane',
    file: 'packages/cli/src/operator/audit.ts',
    defence: 'const problems = found.flatMap(problemOf);',
    without: 'const problems: string[] = [];',
    tests: AUDIT,
  },
  {
    name: 'a chain that is gone as a whole is not missed',
    threat: 'operator plane',
    file: 'packages/cli/src/operator/audit.ts',
    defence: 'if (now === undefined) return `${kept.chain}, whose head was kept, is not there any more`;',
    without: 'if (now === undefined) return null;',
    tests: AUDIT,
  },
  {
    name: 'what is said of all chains is said of the first page',
    threat: 'operator plane',
    file: 'packages/cli/src/operator/commands.ts',
    defence: '(flags.all === true || isOfEveryChain(candidate) ? allPages : replied)',
    without: '(flags.all === true ? allPages : replied)',
    tests: AUDIT,
  },
  {
    name: 'a command that was interrupted is paid for again',
    threat: 'I5',
    file: 'packages/cli/src/user/paying.ts',
    defence: '[...(await tollgate.pending())]',
    without: '[]',
    tests: USER_TESTS,
  },
  {
    name: 'a batch that was interrupted is paid for again',
    threat: 'I5',
    file: 'packages/cli/src/user/batch-run.ts',
    defence: "flags.new === true, 'batch')",
    without: 'flags.new === true)',
    tests: USER_TESTS,
  },
  {
    name: 'a batch of the command line costs what it costs',
    threat: 'I12',
    file: 'packages/cli/src/user/batch-run.ts',
    defence: '  if (!ready.isAccepted) requireWithin(ready.maximumMicros, flags.max ?? Infinity, usdOf);\n',
    without: '',
    tests: USER_TESTS,
  },
  {
    name: 'each file of a folder has the whole ceiling',
    threat: 'I12',
    file: 'packages/cli/src/user/folder.ts',
    defence: 'this.#spentMicros + this.#heldMicros + micros > this.ceilingMicros',
    without: 'micros > this.ceilingMicros',
    tests: USER_TESTS,
  },
  {
    name: 'a key that others may read is used',
    threat: 'operator plane',
    file: 'packages/cli/src/user/login.ts',
    defence: '(facts.mode & OTHERS) !== 0',
    without: 'facts.mode === OTHERS',
    tests: USER_TESTS,
  },
];
