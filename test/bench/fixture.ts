/** The starting point of every case: the running system, a bare HTTP server to compare with, projects, a paid request and finished executions. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@farebox/embedded';
import { respondsOk, type Program, startProgram } from '@farebox/testing';
import type { Processes } from './cpu.ts';
import { makeProjects, type Project } from './system/projects.ts';
import { PROJECTS_MAX } from './options.ts';
import { READY_TIMEOUT_MS, type System } from './system/system.ts';

export interface Fixture {
  readonly system: System;
  readonly floor: Program & { readonly url: string; readonly processes: Processes };
  /** The first one receives the load of cases with one project. */
  readonly projects: readonly Project[];
  /** JSON body of a paid request. */
  readonly body: string;
  /** Ids of finished executions of the first project. */
  readonly finishedIds: readonly string[];
}

const FINISHED = 256;
export const PATH = '/tools/rehearsal';

export async function prepareFixture(system: System): Promise<Fixture> {
  const projects = await makeProjects(system, PROJECTS_MAX);
  const { key } = projects[0]!;
  const body = await paidRequest(system.url, key, REHEARSAL);
  const accepted = await Promise.all(
    Array.from({ length: FINISHED }, () => post<{ id: string }>(system.url + PATH, { key, body })),
  );
  await untilNoneIsDue(system);
  // Autovacuum would do this within a minute; until then, plans cached from an empty table may read all rows of a project.
  await system.sql.query('ANALYZE');
  const finishedIds = accepted.map(({ data }) => data.id);
  const polled = await responseOf(`${system.url}/tools/executions/${finishedIds[0]}`, { headers: authorized(key) });
  return { system, floor: await startFloor(system, { accepted: accepted[0]!, polled }), projects, body, finishedIds };
}

/** Resolves when every accepted execution has ended. */
export async function untilNoneIsDue({ sql }: Pick<System, 'sql'>): Promise<void> {
  const question = 'SELECT EXISTS (SELECT FROM execution WHERE finished_at IS NULL) AS due';
  while ((await sql.query<{ due: boolean }>(question)).rows[0]!.due) await pause(10);
}

const REHEARSAL = { tool: 'rehearsal', arguments: {} };

/** The body of a paid request, made from its quote as a client does. */
export async function paidRequest(url: string, key: string, wanted: object): Promise<string> {
  const quoted = await post<{ priceVersion: string; maximumChargeMicros: number }>(`${url}/tools/quote`, {
    key,
    body: JSON.stringify(wanted),
  });
  const { priceVersion, maximumChargeMicros } = quoted.data;
  return JSON.stringify({ ...wanted, priceVersion, maximumChargeMicros });
}

export interface Post {
  readonly key: string;
  readonly body: string;
}

/** Sends each request under a new idempotency key. */
export const post = async <Data>(url: string, { key, body }: Post): Promise<{ data: Data }> => {
  const headers = { ...authorized(key), 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  return (await responseOf(url, { method: 'POST', headers, body })) as { data: Data };
};

const WAIT_SECONDS = 30;

/** Resolves when the execution has ended. Waits by a long poll, because frequent polls would disturb the measurement. */
export async function ended(url: string, { key, id }: { readonly key: string; readonly id: string }): Promise<void> {
  const headers = { ...authorized(key), Prefer: `wait=${WAIT_SECONDS}` };
  for (;;) {
    const { data } = (await responseOf(`${url}/tools/executions/${id}`, { headers })) as { data: { status: string } };
    if (data.status !== 'queued' && data.status !== 'running') return;
  }
}

async function responseOf(url: string, init: RequestInit): Promise<object> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text) as object;
}

const authorized = (key: string) => ({ Authorization: `Bearer ${key}` });

async function startFloor({ directory }: System, responds: object): Promise<Fixture['floor']> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const file = join(directory, 'floor.json');
  writeFileSync(file, JSON.stringify(responds));
  const command = [process.execPath, resolve(import.meta.dirname, 'floor/express.ts'), port, file];
  const program = startProgram({ name: 'floor', directory, command, env: { NODE_ENV: 'production' } });
  await program.ready(respondsOk(`${url}/ready`), READY_TIMEOUT_MS);
  return { ...program, url, processes: { express: program.pid } };
}
