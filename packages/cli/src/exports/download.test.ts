/** Downloads an export from a server that responds like a gateway, or wrongly. */
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
  /** The digest that the item states. */
  sha256?: string;
}

let folder: string;
let server: Server;
let url: string;
let status: string;
let parts: Served[];
let files: Served[];
let fetched: string[];
/** Authorization headers of the requests to signed URLs, outside the API. */
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
    // One item per page, the last item first.
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

test('all parts and files are in the folder afterwards, and no session was sent to their URLs', async () => {
  parts = ['one', 'two', 'three'].map((bytes) => ({ fileName: `${bytes}.jsonl.gz`, bytes }));
  files = [{ fileName: 'file_1.png', bytes: 'picture' }];
  expect(await download()).toEqual({ fetched: 4, kept: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(['files', 'one.jsonl.gz', 'three.jsonl.gz', 'two.jsonl.gz']);
  expect(readFileSync(join(folder, 'files/file_1.png'), 'utf8')).toBe('picture');
  expect(tokens).toEqual([undefined, undefined, undefined, undefined]);
});

test('complete files are not downloaded again, and damaged ones are', async () => {
  parts = ['one', 'two', 'three'].map((bytes) => ({ fileName: `${bytes}.jsonl.gz`, bytes }));
  await download();
  writeFileSync(join(folder, 'two.jsonl.gz'), 'damaged');
  rmSync(join(folder, 'three.jsonl.gz'));
  fetched = [];
  expect(await download()).toEqual({ fetched: 2, kept: 1 });
  expect(fetched.toSorted()).toEqual(['three.jsonl.gz', 'two.jsonl.gz']);
  expect(readFileSync(join(folder, 'two.jsonl.gz'), 'utf8')).toBe('two');
});

test('a file with a wrong digest never gets its final name', async () => {
  parts = [{ fileName: 'one.jsonl.gz', bytes: 'forged', sha256: shaOf('one') }];
  await expect(download()).rejects.toThrow('does not match its SHA-256');
  expect(readdirSync(folder)).toEqual([]);
});

test('a file name that leaves the folder is refused, and so is an unfinished export', async () => {
  parts = [{ fileName: '../escaped', bytes: 'one' }];
  await expect(download()).rejects.toThrow('a file name that is not allowed');
  status = 'running';
  await expect(download()).rejects.toThrow('this export is running');
  expect(fetched).toEqual([]);
});
