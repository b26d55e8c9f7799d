import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Transform } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { startMinio } from '@farebox/testing';
import { createS3Store, StorageUnavailableError } from '../index.ts';

const minio = await startMinio();
afterAll(async () => await minio?.stop());

/** A connection to `port` that changes the text "sound" to "sOund". */
async function startNoisyLine(port: number): Promise<{ readonly port: number; stop(): void }> {
  const server = createServer((client) => {
    const noise = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        done(null, Buffer.from(chunk.toString('latin1').replace('sound', 'sOund'), 'latin1'));
      },
    });
    const upstream = connect(port, '127.0.0.1');
    for (const each of [client, upstream, noise]) each.on('error', () => client.destroy());
    client.pipe(noise).pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
}

test.skipIf(minio === null)('a buffer that is damaged on its way to a real MinIO is not stored', async () => {
  const line = await startNoisyLine(Number(new URL(minio!.endpoint).port));
  const { accessKey, secretKey } = minio!;
  const endpoint = `http://127.0.0.1:${line.port}`;
  const bucket = `noisy-${randomBytes(4).toString('hex')}`;
  const store = createS3Store({
    endpoint,
    accessKey,
    secretKey,
    bucket,
    region: 'us-east-1',
  });
  await store.prepare();
  const put = (key: string, text: string) =>
    store.put(key, Buffer.from(text), { mimeType: 'audio/wav', sizeBytes: text.length });
  await put('silent', 'nothing to hear');
  expect(await store.stat('silent')).not.toBeNull();
  await expect(put('noisy', 'a sound')).rejects.toThrow(StorageUnavailableError);
  expect(await store.stat('noisy')).toBeNull();
  line.stop();
});
