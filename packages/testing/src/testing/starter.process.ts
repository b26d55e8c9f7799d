/**
 * A small test run: starts one process by the launcher and waits, so that a test can kill it. The argument is its
 * `stopSeconds`.
 */
import { startProcess } from '../start-process.ts';

const [stopSeconds = ''] = process.argv.slice(2);
const SCRIPT = `
  process.on('SIGTERM', () => process.stdout.write('in order', () => process.exit()));
  setInterval(() => {}, 1000);
  console.log(process.pid + ' works');
`;
const STDOUT = 1;
startProcess({ command: [process.execPath, '-e', SCRIPT], stdout: STDOUT, stopSeconds: Number(stopSeconds) });
