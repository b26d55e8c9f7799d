/** A throw-away Redis: nothing on disk, a port of its own. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@tollgate/embedded';
import { findProgram, launch, type Launched } from './launch.ts';

export interface LaunchedRedis extends Launched {
  readonly url: string;
}

/** Null, with one printed line, when redis-server is not installed. `port`: the one of a server that ended, to come back. */
export async function startRedis(options: { port?: number } = {}): Promise<LaunchedRedis | null> {
  const program = findProgram('redis-server', 'install the package redis-server.');
  if (program === null) return null;
  const port = options.port ?? (await freePort());
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const launched = await launch({ program, args, answers: () => pings(port) });
  return { ...launched, url: `redis://127.0.0.1:${port}` };
}

async function pings(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return String(answer).startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
