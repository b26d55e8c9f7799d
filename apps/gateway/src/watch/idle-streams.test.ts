/** Memory cost of an idle stream. `FAREBOX_IDLE_STREAMS=5000` measures the figures of docs/performance.md. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExecutionStore } from '@farebox/executions';
import { openTestDatabase, startProcess, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { environmentFor, newProject } from '../testing/gateway.fixture.ts';
import { acceptedIn } from '../testing/review.fixture.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const STREAMS = Number(process.env['FAREBOX_IDLE_STREAMS'] ?? 1_000);
const PER_KEY = 100;
/** 200 MB for 5,000 streams. */
const BYTES_MAX = 200e6 / 5_000;

/** The signal only asks for a collection, and a busy machine gives the process its time late. */
const COLLECTED = { timeout: 60_000, interval: 250 };
/** Makes a process collect its garbage: a busy process postpones that, and garbage is not a cost of a stream. */
const COLLECTING = ['--expose-gc', '--import', 'data:text/javascript,process.on("SIGUSR2", () => gc())'];

async function residentBytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  const [, kib = ''] = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1024;
}

async function opened(port: number, path: string, key: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  let text = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject).on('close', () => reject(new Error(`closed: ${text.slice(0, 200)}`)));
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('event: execution')) resolve();
    });
  });
  text = '';
  return socket.removeAllListeners('data').resume();
}

const PATHS = {
  'for an execution': (id: string) => `/tools/executions/${id}/events`,
  'for a project': () => '/tools/events',
} as const;

test.skipIf(process.platform !== 'linux').each(Object.entries(PATHS))(
  'an idle stream %s costs a gateway less than 40 kB',
  { timeout: 300_000 },
  async (kind, pathOf) => {
    const server = await testDatabase();
    const database = openTestDatabase({ url: server.url, poolMax: 3, applicationName: 'idle-streams' });
    const directory = await mkdtemp(join(tmpdir(), 'farebox-idle-'));
    const env = await environmentFor(server.appUrl, directory);
    const gateway = startProcess({
      // Node's space for young objects grows to 48 MB with the first requests, independent of streams: here it stays small.
      command: [process.execPath, '--max-semi-space-size=1', ...COLLECTING, MAIN],
      env: { ...env, FAREBOX_LAME_DUCK_SECONDS: '0' },
      channel: true,
    });
    await gateway.said(/the gateway listens/);
    const sockets: Socket[] = [];
    const open = async (count: number): Promise<void> => {
      const project = await newProject(database);
      const { token } = await project.newKey();
      const store = createExecutionStore(database);
      const ids = await Promise.all(Array.from({ length: count }, () => acceptedIn(store, project.id)));
      sockets.push(...(await Promise.all(ids.map((id) => opened(Number(env.FAREBOX_PORT), pathOf(id), token)))));
    };
    const pid = gateway.child.pid ?? 0;
    // Code that the first streams load and compile is not a cost of each stream.
    await open(PER_KEY);
    const before = await residentBytes(pid);
    for (let count = PER_KEY; count < STREAMS; count += PER_KEY) await open(PER_KEY);
    // Every stream gets this comment; by then all executions were read many times.
    await once(sockets.at(-1) as Socket, 'data');
    const eachBytes = async (): Promise<number> => ((await residentBytes(pid)) - before) / (STREAMS - PER_KEY);
    await expect.poll(eachBytes, COLLECTED).toBeLessThan(BYTES_MAX);
    const each = await eachBytes();
    process.stdout.write(
      `${sockets.length} streams ${kind}: ${Math.round((await residentBytes(pid)) / 1e6)} MB, before ${Math.round(before / 1e6)} MB, ${Math.round(each / 100) / 10} kB each\n`,
    );
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    // A stopping gateway does not wait for streams.
    expect(await gateway.end('SIGTERM')).toMatchObject({ code: 0 });
    for (const socket of sockets) socket.destroy();
    await database.close();
    await server.drop();
    await rm(directory, { recursive: true });
  },
);
