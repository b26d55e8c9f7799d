/** One run of `npm run chaos` for a test: its output is shown as it comes, and kept for the message of a failure. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningProcess, startProcess } from '@farebox/testing';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Fixed, because a random seed would make a suite that fails by chance; any other seed is one command away. */
const SEED = '20261121';
/** Enough for the report of every defect. */
const LINES_KEPT = 2000;
/** Longer than a run takes with a tenth of a machine; shorter than the time limit of a test, which would not say what the run waits for. */
const LIMIT_MS = 1_740_000;
const REPORT_MS = 5000;
const REPORT_SIGNAL = 'SIGUSR2';

export async function chaos(...args: readonly string[]): Promise<Ran> {
  const reports = mkdtempSync(join(tmpdir(), 'farebox-chaos-report-'));
  const node = [process.execPath, '--report-on-signal', `--report-signal=${REPORT_SIGNAL}`];
  const command = [
    ...node,
    `--report-directory=${reports}`,
    join(import.meta.dirname, 'main.ts'),
    '--seed',
    SEED,
    ...args,
  ];
  const running = startProcess({ command });
  const lines: string[] = [];
  const say = (line: string): void => {
    console.log(line);
    lines.push(line);
  };
  const limit = setTimeout(() => void giveUp(running, { reports, say }), LIMIT_MS);
  for await (const line of createInterface({ input: running.child.stdout! })) say(line);
  const { code } = await running.ended;
  clearTimeout(limit);
  rmSync(reports, { recursive: true, force: true });
  return { code, output: lines.slice(-LINES_KEPT).join('\n') };
}

interface Giving {
  readonly reports: string;
  readonly say: (line: string) => void;
}

/** Ends a run that does not end, and reports its open connections and processes. */
async function giveUp({ child, end }: RunningProcess, { reports, say }: Giving): Promise<void> {
  say(`✗ the run did not end within ${LIMIT_MS / 1000} s; what it waits for:`);
  child.kill(REPORT_SIGNAL);
  await pause(REPORT_MS);
  for (const name of readdirSync(reports)) {
    const { libuv } = JSON.parse(readFileSync(join(reports, name), 'utf8')) as { libuv: readonly Handle[] };
    say(waitedFor(libuv).join('  '));
  }
  await end('SIGKILL');
}

interface Handle {
  readonly type: string;
  readonly is_active: boolean;
  readonly is_referenced: boolean;
  readonly pid?: number;
  readonly remoteEndpoint?: { readonly port: number } | null;
}

/** By process id, or by the remote port. */
const waitedFor = (handles: readonly Handle[]): string[] =>
  handles
    .filter(({ is_active, is_referenced }) => is_active && is_referenced)
    .map(({ type, pid, remoteEndpoint }) => `${type} ${pid ?? remoteEndpoint?.port ?? ''}`.trim());
