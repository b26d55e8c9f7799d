/** Tests the claims of each isolation from inside, with a program that tries what a compromised decoder would try. */
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import type { Isolation } from './isolated.ts';
import { findIsolation, workingIsolations } from './isolation.ts';

const PARENT = fileURLToPath(new URL('../testing/parent.process.ts', import.meta.url));
const PROBE = fileURLToPath(new URL('../testing/probe.process.ts', import.meta.url));
const SLOT = 3;

/** The probe is started by a parent whose environment holds a secret, like a worker's. */
async function probed(isolation: Isolation): Promise<Record<string, unknown>> {
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const secretFile = join(mkdtempSync(join(tmpdir(), 'farebox-secret-')), 'secret');
  writeFileSync(secretFile, 'of another project', { mode: 0o600 });
  const directory = mkdtempSync(join(tmpdir(), 'farebox-own-'));
  const owner = isolation.ownerOf(SLOT);
  if (owner !== null) chownSync(directory, owner, owner);
  const { port } = server.address() as AddressInfo;
  const command = isolation.around({
    command: [process.execPath, PROBE, String(process.pid), String(port), secretFile, join(directory, 'made')],
    slot: SLOT,
    directory,
    readable: [dirname(PROBE)],
  });
  const said = await runProcess({
    command: [process.execPath, PARENT, String(process.pid), String(isolation.readsFilter), ...command],
    env: { PROBE_SECRET: 'of the worker' },
  });
  const made = readFileSync(join(directory, 'made'), 'utf8');
  for (const path of [dirname(secretFile), directory]) rmSync(path, { recursive: true });
  server.close();
  return { ...(JSON.parse(said) as object), made };
}

test.for(workingIsolations().map((isolation) => [isolation.summary, isolation] as const))(
  'with %s, a program cannot reach what the isolation closes',
  async ([, isolation]) => {
    const { environment, network, files } = isolation.closed;
    expect(await probed(isolation)).toEqual({
      own: [],
      made: 'made',
      writesOwn: true,
      environment: !environment,
      network: !network,
      // Another user cannot read root's files of mode 600 either.
      secretFile: isolation.kind === 'none',
      neighbour: isolation.kind === 'none',
      ...(files ? { secretFile: false, neighbour: false } : {}),
    });
  },
);

test('two projects run as two users if the isolation has other users', () => {
  const isolation = findIsolation();
  const [one, other] = [isolation.ownerOf(0), isolation.ownerOf(1)];
  expect(one === null || one !== other).toBe(true);
});
