/** deploy/redis/start.sh with a real Redis: it allows the commands that the apps need, and refuses those that administer the server. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findProgram, startProgram } from '@farebox/testing';
import { expect, test } from 'vitest';

const START = resolve(import.meta.dirname, '../../deploy/redis/start.sh');
const READY_TIMEOUT_MS = 20_000;

/** Sends a command over a new connection and returns the first line of the reply. */
async function say(port: number, command: string, password?: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    const asked = password === undefined ? [command] : [`AUTH ${password}`, command];
    let last = '';
    for (const line of asked) {
      socket.write(`${line}\r\n`);
      [last = ''] = String((await once(socket, 'data'))[0]).split('\r\n');
    }
    return last;
  } finally {
    socket.destroy();
  }
}

test('the apps’ Redis account can do the apps’ work and cannot administer the server; its password is on no command line', async ({
  skip,
}) => {
  if (findProgram('redis-server', 'install the package redis-server.') === null) return skip('redis-server is missing');
  const directory = mkdtempSync(join(tmpdir(), 'farebox-redis-'));
  const [port, password] = [await freePort(), 'a-secret-of-redis'];
  const command = ['sh', START, '--port', String(port), '--dir', directory, '--bind', '127.0.0.1'];
  const program = startProgram({ name: 'redis', directory, command, env: { REDIS_PASSWORD: password } });
  try {
    await program.ready(async () => (await say(port, 'PING', password)) === '+PONG', READY_TIMEOUT_MS);
    expect(readFileSync(`/proc/${program.pid}/cmdline`, 'utf8')).not.toContain(password);
    expect(await say(port, 'PING')).toMatch(/^-NOAUTH/);
    for (const allowed of [
      'SET a 1',
      'EVAL return(1) 0',
      'INFO server',
      'CONFIG GET maxmemory-policy',
      'CLIENT SETNAME x',
    ])
      expect(await say(port, allowed, password), allowed).not.toMatch(/^-/);
    for (const refused of [
      'FLUSHALL',
      'CONFIG SET maxmemory 1',
      'SHUTDOWN NOSAVE',
      'KEYS *',
      'ACL LIST',
      'MONITOR',
      'REPLICAOF a 1',
    ])
      expect(await say(port, refused, password), refused).toMatch(/^-NOPERM/);
  } finally {
    await program.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
