/** Uploads are inspected on a separate thread, not on the one that handles requests. */
import { Worker } from 'node:worker_threads';
import type { File } from '@farebox/contract';
import { expect, test } from 'vitest';
import { startTestGateway } from '../testing/gateway.fixture.ts';

/** One black pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

test('requests get their responses while a file is being inspected', async () => {
  await using gateway = await startTestGateway();
  const [one, other] = [(await gateway.newProject()).newKey(), (await gateway.newProject()).newKey()];
  const [mine, theirs] = [(await one).token, (await other).token];
  const { postMessage } = Worker.prototype;
  const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  Worker.prototype.postMessage = function (this: Worker, ...message: Parameters<typeof postMessage>) {
    asked.resolve();
    void go.promise.then(() => postMessage.apply(this, message));
  };
  try {
    const json = { mimeType: 'image/png', data: PNG };
    const upload = gateway.call<File>('POST /tools/upload', { key: mine, json });
    await asked.promise; // the thread has the file and is kept waiting
    expect((await gateway.call('GET /tools', { key: theirs })).status).toBe(200);
    expect((await gateway.call('GET /tools', { key: mine })).status).toBe(200);
    go.resolve();
    expect((await upload).data).toMatchObject({ width: 1, height: 1 });
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
});
