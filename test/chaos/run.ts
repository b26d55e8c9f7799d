/** One run of `npm run chaos` for a test: its lines are shown as they come, and kept for the message of a failure. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Enough for the report of every defect. */
const LINES_KEPT = 2000;

export async function chaos(...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  const [code] = await ended;
  return { code, output: lines.slice(-LINES_KEPT).join('\n') };
}
