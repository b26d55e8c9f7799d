import { expect, test } from 'vitest';
import { startMinio, startRedis } from './index.ts';

const starters = { redis: startRedis, minio: startMinio };

for (const [name, start] of Object.entries(starters)) {
  test(`${name} leaves nothing behind after a stop, even if it hung`, async ({ skip }) => {
    const server = await start();
    if (server === null) return skip(`${name} is not installed`);
    process.kill(server.pid, 'SIGSTOP');
    await server.stop();
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH');
  });
}
