/** A sender that can send only POST and GET uploads in parts, because a header names the method. */
import { createHash } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { FILE_BYTES, largeSound, MIB, tusRequests } from '../testing/resumable.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
const { send, opened, offsetOf } = tusRequests(() => ({ url: gateway.url, key }));

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

describe('a method named in X-HTTP-Method-Override', () => {
  interface Named {
    readonly method: string;
    readonly override: string;
    readonly path: string;
  }
  const named = ({ method, override, path }: Named, more: Partial<Parameters<typeof send>[0]> = {}) =>
    send({ ...more, method, path, headers: { ...more.headers, 'X-HTTP-Method-Override': override } });

  test('is the method of the request, and that of the request line is ignored', async () => {
    const path = await opened();
    const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    const body = largeSound().subarray(0, MIB);
    const sent = await named({ method: 'POST', override: 'PATCH', path }, { headers, body });
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(MIB)]);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const looked = await named({ method, override: 'HEAD', path });
      expect([looked.status, looked.headers.get('upload-offset')], method).toEqual([200, String(MIB)]);
    }
    expect((await named({ method: 'DELETE', override: 'GET', path })).status).toBe(200);
    expect((await named({ method: 'PATCH', override: 'OPTIONS', path })).headers.get('tus-version')).toBe('1.0.0');
    expect((await named({ method: 'POST', override: 'delete', path })).status).toBe(204);
    expect((await send({ method: 'HEAD', path })).status).toBe(404);
  });

  test('begins an upload', async () => {
    const metadata = `filetype ${Buffer.from('audio/wav').toString('base64')}`;
    const headers = { 'Upload-Length': String(FILE_BYTES), 'Upload-Metadata': metadata };
    expect((await named({ method: 'PUT', override: 'POST', path: '/resumable-uploads' }, { headers })).status).toBe(
      201,
    );
    expect((await named({ method: 'POST', override: 'PUT', path: '/resumable-uploads' }, { headers })).status).toBe(
      404,
    );
  });

  test('that does not exist finds nothing, and needs the same permission', async () => {
    const path = await opened();
    for (const override of ['PUT', 'constructor', '__proto__', 'PATCH, PATCH'])
      expect((await named({ method: 'DELETE', override, path })).status, override).toBe(404);
    const as = (await (await gateway.newProject()).newKey()).token;
    expect((await named({ method: 'POST', override: 'DELETE', path }, { as })).status).toBe(404);
    expect(await offsetOf(path)).toBe(0);
  });

  test('lets the client of the protocol upload where only POST passes', async () => {
    const bytes = largeSound();
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${gateway.url}/resumable-uploads`,
        metadata: { filetype: 'audio/wav' },
        headers: { Authorization: `Bearer ${key}` },
        chunkSize: 8 * MIB,
        overridePatchMethod: true,
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const [file] = await gateway.database.prisma.file.findMany({ where: { projectId: project.id } });
    expect(Buffer.from(file?.sha256 ?? [])).toEqual(createHash('sha256').update(bytes).digest());
  });
});
