/** The artifact store: MinIO if it is installed, otherwise a folder. The same for every process, reached through proxies. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '@farebox/testing';
import { newPort } from './ports.ts';
import { createProcess, type Process } from './process.ts';

export type Store =
  | { readonly kind: 'disk'; readonly directory: string; readonly stop: () => Promise<void> }
  | {
      readonly kind: 's3';
      readonly port: number;
      readonly accessKey: string;
      readonly secretKey: string;
      readonly process: Process;
      readonly stop: () => Promise<void>;
    };

const START_POLLS_MAX = 300;
const POLL_MS = 100;
const POLL_MS_MAX = 2000;
/** MinIO refuses an unknown user only after it has loaded its users; before that it responds 503, even if it is ready. */
const FORBIDDEN = 403;

export async function startStore(directory: string, logs: string): Promise<Store> {
  const program = findProgram('minio', 'files are in a folder instead.');
  if (program === null) {
    mkdirSync(join(directory, 'files'));
    return { kind: 'disk', directory: join(directory, 'files'), stop: async () => {} };
  }
  const port = await newPort();
  const secretKey = randomBytes(16).toString('hex');
  const server = createProcess({
    name: 'minio',
    command: [program, 'server', join(directory, 'minio'), '--address', `127.0.0.1:${port}`, '--quiet'],
    env: { MINIO_ROOT_USER: 'farebox', MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' },
    logs,
  });
  server.start();
  await untilReady(`http://127.0.0.1:${port}`);
  return { kind: 's3', port, accessKey: 'farebox', secretKey, process: server, stop: () => server.kill() };
}

async function untilReady(url: string): Promise<void> {
  for (let poll = 0; poll < START_POLLS_MAX; poll++) {
    const reply = await fetch(url, { signal: AbortSignal.timeout(POLL_MS_MAX) }).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.status === FORBIDDEN) return;
    await pause(POLL_MS);
  }
  throw new Error('minio did not start');
}
