/**
 * An app for the tests of standard output: it logs and exits like a real app. Arguments: number of lines, level of the
 * last line.
 */
import { createLogger } from '../logger.ts';

const [lines = '0', last = 'info'] = process.argv.slice(2);
const logger = createLogger({ app: 'test', level: 'info' });
process.stdin.once('data', () => {
  for (let line = 0; line < Number(lines); line++) logger.info({ line }, 'a line');
  if (last === 'fatal') logger.fatal('the last words');
  process.exit(3);
});
process.stderr.write('ready\n');
