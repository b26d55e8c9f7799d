/** Every header that the gateway reads has a limit, and no other file reads headers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type ErrorMessage } from '@farebox/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { charsMaxOf, header, HEADER_NAMES, type HeaderName, toldHeaders } from './header.ts';

test('no other file reads the headers of a request', () => {
  const sources = join(import.meta.dirname, '..');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(file) && file !== 'http/header.ts',
  );
  expect(files.length).toBeGreaterThan(100);
  // `request.headers`, or a parameter or variable with headers that is taken apart.
  const reads = /request\.headers|\bheaders\b[^}()]*\}(?:: IncomingMessage| = request\b)/;
  expect(files.filter((file) => reads.test(readFileSync(join(sources, file), 'utf8')))).toEqual([]);
});

/** The outcomes of a value beyond the limit that are not `invalid_request`. */
const OTHERS: Partial<Readonly<Record<HeaderName, ErrorMessage | 'not understood'>>> = {
  'accept-encoding': 'not understood',
  'access-control-request-method': 'not understood',
  authorization: 'not understood',
  'content-encoding': 'unsupported_media_type',
  'content-type': 'unsupported_media_type',
  'idempotency-key': 'idempotency_key_invalid',
  'if-none-match': 'not understood',
  origin: 'not understood',
  prefer: 'not understood',
  range: 'not understood',
  'transfer-encoding': 'not understood',
};

describe.each(HEADER_NAMES)('%s', (name) => {
  const read = (chars: number): unknown => {
    try {
      return header({ headers: { [name]: 'x'.repeat(chars) } }, name)?.length ?? 'not understood';
    } catch (error) {
      return error instanceof AppError ? error.message : error;
    }
  };

  test('is read up to its limit', () => {
    expect(read(charsMaxOf(name))).toBe(charsMaxOf(name));
  });

  test('is not read beyond it', () => {
    expect(read(charsMaxOf(name) + 1)).toBe(OTHERS[name] ?? 'invalid_request');
  });
});

test('an agent passes on what is in the list and the arguments, without its key', () => {
  const headers = { accept: '*/*', authorization: 'Bearer k', 'mcp-param-city': 'Ulm', 'x-other': 'y' };
  expect(toldHeaders({ headers })).toEqual([
    ['accept', '*/*'],
    ['mcp-param-city', 'Ulm'],
  ]);
  expect(() => toldHeaders({ headers: { 'mcp-param-city': 'x'.repeat(1_025) } })).toThrow('invalid_request');
});

describe('over HTTP', () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    key = (await (await gateway.newProject({ fundedMicros: 1_000_000 })).newKey()).token;
  });
  afterAll(async () => await gateway[Symbol.asyncDispose]());

  const execution = { tool: 'rehearsal', arguments: {}, priceVersion: 'x', maximumChargeMicros: 1 };
  const sent = (headers: Readonly<Record<string, string>>) =>
    gateway.call('POST /tools/rehearsal', { key, json: execution, headers });

  test('the error names the header and its limit', async () => {
    const { error } = await sent({ 'Idempotency-Key': 'of-a-header', 'Cancel-After': '9'.repeat(33) });
    expect(error).toMatchObject({
      message: 'invalid_request',
      details: { fields: { 'header:Cancel-After': 'must be at most 32 characters' } },
    });
  });

  test('a header that the route does not use refuses nothing', async () => {
    const headers = {
      'Idempotency-Key': 'x'.repeat(300),
      'Cancel-After': '9'.repeat(33),
      'Last-Event-ID': 'x'.repeat(300),
    };
    expect((await gateway.call('GET /tools/usage', { key, headers })).status).toBe(200);
  });

  test('a preference that is too long is ignored, and a credential is invalid', async () => {
    const headers = { Prefer: `wait=1; note="${'x'.repeat(2_000)}"` };
    expect((await gateway.call('GET /tools/usage', { key, headers })).status).toBe(200);
    const { error } = await gateway.call('GET /tools/usage', { key: 'k'.repeat(13_000) });
    expect(error.message).toBe('invalid_api_key');
  });

  test('an origin that is too long may read nothing, and its preflight is not one', async () => {
    const headers = { Origin: `https://${'a'.repeat(300)}.example`, 'Access-Control-Request-Method': 'POST' };
    const { status, error } = await gateway.call('OPTIONS /tools/quote', { headers });
    expect([status, error.message]).toEqual([404, 'not_found']);
  });

  test('an upload is refused if the name of its method is too long', async () => {
    const { error } = await gateway.call('POST /resumable-uploads', {
      key,
      headers: { 'X-HTTP-Method-Override': 'x'.repeat(33) },
    });
    expect(error.details).toEqual({ fields: { 'header:X-HTTP-Method-Override': 'must be at most 32 characters' } });
  });
});
