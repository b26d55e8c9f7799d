/** A page continues an upload that its server started, with the URL alone, from an origin that the project lists. */
import { revokeKey, setOrigins } from '@farebox/identity';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { largeSound, MIB, tusRequests } from '../testing/resumable.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
const { send, opened, patch, idOf } = tusRequests(() => ({ url: gateway.url, key }));

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

describe('a page without a key', () => {
  const ORIGIN = 'https://shop.example';
  const preflight = (path: string, method: string, origin = ORIGIN) =>
    fetch(new URL(path, gateway.url), {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': method },
    });
  const list = () =>
    gateway.database.transaction((transaction) =>
      setOrigins(transaction, { projectId: project.id, origins: [ORIGIN] }),
    );

  test('continues the upload of a key at its URL, and gets the same file id as the key', async () => {
    const bytes = largeSound();
    const path = await opened();
    expect((await patch(path, { offset: 0, body: bytes.subarray(0, MIB), as: null })).status).toBe(204);
    expect((await patch(path, { offset: MIB, body: bytes.subarray(MIB, 2 * MIB) })).status).toBe(204);
    const last = await patch(path, { offset: 2 * MIB, body: bytes.subarray(2 * MIB), as: null });
    const fileId = last.headers.get('farebox-file-id');
    expect((await send({ method: 'HEAD', path, as: null })).headers.get('farebox-file-id')).toBe(fileId);
    expect((await send({ method: 'HEAD', path })).headers.get('farebox-file-id')).toBe(fileId);
  });

  test('cannot start an upload, and reaches only the upload whose URL it was given', async () => {
    const path = await opened();
    const begun = await send({ method: 'POST', path: '/resumable-uploads', as: null });
    expect([begun.status, await begun.json()]).toMatchObject([401, { error: { message: 'invalid_api_key' } }]);
    for (const spelled of [`/resumable-uploads/${await idOf(path)}`, `${path}A`, '/resumable-uploads/x'])
      expect((await send({ method: 'HEAD', path: spelled, as: null })).status).toBe(401);
  });

  test('loses access when the key that started the upload is revoked; another key of the project continues', async () => {
    const { token, keyId } = await project.newKey();
    const other = key;
    key = token;
    const path = await opened();
    await revokeKey(gateway, { projectId: project.id, keyId });
    await expect.poll(async () => (await send({ method: 'HEAD', path, as: null })).status).toBe(404);
    key = other;
    expect((await patch(path, { offset: 0, body: largeSound().subarray(0, MIB) })).status).toBe(204);
  });

  test('is allowed by CORS to read and send if the project lists its origin', async () => {
    const path = await opened();
    expect((await preflight(path, 'PATCH')).status).toBe(404);
    await list();
    await expect.poll(async () => (await preflight(path, 'PATCH')).status).toBe(204);
    const allowed = (await preflight(path, 'PATCH')).headers;
    expect(allowed.get('access-control-allow-methods')).toContain('PATCH');
    for (const name of ['Tus-Resumable', 'Upload-Offset', 'Content-Type', 'X-HTTP-Method-Override'])
      expect(allowed.get('access-control-allow-headers')).toContain(name);
    expect((await preflight(path, 'PATCH', 'https://other.example')).status).toBe(404);
    expect((await preflight(path, 'POST')).status).toBe(204); // a method in a header is sent by POST
    const head = await send({ method: 'HEAD', path, as: null, headers: { Origin: ORIGIN } });
    expect(head.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(head.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
  });
});
