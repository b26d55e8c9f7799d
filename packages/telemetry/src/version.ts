/** The version of this build, and a name of this process that no other process has. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const VERSION = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { readonly version: string }
).version;

/**
 * Names a process in its start line, in the lines of an execution and in the database. It is random and names no host,
 * because the customers' administrators read it too.
 */
export const newProcessName = (app: string): string => `${app}-${randomBytes(5).toString('hex')}`;
