/**
 * docs/webhooks.md from outside: the command line creates an endpoint, an execution is paid over HTTP, and the receiver gets its
 * webhook. Webhooks go to public addresses only, so the test runs in a network namespace in which a public address belongs to
 * this machine; the system is not changed for it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@farebox/sdk';
import { runProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import type { Message, Told } from './webhooks/told.ts';

const ADDRESS = '93.184.216.34';
const NETWORK = `ip link set lo up && ip address add ${ADDRESS}/32 dev lo && exec "$@"`;
const inNetwork = (...command: readonly string[]): string[] => [
  'unshare',
  '--net',
  '--',
  'sh',
  '-c',
  NETWORK,
  'sh',
  ...command,
];
const SCRIPT = join(import.meta.dirname, 'webhooks/told.process.ts');

async function told(): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-told-'));
  try {
    return JSON.parse(await runProcess({ command: inNetwork(process.execPath, SCRIPT, ADDRESS, folder) })) as Told;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Needs root, iproute2 and openssl. */
const problem = await runProcess({ command: inNetwork('openssl', 'version') }).then(
  () => null,
  (error: unknown) => String(error),
);
const isRequired = process.env['FAREBOX_REQUIRED_SUITES'] !== undefined;
if (problem !== null) console.log(`no network of its own: ${problem}`);

test.skipIf(problem !== null && !isRequired)(
  'an ended execution is reported by a signed webhook that is retried after an error and has the content of a poll',
  async () => {
    const { created, messages, polled, inside } = await told();
    expect(messages).toHaveLength(2);
    const events = messages.map((message: Message) => verifyWebhook(created.secret, message));
    const [{ id, ...first }, again] = events as [(typeof events)[0], (typeof events)[0]];
    expect(messages.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /farebox', 'POST /farebox']);
    expect(first).toEqual({ type: 'execution.succeeded', timestamp: first.data.finishedAt, data: polled });
    expect(again).toEqual({ id, ...first });
    expect(inside).toMatch(/private address/);
  },
);
