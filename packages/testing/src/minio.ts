/** A temporary MinIO: a real S3 server with its data in a temporary folder. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { findProgram, launch, type Launched } from './launch.ts';

const FORBIDDEN = 403;

export interface LaunchedMinio extends Launched {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** Null, with one printed line, if minio is not installed. */
export async function startMinio(): Promise<LaunchedMinio | null> {
  const program = findProgram('minio', 'with Go: go install github.com/minio/minio@latest');
  if (program === null) return null;
  const directory = await mkdtemp(join(tmpdir(), 'farebox-minio-'));
  const [endpoint, secretKey] = [`http://127.0.0.1:${await freePort()}`, randomBytes(16).toString('hex')];
  const launched = await launch({
    program,
    args: ['server', directory, '--address', new URL(endpoint).host, '--quiet'],
    env: { MINIO_ROOT_USER: 'farebox', MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' },
    // MinIO reports "ready" before it has loaded its users. Only then does it refuse an unknown user instead of
    // returning 503.
    responds: async () => (await fetch(endpoint)).status === FORBIDDEN,
  });
  const stop = async (): Promise<void> => {
    await launched.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...launched, stop, endpoint, accessKey: 'farebox', secretKey };
}
