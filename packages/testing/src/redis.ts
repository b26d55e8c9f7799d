/** A throw-away Redis: nothing on disk, a port of its own. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findProgram, launch, type Launched } from './launch.ts';

/** As a deployment starts it: with a password, and an account that administers nothing. By path, because it is no package. */
const DEPLOYED = resolve(import.meta.dirname, '../../../deploy/redis/start.sh');

export interface RedisOptions {
  /** The one of a server that ended, to come back. */
  readonly port?: number;
  /** With it the server is started by deploy/redis/start.sh. */
  readonly password?: string;
}

export interface LaunchedRedis extends Launched {
  readonly url: string;
}

/** Null, with one printed line, when redis-server is not installed. */
export async function startRedis({ port: wanted, password = '' }: RedisOptions = {}): Promise<LaunchedRedis | null> {
  const program = findProgram('redis-server', 'install the package redis-server.');
  if (program === null) return null;
  const port = wanted ?? (await freePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const responds = () => pings(port, password);
  if (password === '') return { ...(await launch({ program, args, responds })), url: `redis://127.0.0.1:${port}` };
  const env = { REDIS_PASSWORD: password };
  const launched = await launch({ program: '/bin/sh', args: [DEPLOYED, ...args], env, responds });
  return { ...launched, url: `redis://:${password}@127.0.0.1:${port}` };
}

async function pings(port: number, password: string): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    if (password !== '') {
      socket.write(`AUTH ${password}\r\n`);
      await once(socket, 'data');
    }
    socket.write('PING\r\n');
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return String(reply).startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
