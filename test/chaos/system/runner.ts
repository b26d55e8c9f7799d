/**
 * The runner of own tools: one process with a book that survives its death. A proxy that all workers share leads to it, and another one
 * from it to the gateways, where it asks for work.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SourcePatch } from '../defects/patch.ts';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';
import { startProxy } from './proxy.ts';

const MAIN = resolve(import.meta.dirname, '../runner/main.ts');

export interface Runner extends AsyncDisposable {
  /** As manifests name it. */
  readonly url: string;
  /** Name of the secret in manifests. */
  readonly secretName: string;
  readonly secret: string;
  readonly process: Process;
  /** Resets all its connections, in both directions, and refuses new ones for this long. */
  readonly cut: (ms: number) => Promise<unknown>;
  /** Loses its responses, and the responses to it. */
  readonly swallow: (ms: number) => Promise<unknown>;
  /** Lets it ask these gateways for work. */
  readonly pullFrom: (gatewayUrls: readonly string[], keys: Readonly<Record<string, string>>) => void;
  /** Runner keys that it has. */
  readonly keys: readonly string[];
  readonly book: string;
  /** Settings of the workers that call it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Starts it again, and connects it. */
  readonly recover: () => void;
}

/** A lease of a run is a limit of the contract, 60 s: it must end within a run of this suite, so the programs start with a shorter one. */
export const SHORT_LEASE: SourcePatch = {
  file: 'packages/contract/src/limits.ts',
  from: 'leaseSeconds: 60',
  to: 'leaseSeconds: 6',
};

const SECRET_NAME = 'chaos-runner';
const SECRET_BYTES = 32;

export async function startRunner(directory: string, logs: string): Promise<Runner> {
  const [folder, secrets] = [join(directory, 'runner'), join(directory, 'runner-secrets')];
  for (const made of [folder, secrets]) mkdirSync(made);
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  writeFileSync(join(secrets, SECRET_NAME), `${secret}\n`, { mode: 0o600 });
  const port = await newPort();
  const server = createProcess({
    name: 'runner',
    command: [process.execPath, MAIN],
    env: { CHAOS_RUNNER_PORT: String(port), CHAOS_RUNNER_DIR: folder, CHAOS_RUNNER_SECRET: secret },
    logs,
    restarts: true,
  });
  server.start();
  const proxy = await startProxy(port);
  let [gateways, turn]: [readonly string[], number] = [[], 0];
  const door = await startProxy(() => Number(new URL(gateways[turn++ % gateways.length] ?? '').port));
  const lines = [proxy, door];
  const keys: string[] = [];
  return {
    url: `http://127.0.0.1:${proxy.port}/farebox/v1`,
    secretName: SECRET_NAME,
    secret,
    process: server,
    cut: (ms) => Promise.all(lines.map((line) => line.cut(ms))),
    swallow: (ms) => Promise.all(lines.map((line) => line.swallow(ms))),
    pullFrom(gatewayUrls, byTool) {
      gateways = gatewayUrls;
      keys.push(...Object.values(byTool));
      const file = join(folder, 'pull.json');
      const text = JSON.stringify({ url: `http://127.0.0.1:${door.port}`, keys: byTool });
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file); // the runner never reads a part of it
    },
    keys,
    book: join(folder, 'book.jsonl'),
    settings: {
      FAREBOX_RUNNER_SECRETS_DIR: secrets,
      FAREBOX_RUNNER_HOSTS: '127.0.0.1',
      FAREBOX_WORKER_CONCURRENCY: '32', // a run that hangs keeps a place for its whole run time
    },
    recover() {
      for (const line of lines) line.recover();
      server.resume();
      server.start();
    },
    async [Symbol.asyncDispose]() {
      await server.kill();
      for (const line of lines) line.close();
    },
  };
}
