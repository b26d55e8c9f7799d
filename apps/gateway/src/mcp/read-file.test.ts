/** A gateway reads an image by the URL that it makes for clients: the right bytes, within a bound, and few at once. */
import { Readable } from 'node:stream';
import { AppError } from '@farebox/contract';
import { type Downloads, ObjectMissingError, StorageUnavailableError } from '@farebox/storage';
import { expect, test } from 'vitest';
import { identityWith } from '../testing/identity.fixture.ts';
import { createFileReader } from './read-file.ts';

const identity = identityWith(['executions:read']);
const publicUrl = new URL('https://tools.example/api/');
const url = 'https://tools.example/api/files/sealed?expires=1&signature=s';
const bytes = Buffer.from('the bytes of an image');

function readerOf(read: () => Promise<Readable>) {
  const asked: unknown[] = [];
  const download = { status: 200, headers: {}, read, projectId: 'prj_1', urlId: 's' } as const;
  const open: Downloads['open'] = async (request) => {
    asked.push(request);
    return request.path === '/files/sealed' ? download : null;
  };
  return { asked, readFile: createFileReader({ downloads: { open }, publicUrl })(identity) };
}

test('the path below the base path and the query of the URL are opened', async () => {
  const { asked, readFile } = readerOf(async () => Readable.from([bytes.subarray(0, 4), bytes.subarray(4)]));
  expect(await readFile(url, bytes.length)).toEqual(bytes);
  expect(asked).toEqual([{ method: 'GET', path: '/files/sealed', query: '?expires=1&signature=s' }]);
});

test('more bytes than expected are not collected, and the stream is closed', async () => {
  const source = Readable.from([bytes, bytes]);
  const { readFile } = readerOf(async () => source);
  await expect(readFile(url, bytes.length)).rejects.toThrow(new AppError('artifact_unavailable'));
  expect(source.destroyed).toBe(true);
});

test('an object that is gone is a file that is not there, and an outage stays one', async () => {
  const { readFile } = readerOf(() => Promise.reject(new ObjectMissingError('key')));
  await expect(readFile(url, 10)).rejects.toThrow(new AppError('artifact_unavailable'));
  const outage = new StorageUnavailableError('read', null);
  await expect(readerOf(() => Promise.reject(outage)).readFile(url, 10)).rejects.toBe(outage);
});

test('a URL that opens nothing is a file that is not there', async () => {
  const { readFile } = readerOf(async () => Readable.from([]));
  await expect(readFile('https://tools.example/api/files/other', 10)).rejects.toThrow(
    new AppError('artifact_unavailable'),
  );
});

test('a project reads at most four images at once, and further ones after the end of one', async () => {
  const opened: Readable[] = [];
  const { readFile } = readerOf(async () => {
    const source = new Readable({ read: () => {} });
    opened.push(source);
    return source;
  });
  const reads = Array.from({ length: 4 }, () => readFile(url, 10));
  await expect(readFile(url, 10)).rejects.toMatchObject({ message: 'service_unavailable' });
  await expect.poll(() => opened.length).toBe(4);
  for (const source of opened) source.push(null);
  await Promise.all(reads);
  const again = readFile(url, 10);
  await expect.poll(() => opened.length).toBe(5);
  opened[4]?.push(null);
  expect(await again).toEqual(Buffer.alloc(0));
});
