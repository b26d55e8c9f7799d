/** Runs the examples of docs/resumable-uploads.md unchanged. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { largeSound, MIB, tusRequests } from '../testing/resumable.fixture.ts';

const APP = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(APP, '../../docs/resumable-uploads.md'), 'utf8');

interface WithKey {
  readonly upload: (
    file: Buffer,
    to: { readonly filetype: string; readonly apiKey: string; readonly endpoint: string },
  ) => Promise<string>;
}
interface InPage {
  readonly send: (file: Buffer, location: string) => Promise<void>;
}

let gateway: TestGateway;
let key: string;
let folder: string;
let withKey: WithKey;
let inPage: InPage;
const tus = tusRequests(() => ({ url: gateway.url, key }));

beforeAll(async () => {
  gateway = await startTestGateway();
  key = (await (await gateway.newProject()).newKey()).token;
  folder = mkdtempSync(join(tmpdir(), 'farebox-guide-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(APP, 'node_modules/tus-js-client'), join(folder, 'node_modules/tus-js-client'));
  const blocks = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map(async ([, code = ''], at) => {
    const file = join(folder, `example-${at}.mjs`);
    writeFileSync(file, code);
    return (await import(pathToFileURL(file).href)) as unknown;
  });
  [withKey, inPage] = (await Promise.all(blocks)) as [WithKey, InPage];
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const storedAt = async (path: string): Promise<object> => {
  const { data } = (await (await tus.send({ method: 'GET', path })).json()) as { readonly data: object };
  return data;
};

test('a client with a key uploads and gets the id of the file with these bytes', async () => {
  const bytes = largeSound();
  const endpoint = `${gateway.url}/resumable-uploads`;
  const fileId = await withKey.upload(bytes, { filetype: 'audio/wav', apiKey: key, endpoint });
  expect(fileId).toMatch(/^file_/);
  const [file] = await gateway.database.prisma.file.findMany({ where: { id: fileId } });
  expect(Buffer.from(file?.sha256 ?? []).toString('hex')).toBe(sha256(bytes));
  const refused = withKey.upload(bytes, { filetype: 'image/png', apiKey: key, endpoint });
  await expect(refused).rejects.toThrow('415');
});

test('a page that has only the URL continues an interrupted upload', async () => {
  const bytes = largeSound();
  const location = await tus.opened();
  await tus.patch(location, { offset: 0, body: bytes.subarray(0, 5 * MIB) });
  await inPage.send(bytes, location);
  expect(await storedAt(location)).toMatchObject({ receivedBytes: bytes.length, file: { sha256: sha256(bytes) } });
});
