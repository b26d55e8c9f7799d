/**
 * Takes off the compression that was asked for by nobody: `identity` is all that a request accepts, and some proxies compress all the
 * same. What it holds may be paid for. Never more comes out than what may come in, so that no response is larger than its bound.
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

/** A coding that is not known leaves the bytes as they are. Rejects for what is not whole, and with TOO_LARGE beyond the bound. */
export async function decoded(bytes: Buffer, coding: string | undefined, bytesMax: number): Promise<Buffer> {
  const decode = coding === undefined ? undefined : DECODERS[coding.trim().toLowerCase()];
  return decode === undefined ? bytes : await decode(bytes, { maxOutputLength: bytesMax });
}

/** The code of an error: more bytes than may be. */
export const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';
