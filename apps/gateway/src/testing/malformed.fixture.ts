/** For tests: requests that no client sends on purpose, as bytes. */
import { connect } from 'node:net';
import fc from 'fast-check';

export interface Malformed {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

export interface Target {
  readonly port: number;
  /** Paths of routes, whose parameters are in braces. */
  readonly paths: readonly string[];
  /** Values of `Authorization` that are right. */
  readonly credentials: readonly string[];
  /** Header lines of which half of the requests have one. */
  readonly usual?: readonly string[];
}

const METHODS = ['GET', 'POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'BREW'];
const JUNK = [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '..',
  '%2e%2e%2f',
  'exe_' + '0'.repeat(26),
  'a'.repeat(3_000),
  '😀',
  '__proto__',
  '-1',
  '1e999',
  '{}',
];
const QUERIES = ['', '?', '?limit=1e9', '?limit[]=1', '?before=%', '?a=1&a=2&__proto__=x', `?x=${'y'.repeat(5_000)}`];
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  '\u0001',
  '"\\',
  't=,v1=',
  't=1,v1=zz',
  't=9999999999,v1=',
  'bytes=9-1',
  'wait=abc',
  'W/"',
  'a'.repeat(9_000),
  'filetype !!!,filename',
  'application/json; charset=\\"',
  'multipart/form-data; boundary=',
];
const NAMES = [
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'Prefer',
  'Range',
  'If-None-Match',
  'If-Range',
  'Accept',
  'Origin',
  'Last-Event-ID',
  'Stripe-Signature',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Offset',
  'Upload-Metadata',
  'X-HTTP-Method-Override',
  'X-Request-Id',
  'Cookie',
  'Expect',
  'traceparent',
];
const TEXTS = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1e400}',
  '{"tool":null,"arguments":{}}',
  '{"__proto__":{"a":1}}',
  '{"name":"\\ud800"}',
  '{"name":"\\u0000"}',
  '['.repeat(5_000),
  `{"items":[${'{},'.repeat(500)}{}]}`,
  '{"amountMicros":-9007199254740993}',
  '{"tool":"image-resize","arguments":{"width":1e308}}',
  '--x\r\n\r\n',
];
const BODIES = [
  ...TEXTS.map((text) => Buffer.from(text)),
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
];

export const malformedFor = ({ paths, credentials, usual = [] }: Target): fc.Arbitrary<Malformed> =>
  fc
    .record({
      method: fc.constantFrom(...METHODS),
      path: fc.constantFrom(...paths, '/', '//', '/nothing', '*'),
      junk: fc.constantFrom(...JUNK),
      query: fc.constantFrom(...QUERIES),
      authorization: fc.constantFrom(...credentials, ...credentials, 'Bearer', 'Bearer \u0080', 'Basic eDp5', ''),
      headers: fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES)), { maxLength: 3 }),
      isJson: fc.boolean(),
      usual: fc.option(fc.constantFrom(...usual, '')),
      body: fc.constantFrom(...BODIES),
    })
    .map(({ method, path, junk, query, authorization, headers, isJson, usual: own, body }) => ({
      line: `${method} ${path.replaceAll(/\{\w+\}/g, junk)}${query} HTTP/1.1`,
      headers: [
        ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
        ...(isJson ? ['Content-Type: application/json'] : []),
        ...((own ?? '') === '' ? [] : [own as string]),
        ...headers.map(([name, value]) => `${name}: ${value}`),
        `Content-Length: ${body.length}`,
      ],
      body,
    }));

const SILENT_MS = 20_000;

/** Returns the status, or null if the connection was closed without a response. Rejects if neither happens. */
export function statusOf(port: number, { line, headers, body }: Malformed): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const done = (status: number | null): void => {
      socket.destroy();
      resolve(status);
    };
    socket.setTimeout(SILENT_MS, () =>
      reject(new Error(`no response to ${line.slice(0, 200)} ${headers.join('; ').slice(0, 300)}`)),
    );
    socket.on('error', () => done(null)).on('close', () => done(null));
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
      if (status !== undefined && status !== '100') done(Number(status));
    });
    socket.write(
      Buffer.concat([Buffer.from(`${line}\r\nHost: x\r\nConnection: close\r\n${headers.join('\r\n')}\r\n\r\n`), body]),
    );
  });
}
