/** One run of `npm run chaos` for a test: its lines are shown as they come, and kept for the message of a failure. */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProcess } from '@tollgate/testing';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Enough for the report of every defect. */
const LINES_KEPT = 2000;

export async function chaos(...args: readonly string[]): Promise<Ran> {
  const command = [process.execPath, join(import.meta.dirname, 'main.ts'), ...args];
  const { child, ended } = startProcess({ command });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    console.log(line);
    lines.push(line);
  }
  const { code } = await ended;
  return { code, output: lines.slice(-LINES_KEPT).join('\n') };
}
