/** Prints the licence: a source distribution of Python has its own copy, and follows no link out of its folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

process.stdout.write(readFileSync(join(import.meta.dirname, '../../../../LICENSE'), 'utf8'));
