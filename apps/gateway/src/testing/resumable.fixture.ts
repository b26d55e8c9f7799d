/** For tests of resumable uploads: builds tus requests by hand, so that each can be invalid. */
import { sound } from '@farebox/testing';

export const MIB = 1024 * 1024;
/** File size above the limit of a single upload. */
export const FILE_BYTES = 13 * MIB;

export const largeSound = (): Buffer<ArrayBuffer> => sound(FILE_BYTES - 44);

interface Sent {
  readonly method: string;
  readonly path: string;
  /** Null sends no key. Default: the caller's key. */
  readonly as?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

interface Part {
  readonly offset: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly as?: string | null;
}

/** @param caller returns the current gateway URL and key; called for each request. */
export function tusRequests(caller: () => { readonly url: string; readonly key: string }) {
  const send = ({ method, path, as = caller().key, headers, body }: Sent): Promise<Response> =>
    fetch(new URL(path, caller().url), {
      method,
      headers: {
        ...(as === null ? {} : { Authorization: `Bearer ${as}` }),
        'Tus-Resumable': '1.0.0',
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });

  const begin = (type: string, length = FILE_BYTES): Promise<Response> => {
    const metadata = `filetype ${Buffer.from(type).toString('base64')}`;
    const headers = { 'Upload-Length': String(length), 'Upload-Metadata': metadata };
    return send({ method: 'POST', path: '/resumable-uploads', headers });
  };

  return {
    send,
    begin,
    /** Starts an upload and returns its URL. */
    opened: async (type = 'audio/wav'): Promise<string> => {
      const response = await begin(type);
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      return response.headers.get('location') as string;
    },
    patch: (path: string, { offset, body, as }: Part): Promise<Response> => {
      const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
      return send({ method: 'PATCH', path, body, headers, ...(as === undefined ? {} : { as }) });
    },
    offsetOf: async (path: string): Promise<number> =>
      Number((await send({ method: 'HEAD', path })).headers.get('upload-offset')),
    idOf: async (path: string): Promise<string> => {
      const { data } = (await (await send({ method: 'GET', path })).json()) as { data: { id: string } };
      return data.id;
    },
  };
}
