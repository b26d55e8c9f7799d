/** Upload addresses that need no key, and a page's requests to one. */
import { connect, type Client, type Reply } from './connect.ts';
import type { File } from './wire.ts';

export interface UploadUrl {
  readonly uploadUrl: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sizeBytesMax: number;
  readonly expiresAt: string;
}

export const addressOf = (client: Client, json: object): Promise<Reply<UploadUrl>> =>
  client.post<UploadUrl>('/tools/upload-urls', json);

/** Sends the bytes without a key to any of the gateways. */
export const put = ({ uploadUrl, method, headers }: UploadUrl, bytes: Buffer, gateway = 0): Promise<Reply<File>> =>
  connect(null, gateway).send<File>(method, uploadUrl.slice(uploadUrl.indexOf('/uploads/')), {
    body: Uint8Array.from(bytes),
    headers,
  });
