/**
 * A worker with a secret in its environment, as a test starts it: runs a command line of an isolation with an empty
 * environment, and with its own process id in place of that of the test.
 */
import { spawnSync } from 'node:child_process';
import { stdioInside } from '../isolation/stdio.ts';

const [test, readsFilter, command = '', ...args] = process.argv.slice(2);
const mine = args.map((arg) => (arg === test ? String(process.pid) : arg));
stdioInside({ readsFilter: readsFilter === 'true' }, ['inherit', 'inherit', 'inherit'], (stdio) =>
  spawnSync(command, mine, { env: {}, stdio }),
);
