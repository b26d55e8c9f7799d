/** Test support: a real MinIO on a free port with its data in a temporary folder. Not exported from the package. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface MinioServer {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  stop(): Promise<void>;
}

/** The binary from PATH or from `go install`, or null. */
export function findMinio(): string | null {
  const candidates = ['minio', join(homedir(), 'go', 'bin', 'minio')];
  return candidates.find((each) => spawnSync(each, ['--version']).status === 0) ?? null;
}

export async function startMinio(binary: string): Promise<MinioServer> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-minio-'));
  const address = `127.0.0.1:${await freePort()}`;
  const [accessKey, secretKey] = ['tollgate-test', 'tollgate-test-secret'];
  const env = { ...process.env, MINIO_ROOT_USER: accessKey, MINIO_ROOT_PASSWORD: secretKey, MINIO_BROWSER: 'off' };
  const child = spawn(binary, ['server', '--quiet', '--address', address, directory], { env, stdio: 'ignore' });
  await untilHealthy(`http://${address}/minio/health/ready`, child);
  return {
    endpoint: `http://${address}`,
    accessKey,
    secretKey,
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200 && child.exitCode === null; attempt++) {
    const healthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
    await delay(100);
  }
  child.kill('SIGKILL');
  throw new Error('MinIO did not become ready');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
