/** The runner of own tools: one process with a book that survives its death, behind a proxy that all workers share. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';
import { type Proxy, startProxy } from './proxy.ts';

const MAIN = resolve(import.meta.dirname, '../runner/main.ts');

export interface Runner extends AsyncDisposable {
  /** As manifests name it. */
  readonly url: string;
  /** Name of the secret in manifests. */
  readonly secretName: string;
  readonly secret: string;
  readonly process: Process;
  readonly proxy: Proxy;
  readonly book: string;
  /** Settings of the workers that call it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Starts it again, and connects it. */
  readonly recover: () => void;
}

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
  return {
    url: `http://127.0.0.1:${proxy.port}/farebox/v1`,
    secretName: SECRET_NAME,
    secret,
    process: server,
    proxy,
    book: join(folder, 'book.jsonl'),
    settings: { FAREBOX_RUNNER_SECRETS_DIR: secrets, FAREBOX_RUNNER_HOSTS: '127.0.0.1' },
    recover() {
      proxy.recover();
      server.resume();
      server.start();
    },
    async [Symbol.asyncDispose]() {
      await server.kill();
      proxy.close();
    },
  };
}
