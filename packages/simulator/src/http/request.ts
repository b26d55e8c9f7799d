/** A request as the dialects see it: read completely, within a size limit. */
import type { IncomingMessage } from 'node:http';
import { Refused } from './response.ts';

export interface SimulatorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The address at which the caller reached this server, also through a proxy; used for links. */
  readonly origin: string;
  readonly token: string | null;
  readonly hasKey: boolean;
  readonly contentType: string;
  readonly prefer: string | null;
  readonly body: Buffer;
}

/** A 12 MiB file as a data URL, plus a margin. */
const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** Throws Refused. */
export async function readRequest(request: IncomingMessage): Promise<SimulatorRequest> {
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const url = new URL(request.url ?? '/', origin);
  const token = request.headers['idempotency-key'];
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    origin,
    token: typeof token === 'string' && token !== '' ? token : null,
    hasKey: /^Bearer \S+$/.test(request.headers.authorization ?? ''),
    contentType: request.headers['content-type'] ?? '',
    prefer: [request.headers['prefer'] ?? []].flat()[0] ?? null,
    body: await readBody(request),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > BODY_BYTES_MAX) throw new Refused(413, 'too_large', 'the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws Refused if the body is not a JSON object. */
export function jsonBody({ body }: Pick<SimulatorRequest, 'body'>): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refused(400, 'invalid_json', 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refused(400, 'invalid_json', 'the body is not a JSON object');
  return value as Readonly<Record<string, unknown>>;
}

/** Throws Refused if there is no such string. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '')
    throw new Refused(400, 'invalid_request', `"${name}" must be a string`);
  return value;
}

/** Empty if there is no such string. */
export function optionalField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}
