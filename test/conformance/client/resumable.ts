/** Uploads in parts. tus has its own codes and headers, so this is not the API's client. */
import { randomBytes } from 'node:crypto';
import { wav } from '../samples/media.ts';
import { gatewayUrl } from './connect.ts';
import { expectDocumented } from './documented.ts';

export const MIB = 1024 * 1024;
export const SIZE = 13 * MIB;

/** 71 s of noise: 48 kHz, two channels. */
export function noise(): Buffer<ArrayBuffer> {
  const header = Buffer.from(wav(1).subarray(0, 44));
  header.writeUInt32LE(SIZE - 8, 4);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(48_000, 24);
  header.writeUInt32LE(192_000, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt32LE(SIZE - 44, 40);
  return Buffer.concat([header, randomBytes(SIZE - 44)]);
}

export interface Asked {
  /** Null sends no key. */
  readonly key: string | null;
  readonly gateway?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer>;
}

/** Checks responses with a body against the OpenAPI document. */
export async function request(
  method: string,
  path: string,
  { key, gateway = 0, headers, body }: Asked,
): Promise<Response> {
  const response = await fetch(`${gatewayUrl(gateway)}${path}`, {
    method,
    headers: { ...(key === null ? {} : { Authorization: `Bearer ${key}` }), 'Tus-Resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  if (method === 'HEAD' || !(response.headers.get('content-type') ?? '').includes('json')) return response;
  const reply = { gatewayUrl: gatewayUrl(gateway), method, path, status: response.status, headers: response.headers };
  await expectDocumented({ ...reply, body: await response.clone().json() });
  return response;
}

/** Returns the address of the upload, below the base URL. */
export async function beginUpload(key: string): Promise<string> {
  const metadata = `filetype ${Buffer.from('audio/wav').toString('base64')}`;
  const headers = { 'Upload-Length': String(SIZE), 'Upload-Metadata': metadata };
  const response = await request('POST', '/resumable-uploads', { key, headers });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  const location = response.headers.get('location') ?? '';
  return location.slice(location.indexOf('/resumable-uploads/'));
}
