/** A temporary Redis: nothing on disk, on its own port. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findProgram, launch, type Launched } from './launch.ts';

/**
 * The start script of the deployment: with a password and an account without admin rights. By path, because it is not
 * in a package.
 */
const DEPLOYED = resolve(import.meta.dirname, '../../../deploy/redis/start.sh');

export interface RedisOptions {
  /** Port of an earlier server that must come back. */
  readonly port?: number;
  /** With a password, deploy/redis/start.sh starts the server. */
  readonly password?: string;
}

export interface LaunchedRedis extends Launched {
  readonly url: string;
}

/** Null, with one printed line, if redis-server is not installed. */
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
