/**
 * docs/webhooks.md from outside: an endpoint is made by the command line, an execution is paid over HTTP, and the receiver is told. Messages go to public
 * addresses only, so all of it runs in a network of its own, in which one is this machine's; nothing of the system is changed for it.
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

/** It takes root, iproute2 and openssl. */
const problem = await runProcess({ command: inNetwork('openssl', 'version') }).then(
  () => null,
  (error: unknown) => String(error),
);
const isRequired = process.env['FAREBOX_REQUIRED_SUITES'] !== undefined;
if (problem !== null) console.log(`no network of its own: ${problem}`);

test.skipIf(problem !== null && !isRequired)(
  'what has ended is told, signed, again where it was not taken, and as the poll says it',
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
