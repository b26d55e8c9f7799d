/** Starts the peers beside the system: each in a database of its own on the system's PostgreSQL, with the system's Redis. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, startProgram } from '@farebox/testing';
import pg from 'pg';
import type { Processes } from '../cpu.ts';
import { generateClient } from '../peers/generate.ts';
import { PEER_NAMES, type PeerName } from '../peers/peer.ts';
import type { Project } from './projects.ts';
import { READY_TIMEOUT_MS, type System } from './system.ts';

export interface RunningPeer {
  readonly name: PeerName;
  readonly url: string;
  readonly projects: readonly Project[];
  readonly processes: Processes;
  readonly sql: pg.Pool;
  readonly stop: () => Promise<void>;
}

const FOLDER = resolve(import.meta.dirname, '../peers');
const SCHEMA = readFileSync(resolve(FOLDER, 'schema.sql'), 'utf8');
const BALANCE_MICROS = 1_000_000_000_000n;

/** The parts of the system that peers use. */
type SystemParts = Pick<System, 'sql' | 'directory' | 'databaseUrl' | 'redisUrl' | 'processes'>;

/** Starts all peers or none: if one cannot start, those before it are stopped. */
export async function startPeers(system: SystemParts, projectCount: number): Promise<readonly RunningPeer[]> {
  await generateClient();
  await using started = new AsyncDisposableStack();
  const peers: RunningPeer[] = [];
  for (const name of PEER_NAMES) {
    const peer = await startPeer(name, system, projectCount);
    started.defer(peer.stop);
    peers.push(peer);
  }
  started.move(); // the caller stops them from now on
  return peers;
}

async function startPeer(name: PeerName, system: SystemParts, projectCount: number): Promise<RunningPeer> {
  await using started = new AsyncDisposableStack();
  const { sql: server, directory, processes } = system;
  const databaseName = `peer_${name.replaceAll('-', '_')}`;
  await server.query(`CREATE DATABASE ${databaseName}`);
  const databaseUrl = Object.assign(new URL(system.databaseUrl), { pathname: `/${databaseName}` }).href;
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  sql.on('error', () => {}); // the server stops before this pool is closed
  started.defer(() => sql.end());
  await sql.query(SCHEMA);
  const projects = await makeProjects(sql, projectCount);
  const redisUrl = `${system.redisUrl}/${PEER_NAMES.indexOf(name) + 1}`;
  const peer = { name, directory, env: { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, NODE_ENV: 'production' } };
  const worker = await startHalf('worker', peer, started); // first, because it creates the tables of its queue
  const front = await startHalf('server', peer, started);
  const { postgres, redis } = processes;
  const owned = started.move();
  return {
    name,
    url: front.url,
    projects,
    processes: {
      server: front.program.pid,
      worker: worker.program.pid,
      postgres: postgres!,
      redis: redis!,
    },
    sql,
    stop: () => owned.disposeAsync(),
  };
}

interface Half {
  readonly name: PeerName;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

async function startHalf(half: 'server' | 'worker', { name, directory, env }: Half, started: AsyncDisposableStack) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const command = [process.execPath, resolve(FOLDER, `${half}.ts`), name, port];
  const program = startProgram({ name: `${name}-${half}`, directory, command, env });
  started.defer(program.stop);
  await program.ready(respondsOk(`${url}/ready`), READY_TIMEOUT_MS);
  return { program, url };
}

async function makeProjects(sql: pg.Pool, count: number): Promise<Project[]> {
  const projects = Array.from({ length: count }, (_, at) => ({ id: `project-${at}`, key: `key-${randomUUID()}` }));
  for (const { id, key } of projects) {
    await sql.query('INSERT INTO account (project_id, available) VALUES ($1, $2)', [id, BALANCE_MICROS]);
    await sql.query('INSERT INTO api_key VALUES ($1, $2)', [createHash('sha256').update(key).digest('hex'), id]);
  }
  return projects;
}
