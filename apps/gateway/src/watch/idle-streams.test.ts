/**
 * Memory cost of an idle stream: the bytes that are still in use after a collection. What the process has from the
 * system is printed only, because a starved machine answers in bursts, and the allocator keeps their pages.
 * `FAREBOX_IDLE_STREAMS=5000` measures the figures of docs/performance.md.
 */
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

interface Memory {
  readonly usedBytes: number;
  readonly residentBytes: number;
}

/** Asked by a signal, a process collects its garbage and writes how much memory remains: one line for each signal. */
const reporting = (file: string): string[] => {
  const source = `
    import { appendFileSync } from 'node:fs';
    process.on('SIGUSR2', () => {
      gc();
      const { heapUsed, external, rss } = process.memoryUsage();
      appendFileSync(${JSON.stringify(file)}, JSON.stringify({ usedBytes: heapUsed + external, residentBytes: rss }) + '\\n');
    });`;
  return ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(source)}`];
};

async function memoryOf(pid: number, file: string): Promise<Memory> {
  const reports = async (): Promise<string[]> =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').slice(0, -1);
  const { length } = await reports();
  process.kill(pid, 'SIGUSR2');
  await expect.poll(async () => (await reports()).length, { timeout: 60_000 }).toBeGreaterThan(length);
  return JSON.parse((await reports()).at(-1) as string) as Memory;
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
  async (kind, pathOf) => {
    const server = await testDatabase();
    const database = openTestDatabase({ url: server.url, poolMax: 3, applicationName: 'idle-streams' });
    const directory = await mkdtemp(join(tmpdir(), 'farebox-idle-'));
    const env = await environmentFor(server.appUrl, directory);
    const report = join(directory, 'memory');
    const gateway = startProcess({
      // Node's space for young objects grows to 48 MB with the first requests, independent of streams: here it stays small.
      command: [process.execPath, '--max-semi-space-size=1', ...reporting(report), MAIN],
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
    const before = await memoryOf(pid, report);
    for (let count = PER_KEY; count < STREAMS; count += PER_KEY) await open(PER_KEY);
    // Every stream gets this comment; by then all executions were read many times.
    await once(sockets.at(-1) as Socket, 'data');
    const after = await memoryOf(pid, report);
    const eachKb = (of: keyof Memory): string => ((after[of] - before[of]) / (STREAMS - PER_KEY) / 1e3).toFixed(1);
    process.stdout.write(
      `${sockets.length} streams ${kind}: ${eachKb('usedBytes')} kB in use each, ${eachKb('residentBytes')} kB resident each, ${Math.round(after.residentBytes / 1e6)} MB in all\n`,
    );
    expect((after.usedBytes - before.usedBytes) / (STREAMS - PER_KEY)).toBeLessThan(BYTES_MAX);
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    // A stopping gateway does not wait for streams.
    expect(await gateway.end('SIGTERM')).toMatchObject({ code: 0 });
    for (const socket of sockets) socket.destroy();
    await database.close();
    await server.drop();
    await rm(directory, { recursive: true });
  },
);
