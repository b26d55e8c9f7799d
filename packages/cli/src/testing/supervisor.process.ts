/** Runs one application as the supervisor does, so that a test can kill the supervisor. */
import { runApplication } from '../application.ts';
import { openLogFile } from '../log-file.ts';

const [script = '', directory = ''] = process.argv.slice(2);
const log = openLogFile({ directory, name: 'app', onLine: () => {} });
runApplication({ name: 'app', script, env: process.env, log, onCrash: () => {} });
process.stdout.write('started\n');
