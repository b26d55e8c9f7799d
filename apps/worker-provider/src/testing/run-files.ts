/** Files of a run as gateways serve and take them, over real HTTP and a real folder. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createRunnerFiles, RUNNER_FILES_PATH, sampleOf } from '@farebox/files';
import { type ArtifactStore, createDiskStore } from '@farebox/storage';

export const URL_SECRET = 'a-url-secret-for-tests-of-32-chars';

export interface RunFiles extends AsyncDisposable {
  readonly url: string;
  readonly store: ArtifactStore;
}

export async function serveRunFiles(directory: string): Promise<RunFiles> {
  const store = createDiskStore({ directory });
  await store.prepare();
  const files = createRunnerFiles({ publicUrl: new URL('http://127.0.0.1'), urlSecret: URL_SECRET });
  const server = createServer((request, response) => {
    void (async () => {
      const file = files.open((request.url ?? '').slice(RUNNER_FILES_PATH.length));
      const sample = file === null ? undefined : sampleOf(file.key);
      if (sample !== undefined) return response.end(await readFile(sample.path));
      if (file?.operation === 'get') return response.end(await buffer(await store.read(file.key)));
      const body = await buffer(request);
      if (file?.operation === 'put')
        await store.putNew(file.key, body, { mimeType: 'application/octet-stream', sizeBytes: body.length });
      return response.writeHead(file === null ? 404 : 200).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
