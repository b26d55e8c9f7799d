/** Files of runs in a temporary folder that is small: as much as fits is received, and more is for later. Needs root, for a small disk. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunnerFiles, stagedKey } from '@farebox/files';
import { newId } from '@farebox/kernel';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestGateway, type TestGateway, URL_SECRET } from '../testing/gateway.fixture.ts';

const MIB = 1024 * 1024;
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
if (!isRoot) process.stdout.write('skipped: a small disk can be mounted only by root\n');

let small: string;
let data: string;
let gateway: TestGateway;
beforeEach(async () => {
  small = mkdtempSync(join(tmpdir(), 'farebox-small-folder-'));
  data = mkdtempSync(join(tmpdir(), 'farebox-small-folder-data-'));
  if (isRoot) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=1777', 'small', small]);
  chmodSync(small, 0o1777);
  vi.stubEnv('TMPDIR', small);
  gateway = await startTestGateway({ FAREBOX_DATA_DIR: data });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  vi.unstubAllEnvs();
  if (isRoot) execFileSync('umount', ['--lazy', small]);
  for (const folder of [small, data]) rmSync(folder, { recursive: true, force: true });
});

async function putting(bytes: number): Promise<Response> {
  const { id: projectId } = await gateway.newProject();
  const url = createRunnerFiles({ publicUrl: new URL(gateway.url), urlSecret: URL_SECRET }).urlOf({
    operation: 'put',
    projectId,
    runner: 'acme-draw',
    key: stagedKey({ projectId, executionId: newId('execution'), step: 0, n: 0 }),
    expiresAt: new Date(Date.now() + 60_000),
    sizeBytesMax: 8 * MIB,
  });
  async function* slowly() {
    for (let sent = 0; sent < bytes; sent += MIB) {
      yield randomBytes(Math.min(MIB, bytes - sent));
      await sleep(20); // a sender that takes time, so that several files arrive at once
    }
  }
  const headers = { 'Content-Length': String(bytes) };
  return await fetch(url, { method: 'PUT', body: Readable.toWeb(Readable.from(slowly())), duplex: 'half', headers });
}

test.runIf(isRoot)('files that arrive at once in a small folder wait for one another, and all are stored', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => putting(4 * MIB)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.runIf(isRoot)('when something else has filled the folder, a runner is told to come later', async () => {
  writeFileSync(join(small, 'another-file'), randomBytes(7 * MIB));
  const response = await putting(4 * MIB);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});
