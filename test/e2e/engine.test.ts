/** The throw-away engine leaves the machine as it was, however it ends. Runs only when this suite itself runs on such an engine. */
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type RunningProcess, startProcess } from '@farebox/testing';
import { afterAll, describe, expect, test, vi } from 'vitest';

const WITH_DOCKER = resolve(import.meta.dirname, 'engine/with-docker.sh');
const GONE_TIMEOUT_MS = 15_000;
/** The command prints this line once the engine runs. */
const FIRST_LINE = /.+(?=\n)/;
/** A container with so much memory that it ends noticeably later than its engine. */
const RUN_CONTAINER = [
  'docker run --detach --name large "$RYUK_CONTAINER_IMAGE" node --eval \'globalThis.held = Buffer.alloc(1e9, 1); setInterval(console.log, 100, "held")\' >&2',
  'until docker logs large | grep --quiet held; do sleep 0.1; done',
].join('; ');

describe.skipIf(process.env['THROW_AWAY_ENGINE'] === undefined)('a throw-away engine', () => {
  const directory = mkdtempSync(join(tmpdir(), 'engines-'));

  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const start = (script: string): RunningProcess =>
    startProcess({ command: ['bash', WITH_DOCKER, 'sh', '-c', script], env: { TMPDIR: directory } });

  test.concurrent.each(['SIGKILL', 'SIGTERM'] as const)(
    'that is ended by %s while a container runs leaves no process, control group or folder',
    async (signal) => {
      const engine = start(`${RUN_CONTAINER}; echo "$THROW_AWAY_ENGINE"; exec sleep 600`);
      const [folder] = await engine.said(FIRST_LINE);
      expect(leftOf(folder)).toMatchObject({ folder: true, processes: true, controlGroups: true });
      engine.child.kill(signal);
      const nothing = { folder: false, processes: false, controlGroups: false };
      await vi.waitFor(() => expect(leftOf(folder)).toEqual(nothing), { timeout: GONE_TIMEOUT_MS, interval: 100 });
    },
  );

  test.concurrent('exits with the code of its command, and leaves no folder', async () => {
    const engine = start('echo "$THROW_AWAY_ENGINE"; exit 7');
    const [folder] = await engine.said(FIRST_LINE);
    expect(await engine.ended).toMatchObject({ code: 7 });
    expect(existsSync(folder)).toBe(false);
  });
});

function leftOf(folder: string): { folder: boolean; processes: boolean; controlGroups: boolean } {
  return {
    folder: existsSync(folder),
    processes: readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && startedFor(pid, folder)),
    controlGroups: globSync(`/sys/fs/cgroup/{,*/}${basename(folder)}`).length > 0,
  };
}

function startedFor(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`THROW_AWAY_ENGINE=${folder}`);
  } catch {
    return false; // the process has ended
  }
}
