/**
 * Decodes compression that was not requested: requests accept only `identity`, but some proxies compress anyway, and
 * the content may be paid for. The decoded size has the same limit as the response.
 */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

type Decoder = (bytes: Buffer, bounds: { readonly maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** An unknown coding leaves the bytes unchanged. Rejects incomplete data, and rejects with TOO_LARGE beyond the limit. */
export async function decoded(bytes: Buffer, coding: string | undefined, bytesMax: number): Promise<Buffer> {
  const decode = coding === undefined ? undefined : DECODERS[coding.trim().toLowerCase()];
  return decode === undefined ? bytes : await decode(bytes, { maxOutputLength: bytesMax });
}

/** Error code for more bytes than allowed. */
export const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
