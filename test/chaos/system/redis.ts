/** A Redis that can be emptied, restarted empty, stopped, filled and made read-only, and a record of every command that it received. */
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';

export interface Redis {
  readonly port: number;
  readonly process: Process;
  /** Sends one command in Redis's inline form and returns the raw reply. */
  readonly command: (line: string) => Promise<string>;
  /** Kills it and starts it empty. */
  readonly restart: () => Promise<void>;
  /** Makes it run and respond, whatever was done to it. */
  readonly recover: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const RESPONSE_MS = 3000;
const START_POLLS_MAX = 200;
const POLL_MS = 50;

export async function startRedis(logs: string): Promise<Redis> {
  const port = await newPort();
  const command = ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = createProcess({ name: 'redis', command: [...command, '--dir', '/tmp'], env: {}, logs });
  const recording = new AbortController();
  const start = async (): Promise<void> => {
    server.start();
    await untilResponds(port);
  };
  await start();
  void record(port, join(logs, 'redis-commands.log'), recording.signal);
  return {
    port,
    process: server,
    command: (line) => ask(port, line),
    async restart() {
      await server.kill();
      await start();
    },
    async recover() {
      server.resume();
      await start();
    },
    async stop() {
      recording.abort();
      await server.kill();
    },
  };
}

async function untilResponds(port: number): Promise<void> {
  for (let poll = 0; poll < START_POLLS_MAX; poll++) {
    if ((await ask(port, 'PING').catch(() => '')).startsWith('+PONG')) return;
    await pause(POLL_MS);
  }
  throw new Error('redis-server did not start');
}

async function ask(port: number, line: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.setTimeout(RESPONSE_MS, () => socket.destroy(new Error('redis does not answer')));
  try {
    socket.write(`${line}\r\n`);
    const [reply] = (await once(socket, 'data', { signal: AbortSignal.timeout(RESPONSE_MS) })) as [Buffer];
    return String(reply);
  } finally {
    socket.destroy();
  }
}

/** Records every command with its values, so that the search for secrets sees everything that passes through Redis. */
async function record(port: number, file: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const socket: Socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    socket.on('data', (chunk) => appendFileSync(file, chunk));
    const stop = (): void => void socket.destroy();
    signal.addEventListener('abort', stop, { once: true });
    socket.write('MONITOR\r\n');
    await new Promise((resolve) => socket.on('close', resolve));
    signal.removeEventListener('abort', stop);
    if (!signal.aborted) await pause(POLL_MS);
  }
}
