import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { form, read } from './arriving.ts';
import { readUpload, UPLOAD_BODY_BYTES_MAX, UploadAbortedError } from './read-upload.ts';

const MIB = 1024 * 1024;

describe('size', () => {
  const file = randomBytes(12 * MIB + 1);

  test('a file of exactly 12 MiB is read', async () => {
    const whole = file.subarray(0, 12 * MIB);
    const reading = await read(form(whole.toString('base64')));
    expect(reading).toMatchObject({
      ok: true,
      sizeBytes: 12 * MIB,
      sha256: createHash('sha256').update(whole).digest('hex'),
    });
    expect(reading.ok && reading.bytes.equals(whole)).toBe(true);
  });

  test('one byte more is file_too_large', async () => {
    expect(await read(form(file.toString('base64')))).toEqual({ ok: false, reason: 'file_too_large' });
  });

  test('12 MiB that need an escape for every character are read', async () => {
    const text = `{"mimeType":"image/png","data":"${String.raw`\/`.repeat(16 * MIB)}"}`;
    expect(await read(text)).toMatchObject({ ok: true, sizeBytes: 12 * MIB });
  });

  test('a body without end is read no further than the bound, and is not destroyed', async () => {
    let given = 0;
    const spaces = Buffer.alloc(MIB, ' ');
    const body = new Readable({
      read() {
        given += spaces.length;
        this.push(spaces);
      },
    });
    expect(await readUpload(body)).toEqual({ ok: false, reason: 'request_too_large' });
    expect(given).toBeLessThan(UPLOAD_BODY_BYTES_MAX + 3 * MIB);
    expect(body.destroyed).toBe(false);
    body.destroy();
  });

  test.for([
    `{"${'k'.repeat(40 * MIB)}":1}`,
    `{"mimeType":"${'m'.repeat(40 * MIB)}"}`,
    `{"n":${'1'.repeat(40 * MIB)}}`,
  ])('a name, a media type or a number without end is request_too_large', async (text) => {
    expect(await read(text)).toEqual({ ok: false, reason: 'request_too_large' });
  });
});

describe('a client that goes away', () => {
  test('ends the reading of a stream that breaks or closes', async () => {
    const [breaks, closes] = [new PassThrough(), new PassThrough()];
    const readings = [readUpload(breaks), readUpload(closes)];
    for (const body of [breaks, closes]) body.write('{"mimeType":"image/png","data":"AAAA');
    breaks.destroy(new Error('reset'));
    closes.destroy();
    for (const reading of readings) await expect(reading).rejects.toThrow(UploadAbortedError);
  });

  test('ends the reading of a real connection', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = request({
      port: (server.address() as AddressInfo).port,
      method: 'POST',
      headers: { 'Content-Length': 1000 },
    });
    client.on('error', () => {});
    client.write('{"mimeType":"image/png","data":"AAAA');
    const [incoming] = (await once(server, 'request')) as [Readable];
    const reading = readUpload(incoming);
    client.destroy();
    await expect(reading).rejects.toThrow(UploadAbortedError);
    expect(incoming.destroyed).toBe(true);
    server.closeAllConnections();
    server.close();
  });
});
