/** The download of an export against a server that answers as a gateway does, and worse. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadExport } from './download.ts';

interface Served {
  fileName: string;
  bytes: string;
  /** What its item says of it. */
  sha256?: string;
}

let folder: string;
let server: Server;
let url: string;
let status: string;
let parts: Served[];
let files: Served[];
let fetched: string[];
/** Authorization of what was fetched beside the API. */
let tokens: (string | undefined)[];

const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-download-'));
  [status, parts, files, fetched, tokens] = ['succeeded', [], [], [], []];
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const [, kind = '', n = ''] = /^\/bytes\/(parts|files)\/(\d+)$/.exec(pathname) ?? [];
    if (kind !== '') {
      const { fileName, bytes } = (kind === 'parts' ? parts : files)[Number(n)]!;
      fetched.push(fileName);
      tokens.push(request.headers.authorization);
      response.end(bytes);
      return;
    }
    const list = pathname.endsWith('/parts') ? 'parts' : pathname.endsWith('/files') ? 'files' : null;
    const all = list === 'parts' ? parts : files;
    // One a page, the last first.
    const at = Number(searchParams.get('before') ?? all.length) - 1;
    const items = all.slice(Math.max(at, 0), at + 1).map(({ fileName, bytes, sha256 = shaOf(bytes) }) => ({
      fileName,
      sha256,
      url: `${url}/bytes/${list}/${at}`,
    }));
    const data = list === null ? { status } : { [list]: items, nextBefore: at > 0 ? at : null };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const download = () =>
  downloadExport({
    target: { url, token: 'session', project: null, organization: null },
    projectId: 'proj_1',
    exportId: 'exp_1',
    folder,
  });

test('every part and file is there afterwards, and no session went to where they came from', async () => {
  parts = ['one', 'two', 'three'].map((bytes) => ({ fileName: `${bytes}.jsonl.gz`, bytes }));
  files = [{ fileName: 'file_1.png', bytes: 'picture' }];
  expect(await download()).toEqual({ fetched: 4, kept: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(['files', 'one.jsonl.gz', 'three.jsonl.gz', 'two.jsonl.gz']);
  expect(readFileSync(join(folder, 'files/file_1.png'), 'utf8')).toBe('picture');
  expect(tokens).toEqual([undefined, undefined, undefined, undefined]);
});

test('what is there and whole is not fetched again; what was damaged is', async () => {
  parts = ['one', 'two', 'three'].map((bytes) => ({ fileName: `${bytes}.jsonl.gz`, bytes }));
  await download();
  writeFileSync(join(folder, 'two.jsonl.gz'), 'damaged');
  rmSync(join(folder, 'three.jsonl.gz'));
  fetched = [];
  expect(await download()).toEqual({ fetched: 2, kept: 1 });
  expect(fetched.toSorted()).toEqual(['three.jsonl.gz', 'two.jsonl.gz']);
  expect(readFileSync(join(folder, 'two.jsonl.gz'), 'utf8')).toBe('two');
});

test('other bytes than were promised never get the name', async () => {
  parts = [{ fileName: 'one.jsonl.gz', bytes: 'forged', sha256: shaOf('one') }];
  await expect(download()).rejects.toThrow('came with other bytes');
  expect(readdirSync(folder)).toEqual([]);
});

test('a name that would leave the folder is refused, and an export that is not whole', async () => {
  parts = [{ fileName: '../escaped', bytes: 'one' }];
  await expect(download()).rejects.toThrow('as no file may be named');
  status = 'running';
  await expect(download()).rejects.toThrow('this export is running');
  expect(fetched).toEqual([]);
});
