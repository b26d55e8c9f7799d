/** A TCP proxy between one process and one server. Every cut, hang and slow connection of a run happens here and affects that process alone. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `swallow`: the server gets the client's data, but the client gets no response, so it cannot know what was done.
 * `refuse`: new connections are refused. `slow`: each chunk of the server's response takes half a second.
 */
type Mode = 'pass' | 'refuse' | 'swallow' | 'hang' | 'slow';

export interface Proxy {
  readonly port: number;
  /** Resets every connection, and refuses new ones for this long. */
  readonly cut: (ms: number) => Promise<void>;
  /** Forwards requests and drops responses for this long, then resets the connections. */
  readonly swallow: (ms: number) => Promise<void>;
  readonly hang: (ms: number) => Promise<void>;
  readonly slow: (ms: number) => Promise<void>;
  readonly recover: () => void;
  readonly close: () => void;
}

const SLOW_CHUNK_MS = 500;

/** `port` may belong to a server that is away or does not exist yet, or be a function that is called for each connection. */
export async function startProxy(port: number | (() => number)): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: Mode = 'pass';
  /** Number of the latest change of the mode: only that change may end it. */
  let turn = 0;

  const server = createServer((client) => {
    client.on('error', () => {});
    if (mode === 'refuse') return void client.resetAndDestroy();
    const upstream = connect({ port: typeof port === 'number' ? port : port(), host: '127.0.0.1' });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const forget = (): void => void pairs.delete(pair);
    upstream.on('error', () => {}).on('close', () => client.destroy());
    client.on('close', () => upstream.destroy()).on('close', forget);
    client.on('data', (chunk) => mode === 'hang' || upstream.write(chunk));
    upstream.on('data', (chunk) => reply(pair, chunk));
  });

  function reply([client, upstream]: readonly [Socket, Socket], chunk: Buffer): void {
    if (mode === 'pass') return void client.write(chunk);
    if (mode !== 'slow') return; // dropped: this connection is reset when the mode ends
    upstream.pause();
    setTimeout(() => {
      client.write(chunk);
      upstream.resume();
    }, SLOW_CHUNK_MS);
  }

  function reset(): void {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  async function during(chosen: Mode, ms: number): Promise<void> {
    const mine = ++turn;
    mode = chosen;
    await pause(ms, undefined, { ref: false });
    if (mine === turn) recover();
  }

  function recover(): void {
    if (mode === 'swallow' || mode === 'hang') reset();
    turn++;
    mode = 'pass';
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (ms) => {
      reset();
      return during('refuse', ms);
    },
    swallow: (ms) => during('swallow', ms),
    hang: (ms) => during('hang', ms),
    slow: (ms) => during('slow', ms),
    recover,
    close: () => {
      server.close();
      reset();
    },
  };
}
