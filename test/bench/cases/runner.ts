/**
 * An own tool on an idle system, one call at a time: from the accept until the runner's function begins. The runner is in this process and does
 * nothing, so all of the time is ours.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRunner } from '@farebox/runner';
import { serve } from '@farebox/runner/node';
import { openTestDatabase } from '@farebox/testing';
import { manifestOf, publishForTest } from '@farebox/tools/testing';
import { ended, type Fixture, paidRequest, post } from '../fixture.ts';
import { spreadOf } from '../rounds.ts';
import { makeProjects, type Project } from '../system/projects.ts';
import type { Poster } from './post.ts';

const TOOL = 'bench-nothing';
const SECRET = 'bench-runner';
const CALLS = 20;
const BEGIN_MAX_MS = 30;
const OFFERED_MS_MAX = 10_000;
const POLL_MS = 100;
const ACCEPTED = 'SELECT extract(epoch FROM created_at)::float8 * 1000 AS ms FROM execution WHERE id = $1';

export async function runnerReport(fixture: Fixture, rounds: number, tally: Poster['tally']): Promise<string> {
  const { system } = fixture;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let begunMs = 0;
  const runner = createRunner({ secrets: [secret], tools: { [TOOL]: () => void (begunMs = Date.now()) } });
  const server = await serve(runner, { port: 0 });
  const worker = await system.startWorker('worker-provider', runnersAt(system.directory, { secret, url: server.url }));
  try {
    await publish(fixture, server.url);
    const [project] = (await makeProjects(system, 1, 'live')) as [Project];
    const body = await offered(system.url, project.key);
    const times: number[] = [];
    for (let call = 0; call < CALLS * (rounds + 1); call++) {
      const { data } = await post<{ id: string }>(`${system.url}/tools/${TOOL}`, { key: project.key, body });
      await ended(system.url, { key: project.key, id: data.id });
      const { rows } = await system.sql.query<{ ms: number }>(ACCEPTED, [data.id]);
      tally.responded++;
      if (call >= CALLS) times.push(begunMs - rows[0]!.ms); // the first round warms up both sides
    }
    const { min, median, max } = spreadOf(times);
    const verdict = median <= BEGIN_MAX_MS ? 'reached' : 'not reached';
    return `own tool, accept to the runner's function: p50 ${median.toFixed(1)} ms (${min.toFixed(1)} to ${max.toFixed(1)} in ${times.length} calls); to reach ${BEGIN_MAX_MS}: ${verdict}`;
  } finally {
    await worker.stop();
    await server.close();
  }
}

/** Settings of a worker that may call the runner on this machine. */
function runnersAt(directory: string, { secret, url }: { readonly secret: string; readonly url: string }) {
  const secrets = join(directory, 'runner-secrets');
  mkdirSync(secrets);
  writeFileSync(join(secrets, SECRET), secret);
  return { FAREBOX_RUNNER_SECRETS_DIR: secrets, FAREBOX_RUNNER_HOSTS: new URL(url).host };
}

async function publish({ system: { databaseUrl } }: Fixture, url: string): Promise<void> {
  const database = openTestDatabase({ url: databaseUrl, poolMax: 1, applicationName: 'farebox-bench' });
  const limits = { idempotent: true, maxRuntimeSeconds: 60, concurrency: 8 };
  const changes = {
    input: { type: 'object', additionalProperties: false, properties: {} },
    example: {},
    files: {},
    price: { unit: 'run', unitPriceMicros: 100, minimumChargeMicros: 100, units: { ceil: 1 }, onFailure: 'none' },
    runner: { kind: 'http', url, secret: SECRET, ...limits },
    test: { simulate: { result: {}, units: 1 } },
  };
  try {
    await publishForTest(database, manifestOf(TOOL, changes));
  } finally {
    await database.close();
  }
}

/** Resolves with the body of a paid request once the gateway offers the tool. */
async function offered(url: string, key: string): Promise<string> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return await paidRequest(url, key, { tool: TOOL, arguments: {} });
    } catch (error) {
      if (waitedMs >= OFFERED_MS_MAX) throw error;
      await pause(POLL_MS);
    }
  }
}
