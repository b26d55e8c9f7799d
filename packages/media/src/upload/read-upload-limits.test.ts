import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@farebox/contract';
import { describe, expect, test } from 'vitest';
import { form, outcomeOf, pieces, read } from './arriving.ts';
import { readUpload } from './read-upload.ts';

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

  test('12 MiB with every character escaped are read', async () => {
    const text = `{"mimeType":"image/png","data":"${String.raw`\/`.repeat(16 * MIB)}"}`;
    expect(await read(text)).toMatchObject({ ok: true, sizeBytes: 12 * MIB });
  });

  test('an endless body is read only up to the limit outside of its data', async () => {
    let given = 0;
    async function* spaces(): AsyncGenerator<Buffer> {
      for (;;) {
        given += 1024;
        yield Buffer.alloc(1024, ' ');
      }
    }
    expect(await outcomeOf(spaces())).toEqual({ ok: false, reason: 'request_too_large' });
    expect(given).toBe(65 * 1024);
  });

  test.for([
    `{"${'k'.repeat(MIB)}":1}`,
    `{"mimeType":"${'m'.repeat(MIB)}"}`,
    `{"mimeType":"image/png"${' '.repeat(MIB)}`,
  ])('more than 64 KiB outside data is request_too_large: %#', async (text) => {
    expect(await read(text)).toEqual({ ok: false, reason: 'request_too_large' });
  });
});

describe('a body that will be refused is read no further than to the byte that decides it', () => {
  const rest = 'A'.repeat(4096);
  test.for([
    ['an unknown field', '{"name":', 'invalid_request'],
    ['a list of values', '{"data":[', 'invalid_request'],
    ['a number', '{"data":1', 'invalid_request'],
    ['a duplicate member', '{"data":"AAAA","data"', 'invalid_json'],
    ['another media type', '{"mimeType":"image/gif"', 'unsupported_media_type'],
    ['text that is not base64', '{"data":"A-', 'invalid_request'],
    ['an escape that is not base64', '{"data":"\\n', 'invalid_request'],
    ['text that is not JSON', '{"data";', 'invalid_json'],
  ] as const)('%s', async ([, begins, reason]) => {
    let given = 0;
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from(begins);
      for (; given < 16 * MIB; given += rest.length) yield Buffer.from(rest);
    }
    expect(await outcomeOf(body())).toMatchObject({ ok: false, reason });
    expect(given).toBeLessThanOrEqual(rest.length); // base64 is checked in groups of four
  });
});

test('memory is reserved while the bytes arrive, and a refusal ends the reading', async () => {
  const asked: number[] = [];
  const body = pieces(Buffer.from(form('A'.repeat(400_000))), 10_000);
  const reading = readUpload(body, (bytes) => {
    asked.push(bytes);
    if (bytes > 100_000) throw new AppError('service_unavailable');
  });
  await expect(reading).rejects.toMatchObject({ message: 'service_unavailable' });
  expect(asked[0]).toBe(7_500);
  expect(asked).toEqual(asked.toSorted((a, b) => a - b));
  expect(asked.at(-1)).toBeLessThan(110_000);
});

test('an error of the body is the error of the reading', async () => {
  const gone = new Error('gone');
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"mimeType":"image/png","data":"AAAA');
    throw gone;
  }
  await expect(readUpload(body(), () => {})).rejects.toBe(gone);
});
