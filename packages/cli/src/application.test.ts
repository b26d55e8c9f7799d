import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Application, runApplication } from './application.ts';
import { openLogFile } from './log-file.ts';

const SCRIPT = join(import.meta.dirname, 'testing/application.process.ts');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-application-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const startsFile = (): string => join(directory, 'starts');
const started = (): number[] => readFileSync(startsFile(), 'utf8').trim().split('\n').map(Number);

function run(env: Record<string, string>, forced?: AbortSignal): Application & { said: string[]; crashes: string[] } {
  const [said, crashes]: [string[], string[]] = [[], []];
  const log = openLogFile({ directory, name: 'app', onLine: (line) => said.push(line) });
  const application = runApplication({
    name: 'app',
    script: SCRIPT,
    env: { ...process.env, STAND_IN_STARTS: startsFile(), ...env },
    log,
    onCrash: (reason) => crashes.push(reason),
    forced,
  });
  return { said, crashes, progress: application.progress, stop: () => application.stop().finally(log.close) };
}

test('a crashed application is restarted, and its crash is reported', async () => {
  const application = run({ STAND_IN_EXIT: '3' });
  await vi.waitFor(() => expect(started().length).toBeGreaterThanOrEqual(2), { timeout: 30_000 });
  await application.stop();
  expect(application.crashes[0]).toBe('app ended (exit 3)');
});

test('the supervisor reads and keeps the output of an application', async () => {
  const application = run({});
  await vi.waitFor(() => expect(application.said).toHaveLength(2), { timeout: 30_000 });
  await application.stop();
  const log = readFileSync(join(directory, 'app.log'), 'utf8');
  expect(log).toContain('quiet');
  expect(log).toContain('loud');
});

test('a stopped application has ended, and its end does not count as a crash', async () => {
  const application = run({});
  await vi.waitFor(() => expect(application.said).toHaveLength(2), { timeout: 30_000 });
  await application.stop();
  expect(() => process.kill(started()[0] ?? 0, 0)).toThrow('ESRCH');
  expect(application.crashes).toEqual([]);
});

test('a second stop request is passed on to an application that is still stopping', async () => {
  const forced = new AbortController();
  const application = run({ STAND_IN_STUBBORN: 'true' }, forced.signal);
  await vi.waitFor(() => expect(application.said).toHaveLength(2), { timeout: 30_000 });
  const stopped = application.stop();
  await vi.waitFor(() => expect(readFileSync(join(directory, 'app.log'), 'utf8')).toContain('once more'), {
    timeout: 30_000,
  });
  forced.abort();
  await stopped;
  expect(application.crashes).toEqual([]);
});

const moments = {
  'while it starts': async () => {},
  'while it works': () => vi.waitFor(() => started(), { timeout: 30_000 }),
};

for (const [moment, comes] of Object.entries(moments)) {
  test(`an application ends when its supervisor is killed ${moment}`, async () => {
    const program = join(import.meta.dirname, 'testing/supervisor.process.ts');
    const supervisor = startProcess({
      command: [process.execPath, program, SCRIPT, directory],
      env: { STAND_IN_STARTS: startsFile() },
      stderr: 'keep',
    });
    await supervisor.said(/started/); // the application's process exists now
    const application = childOf(supervisor.pid);
    await comes();
    supervisor.child.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(application)).toBe(false), { timeout: 30_000 });
  });
}

function childOf(pid: number): number {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  expect(child).toMatch(/^\d+$/);
  return Number(child);
}

/** A process that has ended but that its new parent has not reaped yet does not count. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
